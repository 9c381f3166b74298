import { z } from '../../engine/schema/zod.ts'
import type { Tx } from '../../service/routes/context.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { json, jsonObjectColumn } from '../../service/values/columns.ts'
import { present } from '../../service/values/references.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import { accountDay, createdIn, timeIn, updatedIn } from '../accounts/account-time.ts'
import type { AdRow, AdSetRow, CreativeRow } from '../rows.ts'
import { liveAdFields } from './ad-live-fields.ts'
import { totalOf } from './result-sums.ts'
import { statuses } from './status.ts'

/** The effective status of an ad set or an ad: CAMPAIGN_PAUSED while its campaign is paused (SIL-114). */
export function effectiveChildStatus(tx: Tx, { status, campaign }: AdSetRow | AdRow): string {
  if (status === 'DELETED' || status === 'ARCHIVED') return status
  return tx.find('campaigns', campaign)?.status === 'PAUSED' ? 'CAMPAIGN_PAUSED' : status
}

const NodeId = z.object({
  /** The id. */
  id: z.string(),
})

const sharedFields = {
  id: field(z.string(), (row: AdSetRow | AdRow) => String(row.id)),
  /** The name. */
  name: field(z.string(), (row: AdSetRow | AdRow) => row.name),
  /** The id of the ad account, without the prefix `act_`. */
  account_id: field(z.string(), (row: AdSetRow | AdRow) => String(row.adAccount)),
  /** The id of the campaign above it. */
  campaign_id: field(z.string(), (row: AdSetRow | AdRow) => String(row.campaign)),
  /** The campaign above it: its id, and the fields that braces select. */
  campaign: field(NodeId, (row: AdSetRow | AdRow) => ({ id: String(row.campaign) }), {
    beyond: true,
    onRequest: true,
    node: 'Campaign',
  }),
  /** The status that was set. */
  status: field(z.enum(statuses), (row: AdSetRow | AdRow) => row.status),
  /** The status that was set; the same as `status`. */
  configured_status: field(z.enum(statuses), (row: AdSetRow | AdRow) => row.status),
  /** The status in effect, which also follows from the objects above, such as CAMPAIGN_PAUSED. */
  effective_status: field(z.string(), (row: AdSetRow | AdRow, { tx }) => effectiveChildStatus(tx, row)),
  /** When it was created. */
  created_time: field(z.string(), createdIn),
  /** When it last changed. */
  updated_time: field(z.string(), updatedIn),
}

const beyond = { beyond: true } as const

/** Returns the labels of an object, or undefined without one. */
const labelsOf = ({ labels = [] }: AdSetRow | AdRow | CreativeRow) =>
  labels.length > 0 ? [...labels] : undefined

/** The labels of an object. Missing without one. */
const adlabels = field(z.array(json), labelsOf, { beyond: true, onRequest: true })

/** Returns the budget of an ad set that is left: of today, or of its whole run; "0" without a budget. */
function budgetRemaining(
  { id, adAccount, dailyBudget, lifetimeBudget }: AdSetRow,
  { tx, now }: ReadContext,
): string {
  const today = accountDay(present(tx, 'adAccounts', adAccount), now)
  const range = dailyBudget === null ? {} : { from: [today], below: [today + 1] }
  const left =
    BigInt(dailyBudget ?? lifetimeBudget ?? 0) - totalOf(tx.list('adResults', 'byAdSet', [id], range)).spend
  return String(left > 0n ? left : 0n)
}

/** The fields of an ad (SIL-151). */
export const adView = {
  name: 'Ad',
  minimal: ['id'],
  fields: {
    ...sharedFields,
    /** The id of the ad set of the ad. */
    adset_id: field(z.string(), (ad: AdRow) => String(ad.adSet)),
    /** The ad set of the ad: its id, and the fields that braces select. */
    adset: field(NodeId, (ad: AdRow) => ({ id: String(ad.adSet) }), {
      beyond: true,
      onRequest: true,
      node: 'AdSet',
    }),
    /** The creative that the ad shows. */
    creative: field(
      z.object({
        /** The id of the creative. */
        id: z.string(),
      }),
      (ad: AdRow) => ({ id: String(ad.creative) }),
      { node: 'AdCreative' },
    ),
    ...liveAdFields,
    /** The labels of the ad. Missing without one. */
    adlabels,
  },
} satisfies View<AdRow>

/** The fields of an ad set (SIL-151). updateCampaign sets `bid_amount` (CAM-154). */
export const adSetView = {
  name: 'AdSet',
  minimal: ['id'],
  fields: {
    ...sharedFields,
    /** The optimization goal of delivery. Missing if none was set. */
    optimization_goal: field(z.string(), ({ optimizationGoal }: AdSetRow) => optimizationGoal ?? undefined),
    /** The bid, in subunits of the account's currency. Missing with automatic bids. */
    bid_amount: field(z.string(), ({ bidAmount }: AdSetRow) => bidAmount ?? undefined),
    /** The event that is billed, such as IMPRESSIONS. */
    billing_event: field(z.string(), ({ billingEvent }: AdSetRow) => billingEvent, { beyond: true }),
    /** The audience, as it was sent. */
    targeting: field(jsonObjectColumn, ({ targeting }: AdSetRow) => targeting, { beyond: true }),
    /** The budget for a day, in subunits of the account's currency. Missing without one. */
    daily_budget: field(z.string(), ({ dailyBudget }: AdSetRow) => dailyBudget ?? undefined),
    /** The budget for the whole run, in subunits of the account's currency. Missing without one. */
    lifetime_budget: field(z.string(), ({ lifetimeBudget }: AdSetRow) => lifetimeBudget ?? undefined),
    /** When delivery starts. Missing if no start was set. */
    start_time: field(z.string(), (adSet: AdSetRow, { tx }) =>
      adSet.startTime === null ? undefined : timeIn(tx, adSet, adSet.startTime),
    ),
    /** When delivery ends. Missing if no end was set. */
    end_time: field(z.string(), (adSet: AdSetRow, { tx }) =>
      adSet.endTime === null ? undefined : timeIn(tx, adSet, adSet.endTime),
    ),
    /** The windows in which an action counts as a result of the ads. */
    attribution_spec: field(z.array(json), ({ attributionSpec }: AdSetRow) => [...attributionSpec]),
    /** The actions that are tracked for its ads. */
    tracking_specs: field(z.array(json), ({ trackingSpecs }: AdSetRow) => [...trackingSpecs]),
    /** The object that the ads promote. Missing without one. */
    promoted_object: field(
      jsonObjectColumn,
      ({ promotedObject }: AdSetRow) => promotedObject ?? undefined,
      beyond,
    ),
    /** How the ad set bids. Missing if a call did not say so. */
    bid_strategy: field(z.string(), ({ bidStrategy }: AdSetRow) => bidStrategy, beyond),
    /**
     * The budget that is left, in subunits of the account's currency: that of today for a daily budget.
     * `0` without a budget.
     */
    budget_remaining: field(z.string(), budgetRemaining, beyond),
    /** The labels of the ad set. Missing without one. */
    adlabels,
  },
} satisfies View<AdSetRow>

const Button = z.object({ call_to_action: z.object({ type: z.string() }) })

/** Returns the type of the button of the post that a creative describes. */
function callToActionType({ objectStorySpec = {} }: CreativeRow): string | undefined {
  const buttons = Object.values(objectStorySpec).map((content) => Button.safeParse(content).data)
  return buttons.find((button) => button !== undefined)?.call_to_action.type
}

/** The fields of an ad creative. */
export const creativeView = {
  name: 'AdCreative',
  minimal: ['id'],
  fields: {
    id: field(z.string(), (creative: CreativeRow) => String(creative.id)),
    /** The id of the ad account, without the prefix `act_`. */
    account_id: field(z.string(), (creative: CreativeRow) => String(creative.adAccount)),
    /** The name of the creative. */
    name: field(z.string(), (creative: CreativeRow) => creative.name),
    /** The headline of the ad. */
    title: field(z.string(), (creative: CreativeRow) => creative.title),
    /** The text of the ad. */
    body: field(z.string(), (creative: CreativeRow) => creative.body),
    /** The URL that the ad promotes. */
    object_url: field(z.string(), (creative: CreativeRow) => creative.objectUrl),
    /** The hash of the image of the ad. */
    image_hash: field(z.string(), (creative: CreativeRow) => creative.imageHash),
    /** ACTIVE, or DELETED after the action `deleteCreative`. */
    status: field(z.string(), (creative: CreativeRow) => creative.status),
    /** The id of the post that the creative was made from. Missing without one. */
    object_story_id: field(z.string(), ({ objectStoryId }: CreativeRow) => objectStoryId, beyond),
    /** The id of the post that the ad shows. Missing without one. */
    effective_object_story_id: field(z.string(), ({ objectStoryId }: CreativeRow) => objectStoryId, beyond),
    /** The description of the post that the ad shows, as it was sent. Missing without one. */
    object_story_spec: field(jsonObjectColumn, ({ objectStorySpec }: CreativeRow) => objectStorySpec, beyond),
    /** The type of the button of the described post, such as LEARN_MORE. Missing without one. */
    call_to_action_type: field(z.string(), callToActionType, beyond),
    /** The parameters that the URLs of the ad get. Missing without them. */
    url_tags: field(z.string(), ({ urlTags }: CreativeRow) => urlTags, beyond),
    /** The labels of the creative. Missing without one. */
    adlabels,
  },
} satisfies View<CreativeRow>
