import { z } from '../../engine/schema/zod.ts'
import { tasksOf } from '../../service/access/access.ts'
import { roleOn } from '../../service/access/roles.ts'
import type { Tx } from '../../service/routes/context.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { present } from '../../service/values/references.ts'
import { isoTime } from '../../service/values/times.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import type { AdRow, LeadFormRow, LeadRow, PageRow } from '../rows.ts'
import { DisclaimerResponse, LeadAnswer } from './records.ts'

/** Returns the pages that an ad has leads for. */
export function pagesOfAd(tx: Tx, ad: number): PageRow[] {
  const pages: PageRow[] = []
  let [lead] = tx.list('leads', 'byAdAndPage', [ad], { limit: 1 })
  while (lead) {
    pages.push(present(tx, 'pages', lead.page))
    const from = [lead.page + 1]
    lead = tx.list('leads', 'byAdAndPage', [ad], { from, limit: 1 })[0]
  }
  return pages
}

/** The check boxes of a form that a person can leave unchecked; a lead stores their state. */
export const optionalDisclaimers = ({ disclaimers }: LeadFormRow) =>
  disclaimers.filter(({ required }) => !required)

/**
 * Whether the caller can see the ad of a lead. They need a role on the ad account, and the task ADVERTISE on
 * the page or the permission ads_management (LEA-046; SIL-157).
 */
function seesAds({ tx, caller }: ReadContext, page: number, adAccount: number): boolean {
  const { user } = caller
  if (!user || !roleOn(tx, adAccount, user.id)) return false
  return tasksOf(tx, page, user.id).includes('ADVERTISE') || caller.scopes.includes('ads_management')
}

/** Returns the ad of a lead, if it has one that the caller can see (ERR-024). */
export function visibleAdOf(context: ReadContext, { ad, page }: LeadRow): AdRow | undefined {
  const row = ad === null ? undefined : context.tx.find('ads', ad)
  return row && seesAds(context, page, row.adAccount) ? row : undefined
}

/** The fields of a lead about its ad (LEA-020; SIL-153). */
export const adDetails = {
  ad_id: ({ id }: AdRow) => String(id),
  ad_name: ({ name }: AdRow) => name,
  adset_id: ({ adSet }: AdRow) => String(adSet),
  adset_name: ({ adSet }: AdRow, { tx }: ReadContext) => tx.find('adSets', adSet)?.name,
  campaign_id: ({ campaign }: AdRow) => String(campaign),
  campaign_name: ({ campaign }: AdRow, { tx }: ReadContext) => tx.find('campaigns', campaign)?.name,
} as const

const onRequest = { onRequest: true }

const adField = (name: keyof typeof adDetails, options?: { onRequest: boolean }) =>
  field(
    z.string(),
    (lead: LeadRow, context) => {
      const ad = visibleAdOf(context, lead)
      return ad && adDetails[name](ad, context)
    },
    options,
  )

/** The fields of a lead (SIL-153). */
export const leadView = {
  name: 'Lead',
  minimal: ['id', 'created_time', 'ad_id', 'form_id', 'field_data'],
  fields: {
    id: field(z.string(), (lead: LeadRow) => String(lead.id)), // LEA-006
    /** When the form was submitted. */
    created_time: field(z.string(), (lead: LeadRow) => isoTime(lead.createdTime)), // LEA-007
    /**
     * The id of the ad that produced the lead. Missing for an organic or a preview lead, or without
     * advertiser privileges.
     */
    ad_id: adField('ad_id'), // LEA-008
    /** The id of the form. */
    form_id: field(z.string(), (lead: LeadRow) => String(lead.form)), // LEA-009
    /** The answers to the questions of the form. */
    field_data: field(z.array(LeadAnswer), (lead: LeadRow) => lead.answers), // LEA-010
    // LEA-013
    /** The states of the optional check boxes of the disclaimer. */
    custom_disclaimer_responses: field(
      z.array(DisclaimerResponse),
      (lead: LeadRow) => lead.disclaimers,
      onRequest,
    ),
    /** Whether the lead came without an ad. */
    is_organic: field(z.boolean(), ({ ad, preview }: LeadRow) => ad === null && !preview, onRequest),
    /** The name of the ad. Missing if `ad_id` is. */
    ad_name: adField('ad_name', onRequest),
    /** The id of the ad set of the ad. Missing if `ad_id` is. */
    adset_id: adField('adset_id', onRequest),
    /** The name of the ad set of the ad. Missing if `ad_id` is. */
    adset_name: adField('adset_name', onRequest),
    /** The id of the campaign of the ad. Missing if `ad_id` is. */
    campaign_id: adField('campaign_id', onRequest),
    /** The name of the campaign of the ad. Missing if `ad_id` is. */
    campaign_name: adField('campaign_name', onRequest),
    /** Where the lead was submitted, such as `fb`. */
    platform: field(z.string(), (lead: LeadRow) => lead.platform, onRequest),
    /** The name of the partner through which the lead came. Missing without one. */
    partner_name: field(z.string(), ({ partner }: LeadRow) => partner, { ...onRequest, beyond: true }),
  },
} satisfies View<LeadRow>
