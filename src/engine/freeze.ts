import type { AnyRow } from './table.ts'

/** Freezes plain data at every depth. An object that is frozen already must be frozen at every depth. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const member of Object.values(value)) deepFreeze(member)
  return value
}

/** Returns a row as it is stored: frozen, without undefined members. */
export function frozenRow<K extends string>(fields: object, id: number, kind: K): AnyRow & { kind: K } {
  const row = { ...fields, id, kind }
  if (!Object.values<unknown>(row).includes(undefined)) return deepFreeze(row)
  const columns = Object.entries<unknown>(row).filter(([, value]) => value !== undefined)
  return deepFreeze({ ...Object.fromEntries(columns), id, kind })
}
