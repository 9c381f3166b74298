import { z } from 'zod'
import type { Json } from '../../engine/guard.ts'
import { instant, type RowOf, rowId, table } from '../../engine/table.ts'
import { field, type View } from '../../graph/views/fields.ts'
import type { Seen } from '../../graph/seen.ts'
import { isoTime } from '../../graph/values/times.ts'
import { since } from '../../graph/contract/versions.ts'
import { statuses } from '../ads/campaign-values.ts'
import { isLiving } from '../ads/ad.ts'
import { hasRoleOn } from '../accounts/ad-account.ts'
import { decimalText, json, jsonObject } from '../../graph/values/columns.ts'
import type { Tables } from '../tables.ts'

/** A status that a campaign, an ad set or an ad is set to. */
export type Status = (typeof statuses)[number]

const Issue = z.object({
  level: z.string(),
  error_code: z.int(),
  error_summary: z.string(),
  error_message: z.string(),
  error_type: z.string(),
})

/** An advertising campaign. */
export const campaigns = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    name: z.string(),
    objective: z.string().nullable(),
    status: z.enum(statuses),
    createdTime: instant(),
    updatedTime: instant(),
    specialAdCategories: z.array(z.string()),
    specialAdCategoryCountry: z.array(z.string()),
    buyingType: z.string(),
    bidStrategy: z.string().nullable(),
    /** Budgets and caps in currency subunits, as decimal text: they may lie beyond 2^53. */
    dailyBudget: decimalText.nullable(),
    lifetimeBudget: decimalText.nullable(),
    spendCap: decimalText.nullable(),
    spent: decimalText,
    budgetToggledTime: instant().nullable(),
    budgetRebalance: z.boolean(),
    iosNetworkAttribution: z.boolean(),
    promotedObject: jsonObject.nullable(),
    labels: z.array(json),
    splitTests: z.array(json),
    upstreamEvents: jsonObject.nullable(),
    source: rowId('campaigns').nullable(),
    topline: z.string().nullable(),
    /** Delivery issues; any makes the effective status WITH_ISSUES. */
    issues: z.array(Issue),
    processing: z.boolean(),
    /**
     * What only the platform sets: brand_lift_studies, recommendations, ad_strategy_id, boosted_object_id.
     */
    platform: jsonObject,
  }),
  edges: {
    living: {
      owners: (campaign) => (isLiving(campaign) ? [[campaign.adAccount]] : []),
      order: ({ createdTime }) => [createdTime],
    },
    /** Those that are not archived either: what a list shows when nothing else is asked for. */
    current: {
      owners: ({ adAccount, status }) => (status === 'DELETED' || status === 'ARCHIVED' ? [] : [[adAccount]]),
      order: ({ createdTime }) => [createdTime],
    },
    copies: {
      owners: (campaign) => (campaign.source !== null && isLiving(campaign) ? [[campaign.source]] : []),
      order: ({ createdTime }) => [createdTime],
    },
  },
})

/** A row of a campaign. */
export type Campaign = RowOf<Tables, 'campaigns'>

/** What a campaign's status comes to (SIL-114). Before version 4.0 nothing was ever in process. */
export function effectiveStatus({ status, issues, processing }: Campaign, version: string): string {
  if (status === 'DELETED' || status === 'ARCHIVED') return status
  if (issues.length > 0) return 'WITH_ISSUES'
  return processing && since('effectiveStatusInProcess', version) ? 'IN_PROCESS' : status
}

/** Whether a spend cap may be set: never for reach-and-frequency and premium campaigns (SIL-119). */
export const allowsSpendCap = ({ buyingType }: Pick<Campaign, 'buyingType'>): boolean =>
  buyingType === 'AUCTION'

/** What is left of the budget; "0" without one (SIL-118). */
function budgetRemaining({ dailyBudget, lifetimeBudget, spent }: Campaign): string {
  const budget = dailyBudget ?? lifetimeBudget
  const left = budget === null ? 0n : BigInt(budget) - BigInt(spent)
  return String(left > 0n ? left : 0n)
}

/** When the first of a campaign's ad sets begins; undefined without any (SIL-127). */
function startOf({ id }: Campaign, { tx }: Seen): string | undefined {
  const { startTime = null } = tx.first('adSets', 'byStart', [id]) ?? {}
  return startTime === null ? undefined : isoTime(startTime)
}

/** When the last of a campaign's ad sets ends; undefined without any (SIL-127). */
function stopOf({ id }: Campaign, { tx }: Seen): string | undefined {
  const [last] = tx.list('adSets', 'byEnd', [id], { newestFirst: true, limit: 1 })
  const { endTime = null } = last ?? {}
  return endTime === null ? undefined : isoTime(endTime)
}

/** The campaign that this is a copy of, for those who may read that one too. */
function sourceOf(seen: Seen, { source }: Campaign): { id: string; name: string } | undefined {
  const found = source === null ? undefined : seen.tx.find('campaigns', source)
  return found && hasRoleOn(seen, found.adAccount) ? { id: String(found.id), name: found.name } : undefined
}

/** The recommendations that the platform has for a campaign; undefined when there are none (CAM-035). */
export function recommendationsOf({ platform }: Campaign): Record<string, Json> | undefined {
  const found = jsonObject.safeParse(platform['recommendations'])
  return found.success && Object.keys(found.data).length > 0 ? found.data : undefined
}

/** The automated brand lift studies that the platform made of a campaign. */
function liftStudiesOf({ platform }: Campaign): Json[] | undefined {
  const found = z.array(json).safeParse(platform['brand_lift_studies'])
  return found.success ? found.data : undefined
}

const some = <T>(items: readonly T[]): T[] | undefined => (items.length > 0 ? [...items] : undefined)
const platformText =
  (name: string) =>
  ({ platform }: Campaign) => {
    const value = platform[name]
    return typeof value === 'string' ? value : undefined
  }

/** A campaign as it is read (Resources › Campaign). */
export const campaignView = {
  name: 'Campaign',
  minimal: ['id'],
  fields: {
    id: field(z.string(), (campaign: Campaign) => String(campaign.id)),
    account_id: field(z.string(), (campaign: Campaign) => String(campaign.adAccount)),
    ad_strategy_id: field(z.string(), platformText('ad_strategy_id')),
    adlabels: field(z.array(json), (campaign: Campaign) => some(campaign.labels)),
    bid_strategy: field(z.string(), ({ bidStrategy }: Campaign) => bidStrategy ?? undefined),
    boosted_object_id: field(z.string(), platformText('boosted_object_id')),
    brand_lift_studies: field(z.array(json), liftStudiesOf),
    budget_rebalance_flag: field(z.boolean(), (campaign: Campaign) => campaign.budgetRebalance),
    budget_remaining: field(z.string(), budgetRemaining),
    buying_type: field(z.string(), (campaign: Campaign) => campaign.buyingType),
    can_create_brand_lift_study: field(
      z.boolean(),
      (campaign: Campaign) => (liftStudiesOf(campaign) ?? []).length === 0,
    ),
    can_use_spend_cap: field(z.boolean(), (campaign: Campaign) => allowsSpendCap(campaign)),
    configured_status: field(z.enum(statuses), (campaign: Campaign) => campaign.status),
    created_time: field(z.string(), (campaign: Campaign) => isoTime(campaign.createdTime)),
    daily_budget: field(z.string(), ({ dailyBudget }: Campaign) => dailyBudget ?? undefined),
    effective_status: field(z.string(), (campaign: Campaign, { version }) =>
      effectiveStatus(campaign, version),
    ),
    is_ios_network_attribution: field(z.boolean(), (campaign: Campaign) => campaign.iosNetworkAttribution),
    issues_info: field(z.array(Issue), ({ issues }: Campaign) => some(issues)),
    iterative_split_test_configs: field(z.array(json), (campaign: Campaign) => some(campaign.splitTests)),
    last_budget_toggling_time: field(z.string(), ({ budgetToggledTime }: Campaign) =>
      budgetToggledTime === null ? undefined : isoTime(budgetToggledTime),
    ),
    lifetime_budget: field(z.string(), ({ lifetimeBudget }: Campaign) => lifetimeBudget ?? undefined),
    name: field(z.string(), (campaign: Campaign) => campaign.name),
    objective: field(z.string(), ({ objective }: Campaign) => objective ?? undefined),
    pacing_type: field(z.array(z.string()), () => ['standard']),
    promoted_object: field(jsonObject, ({ promotedObject }: Campaign) => promotedObject ?? undefined),
    recommendations: field(jsonObject, recommendationsOf),
    source_campaign: field(z.object({ id: z.string(), name: z.string() }), (campaign: Campaign, seen) =>
      sourceOf(seen, campaign),
    ),
    source_campaign_id: field(z.string(), ({ source }: Campaign) =>
      source === null ? undefined : String(source),
    ),
    special_ad_categories: field(z.array(z.string()), (campaign: Campaign) => [
      ...campaign.specialAdCategories,
    ]),
    special_ad_category: field(z.string(), ({ specialAdCategories: [first] }: Campaign) => first ?? 'NONE'),
    special_ad_category_country: field(z.array(z.string()), (campaign: Campaign) =>
      some(campaign.specialAdCategoryCountry),
    ),
    spend_cap: field(z.string(), ({ spendCap }: Campaign) => spendCap ?? undefined),
    start_time: field(z.string(), startOf),
    status: field(z.enum(statuses), (campaign: Campaign) => campaign.status),
    stop_time: field(z.string(), stopOf),
    topline_id: field(z.string(), ({ topline }: Campaign) => topline ?? undefined),
    updated_time: field(z.string(), (campaign: Campaign) => isoTime(campaign.updatedTime)),
    upstream_events: field(jsonObject, ({ upstreamEvents }: Campaign) => upstreamEvents ?? undefined),
  },
} satisfies View<Campaign>
