import type { Json } from '../../engine/guard.ts'
import { isList } from '../../engine/weight.ts'
import { z } from '../../engine/zod.ts'
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

/** The effective status of a campaign. IN_PROCESS exists from version 4.0 (CAM-025, CAM-060; SIL-114). */
export function effectiveStatus({ status, issues, processing }: CampaignRow, version: string): string {
  if (status === 'DELETED' || status === 'ARCHIVED') return status
  if (issues.length > 0) return 'WITH_ISSUES'
  return processing && since('effectiveStatusInProcess', version) ? 'IN_PROCESS' : status
}

/** The budget minus the spend, at least "0"; "0" without a budget (CAM-015; SIL-118). */
function budgetRemaining({ dailyBudget, lifetimeBudget, spent }: CampaignRow): string {
  const budget = dailyBudget ?? lifetimeBudget
  const left = budget === null ? 0n : BigInt(budget) - BigInt(spent)
  return String(left > 0n ? left : 0n)
}

/** The earliest start of a campaign's ad sets; undefined if none has one (CAM-041; SIL-127). */
function startTimeOf({ id }: CampaignRow, { tx }: ReadContext): string | undefined {
  const { startTime = null } = tx.first('adSets', 'byStart', [id]) ?? {}
  return startTime === null ? undefined : isoTime(startTime)
}

/** The latest end of a campaign's ad sets; undefined if none has one (CAM-044; SIL-127). */
function stopTimeOf({ id }: CampaignRow, { tx }: ReadContext): string | undefined {
  const [last] = tx.list('adSets', 'byEnd', [id], { newestFirst: true, limit: 1 })
  const { endTime = null } = last ?? {}
  return endTime === null ? undefined : isoTime(endTime)
}

/** The campaign that a campaign is a copy of, if the caller can read it (CAM-036). */
function sourceOf(context: ReadContext, { source }: CampaignRow): { id: string; name: string } | undefined {
  const original = source === null ? undefined : context.tx.find('campaigns', source)
  if (!original || !hasRoleOn(context, original.adAccount)) return undefined
  return { id: String(original.id), name: original.name }
}

/** The recommendations for a campaign; undefined if there are none (CAM-034, CAM-035). */
export function recommendationsOf({ platform }: CampaignRow): Record<string, Json> | undefined {
  const { data } = jsonObjectColumn.safeParse(platform['recommendations'])
  return data && Object.keys(data).length > 0 ? data : undefined
}

/** The automated brand lift studies of a campaign (CAM-012). */
function brandLiftStudiesOf({ platform }: CampaignRow): Json[] | undefined {
  const studies = platform['brand_lift_studies']
  return studies !== undefined && isList(studies) ? [...studies] : undefined
}

const nonEmpty = <T>(items: readonly T[]): T[] | undefined => (items.length > 0 ? [...items] : undefined)

/** Returns a reader of a field that only the platform sets; it returns undefined if the value is not text. */
const platformText =
  (name: string) =>
  ({ platform }: CampaignRow) => {
    const value = platform[name]
    return typeof value === 'string' ? value : undefined
  }

/** The fields of a campaign. */
export const campaignView = {
  name: 'Campaign',
  minimal: ['id'],
  fields: {
    id: field(z.string(), (campaign: CampaignRow) => String(campaign.id)), // CAM-006
    account_id: field(z.string(), (campaign: CampaignRow) => String(campaign.adAccount)), // CAM-007
    ad_strategy_id: field(z.string(), platformText('ad_strategy_id')), // CAM-008
    adlabels: field(z.array(json), (campaign: CampaignRow) => nonEmpty(campaign.labels)), // CAM-009
    // CAM-047 (SIL-109)
    bid_strategy: field(z.string(), ({ bidStrategy }: CampaignRow) => bidStrategy ?? undefined),
    boosted_object_id: field(z.string(), platformText('boosted_object_id')), // CAM-010, CAM-011
    brand_lift_studies: field(z.array(json), brandLiftStudiesOf),
    // CAM-013, VER-010
    budget_rebalance_flag: field(z.boolean(), (campaign: CampaignRow) => campaign.budgetRebalance),
    budget_remaining: field(z.string(), budgetRemaining),
    buying_type: field(z.string(), (campaign: CampaignRow) => campaign.buyingType), // CAM-016
    // CAM-017
    can_create_brand_lift_study: field(
      z.boolean(),
      (campaign: CampaignRow) => (brandLiftStudiesOf(campaign) ?? []).length === 0,
    ),
    can_use_spend_cap: field(z.boolean(), (campaign: CampaignRow) => allowsSpendCap(campaign)), // CAM-018
    configured_status: field(z.enum(statuses), (campaign: CampaignRow) => campaign.status), // CAM-019
    created_time: field(z.string(), (campaign: CampaignRow) => isoTime(campaign.createdTime)), // CAM-021
    daily_budget: field(z.string(), ({ dailyBudget }: CampaignRow) => dailyBudget ?? undefined), // CAM-022
    // CAM-023
    effective_status: field(z.string(), (campaign: CampaignRow, { version }) =>
      effectiveStatus(campaign, version),
    ),
    // CAM-026
    is_ios_network_attribution: field(z.boolean(), (campaign: CampaignRow) => campaign.iosNetworkAttribution),
    issues_info: field(z.array(Issue), ({ issues }: CampaignRow) => nonEmpty(issues)), // CAM-047 (SIL-109)
    iterative_split_test_configs: field(z.array(json), (campaign: CampaignRow) =>
      nonEmpty(campaign.splitTests),
    ),
    // CAM-027 (SIL-122)
    last_budget_toggling_time: field(z.string(), ({ budgetToggledTime }: CampaignRow) =>
      budgetToggledTime === null ? undefined : isoTime(budgetToggledTime),
    ),
    // CAM-028
    lifetime_budget: field(z.string(), ({ lifetimeBudget }: CampaignRow) => lifetimeBudget ?? undefined),
    name: field(z.string(), (campaign: CampaignRow) => campaign.name), // CAM-029
    objective: field(z.string(), ({ objective }: CampaignRow) => objective ?? undefined), // CAM-030
    pacing_type: field(z.array(z.string()), () => ['standard']), // CAM-031, CAM-032
    // CAM-033
    promoted_object: field(
      jsonObjectColumn,
      ({ promotedObject }: CampaignRow) => promotedObject ?? undefined,
    ),
    recommendations: field(jsonObjectColumn, recommendationsOf),
    source_campaign: field(z.object({ id: z.string(), name: z.string() }), (campaign: CampaignRow, context) =>
      sourceOf(context, campaign),
    ),
    // CAM-037
    source_campaign_id: field(z.string(), ({ source }: CampaignRow) =>
      source === null ? undefined : String(source),
    ),
    // CAM-038, CAM-079, VER-012
    special_ad_categories: field(z.array(z.string()), (campaign: CampaignRow) => [
      ...campaign.specialAdCategories,
    ]),
    // CAM-039, VER-011 (SIL-116)
    special_ad_category: field(
      z.string(),
      ({ specialAdCategories: [first] }: CampaignRow) => first ?? 'NONE',
    ),
    // SIL-117
    special_ad_category_country: field(z.array(z.string()), (campaign: CampaignRow) =>
      nonEmpty(campaign.specialAdCategoryCountry),
    ),
    spend_cap: field(z.string(), ({ spendCap }: CampaignRow) => spendCap ?? undefined), // CAM-040
    start_time: field(z.string(), startTimeOf),
    status: field(z.enum(statuses), (campaign: CampaignRow) => campaign.status), // CAM-042
    stop_time: field(z.string(), stopTimeOf),
    topline_id: field(z.string(), ({ topline }: CampaignRow) => topline ?? undefined), // CAM-045
    updated_time: field(z.string(), (campaign: CampaignRow) => isoTime(campaign.updatedTime)), // CAM-046
    upstream_events: field(
      jsonObjectColumn,
      ({ upstreamEvents }: CampaignRow) => upstreamEvents ?? undefined,
    ),
  },
} satisfies View<CampaignRow>
