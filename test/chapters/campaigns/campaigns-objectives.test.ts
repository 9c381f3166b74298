import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { objectiveRules } from '../../../src/chapters/ads/objective-rules.ts'
import { act, call, refusedBy } from '../../service/scene.ts'
import {
  adSetFields,
  adSetOf,
  campaignOf,
  fieldsOf,
  fresh,
  start,
  update,
  updateRefusal,
} from './campaign-world.ts'

// The contract does not show the rules of the objectives, so the tests use a table of their own.
const { REACH, PAGE_LIKES, LINK_CLICKS } = objectiveRules
const own = {
  REACH: {
    creativeFields: ['title', 'body'],
    promotedObjectKeys: ['page_id'],
    placements: ['feed', 'story'],
    goals: ['REACH', 'IMPRESSIONS'],
  },
  PAGE_LIKES: { ...LINK_CLICKS, creativeFields: ['body'] },
}
beforeAll(() => void Object.assign(objectiveRules, own))
afterAll(() => void Object.assign(objectiveRules, { REACH, PAGE_LIKES }))

const { userToken, adAccount } = start
const refusal = (part: string, objective = 'REACH') =>
  `(#100) The objective ${objective} does not allow ${part}`

describe('an objective refuses', () => {
  const wrong: readonly [string, object, string][] = [
    ['a goal [CAM-055, CAM-235]', { optimizationGoal: 'LEADS' }, 'the optimization goal LEADS'],
    [
      'a promoted object [CAM-055, CAM-233]',
      { promotedObject: { page_id: '1', pixel_id: '2' } },
      'a promoted object with pixel_id',
    ],
    ['a placement [CAM-055, CAM-234]', { placements: ['feed', 'search'] }, 'the placement search'],
  ]

  test.each(wrong)('no ad set has: %s', (_, params, part) => {
    const world = fresh()
    const campaign = campaignOf(world, { objective: 'REACH' })
    const make = () => act(world, 'createAdSet', { campaign, ...params })
    expect(refusedBy(world, make)).toMatchObject({ code: 100, message: refusal(part) })
    const free = campaignOf(world, { objective: 'LINK_CLICKS' })
    expect(act(world, 'createAdSet', { campaign: free, ...params }).ok).toBe(true)
  })

  test.each(wrong)('is not given to a campaign that has it beneath: %s', (_, params, part) => {
    const world = fresh()
    const campaign = campaignOf(world, { objective: 'LINK_CLICKS' })
    adSetOf(world, campaign, params)
    expect(updateRefusal(world, campaign, { objective: 'REACH' })).toBe(refusal(part))
    expect(update(world, campaign, { objective: 'VIDEO_VIEWS' }).ok).toBe(true)
  })

  test('nothing that its rule allows', () => {
    const world = fresh()
    const campaign = campaignOf(world, { objective: 'REACH' })
    const params = {
      optimizationGoal: 'IMPRESSIONS',
      placements: 'feed,story',
      promotedObject: { page_id: 1 },
    }
    expect(act(world, 'createAdSet', { campaign, ...params }).ok).toBe(true)
  })

  test('a creative field, both by call and by action [CAM-056, CAM-084, CAM-232]', () => {
    const world = fresh()
    const campaign = campaignOf(world, { objective: 'REACH' })
    const adSet = adSetOf(world, campaign)
    const creative = world.actions
      .createCreative({ adAccount, title: 'T', objectUrl: 'https://a.test/' })
      .unwrap().id
    const expected = { code: 100, message: refusal('a creative with object_url') }
    const byCall = () =>
      call(world, userToken, 'createAd', {
        adAccount,
        name: 'A',
        adset_id: adSet,
        creative: { creative_id: creative },
      })
    expect(refusedBy(world, byCall)).toMatchObject(expected)
    const byAction = () => act(world, 'createAdWithCreative', { adSet, creative })
    expect(refusedBy(world, byAction)).toMatchObject(expected)
  })

  test('a change of the objective that the present ads contradict, deleted ones excepted [CAM-055, CAM-168]', () => {
    const world = fresh()
    const { campaign } = start
    expect(updateRefusal(world, campaign, { objective: 'PAGE_LIKES' })).toBe(
      refusal('a creative with title', 'PAGE_LIKES'),
    )
    const free = campaignOf(world, { objective: 'LINK_CLICKS' })
    expect(update(world, free, { objective: 'PAGE_LIKES' }).ok).toBe(true)
    expect(fieldsOf(world, free, 'objective')).toEqual({ objective: 'PAGE_LIKES' })
  })
})

test('an ad set has the buying type of its campaign [CAM-095]', () => {
  const world = fresh()
  const campaign = campaignOf(world, { buying_type: 'RESERVED' })
  expect(
    refusedBy(world, () => act(world, 'createAdSet', { campaign, buyingType: 'AUCTION' })),
  ).toMatchObject({
    code: 100,
    message: '(#100) Param buyingType must be that of the campaign, RESERVED, got AUCTION',
  })
  for (const params of [{}, { buyingType: 'RESERVED' }])
    expect(act(world, 'createAdSet', { campaign, ...params }).ok).toBe(true)
})

describe('tracking_specs', () => {
  const both = (app: string) => [
    { 'action.type': ['mobile_app_install'], application: [app] },
    { 'action.type': ['app_custom_event'], application: [app] },
  ]
  test.each<[string, object, object, object[]]>([
    [
      'of APP_INSTALLS are the two of the app of the ad set [CAM-236..239]',
      { objective: 'APP_INSTALLS' },
      { promotedObject: { application_id: '5' } },
      both('5'),
    ],
    [
      'of APP_INSTALLS are the two of the app of the campaign [CAM-236..239]',
      { objective: 'APP_INSTALLS', promoted_object: { application_id: 6 } },
      {},
      both('6'),
    ],
    ['of APP_INSTALLS without an app are none [CAM-236]', { objective: 'APP_INSTALLS' }, {}, []],
    [
      'of another objective are none [CAM-236]',
      { objective: 'CONVERSIONS' },
      { promotedObject: { application_id: '5' } },
      [],
    ],
    [
      'are what was asked for [CAM-237]',
      { objective: 'APP_INSTALLS', promoted_object: { application_id: '6' } },
      { trackingSpecs: both('7') },
      both('7'),
    ],
  ])('%s', (_, own, params, expected) => {
    const world = fresh()
    const adSet = adSetOf(world, campaignOf(world, own), params)
    expect(adSetFields(world, adSet, 'tracking_specs')).toEqual({ tracking_specs: expected })
  })
})

describe('attribution_spec', () => {
  const click = (window_days: number) => ({ event_type: 'CLICK_THROUGH', window_days })
  const view = (window_days: number) => ({ event_type: 'VIEW_THROUGH', window_days })
  const sales = ['CONVERSIONS', 'OFFSITE_CONVERSIONS'] as const
  const recall = ['BRAND_AWARENESS', 'AD_RECALL_LIFT'] as const
  const scene = (objective?: string) => {
    const world = fresh()
    return { world, campaign: campaignOf(world, objective === undefined ? {} : { objective }) }
  }
  const every = [click(1), click(7)].flatMap((one) => [[one], [one, view(1)], [one, view(7)]])

  test.each<[readonly [string, string?], object[] | undefined, object[]]>([
    [['LINK_CLICKS'], undefined, [click(1)]],
    [['LINK_CLICKS', 'LINK_CLICKS'], undefined, [click(1)]],
    [['LINK_CLICKS'], [click(1)], [click(1)]],
    [['CONVERSIONS', 'LINK_CLICKS'], undefined, [click(1)]],
    [sales, undefined, [click(1)]],
    ...[...every, [view(1)], [view(7)]].map((given) => [sales, given, given] as const),
    [sales, [view(7), click(1)], [view(7), click(1)]],
    [recall, undefined, []],
    [recall, [], []],
  ] as [readonly [string, string?], object[] | undefined, object[]][])(
    'of %j, given %j, is %j [CAM-240..244]',
    ([objective, optimizationGoal], given, expected) => {
      const { world, campaign } = scene(objective)
      const adSet = adSetOf(world, campaign, {
        ...(optimizationGoal !== undefined && { optimizationGoal }),
        ...(given && { attributionSpec: given }),
      })
      expect(adSetFields(world, adSet, 'attribution_spec')).toEqual({ attribution_spec: expected })
    },
  )

  test('of a campaign without an objective is a 1-day click [CAM-244]', () => {
    const { world, campaign } = scene()
    const adSet = adSetOf(world, campaign)
    expect(adSetFields(world, adSet, 'attribution_spec')).toEqual({ attribution_spec: [click(1)] })
  })

  const usual = 'CLICK_THROUGH 1'
  test.each<[readonly [string, string?], object[], string]>([
    [['LINK_CLICKS'], [click(7)], `${usual}, got CLICK_THROUGH 7`],
    [['LINK_CLICKS'], [view(1)], `${usual}, got VIEW_THROUGH 1`],
    [['LINK_CLICKS'], [click(1), view(1)], `${usual}, got CLICK_THROUGH 1 and VIEW_THROUGH 1`],
    [['LINK_CLICKS'], [], `${usual}, got none`],
    [['CONVERSIONS', 'LINK_CLICKS'], [click(7)], `${usual}, got CLICK_THROUGH 7`],
    [['LINK_CLICKS', 'OFFSITE_CONVERSIONS'], [click(7)], `${usual}, got CLICK_THROUGH 7`],
    [recall, [click(1)], 'none, got CLICK_THROUGH 1'],
    [sales, [], 'got none'],
    [sales, [click(1), click(7)], 'got CLICK_THROUGH 1 and CLICK_THROUGH 7'],
  ])('of %j cannot be %j [CAM-240..244]', ([objective, optimizationGoal], attributionSpec, words) => {
    const { world, campaign } = scene(objective)
    const goal = optimizationGoal === undefined ? {} : { optimizationGoal }
    const make = () => act(world, 'createAdSet', { campaign, ...goal, attributionSpec })
    expect(refusedBy(world, make)).toMatchObject({ code: 100, message: expect.stringContaining(words) })
  })

  test.each([
    [click(2), 'Param attributionSpec.0.window_days must be one of 1, 7, got 2'],
    [click(28), 'Param attributionSpec.0.window_days must be one of 1, 7, got 28'],
    [
      { event_type: 'CLICK', window_days: 1 },
      'Param attributionSpec.0.event_type must be one of CLICK_THROUGH, VIEW_THROUGH, got "CLICK"',
    ],
  ])('has no window %j [CAM-241]', (window, message) => {
    const { world, campaign } = scene('CONVERSIONS')
    const params = { campaign, optimizationGoal: 'OFFSITE_CONVERSIONS', attributionSpec: [window] }
    expect(refusedBy(world, () => act(world, 'createAdSet', params))).toMatchObject({
      code: 100,
      message: `(#100) ${message}`,
    })
  })
})
