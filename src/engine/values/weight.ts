import type { Json } from './guard.ts'

/** The weight of any value, without what it contains. */
export const VALUE_BYTES = 16
const CODE_UNIT_BYTES = 2

/** Whether plain JSON is an array. `Array.isArray` does not narrow the type of readonly arrays. */
export const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

/**
 * Returns the weight of plain JSON in bytes: 16 for each value, and 2 for each UTF-16 code unit of texts and
 * names. It approximates the memory in use, is equal on every machine, and is the measure of all limits of
 * stores. Undefined members do not count.
 */
export function weightOf(value: Json): number {
  if (typeof value === 'string') return VALUE_BYTES + CODE_UNIT_BYTES * value.length
  if (typeof value !== 'object' || value === null) return VALUE_BYTES
  let weight = VALUE_BYTES
  if (Array.isArray(value)) {
    for (const item of value) weight += weightOf(item)
    return weight
  }
  const members = value as { readonly [name: string]: Json }
  for (const name of Object.keys(members)) {
    const member = members[name]
    if (member === undefined) continue
    weight += CODE_UNIT_BYTES * name.length
    // Most members are texts and numbers, which need no call.
    if (typeof member === 'string') weight += VALUE_BYTES + CODE_UNIT_BYTES * member.length
    else weight += typeof member === 'object' ? weightOf(member) : VALUE_BYTES
  }
  return weight
}

/** Whether the weight of plain JSON is at most `bytesMax`. It stops reading as soon as it is more. */
export function isLight(value: Json, bytesMax: number): boolean {
  return bytesLeft(value, bytesMax) >= 0
}

/** Subtracts the weight of a value from a number of bytes, and stops soon after the result is negative. */
function bytesLeft(value: Json, bytes: number): number {
  if (typeof value === 'string') return bytes - weightOf(value)
  let left = bytes - VALUE_BYTES
  if (typeof value !== 'object' || value === null) return left
  if (isList(value)) {
    for (const item of value) {
      left = bytesLeft(item, left)
      if (left < 0) return left
    }
    return left
  }
  for (const name of Object.keys(value)) {
    const member = value[name]
    if (member !== undefined) left = bytesLeft(member, left - CODE_UNIT_BYTES * name.length)
    if (left < 0) return left
  }
  return left
}
