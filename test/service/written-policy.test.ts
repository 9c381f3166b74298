import { describe, expect, test } from 'vitest'
import { contractPolicy, type Policy, platformPolicy } from '../../src/service/policy.ts'
import { writtenPolicy } from '../../src/service/written-policy.ts'
import { createWorld } from '../../src/world/create-world.ts'

const { beyond: _beyond, ...withoutBeyond } = platformPolicy
const ofPlatform = Object.keys(platformPolicy).filter(
  (key) => platformPolicy[key as keyof Policy] !== contractPolicy[key as keyof Policy],
)

describe('a policy is written as a preset and the keys that differ', () => {
  test.each<[string, object, 'contract' | 'platform', object]>([
    ['the contract policy', contractPolicy, 'contract', {}],
    ['the platform policy', platformPolicy, 'platform', {}],
    [
      'the contract policy with a key',
      { ...contractPolicy, beyond: 'serve' },
      'contract',
      { beyond: 'serve' },
    ],
    [
      'the platform policy with a key',
      { ...platformPolicy, links: 'registered' },
      'platform',
      { links: 'registered' },
    ],
    [
      'a member of a key',
      { ...contractPolicy, webhook: { ...contractPolicy.webhook, signing: 'none' } },
      'contract',
      { webhook: { ...contractPolicy.webhook, signing: 'none' } },
    ],
    ['an equal copy of a key', { ...contractPolicy, webhook: { ...contractPolicy.webhook } }, 'contract', {}],
    [
      'a key that is switched off',
      { ...contractPolicy, leadReadLimit: null },
      'contract',
      { leadReadLimit: null },
    ],
  ])('%s', (_, policy, preset, changes) => {
    expect(writtenPolicy(policy)).toEqual({ preset, changes })
  })

  test('one that lacks a key of the platform policy is written from the contract policy', () => {
    const { preset, changes } = writtenPolicy(withoutBeyond)
    expect([preset, Object.keys(changes)]).toEqual(['contract', ofPlatform.filter((key) => key !== 'beyond')])
    expect({ ...contractPolicy, ...changes }).toEqual(withoutBeyond)
  })
})

test('the history of a fork with a whole preset has the keys that it changes', () => {
  const fork = createWorld().fork({ policy: { ...contractPolicy, unknownFields: 'ignore' } })
  expect(fork.history.recording().inputs).toEqual([
    { type: 'configure', policy: { unknownFields: 'ignore' } },
  ])
  expect(fork.policy).toEqual({ ...contractPolicy, unknownFields: 'ignore' })
})
