import type { AnyRow } from './table.ts'

/** Freezes plain data at every depth. An object that is frozen already must be frozen at every depth. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const member of Object.values(value)) if (typeof member === 'object') deepFreeze(member)
  return value
}

function definedMembers(fields: { readonly [column: string]: unknown }): object {
  const defined: Record<string, unknown> = {}
  // Assignment is safe: no column is named __proto__.
  for (const name of Object.keys(fields)) if (fields[name] !== undefined) defined[name] = fields[name]
  return defined
}

/** Returns a row as it is stored: frozen, without undefined members. */
export function frozenRow<K extends string>(fields: object, id: number, kind: K): AnyRow & { kind: K } {
  // The new members come first, because V8 is ten times slower when it adds members to a copy.
  const row: { id: number; kind: K; [column: string]: unknown } = { id, kind, ...fields }
  row.id = id
  row.kind = kind
  for (const name of Object.keys(row)) {
    const value = row[name]
    if (value === undefined) return frozenRow(definedMembers(row), id, kind)
    if (typeof value === 'object') deepFreeze(value)
  }
  return Object.freeze(row)
}
