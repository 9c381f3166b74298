import { expect } from 'vitest'
import { scale } from '../chance.ts'

/** CPU time of a synchronous call in microseconds, the least of three tries: a collection of garbage spoils one. */
export function cpuOf(run: () => unknown): number {
  const tries = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.min(...tries)
}

/**
 * Asserts that a hostile input costs at most `times` as much CPU as a plain one of the same size. It measures
 * in `npm run test:hostile` alone: no test of the suite depends on time.
 */
export function expectCheap(hostile: () => unknown, plain: () => unknown, times: number): void {
  if (scale === 1) return
  const ratio = cpuOf(hostile) / Math.max(cpuOf(plain), 1_000)
  expect(ratio, 'CPU of the hostile input, as a multiple of a plain one of the same size').toBeLessThan(times)
}

const spent = (run: () => unknown): number => {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** The CPU of many hostile inputs and of plain ones of the same sizes. */
export interface Comparison {
  /** Plays a pair; the plain one is played only where time counts. */
  play<T>(hostile: () => T, plain: () => unknown): T
  /** Asserts that the hostile ones cost at most `times` as much as the plain ones together. */
  expectCheap(times: number): void
}

/** Compares sums, since a single input of a generator is too short to be measured. */
export function comparison(): Comparison {
  const sums = { hostile: 0, plain: 0 }
  return {
    play(hostile, plain) {
      if (scale === 1) return hostile()
      let result: { readonly value: ReturnType<typeof hostile> } | undefined
      sums.hostile += spent(() => {
        result = { value: hostile() }
      })
      sums.plain += spent(plain)
      if (!result) throw new Error('A hostile input was not played')
      return result.value
    },
    expectCheap(times) {
      if (scale === 1) return
      const ratio = sums.hostile / Math.max(sums.plain, 100_000)
      expect(ratio, 'CPU of the hostile inputs, as a multiple of plain ones of the same sizes').toBeLessThan(
        times,
      )
    },
  }
}
