import { describe, expect, test } from 'vitest'
import { LATEST } from '../../src/engine/state/clock.ts'
import { createWorld, restoreWorld } from '../../src/world/create-world.ts'
import { stepOf } from '../../src/world/handles.ts'

const plain = (value: unknown) => JSON.parse(JSON.stringify(value))
const large = { pictureBytesMax: Number.MAX_SAFE_INTEGER, recordBytesMax: Number.MAX_SAFE_INTEGER }

describe('a snapshot does not raise the caps of the world that loads it', () => {
  const cases = [
    ['pictures', 'pictureBytesMax'],
    ['records', 'recordBytesMax'],
  ] as const

  test.each(cases)('on %s, by reset', (stored, option) => {
    const snapshot = plain(createWorld({ [option]: Number.MAX_SAFE_INTEGER }).snapshot())
    const world = createWorld({ [option]: 5_000 })
    const before = world.hash('full')
    expect(() => world.reset(snapshot)).toThrow(
      `it allows 9,007,199,254,740,991 bytes of ${stored}, but this world allows 5,000: create the world with a larger ${option}`,
    )
    expect(world.hash('full')).toBe(before)
  })

  test.each(cases)('on %s, by an input', (_, option) => {
    const snapshot = plain(createWorld({ [option]: 5_001 }).snapshot())
    const world = createWorld({ [option]: 5_000 })
    const { outcome } = stepOf(world)(world.state, { type: 'load', snapshot })
    expect(outcome).toMatchObject({ ok: false, error: { message: expect.stringContaining(option) } })
  })

  test.each(cases)('on %s, by restoreWorld, unless its option allows them', (_, option) => {
    const snapshot = plain(createWorld({ [option]: Number.MAX_SAFE_INTEGER }).snapshot())
    expect(() => restoreWorld(snapshot)).toThrow(TypeError)
    expect(restoreWorld(snapshot, { [option]: Number.MAX_SAFE_INTEGER }).snapshot()).toEqual(snapshot)
  })

  test('equal and smaller caps load', () => {
    const snapshot = plain(createWorld({ pictureBytesMax: 5_000, recordBytesMax: 70_000 }).snapshot())
    for (const world of [
      createWorld(large),
      createWorld({ pictureBytesMax: 5_000, recordBytesMax: 70_000 }),
    ]) {
      world.reset(snapshot)
      expect(world.snapshot()).toEqual(snapshot)
    }
  })
})

describe('at the end of time, autoTick moves the clock no further', () => {
  const end = new Date(LATEST)

  test.each([0, 1, 5])('%d milliseconds before it', (before) => {
    const world = createWorld({ now: new Date(LATEST - before), autoTick: 3 })
    for (let count = 0; count < 3; count++) world.request({ method: 'GET', url: '/me' })
    world.as('no-token').me({})
    expect(world.state.graph.now).toBe(end.getTime())
  })
})
