import { describe, expect, test } from 'vitest'
import { createWorld, restoreWorld } from '../../src/world/create-world.ts'

function begun() {
  const world = createWorld()
  return { world, ...world.starter() }
}

describe('world.diff', () => {
  test('finds nothing between a world and its fork', () => {
    const { world } = begun()
    expect(world.diff(world.fork())).toEqual({
      isEqual: true,
      clock: null,
      policy: {},
      rows: [],
      more: false,
    })
  })

  test('finds nothing between a world and its snapshot, whose rows are other objects', () => {
    const { world } = begun()
    expect(world.diff(restoreWorld(world.snapshot()))).toMatchObject({ isEqual: true, rows: [] })
  })

  test('has the rows that a call created, changed and removed, with their columns', () => {
    const { world, page, pageToken, userToken, campaign } = begun()
    const before = world.fork()
    const { id } = world.as(pageToken).publishPost({ page, message: 'first' }).unwrap()
    const [, created] = id.split('_')
    expect(before.diff(world)).toMatchObject({
      isEqual: false,
      clock: null,
      rows: [{ kind: 'posts', id: Number(created), change: 'created', before: null, columns: [] }],
    })
    expect(world.diff(before).rows).toMatchObject([{ id: Number(created), change: 'removed', after: null }])
    const published = world.fork()
    world.as(userToken).updateCampaign({ campaign, name: 'second' }).unwrap()
    const [changed, ...others] = published.diff(world).rows
    expect(others).toEqual([])
    expect(changed).toMatchObject({ kind: 'campaigns', change: 'changed', after: { name: 'second' } })
    expect(changed?.columns).toContain('name')
  })

  test('has the time and the keys of the policy that differ', () => {
    const { world } = begun()
    const other = world.fork({ policy: { unknownFields: 'ignore' } })
    other.clock.advance('1h')
    expect(world.diff(other)).toMatchObject({
      isEqual: false,
      clock: { before: world.clock.now, after: world.clock.now + 3_600_000 },
      policy: { unknownFields: { before: 'refuse', after: 'ignore' } },
      rows: [],
    })
  })

  test('compares two moments of a history', () => {
    const { world } = begun()
    world.actions.createUser({ name: 'Ann' }).unwrap()
    world.actions.createUser({ name: 'Ben' }).unwrap()
    const [one] = world.history.at(1).diff(world.history.at(2)).rows
    expect(one).toMatchObject({ kind: 'users', change: 'created', after: { name: 'Ben' } })
  })

  test('has at most as many rows as the limit, and says that there are more', () => {
    const { world } = begun()
    const before = world.fork()
    for (const name of ['a', 'b', 'c']) world.actions.createUser({ name }).unwrap()
    const all = before.diff(world).rows.length
    expect(before.diff(world, { limit: all })).toMatchObject({ more: false })
    const cut = before.diff(world, { limit: 2 })
    expect([cut.rows.length, cut.more, cut.isEqual]).toEqual([2, true, false])
    expect(before.diff(world, { limit: 0 })).toMatchObject({ rows: [], more: true, isEqual: false })
  })

  test.each<[string, unknown[], string]>([
    ['no world', [{}], 'diff takes another world'],
    ['an unknown option', [createWorld(), { limits: 1 }], 'diff has no option "limits": did you mean limit?'],
    ['half a row', [createWorld(), { limit: 0.5 }], 'The option limit must be a whole number of rows'],
  ])('refuses %s', (_, given, words) => {
    const { diff } = createWorld()
    expect(() => Reflect.apply(diff, undefined, given)).toThrow(TypeError)
    expect(() => Reflect.apply(diff, undefined, given)).toThrow(words)
  })
})
