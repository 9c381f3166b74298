import { z } from '../../engine/schema/zod.ts'
import { by, count, inOrderOf, instant, rowId, rowIdOrNone, table } from '../../engine/store/table.ts'
import { decimalText, json, jsonObjectColumn } from '../../service/values/columns.ts'
import { segmentKey } from './result-segments.ts'
import { isLiving, statuses } from './status.ts'

/** The statuses of an ad creative. */
const creativeStatuses = ['ACTIVE', 'DELETED'] as const

/** A label of an ad account, by which its objects are found. */
export const adLabels = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    name: z.string(),
    createdTime: instant(),
    updatedTime: instant(),
  }),
  edges: {
    byAccount: { owners: by('adAccount'), order: inOrderOf('createdTime') },
    byName: { owners: by('adAccount', 'name') },
  },
})

/** The column of the labels of an object: the id and the name of each, as those of a campaign. */
const labels = { labels: z.array(json).optional() }

/** A set of ads of a campaign, with its own budget, period and audience. */
export const adSets = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    campaign: rowId('campaigns'),
    name: z.string(),
    status: z.enum(statuses),
    createdTime: instant(),
    updatedTime: instant(),
    dailyBudget: decimalText.nullable(),
    lifetimeBudget: decimalText.nullable(),
    startTime: instant().nullable(),
    endTime: instant().nullable(),
    optimizationGoal: z.string().nullable(),
    /** In currency subunits, as decimal text. */
    bidAmount: decimalText.nullable(),
    placements: z.array(z.string()),
    promotedObject: jsonObjectColumn.nullable(),
    attributionSpec: z.array(json),
    trackingSpecs: z.array(json),
    /** The people that it reached, each once; the counts of reach are made from them. */
    reached: z.array(rowId('users')),
    source: rowId('adSets').nullable(),
    /** Its audience, as the call gave it; absent if an action created it. */
    targeting: jsonObjectColumn.optional(),
    /** The event that the ad account pays for, as the call gave it. */
    billingEvent: z.string().optional(),
    /** The bid strategy that a call gave. */
    bidStrategy: z.string().optional(),
    ...labels,
  }),
  edges: {
    livingOfAccount: {
      owners: (adSet) => (isLiving(adSet) ? [[adSet.adAccount]] : []),
      order: inOrderOf('createdTime'),
    },
    /** Includes deleted ad sets: the people that they reached still count. */
    byCampaign: { owners: by('campaign'), order: inOrderOf('createdTime') },
    living: {
      owners: (adSet) => (isLiving(adSet) ? [[adSet.campaign]] : []),
      order: inOrderOf('createdTime'),
    },
    byStart: {
      owners: (adSet) => (isLiving(adSet) && adSet.startTime !== null ? [[adSet.campaign]] : []),
      order: ({ startTime }) => [startTime ?? 0],
    },
    byEnd: {
      owners: (adSet) => (isLiving(adSet) && adSet.endTime !== null ? [[adSet.campaign]] : []),
      order: ({ endTime }) => [endTime ?? 0],
    },
  },
})

/** An ad, which the contract also calls an ad group (SIL-154). */
export const ads = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    campaign: rowId('campaigns'),
    adSet: rowId('adSets'),
    creative: rowId('creatives'),
    name: z.string(),
    status: z.enum(statuses),
    createdTime: instant(),
    updatedTime: instant(),
    source: rowId('ads').nullable(),
    /** Its own tracked actions, in place of those of its ad set. */
    trackingSpecs: z.array(json).optional(),
    /** The app that made it. */
    app: rowIdOrNone('apps').optional(),
    ...labels,
  }),
  edges: {
    livingOfAccount: {
      owners: (ad) => (isLiving(ad) ? [[ad.adAccount]] : []),
      order: inOrderOf('createdTime'),
    },
    byAdSet: { owners: by('adSet'), order: inOrderOf('createdTime') },
    living: {
      owners: (ad) => (isLiving(ad) ? [[ad.campaign]] : []),
      order: inOrderOf('createdTime'),
    },
    /** The ads with a creative, without deleted ads. */
    byCreative: { owners: (ad) => (isLiving(ad) ? [[ad.creative]] : []) },
    active: { owners: ({ adAccount, status }) => (status === 'ACTIVE' ? [[adAccount]] : []) },
  },
})

/** An ad creative: the text, link and image of an ad. */
export const creatives = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    name: z.string(),
    title: z.string().optional(),
    body: z.string().optional(),
    objectUrl: z.string().optional(),
    /** The hash of its ad image. */
    imageHash: z.string().optional(),
    /** The id of the post that it shows. */
    objectStoryId: z.string().optional(),
    /** The description of the post that it shows, as the call gave it. */
    objectStorySpec: jsonObjectColumn.optional(),
    /** The parameters that its URLs get. */
    urlTags: z.string().optional(),
    ...labels,
    status: z.enum(creativeStatuses),
    createdTime: instant(),
  }),
  edges: {
    byAccount: { owners: by('adAccount'), order: inOrderOf('createdTime') },
    current: {
      owners: (creative) => (isLiving(creative) ? [[creative.adAccount]] : []),
      order: inOrderOf('createdTime'),
    },
    /** The creatives with an ad image, without deleted creatives. */
    byImage: {
      owners: ({ adAccount, imageHash, status }) =>
        imageHash === undefined || status === 'DELETED' ? [] : [[adAccount, imageHash]],
      order: inOrderOf('createdTime'),
    },
  },
})

const byDay = { order: ({ day }: { readonly day: number }) => [day] } as const

/** The results of one ad on one day, in one part of its audience. */
export const adResults = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    /** Every result has it; a snapshot of an earlier version gets it when it is loaded. */
    campaign: rowId('campaigns').optional(),
    /** The same. */
    adSet: rowId('adSets').optional(),
    ad: rowId('ads'),
    /** The first instant of the day, in UTC. */
    day: instant(),
    impressions: count(),
    /** The people that the ad reached for the first time. */
    reach: count(),
    clicks: count(),
    /** In subunits of the currency, as decimal text. */
    spend: decimalText,
    /** The part of the audience that they belong to; absent if it is not known. */
    segment: z.record(z.string(), z.string()).optional(),
    /** The actions that people took, by type: their number, and their value in subunits. */
    actions: z.record(z.string(), z.object({ count: count(), value: decimalText })).optional(),
  }),
  edges: {
    byAdDay: { owners: ({ ad, day, segment }) => [[ad, day, segmentKey(segment)]] },
    byAccount: { owners: by('adAccount'), ...byDay },
    byCampaign: { owners: by('campaign'), ...byDay },
    byAdSet: { owners: by('adSet'), ...byDay },
    byAd: { owners: by('ad'), ...byDay },
  },
})

/** A report of insights that a call asked for, to be read later. */
export const reportRuns = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    /** The object whose insights it has: the ad account, a campaign, an ad set or an ad. */
    object: rowId('adAccounts', 'campaigns', 'adSets', 'ads'),
    createdTime: instant(),
    /** The first instants of its first and its last day. */
    since: instant(),
    until: instant(),
    /** The parameters of the report, as the call gave them. */
    given: jsonObjectColumn,
  }),
  edges: {},
})
