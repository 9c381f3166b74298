import type { AdResultRow } from '../rows.ts'

/** The actions of one type: their number and their value in subunits. */
interface ActionSum {
  readonly count: number
  readonly value: bigint
}

/** Results, added up. */
export interface Sums {
  readonly impressions: number
  readonly reach: number
  readonly clicks: number
  readonly spend: bigint
  readonly actions: ReadonlyMap<string, ActionSum>
}

/** Sums that others are added to in place, so that no addition makes an object. */
interface Growing extends Sums {
  impressions: number
  reach: number
  clicks: number
  spend: bigint
  actions: Map<string, ActionSum>
}

const noActions: Sums['actions'] = new Map()

const zero = (): Growing => ({ impressions: 0, reach: 0, clicks: 0, spend: 0n, actions: new Map() })

function grow(sums: Growing, by: Sums): Growing {
  sums.impressions += by.impressions
  sums.reach += by.reach
  sums.clicks += by.clicks
  sums.spend += by.spend
  for (const [type, { count, value }] of by.actions) {
    const { count: before = 0, value: worth = 0n } = sums.actions.get(type) ?? {}
    sums.actions.set(type, { count: before + count, value: worth + value })
  }
  return sums
}

/** Adds up sums. */
export function sumOf(all: Iterable<Sums>): Sums {
  const sums = zero()
  for (const one of all) grow(sums, one)
  return sums
}

const actionsOf = (actions: NonNullable<AdResultRow['actions']>): Sums['actions'] =>
  new Map(Object.entries(actions).map(([type, { count, value }]) => [type, { count, value: BigInt(value) }]))

const sumsOfRow = ({ impressions, reach, clicks, spend, actions }: AdResultRow): Sums => ({
  impressions,
  reach,
  clicks,
  spend: BigInt(spend),
  actions: actions ? actionsOf(actions) : noActions,
})

/** Something whose sums are added up by keys, and the sums. */
interface Entry<T> {
  readonly of: T
  readonly sums: Sums
}

/** Sums by keys. */
export interface SumsBy<K, T> {
  readonly entries: Map<K, Entry<T>>
  /** The sums of keys that were added to. The first sums of a key are kept as they were given. */
  readonly growing: Map<K, Growing>
}

/** Returns sums by keys, without any. */
export const noSums = <K, T>(): SumsBy<K, T> => ({ entries: new Map(), growing: new Map() })

/** Adds sums to those of a key. The first entry of a key says what it is of. */
export function addTo<K, T>({ entries, growing }: SumsBy<K, T>, key: K, { of, sums }: Entry<T>): void {
  const grown = growing.get(key)
  if (grown) {
    grow(grown, sums)
    return
  }
  const first = entries.get(key)
  if (first === undefined) {
    entries.set(key, { of, sums })
    return
  }
  const both = grow(grow(zero(), first.sums), sums)
  growing.set(key, both)
  entries.set(key, { of: first.of, sums: both })
}

/** Returns all results added up. */
export const totalOf = (rows: readonly AdResultRow[]): Sums => sumOf(rows.map(sumsOfRow))

/** An ad, and a part of its audience. */
export type AdPart = Pick<AdResultRow, 'ad' | 'segment'>

/** A result of one ad in one part of its audience, and its sums. */
export const cellOf = (row: AdResultRow): Entry<AdPart> => ({ of: row, sums: sumsOfRow(row) })
