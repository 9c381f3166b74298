import { failed } from '../engine/outcome.ts'
import { type CallError, graphError } from '../service/contract/errors.ts'
import type { ServiceOutcome } from '../service/routes/context.ts'

/** Returns the result of an input, or of a part of one, that is refused with an error. */
export const refused = (error: CallError): { readonly outcome: ServiceOutcome } => ({
  outcome: failed(graphError(error)),
})
