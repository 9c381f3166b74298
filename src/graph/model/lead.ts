import { z } from 'zod'
import { type RowOf, table } from '../../engine/table.ts'
import { field, type View } from '../fields.ts'
import type { Seen } from '../seen.ts'
import { isoTime } from '../times.ts'
import { roleOn } from './ad-account.ts'
import { tasksOf } from './page.ts'
import type { Tables } from './tables.ts'

const Question = z.object({ key: z.string(), label: z.string(), type: z.enum(['text', 'storeLocator']) })
const Disclaimer = z.object({ key: z.string(), text: z.string(), required: z.boolean() })

/** A form of a page that collects leads. */
export const leadForms = table({
  row: z.object({
    page: z.number(),
    name: z.string(),
    createdTime: z.number(),
    questions: z.array(Question),
    disclaimers: z.array(Disclaimer),
  }),
  edges: { byPage: { owners: ({ page }) => [[page]], order: ({ createdTime }) => [createdTime] } },
})

const Answer = z.object({ name: z.string(), values: z.array(z.string()) })
const Checked = z.object({ checkbox_key: z.string(), is_checked: z.string() })

/** A lead: what one person answered to a form. */
export const leads = table({
  row: z.object({
    form: z.number(),
    page: z.number(),
    /** The ad that led to it; null for organic reach and for a preview. */
    ad: z.number().nullable(),
    preview: z.boolean(),
    platform: z.string(),
    createdTime: z.number(),
    answers: z.array(Answer),
    disclaimers: z.array(Checked),
  }),
  edges: {
    byForm: { owners: ({ form }) => [[form]], order: ({ createdTime }) => [createdTime] },
    byAd: { owners: ({ ad }) => (ad === null ? [] : [[ad]]), order: ({ createdTime }) => [createdTime] },
  },
})

/** A row of a lead. */
export type Lead = RowOf<Tables, 'leads'>

/** A row of a lead form. */
export type LeadForm = RowOf<Tables, 'leadForms'>

/**
 * Whether the caller may see which ad a lead came from: who may advertise for the page and has a role on the
 * ad's account (SIL-157).
 */
export function seesAds({ tx, viewer }: Seen, page: number, adAccount: number): boolean {
  const { user } = viewer
  if (!user || !roleOn(tx, adAccount, user.id)) return false
  return tasksOf(tx, page, user.id).includes('ADVERTISE') || viewer.scopes.includes('ads_management')
}

/** The ad of a lead, if there is one that the caller may see. */
function adOf(seen: Seen, { ad, page }: Lead) {
  const found = ad === null ? undefined : seen.tx.find('ads', ad)
  return found && seesAds(seen, page, found.adAccount) ? found : undefined
}

const onRequest = { onRequest: true }

/** A lead as it is read (Resources › Lead; SIL-153). */
export const leadView = {
  name: 'Lead',
  minimal: ['id', 'created_time', 'ad_id', 'form_id', 'field_data'],
  fields: {
    id: field(z.string(), (lead: Lead) => String(lead.id)),
    created_time: field(z.string(), (lead: Lead) => isoTime(lead.createdTime)),
    ad_id: field(z.string(), (lead: Lead, seen) => adOf(seen, lead)?.id.toString()),
    form_id: field(z.string(), (lead: Lead) => String(lead.form)),
    field_data: field(z.array(Answer), (lead: Lead) => lead.answers),
    custom_disclaimer_responses: field(z.array(Checked), (lead: Lead) => lead.disclaimers, onRequest),
    is_organic: field(z.boolean(), ({ ad, preview }: Lead) => ad === null && !preview, onRequest),
    ad_name: field(z.string(), (lead: Lead, seen) => adOf(seen, lead)?.name, onRequest),
    adset_id: field(z.string(), (lead: Lead, seen) => adOf(seen, lead)?.adSet.toString(), onRequest),
    adset_name: field(
      z.string(),
      (lead: Lead, seen) => {
        const ad = adOf(seen, lead)
        return ad && seen.tx.find('adSets', ad.adSet)?.name
      },
      onRequest,
    ),
    campaign_id: field(z.string(), (lead: Lead, seen) => adOf(seen, lead)?.campaign.toString(), onRequest),
    campaign_name: field(
      z.string(),
      (lead: Lead, seen) => {
        const ad = adOf(seen, lead)
        return ad && seen.tx.find('campaigns', ad.campaign)?.name
      },
      onRequest,
    ),
    platform: field(z.string(), (lead: Lead) => lead.platform, onRequest),
  },
} satisfies View<Lead>
