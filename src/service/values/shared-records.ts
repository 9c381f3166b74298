import { deepFreeze } from '../../engine/store/freeze.ts'
import { isObject } from '../../engine/values/plain-object.ts'

/** An object by its members. */
export type Members = Readonly<Record<string, unknown>>

/** The values that answers with a shared record need again and again. Each is computed on first use. */
export interface PreparedRecord {
  /** The record with absolute links below `web`. It is never handed out, and therefore not frozen. */
  links?: { readonly web: string; readonly record: Members; readonly nested: readonly Nested[] }
  /** The characters of its JSON text, and of that text within another. */
  size?: number
  embeddedSize?: number
}

/** The prepared record of each shared record. No other value has one. */
export const preparedRecords = new WeakMap<object, PreparedRecord>()

/** Freezes a record that several answers may contain. No link in it may lead to the current call. */
export function share<T extends object>(record: T): T {
  preparedRecords.set(deepFreeze(record), {})
  return record
}

/** A member or an item that is an object or an array, with those within it. */
type Nested = readonly [name: string, value: object, nested: readonly Nested[]]

/** Returns the members or items of plain data that are objects or arrays. */
export const nestedIn = (value: object): readonly Nested[] =>
  Object.entries(value).flatMap(([name, member]) =>
    isObject(member) ? [[name, member, nestedIn(member)] as const] : [],
  )

/**
 * Returns a copy of plain data whose nested members are known. A spread of an object that is not frozen costs
 * much less than a loop.
 */
export function dataCopy(value: object, nested: readonly Nested[]): unknown {
  const copy: unknown = Array.isArray(value) ? value.slice() : { ...value }
  if (isObject(copy)) for (const [name, member, within] of nested) copy[name] = dataCopy(member, within)
  return copy
}

const NUMBER_CHARACTERS = 12
/** A character that JSON may escape: a quote, a backslash, a control character or a surrogate. */
const MAYBE_ESCAPED = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

/** Returns the characters of a text in JSON, with its quotes. */
function textSize(text: string, isEmbedded: boolean): number {
  const quotes = isEmbedded ? 4 : 2
  if (!MAYBE_ESCAPED.test(text)) return text.length + quotes
  const json = JSON.stringify(text)
  return isEmbedded ? JSON.stringify(json).length - 2 : json.length
}

function measure(value: unknown, isEmbedded: boolean): number {
  if (typeof value === 'string') return textSize(value, isEmbedded)
  if (typeof value !== 'object' || value === null) return NUMBER_CHARACTERS
  let size = 2
  if (Array.isArray(value)) {
    for (const item of value) size += measure(item, isEmbedded) + 1
    return size
  }
  const members = value as Readonly<Record<string, unknown>>
  for (const name of Object.keys(members))
    size += textSize(name, isEmbedded) + 2 + measure(members[name], isEmbedded)
  return size
}

/**
 * Returns the characters that a value of an answer takes as JSON text: exact for texts, an upper bound for
 * numbers. A shared record is measured once.
 *
 * @param isEmbedded Whether the JSON text is part of another JSON text, like each body of a batch, so that
 * its quotes and backslashes are escaped once more.
 */
export function jsonSize(value: unknown, isEmbedded: boolean): number {
  const prepared = typeof value === 'object' && value !== null ? preparedRecords.get(value) : undefined
  if (!prepared) return measure(value, isEmbedded)
  const name = isEmbedded ? 'embeddedSize' : 'size'
  prepared[name] ??= measure(value, isEmbedded)
  return prepared[name]
}
