import { describe, expect, test } from 'vitest'
import {
  act,
  begin,
  call,
  forked,
  idsOf,
  refusedBy,
  rowOf,
  type Scene,
  tokenOf,
} from '../../service/scene.ts'

const start = (() => {
  const scene = begin({ policy: { beyond: 'serve' } })
  const { world, page, pageToken } = scene
  const post = String(call(world, pageToken, 'publishPost', { page, message: 'Hello' }).unwrap()['id'])
  return { ...scene, post }
})()
const { adAccount, adSet, ad, creative, page, post, userToken } = start
const add = ({ world }: Scene, params: object, token = userToken) =>
  call(world, token, 'addCreative', { adAccount, ...params })
const link = { link: 'https://shop.test/', message: 'Buy', call_to_action: { type: 'SHOP_NOW' } }

describe('a new creative', () => {
  test('keeps the description of its post, and ads can show it', () => {
    const scene = forked(start)
    const spec = { page_id: page, link_data: link }
    const made = add(scene, { name: 'C', object_story_spec: JSON.stringify(spec), url_tags: 'a=1' }).unwrap()
    expect(made).toEqual({ id: expect.stringMatching(/^\d{15}$/), success: true })
    const fields = 'name,object_story_spec,call_to_action_type,url_tags,object_story_id,status'
    expect(call(scene.world, userToken, 'readCreative', { creative: made['id'], fields }).unwrap()).toEqual({
      ...{ id: made['id'], name: 'C', object_story_spec: spec, call_to_action_type: 'SHOP_NOW' },
      ...{ url_tags: 'a=1', status: 'ACTIVE' },
    })
    const shown = { adAccount, name: 'Ad', adset_id: adSet, creative: { creative_id: made['id'] } }
    const { id } = call(scene.world, userToken, 'createAd', shown).unwrap()
    expect(idsOf(call(scene.world, userToken, 'listAdCreatives', { ad: id }).unwrap())).toEqual([made['id']])
  })

  test('names the post that it shows', () => {
    const scene = forked(start)
    const fields = 'object_story_id,effective_object_story_id'
    expect(add(scene, { object_story_id: post, fields }).unwrap()).toMatchObject({
      object_story_id: post,
      effective_object_story_id: post,
    })
  })

  test.each<[object, RegExp]>([
    [{}, /A creative needs object_story_spec/],
    [{ name: 'x' }, /A creative needs object_story_spec/],
    [{ object_story_id: 'x' }, /object_story_id must be the id of a post, got "x"/],
    [{ object_story_id: `1_${post.split('_')[1]}` }, /object_story_id must be the id of a post/],
    [{ object_story_id: post, object_story_spec: {} }, /exclude each other/],
    [{ object_story_spec: 'x' }, /object_story_spec must be a JSON object/],
    [{ object_story_spec: { link_data: link } }, /page_id must be the id of a page, got nothing/],
    [{ object_story_spec: { page_id: adSet, link_data: link } }, /page_id must be the id of a page/],
    [{ object_story_spec: { page_id: page } }, /must have one of link_data.*got none/],
    [{ object_story_spec: { page_id: page, link_data: link, text_data: {} } }, /got link_data and text_data/],
    [{ object_story_spec: { page_id: page, link_data: 5 } }, /link_data must be an object, got 5/],
    [
      { object_story_spec: { page_id: page, link_data: { link: 'x' } } },
      /link_data.link must be an absolute/,
    ],
    [
      { object_story_spec: { page_id: page, photo_data: { image_hash: 'x' } } },
      /No image of the ad account has the hash "x"/,
    ],
    [{ image_hash: 'x' }, /No image of the ad account has the hash "x"/],
    [{ object_url: 'ftp://x' }, /object_url must be an absolute/],
  ])('is refused with %j', (params, message) => {
    expect(refusedBy(start.world, () => add(start, params))).toMatchObject({
      code: 100,
      message: expect.stringMatching(message),
    })
  })

  test('requires ads_management and a role on the account', () => {
    const scene = forked(start)
    const params = { object_story_id: post }
    expect(add(scene, params, tokenOf(scene))).toMatchObject({ error: { code: 200 } })
    expect(add(scene, params, scene.noAdsManagementToken)).toMatchObject({ error: { code: 200 } })
  })
})

test('the ads of an ad set are listed, newest first, without deleted ones', () => {
  const scene = forked(start)
  const second = act(scene.world, 'createAdWithCreative', { adSet, creative }).unwrap()['id']
  expect(idsOf(call(scene.world, userToken, 'listAdSetAds', { adSet }).unwrap())).toEqual([second, ad])
  call(scene.world, userToken, 'deleteAdSet', { adSet }).unwrap()
  expect(idsOf(call(scene.world, userToken, 'listAdSetAds', { adSet }).unwrap())).toEqual([])
})

describe('the fields of ad sets and ads', () => {
  const made = (more: object) => {
    const scene = forked(start)
    const targeting = { geo_locations: { countries: ['US'] } }
    const { campaign } = start
    const set = { adAccount, name: 'S', campaign_id: campaign, billing_event: 'IMPRESSIONS', targeting }
    const { id } = call(scene.world, userToken, 'addAdSet', { ...set, ...more }).unwrap()
    const shown = act(scene.world, 'createAdWithCreative', { adSet: id, creative }).unwrap()
    return { ...scene, set: String(id), shown: String(shown['id']) }
  }
  const readSet = ({ world, set }: ReturnType<typeof made>, fields: string) =>
    call(world, userToken, 'readAdSet', { adSet: set, fields }).unwrap()

  test('are the promoted object, the bid strategy and the tracked actions', () => {
    const tracking_specs = [{ 'action.type': ['offsite_conversion'] }]
    const promoted_object = { page_id: page }
    const scene = made({ promoted_object, tracking_specs, bid_strategy: 'COST_CAP' })
    expect(readSet(scene, 'promoted_object,bid_strategy,tracking_specs')).toMatchObject({
      promoted_object,
      tracking_specs,
      bid_strategy: 'COST_CAP',
    })
    const read = { ad: scene.shown, fields: 'tracking_specs' }
    expect(call(scene.world, userToken, 'readAd', read).unwrap()).toMatchObject({ tracking_specs })
  })

  const likes = { optimization_goal: 'PAGE_LIKES', promoted_object: { page_id: page } }
  const pixel = { optimization_goal: 'OFFSITE_CONVERSIONS', promoted_object: { pixel_id: 7 } }
  test.each<[object, object]>([
    [{}, { bid_type: 'ABSOLUTE_OCPM' }],
    [{ optimization_goal: 'REACH' }, { bid_type: 'CPM' }],
    [{ billing_event: 'LINK_CLICKS', optimization_goal: 'REACH' }, { bid_type: 'CPC' }],
    [{ billing_event: 'PAGE_LIKES' }, { bid_type: 'CPA' }],
    [likes, { bid_type: 'ABSOLUTE_OCPM', conversion_specs: [{ 'action.type': ['like'], page: [page] }] }],
    [
      pixel,
      {
        bid_type: 'ABSOLUTE_OCPM',
        conversion_specs: [{ 'action.type': ['offsite_conversion'], fb_pixel: ['7'] }],
      },
    ],
    [{ optimization_goal: 'PAGE_LIKES' }, { bid_type: 'ABSOLUTE_OCPM' }],
    [{ optimization_goal: 'toString' }, { bid_type: 'ABSOLUTE_OCPM' }],
  ])('bid and count by what the ad set %j bills, optimizes and promotes', (more, expected) => {
    const scene = made(more)
    const fields = 'bid_type,conversion_specs'
    expect(call(scene.world, userToken, 'readAd', { ad: scene.shown, fields }).unwrap()).toEqual({
      id: scene.shown,
      ...expected,
    })
  })

  test('are the app that made the ad, and its own tracked actions', () => {
    const scene = made({ tracking_specs: [{ 'action.type': ['link_click'] }] })
    const tracking_specs = [{ 'action.type': ['page_engagement'], page: [page] }]
    const ad = { adAccount, name: 'A', adset_id: scene.set, creative: { creative_id: creative } }
    const fields = 'last_updated_by_app_id,tracking_specs'
    const read = (id: unknown) => call(scene.world, userToken, 'readAd', { ad: id, fields }).unwrap()
    const { id } = call(scene.world, userToken, 'createAd', { ...ad, tracking_specs }).unwrap()
    expect(read(id)).toEqual({ id, last_updated_by_app_id: start.app, tracking_specs })
    const { copied_ad_id: copy } = call(scene.world, userToken, 'copyAd', { ad: id }).unwrap()
    expect(read(copy)).toEqual({ id: copy, last_updated_by_app_id: start.app, tracking_specs })
    expect(read(scene.shown)).toEqual({
      id: scene.shown,
      tracking_specs: [{ 'action.type': ['link_click'] }],
    })
  })

  test.each(['none', [1], '{"a":', [[]]])(
    'refuses tracked actions %j, which the description ignores',
    (tracking_specs) => {
      const { world, adSet } = forked(start)
      const ad = {
        adAccount,
        name: 'A',
        adset_id: adSet,
        creative: { creative_id: creative },
        tracking_specs,
      }
      expect(refusedBy(world, () => call(world, userToken, 'createAd', ad)).code).toBe(100)
      const plain = world.fork({ policy: { beyond: 'refuse' } })
      const { id } = call(plain, userToken, 'createAd', ad).unwrap()
      for (const column of ['app', 'trackingSpecs'])
        expect(rowOf(plain, String(id))).not.toHaveProperty(column)
    },
  )

  test.each([
    ['daily_budget', '600'],
    ['lifetime_budget', '500'],
  ])('have the rest of a %s', (budget, today) => {
    const scene = made({ [budget]: 1_000 })
    const spend = (amount: number) =>
      act(scene.world, 'recordAdResults', { ad: scene.shown, spend: amount }).unwrap()
    spend(100)
    scene.world.clock.advance('1d')
    spend(400)
    expect(readSet(scene, 'budget_remaining')).toMatchObject({ budget_remaining: today })
    spend(5_000)
    expect(readSet(scene, 'budget_remaining')).toMatchObject({ budget_remaining: '0' })
  })

  test('have no budget left without a budget', () => {
    expect(readSet(made({}), 'budget_remaining')).toMatchObject({ budget_remaining: '0' })
  })
})
