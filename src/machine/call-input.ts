import type { Input } from '../engine/domain.ts'
import { isPlainObject, type Json } from '../engine/values/guard.ts'
import type { RawParams } from '../service/routes/call.ts'
import type { Address } from '../service/values/links.ts'

/** The most origins of an input: those of the world, and those of the request. */
const ORIGINS_MAX = 4

const isOptional = (value: Json | undefined, isValid: (value: Json) => boolean): boolean =>
  value === undefined || isValid(value)

const isText = (value: Json): boolean => typeof value === 'string'

/** Whether a value is a list of the origins of the service, which are few. */
const areOrigins = (value: Json): boolean =>
  Array.isArray(value) && value.length <= ORIGINS_MAX && value.every(isText)

/** The members of an input of type `call`, apart from its files. */
interface CallInput {
  readonly operation: string
  readonly token: string
  readonly version?: string
  readonly params?: RawParams
  readonly origins?: readonly string[]
}

/** Whether an input has the members of a typed call. No schema parses it, because each call has one. */
export const isCallInput = (input: Input): input is Input & CallInput =>
  typeof input['operation'] === 'string' &&
  typeof input['token'] === 'string' &&
  (input['version'] === undefined || typeof input['version'] === 'string') &&
  isOptional(input['params'], isPlainObject) &&
  isOptional(input['origins'], areOrigins)

/** The members of an input of type `request`, apart from its body and its files. */
interface RequestInput {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly params?: RawParams
  readonly address?: Address
  readonly origins?: readonly string[]
}

/** Whether an input has the members of a request. Every request has these few, so no schema parses them. */
export const isRequestInput = (input: Input): input is Input & RequestInput =>
  typeof input['method'] === 'string' &&
  typeof input['url'] === 'string' &&
  isOptional(input['headers'], (headers) => isPlainObject(headers) && Object.values(headers).every(isText)) &&
  isOptional(input['params'], isPlainObject) &&
  isOptional(input['address'], (address) => address === 'base' || address === 'web') &&
  isOptional(input['origins'], areOrigins)

/** Returns a copy of parameters without one of them. */
export function withoutMember(params: RawParams, name: string): RawParams {
  const others: Record<string, Json> = {}
  // Assignment is safe: the guard drops members named __proto__.
  for (const [other, value] of Object.entries(params)) if (other !== name) others[other] = value
  return others
}
