import { caseless } from '../../graph/values/letter-case.ts'
import type { ThreatIndicatorRow } from '../rows.ts'
import { textCharacters } from './search-cost.ts'
import {
  DESCRIPTION,
  EXACT,
  INDICATOR,
  NAMES,
  namesOf,
  PREFIX,
  SCORE_MAX,
  SUBSTRING,
  scoreOfMatch,
} from './text-match.ts'

/*
 * A Bloom filter says which texts the indicators of a leaf may contain. Its elements are the n-grams of their
 * folded texts, the beginnings of these texts, and the whole texts. The filters of the leaves below a branch
 * become one filter with a bit for each leaf, so that one read of it excludes many leaves.
 */

/** A leaf has at least so many bits for each character of its texts: the next power of two. */
const BITS_PER_CHARACTER = 9

/** The least and the most bits of a leaf. The most are 128 bytes for each indicator of a full leaf. */
const BITS_MIN = 1 << 9
const BITS_MAX = 1 << 15

/** A leaf with more characters has a filter that excludes nothing, because few of its bits would be clear. */
const FILTERED_CHARACTERS_MAX = BITS_MAX

/** The lengths of the n-grams of a text, and of the beginnings of a text. They are powers of two. */
const GRAM_MAX = 4
const BEGINNING_MAX = 8

/** A text that is longer is sought by the n-grams of its first characters. */
const SOUGHT_MAX = 32

/** The kinds of elements. */
const GRAM = 0
const BEGINNING = 1
const WHOLE = 2

/** Ids, which match only as a whole, have their own elements. */
const IDS = 3

/** The texts that the indicators of a leaf, or of the leaves below a branch, may contain. */
export interface TextFilter {
  /** The bits of a leaf; of a branch, for each bit a number with the bits of its leaves. */
  readonly words: Int32Array
  /** The number of leaves below a branch; undefined for the filter of a leaf. */
  readonly below: number | undefined
}

const seedOf = (kind: number, field: number): number => Math.imul(4 * kind + field + 1, 0x9e3779b1)

const isPowerOfTwo = (length: number): boolean => (length & (length - 1)) === 0

/** Adds a character to a hash. */
function addCharacter(hash: number, text: string, at: number): number {
  const mixed = Math.imul(hash ^ text.charCodeAt(at), 0x85ebca6b)
  return mixed ^ (mixed >>> 15)
}

function hashOf(kind: number, field: number, text: string): number {
  let hash = seedOf(kind, field)
  for (let at = 0; at < text.length; at++) hash = addCharacter(hash, text, at)
  return hash
}

/** Each element has two bits. A filter that is shorter than the longest uses their last binary digits. */
const bitsOf = (hash: number): readonly [number, number] => [
  (hash ^ (hash >>> 17)) & (BITS_MAX - 1),
  (Math.imul(hash, 0xc2b2ae35) >>> 16) & (BITS_MAX - 1),
]

/** Whole texts are two elements, because a search by relevance reads all leaves that may have one. */
const wholeHashesOf = (field: number, text: string): readonly [number, number] => {
  const hash = hashOf(WHOLE, field, text)
  return [hash, Math.imul(hash, 0x27d4eb2f)]
}

function setBit(words: Int32Array, bit: number): void {
  const at = (bit >>> 5) & (words.length - 1)
  words[at] = (words[at] ?? 0) | (1 << (bit & 31))
}

function addElement(words: Int32Array, hash: number): void {
  const [one, other] = bitsOf(hash)
  setBit(words, one)
  setBit(words, other)
}

/** Adds the elements for the texts that begin at an index, up to a length: each length is a power of two. */
function addFrom(words: Int32Array, seed: number, text: string, from: number, most: number): void {
  let hash = seed
  const end = Math.min(text.length, from + most)
  for (let at = from; at < end; at++) {
    hash = addCharacter(hash, text, at)
    if (isPowerOfTwo(at + 1 - from)) addElement(words, hash)
  }
}

function addWhole(words: Int32Array, field: number, text: string): void {
  for (const hash of wholeHashesOf(field, text)) addElement(words, hash)
}

function addText(words: Int32Array, field: number, text: string): void {
  const folded = caseless(text)
  const seed = seedOf(GRAM, field)
  for (let at = 0; at < folded.length; at++) addFrom(words, seed, folded, at, GRAM_MAX)
  addFrom(words, seedOf(BEGINNING, field), folded, 0, BEGINNING_MAX)
  addWhole(words, field, folded)
}

const full: TextFilter = { words: new Int32Array(BITS_MIN / 32).fill(-1), below: undefined }

/** Returns a power of two: the length of the filter of texts with so many characters. */
const bitsFor = (characters: number): number =>
  Math.min(Math.max(BITS_MIN, 1 << (32 - Math.clz32(BITS_PER_CHARACTER * characters))), BITS_MAX)

/** Returns the filter of the indicators of a leaf. */
export function filterOfLeaf(indicators: readonly ThreatIndicatorRow[]): TextFilter {
  const characters = indicators.reduce((sum, indicator) => sum + textCharacters(indicator), 0)
  if (characters > FILTERED_CHARACTERS_MAX) return full
  const words = new Int32Array(bitsFor(characters) / 32)
  for (const { id, indicator, description } of indicators) {
    addText(words, INDICATOR, indicator)
    addText(words, DESCRIPTION, description)
    addWhole(words, IDS, String(id))
  }
  for (const name of new Set(indicators.flatMap(namesOf))) addText(words, NAMES, name)
  return { words, below: undefined }
}

/** Returns the filter of the leaves below a branch. Shorter filters are repeated up to the longest. */
export function filterOfBranch(leaves: readonly TextFilter[]): TextFilter {
  const words = new Int32Array(32 * Math.max(...leaves.map((leaf) => leaf.words.length)))
  leaves.forEach((leaf, index) => {
    const mark = 1 << index
    const { length } = leaf.words
    for (let at = 0; at < words.length / 32; at++)
      for (let rest = leaf.words[at & (length - 1)] ?? 0; rest !== 0; rest &= rest - 1) {
        const bit = 32 * at + 31 - Math.clz32(rest & -rest)
        words[bit] = (words[bit] ?? 0) | mark
      }
  })
  return { words, below: leaves.length }
}

/** The bits of the elements that indicators have if they match a text with a score. */
interface Condition {
  readonly score: number
  readonly bits: readonly number[]
}

/** Conditions for each field. Each applies to those indicators that meet the condition before it. */
export type SoughtText = readonly (readonly Condition[])[]

/** Returns the bits of the n-grams of a text, the longest n-grams first because they are the rarest. */
function gramBitsOf(field: number, text: string): number[] {
  const start = text.slice(0, SOUGHT_MAX)
  const lengths = start.length >= 2 * GRAM_MAX ? [GRAM_MAX] : start.length > 1 ? [GRAM_MAX, 2] : [1]
  const bits: number[] = []
  for (const length of lengths)
    for (let at = 0; at + length <= start.length; at++)
      bits.push(...bitsOf(hashOf(GRAM, field, start.slice(at, at + length))))
  return bits
}

function beginningBitsOf(field: number, text: string): number[] {
  const lengths = [BEGINNING_MAX, 4, 2, 1].filter((length) => length <= text.length)
  return lengths.flatMap((length) => bitsOf(hashOf(BEGINNING, field, text.slice(0, length))))
}

const wholeBitsOf = (field: number, text: string) => wholeHashesOf(field, text).flatMap(bitsOf)

/** Returns the conditions that indicators meet if they match a text (SIL-176). */
export function soughtText(text: string, strict: boolean): SoughtText {
  const folded = caseless(text)
  const fields = [INDICATOR, DESCRIPTION, NAMES].map((field): Condition[] => {
    const conditions = [
      { score: scoreOfMatch(SUBSTRING, field), bits: gramBitsOf(field, folded) },
      { score: scoreOfMatch(PREFIX, field), bits: beginningBitsOf(field, folded) },
      { score: scoreOfMatch(EXACT, field), bits: wholeBitsOf(field, folded) },
    ]
    return strict
      ? [{ score: scoreOfMatch(EXACT, field), bits: conditions.flatMap(({ bits }) => bits) }]
      : conditions
  })
  const isId = /^\d+$/.test(text)
  return isId ? [...fields, [{ score: scoreOfMatch(EXACT, NAMES), bits: wholeBitsOf(IDS, text) }]] : fields
}

/** Returns the leaves that have all of these bits, out of some leaves. */
function leavesWithAll({ words, below }: TextFilter, bits: readonly number[], among: number): number {
  let leaves = among
  for (const bit of bits) {
    leaves &=
      below === undefined
        ? (words[(bit >>> 5) & (words.length - 1)] ?? 0) >>> (bit & 31)
        : (words[bit & (words.length - 1)] ?? 0)
    if (leaves === 0) return 0
  }
  return leaves
}

/**
 * Returns the leaves of a filter that may have indicators with a score, one bit for each leaf, by score. The
 * filter of a leaf has one bit. Returns undefined if no indicator can match.
 */
export function leavesWith(filter: TextFilter, sought: SoughtText): readonly number[] | undefined {
  const { below = 1 } = filter
  const all = below < 32 ? (1 << below) - 1 : -1
  let byScore: number[] | undefined
  for (const conditions of sought) {
    let leaves = all
    for (const { score, bits } of conditions) {
      leaves = leavesWithAll(filter, bits, leaves)
      if (leaves === 0) break
      byScore ??= new Array<number>(SCORE_MAX + 1).fill(0)
      byScore[score] = leaves
    }
  }
  return byScore
}
