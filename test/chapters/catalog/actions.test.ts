import { describe, expect, test } from 'vitest'
import * as catalogActions from '../../../src/chapters/catalog/actions.ts'
import { restoreWorld } from '../../../src/world/create-world.ts'
import { act, begin, call, refusedBy, rowOf } from '../../service/scene.ts'
import { describeActions, stage } from '../action-table.ts'

const { user, page, adAccount, campaign, catalog, feedUpload, world: start } = stage
const other = start.actions.createUser({ name: 'Other' }).unwrap().id
const feed = start.actions.createProductFeed({ catalog, name: 'Feed' }).unwrap().id
const eventSource = start.actions
  .createEventSource({ name: 'Pixel', type: 'pixel', users: [user] })
  .unwrap().id
const event = { source: eventSource, event: 'Purchase', contents: ['cup', 'mug', 'mug'] }
const longAgo = '2025-12-17'

describeActions(catalogActions, {
  createCatalog: {
    params: { name: 'Shop', adAccount: `act_${adAccount}`, users: [user, user, other] },
    names: { adAccount: page, users: [page] },
    does: ({ world }, { id }) =>
      expect(rowOf(world, String(id))).toMatchObject({
        name: 'Shop',
        adAccount: Number(adAccount),
        users: [Number(user), Number(other)],
      }),
    refuses: [
      [{ name: undefined }, /The parameter name is required/],
      [{ adAccount: undefined }, /The parameter adAccount is required/],
    ],
  },
  assignCatalogAccess: {
    params: { catalog, user: other },
    before: ({ world }) => void world.actions.assignCatalogAccess({ catalog, user: other }).unwrap(),
    names: { catalog: page, user: page },
    does({ world }) {
      expect(rowOf(world, catalog)['users']).toEqual([Number(user), Number(other)])
      world.actions.assignCatalogAccess({ catalog, user, access: false }).unwrap()
      expect(rowOf(world, catalog)['users']).toEqual([Number(other)])
    },
    refuses: [[{ access: 'perhaps' }, /Param access must be true or false/]],
  },
  createEventSource: {
    params: { name: 'Our app', type: 'app', users: [user, user] },
    names: { users: [page] },
    does: ({ world }, { id }) =>
      expect(rowOf(world, String(id))).toMatchObject({ name: 'Our app', type: 'app', users: [Number(user)] }),
    refuses: [[{ type: 'offline' }, /Param type must be one of pixel, app/]],
  },
  assignEventSourceAccess: {
    params: { eventSource, user: other },
    names: { eventSource: catalog, user: page },
    does({ world }) {
      expect(rowOf(world, eventSource)['users']).toEqual([Number(user), Number(other)])
      world.actions.assignEventSourceAccess({ eventSource, user, access: false }).unwrap()
      expect(rowOf(world, eventSource)['users']).toEqual([Number(other)])
    },
    refuses: [[{ user: undefined }, /The parameter user is required/]],
  },
  createProductFeed: {
    params: { catalog, name: 'Goods' },
    names: { catalog: campaign },
    does: ({ world }, { id }) =>
      expect(rowOf(world, String(id))).toMatchObject({ name: 'Goods', catalog: Number(catalog) }),
    refuses: [[{ name: undefined }, /The parameter name is required/]],
  },
  ingestProductFeed: {
    params: {
      feed,
      rows: [{ id: 'pan', title: 'Pan' }, { title: 'No id' }],
      errors: [{ severity: 'fatal', summary: 'No id', row: '2', column: '1' }],
    },
    names: { feed: feedUpload },
    does({ world }, { id, items }) {
      expect(items).toEqual(['pan'])
      expect(rowOf(world, String(id))).toMatchObject({
        feed: Number(feed),
        catalog: Number(catalog),
        rows: 2,
      })
      expect(world.events.last()).toMatchObject({
        type: 'productFeed.ingested',
        data: { feed, upload: id, items: 1 },
      })
    },
    refuses: [
      [{ rows: undefined }, /The parameter rows is required/],
      [{ rows: ['x'] }, /Param rows.0 must be a JSON object, got "x"/],
      [{ errors: [] }, /Param rows.1 must have the column id, unless errors has a fatal error for row 2$/],
      [{ rows: [{ id: '' }], errors: [] }, /Param rows.0 must have the column id/],
      [{ rows: [{ id: { a: 1 } }], errors: [] }, /Param rows.0 must have the column id/],
      [
        { rows: [], errors: [{ severity: 'warning', summary: '', row: 1 }] },
        /Param errors.0.row must be one of the 0/,
      ],
      [
        { errors: [{ severity: 'fatal', summary: '', row: 3 }] },
        /Param errors.0.row must be one of the 2 rows/,
      ],
      [
        { errors: [{ severity: 'fatal', summary: '', row: 0 }] },
        /Param errors.0.row must be an integer of 1 or more/,
      ],
      [
        { errors: [{ severity: 'fatal', summary: '', row: '9223372036854775807' }] },
        /Param errors.0.row must be an integer of 1 or more, got "9223372036854775807"/,
      ],
      [
        { errors: [{ severity: 'fatal', summary: '', column: '9223372036854775808' }] },
        /Param errors.0.column must be an integer/,
      ],
      [{ errors: [{ severity: 'fatal' }] }, /The parameter errors.0.summary is required/],
    ],
  },
  recordCatalogEvents: {
    params: { catalog, events: [event, { ...event, event: 'AddToCart', contents: [], device: 'desktop' }] },
    names: { catalog: feed },
    does: (_, value) => expect(value).toEqual({ matched: 1, unmatched: 2 }),
    refuses: [
      [{ events: undefined }, /The parameter events is required/],
      [
        { events: [{ ...event, source: catalog }] },
        /Param events.source must be the id of an existing event source/,
      ],
      [
        { events: [{ ...event, event: 'Search' }] },
        /Param events.0.event must be one of ViewContent, AddToCart, Pur/,
      ],
      [
        { events: [event, { ...event, device: 'tv' }] },
        /Param events.1.device must be one of desktop, mobile_/,
      ],
      [
        { events: [{ ...event, contents: [''] }] },
        /Param events.0.contents.0 must be text that is not empty/,
      ],
      [{ events: [{ ...event, contents: [null] }] }, /Param events.0.contents.0 must be text/],
      [{ events: [{ ...event, time: longAgo }] }, /Param events.0.time must lie in the last 28 days/],
      [
        { events: [{ ...event, time: '9223372036854775807' }] },
        /Param events.0.time must be an ISO 8601 time/,
      ],
    ],
  },
})

describe('a large call', () => {
  const scene = begin()
  const { world } = scene
  const large = world.actions.createProductFeed({ catalog: scene.catalog, name: 'Large' }).unwrap().id
  const rows = Array.from({ length: 100_001 }, (_, at) => ({ id: `sku-${at}` }))
  const pixel = world.actions.createEventSource({ name: 'p', type: 'pixel', users: [scene.user] }).unwrap().id
  const events = rows.map(({ id }) => ({
    source: pixel,
    event: 'Purchase',
    contents: [id],
    time: '2026-01-14',
  }))

  test.each<[string, string, object, string]>([
    ['rows', 'ingestProductFeed', { feed: large, rows }, 'rows'],
    [
      'errors',
      'ingestProductFeed',
      { feed: large, rows: [], errors: rows.map(() => ({ severity: 'warning', summary: '' })) },
      'errors',
    ],
    ['events', 'recordCatalogEvents', { catalog: scene.catalog, events }, 'events'],
  ])('with more than 100,000 %s is refused with a message', (_, action, params, name) => {
    const { code, message } = refusedBy(world, () => act(world, action, params))
    expect([code, message]).toEqual([100, `(#100) Param ${name} must have at most 100000 items, got 100001`])
  })

  test('of 100,000 rows or events is accepted', () => {
    const ingested = world.actions.ingestProductFeed({ feed: large, rows: rows.slice(1) }).unwrap()
    expect(ingested.items.length).toBe(100_000)
    const recorded = act(world, 'recordCatalogEvents', {
      catalog: scene.catalog,
      events: events.slice(0, 100_000),
    })
    expect(recorded.unwrap()).toEqual({ matched: 99_999, unmatched: 1 })
    const { data } = call(world, scene.userToken, 'listEventStats', { catalog: scene.catalog }).unwrap()
    expect(data).toContainEqual({
      date_start: '2026-01-14',
      date_stop: '2026-01-14',
      event: 'Purchase',
      event_source: { id: pixel, source_type: 'pixel' },
      total_matched_content_ids: 99_999,
      total_unmatched_content_ids: 1,
      unique_matched_content_ids: 99_999,
      unique_unmatched_content_ids: 1,
    })
  })
})

test('snapshots and forks have the statistics, and a fork does not change its origin', () => {
  const scene = begin()
  const fork = scene.world.fork()
  const read = (world: typeof fork) =>
    call(world, scene.userToken, 'listEventStats', { catalog: scene.catalog }).unwrap()
  const before = read(scene.world)
  const pixel = fork.actions.createEventSource({ name: 'p', type: 'pixel', users: [scene.user] }).unwrap().id
  const again = [{ source: pixel, event: 'Purchase', contents: ['cup', 'x'], time: '2026-01-14' }] as const
  fork.actions.recordCatalogEvents({ catalog: scene.catalog, events: again }).unwrap()
  const restored = restoreWorld(JSON.parse(JSON.stringify(fork.snapshot())))
  expect(read(restored)).toEqual(read(fork))
  for (const world of [fork, restored])
    world.actions.recordCatalogEvents({ catalog: scene.catalog, events: again }).unwrap()
  expect(read(restored)).toEqual(read(fork))
  expect(read(fork)).not.toEqual(before)
  expect(read(scene.world)).toEqual(before)
})

test('recordCatalogEvents without events changes nothing', () => {
  const { world, catalog: shop } = begin()
  const { graph } = world.state
  expect(act(world, 'recordCatalogEvents', { catalog: shop, events: [] }).unwrap()).toEqual({
    matched: 0,
    unmatched: 0,
  })
  expect(world.state.graph).toBe(graph)
})
