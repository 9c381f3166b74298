import { z } from 'zod'
import { instant, type RowOf, rowId, table } from '../../engine/table.ts'
import { field, type View } from '../../graph/views/fields.ts'
import type { Seen, Tx } from '../../graph/seen.ts'
import { isoTime } from '../../graph/values/times.ts'
import type { Ad } from '../ads/ad.ts'
import { roleOn } from '../accounts/ad-account.ts'
import { type Page, tasksOf } from '../people/page.ts'
import { present } from '../../graph/values/references.ts'
import type { Tables } from '../tables.ts'

const Question = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(['text', 'storeLocator']),
  /** The numbers of the stores that a store locator finds; any number where they are not said. */
  stores: z.array(z.string()).optional(),
})
const Disclaimer = z.object({ key: z.string(), text: z.string(), required: z.boolean() })

/** A form of a page that collects leads. */
export const leadForms = table({
  row: z.object({
    page: rowId('pages'),
    name: z.string(),
    createdTime: instant(),
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
    form: rowId('leadForms'),
    page: rowId('pages'),
    /** The ad that led to it; null for organic reach and for a preview. */
    ad: rowId('ads').nullable(),
    preview: z.boolean(),
    platform: z.string(),
    createdTime: instant(),
    answers: z.array(Answer),
    disclaimers: z.array(Checked),
  }),
  edges: {
    byForm: { owners: ({ form }) => [[form]], order: ({ createdTime }) => [createdTime] },
    byAd: { owners: ({ ad }) => (ad === null ? [] : [[ad]]), order: ({ createdTime }) => [createdTime] },
    /** The leads of one page beside one another: the pages of an ad are found without reading every lead. */
    byAdAndPage: { owners: ({ ad }) => (ad === null ? [] : [[ad]]), order: ({ page }) => [page] },
  },
})

/** A row of a lead. */
export type Lead = RowOf<Tables, 'leads'>

/** A row of a lead form. */
export type LeadForm = RowOf<Tables, 'leadForms'>

/** The pages whose forms an ad served: those that it collected leads for. */
export function pagesOfAd(tx: Tx, ad: number): Page[] {
  const pages: Page[] = []
  let [lead] = tx.list('leads', 'byAdAndPage', [ad], { limit: 1 })
  while (lead) {
    pages.push(present(tx, 'pages', lead.page))
    const from = [lead.page + 1]
    lead = tx.list('leads', 'byAdAndPage', [ad], { from, limit: 1 })[0]
  }
  return pages
}

/** The check boxes of a form that a person may leave unchecked: what was done with them is kept. */
export const optionalDisclaimers = ({ disclaimers }: LeadForm) =>
  disclaimers.filter(({ required }) => !required)

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
export function adOf(seen: Seen, { ad, page }: Lead): Ad | undefined {
  const found = ad === null ? undefined : seen.tx.find('ads', ad)
  return found && seesAds(seen, page, found.adAccount) ? found : undefined
}

/** What a lead tells of the ad that led to it (SIL-153). */
export const adDetails = {
  ad_id: ({ id }: Ad) => String(id),
  ad_name: ({ name }: Ad) => name,
  adset_id: ({ adSet }: Ad) => String(adSet),
  adset_name: ({ adSet }: Ad, { tx }: Seen) => tx.find('adSets', adSet)?.name,
  campaign_id: ({ campaign }: Ad) => String(campaign),
  campaign_name: ({ campaign }: Ad, { tx }: Seen) => tx.find('campaigns', campaign)?.name,
} as const

const onRequest = { onRequest: true }

const ofAd = (name: keyof typeof adDetails, options?: { onRequest: boolean }) =>
  field(
    z.string(),
    (lead: Lead, seen) => {
      const ad = adOf(seen, lead)
      return ad && adDetails[name](ad, seen)
    },
    options,
  )

/** A lead as it is read (Resources › Lead; SIL-153). */
export const leadView = {
  name: 'Lead',
  minimal: ['id', 'created_time', 'ad_id', 'form_id', 'field_data'],
  fields: {
    id: field(z.string(), (lead: Lead) => String(lead.id)),
    created_time: field(z.string(), (lead: Lead) => isoTime(lead.createdTime)),
    ad_id: ofAd('ad_id'),
    form_id: field(z.string(), (lead: Lead) => String(lead.form)),
    field_data: field(z.array(Answer), (lead: Lead) => lead.answers),
    custom_disclaimer_responses: field(z.array(Checked), (lead: Lead) => lead.disclaimers, onRequest),
    is_organic: field(z.boolean(), ({ ad, preview }: Lead) => ad === null && !preview, onRequest),
    ad_name: ofAd('ad_name', onRequest),
    adset_id: ofAd('adset_id', onRequest),
    adset_name: ofAd('adset_name', onRequest),
    campaign_id: ofAd('campaign_id', onRequest),
    campaign_name: ofAd('campaign_name', onRequest),
    platform: field(z.string(), (lead: Lead) => lead.platform, onRequest),
  },
} satisfies View<Lead>
