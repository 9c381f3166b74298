import { type CallSite, callSite } from '../run/calls/call-site.ts'
import { ProcessDied } from '../run/died.ts'
import { noteUncaught } from '../run/instance.ts'
import { stopByOther } from '../run/outside-work.ts'
import type { Periodic, Scope } from '../run/run.ts'
import { isDead, isOutside, resume, scopes } from '../run/scope.ts'
import { enter } from '../run/slots.ts'
import { stopRun } from '../run/trace.ts'
import { beginWork, endWork, setTurn } from './periodic.ts'
import { type Named, workName } from './work-name.ts'

/** Timers that wait at once in a run, at most. */
const WAITING_MAX = 10_000

/** What a timer calls. */
export type Callback = () => unknown

/** The timers that one line sets in one scope. */
export interface TimerSite extends CallSite {
  /** Those that wait, and how many have fired. */
  waiting: number
  over: number
  /** The periodic work that they turned out to be: more than one if loops run beside each other. */
  readonly works: Set<Periodic>
}

/** What the code under test asks of a timer. */
export interface TimerOrder {
  readonly scope: Scope
  readonly callback: Callback
  /** Milliseconds. */
  readonly wait: number
  readonly isInterval: boolean
  /** Whether its invocation waits for it. */
  readonly counted: boolean
  /** What the program passed: periodic work has its name. */
  readonly named: Named
  /** Undefined if the timer is part of work that goes on, such as a job. */
  readonly site: TimerSite | undefined
}

/** Cancels a timer; returns whether it was still to fire. */
export type StopTimer = () => boolean

const notThere: StopTimer = () => false

/** Whether a run takes one more timer. Throws if too many wait: a loop that sets them has to end. */
function mayWait({ scope: { run, invocation }, site }: TimerOrder): boolean {
  if (run.timers.size < WAITING_MAX) return !run.stop
  const where = site ? ` at ${site.place}` : ''
  const message = `${invocation.id} set a timer${where} while ${WAITING_MAX} others waited`
  stopRun(run, { oracle: 'hot loop', kind: 'timers', message })
  throw new ProcessDied()
}

/** Calls a callback of a timer. What it throws would end a real process. */
function fireIn(scope: Scope, callback: Callback): void {
  enter(scope.run, scope.invocation)
  try {
    scopes.run(scope, callback)
  } catch (thrown) {
    const { run, invocation } = scope
    if (isOutside(invocation)) stopByOther(run, invocation.name, thrown)
    else noteUncaught(run, thrown, 'uncaughtException')
  }
}

/**
 * Whether timers of a scope may be periodic work: those of a process, or that outlive the job or command
 * which set them. A job that sleeps between two calls is one piece of work.
 */
const isBackground = ({ invocation }: Scope): boolean => invocation.isProcess === true || !invocation.open

/** Packages that make up for each turn that was missed, one after the other, when a machine has slept. */
const makesUp: ReadonlySet<string> = new Set(['node-schedule'])

/** The periodic work whose next turn a timer is; undefined if it fires once, as far as is known. */
function workOf({ scope, callback, isInterval, named, site }: TimerOrder): Periodic | undefined {
  if (!site) return undefined
  if (!isInterval) for (const work of site.works) if (work.at === undefined) return work
  if (!isBackground(scope)) return undefined
  // As many have fired as wait, and one more: the line sets its timers again.
  if (!isInterval && site.over <= site.waiting) return undefined
  const work = beginWork(scope, workName(scope.run, named, { ...site, isInterval }), {
    place: site.place,
    keepsPhase: isInterval,
    callback,
  })
  if (!work) return undefined
  site.works.add(work)
  work.catchesUp = site.packages.some((name) => makesUp.has(name))
  return work
}

/** Sets a timer. `again` sets an interval for its next turn. */
export function arm(order: TimerOrder, at: number, again: () => void): StopTimer {
  const { scope, wait, callback, site } = order
  const { run } = scope
  if (isDead(scope) || !mayWait(order)) return notThere
  run.activity++
  for (const name of site?.packages ?? []) run.periodic.packages.add(name)
  const work = workOf(order)
  if (!work) return armOnce(order, at, again)
  setTurn(work, { at, every: wait, callback })
  return () => {
    if (work.at === undefined || work.callback !== callback) return false
    site?.works.delete(work)
    endWork(run, work)
    return true
  }
}

/** Sets a timer that fires once, or an interval of work that goes on. */
function armOnce(order: TimerOrder, at: number, again: () => void): StopTimer {
  const { scope, callback, isInterval, counted, site } = order
  const { run, invocation } = scope
  const count = (by: 1 | -1) => {
    if (site) site.waiting += by
    if (counted) invocation.waiting += by
  }
  const fire = () => {
    count(-1)
    if (site) site.over++
    resume(invocation)
    if (isInterval) again()
    fireIn(scope, callback)
  }
  count(1)
  const timer = run.timers.add({ invocation, at, counted, place: site?.place, fire })
  return () => {
    const removed = run.timers.remove(timer)
    if (removed) count(-1)
    return removed
  }
}

const sites = new WeakMap<Scope, Map<string, TimerSite>>()

/** A site that no timer was set at yet: that of the line that runs now, if none is given. */
export const newSite = (site: CallSite = callSite()): TimerSite => ({
  ...site,
  waiting: 0,
  over: 0,
  works: new Set(),
})

/**
 * The timers of a place, by default that of the line that runs now; undefined within a job, a command or a
 * notice that goes on.
 */
export function siteOf(scope: Scope, place?: CallSite): TimerSite | undefined {
  if (isDead(scope) || scope.run.stop || !(scope.invocation.isTurn || isBackground(scope))) return undefined
  const ofScope = sites.get(scope) ?? new Map<string, TimerSite>()
  sites.set(scope, ofScope)
  const site = place ?? callSite()
  const found = ofScope.get(site.key) ?? newSite(site)
  ofScope.set(site.key, found)
  return found
}
