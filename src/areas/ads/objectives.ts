import type { Objective } from './campaign-values.ts'

/** What a campaign's objective admits beneath it. An empty list admits everything. */
export interface ObjectiveRule {
  /** Which parts of a creative its ads may have. */
  readonly creativeFields: readonly string[]
  /** Which members the promoted object of its ad sets may have. */
  readonly promotedObjectKeys: readonly string[]
  readonly placements: readonly string[]
  /** What its ad sets may be optimized for. */
  readonly goals: readonly string[]
}

const everything: ObjectiveRule = { creativeFields: [], promotedObjectKeys: [], placements: [], goals: [] }

/**
 * The one table of what goes with which objective (SIL-124). The contract does not show its content: a list
 * is filled where it is certain, and empty elsewhere.
 */
export const objectiveRules: Readonly<Record<Objective, ObjectiveRule>> = {
  APP_INSTALLS: everything,
  BRAND_AWARENESS: everything,
  CONVERSIONS: everything,
  EVENT_RESPONSES: everything,
  LEAD_GENERATION: everything,
  LINK_CLICKS: everything,
  LOCAL_AWARENESS: everything,
  MESSAGES: everything,
  OFFER_CLAIMS: everything,
  PAGE_LIKES: everything,
  POST_ENGAGEMENT: everything,
  PRODUCT_CATALOG_SALES: everything,
  REACH: { ...everything, goals: ['REACH', 'IMPRESSIONS'] },
  STORE_VISITS: everything,
  VIDEO_VIEWS: everything,
}
