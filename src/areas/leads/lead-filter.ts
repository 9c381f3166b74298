import { list, object } from '../../graph/values/compounds.ts'
import { oneOf } from '../../graph/values/scalars.ts'
import { unixSeconds } from '../../graph/values/times.ts'
import type { EdgeRange } from '../../graph/views/paging.ts'

const operators = ['LESS_THAN', 'GREATER_THAN', 'GREATER_THAN_OR_EQUAL'] as const

/** One condition on the creation time of a lead. */
interface Condition {
  readonly operator: (typeof operators)[number]
  readonly value: number
}

/** The `filtering` of a list of leads: conditions on time_created, all of which hold (SIL-155). */
export const leadFiltering = list(
  object({ field: oneOf(['time_created']), operator: oneOf(operators), value: unixSeconds }),
)

/** The stretch of a list of leads between two seconds, the first included. */
export function leadsBetween(from: number, until: number): EdgeRange {
  return {
    ...(from > Number.NEGATIVE_INFINITY && { from: [from * 1000] }),
    ...(until < Number.POSITIVE_INFINITY && { below: [until * 1000] }),
  }
}

/**
 * The stretch of a list of leads that meets every condition. They compare whole seconds, as created_time has
 * them, so that a stretch of the edge is all that a filter asks for, and nothing outside of it is read.
 */
export function filteredLeads(conditions: readonly Condition[]): EdgeRange {
  let [from, until] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const { operator, value } of conditions) {
    if (operator === 'LESS_THAN') until = Math.min(until, value)
    else from = Math.max(from, operator === 'GREATER_THAN' ? value + 1 : value)
  }
  return leadsBetween(from, until)
}
