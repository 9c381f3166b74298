import { shown } from '../../service/values/scalars.ts'
import { instantAfter } from '../../world/time/durations.ts'
import { secondsProblem } from '../../world/time/time.ts'
import type { Calendar } from '../load/calendar.ts'
import { recordSpan } from './context.ts'
import { abandonSeat, requestSeat, resourceNamed, type Seat } from './resources.ts'
import {
  type Condition,
  nowOf,
  type QueueEntry,
  type RunningActor,
  type Simulation,
  scheduleEntry,
} from './simulation.ts'
import { type AnyOf, kindOfWait, type Until, type WaitResult } from './waits.ts'

/** What happens when a wait ends. */
interface Waiting {
  /** Is called when the wait has been decided: the actor goes on at this instant. */
  readonly won: () => void
  readonly wake: (answer: WaitResult) => void
}

/** Ends a wait before its time. */
type Withdraw = () => void

/** Throws a TypeError about a wait that an actor yielded. */
function refuseWait(run: Simulation, { name }: RunningActor, wait: unknown, problem: string): never {
  const got = typeof wait === 'number' || typeof wait === 'function' ? String(wait) : shown(wait)
  throw new TypeError(
    `${name} at ${new Date(nowOf(run)).toISOString()} yielded ${got}. ${problem}: an actor yields a ` +
      `duration such ` +
      "as '4h', until(…), any([…]), a calendar, or a request of a resource",
  )
}

function instantOfDuration(run: Simulation, actor: RunningActor, wait: never): number {
  try {
    return instantAfter(nowOf(run), wait)
  } catch (error) {
    return refuseWait(run, actor, wait, error instanceof Error ? error.message : 'It is no wait')
  }
}

/** Waits for an instant. */
function waitFor(run: Simulation, at: number, answer: boolean, { won, wake }: Waiting): QueueEntry {
  return scheduleEntry(run, at, () => {
    won()
    wake(answer)
  })
}

const cancel =
  (entry: QueueEntry | undefined): Withdraw =>
  () => {
    if (entry) entry.cancelled = true
  }

/** Begins a wait of an actor. Returns how it is withdrawn. */
export function beginWait(run: Simulation, actor: RunningActor, what: unknown, waiting: Waiting): Withdraw {
  const kind = kindOfWait(what)
  // `kindOfWait` has told which of the waits it is.
  if (kind === 'request') return waitForSeat(run, actor, what as Seat, waiting)
  if (kind === 'until') return waitUntil(run, actor, what as Until, waiting)
  if (kind === 'any') return waitForFirst(run, actor, what as AnyOf, waiting)
  const at =
    kind === 'calendar' ? (what as Calendar).after(nowOf(run)) : instantOfDuration(run, actor, what as never)
  return cancel(waitFor(run, at, true, waiting))
}

function waitForFirst(run: Simulation, actor: RunningActor, { waits }: AnyOf, waiting: Waiting): Withdraw {
  const withdrawals: Withdraw[] = []
  const withdraw = () => {
    for (const one of withdrawals) one()
  }
  let isDecided = false
  for (const [index, wait] of waits.entries()) {
    const won = () => {
      isDecided = true
      for (const [other, one] of withdrawals.entries()) if (other !== index) one()
      waiting.won()
    }
    withdrawals.push(beginWait(run, actor, wait, { won, wake: () => waiting.wake(index) }))
    // A request that found a free place.
    if (isDecided) break
  }
  return withdraw
}

function waitUntil(
  run: Simulation,
  actor: RunningActor,
  { at, condition: test, within }: Until,
  waiting: Waiting,
): Withdraw {
  if (at !== undefined) {
    if (at < nowOf(run))
      refuseWait(run, actor, new Date(at).toISOString(), secondsProblem(at) ?? 'That instant is past')
    return cancel(waitFor(run, at, true, waiting))
  }
  if (test === undefined) refuseWait(run, actor, 'until', 'It has neither an instant nor a condition')
  const won = () => {
    withdraw()
    waiting.won()
  }
  const timeLimit =
    within === undefined
      ? undefined
      : waitFor(run, instantOfDuration(run, actor, within as never), false, { won, wake: waiting.wake })
  const condition: Condition = {
    process: actor,
    order: run.order++,
    test,
    wake() {
      won()
      waiting.wake(true)
    },
  }
  run.conditions.add(condition)
  const withdraw = () => {
    run.conditions.delete(condition)
    cancel(timeLimit)()
  }
  return withdraw
}

function waitForSeat(run: Simulation, actor: RunningActor, seat: Seat, { won, wake }: Waiting): Withdraw {
  if (seat.state !== 'new') refuseWait(run, actor, seat.resource, 'That request was yielded before')
  const resource = resourceNamed(run.resources, seat.resource)
  const { lane } = actor
  const since = nowOf(run)
  const giveUp = () => {
    if (!abandonSeat(resource, seat)) return
    recordSpan(run, { lane, since, ok: false }, 'wait', `gave up waiting for ${seat.resource}`)
  }
  const timeLimit =
    seat.patience === undefined
      ? undefined
      : scheduleEntry(run, instantOfDuration(run, actor, seat.patience as never), () => {
          giveUp()
          won()
          wake(false)
        })
  let granted: QueueEntry | undefined
  seat.grant = () => {
    cancel(timeLimit)()
    seat.holder = actor.seats
    actor.seats.add(seat)
    recordSpan(run, { lane, since, ok: true }, 'wait', `waits for ${seat.resource}`)
    won()
    granted = scheduleEntry(run, nowOf(run), () => wake(true))
  }
  requestSeat(resource, seat, since)
  return () => {
    cancel(timeLimit)()
    cancel(granted)()
    giveUp()
  }
}
