import { failed, type Outcome } from '../engine/operation.ts'
import { answerSize, answerSizeError } from './answer-size.ts'
import { bounds } from './contract/bounds.ts'
import { type CallError, fitting, type GraphError, graphError } from './contract/errors.ts'
import type { Call, CallProgress, Route } from './pipeline.ts'
import { nowhere } from './routes.ts'

export const isRead = ({ method }: Call): boolean => method === 'GET' || method === 'HEAD'

/** The error of a call, in one of the codes that its endpoint answers. */
export const errorAnswered = (error: CallError, route: Route | undefined): GraphError =>
  graphError(fitting(error, route?.codes ?? nowhere))

export const charactersLeft = ({ call: { room } }: CallProgress): number =>
  room?.characters ?? bounds.answerCharactersMax

export const hasRoom = (progress: CallProgress): boolean => (progress.listed ?? 0) <= charactersLeft(progress)

/** One row of a list, counted. Once a list has outgrown its answer, the rest of it is not shown at all. */
export function withinRoom<T>(progress: CallProgress, show: () => T): T {
  if (!hasRoom(progress)) return {} as T
  const record = show()
  progress.listed = (progress.listed ?? 0) + answerSize(record)
  return record
}

/** An answer without room. The room is closed for the reads behind it: they cost nothing then. */
export function answerTooLong({ call: { room }, route }: CallProgress, isList: boolean): GraphError {
  if (room) room.characters = 0
  return errorAnswered(answerSizeError(isList), route)
}

/**
 * Takes an answer off the room of its request, or refuses it. What a write answers is short and stays: its
 * effect has happened.
 */
export function takeRoom(progress: CallProgress, outcome: Outcome): Outcome {
  if (!outcome.ok) return outcome
  const { call, route, listed = answerSize(outcome.value) } = progress
  // A file, such as an export, is one text: what it costs is bounded by what the world holds.
  if (route?.endpoint.mediaType !== undefined) return outcome
  if (isRead(call) && listed > charactersLeft(progress)) return failed(answerTooLong(progress, false))
  if (call.room) call.room.characters -= listed
  return outcome
}
