import { type History, stateBefore } from '../../engine/state/history.ts'
import type { ServiceState, ServiceStep } from '../../graph/routes/context.ts'
import type { service as Service } from '../../machine/service-machine.ts'

/** A read that answers from the rows of an earlier moment. */
interface StaleRead {
  readonly staleBy: number
  readonly history: History<ServiceState>
  readonly before: ServiceState
  readonly service: typeof Service
}

/**
 * Returns the step of a read with an answer from an earlier moment: from the rows of that moment, but with
 * the current clock and ledger. The state after the step stays the same, because a read changes no rows.
 */
export function answeredFromPast(
  step: ServiceStep,
  { staleBy, history, before, service }: StaleRead,
): ServiceStep {
  const { now } = before.graph
  const past = stateBefore(history, now - staleBy, (state, input) => service.step(state, input).state)
  const { faults: _rules, ...notes } = before.ledger.notes
  const { outcome, answer } = service.step(
    { graph: { ...past.graph, now }, ledger: { ...before.ledger, notes } },
    step.input,
  )
  return { ...step, outcome, answer: answer && { ...answer, staleBy } }
}
