import { availableParallelism } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { shareWorkers } from '../../../src/front/cli/commands/explore.ts'

afterEach(() => vi.restoreAllMocks())

const processors = availableParallelism()
const MB = 1024 * 1024

/** The workers of a program in any language, with so many megabytes of free memory. */
const cases: readonly (readonly [
  title: string,
  given: string | undefined,
  runs: number | undefined,
  free: number,
  workers: number,
])[] = [
  ['four for each processor, since runs wait', undefined, undefined, 1_000_000, 4 * processors],
  ['as many as have 256 MB each', undefined, undefined, 256 * processors + 255, processors],
  ['one if there is hardly any memory', undefined, undefined, 10, 1],
  ['one for ten runs, since each learns first', undefined, 11, 1_000_000, 2],
  ['one for a single run', undefined, 1, 1_000_000, 1],
  ['as many as --workers says, whatever memory is free', '3', undefined, 10, 3],
  ['none without a run', '3', 2, 1_000_000, 2],
]
test.each(cases)('the number of workers of a command is %s', (_, given, runs, free, workers) => {
  vi.spyOn(process, 'availableMemory').mockReturnValue(free * MB)
  expect(shareWorkers(given, runs)).toBe(workers)
})
