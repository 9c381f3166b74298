import { z } from '../../engine/schema/zod.ts'
import type { Tx } from '../../service/routes/context.ts'
import { isoDate } from '../../service/values/times.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import { amountText, ratioText, subunitsOf } from '../accounts/money.ts'
import { type SegmentDimension, segmentDimensions } from '../ads/result-segments.ts'
import type { InsightRow, Level } from './insight-row.ts'
import { depthOf } from './insights.ts'

/** Returns a field that only a level and those below it have. */
const from = (lowest: Level, show: (insight: InsightRow, tx: Tx) => string | null | undefined) =>
  field(z.string(), (insight: InsightRow, { tx }) =>
    depthOf(insight.level) >= depthOf(lowest) ? show(insight, tx) : undefined,
  )

/** A number of actions, or an amount of money, of one type of action. */
const ActionStat = z.object({
  /** The type of the actions. */
  action_type: z.string(),
  /** The number or the amount, as text. */
  value: z.string(),
})

/** The unit of an amount: subunits of the currency in it. */
const unitOf = ({ account: { currency } }: InsightRow): bigint => subunitsOf(currency)

/** Returns a cost for a number of events; undefined if there are none. */
const costOf = (insight: InsightRow, events: number, of = 1n): string | undefined =>
  ratioText(insight.sums.spend * of, BigInt(events) * unitOf(insight))

type Actions = InsightRow['sums']['actions']

/** Returns a list with a value for each type of action, in the order of the types. */
const perAction = (
  { sums: { actions } }: InsightRow,
  shownOf: (action: Actions extends ReadonlyMap<string, infer A> ? A : never) => string | undefined,
) => {
  const stats = [...actions]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([type, action]) => {
      const value = shownOf(action)
      return value === undefined ? [] : [{ action_type: type, value }]
    })
  return stats.length === 0 ? undefined : stats
}

const countOf = ({ sums }: InsightRow, type: string): number => sums.actions.get(type)?.count ?? 0

/** Returns the value of purchases as a multiple of the spend. */
function purchaseRoas({ sums: { actions, spend } }: InsightRow) {
  const type = actions.has('omni_purchase') ? 'omni_purchase' : 'purchase'
  const value = ratioText(actions.get(type)?.value ?? 0n, spend)
  return actions.has(type) && value !== undefined ? [{ action_type: type, value }] : undefined
}

/** Returns a field with the value of a breakdown. */
const breakdown = (name: SegmentDimension) => field(z.string(), ({ segment }: InsightRow) => segment[name])

const shownByDefault = [
  'account_id',
  'campaign_id',
  'adset_id',
  'ad_id',
  'impressions',
  'spend',
  'date_start',
  'date_stop',
] as const

const alwaysShown = ['date_start', 'date_stop', ...segmentDimensions] as const

/**
 * The fields of insights. Counts are text, and amounts are in units of the currency, such as `12.34`. A rate
 * or a cost has up to six decimals, and is missing if it would be a division by zero.
 */
export const insightView = {
  name: 'AdsInsights',
  minimal: shownByDefault,
  byDefault: () => shownByDefault,
  always: alwaysShown,
  fields: {
    /** The id of the ad account, without the prefix `act_`. */
    account_id: field(z.string(), ({ account }: InsightRow) => String(account.id)),
    /** The name of the ad account. */
    account_name: field(z.string(), ({ account }: InsightRow) => account.name),
    /** The ISO 4217 code of the currency of the amounts. */
    account_currency: field(z.string(), ({ account }: InsightRow) => account.currency),
    /** The id of the campaign. Missing at the level of accounts. */
    campaign_id: from('campaign', ({ ad }) => String(ad.campaign)),
    /** The name of the campaign. Missing at the level of accounts. */
    campaign_name: from('campaign', ({ ad }, tx) => tx.find('campaigns', ad.campaign)?.name),
    /** The id of the ad set. Missing above the level of ad sets. */
    adset_id: from('adset', ({ ad }) => String(ad.adSet)),
    /** The name of the ad set. Missing above the level of ad sets. */
    adset_name: from('adset', ({ ad }, tx) => tx.find('adSets', ad.adSet)?.name),
    /** The id of the ad. Missing above the level of ads. */
    ad_id: from('ad', ({ ad }) => String(ad.id)),
    /** The name of the ad. Missing above the level of ads. */
    ad_name: from('ad', ({ ad }) => ad.name),
    /** The objective of the campaign. Missing at the level of accounts, and without an objective. */
    objective: from('campaign', ({ ad }, tx) => tx.find('campaigns', ad.campaign)?.objective),
    /** The buying type of the campaign. Missing at the level of accounts. */
    buying_type: from('campaign', ({ ad }, tx) => tx.find('campaigns', ad.campaign)?.buyingType),
    /** The optimization goal of the ad set. Missing above the level of ad sets, and without a goal. */
    optimization_goal: from('adset', ({ ad }, tx) => tx.find('adSets', ad.adSet)?.optimizationGoal),
    /** The number of times that ads were shown, as text. */
    impressions: field(z.string(), ({ sums }: InsightRow) => String(sums.impressions)),
    /**
     * The number of people who saw an ad, as text. It adds up days and ads, so it can count a person twice.
     */
    reach: field(z.string(), ({ sums }: InsightRow) => String(sums.reach)),
    /** The impressions for each person who was reached. */
    frequency: field(z.string(), ({ sums }: InsightRow) =>
      ratioText(BigInt(sums.impressions), BigInt(sums.reach)),
    ),
    /** The number of clicks, as text. */
    clicks: field(z.string(), ({ sums }: InsightRow) => String(sums.clicks)),
    /** The clicks for 100 impressions. */
    ctr: field(z.string(), ({ sums }: InsightRow) =>
      ratioText(BigInt(sums.clicks) * 100n, BigInt(sums.impressions)),
    ),
    /** The cost in units of the currency, such as `12.34`. */
    spend: field(z.string(), ({ sums, account }: InsightRow) => amountText(sums.spend, account.currency)),
    /** The cost of a click. */
    cpc: field(z.string(), (insight: InsightRow) => costOf(insight, insight.sums.clicks)),
    /** The cost of 1,000 impressions. */
    cpm: field(z.string(), (insight: InsightRow) => costOf(insight, insight.sums.impressions, 1_000n)),
    /** The cost of reaching 1,000 people. */
    cpp: field(z.string(), (insight: InsightRow) => costOf(insight, insight.sums.reach, 1_000n)),
    /** The average bid that advertisers wished for. Always `0`: ads have no such bid. */
    wish_bid: field(z.string(), (_insight: InsightRow) => '0'),
    /** The number of actions of each type. Missing without actions. */
    actions: field(z.array(ActionStat), (insight: InsightRow) =>
      perAction(insight, ({ count }) => String(count)),
    ),
    /** The value of the actions of each type, in units of the currency. Missing if none has a value. */
    action_values: field(z.array(ActionStat), (insight: InsightRow) =>
      perAction(insight, ({ value }) =>
        value === 0n ? undefined : amountText(value, insight.account.currency),
      ),
    ),
    /** The cost of an action of each type. Missing without actions. */
    cost_per_action_type: field(z.array(ActionStat), (insight: InsightRow) =>
      perAction(insight, ({ count }) => costOf(insight, count)),
    ),
    /** The value of purchases as a multiple of the spend. Missing without purchases or spend. */
    purchase_roas: field(z.array(ActionStat), purchaseRoas),
    /** The number of actions `link_click`, as text. */
    inline_link_clicks: field(z.string(), (insight: InsightRow) => String(countOf(insight, 'link_click'))),
    /** The actions `link_click` for 100 impressions. */
    inline_link_click_ctr: field(z.string(), (insight: InsightRow) =>
      ratioText(BigInt(countOf(insight, 'link_click')) * 100n, BigInt(insight.sums.impressions)),
    ),
    /** The cost of an action `link_click`. */
    cost_per_inline_link_click: field(z.string(), (insight: InsightRow) =>
      costOf(insight, countOf(insight, 'link_click')),
    ),
    /** The number of actions `post_engagement`, as text. */
    inline_post_engagement: field(z.string(), (insight: InsightRow) =>
      String(countOf(insight, 'post_engagement')),
    ),
    /** The first day, as `YYYY-MM-DD`. */
    date_start: field(z.string(), ({ since }: InsightRow) => isoDate(since)),
    /** The last day, included, as `YYYY-MM-DD`. */
    date_stop: field(z.string(), ({ until }: InsightRow) => isoDate(until)),
    /** The age group. Present with its breakdown. */
    age: breakdown('age'),
    /** The gender. Present with its breakdown. */
    gender: breakdown('gender'),
    /** The country. Present with its breakdown. */
    country: breakdown('country'),
    /** The region. Present with its breakdown. */
    region: breakdown('region'),
    /** The platform that showed the ad. Present with its breakdown. */
    publisher_platform: breakdown('publisher_platform'),
    /** The place on the platform. Present with its breakdown. */
    platform_position: breakdown('platform_position'),
    /** The device that showed the ad. Present with its breakdown. */
    impression_device: breakdown('impression_device'),
    /** The kind of device. Present with its breakdown. */
    device_platform: breakdown('device_platform'),
  },
} satisfies View<InsightRow>

/** The names of the fields of insights. */
export const insightFields = Object.keys(insightView.fields) as (keyof typeof insightView.fields)[]
