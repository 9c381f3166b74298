import { z } from '../../engine/schema/zod.ts'
import { by, count, inOrderOf, instant, rowId, table } from '../../engine/store/table.ts'
import { decimalText, json, jsonObjectColumn } from '../../service/values/columns.ts'
import { isLiving, statuses } from '../ads/status.ts'
/** A delivery issue of a campaign: the shape of an item of `issues_info` (SIL-109). */
export const Issue = z.object({
  /** The level of the object with the problem, such as CAMPAIGN. */
  level: z.string(),
  /** The number of the problem. */
  error_code: z.int(),
  /** A short title of the problem. */
  error_summary: z.string(),
  /** A description of the problem. */
  error_message: z.string(),
  /** The kind of problem, such as HARD_ERROR. */
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
    /** Budgets and caps, in currency subunits, as decimal text because they can exceed 2^53. */
    dailyBudget: decimalText.nullable(),
    lifetimeBudget: decimalText.nullable(),
    spendCap: decimalText.nullable(),
    spent: decimalText,
    budgetToggledTime: instant().nullable(),
    budgetRebalance: z.boolean(),
    iosNetworkAttribution: z.boolean(),
    promotedObject: jsonObjectColumn.nullable(),
    labels: z.array(json),
    splitTests: z.array(json),
    upstreamEvents: jsonObjectColumn.nullable(),
    source: rowId('campaigns').nullable(),
    topline: z.string().nullable(),
    /** Delivery issues. If there is any, the effective status is WITH_ISSUES. */
    issues: z.array(Issue),
    processing: z.boolean(),
    /** Fields that only the platform sets: see the action setCampaignPlatformFields. */
    platform: jsonObjectColumn,
  }),
  edges: {
    living: {
      owners: (campaign) => (isLiving(campaign) ? [[campaign.adAccount]] : []),
      order: inOrderOf('createdTime'),
    },
    /** Neither deleted nor archived: the default of the list of campaigns (SIL-108). */
    current: {
      owners: ({ adAccount, status }) => (status === 'DELETED' || status === 'ARCHIVED' ? [] : [[adAccount]]),
      order: inOrderOf('createdTime'),
    },
    copies: {
      owners: (campaign) => (campaign.source !== null && isLiving(campaign) ? [[campaign.source]] : []),
      order: inOrderOf('createdTime'),
    },
  },
})

/** The kinds of objects that an ad rule can apply to. */
export const ruleEntityTypes = ['CAMPAIGN', 'ADSET', 'AD'] as const

/** An ad rule of an ad account. It names campaigns by id, or applies to all objects of a kind. */
export const adRules = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    name: z.string(),
    entityType: z.enum(ruleEntityTypes).nullable(),
    campaigns: z.array(rowId('campaigns')),
    createdTime: instant(),
  }),
  edges: {
    byAccount: { owners: by('adAccount'), order: inOrderOf('createdTime') },
  },
})

/** A study that compares campaigns of an ad account. */
export const adStudies = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    name: z.string(),
    campaigns: z.array(rowId('campaigns')),
    createdTime: instant(),
  }),
  edges: {
    byCampaign: {
      owners: ({ campaigns }) => campaigns.map((id) => [id]),
      order: inOrderOf('createdTime'),
    },
  },
})

/** The statuses of a request of a batch. A request runs in one step, so none is ever seen IN_PROGRESS. */
export const requestStatuses = ['INITIAL', 'IN_PROGRESS', 'SUCCESS', 'ERROR'] as const

/** An asynchronous batch of an ad account: requests that run later. */
export const asyncBatches = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    name: z.string(),
    /** The token and the version of the call that created it. Its requests run under them. */
    token: z.string(),
    version: z.string(),
    createdTime: instant(),
  }),
  edges: {},
})

/** One request of a batch. */
export const asyncRequests = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    batch: rowId('asyncBatches'),
    place: count(),
    name: z.string(),
    relativeUrl: z.string(),
    body: json,
    status: z.enum(requestStatuses),
    /** Null until the request has run. */
    result: json,
    createdTime: instant(),
    updatedTime: instant(),
  }),
  // A list begins with the greatest key. The place is negated, so that the list begins with the first
  // request.
  edges: { byBatch: { owners: by('batch'), order: ({ place }) => [-place] } },
})
