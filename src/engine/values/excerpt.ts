import { cutText } from './cut.ts'

const BIGINT_BITS = 256

/** Appends the JSON of a value to a text, and stops soon after the text exceeds `unitsMax`. */
function write(value: unknown, text: string, unitsMax: number): string {
  if (text.length > unitsMax) return text
  if (typeof value === 'string') return text + JSON.stringify(cutText(value, unitsMax + 1))
  if (Array.isArray(value)) return writeItems(value, text, unitsMax)
  if (typeof value === 'object' && value !== null) return writeMembers(value, text, unitsMax)
  if (typeof value === 'bigint') return text + bigintText(value)
  return text + (JSON.stringify(value) ?? String(value))
}

/** JSON has no text for a bigint. The decimal digits of a long one cost more than its length. */
const bigintText = (value: bigint): string =>
  BigInt.asIntN(BIGINT_BITS, value) === value ? `${value}n` : 'a long bigint'

function writeItems(items: readonly unknown[], before: string, unitsMax: number): string {
  let text = `${before}[`
  for (const [index, item] of items.entries()) {
    if (text.length > unitsMax) return text
    text = write(item, index === 0 ? text : `${text},`, unitsMax)
  }
  return `${text}]`
}

function writeMembers(members: object, before: string, unitsMax: number): string {
  let text = `${before}{`
  // `for in` reads one name at a time: Object.keys would list all names of a large object first.
  for (const name in members) {
    if (text.length > unitsMax) return text
    if (!Object.hasOwn(members, name)) continue
    const withName = write(name, text === `${before}{` ? text : `${text},`, unitsMax)
    text = write(Reflect.get(members, name), `${withName}:`, unitsMax)
  }
  return `${text}}`
}

/**
 * Returns the beginning of the JSON text of a value: more than `unitsMax` UTF-16 code units if the text is
 * that long. The cost depends on `unitsMax`, not on the size of the value.
 */
export function jsonBeginning(value: unknown, unitsMax: number): string {
  return write(value, '', unitsMax)
}
