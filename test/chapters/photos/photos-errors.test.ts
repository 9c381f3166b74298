import { describe, expect, test } from 'vitest'
import type { CallOutcome } from '../../../src/service/typed-call.ts'
import type { World } from '../../../src/world/world.ts'
import { begin, picture, refusedBy, tokenOf, upload } from './photo-world.ts'

const start = begin()
const { page, pageToken, userToken, expiredToken, user, app } = start
const photo = upload(start.world, pageToken, { page, no_story: true }).unwrap().id

/** A call that gets an error code: its token, and what happens before it. */
type Refusal = [
  code: number,
  rows: string,
  call: (world: World, token: string) => CallOutcome<unknown>,
  more?: { token?: string; before?: (world: World) => unknown; subcode?: number },
]

const list = (world: World, token: string) => world.as(token).listPagePhotos({ page })
const send = (world: World, token: string) => upload(world, token, { page })
const read = (world: World, token: string) => world.as(token).readPhoto({ photo })
const remove = (world: World, token: string) => world.as(token).deletePhoto({ photo })

const block = (actor: string) => (world: World) => world.actions.blockActor({ actor }).unwrap()
const leave = (world: World) => world.actions.assignTasks({ page, user, tasks: [] }).unwrap()
const expired = { token: expiredToken, subcode: 463 }
const unknownToken = { token: 'nobody', subcode: 467 }
const revoked = {
  before: (world: World) => world.actions.revokeToken({ token: pageToken }).unwrap(),
  subcode: 467,
}
const ended = { before: (world: World) => world.actions.endSession({ token: pageToken }).unwrap() }
const nowhere = '123456789012345'

const refusals: Record<string, Refusal[]> = {
  'a listing': [
    [100, '[PHO-026]', (world, token) => world.as(token).listPagePhotos({ page, limit: 0 })],
    [100, '[PHO-026]', (world, token) => world.as(token).listPagePhotos({ page: nowhere }), { subcode: 33 }],
    [200, '[PHO-027]', list, { before: leave }],
    [190, '[PHO-029]', list, expired],
    [190, '[PHO-029]', list, unknownToken],
    [190, '[PHO-029]', list, revoked],
    [190, '[PHO-029]', list, ended],
    [190, '[PHO-029]', list, { token: '' }],
    [3001, '[PHO-030]', (world, token) => world.as(token).listPagePhotos({ page, biz_tag_id: 1 })],
  ],
  'an upload': [
    [200, '[PHO-137]', send, { before: leave }],
    [100, '[PHO-138]', (world, token) => upload(world, token, { page, attempt: 'x' })],
    [100, '[PHO-138]', (world, token) => upload(world, token, { page: nowhere }), { subcode: 33 }],
    [368, '[PHO-139]', send, { before: block(user) }],
    [368, '[PHO-139]', send, { before: block(app) }],
    [368, '[PHO-139]', send, { before: block(page) }],
    [368, '[PHO-139]', send, { before: block(page), token: userToken }],
    [190, '[PHO-140]', send, expired],
    [190, '[PHO-140]', send, unknownToken],
    [190, '[PHO-140]', send, revoked],
    [190, '[PHO-140]', send, ended],
    [324, '[PHO-141]', (world, token) => world.as(token).uploadPagePhoto({ page })],
  ],
  'a read of one photo': [
    [100, '', (world, token) => world.as(token).readPhoto({ photo: nowhere }), { subcode: 33 }],
    [100, '', (world, token) => world.as(token).readPhoto({ photo: page }), { subcode: 33 }],
    [100, '', (world, token) => world.as(token).readPhoto({ photo, fields: 'likes' })],
    [190, '', read, expired],
    [200, '', read, { before: leave }],
  ],
  'a deletion': [
    [100, '', (world, token) => world.as(token).deletePhoto({ photo: nowhere }), { subcode: 33 }],
    [190, '', remove, expired],
    [200, '', remove, { before: leave }],
    // The endpoint does not list 368: a blocked actor gets the code of a missing permission.
    [200, '', remove, { before: block(user) }],
  ],
}

describe.each(Object.entries(refusals))('%s', (_, rows) => {
  test.each(rows)('is refused with %i %s', (code, __, call, more = {}) => {
    const world = start.world.fork()
    const token = more.token ?? pageToken
    expect(call(world.fork(), pageToken).ok).toBe(code === 200 || code === 368 || code === 190)
    more.before?.(world)
    const error = refusedBy(world, () => call(world, token))
    expect(error.code).toBe(code)
    expect(error.subcode).toBe(more.subcode)
    expect(error.message.startsWith(`(#${code}) `)).toBe(code !== 190 && error.subcode !== 33)
  })
})

describe('too many calls', () => {
  const few = { pageCallLimit: { perEngagedUser: 1, seconds: 60 } }

  test.each([
    ['list [PHO-028]', list],
    ['upload', send],
    ['read', read],
  ])('get 80001 above the limit of the page, until the window has passed: %s', (_, call) => {
    const world = start.world.fork({ policy: few })
    // The upload of the photo was the first of the ten calls.
    world.clock.advance('1d')
    for (let count = 0; count < 10; count += 1) expect(call(world, pageToken).ok).toBe(true)
    expect(refusedBy(world, () => call(world, pageToken))).toMatchObject({
      code: 80001,
      message:
        '(#80001) There have been too many calls to this page account: at most 10 in 60 seconds. Wait and retry',
    })
    expect(call(world, userToken).ok).toBe(true)
    world.clock.advance('61s')
    expect(call(world, pageToken).ok).toBe(true)
  })

  test('get 80001 for a deletion too', () => {
    const world = start.world.fork({ policy: { pageCallLimit: { perEngagedUser: 0, seconds: 60 } } })
    expect(refusedBy(world, () => remove(world, pageToken)).code).toBe(80001)
  })
})

describe('a blocked actor', () => {
  test.each([user, app, page])(
    'can read, and can write again after the block is lifted [PHO-139]',
    (actor) => {
      const world = start.world.fork()
      world.actions.blockActor({ actor }).unwrap()
      expect([list(world, pageToken).ok, read(world, pageToken).ok]).toEqual([true, true])
      const error = refusedBy(world, () => send(world, pageToken))
      expect(error.because).toEqual([
        expect.stringMatching(/^(Ada Starter|Starter App|Starter Page) is blocked$/),
      ])
      world.actions.unblockActor({ actor }).unwrap()
      expect(send(world, pageToken).ok).toBe(true)
    },
  )
})

describe('with two errors in a call', () => {
  const wrong = { page, attempt: 'x', url: 'ftp://img.test/a.png' }
  const stranger = (world: World) => tokenOf(world, page, { tasks: [] })
  const first: [string, (world: World) => CallOutcome<unknown>, number][] = [
    ['the token before the page [PHO-140]', (world) => upload(world, expiredToken, { page: nowhere }), 190],
    ['the page before the permission', (world) => upload(world, stranger(world), { page: nowhere }), 100],
    [
      'the block is reported before the permission [PHO-139]',
      (world) => {
        const token = stranger(world)
        block(page)(world)
        return upload(world, token, wrong)
      },
      368,
    ],
    ['the permission before the parameters [PHO-137]', (world) => upload(world, stranger(world), wrong), 200],
    [
      'the parameters are reported before the picture [PHO-138]',
      (world) => world.as(pageToken).uploadPagePhoto({ page, target_id: '7' }),
      100,
    ],
  ]
  test.each(first)('%s', (_, call, code) => {
    const outcome = call(start.world.fork())
    expect(outcome).toMatchObject({ ok: false, error: { code } })
  })
})

test('a refused upload stores no picture [PHO-138]', () => {
  const world = start.world.fork()
  refusedBy(world, () => upload(world, pageToken, { page, privacy: { value: 'NOBODY' }, url: picture }))
  expect(world.events.of('photo.uploaded')).toHaveLength(1)
})
