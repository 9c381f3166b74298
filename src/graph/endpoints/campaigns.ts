import { z } from 'zod'
import { managesAds, readsAds } from '../access.ts'
import { endpoint } from '../define.ts'
import { campaignView } from '../model/campaign.ts'
import { campaignParams, campaignProblem, chosenCategories } from '../model/campaign-params.ts'
import { copyCampaign as copy, copyParams, copyResult } from '../model/copy-campaign.ts'
import { newCampaign } from '../model/new-campaign.ts'
import { isProblem } from '../problem.ts'
import { record } from '../record.ts'
import { oneOf } from '../scalars.ts'
import { datePresets } from '../vocabulary/campaigns.ts'

const chapter = 'Endpoints › Ad campaigns'

/** Reads one campaign. A deleted one stays readable; the periods are checked and change no stored field. */
export const readCampaign = endpoint({
  route: 'GET /{campaign}',
  chapter,
  access: readsAds,
  errors: [100, 80004, 190, 2635, 368, 278, 200],
  // An invalid time_range is ignored, so nothing is asked of it (SIL-126).
  params: z.object({ date_preset: oneOf(datePresets).optional() }),
  view: campaignView,
  result: record(campaignView),
  run: ({ campaign, show }) => show(campaignView, campaign),
})

/**
 * Creates a campaign in an ad account, paused unless told otherwise. From version 7.0 the special ad
 * categories have to be named, be it with NONE. With `validate_only` everything is checked and nothing made.
 */
export const createCampaign = endpoint({
  route: 'POST /act_{adAccount}/campaigns',
  chapter,
  access: managesAds,
  errors: [100, 200, 80004, 294, 368],
  params: campaignParams,
  view: campaignView,
  result: record(campaignView)
    .partial()
    .and(z.object({ success: z.boolean() })),
  run(asking) {
    const { adAccount, params, version, refuseFor, readBack } = asking
    const categories = chosenCategories(params, version)
    if (isProblem(categories)) return refuseFor(categories)
    const problem = campaignProblem(asking, adAccount, params)
    if (problem) return refuseFor(problem)
    const options = params.execution_options ?? []
    const recommended = { ...(options.includes('include_recommendations') && { recommendations: [] }) }
    if (options.includes('validate_only')) return { success: true, ...recommended }
    const campaign = newCampaign(asking, adAccount, params, categories)
    return { ...readBack(campaignView, campaign), id: String(campaign.id), success: true, ...recommended }
  },
})

/**
 * Copies a campaign, paused unless told otherwise; a deep copy takes its ad sets and ads along, at most 3 ads
 * in a synchronous call and 51 in an asynchronous one.
 */
export const copyCampaign = endpoint({
  route: 'POST /{campaign}/copies',
  chapter,
  access: managesAds,
  errors: [100, 80004, 200],
  params: copyParams,
  view: campaignView,
  result: copyResult.and(record(campaignView).partial()),
  run({ campaign, params, tx, asynchronous, refuseFor, readBack }) {
    const made = copy(tx, campaign, params, asynchronous)
    if (isProblem(made)) return refuseFor(made)
    const { copy: copied, objects } = made
    return {
      ...readBack(campaignView, copied),
      copied_campaign_id: String(copied.id),
      ad_object_ids: objects,
    }
  },
})
