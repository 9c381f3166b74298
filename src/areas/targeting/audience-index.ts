import { finderOf } from '../../graph/values/text-search.ts'
import { type Audience, wordsIn } from './audience.ts'
import { folded } from './audience-text.ts'

/** An audience with its name as it is searched, and where it stands among those of its sheet. */
interface Entry {
  readonly audience: Audience
  readonly name: string
  readonly at: number
}

/** The words of a sheet in one language, ready to be searched: every list has the largest audience first. */
export interface AudienceIndex {
  readonly byName: ReadonlyMap<string, readonly Entry[]>
  /** By the beginning of the name, up to three characters. */
  readonly byBeginning: ReadonlyMap<string, readonly Entry[]>
  /** By every part of the name of one to three characters. */
  readonly byPart: ReadonlyMap<string, readonly Entry[]>
  /** By the folded parts of the path: there are far fewer paths than audiences. */
  readonly byPath: readonly { readonly path: readonly string[]; readonly entries: readonly Entry[] }[]
}

const PART = 3

function* partsOf(text: string): Generator<string> {
  for (let size = 1; size <= PART; size++) {
    for (let at = 0; at + size <= text.length; at++) yield text.slice(at, at + size)
  }
}

const beginningsOf = (text: string): string[] =>
  [1, 2, PART].filter((size) => size <= text.length).map((size) => text.slice(0, size))

function put<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const known = lists.get(key)
  if (!known) lists.set(key, [item])
  // The same part may stand in a name twice.
  else if (known.at(-1) !== item) known.push(item)
}

/** Prepares audiences, the largest first, for searches in one language. */
export function indexOf(audiences: readonly Audience[], locale: string): AudienceIndex {
  const byName = new Map<string, Entry[]>()
  const byBeginning = new Map<string, Entry[]>()
  const byPart = new Map<string, Entry[]>()
  const byPath = new Map<string, { path: string[]; entries: Entry[] }>()
  audiences.forEach((audience, at) => {
    const words = wordsIn(audience, locale)
    const name = folded(words.name)
    const entry = { audience, name, at }
    put(byName, name, entry)
    for (const beginning of beginningsOf(name)) put(byBeginning, beginning, entry)
    for (const part of partsOf(name)) put(byPart, part, entry)
    const key = JSON.stringify(words.path)
    const within = byPath.get(key) ?? { path: words.path.map(folded), entries: [] }
    within.entries.push(entry)
    byPath.set(key, within)
  })
  return { byName, byBeginning, byPart, byPath: [...byPath.values()] }
}

/** The entries whose name may hold a text: those that hold its rarest part. */
function candidates({ byPart }: AudienceIndex, text: string): readonly Entry[] {
  if (text.length <= PART) return byPart.get(text) ?? []
  let rarest: readonly Entry[] | undefined
  for (let at = 0; at + PART <= text.length; at++) {
    const found = byPart.get(text.slice(at, at + PART)) ?? []
    if (!rarest || found.length < rarest.length) rarest = found
  }
  return rarest ?? []
}

/** The first so many items that a test admits, without a look at those behind them. */
export function firstMatches<T>(items: Iterable<T>, admits: (item: T) => boolean, most: number): T[] {
  const found: T[] = []
  for (const item of items) {
    if (found.length >= most) break
    if (admits(item)) found.push(item)
  }
  return found
}

/** Audiences by how well they match: whole name, beginning of the name, any part of name or path. */
export type Ranked = readonly [exact: Audience[], beginning: Audience[], part: Audience[]]

/** Those that hold a text in their name, not at its beginning, or in their path. */
function within(
  index: AudienceIndex,
  text: string,
  wanted: (entry: Entry) => boolean,
  most: number,
): Entry[] {
  const behind = (entry: Entry) => !entry.name.startsWith(text) && wanted(entry)
  const find = finderOf(text)
  const named = firstMatches(candidates(index, text), (entry) => find(entry.name) > 0 && wanted(entry), most)
  const placed = index.byPath
    .filter(({ path }) => path.some((part) => find(part) >= 0))
    .flatMap(({ entries }) => firstMatches(entries, behind, most))
  return [...new Set([...named, ...placed].sort((a, b) => a.at - b.at))].slice(0, most)
}

/**
 * Finds the largest audiences of each rank whose name or path holds a folded text (SIL-135). A path that
 * holds it makes no better match than a part of a name does. A rank that better matches leave no room for is
 * not looked at, so that a common text costs no more than a rare one.
 */
export function matchesOf(
  index: AudienceIndex,
  text: string,
  isWanted: (audience: Audience) => boolean,
  most: number,
): Ranked {
  const wanted = ({ audience }: Entry) => isWanted(audience)
  const begins = (entry: Entry) =>
    entry.name.length > text.length && entry.name.startsWith(text) && wanted(entry)
  const exact = firstMatches(index.byName.get(text) ?? [], wanted, most)
  const beginning = firstMatches(
    index.byBeginning.get(text.slice(0, PART)) ?? [],
    begins,
    most - exact.length,
  )
  const room = most - exact.length - beginning.length
  const part = room > 0 ? within(index, text, wanted, room) : []
  const audiencesOf = (entries: readonly Entry[]) => entries.map(({ audience }) => audience)
  return [audiencesOf(exact), audiencesOf(beginning), audiencesOf(part)]
}
