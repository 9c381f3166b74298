import { z } from 'zod'
import { managesAds, readsAds } from '../../graph/access/access.ts'
import { isCallError } from '../../graph/contract/errors.ts'
import { endpoint } from '../../graph/define.ts'
import { jsonObjectColumn } from '../../graph/values/columns.ts'
import { list } from '../../graph/values/compounds.ts'
import { present } from '../../graph/values/references.ts'
import { integer, oneOf } from '../../graph/values/scalars.ts'
import { datetime } from '../../graph/values/times.ts'
import { listOf, pagingParams } from '../../graph/views/paging.ts'
import { recordSchema } from '../../graph/views/record.ts'
import { datePresets } from '../ads/campaign-values.ts'
import { effectiveStatuses } from '../ads/status.ts'
import type { CampaignRow } from '../rows.ts'
import { campaignParams, updateParams } from './campaign-params.ts'
import { campaignView, effectiveStatus, recommendationsOf } from './campaign-view.ts'
import { makeCampaignCopy as copy, copyParams, copyResult } from './copy-campaign.ts'
import { newCampaign, newCampaignError } from './create-campaign.ts'
import { deletableCampaigns, deleteStrategies, removeCampaign as remove } from './delete-campaign.ts'
import { newCampaignCategories } from './special-ad-categories.ts'
import { applyUpdate as update, updatePlan } from './update-campaign.ts'

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
  result: recordSchema(campaignView),
  run: ({ campaign, show }) => show(campaignView, campaign),
})

/**
 * Creates a campaign in an ad account, paused unless told otherwise. From version 7.0 the special ad
 * categories have to be named, be it with NONE. With `validate_only` everything is checked and nothing made.
 * A new campaign has no recommendations, so `include_recommendations` adds none to the answer.
 */
export const createCampaign = endpoint({
  route: 'POST /act_{adAccount}/campaigns',
  chapter,
  access: managesAds,
  errors: [100, 200, 80004, 294, 368],
  params: campaignParams,
  view: campaignView,
  result: recordSchema(campaignView)
    .partial()
    .and(z.object({ success: z.boolean() })),
  run(context) {
    const { adAccount, params, version, refuseFor, readBack } = context
    const categories = newCampaignCategories(params, version)
    if (isCallError(categories)) return refuseFor(categories)
    const error = newCampaignError(context, adAccount, params)
    if (error) return refuseFor(error)
    if (params.execution_options?.includes('validate_only')) return { success: true }
    const campaign = newCampaign(context, adAccount, params, categories)
    return { ...readBack(campaignView, campaign), id: String(campaign.id), success: true }
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
  result: copyResult.and(recordSchema(campaignView).partial()),
  run({ campaign, params, tx, asynchronous, refuseFor, readBack }) {
    const made = copy(tx, campaign, params, asynchronous)
    if (isCallError(made)) return refuseFor(made)
    const { copy: copied, objects } = made
    return {
      ...readBack(campaignView, copied),
      copied_campaign_id: String(copied.id),
      ad_object_ids: objects,
    }
  },
})

/**
 * Lists the campaigns of an ad account, newest first. Archived ones are left out unless `effective_status`
 * asks for them; deleted ones are in no list, and asking for them is refused.
 */
export const listCampaigns = endpoint({
  route: 'GET /act_{adAccount}/campaigns',
  chapter,
  access: readsAds,
  errors: [],
  params: z.object({
    effective_status: list(oneOf(effectiveStatuses), { split: true }).optional(),
    ...pagingParams,
  }),
  view: campaignView,
  result: listOf(recordSchema(campaignView)),
  run({ adAccount, params, version, refuseFor, pageOf }) {
    const { effective_status: wanted = [] } = params
    if (wanted.includes('DELETED'))
      return refuseFor({
        code: 100,
        message: 'Param effective_status must not name DELETED: deleted campaigns are in no list',
      })
    const where = (campaign: CampaignRow) =>
      wanted.length === 0 || wanted.some((status) => status === effectiveStatus(campaign, version))
    const edge = wanted.length === 0 ? 'current' : 'living'
    const name = `campaigns/${adAccount.id}`
    const source = { table: 'campaigns', edge, owner: [adAccount.id], name, where } as const
    return pageOf(source, campaignView)
  },
})

/**
 * Updates a campaign; what is left out stays as it is. A deleted campaign is final, an archived one takes a
 * name and its deletion alone. `adset_budgets` moves the budget between the campaign and its ad sets, and
 * names every ad set unless a budget of the campaign comes with it. A switch from automatic bids (also those
 * of a campaign without a bid strategy) needs `adset_bid_amounts` for every ad set.
 */
export const updateCampaign = endpoint({
  route: 'POST /{campaign}',
  chapter,
  access: managesAds,
  errors: [100, 200, 2625, 368, 80004, 294, 2634, 190],
  params: updateParams,
  result: z.object({ success: z.boolean(), recommendations: jsonObjectColumn.optional() }),
  run({ campaign, params, tx, refuseFor }) {
    const plan = updatePlan(tx, campaign, present(tx, 'adAccounts', campaign.adAccount), params)
    if (isCallError(plan)) return refuseFor(plan)
    const options = params.execution_options ?? []
    if (!options.includes('validate_only')) update(tx, campaign, plan, params.status === 'DELETED')
    const recommendations = options.includes('include_recommendations')
      ? recommendationsOf(campaign)
      : undefined
    return { success: true, ...(recommendations && { recommendations }) }
  },
})

/** Deletes a campaign with its ad sets and ads: they stay readable by id, and are in no list any more. */
export const deleteCampaign = endpoint({
  route: 'DELETE /{campaign}',
  chapter,
  access: managesAds,
  errors: [200, 100, 80004, 368],
  params: z.object({}),
  result: z.object({ success: z.boolean() }),
  run({ campaign, tx }) {
    remove(tx, campaign)
    return { success: true }
  },
})

/**
 * Deletes campaigns of an ad account: any, the oldest, or those archived before a date. The answer has their
 * ids in the order of deletion, and how many more could have been taken.
 */
export const deleteCampaigns = endpoint({
  route: 'DELETE /act_{adAccount}/campaigns',
  chapter,
  access: managesAds,
  errors: [100, 80004],
  params: z.object({
    delete_strategy: oneOf(deleteStrategies),
    before_date: datetime.optional(),
    object_count: integer(1).optional(),
  }),
  result: z.object({
    objects_left_to_delete_count: z.uint32(),
    deleted_object_ids: z.array(z.string()),
  }),
  run({ adAccount, params, tx, refuse }) {
    const { delete_strategy: strategy, before_date: before, object_count: count } = params
    if (strategy === 'DELETE_ARCHIVED_BEFORE' && before === undefined)
      return refuse(100, `The parameter before_date is required with ${strategy}`)
    const candidates = deletableCampaigns(tx, adAccount.id, { strategy, before: before ?? tx.now })
    const chosen = candidates.slice(0, count)
    for (const campaign of chosen) remove(tx, campaign)
    return {
      objects_left_to_delete_count: candidates.length - chosen.length,
      deleted_object_ids: chosen.map(({ id }) => String(id)),
    }
  },
})
