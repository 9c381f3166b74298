import { shortenText } from '../engine/values/cut.ts'
import type { Json } from '../engine/values/guard.ts'
import { quoted, type Read, read, unreadable } from './read-result.ts'
import { FORBIDDEN_NAME } from './spelling.ts'

interface Cursor {
  readonly text: string
  readonly depthMax: number
  readonly path: (string | number)[]
  readonly valuesMax: number
  count: number
  at: number
  error: string | undefined
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?/iy
const SHOWN_LENGTH_MAX = 201
const BYTE_ORDER_MARK = '\ufeff'
const literals: readonly (readonly [string, Json])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
]

/**
 * Parses JSON text. `JSON.parse` rounds large integers silently, and its messages differ between engine
 * versions. This parser refuses such integers, and its messages name the position of an error. It reads each
 * character once, and bounds the depth and the number of values.
 */
export function readJson(text: string, depthMax: number, valuesMax: number): Read<Json> {
  const cursor: Cursor = {
    text,
    depthMax,
    valuesMax,
    count: 0,
    path: [],
    at: text.startsWith(BYTE_ORDER_MARK) ? 1 : 0,
    error: undefined,
  }
  const value = readValue(cursor)
  if (value !== undefined && !atEnd(cursor)) expected(cursor, 'the end')
  if (value === undefined || cursor.error !== undefined)
    return unreadable(cursor.error ?? 'The JSON is malformed')
  return read(value)
}

function atEnd(cursor: Cursor): boolean {
  skipSpaces(cursor)
  return cursor.at === cursor.text.length
}

function skipSpaces(cursor: Cursor): void {
  while (isSpace(cursor.text.charCodeAt(cursor.at))) cursor.at += 1
}

function isSpace(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 13 || unit === 9
}

function fail(cursor: Cursor, message: string): undefined {
  cursor.error ??= message
  return undefined
}

function expected(cursor: Cursor, what: string): undefined {
  const point = cursor.text.codePointAt(cursor.at)
  const got = point === undefined ? 'the end' : quoted(String.fromCodePoint(point))
  return fail(cursor, `The JSON body is malformed at position ${cursor.at}: expected ${what}, got ${got}`)
}

/** Skips a character. Returns false, and does not move, if another one comes next. */
function skip(cursor: Cursor, character: string): boolean {
  skipSpaces(cursor)
  if (cursor.text[cursor.at] !== character) return false
  cursor.at += 1
  return true
}

/** Reads the value at the cursor. Returns undefined and stores the error if there is none. */
function readValue(cursor: Cursor): Json | undefined {
  skipSpaces(cursor)
  const first = cursor.text[cursor.at]
  cursor.count += 1
  if (cursor.count > cursor.valuesMax)
    return fail(cursor, `The JSON body has more than ${cursor.valuesMax} values`)
  if (first === '"') return readText(cursor)
  if (first !== '{' && first !== '[') return readWord(cursor)
  if (cursor.path.length >= cursor.depthMax) {
    return fail(cursor, `The JSON body nests deeper than ${cursor.depthMax} at position ${cursor.at}`)
  }
  cursor.at += 1
  return first === '{' ? readObject(cursor) : readList(cursor)
}

function readObject(cursor: Cursor): Json | undefined {
  const members: Record<string, Json> = {}
  if (skip(cursor, '}')) return members
  do {
    skipSpaces(cursor)
    if (cursor.text[cursor.at] !== '"') return expected(cursor, 'a name in quotes')
    const name = readText(cursor)
    if (name === undefined) return undefined
    if (!skip(cursor, ':')) return expected(cursor, '":"')
    const value = readMember(cursor, name)
    if (value === undefined) return undefined
    if (name !== FORBIDDEN_NAME) members[name] = value
  } while (skip(cursor, ','))
  return skip(cursor, '}') ? members : expected(cursor, '"," or "}"')
}

function readList(cursor: Cursor): Json | undefined {
  const elements: Json[] = []
  if (skip(cursor, ']')) return elements
  do {
    const value = readMember(cursor, elements.length)
    if (value === undefined) return undefined
    elements.push(value)
  } while (skip(cursor, ','))
  return skip(cursor, ']') ? elements : expected(cursor, '"," or "]"')
}

function readMember(cursor: Cursor, label: string | number): Json | undefined {
  cursor.path.push(label)
  const value = readValue(cursor)
  cursor.path.pop()
  return value
}

/** Reads a string. It only finds the end; `JSON.parse` decodes the escapes. */
function readText(cursor: Cursor): string | undefined {
  const start = cursor.at
  let end = start + 1
  while (end < cursor.text.length && cursor.text[end] !== '"') end += cursor.text[end] === '\\' ? 2 : 1
  const text = parseText(cursor.text.slice(start, end + 1))
  if (text === undefined) return fail(cursor, `The JSON body has a malformed string at position ${start}`)
  if (!text.isWellFormed()) {
    return fail(cursor, `The JSON body has half of a surrogate pair in the string at position ${start}`)
  }
  cursor.at = end + 1
  return text
}

function parseText(literal: string): string | undefined {
  try {
    return JSON.parse(literal)
  } catch {
    return undefined
  }
}

function readWord(cursor: Cursor): Json | undefined {
  for (const [word, value] of literals) {
    if (cursor.text.startsWith(word, cursor.at)) {
      cursor.at += word.length
      return value
    }
  }
  NUMBER.lastIndex = cursor.at
  const literal = NUMBER.exec(cursor.text)?.[0]
  if (literal === undefined) return expected(cursor, 'a value')
  cursor.at += literal.length
  return readNumber(cursor, literal)
}

function readNumber(cursor: Cursor, literal: string): Json | undefined {
  const value = Number(literal)
  if (Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))) return value + 0
  const where = cursor.path.length === 0 ? '' : ` at ${pathOf(cursor.path)}`
  const number = shortenText(literal, SHOWN_LENGTH_MAX)
  return fail(cursor, `The number ${number}${where} is outside of -2^53 to 2^53: send it as a string`)
}

/** Returns a path as JavaScript spells it, such as `a.b[0].c`. */
function pathOf(path: readonly (string | number)[]): string {
  return shortenText(
    path
      .map((label) => (typeof label === 'number' ? `[${label}]` : `.${label}`))
      .join('')
      .slice(1),
    SHOWN_LENGTH_MAX,
  )
}
