import { z } from 'zod'
import { field, type View } from '../../graph/views/fields.ts'
import type { Tx } from '../../graph/seen.ts'
import { isoTime } from '../../graph/values/times.ts'
import { statuses } from './campaign-values.ts'
import type { Ad, AdSet, Creative } from './ad.ts'
import type { AdAccount } from '../accounts/ad-account.ts'
import { json } from '../../graph/values/columns.ts'

/** What the status of an ad set or an ad comes to: a paused campaign pauses what is under it (SIL-114). */
function childStatus(tx: Tx, { status, campaign }: AdSet | Ad): string {
  if (status === 'DELETED' || status === 'ARCHIVED') return status
  return tx.find('campaigns', campaign)?.status === 'PAUSED' ? 'CAMPAIGN_PAUSED' : status
}

const shared = {
  id: field(z.string(), (row: AdSet | Ad) => String(row.id)),
  name: field(z.string(), (row: AdSet | Ad) => row.name),
  account_id: field(z.string(), (row: AdSet | Ad) => String(row.adAccount)),
  campaign_id: field(z.string(), (row: AdSet | Ad) => String(row.campaign)),
  status: field(z.enum(statuses), (row: AdSet | Ad) => row.status),
  configured_status: field(z.enum(statuses), (row: AdSet | Ad) => row.status),
  effective_status: field(z.string(), (row: AdSet | Ad, { tx }) => childStatus(tx, row)),
  created_time: field(z.string(), (row: AdSet | Ad) => isoTime(row.createdTime)),
  updated_time: field(z.string(), (row: AdSet | Ad) => isoTime(row.updatedTime)),
}

const instant = (time: number | null): string | undefined => (time === null ? undefined : isoTime(time))

/** An ad as it is read (SIL-151). */
export const adView = {
  name: 'Ad',
  minimal: ['id'],
  fields: {
    ...shared,
    adset_id: field(z.string(), (ad: Ad) => String(ad.adSet)),
    creative: field(z.object({ id: z.string() }), (ad: Ad) => ({ id: String(ad.creative) })),
  },
} satisfies View<Ad>

/** An ad set as it is read (SIL-151), with the bid amount that an update of its campaign sets. */
export const adSetView = {
  name: 'AdSet',
  minimal: ['id'],
  fields: {
    ...shared,
    optimization_goal: field(z.string(), ({ optimizationGoal }: AdSet) => optimizationGoal ?? undefined),
    bid_amount: field(z.string(), ({ bidAmount }: AdSet) => bidAmount ?? undefined),
    daily_budget: field(z.string(), ({ dailyBudget }: AdSet) => dailyBudget ?? undefined),
    lifetime_budget: field(z.string(), ({ lifetimeBudget }: AdSet) => lifetimeBudget ?? undefined),
    start_time: field(z.string(), ({ startTime }: AdSet) => instant(startTime)),
    end_time: field(z.string(), ({ endTime }: AdSet) => instant(endTime)),
    attribution_spec: field(z.array(json), ({ attributionSpec }: AdSet) => [...attributionSpec]),
    tracking_specs: field(z.array(json), ({ trackingSpecs }: AdSet) => [...trackingSpecs]),
  },
} satisfies View<AdSet>

/** A creative as it is read. */
export const creativeView = {
  name: 'AdCreative',
  minimal: ['id'],
  fields: {
    id: field(z.string(), (creative: Creative) => String(creative.id)),
    account_id: field(z.string(), (creative: Creative) => String(creative.adAccount)),
    name: field(z.string(), (creative: Creative) => creative.name),
    title: field(z.string(), (creative: Creative) => creative.title),
    body: field(z.string(), (creative: Creative) => creative.body),
    object_url: field(z.string(), (creative: Creative) => creative.objectUrl),
    image_hash: field(z.string(), (creative: Creative) => creative.imageHash),
    status: field(z.string(), (creative: Creative) => creative.status),
  },
} satisfies View<Creative>

/** An ad account as it is read; its id begins with `act_`, as paths spell it. */
export const adAccountView = {
  name: 'AdAccount',
  minimal: ['id', 'account_id'],
  fields: {
    id: field(z.string(), (account: AdAccount) => `act_${account.id}`),
    account_id: field(z.string(), (account: AdAccount) => String(account.id)),
    name: field(z.string(), (account: AdAccount) => account.name),
    currency: field(z.string(), (account: AdAccount) => account.currency),
    created_time: field(z.string(), (account: AdAccount) => isoTime(account.createdTime)),
  },
} satisfies View<AdAccount>
