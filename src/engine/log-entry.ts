import { cutText } from './cut.ts'
import { deepFreeze } from './freeze.ts'
import type { Json } from './guard.ts'
import { grouped } from './number-text.ts'

/** Bytes that a log of calls or of events keeps, by `weightOf`. */
export const LOG_BYTES_MAX = 16 * 1024 * 1024

/** UTF-16 code units of a text in a log entry; a longer one is cut and its length noted. */
export const LOG_TEXT_MAX = 4_096

/** Bytes of one log entry, by `weightOf`: what does not fit is left out and its size noted. */
export const LOG_ENTRY_BYTES_MAX = 64 * 1024

/** UTF-16 code units of a member's name in a log entry. */
const NAME_MAX = 256

/** Texts of up to so many code units fit an entry that is full. */
const SHORT = 64

const VALUE_BYTES = 16

interface Room {
  left: number
}

const counted = (count: number, what: string): string => `… (${grouped(count)} ${what})`

/** The head of a text, never half a character, and how long the whole text is. */
function headOf(text: string, most: number): string {
  return cutText(text, most) + counted(text.length, 'characters')
}

function shortText(text: string, room: Room): string {
  const most = Math.min(LOG_TEXT_MAX, Math.max(SHORT, Math.floor(room.left / 2)))
  const short = text.length > most ? headOf(text, most) : text
  room.left -= VALUE_BYTES + 2 * short.length
  return short
}

function shortList(list: readonly unknown[], room: Room): Json[] {
  const short: Json[] = []
  for (const item of list) {
    if (room.left <= 0) {
      short.push(counted(list.length, 'items'))
      break
    }
    short.push(shortValue(item, room))
  }
  return short
}

function shortObject(members: { readonly [name: string]: unknown }, room: Room): Json {
  const short: Record<string, Json> = {}
  const names = Object.keys(members)
  for (const name of names) {
    if (members[name] === undefined) continue
    if (room.left <= 0) {
      short['…'] = counted(names.length, 'members')
      break
    }
    const shown = name.length > NAME_MAX ? headOf(name, NAME_MAX) : name
    room.left -= 2 * shown.length
    short[shown] = shortValue(members[name], room)
  }
  return short
}

function shortValue(value: unknown, room: Room): Json {
  if (typeof value === 'string') return shortText(value, room)
  room.left -= VALUE_BYTES
  if (typeof value !== 'object' || value === null) return (value ?? null) as Json
  return Array.isArray(value)
    ? shortList(value, room)
    : shortObject(value as { readonly [name: string]: unknown }, room)
}

/**
 * A value as a log keeps it: frozen, its long texts cut to a head and `… (1,048,576 characters)`, and what
 * exceeds the bytes of an entry replaced by the number of items or members. Members that are undefined are
 * left out.
 */
export function logEntry(value: unknown): Json {
  const short = shortValue(value, { left: LOG_ENTRY_BYTES_MAX })
  // A part of a text keeps the whole text alive. Text that was written and read again is a copy.
  return deepFreeze(JSON.parse(JSON.stringify(short)) as Json)
}
