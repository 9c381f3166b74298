import type { Json } from '../../engine/values/guard.ts'
import type { RunCall } from '../run/options/options.ts'
import type { Run } from '../run/run.ts'
import { markOf, readLine, stepBegun } from '../run/trace.ts'
import { writtenAt } from '../run/write-kinds.ts'
import { replaceIds } from '../search/play/ending.ts'
import type { Played } from '../search/play/play.ts'
import { brief, lacking, unquoted } from './judge/difference.ts'
import type { Finding } from './judge/finding.ts'
import { isThing } from './judge/things.ts'
import { namedText } from './judge/told.ts'
import { markText, repeatedTexts, stepTexts } from './text.ts'

/** An instant in UTC, such as `2026-01-15 09:00:00`. */
const instantText = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')

const isSecret = (name: string): boolean => /token|secret|proof/.test(name)

/** A call with its parameters, without the secrets among them, and the answer. */
function callText({ invocation, method, url, params, status, code, received, operation }: RunCall): string {
  const shown = Object.entries(params).filter(([name]) => !isSecret(name))
  const values = shown.length === 0 ? '' : ` ${JSON.stringify(Object.fromEntries<Json>(shown))}`
  const answer = `${status}${code === undefined ? '' : `, code ${code}`}`
  const fate = received ? '' : ', which never arrives'
  return `${invocation} calls ${operation}: ${method} ${new URL(url).pathname}${values} → ${answer}${fate}`
}

/** The context of the lines of a run: names for ids, and calls by their places. */
interface Teller {
  readonly run: Run
  readonly headings: readonly string[]
  readonly calls: ReadonlyMap<string, RunCall>
  readonly labels: ReadonlyMap<number, string>
}

function tellerOf({ run }: Played, headings: readonly string[]): Teller {
  return {
    run,
    headings,
    calls: new Map(run.calls.map((call) => [`${call.invocation}/${call.operation}/${call.nth}`, call])),
    labels: labelsOf(run),
  }
}

/**
 * The names of the rows of a run, by id. A thing that was there before, such as a lead, keeps its id: that is
 * what the mirrors hold of it.
 */
function labelsOf({ world: { names, state }, labels, facts }: Run): Map<number, string> {
  const owners = Object.entries(names ?? {})
    .filter(([, id]) => /^\d{15,}$/.test(id))
    .map(([name, id]) => [Number(id), name] as const)
    .filter(([id]) => !isThing(state.graph.rows.get(id), { facts }))
  return new Map([...owners, ...labels])
}

/** A text with the names of rows in place of their ids. */
const withNames = (text: string, labels: ReadonlyMap<number, string>): string =>
  replaceIds(text, { labels, firstId: Number.POSITIVE_INFINITY })

/** The heading that a line of the trace begins, if it begins one. */
function headingOf(text: string, { headings, run }: Teller): string | undefined {
  if (text === 'the faults stop') return `The faults stop, and ${run.calmText}.`
  if (text === 'the jobs start once more') return 'The jobs start once more.'
  const step = stepBegun(text)
  return step === undefined ? undefined : `${step}. ${headings[step - 1]}`
}

/** One line of the trace, for people. */
function lineText(line: string, teller: Teller): string {
  const { run, calls, labels } = teller
  const { at, text } = readLine(line)
  const heading = headingOf(text, teller)
  if (heading !== undefined) return heading
  const mark = markOf(run, text)
  if (mark) return `  ${' '.repeat(instantText(at).length)}  ${markText(mark, run.facts)}`
  const [, place = ''] = /^(.+?#\d+\/[^/ ]+\/\d+) /.exec(text) ?? []
  const call = calls.get(place)
  const target = writtenAt(place)
  const told = call
    ? callText(call)
    : target === undefined
      ? text
      : text.replace(/^(.+?)\/[^/ ]+\/\d+ /, `$1 writes to ${target}: `)
  return `  ${instantText(at)}  ${withNames(told, labels)}`
}

/** The lines of a run with each mark once: one that lasts acts at many calls, whose answers show it. */
const withoutRepeatedMarks = (trace: readonly string[]): string[] => {
  const shown = new Set<string>()
  return trace.filter((line) => {
    const { text } = readLine(line)
    if (!text.startsWith('mark ')) return true
    const isNew = !shown.has(text)
    shown.add(text)
    return isNew
  })
}

const isStart = (line: string): boolean => / starts(?: in process \d)?$/.test(line)

/** Equal for the lines of two starts that did the same at different times. */
const sameness = (lines: readonly string[]): string =>
  lines.map((line) => line.slice(22).replace(/#\d+/, '')).join('\n')

/** Tells a start that did the same as the one before it in one line. */
function shortened(lines: readonly string[]): string[] {
  const groups: string[][] = []
  for (const line of lines) {
    const last = groups.at(-1)
    if (last && !isStart(line) && line.startsWith(' ')) last.push(line)
    else groups.push([line])
  }
  return groups.flatMap((group, index) => {
    const isSame = group.length > 1 && sameness(group) === sameness(groups[index - 1] ?? [])
    return isSame ? [`${group[0]}, and does the same`] : group
  })
}

/** The contents of each mirror at the end, and their difference from the baseline run. */
function mirrorLines({ ending, run }: Played, baseline: Played | undefined): string[] {
  const labels = labelsOf(run)
  return Object.entries(ending?.mirrors ?? {}).flatMap(([name, here]) => {
    const there = baseline?.ending?.mirrors[name]
    const line = (title: string, texts: readonly string[]) =>
      `  ${title}: ${withNames(unquoted(brief(texts)), labels)}`
    if (!there) return [line(name, here)]
    const [missing, extra] = [lacking(there, here), lacking(here, there)]
    return [
      line(name, here),
      ...(missing.length + extra.length === 0 ? ['    as in the baseline run'] : []),
      ...(missing.length > 0 ? [line('  only in the baseline run', missing)] : []),
      ...(extra.length > 0 ? [line('  only in this run', extra)] : []),
    ]
  })
}

/** Says which things the ids in lines are, as the title of a finding names them. */
function legendLines({ run }: Played, lines: readonly string[]): string[] {
  const ids = lines.flatMap((line) => line.match(/\d{15,}/g) ?? [])
  return [...new Set(ids)]
    .map((id) => [id, namedText(id, run)] as const)
    .filter(([id, name]) => name !== id)
    .map(([id, name]) => `  ${id} is ${name}`)
}

const errorLines = ({ run }: Played): string[] =>
  run.invocations
    .filter(({ error }) => error !== undefined)
    .map(({ id, error }) => `  ${id} threw ${String(error?.thrown)}`)

/** The marks whose places the run did not reach. */
const unusedLines = ({ story, run }: Played): string[] =>
  story.marks
    .filter((mark) => !run.acted.has(mark))
    .map((mark) => `  without effect, because the run never came there: ${markText(mark, run.facts)}`)

/** Whether a run passed, and if not, what was wrong. */
export function verdictLines({ run }: Played, finding: Finding | undefined): string[] {
  if (run.stuck) return [`? ${run.stuck}`]
  if (!finding) return ['✓ The story passes.']
  const labels = labelsOf(run)
  const details = finding.details.filter((line) => line !== '').map((line) => `  ${withNames(line, labels)}`)
  return [`✗ ${withNames(finding.title, labels)} (${finding.oracle})`, ...details]
}

/**
 * Tells a run step by step: what happened, each call with its answer, each write, each mark, and what it had
 * at the end.
 *
 * @param baseline The run with which the end is compared; undefined if there is none.
 * @param headings The steps of the run as sentences.
 */
export function timelineLines(
  played: Played,
  baseline: Played | undefined,
  headings: readonly string[] = stepTexts(played.story, played.run.facts),
): string[] {
  const teller = tellerOf(played, headings)
  const mirrors = mirrorLines(played, baseline)
  return [
    'The process starts.',
    ...shortened(withoutRepeatedMarks(played.run.trace).map((line) => lineText(line, teller))),
    'The end.',
    ...mirrors,
    ...legendLines(played, mirrors),
    ...errorLines(played),
    ...repeatedTexts(played),
    ...unusedLines(played),
  ]
}

/** Tells a run step by step, and whether it passed. */
export const timelineText = (
  played: Played,
  baseline: Played | undefined,
  finding: Finding | undefined,
): string => [...timelineLines(played, baseline), ...verdictLines(played, finding)].join('\n')
