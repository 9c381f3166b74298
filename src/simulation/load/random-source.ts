import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'
import { initialState } from '../../engine/values/random.ts'
import { type Distributions, draws } from './distributions.ts'

/** Random values of one named stream. The seed and the name alone determine them. */
export interface RandomSource extends Distributions {
  /** Returns a number of at least 0 and less than 1, with 53 random bits. */
  number(): number
  /** Returns a whole number of at least 0 and less than `count`, which is at most 2^32. */
  below(count: number): number
  /** Returns true with a probability from 0 to 1. */
  chance(probability: number): boolean
  /** Returns one item of a list. Throws a TypeError if the list is empty. */
  pick<T>(items: readonly T[]): T
}

const WORDS = 0x1_0000_0000

function checkedCount(count: number): number {
  if (Number.isSafeInteger(count) && count >= 1 && count <= WORDS) return count
  throw new TypeError(`random.below takes a whole number from 1 to 2^32, got ${String(count)}`)
}

function checkedProbability(probability: number): number {
  if (probability >= 0 && probability <= 1) return probability
  throw new TypeError(`random.chance takes a probability from 0 to 1, got ${String(probability)}`)
}

type Draw = (uniform: () => number, ...options: never) => unknown

/** What all streams have in common. A function is made when it is used: there may be millions of streams. */
const common: object = Object.defineProperties(
  {},
  Object.fromEntries(
    Object.entries<Draw>(draws).map(([name, draw]) => [
      name,
      {
        get(this: RandomSource) {
          return (...options: never) => draw(this.number, ...options)
        },
      },
    ]),
  ),
)

/** Creates a random stream. Streams with different names are independent of each other. */
export function randomSource(seed: string, name: string): RandomSource {
  const generator = xoroshiro128plusFromState(initialState(seed, name))
  const word = () => generator.next() >>> 0
  const number = () => ((word() >>> 5) * 0x400_0000 + (word() >>> 6)) / 0x20_0000_0000_0000
  const below = (count: number) => {
    // The remainder of the highest numbers would favor small results.
    const fair = WORDS - (WORDS % checkedCount(count))
    for (;;) {
      const drawn = word()
      if (drawn < fair) return drawn % count
    }
  }
  return Object.assign(Object.create(common), {
    number,
    below,
    chance: (probability: number) => number() < checkedProbability(probability),
    pick<T>(items: readonly T[]) {
      if (items.length === 0) throw new TypeError('random.pick takes a list with one item at least')
      // `below` returns an index of the list, whose items may be undefined.
      return items[below(items.length)] as T
    },
  })
}
