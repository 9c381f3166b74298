/** The objectives of a campaign (Endpoints › Ad campaigns). */
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

/** An objective of a campaign. */
export type Objective = (typeof objectives)[number]
/** Special ad categories. */
export const specialAdCategories = [
  'NONE',
  'EMPLOYMENT',
  'HOUSING',
  'CREDIT',
  'ISSUES_ELECTIONS_POLITICS',
] as const

/** How a campaign is bought: AUCTION, reach-and-frequency (RESERVED) or premium (FIXED_CPM) (SIL-120). */
export const buyingTypes = ['AUCTION', 'RESERVED', 'FIXED_CPM'] as const

/** Campaign bid strategies. */
export const bidStrategies = ['LOWEST_COST_WITHOUT_CAP', 'LOWEST_COST_WITH_BID_CAP', 'COST_CAP'] as const

/** Named periods of a campaign read. */
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

/** Kinds of objects that a copy can name. */
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
