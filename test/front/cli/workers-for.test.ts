import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { defineExploration } from '../../../src/explore/index.ts'
import { playerOf } from '../../../src/explore/search/play/play.ts'
import { shareTasks, workersFor } from '../../../src/front/cli/commands/explore.ts'

/** The rows are those of a machine with four processors at most: 16 workers are the maximum. */
const processors = Math.min(4, availableParallelism())

/** A system with so many megabytes of free memory. */
const system = (free: number, platform: NodeJS.Platform = 'linux') => ({
  platform,
  availableMemory: () => free * 1024 * 1024,
})

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
  expect(workersFor(4, runs, system(free))).toBe(workers)
})

test('the number of workers follows no memory on macOS, which tells too little of it', () => {
  expect(workersFor(4, undefined, system(10, 'darwin'))).toBe(4 * processors)
})

test('the number of workers is 16 at most', () => {
  expect(workersFor(1_000, undefined, system(1_000_000))).toBe(16)
})

test('shards play each story once if their machines have different numbers of workers', () => {
  const options = defineExploration({ command: ['node', 'main.js'] })
  const shares = [
    ...shareTasks(options, 'file', { shard: '1/2', workers: '2', watchdog: '60' }),
    ...shareTasks(options, 'file', { shard: '2/2', workers: '3', watchdog: '60' }),
  ].map(({ share }) => share)
  const stories = Array.from({ length: 60 }, (_, story) => story)
  const played = shares.flatMap((share) =>
    stories.filter((story) => story % (share?.count ?? 1) === share?.index),
  )
  expect(played.sort((a, b) => a - b)).toEqual(stories)
})

test('a server waits for longer than a command', () => {
  const command = ['node', 'main.js']
  expect(playerOf(defineExploration({ command }))?.workers).toBe(2)
  expect(playerOf(defineExploration({ server: { command } }))?.workers).toBe(3)
})
