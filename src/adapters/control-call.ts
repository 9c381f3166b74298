import { jsonTexts, longerTexts } from '../engine/canonical.ts'
import type { Json } from '../engine/guard.ts'
import type { Delivery } from '../graph/webhooks/delivery.ts'
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
  pieces: longerTexts(jsonTexts(value as Json)),
})

/** A refusal of the control plane. */
export const refusal = (
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

/** The object in a body; no bytes at all are an empty one. A TypeError says why there is none. */
export function readMembers(body: Uint8Array | undefined): Members {
  if (body === undefined || body.length === 0) return {}
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (error) {
    throw new TypeError(`The body is no JSON: ${error instanceof Error ? error.message : ''}`)
  }
  return membersOf(value, 'The body')
}

/** The number in a query under a name; a RangeError when it is no whole number. */
export function numberIn(query: string, name: string, otherwise: number): number {
  const given = new URLSearchParams(query).get(name)
  if (given === null) return otherwise
  if (/^\d{1,15}$/.test(given)) return Number(given)
  throw new RangeError(`${name} is a whole number, 0 or more, got ${given.slice(0, 40)}`)
}
