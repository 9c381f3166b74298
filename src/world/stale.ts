import { type History, stateBefore } from '../engine/history.ts'
import type { ServiceState, ServiceStep } from '../graph/context.ts'
import { service } from '../machine/service-machine.ts'

/** Where the earlier states of a world come from. */
interface Past {
  readonly history: History<ServiceState>
  /** The state that `reset` leads to: no read looks behind it, because the world was still being made. */
  readonly baseline: ServiceState
}

/**
 * Returns the step of a read with the answer that an earlier moment gives: the rows of that moment, with the
 * clock and the ledger of now. The state after the step stays what it is, because a read changes no rows.
 */
export function answeredFromPast(
  step: ServiceStep,
  staleBy: number,
  { history, baseline }: Past,
  before: ServiceState,
): ServiceStep {
  const { now } = before.graph
  const found = stateBefore(history, now - staleBy, (state, input) => service.step(state, input).state)
  const past = found.ledger.sequence < baseline.ledger.sequence ? baseline : found
  const { faults: _rules, ...notes } = before.ledger.notes
  const { outcome, answer } = service.step(
    { graph: { ...past.graph, now }, ledger: { ...before.ledger, notes } },
    step.input,
  )
  return { ...step, outcome, answer: answer && { ...answer, staleBy } }
}
