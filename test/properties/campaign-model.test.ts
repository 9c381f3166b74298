import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holds, path, scale } from '../chance.ts'
import type { Run } from './campaign-answers.ts'
import { command, type Kind, kinds } from './campaign-commands.ts'
import { perform } from './campaign-play.ts'
import { expectSameWorld } from './campaign-reads.ts'
import { newStage } from './campaign-stage.ts'

const RUNS = 150
const LENGTH = 100

const sequences = fc.oneof(
  { arbitrary: fc.array(command, { maxLength: LENGTH, size: 'max' }), weight: 5 },
  { arbitrary: fc.array(command, { minLength: LENGTH, maxLength: LENGTH, size: 'max' }), weight: 1 },
)

const tally = new Map<Kind, { succeeded: number; refused: number }>(
  kinds.map((kind) => [kind, { succeeded: 0, refused: 0 }]),
)
const count = { sequences: 0, commands: 0, full: 0 }

test('150 sequences of commands on campaigns agree with a model of the contract', () => {
  const property = fc.property(sequences, (commands) => {
    const stage: Run = { ...newStage(), queue: [] }
    for (const one of commands) {
      const counted = tally.get(one.kind)
      const done = perform(stage, one)
      if (counted) counted[done ? 'succeeded' : 'refused'] += 1
    }
    expectSameWorld(stage)
    count.sequences += 1
    count.commands += commands.length
    if (commands.length === LENGTH) count.full += 1
  })
  holds(RUNS, property)
  if (process.env['FAUXGRAPH_RATES'] !== undefined) console.info(count, Object.fromEntries(tally))
}, 600_000)

/** Commands that cannot be refused: the clock moves. */
const neverRefused: readonly Kind[] = ['wait']

test.skipIf(path !== undefined)('the sequences are long, and reach every command with both ends', () => {
  expect(count.sequences).toBe(RUNS * scale)
  expect(count.commands).toBeGreaterThan(45 * RUNS * scale)
  expect(count.full).toBeGreaterThan(0.08 * RUNS * scale)
  const rare = [...tally].filter(
    ([kind, { succeeded, refused }]) =>
      succeeded < 0.2 * RUNS * scale || (refused < 0.02 * RUNS * scale && !neverRefused.includes(kind)),
  )
  expect(rare).toEqual([])
})
