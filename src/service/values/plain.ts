import { isSameJson } from '../../engine/values/canonical.ts'
import type { Json } from '../../engine/values/guard.ts'

/** Returns a copy as plain JSON, without undefined members. */
export function plain(value: unknown): Json {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return (value ?? null) as Json
  return plainObject(value)
}

/** Returns a copy of an object as plain JSON, without undefined members. */
export function plainObject(value: object): Record<string, Json> {
  const copy: Record<string, Json> = {}
  for (const [name, member] of Object.entries<unknown>({ ...value })) {
    if (member !== undefined) copy[name] = plain(member)
  }
  return copy
}

/** Returns the members of an object that another one lacks or has with another value, as plain JSON. */
export function changedMembers(value: object, from: object): Record<string, Json> {
  const known = plainObject(from)
  return Object.fromEntries(
    Object.entries(plainObject(value)).filter(([name, member]) => !isSameJson(member, known[name])),
  )
}
