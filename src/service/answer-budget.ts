import { failed } from '../engine/outcome.ts'
import type { CallProgress } from './call-progress.ts'
import { servesBeyond } from './contract/beyond.ts'
import { bounds } from './contract/bounds.ts'
import { type CallError, fitting, type GraphError, graphError, invalidParameter } from './contract/errors.ts'
import type { AnswerBudget } from './routes/call.ts'
import type { ServiceOutcome } from './routes/context.ts'
import { unresolvedCodes } from './routes/routes.ts'
import { jsonSize } from './values/shared-records.ts'

/** Returns the answer budget of a new request. */
export const newAnswerBudget = (): AnswerBudget => ({
  characters: bounds.answerCharactersMax,
  isEmbedded: false,
  expanded: { lists: 0, rows: 0, characters: 0 },
})

/** Returns the error for an answer that exceeds the budget of its request. */
function answerSizeError(isList: boolean): CallError {
  const advice = isList ? 'ask for fewer rows with a smaller limit' : 'ask for fewer fields'
  return invalidParameter(
    `The answer is too long: the answers to one request have at most ${bounds.answerCharactersMax} ` +
      `characters together; ${advice}, or split the batch`,
  )
}

/** Returns the error of a call with a code that its endpoint may answer. */
export const answeredError = (
  error: CallError,
  { route, policy }: Pick<CallProgress, 'route' | 'policy'>,
): GraphError => graphError(fitting(error, route?.codes ?? unresolvedCodes, servesBeyond(policy)))

/** Returns the characters that are left for the answer to a call. */
export const charactersLeft = ({ call: { answerBudget } }: CallProgress): number =>
  answerBudget?.characters ?? bounds.answerCharactersMax

/** Whether the rows that an answer lists so far are within the budget. */
export const isWithinBudget = (progress: CallProgress): boolean =>
  (progress.listed ?? 0) <= charactersLeft(progress)

/** Shows one row of a list and counts its characters. Beyond the budget, it shows no more rows. */
export function showWithinBudget<R, T>(progress: CallProgress, show: (row: R) => T, row: R): T {
  if (!isWithinBudget(progress)) return {} as T
  const record = show(row)
  progress.listed = (progress.listed ?? 0) + jsonSize(record, progress.call.answerBudget?.isEmbedded === true)
  return record
}

/** Returns the error for an answer beyond the budget. Later reads of the batch then cost nothing. */
export function answerTooLong(progress: CallProgress, isList: boolean): GraphError {
  const { answerBudget } = progress.call
  if (answerBudget) answerBudget.characters = 0
  return answeredError(answerSizeError(isList), progress)
}

/**
 * Subtracts the answer to a read or to a part of a request from the budget of its request, or refuses a read
 * that exceeds it. The answer to a write is short and always given, because its effect has happened. A file
 * outside a batch, such as an export, has a bound of its own.
 */
export function spendBudget(progress: CallProgress, outcome: ServiceOutcome): ServiceOutcome {
  const { call, route, isRead } = progress
  const isFile = route?.endpoint.mediaType !== undefined
  const isWithin = call.answerBudget?.isEmbedded === true
  if (!outcome.ok || (isFile && !isWithin)) return outcome
  // A file in a batch is one text, which is escaped once.
  const size = progress.listed ?? jsonSize(outcome.value, !isFile && isWithin)
  if (isRead && size > charactersLeft(progress)) return failed(answerTooLong(progress, false))
  if (call.answerBudget) call.answerBudget.characters -= size
  return outcome
}
