import { cutText } from './cut.ts'
import type { Json } from './guard.ts'
import { groupDigits } from './number-text.ts'

/** Maximum bytes of the call log, and of the event log, by `weightOf`. */
export const LOG_BYTES_MAX = 16 * 1024 * 1024

/** Maximum UTF-16 code units of a text in a log entry. A longer text is cut and its length noted. */
export const LOG_TEXT_MAX = 4_096

/** Maximum bytes of one log entry, by `weightOf`. The rest is left out and its size noted. */
export const LOG_ENTRY_BYTES_MAX = 64 * 1024

/** Maximum UTF-16 code units of a member's name in a log entry. */
const NAME_MAX = 256

/** UTF-16 code units of a text that are kept even if the entry is full. */
const SHORT_TEXT = 64

const VALUE_BYTES = 16

/** The bytes of an entry that are not used yet. */
interface Budget {
  bytes: number
}

const sizeNote = (count: number, unit: string): string => `… (${groupDigits(count)} ${unit})`

/**
 * Cuts a text and appends its whole length. A slice keeps the whole text in memory: writing and parsing it
 * makes a copy.
 */
const cutWithNote = (text: string, unitsMax: number): string =>
  JSON.parse(JSON.stringify(cutText(text, unitsMax) + sizeNote(text.length, 'characters')))

function shortenEntryText(text: string, budget: Budget): string {
  const unitsMax = Math.min(LOG_TEXT_MAX, Math.max(SHORT_TEXT, Math.floor(budget.bytes / 2)))
  const short = text.length > unitsMax ? cutWithNote(text, unitsMax) : text
  budget.bytes -= VALUE_BYTES + 2 * short.length
  return short
}

function shortenList(list: readonly unknown[], budget: Budget): Json[] {
  const short: Json[] = []
  for (const item of list) {
    if (budget.bytes <= 0) {
      short.push(sizeNote(list.length, 'items'))
      break
    }
    short.push(shortenValue(item, budget))
  }
  return short
}

function shortenObject(object: Readonly<Record<string, unknown>>, budget: Budget): Record<string, Json> {
  const short: Record<string, Json> = {}
  const names = Object.keys(object)
  for (const name of names) {
    const value = object[name]
    if (value === undefined) continue
    if (budget.bytes <= 0) {
      short['…'] = sizeNote(names.length, 'members')
      break
    }
    const shortName = name.length > NAME_MAX ? cutWithNote(name, NAME_MAX) : name
    budget.bytes -= 2 * shortName.length
    short[shortName] = shortenValue(value, budget)
  }
  return short
}

function shortenValue(value: unknown, budget: Budget): Json {
  if (typeof value === 'string') return shortenEntryText(value, budget)
  budget.bytes -= VALUE_BYTES
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  if (typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null) return null
  const members = value as Readonly<Record<string, unknown>>
  return Object.freeze(Array.isArray(value) ? shortenList(value, budget) : shortenObject(members, budget))
}

/**
 * Returns a value as a log keeps it: a frozen copy, with long texts cut and followed by
 * `… (1,048,576 characters)`, and with the number of items or members in place of those that exceed the bytes
 * of an entry. Undefined members are left out.
 */
export const logEntry = <Entry extends Json>(value: { readonly [M in keyof Entry]: unknown }): Entry =>
  // Only texts, items and members beyond the bounds differ from the value.
  shortenValue(value, { bytes: LOG_ENTRY_BYTES_MAX }) as Entry
