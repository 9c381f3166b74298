import { fromBase64, isPlainObject, type Json } from '../../engine/values/guard.ts'
import type { TypedFile } from '../../service/typed-call.ts'
import { shown } from '../../service/values/scalars.ts'
import { callInput } from '../../world/handle/client.ts'
import type { Handle } from '../../world/handle/handle.ts'
import { answerRequest, answerTypedCall, type GraphRequest } from '../../world/handle/request.ts'
import type { TypedCall } from '../../world/history/why.ts'
import { type ResolveScope, resolveText, resolveValue } from '../read/references.ts'
import type { ScenarioStep } from '../read/step-schema.ts'

type Params = { readonly [name: string]: Json }

/** A call of a scenario whose references are replaced. */
export interface PlayedCall extends TypedCall {
  readonly params: Params
  readonly files: readonly TypedFile[]
}

/** The input of a step to the service: a call of an operation, or an HTTP request. */
export type Sending = { readonly call: PlayedCall } | { readonly request: GraphRequest }

/** The result of a call: a response, or status 0 if the connection closed without one. */
export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

type CallStep = Extract<ScenarioStep, { call: string }>
type RequestStep = Extract<ScenarioStep, { request: object }>

const resolvedParams = (params: Params, scope: ResolveScope): Params =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, resolveValue(value, scope)]))

function bytesOf(value: Json, scope: ResolveScope): Uint8Array {
  const bytes = resolveValue(value, scope)
  const text = isPlainObject(bytes) ? bytes['$base64'] : undefined
  const read = typeof text === 'string' ? fromBase64(text) : undefined
  if (read) return read
  throw new TypeError(`bytes must be { $picture: … } or { $base64: … }, got ${shown(value)}`)
}

const textOf = (text: string, { names }: ResolveScope): string => String(resolveText(text, names))

const filesOf = (files: NonNullable<CallStep['files']>, scope: ResolveScope): TypedFile[] =>
  files.map(({ part = 'source', name, bytes }) => ({
    part,
    name: textOf(name, scope),
    bytes: bytesOf(bytes, scope),
  }))

function callOf(
  { call, as = '', version, with: params = {}, files = [] }: CallStep,
  scope: ResolveScope,
): PlayedCall {
  return {
    operation: call,
    token: textOf(as, scope),
    ...(version !== undefined && { version: textOf(version, scope) }),
    params: resolvedParams(params, scope),
    files: filesOf(files, scope),
  }
}

function requestOf({ request }: RequestStep, scope: ResolveScope): GraphRequest {
  const { method, path, headers = {}, params, files = [], body } = request
  const front = {
    method: textOf(method, scope),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, textOf(value, scope)])),
  }
  const address = textOf(path, scope)
  if (params || request.files)
    return {
      ...front,
      path: address,
      params: resolvedParams(params ?? {}, scope),
      files: filesOf(files, scope),
    }
  if (body === undefined) return { ...front, url: address }
  return {
    ...front,
    url: address,
    body: typeof body === 'string' ? textOf(body, scope) : bytesOf(body, scope),
  }
}

/** Returns what a step sends. Throws a TypeError if one of its values is of the wrong kind. */
export const sendingOf = (step: CallStep | RequestStep, scope: ResolveScope): Sending =>
  'call' in step ? { call: callOf(step, scope) } : { request: requestOf(step, scope) }

/** Returns the parameters of a call as the typed client takes them. */
function withFiles({ params, files }: PlayedCall): Record<string, unknown> {
  return { ...params, ...(files.length > 0 && { files }) }
}

/** Returns what `world.why` explains. */
export function explainable(sending: Sending): TypedCall | GraphRequest {
  if (!('call' in sending)) return sending.request
  const { files: _files, ...call } = sending.call
  return { ...call, params: withFiles(sending.call) }
}

/** Makes a call in process. */
export function send(handle: Handle, sending: Sending): Received {
  const response =
    'call' in sending
      ? answerTypedCall(handle, callInput(sending.call.operation, sending.call, withFiles(sending.call)))
      : answerRequest(handle, sending.request).response
  const { status, headers, body, pieces } = response
  return { status, headers, body: pieces ? [...pieces].join('') : body }
}
