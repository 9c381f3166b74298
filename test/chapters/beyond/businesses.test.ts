import { describe, expect, test } from 'vitest'
import { act, begin, call, forked, get, idsOf, refusedBy, tokenOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { user, page, adAccount, app, userToken, pageToken, noPermissionToken } = start

/** A business of the starter's user, made on a day of its own. */
const owned = (() => {
  const scene = forked(start)
  scene.world.clock.advance('1d')
  const made = { name: 'Bakeries', administrators: [user] }
  const business = String(act(scene.world, 'createBusiness', made).unwrap()['id'])
  scene.world.clock.advance('1d')
  return { scene, business }
})()
const { business } = owned
const fresh = () => forked(owned.scene).world
const does = (world: ReturnType<typeof fresh>, operation: string, params: object, token = userToken) =>
  call(world, token, operation, params).unwrap()

describe('a business', () => {
  test('is listed to its people, and shows its facts', () => {
    const world = fresh()
    const fields = [
      ...['name', 'created_time', 'updated_time', 'extended_updated_time', 'created_by', 'is_hidden'],
      ...['verification_status', 'block_offline_analytics', 'timezone_id', 'vertical', 'vertical_id'],
    ].join(',')
    const record = {
      ...{ id: business, name: 'Bakeries', is_hidden: false, block_offline_analytics: false },
      ...{ created_time: '2026-01-16T09:00:00+0000', updated_time: '2026-01-16T09:00:00+0000' },
      extended_updated_time: '2026-01-16T09:00:00+0000',
      created_by: { id: user, name: 'Ada Starter', business: { id: business, name: 'Bakeries' } },
      ...{ verification_status: 'not_verified', timezone_id: 0, vertical: 'OTHER', vertical_id: 42 },
    }
    expect(does(world, 'readBusiness', { business, fields })).toEqual(record)
    const listed = does(world, 'listBusinesses', { user, fields: `${fields},permitted_roles` })
    expect(listed['data']).toEqual([{ ...record, permitted_roles: ['ADMIN'] }])
    const links = does(world, 'readBusiness', { business, fields: 'link,profile_picture_uri' })
    expect(links['link']).toMatch(new RegExp(`/business/${business}$`))
    expect(links['profile_picture_uri']).toMatch(new RegExp(`/pictures/${business}/200x200.png$`))
  })

  test('that was verified says so, and one of a business tag has no times', () => {
    const world = fresh()
    const { id } = act(world, 'createBusiness', {
      name: 'V',
      verified: true,
      administrators: [user],
    }).unwrap()
    const fields = 'verification_status'
    expect(does(world, 'readBusiness', { business: id, fields })).toEqual({ id, [fields]: 'verified' })
    const tagged = act(world, 'addBusinessTag', { name: 'T' }).unwrap()['business']
    act(world, 'assignBusinessRole', { business: tagged, user, role: 'EMPLOYEE' }).unwrap()
    const times = 'created_time,updated_time,created_by'
    expect(does(world, 'readBusiness', { business: tagged, fields: times })).toEqual({ id: tagged })
  })

  test('names itself on its page and its ad account', () => {
    const world = fresh()
    const owner = { id: business, name: 'Bakeries' }
    const named = { business: owner, owner_business: owner }
    const fields = 'business,owner_business'
    expect(does(world, 'readPage', { page, fields })).toEqual({ id: page })
    act(world, 'assignToBusiness', { business, pages: [page], adAccounts: [adAccount] }).unwrap()
    expect(does(world, 'readPage', { page, fields }, pageToken)).toEqual({ id: page, ...named })
    expect(does(world, 'readAdAccount', { adAccount, fields })).toEqual({ id: `act_${adAccount}`, ...named })
    expect(does(world, 'listManagedPages', { user, fields })['data']).toEqual([{ id: page, ...named }])
    expect(idsOf(does(world, 'listOwnedPages', { business }))).toEqual([page])
    expect(idsOf(does(world, 'listOwnedAdAccounts', { business }))).toEqual([`act_${adAccount}`])
    expect(does(world, 'readBusiness', { business, fields: 'updated_time' })).toEqual({
      id: business,
      updated_time: '2026-01-17T09:00:00+0000',
    })
  })

  test('is expanded in a record of its person', () => {
    const path = `/v24.0/me?fields=businesses{name,owned_pages{name}}&access_token=${userToken}`
    const world = fresh()
    act(world, 'assignToBusiness', { business, pages: [page] }).unwrap()
    const { businesses } = get(world, path) as { businesses: { data: readonly object[] } }
    expect(businesses.data).toMatchObject([
      { id: business, name: 'Bakeries', owned_pages: { data: [{ id: page, name: 'Starter Page' }] } },
    ])
  })

  test('is seen by its people alone, with business_management', () => {
    const world = fresh()
    const stranger = tokenOf({ ...start, world })
    for (const operation of ['readBusiness', 'listOwnedPages', 'listOwnedAdAccounts']) {
      expect(call(world, stranger, operation, { business })).toMatchObject({
        error: { code: 100, subcode: 33 },
      })
      expect(call(world, noPermissionToken, operation, { business })).toMatchObject({ error: { code: 200 } })
    }
    expect(call(world, stranger, 'listBusinesses', { user })).toMatchObject({ error: { code: 200 } })
    expect(call(world, noPermissionToken, 'listBusinesses', { user })).toMatchObject({ error: { code: 200 } })
  })
})

describe('a business gets', () => {
  test.each([
    ['claimPage', { page_id: page }, 'listOwnedPages', page],
    ['claimAdAccount', { adaccount_id: adAccount }, 'listOwnedAdAccounts', `act_${adAccount}`],
    ['claimAdAccount', { adaccount_id: `act_${adAccount}` }, 'listOwnedAdAccounts', `act_${adAccount}`],
  ])('what %s names: %j, once and again', (operation, params, list, id) => {
    const world = fresh()
    for (let time = 0; time < 2; time += 1)
      expect(does(world, operation, { business, ...params })).toEqual({ access_status: 'CONFIRMED' })
    expect(idsOf(does(world, list, { business }))).toEqual([id])
  })

  test('a list of its own pages, without those of another business', () => {
    const world = fresh()
    const { id: other } = act(world, 'createBusiness', { name: 'Other', administrators: [user] }).unwrap()
    const { id: second } = act(world, 'createPage', { name: 'Second', administrators: [user] }).unwrap()
    act(world, 'assignToBusiness', { business, pages: [page] }).unwrap()
    act(world, 'assignToBusiness', { business: other, pages: [second] }).unwrap()
    const listed = [business, other].map((one) => idsOf(does(world, 'listOwnedPages', { business: one })))
    expect(listed).toEqual([[page], [second]])
  })

  test('nothing of another business', () => {
    const world = fresh()
    const { id: other } = act(world, 'createBusiness', { name: 'Other' }).unwrap()
    act(world, 'assignToBusiness', { business: other, pages: [page], adAccounts: [adAccount] }).unwrap()
    for (const [operation, params] of [
      ['claimPage', { page_id: page }],
      ['claimAdAccount', { adaccount_id: adAccount }],
    ] as const) {
      const refused = () => call(world, userToken, operation, { business, ...params })
      expect(refusedBy(world, refused)).toMatchObject({
        code: 100,
        message: expect.stringMatching(/without a business/),
      })
    }
  })

  test.each([
    ['claimPage', { page_id: adAccount }, /page_id must be the id of a page that the caller manages/],
    ['claimPage', { page_id: 'x' }, /page_id must be the id of a node/],
    ['claimPage', { page_id: ['1'] }, /page_id must be the id of a node/],
    ['claimPage', {}, /page_id is required/],
    [
      'claimAdAccount',
      { adaccount_id: page },
      /adaccount_id must be the id of an ad account that the caller/,
    ],
    ['claimAdAccount', { adaccount_id: { id: adAccount } }, /adaccount_id must be the id of a node/],
    ['claimAdAccount', {}, /adaccount_id is required/],
  ])('nothing by %s with %j', (operation, params, message) => {
    const world = fresh()
    const refused = () => call(world, userToken, operation, { business, ...params })
    expect(refusedBy(world, refused)).toMatchObject({ code: 100, message: expect.stringMatching(message) })
  })

  test('nothing that its administrator may not give', () => {
    const world = fresh()
    const scopes = ['business_management'] as const
    const { id: person } = act(world, 'createUser', { name: 'P' }).unwrap()
    const { token } = act(world, 'issueToken', { kind: 'user', app, user: person, scopes }).unwrap()
    const codes = () =>
      [
        ['claimPage', { page_id: page }],
        ['claimAdAccount', { adaccount_id: adAccount }],
      ].map(([operation, params]) => {
        const outcome = call(world.fork(), String(token), String(operation), { business, ...Object(params) })
        return outcome.ok ? 0 : outcome.error.code
      })
    act(world, 'assignBusinessRole', { business, user: person, role: 'EMPLOYEE' }).unwrap()
    expect(codes()).toEqual([200, 200])
    act(world, 'assignBusinessRole', { business, user: person, role: 'ADMIN' }).unwrap()
    act(world, 'assignTasks', { page, user: person, tasks: ['CREATE_CONTENT', 'MODERATE'] }).unwrap()
    act(world, 'assignAdAccountRole', { adAccount, user: person, role: 'ADVERTISER' }).unwrap()
    expect(codes()).toEqual([100, 100])
    act(world, 'assignTasks', { page, user: person, tasks: ['MANAGE'] }).unwrap()
    act(world, 'assignAdAccountRole', { adAccount, user: person, role: 'ADMIN' }).unwrap()
    expect(codes()).toEqual([0, 0])
  })
})

test('a person lists the pages and the ad accounts that are assigned to them', () => {
  const world = fresh()
  act(world, 'assignTasks', { page, user, tasks: ['MODERATE'] }).unwrap()
  const { world: minimal } = forked({ ...start, world }, { policy: { defaultFields: 'minimal' } })
  expect(does(minimal, 'listAssignedPages', { user })['data']).toEqual([
    { id: page, name: 'Starter Page', tasks: ['MODERATE'] },
  ])
  expect(does(world, 'listAssignedAdAccounts', { user, fields: 'account_id' })['data']).toEqual([
    { id: `act_${adAccount}`, account_id: adAccount },
  ])
  for (const operation of ['listAssignedPages', 'listAssignedAdAccounts'])
    expect(call(world, tokenOf({ ...start, world }), operation, { user })).toMatchObject({
      error: { code: 200 },
    })
})
