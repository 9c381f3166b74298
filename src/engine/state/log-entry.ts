import { push, type Ring } from '../store/ring.ts'
import { cutText } from '../values/cut.ts'
import type { Json } from '../values/guard.ts'
import { groupDigits } from '../values/number-text.ts'
import { VALUE_BYTES, weightOf } from '../values/weight.ts'

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

/** The bytes of an entry that are not used yet. Each part of the entry takes its weight from them. */
interface Budget {
  bytes: number
}

const sizeNote = (count: number, unit: string): string => `… (${groupDigits(count)} ${unit})`

/** A frozen list that many entries share, with its weight. */
interface SharedList {
  readonly list: readonly string[]
  readonly weight: number
}

const sharedLists = new WeakMap<object, SharedList>()

/**
 * Returns a frozen list of short texts, such as names. The entries that contain it share it, so that no entry
 * copies or weighs it again.
 */
export function sharedList(texts: Iterable<string>): readonly string[] {
  const list = Object.freeze([...texts])
  if (list.some((text) => text.length > LOG_TEXT_MAX)) return list
  sharedLists.set(list, { list, weight: weightOf(list) })
  return list
}

/**
 * Cuts a text and appends its whole length. A slice keeps the whole text in memory: writing and parsing it
 * makes a copy.
 */
const cutWithNote = (text: string, unitsMax: number): string =>
  JSON.parse(JSON.stringify(cutText(text, unitsMax) + sizeNote(text.length, 'characters')))

/** Shortens a text, and takes its weight from a budget. A note of a size is never cut. */
function shortenText(text: string, budget: Budget): string {
  const unitsMax = Math.min(LOG_TEXT_MAX, Math.max(SHORT_TEXT, Math.floor(budget.bytes / 2)))
  const short = text.length > unitsMax ? cutWithNote(text, unitsMax) : text
  budget.bytes -= weightOf(short)
  return short
}

function shortenList(list: readonly unknown[], budget: Budget): readonly Json[] {
  const shared = sharedLists.get(list)
  if (shared && shared.weight <= budget.bytes) {
    budget.bytes -= shared.weight
    return shared.list
  }
  budget.bytes -= VALUE_BYTES
  const short: Json[] = []
  for (const item of list) {
    if (budget.bytes <= 0) {
      short.push(shortenText(sizeNote(list.length, 'items'), budget))
      break
    }
    short.push(shortenValue(item, budget))
  }
  return Object.freeze(short)
}

/** Shortens an object. A whole one keeps all its members, even beyond the budget. */
function shortenObject(object: Readonly<Record<string, unknown>>, budget: Budget, isWhole = false): Json {
  budget.bytes -= VALUE_BYTES
  const short: Record<string, Json> = {}
  const names = Object.keys(object)
  for (const name of names) {
    const value = object[name]
    if (value === undefined) continue
    if (budget.bytes <= 0 && !isWhole) {
      budget.bytes -= 2 * '…'.length
      short['…'] = shortenText(sizeNote(names.length, 'members'), budget)
      break
    }
    const shortName = name.length > NAME_MAX ? cutWithNote(name, NAME_MAX) : name
    budget.bytes -= 2 * shortName.length
    short[shortName] = shortenValue(value, budget)
  }
  return Object.freeze(short)
}

function shortenValue(value: unknown, budget: Budget): Json {
  if (typeof value === 'string') return shortenText(value, budget)
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value)
      ? shortenList(value, budget)
      : shortenObject(value as Readonly<Record<string, unknown>>, budget)
  budget.bytes -= VALUE_BYTES
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  return typeof value === 'boolean' ? value : null
}

/** The members of a log entry before they are shortened. */
type EntryMembers<Entry extends Json> = { readonly [M in keyof Entry]: unknown }

/**
 * Returns a value as a log keeps it: a frozen copy, with long texts cut and followed by
 * `… (1,048,576 characters)`, and with the number of items or members in place of those that exceed the bytes
 * of an entry. Undefined members are left out.
 */
export const logEntry = <Entry extends Json>(value: EntryMembers<Entry>): Entry =>
  // Only texts, items and members beyond the bounds differ from the value.
  shortenValue(value, { bytes: LOG_ENTRY_BYTES_MAX }) as Entry

/**
 * Adds an entry to a log, shortened as by `logEntry`, the first members first. It has all members, which are
 * few, because readers expect each of them.
 */
export function addToLog<Entry extends Json>(log: Ring<Entry>, value: EntryMembers<Entry>): Ring<Entry> {
  const budget: Budget = { bytes: LOG_ENTRY_BYTES_MAX }
  const short = shortenObject(value, budget, true) as Entry
  return push(log, short, LOG_ENTRY_BYTES_MAX - budget.bytes)
}

/** Maximum bytes of an entry in which no text can be too long. */
const LIGHT_BYTES = 4_096

/** Adds a frozen entry to a log. Most are short and stay unchanged. */
export function addFrozen<Entry extends { readonly [member: string]: Json }>(
  log: Ring<Entry>,
  entry: Entry,
): Ring<Entry> {
  const weight = weightOf(entry)
  return weight > LIGHT_BYTES ? addToLog(log, entry) : push(log, entry, weight)
}
