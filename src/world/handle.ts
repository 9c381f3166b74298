import { LATEST, nextTask, type Task } from '../engine/clock.ts'
import { beginHistory, type History, recordInput } from '../engine/history.ts'
import { isSpent, type Step } from '../engine/machine.ts'
import type { State, WorldEvent } from '../engine/state.ts'
import type { Policy } from '../graph/policy.ts'
import type { CallAnswer } from '../graph/service.ts'
import { policyOf, service } from '../machine/service-machine.ts'
import { type CoverageCounts, countStep, newCounts } from './coverage.ts'
import { checkResult } from './invariants.ts'
import { answeredFromPast } from './stale.ts'

/** What one world holds: the state it is in, how it came there, and what its user chose. */
export interface Handle {
  state: State
  history: History | undefined
  /** Where `reset` leads. */
  baseline: State
  readonly settings: Settings
  /** The counts of its coverage, which forks share. */
  readonly counts: CoverageCounts
  /** Another object after each reset, by which what began before one is told. */
  readonly life: object
}

/** What a user chooses of a world that is no part of its state. */
export interface Settings {
  readonly baseUrl: string
  readonly webUrl: string
  /** Milliseconds of virtual time added after each call. */
  readonly autoTick: number
  readonly keepsHistory: boolean
  readonly checks: boolean
}

/** Holds a world that begins in this state. */
export function hold(state: State, settings: Settings): Handle {
  return {
    state,
    settings,
    life: {},
    counts: newCounts(),
    baseline: state,
    history: settings.keepsHistory ? beginHistory(state) : undefined,
  }
}

/** Takes one input as it is, and notes it. */
export function feed(handle: Handle, input: unknown): Step<CallAnswer> {
  const before = handle.state
  const step = service.step(before, input)
  handle.state = step.state
  if (handle.history) recordInput(handle.history, step.input, before, step.state)
  if (handle.settings.checks) checkResult(step)
  countStep(handle.counts, step)
  return step
}

/** What each task that fired emitted. Whole steps would keep every state on the way alive. */
export type Fired = (readonly WorldEvent[])[]

/** The task that is due first; none in a world that takes no more inputs. */
export const nextDue = ({ state }: Handle): Task | undefined =>
  isSpent(state) ? undefined : nextTask(state.graph)

/** Runs what is due by now: work never runs inside another input, so it runs before it. */
export function settle(handle: Handle): Fired {
  const fired: Fired = []
  for (let due = nextDue(handle); due && due.at <= handle.state.graph.now; due = nextDue(handle)) {
    fired.push(feed(handle, { type: 'tick' }).events)
  }
  return fired
}

/** Takes an input of a user: what is due runs before it and after it. */
export function take(handle: Handle, input: object): Step<CallAnswer> {
  settle(handle)
  const step = feed(handle, input)
  settle(handle)
  return step
}

/** Milliseconds that faults let pass before an answer, those of the calls of a batch included. */
const latencyOf = ({ latency = 0, parts = [] }: CallAnswer): number =>
  parts.reduce((sum, { answer }) => sum + (answer ? latencyOf(answer) : 0), latency)

/**
 * Takes a call, then lets the time of faults and `autoTick` pass, but not beyond the end of time. A stale
 * read is answered from the history.
 */
export function takeCall(handle: Handle, input: object): Step<CallAnswer> {
  settle(handle)
  const before = handle.state
  const step = feed(handle, input)
  const { history, baseline, settings } = handle
  const { answer } = step
  const isStale = answer?.staleBy !== undefined && history
  const answered = isStale ? answeredFromPast(step, answer.staleBy, { history, baseline }, before) : step
  settle(handle)
  const wait = settings.autoTick + (answer ? latencyOf(answer) : 0)
  if (wait > 0) advanceTo(handle, Math.min(handle.state.graph.now + wait, LATEST))
  return answered
}

/** Moves time to an instant: every due task on the way fires at its own instant first. */
export function advanceTo(handle: Handle, to: number): Fired {
  if (to > LATEST) throw new RangeError('Time ends with the year 9999')
  const fired = settle(handle)
  for (let due = nextDue(handle); due && due.at <= to; due = nextDue(handle)) {
    fired.push(feed(handle, { type: 'tick' }).events)
  }
  if (to > handle.state.graph.now) feed(handle, { type: 'advance', to })
  return fired
}

/** The policy in force. */
export const policyIn = ({ state }: Handle): Policy => policyOf(state.graph.settings)
