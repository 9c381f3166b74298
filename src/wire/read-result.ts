import { shortenText } from '../engine/cut.ts'

/** Why something sent could not be understood, in words for the caller. */
export interface Unreadable {
  readonly ok: false
  readonly message: string
}

/** What a reader of bytes answers. Bytes from outside are expected to be wrong, so a fault is a value. */
export type Read<Value> = { readonly ok: true; readonly value: Value } | Unreadable

const QUOTED_LENGTH_MAX = 81

/** A fault as a value. */
export function unreadable(message: string): Unreadable {
  return { ok: false, message }
}

/** A reading that went well. */
export function read<Value>(value: Value): Read<Value> {
  return { ok: true, value }
}

/** The fault of having sent more than a limit allows: it names the limit and what came. */
export function overLimit(what: string, came: number, most: number, unit: string): Unreadable {
  return unreadable(`${what} has ${came} ${unit}, the limit is ${most}`)
}

/**
 * Text of the caller inside a message, in JSON's quotes. It is cut short, because a name may be a megabyte
 * long.
 */
export function quoted(text: string): string {
  return JSON.stringify(shortenText(text, QUOTED_LENGTH_MAX).toWellFormed())
}
