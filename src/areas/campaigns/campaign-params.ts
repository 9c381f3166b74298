import { z } from '../../engine/zod.ts'
import { jsonObject, list, object, recordOf } from '../../graph/values/compounds.ts'
import { countries } from '../../graph/values/countries.ts'
import { bool, int64, numericId, oneOf, text } from '../../graph/values/scalars.ts'
import {
  bidStrategies,
  buyingTypes,
  objectives,
  outcomeObjectives,
  specialAdCategories,
} from '../ads/campaign-values.ts'
import { statuses } from '../ads/status.ts'

const dictionaryOfDictionaries = jsonObject.refine(
  (outer) =>
    Object.values(outer).every(
      (inner) =>
        typeof inner === 'object' &&
        inner !== null &&
        !Array.isArray(inner) &&
        Object.values(inner).every((value) => typeof value === 'string'),
    ),
  { message: 'must be a dictionary of dictionaries of strings' },
)

/** The parameters of createCampaign. The fields inside JSON objects are not checked (CAM-048; SIL-131). */
export const campaignParams = z.object({
  name: text.optional(), // CAM-081
  objective: oneOf([...objectives, ...outcomeObjectives]).optional(), // CAM-082
  status: oneOf(statuses).optional(), // CAM-061, CAM-085
  special_ad_categories: list(oneOf(specialAdCategories), { split: true }).optional(), // CAM-087
  special_ad_category: oneOf(specialAdCategories).optional(), // CAM-115
  special_ad_category_country: list(oneOf(countries), { split: true }).optional(), // CAM-092, CAM-151
  buying_type: oneOf(buyingTypes).optional(), // CAM-093
  bid_strategy: oneOf(bidStrategies).optional(), // CAM-096 (SIL-109)
  daily_budget: int64.optional(), // CAM-098
  lifetime_budget: int64.optional(), // CAM-100
  spend_cap: int64.optional(), // CAM-102
  adlabels: list(jsonObject).optional(), // CAM-107
  // CAM-108, CAM-109
  execution_options: list(oneOf(['validate_only', 'include_recommendations']), { split: true }).optional(),
  iterative_split_test_configs: list(jsonObject).optional(), // CAM-110
  promoted_object: jsonObject.optional(), // CAM-111
  source_campaign_id: numericId.optional(), // CAM-112
  topline_id: numericId.optional(), // CAM-113
  upstream_events: dictionaryOfDictionaries.optional(), // CAM-114
})

/** The parameters of createCampaign, parsed. */
export type CampaignParams = z.output<typeof campaignParams>

const budgetEntry = object({
  adset_id: numericId, // CAM-157
  daily_budget: int64.optional(),
  lifetime_budget: int64.optional(),
})

const bidAmount = int64.refine((amount) => BigInt(amount) >= 1n, {
  error: ({ input }) => `must be 1 or more, got ${String(input)}`,
})

/**
 * The parameters of updateCampaign: those of createCampaign without the ones that an update cannot change,
 * and four more (SIL-122). Rows: CAM-062, CAM-153, CAM-160, CAM-162, CAM-163, CAM-165, CAM-166, CAM-167,
 * CAM-168, CAM-169, CAM-170, CAM-171, CAM-172, CAM-173, CAM-174, CAM-175, CAM-177.
 */
export const updateParams = campaignParams
  .omit({ buying_type: true, source_campaign_id: true, topline_id: true }) // CAM-176
  .extend({
    adset_bid_amounts: recordOf(bidAmount).optional(), // CAM-154
    adset_budgets: list(budgetEntry).optional(), // CAM-156
    budget_rebalance_flag: bool.optional(), // CAM-014, CAM-161 (SIL-132)
    is_ios_network_attribution: bool.optional(), // CAM-164
  })

/** The parameters of updateCampaign, parsed. */
export type UpdateParams = z.output<typeof updateParams>

/** An entry of `adset_budgets`: the new budget of an ad set. */
export type BudgetEntry = z.output<typeof budgetEntry>
