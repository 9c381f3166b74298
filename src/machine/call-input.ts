import { isPlainObject, type Json } from '../engine/guard.ts'
import type { Input } from '../engine/machine.ts'
import type { RawParams } from '../graph/call.ts'

/** The members of an input of type `call`, apart from its files. */
interface CallInput {
  readonly operation: string
  readonly token: string
  readonly version?: string
  readonly params?: RawParams
}

/** Whether an input has the members of a typed call. No schema parses it, because each call has one. */
export const isCallInput = (input: Input): input is Input & CallInput =>
  typeof input['operation'] === 'string' &&
  typeof input['token'] === 'string' &&
  (input['version'] === undefined || typeof input['version'] === 'string') &&
  (input['params'] === undefined || isPlainObject(input['params']))

/** Returns a copy of parameters without one of them. */
export function withoutMember(params: RawParams, name: string): RawParams {
  const others: Record<string, Json> = {}
  // Assignment is safe: the guard drops members named __proto__.
  for (const [other, value] of Object.entries(params)) if (other !== name) others[other] = value
  return others
}
