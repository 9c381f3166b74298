import type { Json } from '../../engine/guard.ts'

/** A copy as plain JSON, without the members that are undefined. */
export function plain(value: unknown): Json {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return (value ?? null) as Json
  return plainObject(value)
}

/** A copy of an object as plain JSON, without the members that are undefined. */
export function plainObject(value: object): Record<string, Json> {
  const copy: Record<string, Json> = {}
  for (const name of Object.keys(value)) {
    const member: unknown = value[name as keyof typeof value]
    if (member !== undefined) copy[name] = plain(member)
  }
  return copy
}
