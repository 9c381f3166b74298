import { deepFreeze } from '../../engine/store/freeze.ts'
import { isObject } from '../../engine/values/plain-object.ts'

/** An object by its members. */
export type Members = Readonly<Record<string, unknown>>

/** The values that answers with a shared record need again and again. Each is computed on first use. */
export interface PreparedRecord {
  /** The record with absolute links below `web`. It is never handed out, and therefore not frozen. */
  links?: { readonly web: string; readonly record: Members; readonly nested: readonly string[] }
  /** The characters of its JSON text, and of that text within another. */
  size?: number
  embeddedSize?: number
}

const preparedRecords = new WeakMap<object, PreparedRecord>()

/** Freezes a record that several answers may contain. No link in it may lead to the current call. */
export function share<T extends object>(record: T): T {
  preparedRecords.set(deepFreeze(record), {})
  return record
}

/** Returns what is prepared for a shared record, or undefined for any other value. */
export const preparedOf = (value: object): PreparedRecord | undefined => preparedRecords.get(value)

/** Returns the names of the members that are objects or arrays. */
export const nestedNames = (members: Members): string[] =>
  Object.keys(members).filter((name) => isObject(members[name]))

/** Returns a copy of plain data. A spread of an object that is not frozen costs much less than a loop. */
function copyOf(value: unknown): unknown {
  if (!isObject(value)) return value
  if (Array.isArray(value)) return value.map(copyOf)
  const copy: Record<string, unknown> = { ...value }
  for (const name of Object.keys(copy)) if (isObject(copy[name])) copy[name] = copyOf(copy[name])
  return copy
}

/** Returns a copy of an object whose nested members are known by name. */
export function copyWith(members: Members, nested: readonly string[]): Members {
  const copy: Record<string, unknown> = { ...members }
  for (const name of nested) copy[name] = copyOf(copy[name])
  return copy
}
