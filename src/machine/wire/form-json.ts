import { shortenText } from '../../engine/values/cut.ts'
import type { Json } from '../../engine/values/guard.ts'
import { isColonNext } from '../../engine/values/json-shapes.ts'
import { endOfString, parseJson } from '../../engine/values/json-text.ts'
import { FORBIDDEN_NAME } from './form-text.ts'
import { type Read, read, unreadable } from './read-result.ts'

const NUMBER = /-?\d[\d.e+-]*/iy
const SHOWN_LENGTH_MAX = 201
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Parses JSON text within a depth and a number of values. `JSON.parse` rounds large integers silently: they
 * are refused, and the message says where they are.
 */
export function readJson(text: string, depth: number, values: number): Read<Json> {
  const body = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
  const parsed = parseJson(body, { depth, values })
  if (!parsed.ok) return unreadable(`The JSON body ${parsed.problem}`)
  const problem = problemIn(body, text.length - body.length)
  return problem === undefined ? read(usable(parsed.value)) : unreadable(problem)
}

/** Returns a parsed value with zero for negative zero, and without members that would set a prototype. */
function usable(value: unknown): Json {
  if (Array.isArray(value)) return value.map(usable)
  if (typeof value !== 'object' || value === null) return value === 0 ? 0 : (value as Json)
  const members = Object.entries(value).filter(([name]) => name !== FORBIDDEN_NAME)
  return Object.fromEntries(members.map(([name, member]) => [name, usable(member)]))
}

/**
 * Returns what is wrong with the first string or number of a valid JSON text that cannot be kept as it is.
 */
function problemIn(text: string, offset: number): string | undefined {
  /** For each open list and object, the place or the name of the value in it. */
  const path: (string | number)[] = []
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    const last = path.at(-1)
    if (character === '"') {
      const end = endOfString(text, at)
      const literal = text.slice(at, end + 1)
      if (isHalved(literal))
        return `The JSON body has half of a surrogate pair in the string at position ${at + offset}`
      if (typeof last === 'string' && isColonNext(text, end + 1)) path[path.length - 1] = JSON.parse(literal)
      at = end
    } else if (character === '{') path.push('')
    else if (character === '[') path.push(0)
    else if (character === '}' || character === ']') path.pop()
    else if (character === ',' && typeof last === 'number') path[path.length - 1] = last + 1
    else if (character === '-' || (character >= '0' && character <= '9')) {
      NUMBER.lastIndex = at
      const [literal] = NUMBER.exec(text) ?? ['']
      if (isRounded(Number(literal))) return roundedAt(literal, path)
      at += literal.length - 1
    }
  }
  return undefined
}

/** Whether the text of a string literal has half of a surrogate pair. Escapes may spell one. */
const isHalved = (literal: string): boolean =>
  !(literal.includes('\\u') ? (JSON.parse(literal) as string) : literal).isWellFormed()

const isRounded = (value: number): boolean =>
  !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))

/** Returns the message for a number at a path, which is spelled as in JavaScript: `a.b[0].c`. */
function roundedAt(literal: string, path: readonly (string | number)[]): string {
  const names = path.map((label) => (typeof label === 'number' ? `[${label}]` : `.${label}`))
  const where = path.length === 0 ? '' : ` at ${shortenText(names.join('').slice(1), SHOWN_LENGTH_MAX)}`
  const number = shortenText(literal, SHOWN_LENGTH_MAX)
  return `The number ${number}${where} is outside of -2^53 to 2^53: send it as a string`
}
