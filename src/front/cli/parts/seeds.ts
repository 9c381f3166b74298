import type { SeedRange } from '../../../simulation/study/check-study.ts'

/** Reads a number of things. */
export function countFlag(name: string, text: string): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (count >= 1) return count
  throw new TypeError(`${name} must be a whole number of at least 1, got ${text}`)
}

/** The most seeds of one range. */
const SEEDS_MAX = 1_000_000

/** Reads a range of seeds, such as `1..100`, or a single seed. Both ends belong to the range. */
export function seedRange(text: string): SeedRange {
  const [, from = '', to = from] = /^(\d{1,15})(?:\.\.(\d{1,15}))?$/.exec(text) ?? []
  const [first, last] = [Number(from), Number(to)]
  if (from === '' || first < 1 || last < first)
    throw new TypeError(`--seeds must be a range from 1 on, such as 1..100, got ${text}`)
  if (last - first >= SEEDS_MAX)
    throw new RangeError(`--seeds may hold at most ${SEEDS_MAX} seeds, got ${text}`)
  return [first, last]
}

/** Reads a shard, such as `2/8`: the second of eight. */
export function shardOf(text: string): { readonly index: number; readonly count: number } {
  const [, index = '', count = ''] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? []
  const shard = { index: Number(index), count: Number(count) }
  if (shard.index >= 1 && shard.index <= shard.count) return shard
  throw new TypeError(
    `--shard must be INDEX/COUNT with an index from 1 to the count, such as 2/8, got ${text}`,
  )
}

/** The items that one shard takes, in their order. All shards together take each item once. */
export function* inShard<T>(items: Iterable<T>, shard: string): Generator<T, void, undefined> {
  const { index, count } = shardOf(shard)
  let place = 0
  for (const item of items) if (place++ % count === index - 1) yield item
}

/** The seeds of one shard. */
export function seedsOf(seeds: string, shard: string): number[] {
  const [first, last] = seedRange(seeds)
  const all = Array.from({ length: last - first + 1 }, (_, place) => first + place)
  return [...inShard(all, shard)]
}
