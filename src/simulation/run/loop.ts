import { nextDue, runDueTasks, runInput } from '../../world/handle/handle.ts'
import { createWatch, type DeliveryWatch, startDeliveries } from './deliveries.ts'
import { countAsked, nowOf, runAs, type Simulation } from './simulation.ts'
import { SimulationError } from './simulation-error.ts'

/** Wakes the actors whose conditions are true, those that waited longest first. Returns whether any was. */
function wakeConditions(run: Simulation): boolean {
  let woke = false
  const end = run.order
  countAsked(run)
  for (const condition of run.conditions) {
    // An actor that has just gone on may wait again: its new condition is asked in the next round.
    if (condition.order >= end) break
    const { process, test } = condition
    if (runAs(run, process, 'the condition of until', test) !== true) continue
    run.conditions.delete(condition)
    condition.wake()
    woke = true
  }
  return woke
}

/** Moves the clock to an instant at which nothing is due before. */
function moveTo(run: Simulation, at: number): void {
  if (at > nowOf(run)) runInput(run.handle, { type: 'advance', to: at })
}

/** Throws a SimulationError if an actor has reset the world to an earlier time. */
function checkTime(run: Simulation): void {
  if (nowOf(run) >= run.stepsAt) return
  const problem = 'The world was reset during the simulation: use a fork for that'
  throw new SimulationError('an actor', run.stepsAt, problem)
}

/**
 * Lets one thing happen: a due task of the world, an entry of the queue, or a delivery. Returns false at
 * the end.
 */
function happen(run: Simulation, watch: DeliveryWatch): boolean {
  const { handle, queue, plan } = run
  const deliveryAt = startDeliveries(run, watch)
  while (queue.peek()?.cancelled) queue.pop()
  const entryAt = queue.peek()?.at ?? Number.POSITIVE_INFINITY
  const taskAt = nextDue(handle)?.at ?? Number.POSITIVE_INFINITY
  const at = Math.max(Math.min(deliveryAt, entryAt, taskAt), nowOf(run))
  if (at > plan.to) return false
  if (taskAt <= at) {
    runInput(handle, { type: 'tick' })
    return true
  }
  moveTo(run, at)
  // A delivery that is due now is started before the next entry.
  if (deliveryAt <= at) return true
  queue.pop()?.fire()
  return true
}

/** Lets everything happen up to the end, and moves the clock there. */
export function runToEnd(run: Simulation, watch = createWatch()): void {
  runDueTasks(run.handle)
  do {
    checkTime(run)
    // An actor that goes on may make the condition of another one true.
    while (wakeConditions(run)) checkTime(run)
  } while (happen(run, watch))
  moveTo(run, run.plan.to)
}
