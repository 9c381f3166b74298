import type { Delivery } from '../areas/webhooks/delivery.ts'
import { joinTexts, jsonTexts } from '../engine/canonical.ts'
import { cutText } from '../engine/cut.ts'
import type { Json } from '../engine/guard.ts'
import { parseJson } from '../engine/json-text.ts'
import { bounds } from '../graph/contract/bounds.ts'
import { readJson } from '../wire/form-json.ts'
import { type GraphResponse, jsonResponse } from '../wire/response.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from './worlds.ts'

/** A call of the control plane. */
export interface ControlCall {
  readonly method: string
  /** The segments behind `/_sim`. */
  readonly path: readonly string[]
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/** Carries the deliveries that are due in a world. */
export type Flush = (world: World) => Promise<readonly Delivery[]>

/** What a call of the control plane works with. */
export interface ControlWork {
  readonly world: World
  readonly worlds: Worlds
  /** The last segment of the path, where the path has a placeholder. */
  readonly name: string
  readonly query: string
  readonly body: Members
  readonly flush: Flush
}

/** An object of JSON. */
export type Members = { readonly [member: string]: Json }

const guarding = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** An answer of the control plane. */
export const reply = (value: unknown, status = 200, headers: Record<string, string> = {}): GraphResponse =>
  jsonResponse(status, value, { ...guarding, ...headers })

/** An answer of the control plane that may be longer than one text can be. */
export const replyInPieces = (value: object): GraphResponse => ({
  ...reply(null),
  body: '',
  pieces: joinTexts(jsonTexts(value as Json)),
})

/** A refusal of the control plane. */
export const controlError = (
  status: number,
  message: string,
  headers: Record<string, string> = {},
): GraphResponse => reply({ error: { message } }, status, headers)

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value that is to be an object; a TypeError says so when it is none. */
export function membersOf(value: unknown, what: string): Members {
  if (isObject(value)) return value
  throw new TypeError(`${what} is a JSON object`)
}

/** How much the body of a call of the control plane may hold. */
interface BodyBounds {
  readonly bytes: number
  readonly depth: number
  readonly values: number
}

// A snapshot is a member of a recording's input, and nests deeper than any other input.
const SNAPSHOT_DEPTH_MAX = 200

function boundsOf(control: string | undefined): BodyBounds {
  const { jsonDepthMax: depth, jsonValuesMax: values, inputSizeMax } = bounds
  if (control === 'snapshot')
    return { bytes: bounds.snapshotBytesMax, depth: SNAPSHOT_DEPTH_MAX, values: bounds.snapshotValuesMax }
  if (control === 'actions') return { bytes: bounds.actionBytesMax, depth, values: inputSizeMax }
  return { bytes: bounds.controlBytesMax, depth, values }
}

function decoded(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new TypeError('The body is no JSON: it is not UTF-8')
  }
}

/**
 * The object in the body of a call of the control plane; no bytes at all are an empty one. `control` is the
 * first segment of the path. Size and depth are judged before anything is parsed: 30 MB of brackets would
 * become gigabytes of arrays. A TypeError says what is wrong.
 */
export function readMembers(body: Uint8Array | undefined, control?: string): Members {
  if (body === undefined || body.length === 0) return {}
  const { bytes, depth, values } = boundsOf(control)
  if (body.length > bytes)
    throw new TypeError(`The body has ${body.length} bytes, the limit of /_sim/${control} is ${bytes}`)
  const text = decoded(body)
  const read = parseJson(text, { depth, values })
  if (read.ok) return membersOf(read.value, 'The body')
  if (read.isTooLarge) throw new TypeError(`The body ${read.problem}, the limit of /_sim/${control}`)
  const where = readJson(text, depth, values)
  throw new TypeError(`The body is no JSON: ${where.ok ? read.problem : where.message}`)
}

/** The number in a query under a name; a RangeError when it is no whole number. */
export function numberIn(query: string, name: string, otherwise: number): number {
  const given = new URLSearchParams(query).get(name)
  if (given === null) return otherwise
  if (/^\d{1,15}$/.test(given)) return Number(given)
  throw new RangeError(`${name} is a whole number, 0 or more, got ${cutText(given, 40)}`)
}
