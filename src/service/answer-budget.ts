import { failed } from '../engine/outcome.ts'
import { answerSizeError } from './answer-size.ts'
import type { CallProgress } from './call-progress.ts'
import { servesBeyond } from './contract/beyond.ts'
import { bounds } from './contract/bounds.ts'
import { type CallError, fitting, type GraphError, graphError } from './contract/errors.ts'
import type { Call } from './routes/call.ts'
import type { ServiceOutcome } from './routes/context.ts'
import { unresolvedCodes } from './routes/routes.ts'
import { jsonSize } from './values/json-size.ts'

/** Whether a call only reads. */
export const isRead = ({ method }: Call): boolean => method === 'GET' || method === 'HEAD'

/** Returns the error of a call with a code that its endpoint may answer. */
export const answeredError = (
  error: CallError,
  { route, policy }: Pick<CallProgress, 'route' | 'policy'>,
): GraphError => graphError(fitting(error, route?.codes ?? unresolvedCodes, servesBeyond(policy)))

/** Returns the characters that are left for the answer to a call. */
export const charactersLeft = ({ call: { answerBudget } }: CallProgress): number =>
  answerBudget?.characters ?? bounds.answerCharactersMax

const isEmbedded = ({ call: { answerBudget } }: CallProgress): boolean => answerBudget?.isEmbedded === true

/** Whether the rows that an answer lists so far are within the budget. */
export const isWithinBudget = (progress: CallProgress): boolean =>
  (progress.listed ?? 0) <= charactersLeft(progress)

/** Shows one row of a list and counts its characters. Beyond the budget, it shows no more rows. */
export function showWithinBudget<R, T>(progress: CallProgress, show: (row: R) => T, row: R): T {
  if (!isWithinBudget(progress)) return {} as T
  const record = show(row)
  progress.listed = (progress.listed ?? 0) + jsonSize(record, isEmbedded(progress))
  return record
}

/** Returns the error for an answer beyond the budget. Later reads of the batch then cost nothing. */
export function answerTooLong(progress: CallProgress, isList: boolean): GraphError {
  const { answerBudget } = progress.call
  if (answerBudget) answerBudget.characters = 0
  return answeredError(answerSizeError(isList), progress)
}

/** Returns the characters of an answer. A file in a batch is one text, which is escaped once. */
function sizeOf(progress: CallProgress, value: unknown): number {
  const isFile = progress.route?.endpoint.mediaType !== undefined
  return progress.listed ?? jsonSize(value, !isFile && isEmbedded(progress))
}

/**
 * Subtracts an answer from the budget of its request, or refuses a read that exceeds it. The answer to a
 * write is short and always given, because its effect has happened. A file outside a batch, such as an
 * export, has a bound of its own.
 */
export function spendBudget(progress: CallProgress, outcome: ServiceOutcome): ServiceOutcome {
  const { call, route } = progress
  const isSingleFile = route?.endpoint.mediaType !== undefined && !isEmbedded(progress)
  if (!outcome.ok || isSingleFile) return outcome
  const size = sizeOf(progress, outcome.value)
  if (isRead(call) && size > charactersLeft(progress)) return failed(answerTooLong(progress, false))
  if (call.answerBudget) call.answerBudget.characters -= size
  return outcome
}
