import { z } from '../../engine/schema/zod.ts'
import type { Json } from '../../engine/values/guard.ts'
import { isList } from '../../engine/values/weight.ts'
import { hasRoleOn } from '../../service/access/roles.ts'
import { since } from '../../service/contract/versions.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { json, jsonObjectColumn } from '../../service/values/columns.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import { createdIn, timeIn, updatedIn } from '../accounts/account-time.ts'
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
function startTimeOf(campaign: CampaignRow, { tx }: ReadContext): string | undefined {
  const { startTime = null } = tx.first('adSets', 'byStart', [campaign.id]) ?? {}
  return startTime === null ? undefined : timeIn(tx, campaign, startTime)
}

/** The latest end of a campaign's ad sets; undefined if none has one (CAM-044; SIL-127). */
function stopTimeOf(campaign: CampaignRow, { tx }: ReadContext): string | undefined {
  const [last] = tx.list('adSets', 'byEnd', [campaign.id], { newestFirst: true, limit: 1 })
  const { endTime = null } = last ?? {}
  return endTime === null ? undefined : timeIn(tx, campaign, endTime)
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
    /** The id of the ad account, without the prefix `act_`. */
    account_id: field(z.string(), (campaign: CampaignRow) => String(campaign.adAccount)), // CAM-007
    /** The id of the ad strategy. Missing without one. */
    ad_strategy_id: field(z.string(), platformText('ad_strategy_id')), // CAM-008
    /** The labels of the campaign. */
    adlabels: field(z.array(json), (campaign: CampaignRow) => nonEmpty(campaign.labels)), // CAM-009
    // CAM-047 (SIL-109)
    /** The bid strategy. Missing with automatic bids. */
    bid_strategy: field(z.string(), ({ bidStrategy }: CampaignRow) => bidStrategy ?? undefined),
    /** The id of the boosted object. Missing without one. */
    boosted_object_id: field(z.string(), platformText('boosted_object_id')), // CAM-010, CAM-011
    /** The automated brand lift studies. */
    brand_lift_studies: field(z.array(json), brandLiftStudiesOf),
    // CAM-013, VER-010
    /** Whether daily budgets of ad sets are rebalanced. Deprecated from version 7.0. */
    budget_rebalance_flag: field(z.boolean(), (campaign: CampaignRow) => campaign.budgetRebalance),
    /** The rest of the budget, in subunits of the account's currency. */
    budget_remaining: field(z.string(), budgetRemaining),
    /** The buying type, which all ad sets match. */
    buying_type: field(z.string(), (campaign: CampaignRow) => campaign.buyingType), // CAM-016
    // CAM-017
    /** Whether a new automated brand lift study can be created. */
    can_create_brand_lift_study: field(
      z.boolean(),
      (campaign: CampaignRow) => (brandLiftStudiesOf(campaign) ?? []).length === 0,
    ),
    /** Whether a spend cap can be set. */
    can_use_spend_cap: field(z.boolean(), (campaign: CampaignRow) => allowsSpendCap(campaign)), // CAM-018
    /** The status that was set; the same as `status`. */
    configured_status: field(z.enum(statuses), (campaign: CampaignRow) => campaign.status), // CAM-019
    /** When the campaign was created. */
    created_time: field(z.string(), createdIn), // CAM-021
    /** The budget for a day, in subunits of the account's currency. Missing without one. */
    daily_budget: field(z.string(), ({ dailyBudget }: CampaignRow) => dailyBudget ?? undefined), // CAM-022
    // CAM-023
    /** The status in effect: also WITH_ISSUES, and from version 4.0 IN_PROCESS. */
    effective_status: field(z.string(), (campaign: CampaignRow, { version }) =>
      effectiveStatus(campaign, version),
    ),
    // CAM-026
    /** Whether the campaign uses the attribution framework of iOS 14 and above. */
    is_ios_network_attribution: field(z.boolean(), (campaign: CampaignRow) => campaign.iosNetworkAttribution),
    /** The problems of delivery. */
    issues_info: field(z.array(Issue), ({ issues }: CampaignRow) => nonEmpty(issues)), // CAM-047 (SIL-109)
    /** The split test configurations, as sent. */
    iterative_split_test_configs: field(z.array(json), (campaign: CampaignRow) =>
      nonEmpty(campaign.splitTests),
    ),
    // CAM-027 (SIL-122)
    /** When the budget last moved between the campaign and its ad sets. Missing if it never did. */
    last_budget_toggling_time: field(z.string(), (campaign: CampaignRow, { tx }) =>
      campaign.budgetToggledTime === null ? undefined : timeIn(tx, campaign, campaign.budgetToggledTime),
    ),
    // CAM-028
    /** The budget for the whole run, in subunits of the account's currency. Missing without one. */
    lifetime_budget: field(z.string(), ({ lifetimeBudget }: CampaignRow) => lifetimeBudget ?? undefined),
    /** The name of the campaign. */
    name: field(z.string(), (campaign: CampaignRow) => campaign.name), // CAM-029
    /** The objective. Missing if none was set. */
    objective: field(z.string(), ({ objective }: CampaignRow) => objective ?? undefined), // CAM-030
    /** The pacing options: `standard`. */
    pacing_type: field(z.array(z.string()), () => ['standard']), // CAM-031, CAM-032
    // CAM-033
    /** The object that all ads of the campaign promote. Missing without one. */
    promoted_object: field(
      jsonObjectColumn,
      ({ promotedObject }: CampaignRow) => promotedObject ?? undefined,
    ),
    /** The recommendations for the campaign. Missing without any. */
    recommendations: field(jsonObjectColumn, recommendationsOf),
    /** The campaign from which this one was copied. Missing for no copy. */
    source_campaign: field(
      z.object({
        /** The id of the source campaign. */
        id: z.string(),
        /** The name of the source campaign. */
        name: z.string(),
      }),
      (campaign: CampaignRow, context) => sourceOf(context, campaign),
    ),
    // CAM-037
    /** The id of the campaign from which this one was copied. Missing for no copy. */
    source_campaign_id: field(z.string(), ({ source }: CampaignRow) =>
      source === null ? undefined : String(source),
    ),
    // CAM-038, CAM-079, VER-012
    /** The special ad categories. */
    special_ad_categories: field(z.array(z.string()), (campaign: CampaignRow) => [
      ...campaign.specialAdCategories,
    ]),
    // CAM-039, VER-011 (SIL-116)
    /** The single category of versions before 7.0. */
    special_ad_category: field(
      z.string(),
      ({ specialAdCategories: [first] }: CampaignRow) => first ?? 'NONE',
    ),
    // SIL-117
    /** The countries of the special ad categories, as ISO 3166 codes. */
    special_ad_category_country: field(z.array(z.string()), (campaign: CampaignRow) =>
      nonEmpty(campaign.specialAdCategoryCountry),
    ),
    /**
     * The most that the campaign may spend, in subunits of the account's currency. Missing without a cap.
     */
    spend_cap: field(z.string(), ({ spendCap }: CampaignRow) => spendCap ?? undefined), // CAM-040
    /** When the first ad set starts. Missing if no start was set. */
    start_time: field(z.string(), startTimeOf),
    /** The status that was set. */
    status: field(z.enum(statuses), (campaign: CampaignRow) => campaign.status), // CAM-042
    /** When the last ad set ends. Missing if no end was set. */
    stop_time: field(z.string(), stopTimeOf),
    /** The id of the topline. Missing without one. */
    topline_id: field(z.string(), ({ topline }: CampaignRow) => topline ?? undefined), // CAM-045
    /** When the campaign last changed. */
    updated_time: field(z.string(), updatedIn), // CAM-046
    /** The upstream events, as sent. */
    upstream_events: field(
      jsonObjectColumn,
      ({ upstreamEvents }: CampaignRow) => upstreamEvents ?? undefined,
    ),
  },
} satisfies View<CampaignRow>
