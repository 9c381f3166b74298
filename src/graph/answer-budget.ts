import { failed, type Outcome } from '../engine/operation.ts'
import { answerSize, answerSizeError } from './answer-size.ts'
import { bounds } from './contract/bounds.ts'
import { type CallError, fitting, type GraphError, graphError } from './contract/errors.ts'
import type { Call, CallProgress, Route } from './pipeline.ts'
import { nowhere } from './routes.ts'

export const isRead = ({ method }: Call): boolean => method === 'GET' || method === 'HEAD'

/** The error of a call, in one of the codes that its endpoint answers. */
export const answeredError = (error: CallError, route: Route | undefined): GraphError =>
  graphError(fitting(error, route?.codes ?? nowhere))

export const charactersLeft = ({ call: { answerBudget } }: CallProgress): number =>
  answerBudget?.characters ?? bounds.answerCharactersMax

const isEmbedded = ({ call: { answerBudget } }: CallProgress): boolean => answerBudget?.isEmbedded === true

export const isWithinBudget = (progress: CallProgress): boolean =>
  (progress.listed ?? 0) <= charactersLeft(progress)

/** One row of a list, counted. Once a list has outgrown its answer, the rest of it is not shown at all. */
export function showWithinBudget<T>(progress: CallProgress, show: () => T): T {
  if (!isWithinBudget(progress)) return {} as T
  const record = show()
  progress.listed = (progress.listed ?? 0) + answerSize(record, isEmbedded(progress))
  return record
}

/** An answer without room. The room is closed for the reads behind it: they cost nothing then. */
export function answerTooLong({ call: { answerBudget }, route }: CallProgress, isList: boolean): GraphError {
  if (answerBudget) answerBudget.characters = 0
  return answeredError(answerSizeError(isList), route)
}

/** The characters of an answer within its request. A file is one text, which a batch escapes once. */
function sizeOf(progress: CallProgress, value: unknown): number {
  const isFile = progress.route?.endpoint.mediaType !== undefined
  return progress.listed ?? answerSize(value, !isFile && isEmbedded(progress))
}

/**
 * Takes an answer off the room of its request, or refuses it. The answer to a write is short and always given:
 * its effect has happened. A file by itself, such as an export, has a bound of its own.
 */
export function spendBudget(progress: CallProgress, outcome: Outcome): Outcome {
  const { call, route } = progress
  const isLoneFile = route?.endpoint.mediaType !== undefined && call.answerBudget?.isEmbedded !== true
  if (!outcome.ok || isLoneFile) return outcome
  const size = sizeOf(progress, outcome.value)
  if (isRead(call) && size > charactersLeft(progress)) return failed(answerTooLong(progress, false))
  if (call.answerBudget) call.answerBudget.characters -= size
  return outcome
}
