import { MINUTE_MS } from '../../../engine/values/milliseconds.ts'
import { isLimitCode, isOutageCode } from '../../../service/contract/limit-codes.ts'
import { isOurs } from '../../run/calls/call-site.ts'
import { lineOfFrame } from '../../run/calls/caller.ts'
import { ProcessFailed } from '../../run/died.ts'
import type { ExploreOptions, RunCall } from '../../run/options/options.ts'
import { thrownText } from '../../run/points.ts'
import type { Invocation, Run } from '../../run/run.ts'
import { showedError } from '../../run/scope.ts'
import { abandoned } from '../../run/versions.ts'
import type { Ending } from '../../search/play/ending.ts'
import type { Played } from '../../search/play/play.ts'
import type { Harm } from '../../search/story/story.ts'
import { brief, difference, goneIn, mentions, unquoted } from './difference.ts'
import type { Finding } from './finding.ts'
import { forgive } from './gave-up.ts'
import { worldFinding } from './judge-world.ts'
import { isThing } from './things.ts'

/** Where the code under test threw, as files and lines; empty if no line of it is on the stack. */
interface ThrownSite {
  /** The line that threw, or that called the package which did. */
  readonly place: string
  /** The outermost line that waited for it: nothing there, or further in, caught the error. */
  readonly uncaught: string
}

/** The file and the line, without the folder: paths of copies differ. */
const shortened = (place: string): string => place.split(/[/\\]/).at(-1) ?? ''

/** Finds where a value was thrown, and where the code under test could have caught it. */
function thrownSite(thrown: unknown): ThrownSite {
  const lines = thrown instanceof Error ? String(thrown.stack).split('\n').slice(1) : []
  const inside = lines.slice(Math.max(0, lines.findIndex(isProgram)))
  // The frames below those of explore are not the program's.
  const end = inside.findIndex(isOurs)
  const places = (end < 0 ? inside : inside.slice(0, end)).filter(isProgram).map(placeOf)
  return { place: places[0] ?? '', uncaught: places.at(-1) ?? '' }
}

const isProgram = (line: string): boolean => !isOurs(line) && lineOfFrame(line) !== undefined

const placeOf = (line: string): string => shortened(lineOfFrame(line) ?? '')

/** The longest sequence of calls whose repetition is looked for, and the repetitions that prove it. */
const CYCLE_MAX = 10
const ROUNDS = 3

/** The number of calls that are shown if none repeats. */
const SHOWN = 3

/** A call without its parameters, whose secrets do not belong into a report. */
function callText({ operation, method, url, status, code }: RunCall): string {
  const answer =
    status === undefined ? 'not answered' : code === undefined ? status : `${status}, code ${code}`
  return `${operation}: ${method} ${new URL(url).pathname} → ${answer}`
}

/** The length of the sequence that the last texts repeat; undefined if they repeat none. */
function cycleOf(texts: readonly string[]): number | undefined {
  for (let length = 1; length <= CYCLE_MAX && length * ROUNDS <= texts.length; length++) {
    const tail = texts.slice(-length * ROUNDS)
    if (tail.every((text, index) => text === tail[index % length])) return length
  }
  return undefined
}

/** Tells the last calls of a run that calls without end, and which of them repeat. */
function lastCalls({ calls }: Pick<Run, 'calls'>): string[] {
  // The last call of all was stopped on its way.
  const texts = calls
    .slice(0, -1)
    .slice(-CYCLE_MAX * ROUNDS)
    .map(callText)
  if (texts.length === 0) return []
  const cycle = cycleOf(texts)
  const heading = cycle === undefined ? 'the last calls:' : 'these calls repeat:'
  return [heading, ...texts.slice(-(cycle ?? SHOWN)).map((text) => `  ${text}`)]
}

/** More calls than this, refused with a limit within a minute by one piece of work, are no back-off. */
const LIMITED_CALLS_MAX = 4

/** Codes after which a service expects a person to do something, so that work may be left undone. */
const isFinal = (harm: Harm): boolean =>
  harm.do === 'error' && !isLimitCode(harm.code) && !isOutageCode(harm.code)

const verbs: Readonly<Record<string, string>> = {
  lost: 'lost',
  twice: 'has twice',
  unexpected: 'has, unlike the baseline run,',
  differs: 'differs from the baseline run in',
}

function mirrorFinding(
  actual: Ending,
  expected: Ending,
  gone: readonly string[],
  { restless, changed }: Pick<NonNullable<Played['again']>, 'restless' | 'changed'>,
): Finding | undefined {
  for (const [name, entries] of Object.entries(actual.mirrors)) {
    if (restless.includes(name)) continue
    const kept = (texts: readonly string[] = []) => {
      const left = texts.filter((text) => !mentions(text, gone))
      // What each start of a job adds once more is as often there as jobs started.
      return changed.includes(name) ? [...new Set(left)] : left
    }
    const [here, there] = [kept(entries), kept(expected.mirrors[name])]
    const found = difference(there, here)
    if (!found) continue
    return {
      oracle: 'baseline',
      kind: `${name} ${found.how}`,
      mirror: name,
      title: `${name} ${verbs[found.how]} ${unquoted(brief(found.texts))}`,
      details: [`${name}: ${unquoted(brief(here))}`, `expected: ${unquoted(brief(there))}`],
    }
  }
  return undefined
}

/** A piece of work that went on calling after the service told it to wait, or refused its token. */
function insistence({ calls, answered }: Run): Finding | undefined {
  for (const refused of calls) {
    const { invocation, code, at, operation } = refused
    if (code === undefined || !(isLimitCode(code) || code === 190)) continue
    // Calls that were sent before the answer arrived could not know of it.
    const later = calls.slice(answered.get(refused) ?? calls.length)
    const again = later.filter(
      (call) => call.invocation === invocation && call.code === code && call.at < at + MINUTE_MS,
    )
    if (again.length < LIMITED_CALLS_MAX) continue
    const job = invocation.split('#')[0]
    const isToken = code === 190
    return {
      oracle: isToken ? 'after 190' : 'limits',
      kind: `${job} ${isToken ? 190 : 'limit'}`,
      title: isToken
        ? `${job} went on calling ${operation} with a token that was refused`
        : `${job} went on calling ${operation} although its limit was reached`,
      details: [
        `${again.length + 1} calls within a minute were answered with code ${code}, ` +
          'not counting those that were sent before its first answer arrived',
      ],
    }
  }
  return undefined
}

/** Whether an invocation threw while a call of it was late: a limit of time may have been over. */
const wasLate = ({ lateSince, error }: Invocation): boolean =>
  lateSince !== undefined && error !== undefined && error.at > lateSince

/** Whether something went wrong in an invocation or, as for a circuit breaker, earlier in its process. */
const wasTroubled = ({ invocations }: Run, failed: Invocation, place: number): boolean =>
  wasLate(failed) ||
  invocations.slice(0, place + 1).some((other) => other.troubled && other.epoch === failed.epoch)

/** A finding of an error that nobody caught. One missing `catch` is one cause, wherever the error began. */
function uncaught(thrown: unknown, title: string, who: string): Finding {
  const { place, uncaught: where } = thrownSite(thrown)
  return {
    oracle: 'unhandled',
    kind: `unhandled ${where === '' ? who : where}`,
    title,
    place,
    details: where === place ? [place] : [`${place}, not caught at ${where}`],
  }
}

/** A command that showed an error because it published media that were still processed. */
function tooEarly(run: Run): Finding | undefined {
  const failed = run.invocations.find(
    (invocation, index) =>
      invocation.tooEarly && showedError(invocation) && !wasTroubled(run, invocation, index),
  )
  return (
    failed && {
      oracle: 'unhandled',
      kind: `too early ${failed.name}`,
      title: `${failed.id} showed an error: it published media that were still processed`,
      details: ['a container must be read until its status_code is FINISHED'],
    }
  )
}

function crash(run: Run): Finding | undefined {
  for (const thrown of run.unhandled)
    return uncaught(thrown, `a rejection was not handled: ${thrownText(thrown)}`, 'rejection')
  const failed = run.invocations.find(
    (invocation, index) => invocation.error && !wasTroubled(run, invocation, index),
  )
  if (!failed) return tooEarly(run)
  const thrown = failed.error?.thrown
  if (thrown instanceof ProcessFailed)
    return {
      oracle: 'exit',
      kind: `exit ${failed.name}`,
      title: `${failed.id} ${thrown.message}, although nothing went wrong in it`,
      details: [],
    }
  const isOvertaken = [...run.acted].some(({ harm }) => harm.do.endsWith(' late'))
  const why = isOvertaken ? 'calls were only overtaken by other work' : 'nothing went wrong'
  const title = `${failed.id} threw, although ${why}: ${thrownText(thrown)}`
  return uncaught(thrown, title, failed.name)
}

function repeated({ again }: Played): Finding | undefined {
  if (!again) return undefined
  const [write] = again.writes
  if (write !== undefined)
    return {
      oracle: 'again',
      kind: `again ${write}`,
      title: `one more start of the jobs, with nothing to do, called ${write}`,
      details: [],
    }
  const [mirror] = again.changed
  if (mirror === undefined) return undefined
  const title = `one more start of the jobs, with nothing to do, changed ${mirror}`
  return { oracle: 'again', kind: `again ${mirror}`, title, details: [] }
}

/** Judges a run by itself. */
function judgeAlone(played: Played): Finding | undefined {
  const { run, lawBroken } = played
  if (run.stop)
    return {
      oracle: run.stop.oracle,
      kind: `${run.stop.oracle} ${run.stop.kind}`,
      title: run.stop.message,
      details: run.stop.oracle === 'hot loop' ? lastCalls(run) : [],
    }
  if (lawBroken)
    return {
      oracle: 'invariant',
      kind: `invariant ${lawBroken.law}`,
      title: `"${lawBroken.law}" does not hold: ${lawBroken.message}`,
      details: [],
    }
  return crash(run) ?? insistence(run)
}

/** A finding of the baseline run of the same facts: it is a legal run too. */
const ofBaseline = (finding: Finding | undefined): Finding | undefined =>
  finding && { ...finding, title: `in the baseline run of the same facts, ${finding.title}` }

/** Whether a text is the id of a row that owns others, such as a page. */
function isOwner({ world, facts }: Run, text: string): boolean {
  const row = /^\d{15,}$/.test(text) ? world.state.graph.rows.get(Number(text)) : undefined
  return row !== undefined && !isThing(row, { facts })
}

/** The mirrors and members that a comparison leaves out. */
interface JudgeOptions {
  readonly gaveUp?: ExploreOptions['gaveUp']
  /** Mirrors that differ between baseline runs of the same facts. */
  readonly restless?: Iterable<string>
}

/** Compares how two runs of the same facts ended. */
function baselineFinding(
  played: Played,
  baseline: Played,
  { gaveUp, restless: known = [] }: JudgeOptions,
): Finding | undefined {
  if (!played.ending || !baseline.ending) return undefined
  const gone = goneIn(played, baseline)
  const restless = [
    ...known,
    ...(baseline.again?.restless ?? []),
    ...abandoned(baseline.tables, baseline.run),
  ]
  const changed = baseline.again?.changed ?? []
  // Code may give up only after something went wrong.
  const isTroubled = played.run.acted.size > 0
  const { actual, expected, live } = isTroubled
    ? forgive(played.ending, baseline.ending, (text) => isOwner(played.run, text), gaveUp)
    : { actual: played.ending, expected: baseline.ending, live: undefined }
  if (live) return live
  return mirrorFinding(actual, expected, gone, { restless, changed }) ?? worldFinding(actual, expected, gone)
}

/** Judges a run, and compares how it ended with the baseline run of the same facts. */
export function judge(played: Played, baseline: Played, options: JudgeOptions = {}): Finding | undefined {
  const alone = judgeAlone(played) ?? ofBaseline(judgeAlone(baseline))
  if (alone) return alone
  // A person has to do something first: work that is not done yet is no loss.
  const waitsForPerson = [...played.run.acted].some(({ harm }) => isFinal(harm))
  return (waitsForPerson ? undefined : baselineFinding(played, baseline, options)) ?? repeated(played)
}
