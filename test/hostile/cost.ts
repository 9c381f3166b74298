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
