import { describe, expect, test } from 'vitest'
import { begin, call, forked, get, jsonOf, refusedBy, type Scene, tokenOf } from '../scene.ts'

const start = begin()
const { page, campaign, adAccount, lead, app, user } = start

/** What a call comes to: its code, or 'answered'. */
function answer({ world }: Scene, token: string, operation = 'listPageFeed', params: object = { page }) {
  const outcome = call(world, token, operation, params)
  return outcome.ok ? 'answered' : outcome.error.code
}

describe('a token', () => {
  const { world, pageToken, userToken, expiredToken, appToken } = start
  const refusal = (token: string) => refusedBy(world, () => call(world, token, 'listPageFeed', { page }))

  test('is required [AUT-003]', () => {
    expect(refusal('')).toMatchObject({ code: 190, type: 'OAuthException' })
    expect(refusal('').message).toBe('An access token is required: send the parameter access_token')
    expect(refusal('').subcode).toBeUndefined()
  })

  test('that is empty in a request is required too [AUT-003]', () => {
    const empty = { method: 'GET', url: `/${page}/feed?access_token=` }
    const { error } = jsonOf(world.fork().request(empty))
    expect(error).toMatchObject({ message: 'An access token is required: send the parameter access_token' })
  })

  test.each([
    'nobody',
    ` ${pageToken}`,
    `${pageToken}x`,
    pageToken.toLowerCase(),
    'null',
    '|',
    `${app}|`,
    `${app}|wrong`,
    `${appToken}x`,
    `x${appToken}`,
    `${app}|${appToken.split('|')[1]}|`,
    `1|${appToken.split('|')[1]}`,
    `${user}|${appToken.split('|')[1]}`,
  ])('that is unknown is refused: %s [AUT-004, ERR-005]', (token) => {
    expect(refusal(token)).toMatchObject({
      code: 190,
      subcode: 467,
      message: 'Invalid OAuth access token',
    })
  })

  test('that expired is refused with its own subcode [ERR-005]', () => {
    expect(refusal(expiredToken)).toMatchObject({ code: 190, subcode: 463 })
  })

  test('expires at the exact millisecond', () => {
    const scene = forked(start)
    const { actions, clock } = scene.world
    const expiresAt = '2026-02-01T00:00:00.500Z'
    const { token } = actions
      .issueToken({ kind: 'page', app, user, page, scopes: ['pages_read_engagement'], expiresAt })
      .unwrap()
    clock.advanceTo('2026-02-01T00:00:00.499Z')
    expect(answer(scene, token)).toBe('answered')
    clock.advance(1)
    expect(answer(scene, token)).toBe(190)
  })

  test('without an end never expires [AUT-027]', () => {
    const scene = forked(start)
    scene.world.clock.advance('5000d')
    expect(answer(scene, pageToken, 'readLead', { lead })).toBe('answered')
  })

  test('that is revoked is invalid at once', () => {
    const scene = forked(start)
    scene.world.actions.revokeToken({ token: pageToken }).unwrap()
    const refused = () => call(scene.world, pageToken, 'listPageFeed', { page })
    expect(refusedBy(scene.world, refused)).toMatchObject({ code: 190, subcode: 467 })
    expect(answer(scene, userToken)).toBe('answered')
  })

  test('whose session ended is refused with 190 if 102 is not listed [ERR-003]', () => {
    const scene = forked(start)
    scene.world.actions.endSession({ token: pageToken }).unwrap()
    const refused = () => call(scene.world, pageToken, 'listPageFeed', { page })
    expect(refusedBy(scene.world, refused)).toMatchObject({
      code: 190,
      message: 'The login session of this token has ended',
    })
  })

  test('that is sent twice counts once, and two different tokens are an error', () => {
    const headers = { authorization: `Bearer ${pageToken}` }
    const url = (token: string) => `/${page}/feed?access_token=${token}`
    const ask = (token: string) => jsonOf(world.request({ method: 'GET', url: url(token), headers }))
    expect(ask(pageToken)).toHaveProperty('data')
    expect(ask(userToken)).toMatchObject({ error: { code: 190, error_subcode: 467 } })
  })

  test('is a query parameter, a form field or a header [AUT-001..002, CNV-021]', () => {
    const { world: other } = forked(start)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const post = (url: string, body: string, headers = {}) =>
      jsonOf(other.request({ method: 'POST', url, body, headers: { ...form, ...headers } }))
    expect(get(other, `/${page}/feed?access_token=${pageToken}`)).toHaveProperty('data')
    expect(post(`/${page}/feed`, `message=a&access_token=${pageToken}`)).toHaveProperty('id')
    expect(post(`/${page}/feed?access_token=${pageToken}`, 'message=a')).toHaveProperty('id')
    const authorization = `Bearer ${pageToken}`
    expect(post(`/${page}/feed`, 'message=a', { authorization })).toHaveProperty('id')
    expect(post(`/${page}/feed`, 'message=a')).toMatchObject({ error: { code: 190 } })
  })
})

describe('an app token', () => {
  test('has no person, no task and no permission', () => {
    const scene = forked(start)
    const { appToken } = start
    expect(answer(scene, appToken)).toBe(200)
    expect(answer(scene, appToken, 'readLead', { lead })).toBe(200)
    expect(answer(scene, appToken, 'readCampaign', { campaign })).toBe(278)
    expect(answer(scene, appToken, 'publishPost', { page, message: 'x' })).toBe(200)
  })
})

describe('a page [AUT-005]', () => {
  test.each([
    ['listPageFeed', ['CREATE_CONTENT'], 'answered'],
    ['listPageFeed', ['MANAGE'], 'answered'],
    ['listPageFeed', ['MODERATE'], 'answered'],
    ['listPageFeed', ['ADVERTISE'], 200],
    ['listPageFeed', [], 200],
    ['publishPost', ['CREATE_CONTENT'], 'answered'],
    ['publishPost', ['MANAGE', 'MODERATE', 'ADVERTISE'], 200],
    ['publishPost', [], 200],
  ] as const)('%s with the tasks %j: %s [AUT-006, FEE-139]', (operation, tasks, expected) => {
    for (const kind of ['page', 'user', 'systemUser'] as const) {
      const scene = forked(start)
      const token = tokenOf(scene, { tasks, kind })
      expect(answer(scene, token, operation, { page, message: 'x' })).toBe(expected)
    }
  })

  test.each([
    ['listPageFeed', ['pages_read_engagement'], 'answered'],
    ['listPageFeed', ['pages_manage_posts', 'ads_management'], 200],
    ['publishPost', ['pages_read_engagement', 'pages_manage_posts'], 'answered'],
    ['publishPost', ['pages_manage_posts'], 200],
    ['publishPost', ['pages_read_engagement'], 200],
  ] as const)('%s with the permissions %j: %s [AUT-010..011, FEE-140]', (operation, scopes, expected) => {
    const scene = forked(start)
    expect(answer(scene, tokenOf(scene, { scopes }), operation, { page, message: 'x' })).toBe(expected)
  })

  test('names the missing task or permission', () => {
    const scene = forked(start)
    const noTask = tokenOf(scene, { tasks: ['MODERATE'] })
    const noPermission = tokenOf(scene, { scopes: [] })
    const refused = (token: string) => () => call(scene.world, token, 'publishPost', { page, message: 'x' })
    expect(refusedBy(scene.world, refused(noTask))).toMatchObject({
      code: 200,
      message: '(#200) Requires the task CREATE_CONTENT on the page',
      because: ['the caller holds only MODERATE'],
    })
    expect(refusedBy(scene.world, refused(noPermission)).because).toEqual([
      'the token lacks the permission pages_read_engagement',
      'the token lacks the permission pages_manage_posts',
    ])
  })

  test('checks the current tasks of the person, not those at the creation of the token', () => {
    const scene = forked(start)
    const { actions } = scene.world
    expect(answer(scene, start.pageToken)).toBe('answered')
    actions.assignTasks({ page, user, tasks: ['ADVERTISE'] }).unwrap()
    expect(answer(scene, start.pageToken)).toBe(200)
  })

  test('refuses the page token of another page', () => {
    const scene = forked(start)
    const other = scene.world.actions.createPage({ name: 'Other', administrators: [user] }).unwrap().id
    const { token } = scene.world.actions
      .issueToken({ kind: 'page', app, user, page: other, scopes: ['pages_read_engagement'] })
      .unwrap()
    expect(answer(scene, token)).toBe(200)
    expect(answer(scene, token, 'listPageFeed', { page: other })).toBe('answered')
  })
})

describe('Page Public Content Access', () => {
  test.each([
    [true, [], 'listPageFeed', 'answered'],
    [false, [], 'listPageFeed', 200],
    [true, ['ADVERTISE'], 'listPageFeed', 200],
    [true, [], 'publishPost', 200],
  ] as const)(
    '%j with the tasks %j: %s gives %s [FEE-141]',
    (publicContentAccess, tasks, operation, expected) => {
      const scene = forked(start)
      const reader = scene.world.actions.createApp({ name: 'Reader', publicContentAccess }).unwrap().id
      const token = tokenOf(scene, { app: reader, tasks })
      expect(answer(scene, token, operation, { page, message: 'x' })).toBe(expected)
    },
  )
})

describe('an ad account', () => {
  const create = { adAccount, special_ad_categories: [] }
  test.each([
    ['readCampaign', ['ads_read'], 'answered'],
    ['readCampaign', ['ads_management'], 'answered'],
    ['readCampaign', ['leads_retrieval'], 278],
    ['createCampaign', ['ads_management'], 'answered'],
    ['createCampaign', ['ads_read'], 294],
    ['copyCampaign', ['ads_management'], 'answered'],
    ['copyCampaign', ['ads_read'], 200],
  ] as const)('%s with %j: %s [AUT-017..018, ERR-009..010]', (operation, scopes, expected) => {
    const scene = forked(start)
    const token = tokenOf(scene, { scopes, role: 'ADVERTISER' })
    expect(answer(scene, token, operation, { campaign, ...create })).toBe(expected)
  })

  test.each([
    ['readCampaign', { campaign }],
    ['createCampaign', create],
  ])('%s needs a role on the account [ERR-006]', (operation, params) => {
    const scene = forked(start)
    const token = tokenOf(scene)
    const refused = () => call(scene.world, token, operation, params)
    expect(refusedBy(scene.world, refused)).toMatchObject({
      code: 200,
      because: ["the token's user has no role on the ad account"],
    })
  })
})

describe('an app with development access level [AUT-029, ERR-007..008]', () => {
  test.each([
    ['both app and account', true, 'ADMIN', 'answered'],
    ['the app alone', true, 'ADVERTISER', 270],
    ['the app and no account', true, undefined, 270],
    ['the account alone', false, 'ADMIN', 270],
  ] as const)('a user who administers %s', (_, administers, role, expected) => {
    const scene = forked(start)
    const { actions } = scene.world
    const person = actions.createUser({ name: 'Dev' }).unwrap().id
    const administrators = administers ? [person] : []
    const young = actions.createApp({ name: 'Dev', accessLevel: 'development', administrators }).unwrap().id
    if (role) actions.assignAdAccountRole({ adAccount, user: person, role }).unwrap()
    const scopes = ['ads_management', 'pages_read_engagement'] as const
    const { token } = actions.issueToken({ kind: 'user', app: young, user: person, scopes }).unwrap()
    expect(answer(scene, token, 'readCampaign', { campaign })).toBe(expected)
    const create = { adAccount, special_ad_categories: [] }
    expect(answer(scene, token, 'createCampaign', create)).toBe(expected)
    actions.assignTasks({ page, user: person, tasks: ['MANAGE'] }).unwrap()
    expect(answer(scene, token)).toBe('answered')
    actions.setAppAccessLevel({ app: young, accessLevel: 'standard' }).unwrap()
    expect(answer(scene, token, 'readCampaign', { campaign })).toBe(role ? 'answered' : 200)
  })
})

describe('leads', () => {
  test.each([
    ['2018-07-02T23:59:58Z', 'answered'],
    ['2018-07-02T23:59:59Z', 'answered'],
    ['2018-07-03T00:00:00Z', 200],
    ['2026-01-01', 200],
  ])('of an app created at %s without leads_retrieval: %s [AUT-015..016]', (createdTime, expected) => {
    const scene = forked(start)
    const old = scene.world.actions.createApp({ name: 'App', createdTime }).unwrap().id
    const without = tokenOf(scene, { app: old, without: ['leads_retrieval'] })
    expect(answer(scene, without, 'readLead', { lead })).toBe(expected)
    expect(answer(scene, tokenOf(scene, { app: old }), 'readLead', { lead })).toBe('answered')
  })

  test.each([
    [['MANAGE'], 'answered'],
    [['CREATE_CONTENT', 'MODERATE', 'ADVERTISE'], 200],
  ] as const)('with the tasks %j: %s, unless access is customized [AUT-024]', (tasks, expected) => {
    const scene = forked(start)
    expect(answer(scene, tokenOf(scene, { tasks }), 'readLead', { lead })).toBe(expected)
    expect(answer(scene, tokenOf(scene, { tasks, kind: 'page' }), 'readLead', { lead })).toBe(expected)
  })

  test('can be read only by the users of a customized access [AUT-025]', () => {
    const scene = forked(start)
    const { actions } = scene.world
    const chosen = actions.createUser({ name: 'Chosen' }).unwrap().id
    const scopes = ['leads_retrieval'] as const
    const { token } = actions.issueToken({ kind: 'user', app, user: chosen, scopes }).unwrap()
    const everyone = () =>
      [token, start.userToken, start.pageToken].map((one) => answer(scene, one, 'readLead', { lead }))
    expect(everyone()).toEqual([200, 'answered', 'answered'])
    actions.setLeadAccess({ page, users: [chosen] }).unwrap()
    expect(everyone()).toEqual(['answered', 200, 200])
    actions.setLeadAccess({ page, users: [] }).unwrap()
    expect(everyone()).toEqual([200, 200, 200])
    actions.setLeadAccess({ page }).unwrap()
    expect(everyone()).toEqual([200, 'answered', 'answered'])
  })

  test.each([false, true])(
    'cannot be read with the page token of another page, customized or not: %j',
    (customized) => {
      const scene = forked(start)
      const { actions } = scene.world
      const other = actions.createPage({ name: 'Other', administrators: [user] }).unwrap().id
      if (customized) actions.setLeadAccess({ page, users: [user] }).unwrap()
      const scopes = ['leads_retrieval'] as const
      const { token } = actions.issueToken({ kind: 'page', app, user, page: other, scopes }).unwrap()
      expect(answer(scene, token, 'readLead', { lead })).toBe(200)
    },
  )
})

describe('a blocked actor [ERR-012]', () => {
  test.each([
    ['readCampaign', { campaign }, 368],
    ['createCampaign', { adAccount, special_ad_categories: [] }, 368],
    ['copyCampaign', { campaign }, 200],
    ['uploadPagePhoto', { page, url: 'https://img.test/a.png' }, 368],
    ['publishPost', { page, message: 'x' }, 200],
    ['listPageFeed', { page }, 'answered'],
    ['readLead', { lead }, 'answered'],
  ])('%s: %s', (operation, params, expected) => {
    const account = operation.endsWith('Campaign') ? adAccount : page
    const token = operation.endsWith('Campaign') ? start.userToken : start.pageToken
    for (const actor of [user, app, account]) {
      const scene = forked(start)
      scene.world.actions.blockActor({ actor }).unwrap()
      expect(answer(scene, token, operation, params)).toBe(expected)
      scene.world.actions.unblockActor({ actor }).unwrap()
      expect(answer(scene, token, operation, params)).toBe('answered')
    }
  })
})
