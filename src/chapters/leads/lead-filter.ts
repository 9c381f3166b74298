import { list, object } from '../../service/values/compounds.ts'
import { oneOf } from '../../service/values/scalars.ts'
import { unixSeconds } from '../../service/values/times.ts'
import type { EdgeRange } from '../../service/views/paging.ts'

const operators = ['LESS_THAN', 'GREATER_THAN', 'GREATER_THAN_OR_EQUAL'] as const

/** A condition on the creation time of a lead, in Unix seconds. */
interface Condition {
  readonly operator: (typeof operators)[number]
  readonly value: number
}

/** The `filtering` of leads: all its conditions must hold (LEA-035, LEA-036, LEA-037, LEA-038; SIL-155). */
export const leadFiltering = list(
  object({
    /** The field to test: the time of the lead. */
    field: oneOf(['time_created']),
    /** The comparison of the field with `value`. */
    operator: oneOf(operators),
    /** The Unix time in seconds to compare with. */
    value: unixSeconds,
  }),
)

/** Returns the part of a list of leads from one Unix second until before another. */
export function rangeBetween(from: number, until: number): EdgeRange {
  return {
    ...(from > Number.NEGATIVE_INFINITY && { from: [from * 1000] }),
    ...(until < Number.POSITIVE_INFINITY && { below: [until * 1000] }),
  }
}

/**
 * Returns the part of a list of leads that meets every condition. Conditions compare whole seconds, like
 * those of `created_time`. Therefore one range of the edge contains exactly the matching leads.
 */
export function rangeOfConditions(conditions: readonly Condition[]): EdgeRange {
  let [from, until] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const { operator, value } of conditions) {
    if (operator === 'LESS_THAN') until = Math.min(until, value)
    else from = Math.max(from, operator === 'GREATER_THAN' ? value + 1 : value)
  }
  return rangeBetween(from, until)
}
