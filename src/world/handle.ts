import { LATEST, nextTask, type Task } from '../engine/clock.ts'
import { beginHistory, type History, recordInput } from '../engine/history.ts'
import { isSpent } from '../engine/machine.ts'
import type { WorldEvent } from '../engine/state.ts'
import type { ServiceState, ServiceStep } from '../graph/context.ts'
import type { Policy } from '../graph/policy.ts'
import { service } from '../machine/service-machine.ts'
import { checkResult } from './invariants.ts'

/** What one world holds: the state it is in, how it came there, and what its user chose. */
export interface Handle {
  state: ServiceState
  history: History<ServiceState> | undefined
  /** Where `reset` leads. */
  baseline: ServiceState
  readonly settings: Settings
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
export function hold(state: ServiceState, settings: Settings): Handle {
  return {
    state,
    settings,
    life: {},
    baseline: state,
    history: settings.keepsHistory ? beginHistory(state) : undefined,
  }
}

/** Takes one input as it is, and notes it. */
export function feed(handle: Handle, input: unknown): ServiceStep {
  const before = handle.state
  const step = service.step(before, input)
  handle.state = step.state
  if (handle.history) recordInput(handle.history, step.input, before, step.state)
  if (handle.settings.checks) checkResult(step)
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
export function take(handle: Handle, input: object): ServiceStep {
  settle(handle)
  const step = feed(handle, input)
  settle(handle)
  return step
}

/** Takes a call, then lets `autoTick` of time pass, but not beyond the end of time. */
export function takeCall(handle: Handle, input: object): ServiceStep {
  const step = take(handle, input)
  const { autoTick } = handle.settings
  if (autoTick > 0) advanceTo(handle, Math.min(handle.state.graph.now + autoTick, LATEST))
  return step
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
export const policyIn = ({ state }: Handle): Policy => state.graph.settings
