import { type Run, stopRun } from './run.ts'
import type { Invocation } from './scope.ts'
import { isBefore } from './timers.ts'

/**
 * Periodic work: an interval, a timeout that its own callback sets again, or a loop that sleeps. Each firing
 * is an invocation of its own.
 */
export interface Periodic {
  /** The name of its callback, or the file and line that set it. */
  readonly name: string
  readonly order: number
  /** Virtual time of its next turn, in Unix milliseconds; undefined while its work goes on. */
  at: number | undefined
  /** The milliseconds from one turn to the next. */
  every: number
  /** Whether its turns keep the phase of the first, as those of an interval do. */
  readonly keepsPhase: boolean
  /** Whether it goes on by itself: a job waits for its own interval, so no turn of that is left out. */
  readonly isBackground: boolean
  /** Begins a firing. Returns its invocation. */
  fire: () => Invocation
  /** The last firing, and where in the trace it began, until it is compared. */
  last: { readonly invocation: Invocation; readonly from: number } | undefined
  /** What the last compared firing did. */
  did: string | undefined
  /** Firings in a row that did something else than the one before. */
  different: number
  /** Milliseconds that its next firing may be late, because nothing changes. */
  gap: number
  /** Virtual time of its last firing, and the number of news then. */
  firedAt: number
  news: number
}

/** Maximum pieces of periodic work at once. */
const PERIODIC_MAX = 200

/** Firings in a row of which each does something else, after which other numbers count as the same. */
const DIFFERENT_MAX = 200

/** A clock that ticks at least this often, and itself looks whether it is time, is looked at each minute. */
const CLOCK_TICK = 1_000
const MINUTE = 60_000

/** Counts what may give periodic work something to do: steps, facts, notices, and what other work did anew. */
const newsOf = ({ step, happened, noticed, periodic }: Run): number =>
  step + happened.length + noticed.size + periodic.news

const goesOn = ({ open, waiting }: Invocation): boolean => open || waiting > 0

/** The name of new periodic work: with a number, if another goes on under the same name. */
function freeName({ periodic: { all } }: Run, wanted: string): string {
  let name = wanted
  const isTaken = (work: Periodic | undefined) =>
    work !== undefined && (work.at !== undefined || (work.last !== undefined && goesOn(work.last.invocation)))
  for (let nth = 2; isTaken(all.get(name)); nth++) name = `${wanted} ${nth}`
  return name
}

/** The periodic work of a run. */
export interface PeriodicWork {
  /** The work of the process that runs now, by name. */
  readonly all: Map<string, Periodic>
  /** The names of all that any process of the run began. */
  readonly found: Set<string>
  order: number
  /** Counts the firings that did something else than the one before. */
  news: number
  /** Counts the calls of all firings. */
  calls: number
}

/** Begins periodic work. */
export function begin(
  run: Run,
  wanted: string,
  { keepsPhase, isBackground, fire }: Pick<Periodic, 'keepsPhase' | 'isBackground' | 'fire'>,
): Periodic {
  const { all, found } = run.periodic
  const name = freeName(run, wanted)
  const work: Periodic = {
    name,
    order: run.periodic.order++,
    at: undefined,
    every: 1,
    keepsPhase,
    isBackground,
    fire,
    last: undefined,
    did: undefined,
    different: 0,
    gap: 0,
    firedAt: run.world.clock.now,
    news: -1,
  }
  if (all.size >= PERIODIC_MAX) {
    const message = `${name} would be the ${all.size + 1}st interval at once: clear those that are over`
    stopRun(run, { oracle: 'hot loop', kind: 'timers', message })
  } else {
    all.set(name, work)
    if (isBackground) found.add(name)
  }
  return work
}

/** Ends periodic work. */
export function end(run: Run, work: Periodic): void {
  work.at = undefined
  if (run.periodic.all.get(work.name) === work) run.periodic.all.delete(work.name)
}

/** Times of the clock in a text: ten digits of seconds, thirteen of milliseconds, and ISO dates. */
export const times =
  /\b1[5-9]\d{8}(?:\.\d+)?\b|\b2\d{9}\b|\b1[5-9]\d{11}\b|\b2\d{12}\b|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?/g

/** What a firing did: its calls with their answers, and its writes, without the times in them. */
function doings(run: Run, { invocation, from }: NonNullable<Periodic['last']>): string {
  const lines: string[] = []
  for (let place = from; place < run.trace.length; place++) {
    const line = run.trace[place] ?? ''
    const text = line.slice(line.indexOf(' ') + 1)
    if (text.startsWith(`${invocation.id}/`)) lines.push(text.slice(invocation.id.length))
  }
  return [...lines, ...invocation.answers].join('\n').replaceAll(times, 'time')
}

/** Compares the last firing with the one before: the gap doubles while they are the same. */
function compare(run: Run, work: Periodic): void {
  const { last } = work
  if (!last || goesOn(last.invocation)) return
  work.last = undefined
  const did = doings(run, last)
  const isSame =
    did === work.did ||
    (work.different >= DIFFERENT_MAX && did.replaceAll(/\d+/g, '0') === work.did?.replaceAll(/\d+/g, '0'))
  work.did = did
  work.different = isSame && work.different < DIFFERENT_MAX ? 0 : work.different + 1
  if (!isSame && did !== '') run.periodic.news++
  const longest = work.every <= CLOCK_TICK && did === '' ? MINUTE : Number.POSITIVE_INFINITY
  work.gap = isSame ? Math.min(longest, 2 * Math.max(work.gap, work.every)) : 0
}

/** The first turn of an interval that is not before an instant. */
const turnFrom = (at: number, every: number, from: number): number =>
  at + Math.max(0, Math.ceil((from - at) / every)) * every

/** The next whole minute of the clock, if a clock is looked at each minute. */
const wholeMinute = (instant: number): number => Math.ceil(instant / MINUTE) * MINUTE

/** When work fires in a move of time that ends at an instant: never early, and once before the end. */
function dueIn(run: Run, work: Periodic, moveEnd: number): number | undefined {
  const { at, every, keepsPhase, gap, firedAt } = work
  if (at === undefined || at > moveEnd) return at
  if (gap === 0 || !work.isBackground || work.news !== newsOf(run)) return at
  const wanted = gap === MINUTE && every <= CLOCK_TICK ? wholeMinute(firedAt + every) : firedAt + gap
  if (!keepsPhase) return Math.max(at, Math.min(wanted, moveEnd))
  const lastTurn = at + Math.floor((moveEnd - at) / every) * every
  return Math.min(turnFrom(at, every, wanted), lastTurn)
}

/** The periodic work that fires next in a move of time that ends at an instant. */
export function nextPeriodic(run: Run, moveEnd: number): { work: Periodic; at: number } | undefined {
  let next: { work: Periodic; at: number } | undefined
  for (const work of run.periodic.all.values()) {
    compare(run, work)
    const at = dueIn(run, work, moveEnd)
    if (at === undefined) continue
    if (!next || isBefore({ at, order: work.order }, { at: next.at, order: next.work.order }))
      next = { work, at }
  }
  return next
}

/** Fires periodic work now. */
export function firePeriodic(run: Run, work: Periodic): void {
  const { now } = run.world.clock
  const { at = now, every } = work
  compare(run, work)
  work.at = work.keepsPhase ? turnFrom(at, every, now + 1) : undefined
  work.firedAt = now
  work.news = newsOf(run)
  run.activity++
  const from = run.trace.length
  work.last = { invocation: work.fire(), from }
}

/** Whether periodic work has a next turn. */
export const hasTurns = ({ periodic }: Run): boolean =>
  [...periodic.all.values()].some(({ at }) => at !== undefined)
