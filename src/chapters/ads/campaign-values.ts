/** The objectives of a campaign (CAM-083). */
export const objectives = [
  'APP_INSTALLS',
  'BRAND_AWARENESS',
  'CONVERSIONS',
  'EVENT_RESPONSES',
  'LEAD_GENERATION',
  'LINK_CLICKS',
  'LOCAL_AWARENESS',
  'MESSAGES',
  'OFFER_CLAIMS',
  'PAGE_LIKES',
  'POST_ENGAGEMENT',
  'PRODUCT_CATALOG_SALES',
  'REACH',
  'STORE_VISITS',
  'VIDEO_VIEWS',
] as const

/** The objectives that the live service has in place of those of the contract. */
export const outcomeObjectives = [
  'OUTCOME_APP_PROMOTION',
  'OUTCOME_AWARENESS',
  'OUTCOME_ENGAGEMENT',
  'OUTCOME_LEADS',
  'OUTCOME_SALES',
  'OUTCOME_TRAFFIC',
] as const

/** An objective of a campaign. */
export type Objective = (typeof objectives)[number]
/** The special ad categories of a campaign (CAM-088). */
export const specialAdCategories = [
  'NONE',
  'EMPLOYMENT',
  'HOUSING',
  'CREDIT',
  'ISSUES_ELECTIONS_POLITICS',
] as const

/** A special ad category of a campaign. */
export type SpecialAdCategory = (typeof specialAdCategories)[number]

/** The buying types of a campaign: AUCTION, RESERVED (reach-and-frequency), FIXED_CPM (premium) (SIL-120). */
export const buyingTypes = ['AUCTION', 'RESERVED', 'FIXED_CPM'] as const

/** The bid strategies of a campaign (CAM-097). */
export const bidStrategies = ['LOWEST_COST_WITHOUT_CAP', 'LOWEST_COST_WITH_BID_CAP', 'COST_CAP'] as const

/** The values of `date_preset` (CAM-067). */
export const datePresets = [
  'today',
  'yesterday',
  'this_month',
  'last_month',
  'this_quarter',
  'lifetime',
  'last_3d',
  'last_7d',
  'last_14d',
  'last_28d',
  'last_30d',
  'last_90d',
  'last_week_mon_sun',
  'last_week_sun_sat',
  'last_quarter',
  'last_year',
  'this_week_mon_today',
  'this_week_sun_today',
  'this_year',
] as const

/** The values of `ad_object_type` in the result of a copy (CAM-218). */
export const adObjectTypes = [
  'unique_adcreative',
  'ad',
  'ad_set',
  'campaign',
  'opportunities',
  'privacy_info_center',
  'topline',
  'ad_account',
] as const
