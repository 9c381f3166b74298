import { compareKeys, type Key } from '../../../src/engine/store/tree.ts'
import { caseless } from '../../../src/service/values/letter-case.ts'

/** An indicator as the search reads it. */
export interface Indicator {
  readonly id: number
  readonly indicator: string
  readonly type: string
  readonly threatTypes: readonly string[]
  readonly description: string
  readonly severity: string
  readonly shareLevel: string
  readonly status: string
  readonly addedOn: number
}

/** The parameters of a text search. Times are in Unix seconds; positions are those of cursors. */
export interface PlainSearch {
  readonly text: string
  readonly strict: boolean
  readonly type?: string | undefined
  readonly threatType?: string | undefined
  readonly since?: number | undefined
  readonly until?: number | undefined
  readonly byRelevance: boolean
  readonly ascending: boolean
  readonly limit: number
  readonly after?: Key | undefined
  readonly before?: Key | undefined
}

/** The ids of a page, and whether it has links; undefined for a search that exceeds the bound. */
export type PlainPage = { ids: number[]; next: boolean; previous: boolean } | undefined

function scoreIn(row: Indicator, { text, strict }: PlainSearch): number {
  const sought = caseless(text)
  const matchOf = (value: string): number => {
    const folded = caseless(value)
    if (folded === sought) return 3
    if (strict || !folded.includes(sought)) return 0
    return folded.startsWith(sought) ? 2 : 1
  }
  const others = [row.type, row.severity, row.shareLevel, row.status, ...row.threatTypes].map(matchOf)
  const best = Math.max(String(row.id) === text ? 3 : 0, ...others)
  const scores = [best, matchOf(row.description), matchOf(row.indicator)].map((match, weight) =>
    match === 0 ? 0 : 3 * match + weight,
  )
  return Math.max(...scores)
}

const charactersOf = ({ indicator, type, description, threatTypes }: Indicator): number =>
  64 + [indicator, type, description, ...threatTypes].join('').length

const isInRange = (row: Indicator, { type, threatType, since, until }: PlainSearch): boolean =>
  (type === undefined || row.type === type) &&
  (threatType === undefined || row.threatTypes.includes(threatType)) &&
  (since === undefined || row.addedOn > since * 1000) &&
  (until === undefined || row.addedOn < until * 1000)

/**
 * A text search that reads every indicator of its range, one after the other. The searches of a batch share
 * the counted characters; a search that counts more than `most` is refused.
 */
export function plainSearch(
  rows: readonly Indicator[],
  search: PlainSearch,
  cost: { characters: number },
  most: number,
): PlainPage {
  const { byRelevance, ascending, limit, after, before } = search
  const positionOf = (row: Indicator): Key =>
    byRelevance ? [scoreIn(row, search), row.id] : [row.addedOn, row.id]
  const ordered = rows
    .filter((row) => isInRange(row, search))
    .map((row) => ({ row, at: positionOf(row) }))
    .sort((one, other) => compareKeys(one.at, other.at))
  const count = (row: Indicator) => {
    cost.characters += charactersOf(row)
  }
  if (byRelevance) for (const { row } of ordered) count(row)
  const read = (onward: boolean, from: Key | undefined, length: number): Indicator[] => {
    const upwards = onward === ascending
    const found: Indicator[] = []
    for (const { row, at } of upwards ? ordered : ordered.toReversed()) {
      if (found.length >= length) break
      if (from && compareKeys(at, from) * (upwards ? 1 : -1) <= 0) continue
      if (!byRelevance) count(row)
      if (scoreIn(row, search) > 0) found.push(row)
    }
    return found
  }
  const forward = before === undefined
  const from = before ?? after
  const candidates = read(forward, from, limit + 1)
  const page = candidates.slice(0, limit)
  if (!forward) page.reverse()
  const end = forward ? page[0] : page.at(-1)
  const isBehind = from !== undefined && end !== undefined && read(!forward, positionOf(end), 1).length > 0
  if (cost.characters > most) return undefined
  const hasMore = candidates.length > limit
  return {
    ids: page.map(({ id }) => id),
    next: page.length > 0 && (forward ? hasMore : isBehind),
    previous: page.length > 0 && (forward ? isBehind : hasMore),
  }
}
