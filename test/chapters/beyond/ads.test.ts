import { describe, expect, test } from 'vitest'
import { platformPolicy } from '../../../src/index.ts'
import {
  act,
  begin,
  call,
  forked,
  idsOf,
  jsonOf,
  refusedBy,
  type Scene,
  tokenOf,
} from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { user, adAccount, campaign, adSet, ad, creative, userToken, pageToken, appToken } = start
const fresh = () => forked(start)
const list = ({ world }: Scene, operation: string, params: object = {}) =>
  idsOf(call(world, userToken, operation, { adAccount, ...params }).unwrap())
const refused = ({ world }: Scene, operation: string, params: object, token = userToken) =>
  refusedBy(world, () => call(world, token, operation, params))

describe('ad accounts', () => {
  test('of a person are those on which they have a role', () => {
    const scene = fresh()
    act(scene.world, 'createAdAccount', { name: 'Foreign' }).unwrap()
    const answer = scene.world.request({
      method: 'GET',
      path: '/me/adaccounts',
      params: { access_token: userToken, fields: 'account_id,name,currency,account_status' },
    })
    expect(jsonOf(answer)['data']).toEqual([
      {
        id: `act_${adAccount}`,
        account_id: adAccount,
        name: 'Starter Account',
        currency: 'USD',
        account_status: 1,
      },
    ])
  })

  test('have the fields that clients read', () => {
    const scene = fresh()
    const { world } = scene
    const made = { name: 'A', currency: 'EUR', administrators: [user], spendCap: 5_000, business: 'Bakery' }
    const { id } = act(world, 'createAdAccount', made).unwrap()
    const fields = 'timezone_name,account_status,amount_spent,spend_cap,balance,business'
    expect(call(world, userToken, 'readAdAccount', { adAccount: id, fields }).unwrap()).toEqual({
      id: `act_${id}`,
      timezone_name: 'Etc/UTC',
      account_status: 1,
      amount_spent: '0',
      spend_cap: '5000',
      balance: '0',
      business: { id: expect.stringMatching(/^\d+$/), name: 'Bakery' },
    })
    act(world, 'recordSpend', { campaign, amount: 7 }).unwrap()
    act(world, 'blockActor', { actor: adAccount }).unwrap()
    const read = call(world, userToken, 'readAdAccount', { adAccount, fields }).unwrap()
    expect(read).toMatchObject({ account_status: 2, amount_spent: '7', balance: '7', spend_cap: '0' })
    expect(read).not.toHaveProperty('business')
  })

  test('have no such fields by default', () => {
    const scene = begin()
    expect(refused(scene, 'readAdAccount', { adAccount, fields: 'balance' }).code).toBe(100)
  })

  test('of a person need their user token, and a permission to read ads', () => {
    const scene = fresh()
    for (const token of [pageToken, tokenOf(scene), start.noAdsReadToken])
      expect(refused(scene, 'listAdAccounts', { user }, token).code).toBe(200)
  })
})

const targeting = { geo_locations: { countries: ['US'] } }
const newAdSet = { name: 'New', campaign_id: campaign, billing_event: 'IMPRESSIONS', targeting }
const add = ({ world }: Scene, params: object = {}) =>
  call(world, userToken, 'addAdSet', { adAccount, ...newAdSet, ...params })

describe('an ad set', () => {
  test('is created with what the call says', () => {
    const scene = fresh()
    const { id } = add(scene, {
      daily_budget: 500,
      bid_amount: 20,
      optimization_goal: 'LEAD_GENERATION',
      start_time: '2026-02-01T00:00:00+0000',
      end_time: '2026-03-01T00:00:00+0000',
    }).unwrap()
    const fields =
      'name,campaign_id,status,daily_budget,bid_amount,billing_event,targeting,optimization_goal,start_time,end_time'
    expect(call(scene.world, userToken, 'readAdSet', { adSet: id, fields }).unwrap()).toEqual({
      id,
      name: 'New',
      campaign_id: campaign,
      status: 'PAUSED',
      daily_budget: '500',
      bid_amount: '20',
      billing_event: 'IMPRESSIONS',
      targeting,
      optimization_goal: 'LEAD_GENERATION',
      start_time: '2026-02-01T00:00:00+0000',
      end_time: '2026-03-01T00:00:00+0000',
    })
  })

  test('and its copy has them too', () => {
    const scene = fresh()
    add(scene, { bid_strategy: 'COST_CAP' }).unwrap()
    const { copied_campaign_id: copy } = call(scene.world, userToken, 'copyCampaign', {
      campaign,
      deep_copy: true,
    }).unwrap()
    const read = { campaign: copy, fields: 'billing_event,bid_strategy,targeting' }
    const { data } = call(scene.world, userToken, 'listCampaignAdSets', read).unwrap()
    expect(data).toContainEqual({
      id: expect.any(String),
      billing_event: 'IMPRESSIONS',
      bid_strategy: 'COST_CAP',
      targeting,
    })
  })

  test.each<[string, object, RegExp]>([
    ['two budgets', { daily_budget: 1, lifetime_budget: 1 }, /daily_budget and lifetime_budget exclude/],
    [
      'an end before its start',
      { start_time: '2026-03-01', end_time: '2026-02-01' },
      /end_time must lie after start_time/,
    ],
    [
      'an unknown campaign',
      { campaign_id: '1' },
      /campaign_id must be the id of a campaign of the ad account/,
    ],
    ['no targeting', { targeting: undefined }, /The parameter targeting is required/],
    ['an unknown billing event', { billing_event: 'SMILES' }, /billing_event must be one of IMPRESSIONS/],
    ['a status of later', { status: 'ARCHIVED' }, /status must be one of ACTIVE, PAUSED/],
  ])('is refused with %s', (_, params, message) => {
    const scene = fresh()
    const error = refusedBy(scene.world, () => add(scene, params))
    expect(error).toMatchObject({ code: 100, message: expect.stringMatching(message) })
  })

  test('is refused in an archived campaign', () => {
    const scene = fresh()
    call(scene.world, userToken, 'updateCampaign', { campaign, status: 'ARCHIVED' }).unwrap()
    expect(refusedBy(scene.world, () => add(scene))).toMatchObject({
      message: '(#100) Param campaign_id must be ACTIVE or PAUSED, got ARCHIVED',
    })
  })
})

describe('the lists of an ad account', () => {
  const scene = fresh()
  const { world } = scene
  world.clock.advance('1m')
  const second = String(add(scene, { name: 'Autumn sale' }).unwrap()['id'])
  const { id: otherAd } = act(world, 'createAdWithCreative', {
    adSet: second,
    creative,
    name: 'Autumn',
  }).unwrap()
  const { id: otherAccount } = act(world, 'createAdAccount', {
    name: 'Other',
    administrators: [user],
  }).unwrap()

  test('have the newest first, and nothing of another account', () => {
    expect(list(scene, 'listAdSets')).toEqual([second, adSet])
    expect(list(scene, 'listAds')).toEqual([otherAd, ad])
    expect(list(scene, 'listCreatives')).toEqual([creative])
    for (const operation of ['listAdSets', 'listAds', 'listCreatives'])
      expect(list(scene, operation, { adAccount: otherAccount })).toEqual([])
  })

  test('leave out what is deleted or archived', () => {
    const later = forked(scene)
    call(later.world, userToken, 'deleteCampaign', { campaign }).unwrap()
    act(later.world, 'deleteCreative', { creative }).unwrap()
    for (const operation of ['listAdSets', 'listAds', 'listCreatives'])
      expect(list(later, operation)).toEqual([])
  })

  const created = start.world.clock.now / 1000
  test.each<[string, object, readonly string[]]>([
    ['adset.name', { field: 'adset.name', operator: 'CONTAIN', value: 'autumn' }, [second]],
    ['name, not', { field: 'name', operator: 'NOT_CONTAIN', value: 'autumn' }, [adSet]],
    ['id', { field: 'id', operator: 'IN', value: [adSet, '1'] }, [adSet]],
    ['id, not', { field: 'adset.id', operator: 'NOT_EQUAL', value: adSet }, [second]],
    ['campaign.id', { field: 'campaign.id', operator: 'EQUAL', value: campaign }, [second, adSet]],
    ['created_time after', { field: 'created_time', operator: 'GREATER_THAN', value: created }, [second]],
    ['created_time before', { field: 'created_time', operator: 'LESS_THAN', value: created }, [adSet]],
    [
      'effective_status',
      { field: 'adset.effective_status', operator: 'IN', value: ['CAMPAIGN_PAUSED'] },
      [second, adSet],
    ],
    ['effective_status, other', { field: 'effective_status', operator: 'IN', value: ['ACTIVE'] }, []],
  ])('are filtered by %s', (_, condition, expected) => {
    expect(list(scene, 'listAdSets', { filtering: JSON.stringify([condition]) })).toEqual(expected)
  })

  test.each<[string, object, readonly string[]]>([
    ['id', { field: 'campaign.id', operator: 'EQUAL', value: campaign }, ['Starter Campaign']],
    ['name', { field: 'name', operator: 'CONTAIN', value: 'summer' }, ['Late Summer', 'Early Summer']],
    ['name, equal', { field: 'name', operator: 'EQUAL', value: 'Late Summer' }, ['Late Summer']],
    [
      'effective_status',
      { field: 'campaign.effective_status', operator: 'IN', value: ['ACTIVE', 'ARCHIVED'] },
      ['Late Summer', 'Old Winter'],
    ],
    ['another field', { field: 'adset.id', operator: 'EQUAL', value: adSet }, []],
  ])('campaigns are filtered by %s', (_, condition, expected) => {
    const later = forked(scene)
    const create = (name: string, status: string) => {
      const fields = { objective: 'REACH', special_ad_categories: [], adAccount, name, status }
      return call(later.world, userToken, 'createCampaign', fields).unwrap()['id']
    }
    const old = create('Old Winter', 'PAUSED')
    call(later.world, userToken, 'updateCampaign', { campaign: old, status: 'ARCHIVED' }).unwrap()
    later.world.clock.advance('1m')
    create('Early Summer', 'PAUSED')
    later.world.clock.advance('1m')
    create('Late Summer', 'ACTIVE')
    const read = { adAccount, fields: 'name', filtering: JSON.stringify([condition]) }
    const answer = call(later.world, userToken, 'listCampaigns', read)
    if (expected.length === 0)
      expect(answer).toMatchObject({ error: { code: 100, message: expect.stringContaining('got adset.id') } })
    else expect(answer.unwrap()['data']).toMatchObject(expected.map((name) => ({ name })))
  })

  test('a world of the contract refuses to filter campaigns', () => {
    const { world, userToken, adAccount } = begin()
    const filtering = [{ field: 'name', operator: 'EQUAL', value: 'x' }]
    const refusal = () => call(world, userToken, 'listCampaigns', { adAccount, filtering })
    expect(refusedBy(world, refusal)).toMatchObject({
      code: 100,
      message: expect.stringMatching(
        /Param filtering is not simulated for listCampaigns.* are effective_status, limit/,
      ),
    })
    expect(call(world, userToken, 'listCampaigns', { adAccount, filtering: [] }).ok).toBe(true)
  })

  test('are filtered by every condition, and by effective_status', () => {
    const filtering = [
      { field: 'adset.id', operator: 'EQUAL', value: second },
      { field: 'name', operator: 'CONTAIN', value: 'nothing' },
    ]
    expect(list(scene, 'listAds', { filtering: filtering.slice(0, 1) })).toEqual([otherAd])
    expect(list(scene, 'listAds', { filtering })).toEqual([])
    expect(list(scene, 'listAds', { effective_status: ['ARCHIVED'] })).toEqual([])
    expect(list(scene, 'listAds', { effective_status: ['CAMPAIGN_PAUSED'] })).toEqual([otherAd, ad])
  })

  test.each<[object, RegExp]>([
    [{ field: 'spend', operator: 'GREATER_THAN', value: 1 }, /filtering.0.field must be one of id, name/],
    [{ field: 'ad.name', operator: 'EQUAL', value: 'x' }, /got ad.name/],
    [{ field: 'name', operator: 'LIKE', value: 'x' }, /operator must be one of EQUAL/],
    [{ field: 'name', operator: 'EQUAL', value: {} }, /must be a text, a number, or a list of them/],
    [{ field: 'created_time', operator: 'LESS_THAN', value: 'x' }, /filtering.0.value must be a number/],
  ])('refuse the condition %j', (condition, message) => {
    const error = refused(scene, 'listAdSets', { adAccount, filtering: [condition] })
    expect(error).toMatchObject({ code: 100, message: expect.stringMatching(message) })
  })

  test.each(['listCreatives', 'listAdSetAds'])('%s refuses filtering', (operation) => {
    const filtering = [{ field: 'name', operator: 'EQUAL', value: 'x' }]
    const node = operation === 'listAdSetAds' ? { adSet } : { adAccount }
    expect(refused(scene, operation, { ...node, filtering })).toMatchObject({
      code: 100,
      message: expect.stringMatching(/Param filtering is not simulated/),
    })
  })

  test('refuse too many conditions', () => {
    const filtering = Array.from({ length: 51 }, () => ({ field: 'id', operator: 'EQUAL', value: '1' }))
    expect(refused(scene, 'listAds', { adAccount, filtering }).message).toMatch(/at most 50 items/)
  })
})

describe('an objective OUTCOME_LEADS', () => {
  const create = ({ world }: Scene) =>
    call(world, userToken, 'createCampaign', {
      adAccount,
      name: 'Leads',
      objective: 'OUTCOME_LEADS',
      special_ad_categories: [],
    })

  test('is that of a campaign, its ad sets and its ads as the platform', () => {
    const scene = forked(start, { policy: platformPolicy })
    const { id } = create(scene).unwrap()
    const read = call(scene.world, userToken, 'readCampaign', { campaign: id, fields: 'objective' })
    expect(read.unwrap()).toMatchObject({ objective: 'OUTCOME_LEADS' })
    expect(add(scene, { campaign_id: id, optimization_goal: 'LEAD_GENERATION' }).ok).toBe(true)
    const update = { campaign: id, objective: 'OUTCOME_TRAFFIC' }
    expect(call(scene.world, userToken, 'updateCampaign', update).ok).toBe(true)
  })

  test('is refused by default', () => {
    const scene = begin()
    const message = expect.stringMatching(
      /Param objective must be one of APP_INSTALLS, .*, got "OUTCOME_LEADS"$/,
    )
    expect(refusedBy(scene.world, () => create(scene))).toMatchObject({ code: 100, message })
    const update = { campaign: scene.campaign, objective: 'OUTCOME_LEADS' }
    expect(refused(scene, 'updateCampaign', update, scene.userToken)).toMatchObject({ code: 100, message })
  })
})

describe('a read by id', () => {
  test('of an ad image takes the account and the hash', () => {
    const { world } = fresh()
    const bytes = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ).toString('base64')
    const { images } = call(world, userToken, 'uploadAdImage', { adAccount, bytes }).unwrap()
    const [{ hash }] = Object.values(images as object) as [{ hash: string }]
    const id = `${adAccount}:${hash}`
    const ask = (path: string, token = userToken) =>
      jsonOf(world.request({ method: 'GET', path, params: { access_token: token, fields: 'hash' } }))
    expect(ask(`/${id}`)).toEqual({ id, hash })
    expect(ask(`/${id}`, tokenOf({ ...start, world }))['error']).toMatchObject({ code: 200 })
    expect(ask(`/${adAccount}:${'0'.repeat(32)}`)['error']).toMatchObject({ code: 100, error_subcode: 33 })
    const { body } = world.request({ method: 'GET', path: '/', params: { access_token: userToken, ids: id } })
    expect(jsonOf({ body })).toMatchObject({ [id]: { id } })
  })

  test('of an indicator takes an application token', () => {
    const { world } = start
    const { data } = call(world, appToken, 'searchThreatIndicators', { limit: 1 }).unwrap()
    const [found] = data as [{ id: string }]
    expect(call(world, appToken, 'readThreatIndicator', { threatIndicator: found.id }).unwrap()).toEqual(
      found,
    )
    expect(refused(fresh(), 'readThreatIndicator', { threatIndicator: found.id }).code).toBe(200)
  })
})
