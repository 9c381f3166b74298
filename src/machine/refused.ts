import { failed } from '../engine/outcome.ts'
import { type CallError, graphError } from '../graph/contract/errors.ts'
import type { ServiceOutcome } from '../graph/routes/context.ts'

/** Returns the result of an input, or of a part of one, that is refused with an error. */
export const refused = (error: CallError): { readonly outcome: ServiceOutcome } => ({
  outcome: failed(graphError(error)),
})
