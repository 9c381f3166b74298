import { describe, expect, test } from 'vitest'
import { act, begin, call, forked, idsOf, jsonOf, refusedBy, type Scene } from '../../service/scene.ts'

/*
 * The members and parameters are those of https://www.rubydoc.info/gems/facebook_ads, of the tests of
 * https://github.com/facebook/facebook-php-business-sdk and of the examples of
 * https://github.com/facebook/facebook-nodejs-business-sdk.
 */

const start = begin({ policy: { beyond: 'serve' } })
const { user, userToken, catalog: ofAccount, feedUpload } = start
const business = String(
  act(start.world, 'createBusiness', { name: 'Shop', administrators: [user] }).unwrap()['id'],
)
const fresh = () => forked(start)
const as = ({ world }: Scene, operation: string, params: object, token = userToken) =>
  call(world, token, operation, params)
const does = (...args: Parameters<typeof as>) => as(...args).unwrap()
const refused = (scene: Scene, operation: string, params: object, token = userToken) =>
  refusedBy(scene.world, () => as(scene, operation, params, token))
const created = (scene: Scene, name = 'Cups') =>
  String(does(scene, 'createOwnedCatalog', { business, name })['id'])

describe('a catalog of a business', () => {
  test('is created, listed, read, renamed and deleted', () => {
    const scene = fresh()
    const one = created(scene)
    const two = created(scene, 'Plates')
    const list = () => idsOf(does(scene, 'listOwnedCatalogs', { business }))
    expect(list()).toEqual([two, one])
    expect(does(scene, 'readCatalog', { catalog: one })).toMatchObject({ id: one, name: 'Cups' })
    const fields = 'name,vertical,feed_count,business'
    const record = { id: one, name: 'Mugs', vertical: 'commerce', feed_count: 0 }
    expect(does(scene, 'updateCatalog', { catalog: one, name: 'Mugs' })).toEqual({ success: true })
    expect(does(scene, 'updateCatalog', { catalog: one })).toEqual({ success: true })
    expect(does(scene, 'readCatalog', { catalog: one, fields })).toEqual({
      ...record,
      business: { id: business, name: 'Shop' },
    })
    expect(does(scene, 'deleteCatalog', { catalog: one })).toEqual({ success: true })
    expect(list()).toEqual([two])
    for (const operation of [
      'readCatalog',
      'updateCatalog',
      'deleteCatalog',
      'listProductSets',
      'listEventStats',
    ])
      expect(refused(scene, operation, { catalog: one })).toMatchObject({ code: 100, subcode: 33 })
  })

  test('is answered over HTTP as the SDKs ask', () => {
    const { world } = fresh()
    const ask = (method: string, path: string, params: object = {}) =>
      jsonOf(world.request({ method, path, params: { access_token: userToken, ...params } }))
    const { id } = ask('POST', `/${business}/owned_product_catalogs`, { name: 'Cups' })
    ask('POST', `/${id}/product_sets`, { name: 'Set', filter: '{"brand":{"i_contains":"sample brand"}}' })
    expect(
      ask('GET', `/${business}/owned_product_catalogs`, { fields: 'product_sets{filter}' }),
    ).toMatchObject({
      data: [{ id, product_sets: { data: [{ filter: '{"brand":{"i_contains":"sample brand"}}' }] } }],
    })
    expect(ask('DELETE', `/${id}`)).toEqual({ success: true })
    expect(ask('GET', `/${id}`)['error']).toMatchObject({ code: 100, error_subcode: 33 })
  })

  test('is for the people of the business, and its administrators make it', () => {
    const scene = fresh()
    const catalog = created(scene)
    const { id: other } = act(scene.world, 'createUser', { name: 'Bea' }).unwrap()
    const scopes = ['business_management', 'ads_management']
    const issue = { kind: 'user', app: start.app, user: other, scopes }
    const token = String(act(scene.world, 'issueToken', issue).unwrap()['token'])
    expect(refused(scene, 'readCatalog', { catalog }, token).code).toBe(200)
    act(scene.world, 'assignBusinessRole', { business, user: other, role: 'EMPLOYEE' }).unwrap()
    expect(as(scene, 'readCatalog', { catalog }, token).ok).toBe(true)
    expect(refused(scene, 'createOwnedCatalog', { business, name: 'A' }, token).code).toBe(200)
  })

  test('is changed with ads_management alone, and read with ads_read too', () => {
    const scene = fresh()
    const issue = { kind: 'user', app: start.app, user, scopes: ['ads_read'] }
    const token = String(act(scene.world, 'issueToken', issue).unwrap()['token'])
    expect(as(scene, 'readCatalog', { catalog: ofAccount }, token).ok).toBe(true)
    for (const operation of ['updateCatalog', 'deleteCatalog', 'createProductSet', 'addProductFeed'])
      expect(refused(scene, operation, { catalog: ofAccount, name: 'A' }, token).message).toMatch(
        /Requires the extended permission ads_management/,
      )
  })

  test.each([
    ['createOwnedCatalog', { business, name: '' }],
    ['createOwnedCatalog', { business }],
    ['updateCatalog', { catalog: ofAccount, name: '' }],
    ['createProductSet', { catalog: ofAccount, name: '' }],
    ['createProductSet', { catalog: ofAccount, name: 'A', filter: 'shirt' }],
    [
      'addProductFeed',
      { catalog: ofAccount, name: 'A', schedule: { interval: 'YEARLY', url: 'https://a.test/' } },
    ],
    ['addProductFeed', { catalog: ofAccount, name: 'A', schedule: { interval: 'DAILY' } }],
    [
      'addProductFeed',
      { catalog: ofAccount, name: 'A', schedule: { interval: 'DAILY', url: 'https://a.test/', hour: 24 } },
    ],
  ])('%s refuses %j', (operation, params) => {
    expect(refused(fresh(), operation, params).code).toBe(100)
  })
})

describe('a catalog', () => {
  test('has product sets, newest first', () => {
    const scene = fresh()
    const catalog = created(scene)
    const filter = { product_type: { i_contains: 'shirt' } }
    const { id: shirts } = does(scene, 'createProductSet', { catalog, name: 'Shirts', filter })
    const { id: all } = does(scene, 'createProductSet', { catalog, name: 'All' })
    expect(does(scene, 'listProductSets', { catalog, fields: 'name,filter' })['data']).toEqual([
      { id: all, name: 'All' },
      { id: shirts, name: 'Shirts', filter: '{"product_type":{"i_contains":"shirt"}}' },
    ])
  })

  test('has product feeds, whose rows the action ingestProductFeed uploads', () => {
    const scene = fresh()
    const catalog = created(scene)
    const url = 'http://www.example.com/sample_feed.tsv'
    const schedule = { interval: 'DAILY', url, hour: '22' }
    const { id: feed } = does(scene, 'addProductFeed', { catalog, name: 'Test Feed', schedule })
    const { id: file } = does(scene, 'addProductFeed', { catalog, name: 'File', file_name: 'feed.tsv' })
    const created_time = new Date(scene.world.clock.now).toISOString().replace('.000Z', '+0000')
    const fields = 'name,file_name,schedule,created_time'
    expect(does(scene, 'listProductFeeds', { catalog, fields })['data']).toEqual([
      { id: file, name: 'File', file_name: 'feed.tsv', created_time },
      { id: feed, name: 'Test Feed', schedule: { interval: 'DAILY', url, hour: 22 }, created_time },
    ])
    expect(does(scene, 'readCatalog', { catalog, fields: 'feed_count' })['feed_count']).toBe(2)
    const rows = [{ id: 'cup' }]
    expect(act(scene.world, 'ingestProductFeed', { feed, rows }).unwrap()['items']).toHaveLength(1)
  })

  test('has the event sources that reported its events, and takes its uploads with it', () => {
    const scene = fresh()
    const { data } = does(scene, 'listExternalEventSources', { catalog: ofAccount }) as { data: object[] }
    expect(data).toEqual(
      expect.arrayContaining([
        { id: expect.any(String), name: expect.any(String), source_type: 'PIXEL' },
        { id: expect.any(String), name: expect.any(String), source_type: 'APP' },
      ]),
    )
    expect(data).toHaveLength(2)
    expect(does(scene, 'listExternalEventSources', { catalog: created(scene) })).toEqual({ data: [] })
    expect(as(scene, 'listFeedUploadErrors', { feedUpload }).ok).toBe(true)
    does(scene, 'deleteCatalog', { catalog: ofAccount })
    expect(as(scene, 'listFeedUploadErrors', { feedUpload }).ok).toBe(false)
  })

  test('is not answered in a world of the contract', () => {
    const { world, catalog } = begin()
    const get = (path: string) =>
      jsonOf(world.request({ method: 'GET', path, params: { access_token: userToken } }))['error']
    expect(get(`/${catalog}`)).toMatchObject({ code: 100 })
    expect(get(`/${catalog}/product_sets`)).toMatchObject({ code: 100 })
  })
})
