import { z } from 'zod'
import { jsonObject, list, object, recordOf } from '../../graph/values/compounds.ts'
import { countries } from '../../graph/values/countries.ts'
import { bool, int64, numericId, oneOf, text } from '../../graph/values/scalars.ts'
import { bidStrategies, buyingTypes, objectives, specialAdCategories } from '../ads/campaign-values.ts'
import { statuses } from '../ads/status.ts'

const dictionaryOfDictionaries = jsonObject.refine(
  (events) =>
    Object.values(events).every(
      (inner) =>
        typeof inner === 'object' &&
        inner !== null &&
        !Array.isArray(inner) &&
        Object.values(inner).every((value) => typeof value === 'string'),
    ),
  { message: 'must be a dictionary of dictionaries of strings' },
)

/** What creating a campaign takes (Endpoints › Ad campaigns). */
export const campaignParams = z.object({
  name: text.optional(),
  objective: oneOf(objectives).optional(),
  status: oneOf(statuses).optional(),
  special_ad_categories: list(oneOf(specialAdCategories), { split: true }).optional(),
  special_ad_category: oneOf(specialAdCategories).optional(),
  special_ad_category_country: list(oneOf(countries), { split: true }).optional(),
  buying_type: oneOf(buyingTypes).optional(),
  bid_strategy: oneOf(bidStrategies).optional(),
  daily_budget: int64.optional(),
  lifetime_budget: int64.optional(),
  spend_cap: int64.optional(),
  adlabels: list(jsonObject).optional(),
  execution_options: list(oneOf(['validate_only', 'include_recommendations']), { split: true }).optional(),
  iterative_split_test_configs: list(jsonObject).optional(),
  promoted_object: jsonObject.optional(),
  source_campaign_id: numericId.optional(),
  topline_id: numericId.optional(),
  upstream_events: dictionaryOfDictionaries.optional(),
})

/** A campaign that is asked for, read. */
export type CampaignParams = z.output<typeof campaignParams>

export const budgetEntry = object({
  adset_id: numericId,
  daily_budget: int64.optional(),
  lifetime_budget: int64.optional(),
})

export const bidAmount = int64.refine((amount) => BigInt(amount) >= 1n, {
  error: ({ input }) => `must be 1 or more, got ${String(input)}`,
})

/** What updating a campaign takes: what creation takes, without what is fixed for good (SIL-122). */
export const updateParams = campaignParams
  .omit({ buying_type: true, source_campaign_id: true, topline_id: true })
  .extend({
    adset_bid_amounts: recordOf(bidAmount).optional(),
    adset_budgets: list(budgetEntry).optional(),
    budget_rebalance_flag: bool.optional(),
    is_ios_network_attribution: bool.optional(),
  })

/** An update that is asked for, read. */
export type UpdateParams = z.output<typeof updateParams>

/** A budget that an update gives to an ad set. */
export type BudgetEntry = z.output<typeof budgetEntry>
