import { z } from '../../../engine/schema/zod.ts'
import { type CallError, invalidParameter, isCallError } from '../../../service/contract/errors.ts'
import type { Tx } from '../../../service/routes/context.ts'
import { jsonObject, list } from '../../../service/values/compounds.ts'
import { plainObject } from '../../../service/values/plain.ts'
import { defaulted, integer, numericId, oneOf, text } from '../../../service/values/scalars.ts'
import { datetime } from '../../../service/values/times.ts'
import type { AdSetRow } from '../../rows.ts'
import { adSetParams, newAdSet } from '../new-ad-set.ts'

/** The values of `billing_event`. */
const billingEvents = ['IMPRESSIONS', 'LINK_CLICKS', 'PAGE_LIKES', 'POST_ENGAGEMENT', 'THRUPLAY'] as const

/** The values of `bid_strategy`. */
export const adSetBidStrategies = [
  'LOWEST_COST_WITHOUT_CAP',
  'LOWEST_COST_WITH_BID_CAP',
  'COST_CAP',
  'LOWEST_COST_WITH_MIN_ROAS',
] as const

/** The parameters of addAdSet. */
export const adSetFields = z.object({
  /** The name of the ad set. */
  name: text,
  /** The id of a campaign of the ad account. */
  campaign_id: numericId,
  /** The event that is billed. */
  billing_event: oneOf(billingEvents),
  /** The audience of the ads. */
  targeting: jsonObject,
  /** Whether the ad set may be delivered. */
  status: defaulted(oneOf(['ACTIVE', 'PAUSED']), 'PAUSED'),
  /** The optimization goal of delivery. The objective of the campaign restricts it. */
  optimization_goal: text.optional(),
  /**
   * The budget for a day, in subunits of the account's currency. Excluded by a budget of the campaign.
   */
  daily_budget: integer(1).optional(),
  /**
   * The budget for the whole run, in subunits of the account's currency. Excluded by a budget of the
   * campaign.
   */
  lifetime_budget: integer(1).optional(),
  /** The bid, in subunits of the account's currency. Without it, bids are automatic. */
  bid_amount: integer(1).optional(),
  /** How the ad set bids. */
  bid_strategy: oneOf(adSetBidStrategies).optional(),
  /** When delivery starts. */
  start_time: datetime.optional(),
  /** When delivery ends, after the start. */
  end_time: datetime.optional(),
  /**
   * The object that the ads promote. The objective of the campaign may require some of its members.
   */
  promoted_object: jsonObject.optional(),
  /**
   * The windows in which an action counts as a result of the ads. Its allowed values depend on the
   * objective and on the optimization goal.
   */
  attribution_spec: adSetParams.attributionSpec,
  /** The actions to track for the ads. By default they follow from the objective. */
  tracking_specs: list(jsonObject).optional(),
})

const names = {
  campaign: 'campaign_id',
  dailyBudget: 'daily_budget',
  lifetimeBudget: 'lifetime_budget',
  startTime: 'start_time',
  endTime: 'end_time',
  attributionSpec: 'attribution_spec',
} as const

const callName = (name: string): string =>
  Object.hasOwn(names, name) ? names[name as keyof typeof names] : name

/** Adds an ad set to a campaign of an ad account, by the rules of the action `createAdSet`. */
export function adSetOf(
  tx: Tx,
  adAccount: number,
  fields: z.output<typeof adSetFields>,
): AdSetRow | CallError {
  const campaign = tx.find('campaigns', Number(fields.campaign_id))
  if (campaign?.adAccount !== adAccount)
    return invalidParameter(
      `Param campaign_id must be the id of a campaign of the ad account, got ${fields.campaign_id}`,
    )
  const adSet = newAdSet(
    tx,
    campaign,
    {
      name: fields.name,
      status: fields.status,
      dailyBudget: fields.daily_budget,
      lifetimeBudget: fields.lifetime_budget,
      startTime: fields.start_time,
      endTime: fields.end_time,
      optimizationGoal: fields.optimization_goal,
      promotedObject: fields.promoted_object,
      attributionSpec: fields.attribution_spec,
      trackingSpecs: fields.tracking_specs,
      placements: [],
      buyingType: undefined,
    },
    callName,
  )
  if (isCallError(adSet)) return adSet
  return tx.patch('adSets', adSet.id, {
    bidAmount: fields.bid_amount === undefined ? null : String(fields.bid_amount),
    billingEvent: fields.billing_event,
    ...(fields.bid_strategy !== undefined && { bidStrategy: fields.bid_strategy }),
    targeting: plainObject(fields.targeting),
  })
}
