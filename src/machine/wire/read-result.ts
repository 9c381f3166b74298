import { shortenText } from '../../engine/values/cut.ts'

/** An input that cannot be parsed, with a message for the caller. */
export interface Unreadable {
  readonly ok: false
  readonly message: string
}

/** The result of a parser. Wrong input is normal, so its error is a value and not an exception. */
export type Read<Value> = { readonly ok: true; readonly value: Value } | Unreadable

const QUOTED_LENGTH_MAX = 81

/** Returns a failed result. */
export function unreadable(message: string): Unreadable {
  return { ok: false, message }
}

/** Returns a successful result. */
export function read<Value>(value: Value): Read<Value> {
  return { ok: true, value }
}

/** Returns the failure of an input that exceeds a limit: `The query has 9 parameters, the limit is 5`. */
export function overLimit(what: string, count: number, most: number, unit: string): Unreadable {
  return unreadable(`${what} has ${count} ${unit}, the limit is ${most}`)
}

/** Quotes text of the caller for a message. It shortens the text, because a name may be a megabyte long. */
export function quoted(text: string): string {
  return JSON.stringify(shortenText(text, QUOTED_LENGTH_MAX).toWellFormed())
}
