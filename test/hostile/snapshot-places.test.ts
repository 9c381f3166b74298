import { describe, expect, test } from 'vitest'
import type { SnapshotState } from '../../src/engine/state/snapshot.ts'
import { createWorld, replay, restoreWorld } from '../../src/world/create-world.ts'
import { begin, call } from '../service/scene.ts'
import { rehashed } from './snapshot-mutations.ts'

const { world, page, pageToken, user, app } = begin({ seed: 'places' })
call(world, pageToken, 'publishPost', { page, message: 'x' }).unwrap()
call(world, pageToken, 'uploadPagePhoto', { page, url: 'https://img.test/a.png', published: false }).unwrap()
world.clock.advance('1s')
const snapshot = world.snapshot()

const graph = (change: (graph: SnapshotState['graph']) => object) => (state: SnapshotState) => ({
  graph: { ...state.graph, ...change(state.graph) },
})
const ledger = (change: (ledger: SnapshotState['ledger']) => object) => (state: SnapshotState) => ({
  ledger: { ...state.ledger, ...change(state.ledger) },
})
/** Changes the first row of a kind. */
const row = (kind: string, change: object) =>
  graph(({ rows }) => {
    const at = rows.findIndex((one) => one.kind === kind)
    return { rows: rows.with(at, { ...(rows[at] as (typeof rows)[number]), ...change }) }
  })
const nowhere = 100_000_000_000_000

describe('a snapshot with the right hash', () => {
  test('is restored if nothing in it is wrong', () => {
    expect(restoreWorld(rehashed(snapshot, () => ({}))).hash('full')).toBe(world.hash('full'))
  })

  test.each<[string, (state: SnapshotState) => Partial<SnapshotState>, RegExp]>([
    [
      'the id 2^53 - 1',
      graph(() => ({ nextId: 9_007_199_254_740_991 })),
      /graph\.nextId must be \d+ or less/,
    ],
    [
      'an id of 16 digits',
      graph(() => ({ nextId: 1_000_000_000_000_001 })),
      /graph\.nextId must be \d+ or less/,
    ],
    [
      'an instant beyond Date',
      row('posts', { createdTime: 8_640_000_000_000_001 }),
      /posts: createdTime must be \d+ or less/,
    ],
    ['a fraction of an instant', row('posts', { updatedTime: 0.5 }), /posts: updatedTime/],
    [
      'a clock beyond the year 9999',
      graph(() => ({ now: 253_402_300_800_000 })),
      /graph\.now must be \d+ or less/,
    ],
    [
      'a task beyond the year 9999',
      row('tasks', { at: 253_402_300_800_000 }),
      /tasks: at must be \d+ or less/,
    ],
    [
      'a post of a missing page',
      row('posts', { page: nowhere }),
      /posts: page names the row \d+, which does not exist/,
    ],
    [
      'a post of a user as page',
      row('posts', { page: Number(user) }),
      /posts: page names the row \d+ of users, and/,
    ],
    ['a token of a missing app', row('tokens', { app: nowhere }), /tokens: app names the row/],
    [
      'an app with a missing administrator',
      row('apps', { administrators: [nowhere] }),
      /apps: administrators\.0 names/,
    ],
    [
      'a photo in an app',
      row('photos', { posts: [Number(app)] }),
      /photos: posts\.0 names the row \d+ of apps/,
    ],
    [
      'a picture without its bytes',
      row('photos', {
        picture: { digest: '0'.repeat(64), format: 'png', width: 1, height: 1, spherical: false },
      }),
      /photos: picture\.digest names the bytes 0+, which do not exist/,
    ],
    ['an unknown column', row('users', { extra: 1 }), /users: extra is not a column of its table/],
    ['a missing column', row('users', { name: undefined }), /users: name/],
    ['a budget that is not a number', row('campaigns', { dailyBudget: '1e3' }), /campaigns: dailyBudget/],
    ['a call that is null', ledger((l) => ({ calls: { ...l.calls, items: [null] } })), /calls\.items\.0/],
    ['an event that is null', ledger((l) => ({ events: { ...l.events, items: [null] } })), /ledger\.events/],
    [
      'a call in the future',
      ledger((l) => ({
        calls: { ...l.calls, items: l.calls.items.map((c) => ({ ...(c as object), at: 9e15 })) },
      })),
      /calls\.items\.0\.at is out of order, or later than graph\.now/,
    ],
    [
      'more calls than the capacity of the log',
      ledger((l) => ({ calls: { ...l.calls, capacity: 1 } })),
      /ledger\.calls: it lists \d+ entries, and has room for 1/,
    ],
    [
      'a rolling count in the future',
      ledger(() => ({ windows: [{ name: 'page/1', length: 60, buckets: [{ second: 9e12, count: 1 }] }] })),
      /windows\.0\.buckets\.0\.second/,
    ],
    [
      'a rolling count out of order',
      ledger(() => {
        const buckets = [
          { second: 5, count: 1 },
          { second: 4, count: 1 },
        ]
        return { windows: [{ name: 'page/1', length: 60, buckets }] }
      }),
      /windows\.0\.buckets\.1\.second/,
    ],
    [
      'two rolling counts of one name',
      ledger(() => {
        const window = { name: 'page/1', length: 60, buckets: [] }
        return { windows: [window, window] }
      }),
      /windows\.1: there are two of the name page\/1/,
    ],
    ['a random stream of zeros', graph(() => ({ streams: { tokens: [0, 0, 0, 0] } })), /streams\.tokens/],
    [
      'a word of a stream beyond 32 bits',
      graph(() => ({ streams: { tokens: [2 ** 40, 0, 0, 1] } })),
      /state\.graph\.streams\.tokens/,
    ],
    [
      'more rows than its cap',
      graph(({ caps }) => ({ caps: { ...caps, rowBytes: 5 } })),
      /its rows have \d+ bytes/,
    ],
    ['a policy that is a list', graph(() => ({ settings: [] })), /its policy is not an object/],
    [
      'more names of a starter world than 100',
      ledger(({ notes }) => {
        const starter = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`name${at}`, 'x']))
        return { notes: { ...notes, starter } }
      }),
      /its note starter has more than 100 names/,
    ],
    ['an unknown note', ledger(({ notes }) => ({ notes: { ...notes, other: 1 } })), /its note .*"other"/],
    ['a row twice', graph(({ rows }) => ({ rows: [...rows, rows[0]] })), /row \d+.*has not assigned/],
  ])('and %s is refused, with the place', (_, change, expected) => {
    const attack = () => restoreWorld(rehashed(snapshot, change))
    expect(attack).toThrow(TypeError)
    expect(attack).toThrow(expected)
    expect(attack).toThrow(/^The snapshot cannot be read: /)
  })

  test('changes nothing if it is refused', () => {
    const fork = world.fork()
    const { state } = fork
    expect(() =>
      fork.reset(
        rehashed(
          snapshot,
          graph(() => ({ nextId: 2 ** 53 - 1 })),
        ),
      ),
    ).toThrow(TypeError)
    expect(fork.state).toBe(state)
  })
})

describe('a recording', () => {
  const recording = JSON.parse(JSON.stringify(createWorld().history.recording()))
  const { options } = recording.base

  test('begins with the options of its world', () => {
    expect(replay(recording).difference).toBeUndefined()
  })

  test.each<[string, unknown, RegExp]>([
    ['no base', undefined, /base is required/],
    ['a base that is null', null, /its base is neither options nor a snapshot/],
    ['both options and a snapshot', { options, snapshot }, /its base is neither/],
    ['options that are a text', { options: 'x' }, /read: options must be an object, got "x"/],
    ['no seed', { options: { ...options, seed: undefined } }, /read: seed is required/],
    ['a seed that is an object', { options: { ...options, seed: {} } }, /read: seed must be text, got {}/],
    ['a long seed', { options: { ...options, seed: 'x'.repeat(1_001) } }, /The option seed must be/],
    ['a clock beyond the year 9999', { options: { ...options, now: 8.64e15 } }, /An instant is/],
    ['a clock that is a text', { options: { ...options, now: 'x' } }, /read: now must be a number, got "x"/],
    [
      'a log of a negative size',
      { options: { ...options, logSize: -1 } },
      /The option logSize must be a whole number/,
    ],
    [
      'a cap with a fraction',
      { options: { ...options, pictureBytesMax: 0.5 } },
      /The option pictureBytesMax must be a whole/,
    ],
    ['an unknown policy key', { options: { ...options, policy: { other: 1 } } }, /There is no policy other/],
    [
      'a policy that is null',
      { options: { ...options, policy: null } },
      /read: policy must be an object, got null/,
    ],
    ['an unknown option', { options: { ...options, other: 1 } }, /read: options has no member "other"/],
    ['an invalid snapshot', { snapshot: {} }, /The snapshot cannot be read: format/],
  ])('with %s is refused', (_, base, expected) => {
    const attack = () => replay({ ...recording, base })
    expect(attack).toThrow(TypeError)
    expect(attack).toThrow(expected)
    expect(attack).toThrow(/^The recording cannot be read: /)
  })

  test.each([-1, 0.5, Number.NaN, '1', null])('is not replayed until %j', (until) => {
    expect(() => replay(recording, { until: until as never })).toThrow(
      /The option until must be a whole number/,
    )
  })

  test('with arbitrary inputs is replayed, and each gets an outcome', () => {
    const inputs = [null, 5, 'x', [], {}, { type: 'load', snapshot: null }, { type: 'call' }]
    const outcomes = inputs.map(() => '0000000000000000')
    expect(replay({ ...recording, inputs, outcomes }).difference).toMatchObject({ sequence: 0 })
  })
})
