import { plainName, type SecretKind } from './kinds.ts'

/** The replacements of the secrets of a recording: the same value always has the same one. */
export interface Replacements {
  /** Returns the replacement of a value, and makes it if the value is new. */
  of(kind: SecretKind, value: string): string
  /** Returns the values that have a replacement, with their kinds. */
  known(): Iterable<readonly [value: string, kind: SecretKind]>
  /** The number of distinct values of each kind. */
  counts(): Readonly<Partial<Record<SecretKind, number>>>
}

const LETTER = /\p{L}/u

/** The digits of a count in letters: `x` is none. */
const LETTERS = 'xabcdefghijklmnopqrstuvwyz'

/** A digest or a key in hexadecimal digits. */
const HEX = /^([0-9a-f]{16,}|[0-9A-F]{16,})$/

const isUpper = (letter: string): boolean => letter !== letter.toLowerCase()

/** Digits that fill a replacement: a phone number of fives belongs to nobody. */
const fillers: Readonly<Partial<Record<SecretKind, string>>> = { phone: '5', userId: '1', address: '1' }

/**
 * Returns a text of the same form: letters for letters, digits for digits, and all other characters as they
 * are. The last letters and digits are the count.
 */
function sameForm(value: string, count: number, filler: string): string {
  let left = count
  const next = (base: number): number => {
    const digit = left % base
    left = Math.floor(left / base)
    return digit
  }
  const signs = [...value].toReversed().map((sign) => {
    if (/\d/.test(sign)) return String((next(10) + Number(filler)) % 10)
    if (!LETTER.test(sign)) return sign
    const letter = LETTERS[next(26)] ?? 'x'
    return isUpper(sign) ? letter.toUpperCase() : letter
  })
  return signs.toReversed().join('')
}

/** Returns an address of the reserved domain `.test`, of the same length if that has the room. */
function emailLike(value: string, count: number): string {
  const at = value.lastIndexOf('@')
  if (at < 0) return sameForm(value, count, '0')
  const domain = value.slice(at + 1)
  return `${sameForm(value.slice(0, at), count, '0')}@${'x'.repeat(Math.max(1, domain.length - 5))}.test`
}

/** Addresses that are reserved for documentation (RFC 5737, RFC 3849). */
function ipLike(value: string, count: number): string {
  if (value.includes(':')) return `2001:db8::${count.toString(16)}`
  const block = Math.floor((count - 1) / 254)
  const host = ((count - 1) % 254) + 1
  const blocks = ['192.0.2', '198.51.100', '203.0.113']
  return `${blocks[block] ?? `10.${Math.floor(block / 256)}.${block % 256}`}.${host}`
}

const birthdayLike = (value: string): string =>
  value.replace(/\d+/g, (digits) => (digits.length === 4 ? '1990' : '01'.slice(-digits.length)))

/** Returns the parts of a token that say what it is, and may stay: `EAA`, or the app id of an app token. */
const openPart = (value: string): string => /^(EA[A-Z]|\d{5,20}\||eyJ)/.exec(value)?.[0] ?? ''

function replaced(kind: SecretKind, value: string, count: number): string {
  if (kind === 'email') return emailLike(value, count)
  if (kind === 'ip') return ipLike(value, count)
  if (kind === 'birthday') return birthdayLike(value)
  if (HEX.test(value)) return count.toString(16).padStart(value.length, '0')
  const open = kind === 'token' ? openPart(value) : ''
  return open + sameForm(value.slice(open.length), count, fillers[kind] ?? '0')
}

/** Two zeros stand for the plus of a phone number. */
const ABROAD = /^00/

/** Returns the text that all spellings of a value share: services change case and signs. */
function canonical(kind: SecretKind, value: string): string {
  // The wide signs of East Asian keyboards are those of ASCII.
  if (kind === 'email') return value.normalize('NFKC').toLowerCase()
  return kind === 'phone' ? value.replace(/\D/g, '').replace(ABROAD, '') : value
}

/** Applies the case of a value to a text of the same length. */
const inCaseOf = (value: string, text: string): string =>
  value.length !== text.length
    ? text
    : [...text].map((sign, index) => (isUpper(value[index] ?? '') ? sign.toUpperCase() : sign)).join('')

/** Puts digits in place of those of a number, whose other signs stay. */
function inFormOf(value: string, digits: string): string {
  if (ABROAD.test(value)) return `00${inFormOf(value.slice(2), digits)}`
  let at = 0
  return value.replace(/\d/g, () => digits[at++] ?? '5')
}

const spelled = (kind: SecretKind, value: string, replacement: string): string => {
  if (kind === 'email') return inCaseOf(value, replacement)
  return kind === 'phone' ? inFormOf(value, replacement) : replacement
}

/** The number of tries to find a replacement of the same length that is free. */
const TRIES = 2_000

/** Creates replacements without values. They follow from the order of the values alone. */
export function newReplacements(): Replacements {
  const made = new Map<string, string>()
  const taken = new Set<string>()
  const kinds = new Map<string, SecretKind>()
  const counts: Partial<Record<SecretKind, number>> = {}
  const make = (kind: SecretKind, value: string): string => {
    const first = (counts[kind] ?? 0) + 1
    counts[kind] = first
    if (kind === 'birthday') return replaced(kind, value, first)
    for (let tried = 0; tried < TRIES; tried++) {
      const text = replaced(kind, value, first + tried)
      if (text !== value && !taken.has(text)) return text
    }
    return `${replaced(kind, value, first)}x${first}`
  }
  return {
    of(kind, value) {
      // A text without letters and digits has nothing to hide.
      if (plainName(value) === '' && !LETTER.test(value)) return value
      const key = canonical(kind, value)
      let replacement = made.get(key)
      if (replacement === undefined) {
        replacement = make(kind, key)
        made.set(key, replacement)
        taken.add(replacement)
        kinds.set(key, kind)
      }
      return spelled(kind, value, replacement)
    },
    known: () => kinds,
    counts: () => counts,
  }
}
