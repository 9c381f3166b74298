/** Reads a number of things. */
export function countFlag(name: string, text: string): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (count >= 1) return count
  throw new TypeError(`${name} must be a whole number of at least 1, got ${text}`)
}

/** The most seeds of one range. */
const SEEDS_MAX = 1_000_000

/** Reads a range of seeds, such as `1..100`, or a single seed. Both ends belong to the range. */
export function seedRange(text: string): { readonly first: number; readonly last: number } {
  const [, first = '', last = first] = /^(\d{1,15})(?:\.\.(\d{1,15}))?$/.exec(text) ?? []
  const range = { first: Number(first), last: Number(last) }
  if (first === '' || range.first < 1 || range.last < range.first)
    throw new TypeError(`--seeds must be a range from 1 on, such as 1..100, got ${text}`)
  if (range.last - range.first >= SEEDS_MAX)
    throw new RangeError(`--seeds may hold at most ${SEEDS_MAX} seeds, got ${text}`)
  return range
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

/** The seeds of one shard. Shards have no seed in common, and all shards together have every seed. */
export function seedsOf(seeds: string, shard: string): number[] {
  const { first, last } = seedRange(seeds)
  const { index, count } = shardOf(shard)
  const found: number[] = []
  for (let seed = first + index - 1; seed <= last; seed += count) found.push(seed)
  return found
}

/** The part of seeds that one shard takes, in their order. */
export function* inShard(seeds: Iterable<number>, shard: string): Generator<number, void, undefined> {
  const { index, count } = shardOf(shard)
  let place = 0
  for (const seed of seeds) if (place++ % count === index - 1) yield seed
}

/** The part of a list that one shard takes. All shards together take each element once. */
export function shareOf<T>(list: readonly T[], shard: string): T[] {
  const { index, count } = shardOf(shard)
  return list.filter((_, position) => position % count === index - 1)
}
