import { describe, expect, test } from 'vitest'
import { permissions } from '../../src/service/caller/caller.ts'
import type { ErrorCode } from '../../src/service/contract/errors.ts'
import { checks } from '../../src/service/pipeline.ts'
import { begin, call, forked, refusedBy, type Scene } from './scene.ts'

const start = begin()
const picture = 'https://img.test/a.png'
const nowhere = '100000000000000'

test('the checks run in the decided order', () => {
  expect(checks.map(({ name }) => name)).toEqual([
    'version',
    'token',
    'injected fault',
    'rate limit',
    'retired ads version',
    'app access level',
    'node',
    'blocked actor',
    'permission',
    'parameters',
  ])
})

type Fault = string
type Play = (faults: readonly Fault[]) => { scene: Scene; make: () => ReturnType<typeof call> }

const answerOf = (play: Play, faults: readonly Fault[]) => {
  const { scene, make } = play(faults)
  return refusedBy(scene.world, make)
}

/** Everything that can be wrong with an upload to a page, most important first, and what it is answered with. */
const pageRows: readonly (readonly [Fault, ErrorCode, RegExp])[] = [
  ['an unknown version', 100, /Unknown version/],
  ['an unknown token', 190, /Invalid OAuth access token/],
  ['an injected fault', 200, /Injected by the fault rule/],
  ['a rate limit', 80001, /too many calls to this page account/],
  ['an invisible page', 100, /Unsupported post request/],
  ['a blocked app', 368, /abusive/],
  ['no task', 200, /Requires the task CREATE_CONTENT/],
  ['a wrong parameter', 100, /Param published must be true or false/],
  ['a picture that is not there', 324, /Missing or invalid image file/],
]

const onPage: Play = (faults) => {
  const has = (fault: Fault) => faults.includes(fault)
  const policy = { pageCallLimit: { perEngagedUser: 0, seconds: 60 } }
  const scene = forked(start, has('a rate limit') ? { policy } : {})
  const { world, page, app } = scene
  const { actions } = world
  const user = actions.createUser({ name: 'Somebody' }).unwrap().id
  const secret = actions.createPage({ name: 'Secret', published: false }).unwrap().id
  const target = has('an invisible page') ? secret : page
  if (!has('no task')) actions.assignTasks({ page: target, user, tasks: ['CREATE_CONTENT'] }).unwrap()
  const { token } = actions
    .issueToken({ kind: 'page', app, user, page: target, scopes: permissions })
    .unwrap()
  if (has('a blocked app')) actions.blockActor({ actor: app }).unwrap()
  actions.registerUrl({ url: 'https://img.test/missing.png', missing: true }).unwrap()
  if (has('an injected fault')) {
    world.faults.add({ match: { operation: 'uploadPagePhoto' }, fault: { kind: 'error', code: 200 } })
  }
  const url = has('a picture that is not there') ? 'https://img.test/missing.png' : picture
  const params = { page: target, url, ...(has('a wrong parameter') && { published: 'maybe' }) }
  const version = has('an unknown version') ? 'v1.0' : 'v2.12'
  const sent = has('an unknown token') ? 'nobody' : token
  return { scene, make: () => call(world, sent, 'uploadPagePhoto', params, version) }
}

/** The same for creating a campaign. */
const adsRows: readonly (readonly [Fault, ErrorCode, RegExp])[] = [
  ['an unknown version', 100, /Unknown version/],
  ['an unknown token', 190, /Invalid OAuth access token/],
  ['an injected fault', 200, /Injected by the fault rule/],
  ['a rate limit', 80004, /too many calls to this ad account/],
  ['a retired version', 2635, /is deprecated/],
  ['an app in development', 270, /development access level/],
  ['a blocked app', 368, /abusive/],
  ['no permission', 294, /ads_management/],
  ['no role', 200, /role on the ad account/],
  ['a wrong parameter', 100, /Param objective must be one of/],
  ['a status that creation does not take', 100, /Param status must be ACTIVE or PAUSED/],
]

const onAccount: Play = (faults) => {
  const has = (fault: Fault) => faults.includes(fault)
  const none = { development: 0, standard: 0, perActiveAd: 0, seconds: 60 }
  const scene = forked(start, has('a rate limit') ? { policy: { adAccountCallLimit: none } } : {})
  const { world, adAccount } = scene
  const { actions } = world
  const user = actions.createUser({ name: 'Somebody' }).unwrap().id
  const accessLevel = has('an app in development') ? 'development' : 'standard'
  const app = actions.createApp({ name: 'App', accessLevel }).unwrap().id
  if (!has('no role')) actions.assignAdAccountRole({ adAccount, user, role: 'ADMIN' }).unwrap()
  const scopes = has('no permission') ? (['ads_read'] as const) : (['ads_management'] as const)
  const { token } = actions.issueToken({ kind: 'user', app, user, scopes }).unwrap()
  if (has('a blocked app')) actions.blockActor({ actor: app }).unwrap()
  if (has('an injected fault')) {
    world.faults.add({ match: { operation: 'createCampaign' }, fault: { kind: 'error', code: 200 } })
  }
  const params = {
    adAccount,
    special_ad_categories: [],
    ...(has('a wrong parameter') && { objective: 'FAME' }),
    ...(has('a status that creation does not take') && { status: 'ARCHIVED' }),
  }
  const version = has('an unknown version') ? 'v1.0' : has('a retired version') ? 'v2.12' : 'v26.0'
  const sent = has('an unknown token') ? 'nobody' : token
  return { scene, make: () => call(world, sent, 'createCampaign', params, version) }
}

describe.each([
  ['page', pageRows, onPage],
  ['ad account', adsRows, onAccount],
] as const)('among the errors of a call on a %s', (_, rows, play) => {
  const order = rows.map(([fault]) => fault)

  test.each(rows.map((row, index) => [...row, index] as const))(
    '%s is reported first',
    (_fault, code, words, from) => {
      const error = answerOf(play, order.slice(from))
      expect([error.code, error.message]).toEqual([code, expect.stringMatching(words)])
    },
  )

  test.each(rows.filter(([fault]) => fault !== 'an invisible page'))(
    '%s is an error by itself',
    (fault, code, words) => {
      const error = answerOf(play, [fault])
      expect([error.code, error.message]).toEqual([code, expect.stringMatching(words)])
    },
  )

  test('the call succeeds after all errors are corrected', () => {
    expect(play([]).make().ok).toBe(true)
  })
})

describe('without a node', () => {
  test('the checks that need its owner are skipped', () => {
    const none = { development: 0, standard: 0, perActiveAd: 0, seconds: 60 }
    const { world, developmentAppToken } = forked(start, { policy: { adAccountCallLimit: none } })
    world.faults.add({ match: {}, fault: { kind: 'error', code: 200 } })
    const read = () => call(world, developmentAppToken, 'readCampaign', { campaign: nowhere }, 'v2.12')
    expect(refusedBy(world, read)).toMatchObject({ code: 100, subcode: 33 })
  })

  test('an invalid token is still reported first, and an unknown version before it', () => {
    const { world, expiredToken } = start
    const read = (version: string) => () =>
      call(world, expiredToken, 'readCampaign', { campaign: nowhere }, version)
    expect(refusedBy(world, read('v26.0'))).toMatchObject({ code: 190, subcode: 463 })
    expect(refusedBy(world, read('v1.0')).message).toMatch(/Unknown version/)
  })

  test('the endpoint of the path determines the code of a token error', () => {
    const { world, userToken, campaign } = forked(start)
    world.actions.endSession({ token: userToken }).unwrap()
    for (const target of [campaign, nowhere]) {
      const read = () => call(world, userToken, 'readCampaign', { campaign: target })
      expect(refusedBy(world, read).code).toBe(190)
    }
  })
})

describe('a parameter', () => {
  const { world, page, pageToken } = start
  const refused = (params: object) =>
    refusedBy(world, () => call(world, pageToken, 'publishPost', { page, ...params }))

  test('that is unknown is ignored', () => {
    const { world: other } = forked(start)
    expect(call(other, pageToken, 'publishPost', { page, message: 'x', nothing: 1, debug: 'all' }).ok).toBe(
      true,
    )
  })

  test('that is invalid is named, with the expected and the given value', () => {
    expect(refused({ message: 'x', published: 'maybe' })).toMatchObject({
      code: 100,
      message: '(#100) Param published must be true or false, got "maybe"',
    })
    expect(refused({ attached_media: [{ media_fbid: '1' }, { media_fbid: 'x' }] }).message).toBe(
      '(#100) Param attached_media.1.media_fbid must be a numeric id, got "x"',
    )
    expect(refused({ attached_media: [{}] }).message).toBe(
      '(#100) The parameter attached_media.0.media_fbid is required',
    )
  })
})

describe('the call log', () => {
  test('has operation, target, version, token id, parameters and outcome, and never a token', () => {
    const { world, page, pageToken } = forked(start)
    call(world, pageToken, 'publishPost', { page, message: 'x', published: '1' }, 'v19.0')
    const entry = world.calls.last()
    expect(entry).toMatchObject({
      operation: 'publishPost',
      method: 'POST',
      target: page,
      version: 'v19.0',
      token: expect.any(Number),
      params: { message: 'x', published: true, attached_media: [] },
      outcome: { ok: true },
    })
    expect(JSON.stringify(entry)).not.toContain(pageToken)
  })

  test('has a call that found no endpoint', () => {
    const { world, pageToken } = forked(start)
    world.request({ method: 'GET', url: `/nothing?access_token=${pageToken}` })
    expect(world.calls.last()).toMatchObject({ operation: null, target: 'nothing', outcome: { ok: false } })
  })

  test('is the same for every transport', () => {
    const fork = () => forked(start).world
    const { page, pageToken } = start
    const [typed, sent, valued] = [fork(), fork(), fork()]
    call(typed, pageToken, 'publishPost', { page, message: 'x', published: false }, 'v19.0')
    const body = `message=x&published=FALSE&access_token=${pageToken}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    sent.request({ method: 'POST', url: `https://other.test/v19.0/${page}/feed`, headers, body })
    const params = { message: 'x', published: 0, access_token: pageToken }
    valued.request({ method: 'POST', path: `/v19.0/${page}/feed`, params })
    expect(sent.hash('full')).toBe(typed.hash('full'))
    expect(valued.hash('full')).toBe(typed.hash('full'))
  })
})
