import type { Delivery } from '../chapters/webhooks/delivery.ts'
import { joinTexts, jsonTexts } from '../engine/values/canonical.ts'
import { cutText } from '../engine/values/cut.ts'
import type { Json } from '../engine/values/guard.ts'
import { hasManyShapes } from '../engine/values/json-shapes.ts'
import { jsonExcess } from '../engine/values/json-text.ts'
import { isRecord } from '../engine/values/plain-object.ts'
import { type GraphResponse, jsonResponse } from '../machine/wire/response.ts'
import { bounds } from '../service/contract/bounds.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from './worlds.ts'

/** A call of the control plane. */
export interface ControlCall {
  readonly method: string
  /** The path segments after `/_sim`. */
  readonly path: readonly string[]
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/** Delivers the due webhooks of a world. */
export type Flush = (world: World) => Promise<readonly Delivery[]>

/** The context of a handler of the control plane. */
export interface ControlContext {
  readonly world: World
  readonly worlds: Worlds
  /** The last path segment, if the path has a placeholder. */
  readonly name: string
  readonly query: string
  readonly body: JsonObject
  readonly flush: Flush
}

/** The handlers of paths, by method. */
export type ControlHandlers = Readonly<
  Record<
    string,
    Readonly<Record<string, (context: ControlContext) => GraphResponse | Promise<GraphResponse>>>
  >
>

export type JsonObject = { readonly [member: string]: Json }

const protectiveHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** A JSON response of the control plane. */
export const reply = (value: unknown, status = 200, headers: Record<string, string> = {}): GraphResponse =>
  jsonResponse(status, value, { ...protectiveHeaders, ...headers })

/** A JSON response of the control plane that may exceed the maximum length of a string. */
export const replyInPieces = (value: object): GraphResponse => ({
  ...reply(null),
  body: '',
  pieces: joinTexts(jsonTexts(value as Json)),
})

/** An error response of the control plane. */
export const controlError = (
  status: number,
  message: string,
  headers: Record<string, string> = {},
): GraphResponse => reply({ error: { message } }, status, headers)

/** Whether a parsed value is a JSON object. */
export const isJsonMembers = (value: unknown): value is JsonObject => isRecord(value)

/** Returns the value if it is a JSON object. Throws a TypeError that begins with `what` if it is not. */
export function objectOf(value: unknown, what: string): JsonObject {
  if (isJsonMembers(value)) return value
  throw new TypeError(`${what} must be a JSON object`)
}

/** Limits of the body of a control call. */
interface BodyLimits {
  readonly bytes: number
  readonly depth: number
  readonly values: number
}

// A recording contains a snapshot within an input, so it nests deeper than any other input.
const SNAPSHOT_DEPTH_MAX = 200

function limitsOf(control: string | undefined): BodyLimits {
  const { jsonDepthMax: depth, jsonValuesMax: values, inputSizeMax } = bounds
  if (control === 'snapshot')
    return { bytes: bounds.snapshotBytesMax, depth: SNAPSHOT_DEPTH_MAX, values: bounds.snapshotValuesMax }
  if (control === 'actions') return { bytes: bounds.actionBytesMax, depth, values: inputSizeMax }
  return { bytes: bounds.controlBytesMax, depth, values }
}

function decodeUtf8(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new TypeError('The body must be JSON: it is not UTF-8')
  }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The messages of JSON.parse differ between versions of Node.
    throw new TypeError('The body must be JSON: it is malformed')
  }
}

/**
 * Reads the JSON object in the body of a control call; an empty body is an empty object. `control` is the
 * first path segment. Size, depth and shapes are checked before the text is parsed, because 30 MB of brackets
 * would become gigabytes of arrays. Throws a TypeError if the body is invalid.
 */
export function readObject(body: Uint8Array | undefined, control?: string): JsonObject {
  if (body === undefined || body.length === 0) return {}
  const { bytes, depth, values } = limitsOf(control)
  const limit = `the limit of /_sim/${control}`
  if (body.length > bytes) throw new TypeError(`The body has ${body.length} bytes, ${limit} is ${bytes}`)
  const text = decodeUtf8(body)
  const excess = jsonExcess(text, { depth, values })
  if (excess !== undefined) throw new TypeError(`The body ${excess}, ${limit}`)
  if (hasManyShapes(text, bounds.distinctMembersMax))
    throw new TypeError(`The body has more than ${bounds.distinctMembersMax} distinct members, ${limit}`)
  return objectOf(parseText(text), 'The body')
}

/** The whole number of a query parameter; a RangeError if it is not one. */
export function numberIn(query: string, name: string, defaultValue: number): number {
  const text = new URLSearchParams(query).get(name)
  if (text === null) return defaultValue
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new RangeError(`${name} must be a whole number, 0 or more, got ${cutText(text, 40)}`)
}
