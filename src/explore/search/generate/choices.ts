import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Draws from a seed: the only source of chance in an exploration. */
export interface Choices {
  /** An integer from 0 to below the bound. */
  below(bound: number): number
  pick<T>(values: readonly T[]): T | undefined
  /** True with this probability, from 0 to 1. */
  chance(probability: number): boolean
  shuffle<T>(values: readonly T[]): T[]
}

/** Creates a stream of choices. Equal seeds give equal choices. */
export function choicesOf(seed: number): Choices {
  const generator = xoroshiro128plus(seed)
  // The first numbers of neighboring seeds are alike.
  for (let round = 0; round < 20; round++) generator.next()
  const below = (bound: number) => (bound <= 1 ? 0 : (generator.next() >>> 0) % bound)
  return {
    below,
    pick: (values) => values[below(values.length)],
    chance: (probability) => below(1_000_000) < probability * 1_000_000,
    shuffle(values) {
      const shuffled = [...values]
      for (let index = shuffled.length - 1; index > 0; index--) {
        const other = below(index + 1)
        const [a, b] = [shuffled[index], shuffled[other]]
        if (a === undefined || b === undefined) continue
        shuffled[index] = b
        shuffled[other] = a
      }
      return shuffled
    },
  }
}
