import { availableParallelism } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { defineExploration } from '../../../src/explore/index.ts'
import { playerOf } from '../../../src/explore/search/play/play.ts'
import { workersFor } from '../../../src/front/cli/commands/explore.ts'

afterEach(() => vi.restoreAllMocks())

/** The rows are those of a machine with four processors at most: 16 workers are the maximum. */
const processors = Math.min(4, availableParallelism())
const MB = 1024 * 1024

/** The workers of a program that needs four for each processor, with so many megabytes of free memory. */
const cases: readonly (readonly [title: string, runs: number | undefined, free: number, workers: number])[] =
  [
    ['as many for each processor as it needs', undefined, 1_000_000, 4 * processors],
    ['as many as have 256 MB each', undefined, 256 * processors + 255, processors],
    ['one if there is hardly any memory', undefined, 10, 1],
    ['one for ten runs, since each learns first', 11, 1_000_000, 2],
    ['one for a single run', 1, 1_000_000, 1],
  ]
test.each(cases)('the number of workers of a server is %s', (_, runs, free, workers) => {
  vi.spyOn(process, 'availableMemory').mockReturnValue(free * MB)
  expect(workersFor(4, runs)).toBe(workers)
})

test('the number of workers is 16 at most', () => {
  vi.spyOn(process, 'availableMemory').mockReturnValue(1_000_000 * MB)
  expect(workersFor(1_000)).toBe(16)
})

test('a server waits for longer than a command', () => {
  const command = ['node', 'main.js']
  expect(playerOf(defineExploration({ command }))?.workers).toBe(2)
  expect(playerOf(defineExploration({ server: { command } }))?.workers).toBe(3)
})
