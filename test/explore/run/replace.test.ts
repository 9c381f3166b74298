import { expect, test } from 'vitest'
import { replaceMembers } from '../../../src/explore/run/replace.ts'

const member = (owner: object, name: string) => ({ owner, name, make: () => 'replaced' })

test('members are replaced, and given back in the reverse order', () => {
  const owner: Record<string, string> = { one: 'one' }
  const restore = replaceMembers([
    member(owner, 'one'),
    member(owner, 'two'),
    { owner, name: 'one', make: (before: string) => `${before} again` },
  ])
  expect([owner['one'], owner['two']]).toEqual(['replaced again', 'replaced'])
  restore()
  expect(owner).toEqual({ one: 'one' })
})

test('a member of a frozen object is refused, and those before it are given back', () => {
  const owner = { one: 'one' }
  const frozen = Object.freeze({ random: 'random' })
  expect(() => replaceMembers([member(owner, 'one'), member(frozen, 'random')])).toThrow(
    new TypeError(
      'explore replaces "random" of the platform while it plays, and cannot: something froze the object that ' +
        'has it. Explore in a process that does not freeze it',
    ),
  )
  expect(owner).toEqual({ one: 'one' })
})
