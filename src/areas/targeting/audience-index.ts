import { finderOf } from '../../graph/values/text-search.ts'
import { type TargetingAudience, wordsIn } from './audience.ts'
import { foldText } from './audience-text.ts'

/** An audience with its folded name and its place in its block. */
interface Entry {
  readonly audience: TargetingAudience
  readonly name: string
  readonly at: number
}

/** An index of the names and paths of a block in one language. Every list has the largest audience first. */
export interface AudienceIndex {
  readonly byName: ReadonlyMap<string, readonly Entry[]>
  /** By the first one, two and three characters of the name. */
  readonly byPrefix: ReadonlyMap<string, readonly Entry[]>
  /** By each n-gram of the name, of one to three characters. */
  readonly byGram: ReadonlyMap<string, readonly Entry[]>
  /** By the folded parts of the path: there are far fewer paths than audiences. */
  readonly byPath: readonly { readonly path: readonly string[]; readonly entries: readonly Entry[] }[]
}

const GRAM_LENGTH_MAX = 3

function* gramsOf(text: string): Generator<string> {
  for (let size = 1; size <= GRAM_LENGTH_MAX; size++) {
    for (let at = 0; at + size <= text.length; at++) yield text.slice(at, at + size)
  }
}

const prefixesOf = (text: string): string[] =>
  [1, 2, GRAM_LENGTH_MAX].filter((size) => size <= text.length).map((size) => text.slice(0, size))

function addTo<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (!list) lists.set(key, [item])
  // A name may contain the same n-gram twice.
  else if (list.at(-1) !== item) list.push(item)
}

/** Returns the index of audiences in one language. The audiences must be sorted, the largest first. */
export function audienceIndexOf(audiences: readonly TargetingAudience[], locale: string): AudienceIndex {
  const byName = new Map<string, Entry[]>()
  const byPrefix = new Map<string, Entry[]>()
  const byGram = new Map<string, Entry[]>()
  const byPath = new Map<string, { path: string[]; entries: Entry[] }>()
  audiences.forEach((audience, index) => {
    const words = wordsIn(audience, locale)
    const name = foldText(words.name)
    const entry = { audience, name, at: index }
    addTo(byName, name, entry)
    for (const prefix of prefixesOf(name)) addTo(byPrefix, prefix, entry)
    for (const gram of gramsOf(name)) addTo(byGram, gram, entry)
    const key = JSON.stringify(words.path)
    const category = byPath.get(key) ?? { path: words.path.map(foldText), entries: [] }
    category.entries.push(entry)
    byPath.set(key, category)
  })
  return { byName, byPrefix, byGram, byPath: [...byPath.values()] }
}

/** Returns the entries whose name may contain a text: those that contain its rarest n-gram. */
function candidatesFor({ byGram }: AudienceIndex, text: string): readonly Entry[] {
  if (text.length <= GRAM_LENGTH_MAX) return byGram.get(text) ?? []
  let rarest: readonly Entry[] | undefined
  for (let at = 0; at + GRAM_LENGTH_MAX <= text.length; at++) {
    const entries = byGram.get(text.slice(at, at + GRAM_LENGTH_MAX)) ?? []
    if (!rarest || entries.length < rarest.length) rarest = entries
  }
  return rarest ?? []
}

/** Returns the first items that pass a test, at most `limit`. It does not test the remaining items. */
export function firstMatches<T>(items: Iterable<T>, passes: (item: T) => boolean, limit: number): T[] {
  const matches: T[] = []
  for (const item of items) {
    if (matches.length >= limit) break
    if (passes(item)) matches.push(item)
  }
  return matches
}

/** Matches by rank: the whole name, a prefix of the name, and any part of the name or the path. */
type RankedMatches = readonly [
  exact: TargetingAudience[],
  prefix: TargetingAudience[],
  part: TargetingAudience[],
]

/** Returns the entries that contain a text in their path, or in their name but not at its beginning. */
function partialMatches(
  index: AudienceIndex,
  text: string,
  passes: (entry: Entry) => boolean,
  limit: number,
): Entry[] {
  const find = finderOf(text)
  const isPartOfName = (entry: Entry) => find(entry.name) > 0 && passes(entry)
  const hasOtherName = (entry: Entry) => !entry.name.startsWith(text) && passes(entry)
  const byName = firstMatches(candidatesFor(index, text), isPartOfName, limit)
  const byPath = index.byPath
    .filter(({ path }) => path.some((part) => find(part) >= 0))
    .flatMap(({ entries }) => firstMatches(entries, hasOtherName, limit))
  return [...new Set([...byName, ...byPath].sort((a, b) => a.at - b.at))].slice(0, limit)
}

/**
 * Finds the largest audiences of each rank whose name or path contains a folded text (SIL-135), at most
 * `limit` in all ranks together. It skips a rank when better matches fill the limit, so that a common text
 * costs no more than a rare one.
 */
export function findMatches(
  index: AudienceIndex,
  text: string,
  isListed: (audience: TargetingAudience) => boolean,
  limit: number,
): RankedMatches {
  const passes = ({ audience }: Entry) => isListed(audience)
  const hasPrefix = (entry: Entry) =>
    entry.name.length > text.length && entry.name.startsWith(text) && passes(entry)
  const exact = firstMatches(index.byName.get(text) ?? [], passes, limit)
  const prefix = firstMatches(
    index.byPrefix.get(text.slice(0, GRAM_LENGTH_MAX)) ?? [],
    hasPrefix,
    limit - exact.length,
  )
  const left = limit - exact.length - prefix.length
  const part = left > 0 ? partialMatches(index, text, passes, left) : []
  const audiencesOf = (entries: readonly Entry[]) => entries.map(({ audience }) => audience)
  return [audiencesOf(exact), audiencesOf(prefix), audiencesOf(part)]
}
