import { describe, expect, test } from 'vitest'
import { permissions } from '../../../src/service/caller/caller.ts'
import type { CallOutcome } from '../../../src/service/typed-call.ts'
import type { World } from '../../../src/world/world.ts'
import { begin, refusedBy } from '../photos/photo-world.ts'
import { file, md5, png, upload } from './ad-image-world.ts'

const start = begin()
const { adAccount, userToken, user, app, adSet } = start
const one = png()
const hash = md5(one)
upload(start.world, userToken, { adAccount, files: [file('a.png', one)] }).unwrap()

type Call = (world: World, token: string) => CallOutcome<unknown>
/** The code of a refused call, and how the call differs from a valid one. */
type Refusal = [
  code: number,
  rows: string,
  why: string,
  more: { token?: string; before?: (world: World) => unknown; call?: Call; subcode?: number },
]

const calls = {
  uploadAdImage: (world, token) => upload(world, token, { adAccount, files: [file('b.png', png(9))] }),
  listAdImages: (world, token) => world.as(token).listAdImages({ adAccount }),
  deleteAdImage: (world, token) => world.as(token).deleteAdImage({ adAccount, hash }),
  createAd: (world, token) =>
    world.as(token).createAd({ adAccount, adset_id: adSet, name: 'Ad', creative: { title: 'x' } }),
} satisfies Record<string, Call>

const block = (actor: string) => ({ before: (world: World) => world.actions.blockActor({ actor }).unwrap() })
const noRole = {
  before: (world: World) => world.actions.assignAdAccountRole({ adAccount, user }).unwrap(),
}
const disabled = { before: (world: World) => world.actions.disableLogin({ user }).unwrap() }
const injected = (code: number) => ({
  before: (world: World) => world.faults.add({ match: {}, fault: { kind: 'error', code: code as 100 } }),
})
const nowhere = '123456789012345'
const development = { token: start.developmentAppToken }
const [noRead, noManagement] = [{ token: start.noAdsReadToken }, { token: start.noAdsManagementToken }]

const everywhere: Refusal[] = [
  [190, '', 'an expired token', { token: start.expiredToken, subcode: 463 }],
  [190, '', 'an unknown token', { token: 'nobody', subcode: 467 }],
  [200, '', 'no role on the ad account', noRole],
  [270, '', 'an app in development', development],
  [80004, '[IMG-036]', 'too many calls', { ...injected(80004), subcode: 2446079 }],
]

const refusals: Record<keyof typeof calls, Refusal[]> = {
  uploadAdImage: [
    ...everywhere,
    [100, '[IMG-037]', 'nothing to upload', { call: (world, token) => upload(world, token, { adAccount }) }],
    [
      100,
      '[IMG-037]',
      'an unknown account',
      { call: (world, token) => upload(world, token, { adAccount: nowhere }), subcode: 33 },
    ],
    [200, '[IMG-038]', 'no permission', noManagement],
    [200, '[IMG-038]', 'no role', noRole],
    [2633, '[IMG-039]', 'a disabled login', disabled],
    [368, '[IMG-040]', 'a blocked user', block(user)],
    [368, '[IMG-040]', 'a blocked app', block(app)],
    [368, '[IMG-040]', 'a blocked ad account', block(adAccount)],
  ],
  listAdImages: [
    ...everywhere,
    [
      100,
      '[IMG-041]',
      'a limit of 0',
      { call: (world, token) => world.as(token).listAdImages({ adAccount, limit: 0 }) },
    ],
    [200, '[IMG-041]', 'no permission', noRead],
  ],
  deleteAdImage: [
    ...everywhere,
    [
      100,
      '[IMG-049]',
      'an unknown hash',
      { call: (world, token) => world.as(token).deleteAdImage({ adAccount, hash: 'x' }) },
    ],
    [200, '[IMG-050]', 'no permission', noManagement],
    [200, '[IMG-050]', 'a blocked user', block(user)],
  ],
  createAd: [
    ...everywhere,
    [
      100,
      '[IMG-051]',
      'no ad set',
      {
        call: (world, token) =>
          world.as(token).createAd({ adAccount, adset_id: '1', name: '', creative: { title: 'x' } }),
      },
    ],
    [200, '[IMG-051]', 'no permission', noManagement],
    [200, '[IMG-051]', 'a blocked ad account', block(adAccount)],
  ],
}

describe.each(Object.entries(refusals))('%s', (name, rows) => {
  const call = calls[name as keyof typeof calls]
  test('succeeds without any of these', () => {
    expect(call(start.world.fork(), userToken).ok).toBe(true)
  })

  test.each(rows)('is refused with %i %s for %s', (code, _, __, more) => {
    const world = start.world.fork()
    const token = more.token ?? userToken
    more.before?.(world)
    const error = refusedBy(world, () => (more.call ?? call)(world, token))
    expect(error.code).toBe(code)
    expect(error.subcode).toBe(more.subcode)
  })
})

test('uploads count for the limit of the ad account, and the first above it gets 80004 [IMG-036]', () => {
  const limit = { development: 0, standard: 2, perActiveAd: 0, seconds: 60 }
  const world = start.world.fork({ policy: { adAccountCallLimit: limit } })
  const send = (seed: number) => upload(world, userToken, { adAccount, files: [file('b.png', png(seed))] })
  world.clock.advance('60s')
  expect([send(7).ok, send(8).ok]).toEqual([true, true])
  expect(refusedBy(world, () => send(9))).toMatchObject({ code: 80004, subcode: 2_446_079 })
  world.clock.advance('60s')
  expect(send(9).ok).toBe(true)
})

test('a disabled login refuses only uploads, and a blocked user can still list [IMG-039..040]', () => {
  const world = start.world.fork()
  world.actions.disableLogin({ user }).unwrap()
  for (const name of ['listAdImages', 'createAd', 'deleteAdImage'] as const)
    expect(calls[name](world, userToken).ok).toBe(true)
  world.actions.blockActor({ actor: user }).unwrap()
  expect(calls.listAdImages(world, userToken).ok).toBe(true)
})

test('reading needs ads_read or ads_management, writing needs ads_management [IMG-031, IMG-041]', () => {
  const world = start.world.fork()
  const issue = (scopes: readonly (typeof permissions)[number][]) =>
    world.actions.issueToken({ kind: 'user', app, user, scopes }).unwrap().token
  for (const scope of permissions) {
    const token = issue([scope])
    const [reads, writes] = [scope.startsWith('ads_'), scope === 'ads_management']
    expect(calls.listAdImages(world.fork(), token).ok).toBe(reads)
    expect(calls.uploadAdImage(world.fork(), token).ok).toBe(writes)
    expect(calls.createAd(world.fork(), token).ok).toBe(writes)
    expect(calls.deleteAdImage(world.fork(), token).ok).toBe(writes)
  }
})
