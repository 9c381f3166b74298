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

const isOptional = (value: Json | undefined, type: 'string' | 'object'): boolean =>
  value === undefined || (type === 'string' ? typeof value === 'string' : isPlainObject(value))

/** Whether an input has the members of a typed call. It is one of each call, so no schema parses it. */
export const isCallInput = (input: Input): input is Input & CallInput =>
  typeof input['operation'] === 'string' &&
  typeof input['token'] === 'string' &&
  isOptional(input['version'], 'string') &&
  isOptional(input['params'], 'object')
