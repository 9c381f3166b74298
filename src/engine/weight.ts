import type { Json } from './guard.ts'

const VALUE_BYTES = 16
const CODE_UNIT_BYTES = 2

const textWeight = (text: string): number => VALUE_BYTES + CODE_UNIT_BYTES * text.length

/**
 * The bytes that plain JSON takes in memory, counted alike on every machine: 16 for each value, and 2 for
 * each UTF-16 code unit of a text or a name. Stores are bounded in this measure. Members that are undefined
 * count nothing.
 */
export function weightOf(value: Json): number {
  if (typeof value === 'string') return textWeight(value)
  if (typeof value !== 'object' || value === null) return VALUE_BYTES
  let weight = VALUE_BYTES
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) weight += weightOf(item)
    return weight
  }
  const members = value as { readonly [name: string]: Json | undefined }
  for (const name of Object.keys(members)) {
    const member = members[name]
    if (member !== undefined) weight += CODE_UNIT_BYTES * name.length + weightOf(member)
  }
  return weight
}

/** Whether plain JSON weighs no more than this. It stops reading where it weighs more. */
export function isLight(value: Json, most: number): boolean {
  return lighten(value, most) >= 0
}

/** What is left of an allowance after a value; less than 0 where it does not suffice. */
function lighten(value: Json, allowance: number): number {
  if (typeof value !== 'object' || value === null) return allowance - weightOf(value)
  let left = allowance - VALUE_BYTES
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) {
      left = lighten(item, left)
      if (left < 0) return left
    }
    return left
  }
  for (const name of Object.keys(value)) {
    const member = (value as { readonly [name: string]: Json | undefined })[name]
    if (member !== undefined) left = lighten(member, left - CODE_UNIT_BYTES * name.length)
    if (left < 0) return left
  }
  return left
}
