import { cutText } from './cut.ts'

/** Writes a value as JSON onto a text, and stops soon after the text is long enough. */
function write(value: unknown, text: string, unitsMax: number): string {
  if (text.length > unitsMax) return text
  if (typeof value === 'string') return text + JSON.stringify(cutText(value, unitsMax + 1))
  if (Array.isArray(value)) return writeItems(value, text, unitsMax)
  if (typeof value === 'object' && value !== null) return writeMembers(value, text, unitsMax)
  return text + (JSON.stringify(value) ?? String(value))
}

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
  for (const name in members) {
    if (text.length > unitsMax) return text
    if (!Object.hasOwn(members, name)) continue
    const named = write(name, text === `${before}{` ? text : `${text},`, unitsMax)
    text = write((members as Record<string, unknown>)[name], `${named}:`, unitsMax)
  }
  return `${text}}`
}

/**
 * The beginning of a value as JSON text, at least as long as asked where the value is. What it costs follows
 * from that length and not from the value, which may be a megabyte.
 */
export function jsonBeginning(value: unknown, unitsMax: number): string {
  return write(value, '', unitsMax)
}
