import fc from 'fast-check'
import { expect, test } from 'vitest'
import { operationNames } from '../../src/explore/search/properties/arbitraries.ts'
import { arbitraries, invariants, worldCommands } from '../../src/explore/search/properties/index.ts'
import { createWorld } from '../../src/world/create-world.ts'
import { holds } from '../chance.ts'

const start = createWorld({ validateAnswers: true })
const { page, pageToken } = start.starter()

test('commands of every operation keep the laws', () => {
  const all = fc.commands(worldCommands(), { maxCommands: 15 })
  const property = fc.property(all, (commands) => {
    const world = start.fork()
    fc.modelRun(() => ({ model: {}, real: world }), commands)
    for (const law of Object.values(invariants)) law(world)
  })
  holds(10, property)
})

test.each(['valid', 'near', 'hostile'] as const)('every operation has %s parameters', (which) => {
  for (const operation of operationNames)
    expect(fc.sample(arbitraries.parameters(operation, start, which), { numRuns: 2, seed: 1 })).toHaveLength(
      2,
    )
})

test('valid parameters publish posts', () => {
  const [params = {}] = fc.sample(arbitraries.parameters('listPageFeed', start), { numRuns: 1, seed: 1 })
  expect(params['page']).toBe(page)
  expect(start.fork().as(pageToken).listPageFeed({ page }).ok).toBe(true)
})

test('every fault rule is accepted, and every clock step moves', () => {
  const property = fc.property(
    arbitraries.worlds(start),
    arbitraries.faultRules,
    arbitraries.clockSteps,
    (world, rule, step) => {
      world.faults.add(rule)
      const { from, to } = world.clock.advance(step)
      expect(to).toBeGreaterThan(from)
    },
  )
  holds(50, property)
})
