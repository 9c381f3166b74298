import { MINUTE_MS } from '../../engine/values/milliseconds.ts'
import { withoutTimes } from '../run/calls/without-times.ts'
import { noteUncaught } from '../run/instance.ts'
import type { Invocation, Periodic, Run, Scope } from '../run/run.ts'
import { scopes } from '../run/scope.ts'
import { allWorks, enter, slotOf } from '../run/slots.ts'
import { stopRun } from '../run/trace.ts'
import { createTurn } from '../run/turn.ts'
import { noteWork } from '../run/watchdog.ts'

/** Maximum pieces of periodic work at once. */
const PERIODIC_MAX = 1_000

/** Kinds of turns that are remembered: a loop over a few accounts does something else in each turn. */
const DID_MAX = 16

/** Turns in a row of which each does something new, after which other numbers count as the same. */
const DIFFERENT_MAX = 100

/**
 * A clock that ticks this often, and itself looks whether it is time, is looked at each minute, until
 * nothing was new for a day and an hour: what it starts each day was seen then.
 */
const CLOCK_TICK = 1_000
const CLOCK_WATCH = 25 * 60 * MINUTE_MS

/** Work with shorter intervals keeps the processor busy: no turn is left out, and it counts as a hot loop. */
const BUSY = 10

/** Counts what may give periodic work something to do: steps, facts, notices, and new acts of other work. */
const newsOf = ({ step, happened, noticed, periodic }: Run): number =>
  step + happened.length + noticed.size + periodic.news

const goesOn = ({ open, waiting }: Invocation): boolean => open || waiting > 0

type Works = ReadonlyMap<string, Periodic>

/** The last number that each name was given, until one of the pieces of work with a number ends. */
const numbers = new WeakMap<Works, Map<string, number>>()

/** The name of new periodic work: with a number, if other work has it. */
function freeName(works: Works, wanted: string): string {
  if (!works.has(wanted)) return wanted
  const taken = numbers.get(works) ?? new Map<string, number>()
  numbers.set(works, taken)
  const last = taken.get(wanted) ?? 1
  // A death ends all work at once.
  let nth = works.has(`${wanted} ${last}`) ? last + 1 : 2
  while (works.has(`${wanted} ${nth}`)) nth++
  taken.set(wanted, nth)
  return `${wanted} ${nth}`
}

/** Begins periodic work. Undefined if there is too much of it. */
export function beginWork(
  scope: Scope,
  wanted: string,
  { place, keepsPhase, callback }: Pick<Periodic, 'place' | 'keepsPhase' | 'callback'>,
): Periodic | undefined {
  const { run } = scope
  const { works } = slotOf(run, scope.invocation.epoch) ?? run.slot
  if (works.size >= PERIODIC_MAX) {
    const message =
      `${wanted} at ${place} is one of more than ${PERIODIC_MAX} intervals at once: ` +
      'clear those that are over'
    stopRun(run, { oracle: 'hot loop', kind: 'timers', message })
    return undefined
  }
  const name = freeName(works, wanted)
  const work: Periodic = {
    name,
    place,
    order: run.periodic.order++,
    keepsPhase,
    scope,
    at: undefined,
    every: 1,
    callback,
    last: undefined,
    did: [],
    different: 0,
    gap: 0,
    catchesUp: false,
    firedAt: run.world.clock.now,
    news: -1,
    quietSince: run.world.clock.now,
  }
  works.set(name, work)
  if (!run.periodic.found.has(name)) run.periodic.found.set(name, place)
  return work
}

/** Ends periodic work. */
export function endWork({ slots }: Run, work: Periodic): void {
  work.at = undefined
  for (const { works } of slots) {
    if (works.get(work.name) !== work) continue
    works.delete(work.name)
    numbers.delete(works)
  }
}

/** What a turn did: its calls with their answers, and its writes, without the times in them. */
function doings(run: Run, { turn, from }: NonNullable<Periodic['last']>): string {
  if (turn.counts.size === 0) return ''
  const place = `${turn.id}/`
  const lines = run.trace
    .slice(from)
    .map((line) => line.slice(line.indexOf(' ') + 1))
    .filter((text) => text.startsWith(place))
  return withoutTimes([...lines.map((text) => text.slice(place.length)), ...turn.answers].join('\n'))
}

/** Compares the last turn with those before it: the gap doubles while they do nothing new. */
function compare(run: Run, work: Periodic): void {
  const { last } = work
  if (!last || goesOn(last.turn)) return
  work.last = undefined
  const made = last.turn.effective && run.world.state.graph.nextId !== last.nextId
  const exact = doings(run, last)
  const did = work.different >= DIFFERENT_MAX ? exact.replaceAll(/\d+/g, '0') : exact
  const isSame = !made && work.did.includes(did)
  if (isSame) work.gap = 2 * Math.max(work.gap, work.every)
  else {
    work.gap = 0
    work.different++
    work.did.push(did)
    if (work.did.length > DID_MAX) work.did.shift()
    if (did !== '') run.periodic.news++
  }
  if (work.catchesUp) work.gap = 0
  const isClock = work.every <= CLOCK_TICK && did === '' && work.firedAt - work.quietSince < CLOCK_WATCH
  if (isClock) work.gap = Math.min(MINUTE_MS, work.gap)
}

/**
 * Sets the next turn of work. Work that was late and asks for its next turn at once makes up for those that
 * were left out: from then on none is.
 */
export function setTurn(
  work: Periodic,
  next: Pick<Periodic, 'callback'> & { at: number; every: number },
): void {
  if (!work.keepsPhase && work.gap > 0 && next.every < BUSY) work.catchesUp = true
  Object.assign(work, next)
}

/** The first turn of an interval that is not before an instant. */
const turnFrom = (at: number, every: number, from: number): number =>
  at + Math.max(0, Math.ceil((from - at) / every)) * every

/** When a late turn is wanted: a clock that ticks is looked at on the whole minute. */
const wantedAt = ({ every, gap, firedAt }: Periodic): number =>
  gap === MINUTE_MS && every <= CLOCK_TICK
    ? Math.ceil((firedAt + every) / MINUTE_MS) * MINUTE_MS
    : firedAt + gap

/** When work takes its next turn in a move of time to an instant: never early, and once before its end. */
function dueIn(run: Run, work: Periodic, moveEnd: number): number | undefined {
  const { at, every, keepsPhase, gap } = work
  if (at === undefined || at > moveEnd) return at
  if (gap === 0 || every < BUSY || work.news !== newsOf(run)) return at
  const wanted = wantedAt(work)
  if (!keepsPhase) return Math.max(at, Math.min(wanted, moveEnd))
  const lastTurn = at + Math.floor((moveEnd - at) / every) * every
  return Math.min(turnFrom(at, every, wanted), lastTurn)
}

/** The periodic work that takes the next turn in a move of time that ends at an instant. */
export function nextPeriodic(run: Run, moveEnd: number): { work: Periodic; at: number } | undefined {
  for (const work of allWorks(run)) compare(run, work)
  let next: { work: Periodic; at: number } | undefined
  for (const work of allWorks(run)) {
    const at = dueIn(run, work, moveEnd)
    if (at === undefined) continue
    const isNext = !next || at < next.at || (at === next.at && work.order < next.work.order)
    if (isNext) next = { work, at }
  }
  return next
}

/**
 * Notes that the clock moves on. Turns that are left out are legal because a machine may sleep: from the
 * first of them on, its monotonic clock stands still.
 */
export function clockMoves(run: Run, to: number): void {
  for (const slot of run.slots) {
    let first = to
    for (const { at } of slot.works.values()) if (at !== undefined && at < first) first = at
    slot.slept += to - Math.max(first, run.world.clock.now)
  }
}

/** Lets periodic work take a turn now. Returns the place that set it. */
export function firePeriodic(run: Run, work: Periodic): string {
  const { now } = run.world.clock
  const { at = now, every, scope, callback } = work
  compare(run, work)
  work.at = work.keepsPhase ? turnFrom(at, every, now + 1) : undefined
  work.firedAt = now
  const news = newsOf(run)
  if (news !== work.news) work.quietSince = now
  work.news = news
  run.activity++
  enter(run, scope.invocation)
  noteWork(work.name)
  const turn = createTurn(run, work.name, scope)
  work.last = { turn, from: run.trace.length, nextId: run.world.state.graph.nextId }
  scope.invocation = turn
  try {
    const result = scopes.run(scope, callback)
    if (result instanceof Promise) turn.result = result
  } catch (thrown) {
    noteUncaught(run, thrown, 'uncaughtException')
  }
  return work.place
}

/** Whether periodic work has a next turn. */
export const hasTurns = ({ slots }: Run): boolean =>
  slots.some(({ works }) => [...works.values()].some(({ at }) => at !== undefined))
