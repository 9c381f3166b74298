import { kindOfField, nowhere, plainName, type SecretKind, type SecretRange } from './kinds.ts'

const NAME_MAX = 64
const GAP_MAX = 4
const nameSign = /[\w.-]/
const gapSign = /["'\\ ]/
const QUOTE = /["']/
const UNQUOTED = /[\w|%.~+/-]{4,}={0,2}/y
const QUOTED = /[^"'\\\r\n]{1,1024}/y
const SCHEME = /(?:bearer|oauth|basic|token|jwt) {1,4}/iy
const LINE = /[^\r\n"']{1,4096}/y

/** The kinds that a name in a longer text gives to any value after it. */
const secrets = new Set<SecretKind>(['token', 'secret', 'signature', 'code'])

/** The kinds whose values are words. One in quotes or with a line of its own is no part of a sentence. */
const words = new Set<SecretKind>(['name', 'address', 'birthday', 'phone'])

/** Words that say of which type a value is, or that there is none. */
const typeWord =
  /^(string|int(eger)?|number|float|bool(ean)?|null|undefined|none|true|false|object|array|required)$/i

const WORD = /^(?:[A-Z]?[a-z]+|[A-Z]+)$/
const DATE = /^\d{4}-\d\d-\d\d/

/** Whether a text can hardly be a word, a date or an id: it mixes letters and digits, or cases if long. */
export function looksRandom(text: string): boolean {
  if (text.length < 8 || DATE.test(text) || !/^[\w.~+/=%-]+$/.test(text)) return false
  return /[A-Za-z]/.test(text) && (/\d/.test(text) || (text.length >= 20 && /[a-z][A-Z]/.test(text)))
}

/** Whether a name joins several words without blanks, which prose does not. */
const isCompound = (name: string): boolean => /[a-z][A-Z]|[\w]_|-/.test(name)

/** Returns the value that a pattern finds at a position. */
function valueAt(text: string, start: number, pattern: RegExp): string {
  pattern.lastIndex = start
  return pattern.exec(text)?.[0] ?? ''
}

/** A name in a text, with the position at which its value begins. */
interface Label {
  readonly name: string
  readonly start: number
  readonly separator: string
  readonly valueStart: number
  readonly quoted: boolean
}

/** Returns the name around a separator. */
function labelAt(text: string, at: number): Label | undefined {
  const separator = text[at] ?? ''
  const isPath = separator === '/'
  let end = at
  while (!isPath && at - end < GAP_MAX && gapSign.test(text[end - 1] ?? '')) end -= 1
  let start = end
  while (end - start < NAME_MAX && nameSign.test(text[start - 1] ?? '')) start -= 1
  if (start === end) return undefined
  let valueStart = at + 1
  if (text[valueStart] === '>') valueStart += 1
  const first = valueStart
  while (!isPath && valueStart - first < GAP_MAX && gapSign.test(text[valueStart] ?? '')) valueStart += 1
  const quoted = QUOTE.test(text.slice(first, valueStart))
  return { name: text.slice(start, end), start, separator, valueStart, quoted }
}

/** Whether a name and its value fill one line of several, as in YAML and in headers. */
function hasOwnLine(text: string, { start, quoted }: Label, valueEnd: number): boolean {
  const before = text.slice(Math.max(0, start - NAME_MAX), start)
  const after = text.slice(valueEnd, valueEnd + 2)
  const isStart = /(?:^|\n)[ \t]*(?:- |export )?["']?$/.test(before)
  return !quoted && isStart && /^(?:\r?\n|$)/.test(after) && text.includes('\n')
}

/** Whether what stands after a name is its value, and no word of a sentence about it. */
function isValue(text: string, label: Label, kind: SecretKind, value: string): boolean {
  if (value.length < 4 || typeWord.test(value)) return false
  if (label.separator === '/') return text[label.start - 1] === '/' && looksRandom(value)
  if (kind === 'code' && !looksRandom(value)) return false
  if (label.quoted || hasOwnLine(text, label, label.valueStart + value.length)) return true
  if (words.has(kind)) return false
  if (label.separator === '=' || looksRandom(value)) return true
  return isCompound(label.name) && !WORD.test(value)
}

const attribute = /^\s*(?:path|domain|expires|max-age|samesite|version|priority)\s*$/i

/** Returns the values of the cookies that a line of a text has. */
function cookiesAt(text: string, start: number): SecretRange[] {
  let at = start
  return valueAt(text, start, LINE)
    .split(';')
    .flatMap((pair) => {
      const equals = pair.indexOf('=')
      const valueStart = at + equals + 1
      at += pair.length + 1
      const isCookie = equals > 0 && !attribute.test(pair.slice(0, equals)) && valueStart < at - 1
      return isCookie ? [{ start: valueStart, end: at - 1, kind: 'cookie' as const }] : []
    })
}

function labeledAt(text: string, at: number): SecretRange[] {
  const label = labelAt(text, at)
  const kind = label && kindOfField({ ...nowhere, field: plainName(label.name) })
  if (!label || kind === undefined) return []
  if (kind === 'cookie') return label.separator === ':' ? cookiesAt(text, label.valueStart) : []
  if (!secrets.has(kind) && !words.has(kind)) return []
  const scheme = /authorization$/i.test(label.name) ? valueAt(text, label.valueStart, SCHEME) : ''
  const start = label.valueStart + scheme.length
  const value = valueAt(text, start, label.quoted ? QUOTED : label.separator === '/' ? SEGMENT : UNQUOTED)
  const isSecret = scheme !== '' ? value.length >= 4 : isValue(text, label, kind, value)
  return isSecret ? [{ start, end: start + value.length, kind }] : []
}

const SEGMENT = /[\w.~+=%-]{4,}/y
const CREDENTIALS = /\bbearer {1,4}/gi
const CURL = /\bcurl\b/
const OPTION = /\s(?:-b|--cookie|-u|--user)[ =]["']?/g

/** Returns the tokens after the word `Bearer`. */
const bearers = (text: string): SecretRange[] =>
  [...text.matchAll(CREDENTIALS)].flatMap(({ index, 0: scheme }) => {
    const start = index + scheme.length
    const value = valueAt(text, start, UNQUOTED)
    return looksRandom(value) ? [{ start, end: start + value.length, kind: 'token' as const }] : []
  })

/** Returns the cookies and passwords of a command line of curl. */
function optionsOfCurl(text: string): SecretRange[] {
  if (!CURL.test(text)) return []
  return [...text.matchAll(OPTION)].flatMap(({ index, 0: option }): SecretRange[] => {
    const start = index + option.length
    if (!option.includes('-u')) return cookiesAt(text, start)
    const value = valueAt(text, start, /[^\s"']{1,1024}/y)
    const colon = value.indexOf(':')
    return colon < 0 ? [] : [{ start: start + colon + 1, end: start + value.length, kind: 'secret' }]
  })
}

const SEPARATOR = /[=:/]/g

/** Returns the values that stand after the name of a secret in a longer text, such as prose or settings. */
export const labeled = (text: string): SecretRange[] => [
  ...[...text.matchAll(SEPARATOR)].flatMap(({ index }) => labeledAt(text, index)),
  ...bearers(text),
  ...optionsOfCurl(text),
]
