import { describe, expect, test } from 'vitest'
import { registry } from '../../../src/chapters/registry.ts'
import type { World } from '../../../src/world/world.ts'
import { act, begin, call, forked, get, idsOf, refusedBy, tokenOf } from '../../service/scene.ts'

const start = begin()
const { page, form, ad, adSet, campaign, pageToken, userToken, lead } = start
const answers = { full_name: 'Ada Example', email: 'ada@example.test' }

const fresh = (): World => forked(start).world
const submit = (world: World, params: object = {}) => act(world, 'submitLead', { form, answers, ...params })
const idOf = (world: World, params: object = {}) => String(submit(world, params).unwrap()['id'])
const read = (world: World, id: string, fields?: string, token = userToken) =>
  call(world, token, 'readLead', { lead: id, ...(fields !== undefined && { fields }) }).unwrap()

describe('a lead', () => {
  test('has its answers in the order of the form, and the ids of its ad and form [LEA-001, LEA-006..012, LEA-020..021]', () => {
    const world = fresh()
    const id = idOf(world, { ad, answers: { email: ['a@b.test', 'c@d.test'], full_name: 'Ada' } })
    expect(read(world, id)).toEqual({
      id,
      created_time: '2026-01-15T09:00:00+0000',
      ad_id: ad,
      form_id: form,
      field_data: [
        { name: 'full_name', values: ['Ada'] },
        { name: 'email', values: ['a@b.test', 'c@d.test'] },
      ],
    })
    expect(get(world, `/v26.0/${id}?fields=form_id&access_token=${pageToken}`)).toEqual({ id, form_id: form })
  })

  test.each<[object, string]>([
    [{ newsletter: true }, 'checked'],
    [{ newsletter: false }, 'not checked'],
    [{}, 'not checked'],
  ])('with the disclaimers %j: %s, and only on request [LEA-013..017, LEA-022]', (disclaimers, expected) => {
    const world = fresh()
    const id = idOf(world, { disclaimers })
    const { custom_disclaimer_responses: responses } = read(world, id, 'custom_disclaimer_responses') as {
      custom_disclaimer_responses: { checkbox_key: string; is_checked: string }[]
    }
    expect(responses).toEqual([{ checkbox_key: 'newsletter', is_checked: expect.any(String) }])
    expect(responses[0]?.is_checked === '' ? 'not checked' : 'checked').toBe(expected)
    expect(read(world, id)).not.toHaveProperty('custom_disclaimer_responses')
    expect(JSON.stringify(read(world, id, 'field_data'))).not.toContain('newsletter')
  })

  test('has customized field ids, and the store number of a store locator [LEA-018..019]', () => {
    const world = fresh()
    const questions = [{ key: 'my-own id' }, { key: 'store', type: 'storeLocator' as const }]
    const own = world.actions.createLeadForm({ page, questions }).unwrap().id
    const id = idOf(world, { form: own, answers: { 'my-own id': 'x', store: '1204' } })
    expect(read(world, id)['field_data']).toEqual([
      { name: 'my-own id', values: ['x'] },
      { name: 'store', values: ['1204'] },
    ])
  })

  test.each(['inbox_url', 'partner_name', 'post', 'retailer_item_id', 'Ad_id'])(
    'has no field %s [LEA-020]',
    (field) => {
      const world = fresh()
      const refused = () => call(world, userToken, 'readLead', { lead, fields: field })
      expect(refusedBy(world, refused).message).toBe(
        `(#100) Tried accessing nonexisting field (${field}) on node type (Lead)`,
      )
    },
  )

  test('shows the names and ids of its ad, ad set and campaign on request [LEA-020]', () => {
    const world = fresh()
    const fields = 'ad_name,adset_id,adset_name,campaign_id,campaign_name,is_organic,platform'
    const id = idOf(world, { ad, platform: 'ig' })
    expect(read(world, id, fields)).toEqual({
      id,
      ad_name: 'Starter Ad',
      adset_id: adSet,
      adset_name: 'Starter Ad Set',
      campaign_id: campaign,
      campaign_name: 'Starter Campaign',
      is_organic: false,
      platform: 'ig',
    })
  })

  test.each<[string, object, boolean]>([
    ['organic reach', {}, true],
    ['a preview', { preview: true }, false],
    ['a preview of an ad', { preview: true, ad }, false],
  ])('from %s has no ad ids', (_, how, is_organic) => {
    const world = fresh()
    const id = idOf(world, how)
    expect(read(world, id, 'ad_id,ad_name,adset_id,campaign_id,is_organic')).toEqual({ id, is_organic })
  })

  test('is kept for ever, with its creation time in seconds [LEA-007]', () => {
    const world = fresh()
    world.clock.advance('1.999s')
    const id = idOf(world)
    world.clock.advance('4000d')
    expect(read(world, lead)['id']).toBe(lead)
    for (const fields of [undefined, 'created_time'])
      expect(read(world, id, fields)).toMatchObject({ created_time: '2026-01-15T09:00:01+0000' })
    const { data } = call(world, userToken, 'listFormLeads', { form, limit: 1 }).unwrap() as {
      data: object[]
    }
    expect(data[0]).toMatchObject({ id, created_time: '2026-01-15T09:00:01+0000' })
  })
})

describe('without advertiser privileges [ERR-024]', () => {
  const everything = 'ad_id,ad_name,adset_id,adset_name,campaign_id,campaign_name,form_id'

  test.each([
    ['the task and a role', ['MANAGE', 'ADVERTISE'], 'ANALYST', [], true],
    ['the permission and a role', ['MANAGE'], 'ANALYST', ['ads_management'], true],
    ['only a role', ['MANAGE'], 'ADMIN', [], false],
    ['only the task', ['MANAGE', 'ADVERTISE'], undefined, [], false],
    ['only the permission', ['MANAGE'], undefined, ['ads_management'], false],
    ['the task and the permission', ['MANAGE', 'ADVERTISE'], undefined, ['ads_management'], false],
  ] as const)('with %s', (_, tasks, role, more, shown) => {
    const scene = forked(start)
    const scopes = ['leads_retrieval', ...more] as const
    const token = tokenOf(scene, { tasks, scopes, ...(role && { role }) })
    const value = read(scene.world, lead, everything, token)
    expect(Object.keys(value).sort()).toEqual(
      shown ? ['id', ...everything.split(',')].sort() : ['form_id', 'id'],
    )
    const list = call(scene.world, token, 'listAdLeads', { ad, fields: 'ad_id' }).unwrap()
    expect(list['data']).toEqual([{ id: lead, ...(shown && { ad_id: ad }) }])
  })
})

describe('the answers of a store locator [LEA-019]', () => {
  const { world, own, open } = (() => {
    const world = fresh()
    const locator = (stores?: string[]) => [
      { key: 'store', type: 'storeLocator' as const, ...(stores && { stores }) },
    ]
    const made = (stores?: string[]) =>
      world.actions.createLeadForm({ page, questions: locator(stores) }).unwrap().id
    return { world, own: made(['7', '1204']), open: made() }
  })()

  test.each([
    ['one of its stores', own, '1204'],
    ['one of its stores, as a list', own, ['7']],
    ['any number if the form lists no stores', open, '99'],
  ])('are the number of a store: %s', (_, of, store) => {
    const id = idOf(world.fork(), { form: of, answers: { store } })
    expect(id).toMatch(/^\d+$/)
  })

  test.each<[string, string, unknown, RegExp]>([
    ['a store that the form does not list', own, '12', /must be one of the stores 7, 1204$/],
    ['a name', open, 'Main Street', /must be a store number$/],
    ['nothing', open, '', /must be a store number$/],
    ['two stores', own, ['7', '1204'], /must be a store number$/],
    ['no store', own, [], /must be a store number$/],
    ['a negative number', open, '-7', /must be a store number$/],
  ])('are nothing else: %s', (_, of, store, message) => {
    const refused = () => submit(world, { form: of, answers: { store } })
    expect(refusedBy(world, refused).message).toMatch(message)
  })

  test('can be listed only for a store locator', () => {
    const questions = [{ key: 'a', stores: ['7'] }]
    const refused = () => world.actions.createLeadForm({ page, questions })
    expect(refusedBy(world, refused).message).toMatch(
      /must have stores only for the type storeLocator, got stores for a of type text$/,
    )
  })
})

describe('a disclaimer that is required', () => {
  const { world, own } = (() => {
    const world = fresh()
    const disclaimers = [{ key: 'terms', required: true }, { key: 'news' }]
    return { world, own: world.actions.createLeadForm({ page, questions: [], disclaimers }).unwrap().id }
  })()

  test.each([{}, { terms: false }, { news: true }])('has to be checked: %j is refused', (disclaimers) => {
    const refused = () => submit(world, { form: own, answers: {}, disclaimers })
    expect(refusedBy(world, refused).message).toMatch(/^\(#100\) Param disclaimers.terms must be true/)
  })

  test('is not in custom_disclaimer_responses, which has only the optional ones [LEA-013]', () => {
    const id = idOf(world, { form: own, answers: {}, disclaimers: { terms: true, news: true } })
    const { custom_disclaimer_responses: responses } = read(world, id, 'custom_disclaimer_responses')
    expect(responses).toEqual([{ checkbox_key: 'news', is_checked: expect.stringMatching(/./) }])
  })
})

test('the lead endpoints list no codes, but return 100, 190 and 200 [LEA-047]', () => {
  for (const name of ['readLead', 'listAdLeads', 'listFormLeads', 'exportLeads']) {
    const entry = registry.routes.byName.get(name)
    expect([name, entry?.endpoint.errors]).toEqual([name, []])
    expect([...(entry?.codes ?? [])]).toEqual(expect.arrayContaining([100, 190, 200]))
  }
})

describe('the lists', () => {
  function withLeads() {
    const world = fresh()
    world.clock.advance('1m')
    const organic = idOf(world)
    world.clock.advance('1m')
    const paid = idOf(world, { ad })
    return { world, organic, paid }
  }

  test('of a form have every lead, newest first; those of an ad have its own [LEA-002..003, LEA-023, LEA-025..028]', () => {
    const { world, organic, paid } = withLeads()
    const ofForm = call(world, userToken, 'listFormLeads', { form }).unwrap()
    const ids = idsOf(ofForm)
    expect(ids.slice(0, 2)).toEqual([paid, organic])
    expect(ids).toHaveLength(5)
    expect(ids.at(-1)).toBe(lead)
    expect(ofForm['paging']).toHaveProperty('cursors')
    expect(idsOf(call(world, userToken, 'listAdLeads', { ad }).unwrap())).toEqual([paid, lead])
  })

  test('select fields [LEA-026]', () => {
    const { world, organic } = withLeads()
    const fields = 'created_time,id,ad_id,form_id,field_data'
    const [, second] = call(world, userToken, 'listFormLeads', { form, fields }).unwrap()['data'] as object[]
    expect(second).toEqual({
      id: organic,
      created_time: '2026-01-15T09:01:00+0000',
      form_id: form,
      field_data: [
        { name: 'full_name', values: ['Ada Example'] },
        { name: 'email', values: ['ada@example.test'] },
      ],
    })
  })

  test('have 25 leads a page by default', () => {
    const { world } = withLeads()
    for (let count = 0; count < 25; count += 1) idOf(world)
    const first = call(world, userToken, 'listFormLeads', { form }).unwrap() as { paging: { next?: string } }
    expect(idsOf(first)).toHaveLength(25)
    expect(idsOf(get(world, first.paging.next ?? ''))).toHaveLength(5)
  })

  test('of an ad without leads are empty', () => {
    const world = fresh()
    const other = world.actions.createAdWithCreative({ adSet, creative: start.creative }).unwrap().id
    expect(call(world, userToken, 'listAdLeads', { ad: other }).unwrap()).toEqual({ data: [], paging: {} })
  })

  test('of another page are not readable with this page token', () => {
    const scene = forked(start)
    const { actions } = scene.world
    const other = actions.createPage({ name: 'Other' }).unwrap().id
    const foreign = actions.createLeadForm({ page: other, questions: [] }).unwrap().id
    const refused = () => call(scene.world, userToken, 'listFormLeads', { form: foreign })
    expect(refusedBy(scene.world, refused).code).toBe(200)
  })
})

describe('submitting', () => {
  test.each<[object, string]>([
    [{ answers: { full_name: 'A' } }, 'Param answers.email is required by the form'],
    [
      { answers: { ...answers, age: '5' } },
      'Param answers.age is not a question of the form, which asks for full_name, email',
    ],
    [
      { answers: { fullname: 'A' } },
      'Param answers.fullname is not a question of the form: did you mean full_name?',
    ],
    [{ answers: { ...answers, email: 5 } }, 'Param answers.email must be text or a list of texts'],
    [{ answers: { ...answers, email: ['a', 5] } }, 'Param answers.email must be text or a list of texts'],
    [
      { answers: { ...answers, constructor: 'x' } },
      'Param answers.constructor is not a question of the form, which asks for full_name, email',
    ],
    [{ disclaimers: { spam: true } }, 'Param disclaimers.spam is not a disclaimer of the form'],
    [{ disclaimers: { newsletter: 'yes' } }, 'Param disclaimers.newsletter must be true or false'],
  ])('refuses %j', (params, message) => {
    const world = fresh()
    expect(refusedBy(world, () => submit(world, params)).message).toBe(`(#100) ${message}`)
    expect(world.events.of('leadgen')).toEqual([])
  })
})

describe('the notice of a lead', () => {
  test('is emitted only when a person submits the form [HOK-001, HOK-020]', () => {
    const world = fresh()
    const before = world.events.of('leadgen').length
    const outcome = submit(world, { ad })
    expect(outcome.events.map(({ type }) => type)).toEqual(['leadgen'])
    call(world, userToken, 'readLead', { lead })
    call(world, pageToken, 'publishPost', { page, message: 'x' })
    world.clock.advance('10d')
    expect(world.events.of('leadgen')).toHaveLength(before + 1)
  })

  test('has exactly the payload of the contract, with ids as JSON numbers [HOK-006..019]', () => {
    const world = fresh()
    world.clock.advance(700)
    const id = idOf(world, { ad })
    const time = Date.UTC(2026, 0, 15, 9) / 1000
    const data = world.events.last('leadgen')?.data
    expect(data).toEqual({
      object: 'page',
      entry: [
        {
          id: Number(page),
          time,
          changes: [
            {
              field: 'leadgen',
              value: {
                leadgen_id: Number(id),
                page_id: Number(page),
                form_id: Number(form),
                adgroup_id: Number(ad),
                ad_id: Number(ad),
                created_time: time,
              },
            },
          ],
        },
      ],
    })
    expect(JSON.parse(JSON.stringify(data))).toEqual(data)
    expect(read(world, id)['id']).toBe(id)
  })

  test.each<[string, object]>([
    ['organic', {}],
    ['a preview', { preview: true, ad }],
  ])('of one that is %s has no ad ids', (_, how) => {
    const world = fresh()
    idOf(world, how)
    const notice = JSON.stringify(world.events.last('leadgen')?.data)
    expect(notice).toContain('"leadgen_id"')
    expect(notice).not.toMatch(/"ad(group)?_id"/)
  })
})
