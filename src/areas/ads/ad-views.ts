import { z } from '../../engine/zod.ts'
import type { Tx } from '../../graph/context.ts'
import { json, jsonObjectColumn } from '../../graph/values/columns.ts'
import { isoTime } from '../../graph/values/times.ts'
import { field, type View } from '../../graph/views/fields.ts'
import type { AdRow, AdSetRow, CreativeRow } from '../rows.ts'
import { statuses } from './status.ts'

/** The effective status of an ad set or an ad: CAMPAIGN_PAUSED while its campaign is paused (SIL-114). */
export function effectiveChildStatus(tx: Tx, { status, campaign }: AdSetRow | AdRow): string {
  if (status === 'DELETED' || status === 'ARCHIVED') return status
  return tx.find('campaigns', campaign)?.status === 'PAUSED' ? 'CAMPAIGN_PAUSED' : status
}

const sharedFields = {
  id: field(z.string(), (row: AdSetRow | AdRow) => String(row.id)),
  name: field(z.string(), (row: AdSetRow | AdRow) => row.name),
  account_id: field(z.string(), (row: AdSetRow | AdRow) => String(row.adAccount)),
  campaign_id: field(z.string(), (row: AdSetRow | AdRow) => String(row.campaign)),
  status: field(z.enum(statuses), (row: AdSetRow | AdRow) => row.status),
  configured_status: field(z.enum(statuses), (row: AdSetRow | AdRow) => row.status),
  effective_status: field(z.string(), (row: AdSetRow | AdRow, { tx }) => effectiveChildStatus(tx, row)),
  created_time: field(z.string(), (row: AdSetRow | AdRow) => isoTime(row.createdTime)),
  updated_time: field(z.string(), (row: AdSetRow | AdRow) => isoTime(row.updatedTime)),
}

const isoTimeOrAbsent = (time: number | null): string | undefined =>
  time === null ? undefined : isoTime(time)

/** The fields of an ad (SIL-151). */
export const adView = {
  name: 'Ad',
  minimal: ['id'],
  fields: {
    ...sharedFields,
    adset_id: field(z.string(), (ad: AdRow) => String(ad.adSet)),
    creative: field(z.object({ id: z.string() }), (ad: AdRow) => ({ id: String(ad.creative) })),
  },
} satisfies View<AdRow>

/** The fields of an ad set (SIL-151). updateCampaign sets `bid_amount` (CAM-154). */
export const adSetView = {
  name: 'AdSet',
  minimal: ['id'],
  fields: {
    ...sharedFields,
    optimization_goal: field(z.string(), ({ optimizationGoal }: AdSetRow) => optimizationGoal ?? undefined),
    bid_amount: field(z.string(), ({ bidAmount }: AdSetRow) => bidAmount ?? undefined),
    billing_event: field(z.string(), ({ billingEvent }: AdSetRow) => billingEvent, { beyond: true }),
    targeting: field(jsonObjectColumn, ({ targeting }: AdSetRow) => targeting, { beyond: true }),
    daily_budget: field(z.string(), ({ dailyBudget }: AdSetRow) => dailyBudget ?? undefined),
    lifetime_budget: field(z.string(), ({ lifetimeBudget }: AdSetRow) => lifetimeBudget ?? undefined),
    start_time: field(z.string(), ({ startTime }: AdSetRow) => isoTimeOrAbsent(startTime)),
    end_time: field(z.string(), ({ endTime }: AdSetRow) => isoTimeOrAbsent(endTime)),
    attribution_spec: field(z.array(json), ({ attributionSpec }: AdSetRow) => [...attributionSpec]),
    tracking_specs: field(z.array(json), ({ trackingSpecs }: AdSetRow) => [...trackingSpecs]),
  },
} satisfies View<AdSetRow>

/** The fields of an ad creative. */
export const creativeView = {
  name: 'AdCreative',
  minimal: ['id'],
  fields: {
    id: field(z.string(), (creative: CreativeRow) => String(creative.id)),
    account_id: field(z.string(), (creative: CreativeRow) => String(creative.adAccount)),
    name: field(z.string(), (creative: CreativeRow) => creative.name),
    title: field(z.string(), (creative: CreativeRow) => creative.title),
    body: field(z.string(), (creative: CreativeRow) => creative.body),
    object_url: field(z.string(), (creative: CreativeRow) => creative.objectUrl),
    image_hash: field(z.string(), (creative: CreativeRow) => creative.imageHash),
    status: field(z.string(), (creative: CreativeRow) => creative.status),
  },
} satisfies View<CreativeRow>
