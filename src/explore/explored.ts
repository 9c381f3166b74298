import { viewOf } from './io/stores/laws.ts'
import type { Prepared } from './prepare.ts'
import { addFailure } from './report/failures.ts'
import { noteCompared } from './report/judge/compared.ts'
import { attempt, checkReplay, countCalls, type Exploration } from './report/judge/exploration.ts'
import type { Finding } from './report/judge/finding.ts'
import { seenIn } from './search/generate/sometimes.ts'
import type { Played } from './search/play/play.ts'
import { knownFrom, renamed } from './search/story/renamed.ts'
import type { SavedStory } from './search/story/saved.ts'
import { staleIn, staleText } from './search/story/stale.ts'
import { type Story, storyKey } from './search/story/story.ts'

/** One in so many passing runs is played twice. */
const REPLAYED = 20

/** What was played, and the finding; none if it passed. */
interface Explored {
  readonly played: Played
  readonly stuck: string | undefined
  readonly finding: Finding | undefined
}

/** Plays one story of the exploration, and notes what it shows. `saved` is the file that holds it. */
export async function explored(exploration: Exploration, story: Story, saved?: string): Promise<Explored> {
  exploration.runs++
  const { played, finding, stuck } = await attempt(exploration, story).catch((thrown: unknown) => {
    exploration.runs--
    throw thrown
  })
  countCalls(exploration.coverage, played)
  noteCompared(exploration.compared, played)
  for (const name of seenIn(played)) exploration.sometimes.set(name, true)
  for (const [name, holds] of Object.entries(exploration.setup.options.sometimes ?? {})) {
    if (!exploration.sometimes.get(name) && (await holds(viewOf(played.run, {}))))
      exploration.sometimes.set(name, true)
  }
  if (stuck) {
    exploration.leftWorld++
    exploration.warnings.add(stuck)
  } else if (finding) {
    const isReported = await addFailure(exploration, played, finding, saved)
    if (!isReported) return { played, stuck, finding: undefined }
  } else if (exploration.runs % REPLAYED === 1) await checkReplay(exploration, played)
  for (const left of played.ending?.leftBehind.slice(0, 1) ?? [])
    exploration.warnings.add(`left behind: ${left.slice(0, 200)}`)
  return { played, stuck, finding }
}

/**
 * Plays a story with the names that the code under test has now, as far as it is clear which are meant. What
 * cannot be played is left out.
 */
export async function playNow<T extends { readonly played: Played; readonly finding: Finding | undefined }>(
  { material, profile }: Prepared,
  story: Story,
  play: (story: Story) => Promise<T>,
): Promise<T> {
  const names = [...material.jobs, ...material.commands]
  const now = renamed(story, knownFrom(names, [profile.run]))
  const result = await play(now)
  if (result.finding) return result
  // Some work shows only in this very story.
  const then = renamed(story, knownFrom(names, [profile.run, result.played.run]))
  return storyKey(then) === storyKey(now) ? result : play(then)
}

/** How a saved story went. */
export interface PlayedSaved extends Pick<Explored, 'finding' | 'stuck'> {
  /** The story with the names that the code under test has now. */
  readonly story: Story
  /** Says which parts of the story the code under test has no more, and what to do. */
  readonly stale: string | undefined
}

/** Plays a saved story. What cannot be played is told, and never ends the exploration. */
export async function playSaved(
  exploration: Exploration,
  prepared: Prepared,
  { path, file }: SavedStory,
): Promise<PlayedSaved> {
  const { finding, stuck, played } = await playNow(prepared, file.story, (story) =>
    explored(exploration, story, path),
  )
  exploration.savedBefore.set(path, played.story)
  const parts = finding || stuck ? { missing: [], unreached: [] } : staleIn(played, prepared.material)
  const stale = staleText(path, parts)
  if (parts.missing.length > 0) exploration.isStale = true
  if (stale !== undefined) exploration.warnings.add(stale)
  return { finding, stuck, story: played.story, stale }
}
