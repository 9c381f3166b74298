import type { AnyRow } from './table.ts'

/** Freezes plain data all the way down; what is frozen already is trusted to be so throughout. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const name of Object.keys(value)) deepFreeze(value[name as keyof typeof value])
  return value
}

function withoutUndefined(fields: Readonly<Record<string, unknown>>): object {
  const some: Record<string, unknown> = {}
  for (const name of Object.keys(fields)) if (fields[name] !== undefined) some[name] = fields[name]
  return some
}

/** A row as it is stored: frozen, without the members that are undefined. */
export function frozenRow(fields: object, id: number, kind: string): AnyRow {
  const row = { ...fields, id, kind }
  const full = Object.values<unknown>(row).includes(undefined) ? withoutUndefined(row) : row
  return deepFreeze(full as AnyRow)
}
