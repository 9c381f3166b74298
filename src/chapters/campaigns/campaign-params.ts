import { z } from '../../engine/schema/zod.ts'
import type { Json } from '../../engine/values/guard.ts'
import { jsonObject, list, object, recordOf } from '../../service/values/compounds.ts'
import { countries } from '../../service/values/countries.ts'
import { boolean, int64, numericId, oneOf, scalar, text } from '../../service/values/scalars.ts'
import {
  bidStrategies,
  buyingTypes,
  objectives,
  outcomeObjectives,
  type SpecialAdCategory,
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

/** The single category of a new campaign. The rule checks it, because not every version does (SIL-116). */
const uncheckedCategory = scalar<Json, SpecialAdCategory>(
  `one of ${specialAdCategories.join(', ')}`,
  (raw) => raw as Json | undefined,
  { enum: specialAdCategories },
)

/** The parameters of createCampaign. The fields inside JSON objects are not checked (CAM-048; SIL-131). */
export const campaignParams = z.object({
  /** The name of the campaign; emoji are allowed. */
  name: text.optional(), // CAM-081
  /** The objective. Ads under the campaign are validated against it. */
  objective: oneOf([...objectives, ...outcomeObjectives]).optional(), // CAM-082
  /** The status to set. A campaign is created ACTIVE or PAUSED. */
  status: oneOf(statuses).optional(), // CAM-061, CAM-085
  /**
   * The special ad categories: `NONE` or an empty list if none applies. Required from version 7.0 on
   * creation.
   */
  special_ad_categories: list(oneOf(specialAdCategories), { split: true }).optional(), // CAM-087
  /**
   * The single category of versions before 7.0. Use `special_ad_categories`. From version 7.0 it is ignored
   * beside them.
   */
  special_ad_category: uncheckedCategory.optional(), // CAM-115
  /** The countries, as ISO 3166 codes, of the special ad categories. */
  special_ad_category_country: list(oneOf(countries), { split: true }).optional(), // CAM-092, CAM-151
  /** The buying type, which all ad sets must match. */
  buying_type: oneOf(buyingTypes).optional(), // CAM-093
  /** The bid strategy of the campaign. */
  bid_strategy: oneOf(bidStrategies).optional(), // CAM-096 (SIL-109)
  /**
   * The budget for a day that all ad sets share, in subunits of the account's currency. Excluded by
   * budgets of ad sets.
   */
  daily_budget: int64.optional(), // CAM-098
  /**
   * The budget for the whole run that all ad sets share, in subunits of the account's currency. Excluded
   * by budgets of ad sets.
   */
  lifetime_budget: int64.optional(), // CAM-100
  /**
   * The most that the campaign may spend, in subunits of the account's currency: at least the equivalent
   * of 100 USD. 922337203685478 removes the cap.
   */
  spend_cap: int64.optional(), // CAM-102
  /** The labels of the campaign. */
  adlabels: list(jsonObject).optional(), // CAM-107
  // CAM-108, CAM-109
  /**
   * `validate_only` checks the call and changes nothing; `include_recommendations` adds recommendations
   * to the result.
   */
  execution_options: list(oneOf(['validate_only', 'include_recommendations']), { split: true }).optional(),
  /** The split test configurations, stored as sent. */
  iterative_split_test_configs: list(jsonObject).optional(), // CAM-110
  /** The object that all ads of the campaign promote. */
  promoted_object: jsonObject.optional(), // CAM-111
  /** The id of the campaign from which this one was copied. */
  source_campaign_id: numericId.optional(), // CAM-112
  /** The id of the topline. */
  topline_id: numericId.optional(), // CAM-113
  /** The upstream events: texts by name, within objects by name. */
  upstream_events: dictionaryOfDictionaries.optional(), // CAM-114
})

/** The parameters of createCampaign, parsed. */
export type CampaignParams = z.output<typeof campaignParams>

const budgetEntry = object({
  /** The id of an ad set of the campaign. */
  adset_id: numericId, // CAM-157
  /** The budget of the ad set for a day, in subunits of the account's currency. */
  daily_budget: int64.optional(),
  /** The budget of the ad set for the whole run, in subunits of the account's currency. */
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
    /** The single category of versions before 7.0. Use `special_ad_categories`. */
    special_ad_category: oneOf(specialAdCategories).optional(), // CAM-115
    /**
     * The bid of each ad set by its id, in subunits of the account's currency. Needed to change from
     * automatic to manual bids.
     */
    adset_bid_amounts: recordOf(bidAmount).optional(), // CAM-154
    /**
     * The budgets of the ad sets. Needed to change between a budget of the campaign and budgets of its ad
     * sets.
     */
    adset_budgets: list(budgetEntry).optional(), // CAM-156
    /** Whether to rebalance the daily budgets of ad sets. Deprecated from version 7.0. */
    budget_rebalance_flag: boolean.optional(), // CAM-014, CAM-161 (SIL-132)
    /** Whether the campaign uses the attribution framework of iOS 14 and above. */
    is_ios_network_attribution: boolean.optional(), // CAM-164
  })

/** The parameters of updateCampaign, parsed. */
export type UpdateParams = z.output<typeof updateParams>

/** An entry of `adset_budgets`: the new budget of an ad set. */
export type BudgetEntry = z.output<typeof budgetEntry>
