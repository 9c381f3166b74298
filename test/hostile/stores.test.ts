import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { syntheticPicture } from '../../src/chapters/pictures/synthetic.ts'
import type { Json } from '../../src/engine/values/guard.ts'
import { weightOf } from '../../src/engine/values/weight.ts'
import { createWorld, replay, restoreWorld } from '../../src/world/create-world.ts'
import type { World } from '../../src/world/world.ts'
import { act, begin, call, refusedBy } from '../service/scene.ts'
import { rehashed } from './snapshot-mutations.ts'

const text = (length: number, place = 0) => String(place).padEnd(length, 'x')
const picture = (side: number) =>
  syntheticPicture({ url: 'https://img.test/', width: side, height: side }) as Uint8Array

describe('the logs', () => {
  test('keep the beginning and the length of a long message', () => {
    const { world, page, pageToken } = begin({ history: 'off' })
    call(world, pageToken, 'publishPost', { page, message: text(1_000_000) }).unwrap()
    const { message } = world.calls.last('publishPost')?.params ?? {}
    expect(message).toBe(`${text(4_096)}… (1,000,000 characters)`)
  })

  test('are bounded in bytes, and count the dropped entries', () => {
    const { world, page, pageToken } = begin({ history: 'off' })
    for (let place = 0; place < 2_100; place++)
      call(world, pageToken, 'publishPost', { page, message: text(5_000, place) })
    const kept = world.calls.all()
    const weight = kept.reduce((sum, entry) => sum + weightOf(entry as unknown as Json), 0)
    expect(weight).toBeLessThanOrEqual(16_777_216)
    expect(weight).toBeGreaterThan(8_388_608)
    expect(world.calls.dropped).toBeGreaterThan(0)
    expect(kept.at(-1)?.sequence).toBe(world.seq)
    expect(restoreWorld(world.snapshot()).hash('full')).toBe(world.hash('full'))
  })

  test('are the same after a replay', () => {
    const { world, page, pageToken } = begin()
    call(world, pageToken, 'publishPost', { page, message: text(1_000_000) }).unwrap()
    const again = replay(world.history.recording())
    expect([again.difference, again.world.hash('full')]).toEqual([undefined, world.hash('full')])
  })
})

describe('the history', () => {
  const long = () => {
    const scene = begin()
    const hashes = [scene.world.hash('full')]
    const start = scene.world.seq
    for (let place = 0; place < 90; place++) {
      scene.world.request({ method: 'POST', url: '/nothing', body: text(1_000_000, place) })
      hashes.push(scene.world.hash('full'))
    }
    return { ...scene, hashes, start }
  }
  const { world, hashes, start } = long()

  test('forgets its oldest inputs beyond its bytes, and counts them', () => {
    const { dropped, length } = world.history
    expect(length).toBe(world.seq)
    expect(dropped).toBeGreaterThan(start)
    // 1,000,000 characters count 2,000,000 bytes: at least 60 of them fit into 128 MiB.
    expect(length - dropped).toBeGreaterThanOrEqual(60)
    expect(length - dropped).toBeLessThan(68)
  })

  test('restores every moment that is left, and refuses others', () => {
    const { dropped, length } = world.history
    for (const moment of [dropped, dropped + 1, length - 1, length])
      expect(world.history.at(moment).hash('full')).toBe(hashes[moment - start])
    for (const moment of [0, dropped - 1])
      expect(() => world.history.at(moment)).toThrow(
        `The history holds the moments ${dropped} to ${length}, not ${moment}. Inputs beyond 134217728 bytes`,
      )
  })

  test('is recorded from its first kept moment, with a snapshot', () => {
    const recording = world.history.recording()
    expect(recording.base).toHaveProperty('snapshot')
    expect(recording.inputs).toHaveLength(world.history.length - world.history.dropped)
    const again = replay(recording)
    expect([again.difference, again.world.hash('full')]).toEqual([undefined, world.hash('full')])
  })

  test('of a fork is separate', () => {
    const fork = world.fork()
    const { dropped } = world.history
    for (let place = 0; place < 40; place++)
      fork.request({ method: 'POST', url: '/nothing', body: text(1_000_000, place) })
    expect(fork.history.dropped).toBeGreaterThan(dropped)
    expect(world.history.dropped).toBe(dropped)
    expect(world.history.at(dropped).hash('full')).toBe(hashes[dropped - start])
  })
})

describe('stored pictures', () => {
  const upload = ({ world, page, pageToken }: ReturnType<typeof begin>, bytes: Uint8Array) =>
    call(world, pageToken, 'uploadPagePhoto', { page, source: bytes })
  const [one, two] = [picture(40), picture(50)]
  const full = () => begin({ pictureBytesMax: one.length + two.length - 1 })

  test('beyond the cap are refused with 100, the cap and the option', () => {
    const scene = full()
    upload(scene, one).unwrap()
    const error = refusedBy(scene.world, () => upload(scene, two))
    expect(error.code).toBe(100)
    expect(error.message).toBe(
      `(#100) This world stores at most ${one.length + two.length - 1} bytes of pictures, and this call needs ` +
        `${one.length + two.length}: delete some, or set the option pictureBytesMax of createWorld`,
    )
    expect(scene.world.calls.last('uploadPagePhoto')?.outcome.ok).toBe(false)
  })

  test('count once, even if they are uploaded five times', () => {
    const scene = full()
    for (let time = 0; time < 5; time++) upload(scene, one).unwrap()
    expect(scene.world.state.graph.stored.blobBytes).toBe(one.length)
  })

  test('no longer count after they are deleted', () => {
    const scene = full()
    const { id } = upload(scene, one).unwrap()
    call(scene.world, scene.pageToken, 'deletePhoto', { photo: id }).unwrap()
    upload(scene, two).unwrap()
    expect(scene.world.state.graph.stored.blobBytes).toBe(two.length)
  })

  test.each<[string, (scene: ReturnType<typeof begin>) => () => ReturnType<typeof call>]>([
    [
      'an ad image',
      ({ world, userToken, adAccount }) =>
        () =>
          call(world, userToken, 'uploadAdImage', { adAccount, bytes: Buffer.from(two).toString('base64') }),
    ],
    [
      'a web page',
      ({ world }) =>
        () =>
          act(world, 'registerUrl', { url: 'https://a.test/', bytes: two }),
    ],
  ])('%s counts too', (_, attack) => {
    const scene = full()
    upload(scene, one).unwrap()
    expect(refusedBy(scene.world, attack(scene)).message).toContain('pictureBytesMax')
  })

  test('have the same cap in a fork, a snapshot and a replay', () => {
    const scene = full()
    upload(scene, one).unwrap()
    for (const world of [
      scene.world.fork(),
      restoreWorld(scene.world.snapshot()),
      replay(scene.world.history.recording()).world,
    ])
      expect(upload({ ...scene, world }, two).ok).toBe(false)
  })
})

describe('records', () => {
  test.each<[string, (scene: ReturnType<typeof begin>) => void]>([
    ['users', ({ world }) => world.actions.createUser({ name: text(10_000) }).unwrap()],
    [
      'tokens',
      ({ world, app, user }) => world.actions.issueToken({ kind: 'user', app, user, scopes: [] }).unwrap(),
    ],
    [
      'authorization codes',
      ({ world, app, user }) => {
        act(world, 'setConsent', { app, user }).unwrap()
        const redirect = `https://a.test/${text(2_000)}`
        const target = `/oauth/authorize?client_id=${app}&response_type=code&redirect_uri=${redirect}`
        if (world.request({ method: 'GET', url: target }).status !== 302) throw new Error('refused')
      },
    ],
    [
      'batches',
      ({ world, adAccount, userToken }) => {
        const adbatch = [{ name: 'a', relative_url: text(5_000), body: 'a=1' }]
        call(world, userToken, 'createAsyncBatch', { adAccount, name: 'a', adbatch }).unwrap()
      },
    ],
  ])('of %s are refused beyond the cap, and the world goes on', (_, make) => {
    const scene = begin({ recordBytesMax: 150_000, history: 'off' })
    let made = 0
    for (; made < 2_000; made++) {
      try {
        make(scene)
      } catch {
        break
      }
    }
    expect(made).toBeGreaterThan(0)
    expect(made).toBeLessThan(2_000)
    expect(scene.world.state.graph.stored.rowBytes).toBeLessThanOrEqual(150_000)
    const { message } = refusedBy(scene.world, () => scene.world.actions.createUser({ name: text(100_000) }))
    expect(message).toContain('This world stores at most 150,000 bytes of records')
    expect(scene.world.request({ method: 'GET', url: `/${scene.page}?access_token=x` }).status).toBe(400)
    scene.world.clock.advance('2d')
    expect(restoreWorld(scene.world.snapshot()).hash('full')).toBe(scene.world.hash('full'))
  })

  test('are counted as a fresh count finds them', () => {
    const { world, page, pageToken } = begin()
    const { id } = call(world, pageToken, 'publishPost', { page, message: 'x' }).unwrap()
    call(world, pageToken, 'uploadPagePhoto', { page, source: picture(3) }).unwrap()
    call(world, pageToken, 'deletePost', { post: id }).unwrap()
    expect(restoreWorld(world.snapshot()).state.graph.stored).toEqual(world.state.graph.stored)
  })

  test('get ids of at most 15 digits, and are refused after the last id', () => {
    const { world, page, pageToken } = begin()
    const last = rehashed(world.snapshot(), ({ graph }) => ({
      graph: { ...graph, nextId: 999_999_999_999_999 },
    }))
    const ended = restoreWorld(last)
    expect(ended.actions.createUser({ name: 'last' }).unwrap()).toEqual({ id: '999999999999999' })
    for (const refused of [
      () => ended.actions.createUser({ name: 'none' }),
      () => call(ended, pageToken, 'publishPost', { page, message: 'none' }),
    ])
      expect(refusedBy(ended, refused as never).message).toContain(
        'This world has assigned every id up to 999,999,999,999,999',
      )
    ended.clock.advance('1d')
    expect(restoreWorld(ended.snapshot()).hash('full')).toBe(ended.hash('full'))
  })
})

describe('a world', () => {
  const rule = { match: {}, fault: { kind: 'drop' as const } }

  test('has a bounded number of fault rules', () => {
    const world = createWorld()
    for (let count = 0; count < 1_000; count++) world.faults.add(rule)
    expect(() => world.faults.add(rule)).toThrow(
      'A world has at most 1000 fault rules: remove one before you add another',
    )
    world.faults.remove(world.faults.rules[0]?.id ?? '')
    world.faults.add(rule)
  })

  test('has fault rules with bounded texts', () => {
    const target = text(1_000)
    const world = createWorld()
    world.faults.add({ ...rule, match: { target } })
    expect(() => world.faults.add({ ...rule, match: { target: `${target}x` } })).toThrow('match.target')
  })

  test.each<[string, object]>([
    ['a seed of more than 1,000 characters', { seed: text(1_001) }],
    ['a seed with half a surrogate pair', { seed: '\ud83d' }],
    ['a negative cap', { pictureBytesMax: -1 }],
    ['a cap that is not a number', { recordBytesMax: '5' }],
    ['a policy that leads beyond the range of Date', { policy: { unpublishedPhotoRetention: 1e12 } }],
    [
      'a retry after the end of time',
      { policy: { webhook: { retrySchedule: [1e12], dropAfter: 1, signing: 'both' } } },
    ],
  ])('is not created with %s', (_, options) => expect(() => createWorld(options)).toThrow(TypeError))

  test('schedules nothing beyond the year 9999', () => {
    const { world, page, pageToken } = begin({ now: '9999-12-31T12:00:00Z' })
    call(world, pageToken, 'uploadPagePhoto', {
      page,
      url: 'https://img.test/a.png',
      published: false,
    }).unwrap()
    const { now } = world.clock
    expect(world.clock.pending).toEqual([])
    world.clock.drain()
    expect(world.clock.now).toBe(now)
  })

  test('takes no input after its last sequence number', () => {
    const { world } = begin()
    world.actions.createUser({ name: 'x' })
    const last = rehashed(world.snapshot(), ({ ledger }) => ({
      ledger: { ...ledger, sequence: 999_999_999_999_998 },
    }))
    const spent: World = restoreWorld(last)
    expect(spent.actions.createUser({ name: 'last' }).ok).toBe(true)
    const { state } = spent
    expect(spent.actions.createUser({ name: 'none' }).ok).toBe(false)
    spent.clock.advance('365d')
    expect(spent.state).toBe(state)
    expect(restoreWorld(spent.snapshot()).hash('full')).toBe(spent.hash('full'))
  })
})
