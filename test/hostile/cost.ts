import { expect } from 'vitest'
import { scale } from '../chance.ts'

/**
 * Factor on every ratio in the suite, where the machine may be busy and each side is measured once. A cost
 * that grows with the square of an input exceeds it; `npm run check -- hostile` asserts the ratio itself.
 */
const SUITE_FACTOR = 10

const factor = scale === 1 ? SUITE_FACTOR : 1

/** CPU time of a synchronous call in microseconds. */
function spentBy(run: () => unknown): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/**
 * CPU times of two calls in microseconds: the least of some tries of each, because garbage collection may
 * spoil one. They take turns, because the speed of the machine varies.
 */
export function cpuOfBoth(
  one: () => unknown,
  other: () => unknown,
  tries = scale === 1 ? 1 : 3,
): readonly [one: number, other: number] {
  const turns = Array.from({ length: tries }, () => [spentBy(one), spentBy(other)] as const)
  return [Math.min(...turns.map(([spent]) => spent)), Math.min(...turns.map(([, spent]) => spent))]
}

/** Asserts that a hostile input costs at most `times` as much CPU as a plain one of the same size. */
export function expectCheap(hostile: () => unknown, plain: () => unknown, times: number): void {
  const [spent, spentByPlain] = cpuOfBoth(hostile, plain)
  const ratio = spent / Math.max(spentByPlain, 1_000 * factor)
  const what = 'CPU of the hostile input, as a multiple of a plain one of the same size'
  expect(ratio, what).toBeLessThan(times * factor)
}

/** Compares the CPU of many hostile inputs with that of plain ones of the same sizes. */
export interface Comparison {
  /**
   * Runs a pair, and returns the result of the hostile one. The suite runs a plain one with a name only once,
   * and counts its cost again.
   */
  play<T>(hostile: () => T, plain: () => unknown, name?: string): T
  /** Asserts that the hostile ones cost at most `times` as much as the plain ones together. */
  expectCheap(times: number): void
}

const plainCosts = new Map<string, number>()

/** CPU time of a plain input in microseconds: that of before if it has a name that was measured. */
function costOf(plain: () => unknown, name: string | undefined): number {
  const known = scale === 1 && name !== undefined ? plainCosts.get(name) : undefined
  if (known !== undefined) return known
  const spent = spentBy(plain)
  if (name !== undefined) plainCosts.set(name, spent)
  return spent
}

/** Compares sums, because a single generated input is too short to be measured. */
export function comparison(): Comparison {
  const sums = { hostile: 0, plain: 0 }
  return {
    play(hostile, plain, name) {
      let result: { readonly value: ReturnType<typeof hostile> } | undefined
      sums.hostile += spentBy(() => {
        result = { value: hostile() }
      })
      sums.plain += costOf(plain, name)
      if (!result) throw new Error('The hostile input was not run')
      return result.value
    },
    expectCheap(times) {
      const ratio = sums.hostile / Math.max(sums.plain, 100_000)
      const what = 'CPU of the hostile inputs, as a multiple of plain ones of the same sizes'
      expect(ratio, what).toBeLessThan(times * factor)
    },
  }
}
