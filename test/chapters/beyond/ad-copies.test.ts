import { describe, expect, test } from 'vitest'
import { act, begin, call, forked, idsOf, refusedBy } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { ad, adSet, adAccount, campaign, creative, userToken, user } = start
const fresh = () => forked(start).world
type World = ReturnType<typeof fresh>
const does = (world: World, operation: string, params: object) =>
  call(world, userToken, operation, params).unwrap()
const copied = (world: World, params: object = {}) =>
  String(does(world, 'copyAd', { ad, ...params })['copied_ad_id'])
const read = (world: World, id: string, fields: string) => does(world, 'readAd', { ad: id, fields })

describe('an ad is copied', () => {
  test('into its ad set, paused, with its creative and another name', () => {
    const world = fresh()
    const { name } = read(world, ad, 'name')
    const copy = copied(world)
    expect(read(world, copy, 'name,status,adset_id,campaign_id,creative')).toEqual({
      ...{ id: copy, name: `${name} - Copy`, status: 'PAUSED', adset_id: adSet, campaign_id: campaign },
      creative: { id: creative },
    })
    expect(idsOf(does(world, 'listAdSetAds', { adSet }))).toEqual([copy, ad])
  })

  test('into another ad set, active, with a name of its own', () => {
    const world = fresh()
    const other = String(act(world, 'createAdSet', { campaign, name: 'Other' }).unwrap()['id'])
    const copy = copied(world, {
      ...{ adset_id: other, status_option: 'ACTIVE' },
      rename_options: { rename_prefix: 'New ', rename_suffix: '' },
    })
    const { name } = read(world, ad, 'name')
    expect(read(world, copy, 'name,status,adset_id')).toEqual({
      ...{ id: copy, name: `New ${name}`, status: 'ACTIVE', adset_id: other },
    })
  })

  test('with the fields that the call names', () => {
    const world = fresh()
    const answer = does(world, 'copyAd', { ad, fields: 'status' })
    expect(answer).toEqual({
      id: answer['copied_ad_id'],
      status: 'PAUSED',
      copied_ad_id: answer['copied_ad_id'],
    })
  })

  test.each<[string, object, RegExp]>([
    ['into nothing', { adset_id: '1' }, /adset_id must be the id of an ad set/],
    ['into a campaign', { adset_id: campaign }, /adset_id must be the id of an ad set/],
    ['into a list', { adset_id: [adSet] }, /adset_id must be a numeric id/],
    ['with another status', { status_option: 'DELETED' }, /status_option must be one of/],
    ['with a name that is none', { rename_options: 'New' }, /rename_options must be/],
  ])('not %s', (_title, params, message) => {
    const world = fresh()
    const refused = () => call(world, userToken, 'copyAd', { ad, ...params })
    expect(refusedBy(world, refused)).toMatchObject({ code: 100, message: expect.stringMatching(message) })
  })

  test('not into an ad set of another account or of an ended one', () => {
    const world = fresh()
    const account = act(world, 'createAdAccount', { name: 'Other', administrators: [user] }).unwrap()['id']
    const foreign = does(world, 'createCampaign', { adAccount: account, special_ad_categories: [] })['id']
    const other = act(world, 'createAdSet', { campaign: foreign }).unwrap()['id']
    const ended = act(world, 'createAdSet', { campaign }).unwrap()['id']
    does(world, 'deleteAdSet', { adSet: ended })
    for (const [adset_id, message] of [
      [other, /of the ad account of the ad/],
      [ended, /is DELETED: ads cannot be copied into it/],
    ] as const)
      expect(refusedBy(world, () => call(world, userToken, 'copyAd', { ad, adset_id })).message).toMatch(
        message,
      )
    expect(idsOf(does(world, 'listAds', { adAccount }))).toEqual([ad])
  })
})
