import { z } from 'zod'
import type { Json } from '../../engine/guard.ts'
import { hasRoleOn } from '../../graph/access/roles.ts'
import type { ReadContext } from '../../graph/context.ts'
import { since } from '../../graph/contract/versions.ts'
import { json, jsonObjectColumn } from '../../graph/values/columns.ts'
import { isoTime } from '../../graph/values/times.ts'
import { field, type View } from '../../graph/views/fields.ts'
import { statuses } from '../ads/status.ts'
import type { CampaignRow } from '../rows.ts'
import { allowsSpendCap } from './budget-rules.ts'
import { Issue } from './records.ts'

/** What a campaign's status comes to (SIL-114). Before version 4.0 nothing was ever in process. */
export function effectiveStatus({ status, issues, processing }: CampaignRow, version: string): string {
  if (status === 'DELETED' || status === 'ARCHIVED') return status
  if (issues.length > 0) return 'WITH_ISSUES'
  return processing && since('effectiveStatusInProcess', version) ? 'IN_PROCESS' : status
}

/** What is left of the budget; "0" without one (SIL-118). */
function budgetRemaining({ dailyBudget, lifetimeBudget, spent }: CampaignRow): string {
  const budget = dailyBudget ?? lifetimeBudget
  const left = budget === null ? 0n : BigInt(budget) - BigInt(spent)
  return String(left > 0n ? left : 0n)
}

/** When the first of a campaign's ad sets begins; undefined without any (SIL-127). */
function startTimeOf({ id }: CampaignRow, { tx }: ReadContext): string | undefined {
  const { startTime = null } = tx.first('adSets', 'byStart', [id]) ?? {}
  return startTime === null ? undefined : isoTime(startTime)
}

/** When the last of a campaign's ad sets ends; undefined without any (SIL-127). */
function stopTimeOf({ id }: CampaignRow, { tx }: ReadContext): string | undefined {
  const [last] = tx.list('adSets', 'byEnd', [id], { newestFirst: true, limit: 1 })
  const { endTime = null } = last ?? {}
  return endTime === null ? undefined : isoTime(endTime)
}

/** The campaign that this is a copy of, for those who may read that one too. */
function sourceOf(context: ReadContext, { source }: CampaignRow): { id: string; name: string } | undefined {
  const found = source === null ? undefined : context.tx.find('campaigns', source)
  return found && hasRoleOn(context, found.adAccount) ? { id: String(found.id), name: found.name } : undefined
}

/** The recommendations that the platform has for a campaign; undefined when there are none (CAM-035). */
export function recommendationsOf({ platform }: CampaignRow): Record<string, Json> | undefined {
  const found = jsonObjectColumn.safeParse(platform['recommendations'])
  return found.success && Object.keys(found.data).length > 0 ? found.data : undefined
}

/** The automated brand lift studies that the platform made of a campaign. */
function brandLiftStudiesOf({ platform }: CampaignRow): Json[] | undefined {
  const found = z.array(json).safeParse(platform['brand_lift_studies'])
  return found.success ? found.data : undefined
}

const nonEmpty = <T>(items: readonly T[]): T[] | undefined => (items.length > 0 ? [...items] : undefined)
const platformText =
  (name: string) =>
  ({ platform }: CampaignRow) => {
    const value = platform[name]
    return typeof value === 'string' ? value : undefined
  }

/** A campaign as it is read (Resources › Campaign). */
export const campaignView = {
  name: 'Campaign',
  minimal: ['id'],
  fields: {
    id: field(z.string(), (campaign: CampaignRow) => String(campaign.id)),
    account_id: field(z.string(), (campaign: CampaignRow) => String(campaign.adAccount)),
    ad_strategy_id: field(z.string(), platformText('ad_strategy_id')),
    adlabels: field(z.array(json), (campaign: CampaignRow) => nonEmpty(campaign.labels)),
    bid_strategy: field(z.string(), ({ bidStrategy }: CampaignRow) => bidStrategy ?? undefined),
    boosted_object_id: field(z.string(), platformText('boosted_object_id')),
    brand_lift_studies: field(z.array(json), brandLiftStudiesOf),
    budget_rebalance_flag: field(z.boolean(), (campaign: CampaignRow) => campaign.budgetRebalance),
    budget_remaining: field(z.string(), budgetRemaining),
    buying_type: field(z.string(), (campaign: CampaignRow) => campaign.buyingType),
    can_create_brand_lift_study: field(
      z.boolean(),
      (campaign: CampaignRow) => (brandLiftStudiesOf(campaign) ?? []).length === 0,
    ),
    can_use_spend_cap: field(z.boolean(), (campaign: CampaignRow) => allowsSpendCap(campaign)),
    configured_status: field(z.enum(statuses), (campaign: CampaignRow) => campaign.status),
    created_time: field(z.string(), (campaign: CampaignRow) => isoTime(campaign.createdTime)),
    daily_budget: field(z.string(), ({ dailyBudget }: CampaignRow) => dailyBudget ?? undefined),
    effective_status: field(z.string(), (campaign: CampaignRow, { version }) =>
      effectiveStatus(campaign, version),
    ),
    is_ios_network_attribution: field(z.boolean(), (campaign: CampaignRow) => campaign.iosNetworkAttribution),
    issues_info: field(z.array(Issue), ({ issues }: CampaignRow) => nonEmpty(issues)),
    iterative_split_test_configs: field(z.array(json), (campaign: CampaignRow) =>
      nonEmpty(campaign.splitTests),
    ),
    last_budget_toggling_time: field(z.string(), ({ budgetToggledTime }: CampaignRow) =>
      budgetToggledTime === null ? undefined : isoTime(budgetToggledTime),
    ),
    lifetime_budget: field(z.string(), ({ lifetimeBudget }: CampaignRow) => lifetimeBudget ?? undefined),
    name: field(z.string(), (campaign: CampaignRow) => campaign.name),
    objective: field(z.string(), ({ objective }: CampaignRow) => objective ?? undefined),
    pacing_type: field(z.array(z.string()), () => ['standard']),
    promoted_object: field(
      jsonObjectColumn,
      ({ promotedObject }: CampaignRow) => promotedObject ?? undefined,
    ),
    recommendations: field(jsonObjectColumn, recommendationsOf),
    source_campaign: field(z.object({ id: z.string(), name: z.string() }), (campaign: CampaignRow, context) =>
      sourceOf(context, campaign),
    ),
    source_campaign_id: field(z.string(), ({ source }: CampaignRow) =>
      source === null ? undefined : String(source),
    ),
    special_ad_categories: field(z.array(z.string()), (campaign: CampaignRow) => [
      ...campaign.specialAdCategories,
    ]),
    special_ad_category: field(
      z.string(),
      ({ specialAdCategories: [first] }: CampaignRow) => first ?? 'NONE',
    ),
    special_ad_category_country: field(z.array(z.string()), (campaign: CampaignRow) =>
      nonEmpty(campaign.specialAdCategoryCountry),
    ),
    spend_cap: field(z.string(), ({ spendCap }: CampaignRow) => spendCap ?? undefined),
    start_time: field(z.string(), startTimeOf),
    status: field(z.enum(statuses), (campaign: CampaignRow) => campaign.status),
    stop_time: field(z.string(), stopTimeOf),
    topline_id: field(z.string(), ({ topline }: CampaignRow) => topline ?? undefined),
    updated_time: field(z.string(), (campaign: CampaignRow) => isoTime(campaign.updatedTime)),
    upstream_events: field(
      jsonObjectColumn,
      ({ upstreamEvents }: CampaignRow) => upstreamEvents ?? undefined,
    ),
  },
} satisfies View<CampaignRow>
