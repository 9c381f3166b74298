import { z } from '../../engine/schema/zod.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { field } from '../../service/views/fields.ts'
import type { AdAccountRow } from '../rows.ts'

const onRequest = { beyond: true, onRequest: true } as const

/** Returns the payment method of an ad account. */
function methodOf({ paymentMethod: id }: AdAccountRow, { tx }: ReadContext) {
  const method = id === undefined ? undefined : tx.find('paymentMethods', id)
  return method && { id: String(method.id), display_string: method.displayString, type: method.type }
}

/** The fields of an ad account about payment and terms; all beyond the description (SIL-189). */
export const paymentFields = {
  /** The id of the payment method. Missing without one. */
  funding_source: field(
    z.string(),
    (account: AdAccountRow, context) => methodOf(account, context)?.id,
    onRequest,
  ),
  /** The payment method. Missing without one. */
  funding_source_details: field(
    z.object({
      /** The id of the payment method. */
      id: z.string(),
      /** The text that people see, such as `Visa *1002`. */
      display_string: z.string(),
      /** The kind of method as a number: 1 is a credit card. */
      type: z.int(),
    }),
    methodOf,
    onRequest,
  ),
  /** The accepted terms, each with 1. Missing without any. */
  tos_accepted: field(
    z.record(z.string(), z.int()),
    ({ acceptedTerms }: AdAccountRow) =>
      acceptedTerms && Object.fromEntries(acceptedTerms.map((terms) => [terms, 1])),
    onRequest,
  ),
  /** Whether the terms of pixels of other sites are accepted. */
  offsite_pixels_tos_accepted: field(
    z.boolean(),
    ({ offsitePixels = false }: AdAccountRow) => offsitePixels,
    onRequest,
  ),
}
