import { describe, expect, test } from 'vitest'
import { act } from '../../service/scene.ts'
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

const money = 'daily_budget,lifetime_budget,budget_remaining,last_budget_toggling_time'
const budgets = 'daily_budget,lifetime_budget'

/** Creates a campaign with a budget, and two ad sets with budgets. */
function scene(own: object, first: object = {}, second: object = {}) {
  const world = fresh()
  const campaign = campaignOf(world, own)
  const one = adSetOf(world, campaign, first)
  const other = adSetOf(world, campaign, second)
  world.clock.advance('1h')
  return { world, campaign, one, other }
}

describe('the campaign or its ad sets have a budget, never both [CAM-099, CAM-101]', () => {
  test.each([{ daily_budget: 9 }, { lifetime_budget: 9 }])(
    '%j is refused while an ad set has one',
    (given) => {
      const { world, campaign } = scene({}, {}, { lifetimeBudget: 5 })
      expect(updateRefusal(world, campaign, given)).toBe(
        '(#100) The ad sets have budgets: send adset_budgets in the same call to move the budget to the campaign',
      )
    },
  )

  test.each([{ dailyBudget: 9 }, { lifetimeBudget: 9 }])(
    'an ad set takes no %j under a campaign that has one',
    (given) => {
      const { world, campaign } = scene({ daily_budget: 5 })
      expect(act(world, 'createAdSet', { campaign, ...given })).toMatchObject({
        ok: false,
        error: {
          message: '(#100) The campaign has a budget: its ad sets cannot have dailyBudget or lifetimeBudget',
        },
      })
    },
  )

  test('a daily budget replaces a lifetime budget and the reverse, without a toggling time', () => {
    const { world, campaign } = scene({ daily_budget: 5 })
    update(world, campaign, { lifetime_budget: 70 }).unwrap()
    expect(fieldsOf(world, campaign, money)).toEqual({ lifetime_budget: '70', budget_remaining: '70' })
  })

  test('a deleted ad set does not count', () => {
    const { world, campaign } = scene({})
    const copy = campaignOf(world)
    adSetOf(world, copy, { dailyBudget: 5 })
    update(world, copy, { status: 'DELETED' }).unwrap()
    expect(update(world, campaign, { daily_budget: 9 }).ok).toBe(true)
  })

  test('budget_remaining is the budget minus the spend, and at least 0 [CAM-015]', () => {
    const { world, campaign } = scene({ daily_budget: 500 })
    expect(world.actions.recordSpend({ campaign, amount: 120 }).unwrap()).toEqual({ spent: '120' })
    expect(fieldsOf(world, campaign, 'budget_remaining')).toEqual({ budget_remaining: '380' })
    expect(world.actions.recordSpend({ campaign, amount: 400 }).unwrap()).toEqual({ spent: '520' })
    expect(fieldsOf(world, campaign, 'budget_remaining')).toEqual({ budget_remaining: '0' })
  })
})

describe('adset_budgets', () => {
  const toggled = '2026-01-15T10:00:00+0000'

  test('moves the budget from the campaign to its ad sets [CAM-027, CAM-156..157, CAM-159]', () => {
    const { world, campaign, one, other } = scene({ daily_budget: 500 })
    const entries = [
      { adset_id: one, daily_budget: '100' },
      { adset_id: Number(other), lifetime_budget: 2_000 },
    ]
    update(world, campaign, { adset_budgets: JSON.stringify(entries) }).unwrap()
    expect(fieldsOf(world, campaign, money)).toEqual({
      budget_remaining: '0',
      last_budget_toggling_time: toggled,
    })
    expect(adSetFields(world, one, budgets)).toEqual({ daily_budget: '100' })
    expect(adSetFields(world, other, budgets)).toEqual({ lifetime_budget: '2000' })
  })

  test('with a budget of the campaign clears the budgets of the ad sets [CAM-027, CAM-159]', () => {
    const { world, campaign, one, other } = scene({}, { dailyBudget: 100 }, { lifetimeBudget: 7 })
    update(world, campaign, { daily_budget: 900, adset_budgets: [] }).unwrap()
    expect(fieldsOf(world, campaign, money)).toEqual({
      daily_budget: '900',
      budget_remaining: '900',
      last_budget_toggling_time: toggled,
    })
    for (const adSet of [one, other]) expect(adSetFields(world, adSet, budgets)).toEqual({})
  })

  test('replaces the budgets of the ad sets without a toggling time [CAM-158]', () => {
    const { world, campaign, one, other } = scene({}, { dailyBudget: 100 }, { dailyBudget: 100 })
    const adset_budgets = [
      { adset_id: one, lifetime_budget: 5 },
      { adset_id: other, daily_budget: 100 },
    ]
    update(world, campaign, { adset_budgets }).unwrap()
    expect(fieldsOf(world, campaign, money)).toEqual({ budget_remaining: '0' })
    expect(adSetFields(world, one, `${budgets},updated_time`)).toEqual({
      lifetime_budget: '5',
      updated_time: toggled,
    })
    expect(adSetFields(world, other, 'updated_time')).toEqual({ updated_time: '2026-01-15T09:00:00+0000' })
  })

  const { one: unknown } = { one: start.adSet }
  test.each<[string, (one: string, other: string) => unknown, string]>([
    [
      'leaves out an ad set [CAM-159]',
      (one) => [{ adset_id: one, daily_budget: 5 }],
      'Param adset_budgets must name every ad set of the campaign, and leaves out ',
    ],
    [
      'names an ad set of another campaign [CAM-157]',
      (one, other) => [one, other, unknown].map((adset_id) => ({ adset_id, daily_budget: 5 })),
      `Param adset_budgets must name ad sets of the campaign, got ${unknown}`,
    ],
    [
      'names an ad set twice [CAM-157]',
      (one, other) => [one, other, one].map((adset_id) => ({ adset_id, daily_budget: 5 })),
      'Param adset_budgets must name each ad set once',
    ],
    [
      'has an entry without a budget [CAM-158]',
      (one, other) => [{ adset_id: one, daily_budget: 5 }, { adset_id: other }],
      'Param adset_budgets.1 must have daily_budget or lifetime_budget',
    ],
    [
      'has an entry with both budgets [CAM-158]',
      (one) => [{ adset_id: one, daily_budget: 5, lifetime_budget: 5 }],
      'Params daily_budget and lifetime_budget exclude each other, in adset_budgets.0',
    ],
    [
      'has a budget of nothing [CAM-158]',
      (one) => [{ adset_id: one, daily_budget: 0 }],
      'Param daily_budget must be 1 or more, got 0, in adset_budgets.0',
    ],
  ])('is refused if it %s', (_, entries, message) => {
    const { world, campaign, one, other } = scene({ daily_budget: 500 })
    const words = updateRefusal(world, campaign, { adset_budgets: entries(one, other) })
    expect(words.startsWith(`(#100) ${message}`)).toBe(true)
  })
})

describe('adset_budgets without an entry', () => {
  const message =
    '(#100) Param adset_budgets must name an ad set unless daily_budget or lifetime_budget is given'

  test.each<[string, object, number, unknown]>([
    ['a daily budget and no ad sets', { daily_budget: 500 }, 0, []],
    ['a lifetime budget and no ad sets', { lifetime_budget: 500 }, 0, '[]'],
    ['a daily budget and no ad sets, given as text', { daily_budget: 500 }, 0, ''],
    ['a budget and ad sets', { daily_budget: 500 }, 2, []],
    ['no budget and no ad sets', {}, 0, []],
    ['no budget, and ad sets with budgets', {}, 2, []],
  ])(
    'does not move the budget of a campaign with %s [CAM-156..157, CAM-159]',
    (_, own, sets, adset_budgets) => {
      const world = fresh()
      const campaign = campaignOf(world, own)
      const budget = Object.keys(own).length > 0 ? {} : { dailyBudget: 5 }
      const made = Array.from({ length: sets }, () => adSetOf(world, campaign, budget))
      const before = fieldsOf(world, campaign, money)
      expect(updateRefusal(world, campaign, { adset_budgets, name: 'N' })).toBe(message)
      expect(fieldsOf(world, campaign, `${money},name`)).toEqual({ ...before, name: '' })
      const paid = sets > 0 && 'dailyBudget' in budget ? { daily_budget: '5' } : {}
      for (const adSet of made) expect(adSetFields(world, adSet, budgets)).toEqual(paid)
    },
  )

  test('with a budget of the campaign clears those of the ad sets, if there are any [CAM-159]', () => {
    const { world, campaign } = scene({ daily_budget: 5 })
    update(world, campaign, { lifetime_budget: 70, adset_budgets: [] }).unwrap()
    expect(fieldsOf(world, campaign, money)).toEqual({ lifetime_budget: '70', budget_remaining: '70' })
  })
})

describe('adset_bid_amounts', () => {
  const automatic = { bid_strategy: 'LOWEST_COST_WITHOUT_CAP' }

  const caps = ['LOWEST_COST_WITH_BID_CAP', 'COST_CAP'] as const
  const switches = caps.flatMap((bid_strategy) => [
    ['named', automatic, bid_strategy] as const,
    ['left out', {}, bid_strategy] as const,
  ])
  test.each(switches)(
    'is needed for every ad set to switch from automatic bids, %s on creation: %j to %s [CAM-155]',
    (_, own, bid_strategy) => {
      const { world, campaign, one, other } = scene(own)
      expect(updateRefusal(world, campaign, { bid_strategy })).toMatch(
        /Param adset_bid_amounts must name every ad set of the campaign, and leaves out \d+$/,
      )
      expect(updateRefusal(world, campaign, { bid_strategy, adset_bid_amounts: { [one]: 5 } })).toBe(
        `(#100) Param adset_bid_amounts must name every ad set of the campaign, and leaves out ${other}`,
      )
      const adset_bid_amounts = JSON.stringify({ [one]: '250', [other]: 9 })
      update(world, campaign, { bid_strategy, adset_bid_amounts }).unwrap()
      expect(fieldsOf(world, campaign, 'bid_strategy')).toEqual({ bid_strategy })
      expect(adSetFields(world, one, 'bid_amount')).toEqual({ bid_amount: '250' })
      expect(adSetFields(world, other, 'bid_amount')).toEqual({ bid_amount: '9' })
    },
  )

  test.each([
    ['automatic', automatic, { bid_strategy: 'LOWEST_COST_WITHOUT_CAP' }],
    ['capped', { bid_strategy: 'COST_CAP' }, { bid_strategy: 'LOWEST_COST_WITH_BID_CAP' }],
    ['capped', { bid_strategy: 'COST_CAP' }, { bid_strategy: 'LOWEST_COST_WITHOUT_CAP' }],
    ['automatic', automatic, { name: 'N' }],
    ['automatic', {}, { bid_strategy: 'LOWEST_COST_WITHOUT_CAP' }],
    ['automatic', {}, { name: 'N' }],
  ])('is not needed from %s bids: %j to %j [CAM-155]', (_, own, given) => {
    const { world, campaign } = scene(own)
    expect(update(world, campaign, given).ok).toBe(true)
  })

  test('is not needed without an ad set [CAM-155]', () => {
    const world = fresh()
    const campaign = campaignOf(world)
    expect(update(world, campaign, { bid_strategy: 'COST_CAP' }).ok).toBe(true)
  })

  test.each([
    [-5, '-5'],
    [0, '0'],
    ['-9223372036854775808', '-9223372036854775808'],
  ])('refuses the amount %j [CAM-154]', (amount, shown) => {
    const { world, campaign, one, other } = scene({})
    const given = { bid_strategy: 'COST_CAP', adset_bid_amounts: { [one]: 5, [other]: amount } }
    const message = `(#100) Param adset_bid_amounts.${other} must be 1 or more, got ${shown}`
    expect(updateRefusal(world, campaign, given)).toBe(message)
    expect(adSetFields(world, one, 'bid_amount')).toEqual({})
  })

  test.each(['9223372036854775808', 1.5, '5.0', '', null])(
    'takes no %j, which is no 64-bit integer [CAM-154]',
    (amount) => {
      const { world, campaign, one } = scene({})
      const words = updateRefusal(world, campaign, { adset_bid_amounts: { [one]: amount } })
      expect(words).toMatch(/^\(#100\) Param adset_bid_amounts\.\d+ must be a 64-bit integer/)
    },
  )

  test('sets the bid of one ad set only [CAM-154]', () => {
    const { world, campaign, one, other } = scene({ bid_strategy: 'COST_CAP' })
    update(world, campaign, { adset_bid_amounts: { [one]: '9223372036854775807' } }).unwrap()
    expect(adSetFields(world, one, 'bid_amount')).toEqual({ bid_amount: '9223372036854775807' })
    expect(adSetFields(world, other, 'bid_amount')).toEqual({})
  })

  test('refuses ad sets of other campaigns [CAM-154]', () => {
    const { world, campaign } = scene({})
    expect(updateRefusal(world, campaign, { adset_bid_amounts: { [start.adSet]: 5 } })).toBe(
      `(#100) Param adset_bid_amounts must name ad sets of the campaign, got ${start.adSet}`,
    )
  })
})
