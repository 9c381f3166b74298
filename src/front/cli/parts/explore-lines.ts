import { dirname, isAbsolute } from 'node:path'
import { z } from '../../../engine/schema/zod.ts'
import type { ExploreCoverage } from '../../../explore/report/report.ts'
import { defaultFolder } from '../../../explore/search/story/saved.ts'
import { StorySchema, storyKey } from '../../../explore/search/story/story.ts'
import { unwritable } from '../../../server/recording/unwritable.ts'
import { rangesOf } from '../../../simulation/study/study-result.ts'
import { createCollection, type Kept } from './best-stories.ts'
import { createLineCheck, lineBy, readJsonLines } from './json-lines.ts'
import type { Shell } from './shell.ts'

/** Maximum characters of a story in a line. */
const STORY_MAX = 65_536

/** A failure as a line of an exploration has it: with its story, unless that is too long. */
export function failureEntry({ kind, title, parts, story }: Kept, saved: string | undefined) {
  const isShort = JSON.stringify(story).length <= STORY_MAX
  return { kind, title, parts, ...(saved !== undefined && { saved }), ...(isShort && { story }) }
}

const count = z.number().int().min(0)

const Line = z.object({
  name: z.string(),
  /** A line has a seed, the path of a saved story, or the shard of a command. */
  seed: count.optional(),
  story: z.string().optional(),
  /** The share of a command, such as `2/8`. */
  shard: z.string().optional(),
  ok: z.boolean(),
  /** The reason why the worker ended before its time. */
  error: z.string().optional(),
  notes: z.array(z.string()).default([]),
  runs: count.default(0),
  failures: z.array(
    z.object({
      kind: z.string(),
      title: z.string(),
      parts: count,
      saved: z.string().optional(),
      story: StorySchema.optional(),
    }),
  ),
  notTried: z.array(z.string()).default([]),
  coverage: z.record(z.string(), z.record(z.string(), count)).default({}),
})

type Line = z.output<typeof Line>

const ORIGIN = 'line of an exploration: write it with fauxgraph explore … > lines.jsonl'

/** The text of a line without the paths of its machine. */
const comparedText = (line: Line): string =>
  JSON.stringify({ ...line, failures: line.failures.map(({ saved: _, ...failure }) => failure) })

/** Adds up what calls answered, by operation and answer, in the order of their names. */
export function addedCoverage(all: readonly ExploreCoverage[]): ExploreCoverage {
  const sums = new Map<string, Map<string, number>>()
  for (const [operation, answers] of all.flatMap(Object.entries<ExploreCoverage[string]>)) {
    const sum = sums.get(operation) ?? new Map<string, number>()
    for (const [answer, times] of Object.entries(answers)) sum.set(answer, (sum.get(answer) ?? 0) + times)
    sums.set(operation, sum)
  }
  const byName = (left: readonly [string, unknown], right: readonly [string, unknown]) =>
    left[0] < right[0] ? -1 : 1
  return Object.fromEntries(
    [...sums].sort(byName).map(([name, sum]) => [name, Object.fromEntries([...sum].sort(byName))]),
  )
}

/** The folder in which a shard saved a story, if it is below the folder of this command. */
const folderOf = (saved: string): string => {
  const folder = dirname(saved)
  return isAbsolute(folder) || folder.split(/[\\/]/).includes('..') ? defaultFolder : folder
}

/** The result of all shards of one exploration. */
function mergedLine(name: string, lines: readonly Line[]): string {
  const found = createCollection<Pick<Line, 'name'>, Kept>()
  const stories = lines.flatMap(({ failures }) =>
    failures.flatMap(({ story, ...failure }) => (story ? [{ ...failure, story }] : [])),
  )
  // The smallest come first, so that no larger one is saved, whatever the order of the files.
  stories.sort(
    (left, right) => left.parts - right.parts || (storyKey(left.story) < storyKey(right.story) ? -1 : 1),
  )
  for (const { saved, ...failure } of stories)
    found.add({ stories: saved === undefined ? false : folderOf(saved) }, { name }, failure)
  const failures = found
    .all()
    .map(({ failure: { kind, title, parts }, saved }) => ({ kind, title, parts, saved }))
    .sort((left, right) => (left.kind < right.kind ? -1 : 1))
  const seeds = lines.flatMap(({ seed }) => seed ?? []).sort((left, right) => left - right)
  const [errors, notes, notTried] = [
    lines.flatMap(({ error }) => error ?? []),
    lines.flatMap((line) => line.notes),
    lines.flatMap((line) => line.notTried),
  ].map((all) => [...new Set(all)].sort())
  return JSON.stringify({
    ...{ name, ...(seeds.length > 0 && { seeds: rangesOf(seeds) }), ok: lines.every(({ ok }) => ok) },
    runs: lines.reduce((sum, { runs }) => sum + runs, 0),
    failures,
    ...(errors?.length && { errors }),
    ...(notes?.length && { notes }),
    notTried,
    coverage: addedCoverage(lines.map(({ coverage }) => coverage)),
  })
}

/**
 * Merges the lines of shards, in any order: saves the smallest story of each kind of failure, and prints one
 * line for each exploration. A line that is there twice counts once. Returns 1 if one failed.
 */
export function mergeExplorations(paths: readonly string[], { out, err }: Shell): number {
  const names = new Map<string, Line[]>()
  const isNew = createLineCheck()
  for (const given of readJsonLines(paths, ORIGIN, err)) {
    const line = lineBy(Line, given, ORIGIN)
    const { name, seed, story, shard } = line
    const which = seed === undefined ? (story ?? `shard ${shard}`) : `seed ${seed}`
    if (!isNew(name, which, { text: comparedText(line), place: given.place })) continue
    names.set(name, [...(names.get(name) ?? []), line])
  }
  if (paths.length === 0) throw new TypeError('explore --merge takes files of lines')
  if (names.size === 0) throw new TypeError(`${paths.join(', ')}: there are no lines of an exploration`)
  const all = [...names].sort(([left], [right]) => (left < right ? -1 : 1))
  try {
    for (const [name, lines] of all) out(`${mergedLine(name, lines)}\n`)
  } catch (error) {
    throw unwritable('the folder of saved stories', error)
  }
  return all.some(([, lines]) => lines.some(({ ok }) => !ok)) ? 1 : 0
}
