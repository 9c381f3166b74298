import { describe, expect, test } from 'vitest'
import type { World } from '../../../src/world/world.ts'
import { call, jsonOf, refusedBy, rowOf } from '../../service/scene.ts'
import { adOf, adSetOf, campaignOf, fieldsOf, fresh, listed, start, update } from './campaign-world.ts'

const { userToken, adAccount, campaign: starter, user } = start

describe('deleting a campaign', () => {
  test('is a DELETE that returns success; the campaign stays readable [CAM-005, CAM-187..188, CAM-231]', () => {
    const world = fresh()
    const campaign = campaignOf(world, { name: 'Gone', status: 'ACTIVE' })
    world.clock.advance('1h')
    const url = `/v19.0/${campaign}?access_token=${userToken}`
    for (const _ of ['first', 'second']) {
      expect(jsonOf(world.request({ method: 'DELETE', url }))).toEqual({ success: true })
      world.clock.advance('1h')
    }
    expect(fieldsOf(world, campaign, 'name,status,configured_status,effective_status,updated_time')).toEqual({
      name: 'Gone',
      status: 'DELETED',
      configured_status: 'DELETED',
      effective_status: 'DELETED',
      updated_time: '2026-01-15T10:00:00+0000',
    })
    expect(world.events.of('campaign.deleted')).toMatchObject([{ data: { campaign, adAccount } }])
  })

  test('deletes its ad sets and ads too, which no list shows then [CAM-187]', () => {
    const world = fresh()
    const campaign = campaignOf(world, { source_campaign_id: starter })
    const adSet = adSetOf(world, campaign, { startTime: '2026-03-01', endTime: '2026-04-01' })
    const ad = adOf(world, adSet, { status: 'ACTIVE' })
    call(world, userToken, 'deleteCampaign', { campaign }).unwrap()
    expect([campaign, adSet, ad].map((id) => rowOf(world, id)['status'])).toEqual(Array(3).fill('DELETED'))
    expect(listed(world, 'listCampaigns', { adAccount })).toEqual([starter])
    expect(listed(world, 'listCampaignCopies', { campaign: starter })).toEqual([])
    expect(listed(world, 'listCampaignAds', { campaign })).toEqual([])
    expect(listed(world, 'listCampaignAdSets', { campaign })).toEqual([])
    expect(fieldsOf(world, campaign, 'start_time,stop_time')).toEqual({})
    expect(call(world, userToken, 'readAd', { ad, fields: 'effective_status' }).unwrap()).toEqual({
      id: ad,
      effective_status: 'DELETED',
    })
    expect(rowOf(world, start.adSet)['status']).toBe('PAUSED')
  })
})

describe('deleting campaigns of an account', () => {
  /** Creates an account with four campaigns, in the order of creation; the last two are archived. */
  function four(): { world: World; account: string; ids: string[] } {
    const world = fresh()
    const account = world.actions.createAdAccount({ name: 'A', administrators: [user] }).unwrap().id
    const ids = ['A', 'B', 'C', 'D'].map((name) => {
      world.clock.advance('1h')
      return campaignOf(world, { name }, account)
    })
    // 13:00 is now: C is archived at 14:00, and D at 15:00.
    for (const id of ids.slice(2)) {
      world.clock.advance('1h')
      update(world, id, { status: 'ARCHIVED' }).unwrap()
    }
    return { world, account, ids }
  }
  const remove = (world: World, account: string, params: object) =>
    call(world, userToken, 'deleteCampaigns', { adAccount: account, ...params })

  const before_date = '2026-01-15T15:00:00+0000'
  test.each<[object, string, number]>([
    [{ delete_strategy: 'DELETE_ANY' }, 'ABCD', 0],
    [{ delete_strategy: 'DELETE_ANY', object_count: 3 }, 'ABC', 1],
    [{ delete_strategy: 'DELETE_ANY', object_count: '9' }, 'ABCD', 0],
    [{ delete_strategy: 'DELETE_ANY', object_count: 1, before_date: '2000-01-01' }, 'A', 3],
    [{ delete_strategy: 'DELETE_OLDEST', object_count: 2 }, 'AB', 2],
    [{ delete_strategy: 'DELETE_ARCHIVED_BEFORE', before_date }, 'C', 0],
    [{ delete_strategy: 'DELETE_ARCHIVED_BEFORE', before_date: '2026-01-15T15:00:01Z' }, 'CD', 0],
    [{ delete_strategy: 'DELETE_ARCHIVED_BEFORE', before_date: '2026-01-16', object_count: 1 }, 'C', 1],
    [{ delete_strategy: 'DELETE_ARCHIVED_BEFORE', before_date: '2026-01-15T14:00:00Z' }, '', 0],
  ])('with %j deletes %j and leaves %i [CAM-193..195, CAM-197..200]', (params, names, left) => {
    const { world, account, ids } = four()
    const chosen = [...names].map((name) => ids['ABCD'.indexOf(name)] ?? '')
    expect(remove(world, account, params).unwrap()).toEqual({
      objects_left_to_delete_count: left,
      deleted_object_ids: chosen,
    })
    const deleted = ids.filter((id) => rowOf(world, id)['status'] === 'DELETED')
    expect(deleted).toEqual(chosen)
    expect(rowOf(world, starter)['status']).toBe('PAUSED')
  })

  test('skips deleted campaigns, and deletes ad sets and ads too', () => {
    const { world, account, ids } = four()
    const [first = '', second = ''] = ids
    call(world, userToken, 'deleteCampaign', { campaign: first }).unwrap()
    const adSet = adSetOf(world, second)
    const params = { delete_strategy: 'DELETE_OLDEST', object_count: 1 }
    expect(remove(world, account, params).unwrap()).toEqual({
      objects_left_to_delete_count: 2,
      deleted_object_ids: [second],
    })
    expect(rowOf(world, adSet)['status']).toBe('DELETED')
  })

  test('is a DELETE of the campaigns of the account [CAM-193, CAM-231]', () => {
    const { world, account, ids } = four()
    const query = `delete_strategy=DELETE_ANY&access_token=${userToken}`
    const url = `/v19.0/act_${account}/campaigns?${query}`
    expect(jsonOf(world.request({ method: 'DELETE', url }))).toEqual({
      objects_left_to_delete_count: 0,
      deleted_object_ids: ids,
    })
  })

  test.each<[object, string]>([
    [{}, 'The parameter delete_strategy is required'],
    [
      { delete_strategy: 'DELETE_ALL' },
      'Param delete_strategy must be one of DELETE_ANY, DELETE_OLDEST, DELETE_ARCHIVED_BEFORE, got "DELETE_ALL"',
    ],
    [
      { delete_strategy: 'DELETE_ARCHIVED_BEFORE' },
      'The parameter before_date is required with DELETE_ARCHIVED_BEFORE',
    ],
    [
      { delete_strategy: 'DELETE_ANY', object_count: 0 },
      'Param object_count must be an integer of 1 or more',
    ],
    [{ delete_strategy: 'DELETE_ANY', before_date: 'long ago' }, 'Param before_date must be '],
  ])('refuses %j [CAM-196, CAM-201]', (params, message) => {
    const { world, account } = four()
    const error = refusedBy(world, () => remove(world, account, params))
    expect(error.code).toBe(100)
    expect(error.message.startsWith(`(#100) ${message}`)).toBe(true)
  })
})

describe('listing the campaigns of an account', () => {
  /** Creates a campaign of every effective status, named after it, newest last. */
  function one() {
    const world = fresh()
    const account = world.actions.createAdAccount({ name: 'A', administrators: [user] }).unwrap().id
    const names = ['ACTIVE', 'PAUSED', 'DELETED', 'ARCHIVED', 'IN_PROCESS', 'WITH_ISSUES']
    const ids = new Map(
      names.map((name) => {
        world.clock.advance('1s')
        return [name, campaignOf(world, { name, status: name === 'PAUSED' ? 'PAUSED' : 'ACTIVE' }, account)]
      }),
    )
    const campaign = (name: string) => ids.get(name) ?? ''
    const issue = { level: 'AD', error_code: 1, error_summary: '', error_message: '', error_type: '' }
    for (const status of ['DELETED', 'ARCHIVED']) update(world, campaign(status), { status }).unwrap()
    world.actions.setProcessing({ campaign: campaign('IN_PROCESS') }).unwrap()
    world.actions.setCampaignIssues({ campaign: campaign('WITH_ISSUES'), issues: [issue] }).unwrap()
    return { world, account }
  }

  test.each<[unknown, string[], string?]>([
    [undefined, ['WITH_ISSUES', 'IN_PROCESS', 'PAUSED', 'ACTIVE']],
    [[], ['WITH_ISSUES', 'IN_PROCESS', 'PAUSED', 'ACTIVE']],
    [['ACTIVE'], ['ACTIVE']],
    ['["PAUSED","ARCHIVED"]', ['ARCHIVED', 'PAUSED']],
    ['ARCHIVED', ['ARCHIVED']],
    [
      ['IN_PROCESS', 'WITH_ISSUES'],
      ['WITH_ISSUES', 'IN_PROCESS'],
    ],
    [['IN_PROCESS'], [], 'v3.3'],
    [['ACTIVE'], ['IN_PROCESS', 'ACTIVE'], 'v3.3'],
  ])('with effective_status %j returns %j, newest first [CAM-001, CAM-024..025]', (given, names, version) => {
    const { world, account } = one()
    const filter = given === undefined ? {} : { effective_status: given }
    const params = { adAccount: account, fields: 'name', ...filter }
    const { data } = call(world, userToken, 'listCampaigns', params, version).unwrap()
    expect((data as { name: string }[]).map(({ name }) => name)).toEqual(names)
  })

  test.each<[unknown, RegExp]>([
    [['DELETED'], /must not name DELETED/],
    [['ACTIVE', 'DELETED'], /must not name DELETED/],
    [['active'], /Param effective_status.0 must be one of ACTIVE, PAUSED, DELETED, ARCHIVED, IN_PROCESS, /],
  ])('refuses effective_status %j', (effective_status, words) => {
    const { world, account } = one()
    const error = refusedBy(world, () =>
      call(world, userToken, 'listCampaigns', { adAccount: account, effective_status }),
    )
    expect([error.code, error.message]).toEqual([100, expect.stringMatching(words)])
  })

  test('returns them page by page [CAM-001]', () => {
    const { world, account } = one()
    const page = (after?: string) =>
      call(world, userToken, 'listCampaigns', {
        adAccount: account,
        fields: 'name',
        limit: 3,
        ...(after !== undefined && { after }),
      }).unwrap() as { data: { name: string }[]; paging: { cursors: { after: string }; next?: string } }
    const first = page()
    expect(first.data.map(({ name }) => name)).toEqual(['WITH_ISSUES', 'IN_PROCESS', 'PAUSED'])
    const second = page(first.paging.cursors.after)
    expect(second.data.map(({ name }) => name)).toEqual(['ACTIVE'])
    expect([first.paging.next === undefined, second.paging.next]).toEqual([false, undefined])
  })
})
