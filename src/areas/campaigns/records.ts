import { z } from 'zod'
import { count, instant, rowId, table } from '../../engine/table.ts'
import { decimalText, json, jsonObjectColumn } from '../../graph/values/columns.ts'
import { isLiving, statuses } from '../ads/status.ts'
export const Issue = z.object({
  level: z.string(),
  error_code: z.int(),
  error_summary: z.string(),
  error_message: z.string(),
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
    /** Budgets and caps in currency subunits, as decimal text: they may lie beyond 2^53. */
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
    /** Delivery issues; any makes the effective status WITH_ISSUES. */
    issues: z.array(Issue),
    processing: z.boolean(),
    /**
     * What only the platform sets: brand_lift_studies, recommendations, ad_strategy_id, boosted_object_id.
     */
    platform: jsonObjectColumn,
  }),
  edges: {
    living: {
      owners: (campaign) => (isLiving(campaign) ? [[campaign.adAccount]] : []),
      order: ({ createdTime }) => [createdTime],
    },
    /** Those that are not archived either: what a list shows when nothing else is asked for. */
    current: {
      owners: ({ adAccount, status }) => (status === 'DELETED' || status === 'ARCHIVED' ? [] : [[adAccount]]),
      order: ({ createdTime }) => [createdTime],
    },
    copies: {
      owners: (campaign) => (campaign.source !== null && isLiving(campaign) ? [[campaign.source]] : []),
      order: ({ createdTime }) => [createdTime],
    },
  },
})

/** The kinds of objects that an ad rule can be about as a whole. */
export const ruleEntityTypes = ['CAMPAIGN', 'ADSET', 'AD'] as const

/** A rule that an ad account keeps: it names campaigns by id, or a kind of object as a whole. */
export const adRules = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    name: z.string(),
    entityType: z.enum(ruleEntityTypes).nullable(),
    campaigns: z.array(rowId('campaigns')),
    createdTime: instant(),
  }),
  edges: {
    byAccount: { owners: ({ adAccount }) => [[adAccount]], order: ({ createdTime }) => [createdTime] },
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
      order: ({ createdTime }) => [createdTime],
    },
  },
})

/** What a request of a batch may be. It runs at one instant, so that it never stays in progress. */
export const requestStatuses = ['INITIAL', 'IN_PROGRESS', 'SUCCESS', 'ERROR'] as const

/** Requests that an ad account takes in and runs later. */
export const asyncBatches = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    name: z.string(),
    /** The token and the version of the call that made it: its requests run under them. */
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
    /** What it came to; null until it ran. */
    result: json,
    createdTime: instant(),
    updatedTime: instant(),
  }),
  // Lists begin at the greatest: the first request of a batch comes first.
  edges: { byBatch: { owners: ({ batch }) => [[batch]], order: ({ place }) => [-place] } },
})
