import type { SecretKind, SecretRange } from './kinds.ts'

/** The shortest values of each kind that are searched in other texts. Shorter ones are words too often. */
const shortest: Readonly<Partial<Record<SecretKind, number>>> = {
  token: 6,
  secret: 6,
  signature: 8,
  code: 8,
  cookie: 8,
  email: 5,
  name: 4,
  address: 6,
  answer: 8,
  hash: 16,
  userId: 5,
}

/** The kinds whose values are words: they are searched as whole words. */
const asWords = new Set<SecretKind>(['name', 'address', 'answer', 'userId', 'cookie'])

/** Values that occur in texts of the protocol, and would be replaced there too. */
const isCommon = (kind: SecretKind, value: string): boolean =>
  asWords.has(kind) && kind !== 'userId' && /^[a-z_]*$/.test(value)

/** The number of UTF-16 code units by which values are looked up. */
const START = 4

/** Finds known values in texts. */
export interface SecretIndex {
  in(text: string): readonly SecretRange[]
}

const isWordSign = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}_]/u.test(sign)

const isWord = (text: string, start: number, end: number): boolean =>
  !isWordSign(text[start - 1]) && !isWordSign(text[end])

/** Indexes values by their first characters. */
export function indexSecrets(values: Iterable<readonly [string, SecretKind]>): SecretIndex {
  const index = new Map<string, { readonly value: string; readonly kind: SecretKind }[]>()
  for (const [value, kind] of values) {
    if (value.length < Math.max(START, shortest[kind] ?? Number.POSITIVE_INFINITY) || isCommon(kind, value))
      continue
    const key = value.slice(0, START)
    const list = index.get(key) ?? []
    index.set(key, list)
    list.push({ value, kind })
  }
  for (const list of index.values()) list.sort((one, other) => other.value.length - one.value.length)
  return {
    in(text) {
      const found: SecretRange[] = []
      for (let start = 0; start + START <= text.length; start++) {
        for (const { value, kind } of index.get(text.slice(start, start + START)) ?? []) {
          const end = start + value.length
          if (!text.startsWith(value, start) || (asWords.has(kind) && !isWord(text, start, end))) continue
          found.push({ start, end, kind })
          break
        }
      }
      return found
    },
  }
}

/** A long run of digits may be a phone number without its signs. */
const DIGITS = /\d{8,15}/g

/** Returns the runs of digits in a text that are known phone numbers. */
export const phonesIn = (text: string, known: ReadonlySet<string>): readonly SecretRange[] =>
  known.size === 0
    ? []
    : [...text.matchAll(DIGITS)]
        .filter(([digits]) => known.has(digits))
        .map(({ index, 0: digits }) => ({ start: index, end: index + digits.length, kind: 'phone' as const }))
