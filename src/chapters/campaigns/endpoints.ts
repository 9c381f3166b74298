import { z } from '../../engine/schema/zod.ts'
import { managesAds, readsAds } from '../../service/access/access.ts'
import { invalidParameter, isCallError } from '../../service/contract/errors.ts'
import { endpoint } from '../../service/routes/define.ts'
import { jsonObjectColumn } from '../../service/values/columns.ts'
import { list } from '../../service/values/compounds.ts'
import { present } from '../../service/values/references.ts'
import { defaulted, integer, oneOf } from '../../service/values/scalars.ts'
import { datetime } from '../../service/values/times.ts'
import { pagingParams } from '../../service/views/paging.ts'
import { recordSchema } from '../../service/views/record.ts'
import { listResult, recordResult, successResult } from '../../service/views/results.ts'
import { adFiltering, filterOf, namesStatus } from '../ads/ad-filter.ts'
import { datePresets } from '../ads/campaign-values.ts'
import { effectiveStatuses } from '../ads/status.ts'
import type { CampaignRow } from '../rows.ts'
import { campaignFilterFields } from './campaign-filter.ts'
import { campaignParams, updateParams } from './campaign-params.ts'
import { campaignView, effectiveStatus, recommendationsOf } from './campaign-view.ts'
import { copyParams } from './copied-objects.ts'
import { copyResult, makeCampaignCopy } from './copy-campaign.ts'
import { newCampaign, newCampaignError } from './create-campaign.ts'
import { deletableCampaigns, deleteStrategies, removeCampaign } from './delete-campaign.ts'
import { objectiveError } from './objective.ts'
import { newCampaignCategories } from './special-ad-categories.ts'
import { applyUpdate, updatePlan } from './update-campaign.ts'

// SIL-010 chose the methods that the contract does not show (CAM-231).
const chapter = 'Endpoints › Ad campaigns'

/**
 * Reads one campaign. A deleted one stays readable (SIL-113). `date_preset` is validated and `time_range` is
 * ignored: neither changes a field (CAM-002, CAM-058, CAM-064, CAM-065; SIL-126).
 */
export const readCampaign = endpoint({
  route: 'GET /{campaign}',
  chapter,
  access: readsAds,
  // CAM-072, CAM-073, CAM-074, CAM-075, CAM-076, CAM-077, CAM-078
  errors: [100, 80004, 190, 2635, 368, 278, 200],
  // An invalid time_range must be ignored, so it is not declared (CAM-068, CAM-069, CAM-070, CAM-071).
  params: z.object({
    /** A period by name. It is validated, and changes no field. */
    date_preset: oneOf(datePresets).optional(),
  }), // CAM-066
  ...recordResult(campaignView),
  run: ({ campaign, show }) => show(campaignView, campaign),
})

/**
 * Creates a campaign in an ad account. The campaign is paused unless `status` is ACTIVE. From version 7.0
 * `special_ad_categories` is required; NONE is a valid value. With the execution option `validate_only` the
 * call is checked and nothing is created. A new campaign has no recommendations, so `include_recommendations`
 * adds nothing to the result (CAM-001, CAM-080; SIL-110, SIL-121).
 */
export const createCampaign = endpoint({
  route: 'POST /act_{adAccount}/campaigns',
  chapter,
  access: managesAds,
  errors: [100, 200, 80004, 294, 368], // CAM-120, CAM-121, CAM-122, CAM-123, CAM-124
  params: campaignParams,
  view: campaignView,
  // CAM-118, CAM-119
  result: recordSchema(campaignView).partial().and(successResult),
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
 * Copies a campaign. The copy is paused unless `status_option` has another value. A deep copy includes the ad
 * sets and ads: at most 3 ads in a synchronous call, 51 in an asynchronous batch (CAM-004, CAM-203).
 */
export const copyCampaign = endpoint({
  route: 'POST /{campaign}/copies',
  chapter,
  access: managesAds,
  errors: [100, 80004, 200], // CAM-221, CAM-222, CAM-223
  params: copyParams,
  view: campaignView,
  result: copyResult.and(recordSchema(campaignView).partial()),
  run({ campaign, params, tx, asynchronous, refuseFor, readBack }) {
    const copied = makeCampaignCopy(tx, campaign, params, asynchronous)
    if (isCallError(copied)) return refuseFor(copied)
    const { copy, objects } = copied
    return {
      ...readBack(campaignView, copy),
      copied_campaign_id: String(copy.id),
      ad_object_ids: objects,
    }
  },
})

/**
 * Lists the campaigns of an ad account, newest first. Archived ones are left out unless `effective_status`
 * names ARCHIVED. Deleted ones are in no list, so `effective_status` must not name DELETED (SIL-108).
 * `filtering`, which only a world with the policy `beyond: 'serve'` applies, tests ids, names, times and
 * effective statuses, as the lists of ad sets and ads do (SIL-189).
 */
export const listCampaigns = endpoint({
  route: 'GET /act_{adAccount}/campaigns',
  chapter,
  beyondParams: ['filtering'],
  access: readsAds,
  ...listResult(campaignView),
  params: z.object({
    /**
     * The effective statuses to list. Without them, archived campaigns are left out; DELETED is refused.
     */
    effective_status: list(oneOf(effectiveStatuses), { split: true }).optional(),
    /** Conditions on the campaigns to list; all must hold. */
    filtering: defaulted(adFiltering, []),
    ...pagingParams,
  }),
  run(context) {
    const { adAccount, params, version, refuseFor, pageOf } = context
    const { effective_status: requested = [], filtering } = params
    if (requested.includes('DELETED'))
      return refuseFor(
        invalidParameter('Param effective_status must not name DELETED: deleted campaigns are in no list'),
      )
    const filter = filterOf(context, filtering, 'campaign', campaignFilterFields(version))
    if (isCallError(filter)) return refuseFor(filter)
    const where = (campaign: CampaignRow) =>
      (requested.length === 0 || requested.some((status) => status === effectiveStatus(campaign, version))) &&
      filter(campaign)
    const edge = requested.length === 0 && !namesStatus(filtering, 'campaign') ? 'current' : 'living'
    const name = `campaigns/${adAccount.id}`
    const source = { table: 'campaigns', edge, owner: [adAccount.id], name, where } as const
    return pageOf(source, campaignView)
  },
})

/**
 * Updates a campaign; a parameter that is left out changes nothing. A deleted campaign cannot be updated; an
 * archived one accepts only a new name and its deletion. `adset_budgets` moves the budget between the
 * campaign and its ad sets, and must name every ad set unless the call sets a budget of the campaign. A
 * switch from automatic to manual bids needs `adset_bid_amounts` for every ad set; a campaign without a bid
 * strategy has automatic bids (CAM-003, CAM-152, CAM-155, CAM-159; SIL-010).
 */
export const updateCampaign = endpoint({
  route: 'POST /{campaign}',
  chapter,
  access: managesAds,
  // CAM-179, CAM-180, CAM-181, CAM-182, CAM-183, CAM-184, CAM-185, CAM-186
  errors: [100, 200, 2625, 368, 80004, 294, 2634, 190],
  params: updateParams,
  // CAM-178 (SIL-121)
  result: z.object({
    /** True: a call that fails has an error instead. */
    success: z.boolean(),
    /**
     * The recommendations for the campaign. Missing without any, or if `execution_options` does not ask
     * for them.
     */
    recommendations: jsonObjectColumn.optional(),
  }),
  run({ campaign, params, policy, tx, refuseFor }) {
    const unserved = objectiveError(params.objective, policy)
    if (unserved) return refuseFor(unserved)
    const plan = updatePlan(tx, campaign, present(tx, 'adAccounts', campaign.adAccount), params)
    if (isCallError(plan)) return refuseFor(plan)
    const options = params.execution_options ?? []
    if (!options.includes('validate_only')) applyUpdate(tx, campaign, plan, params.status === 'DELETED')
    const recommendations = options.includes('include_recommendations')
      ? recommendationsOf(campaign)
      : undefined
    return { success: true, ...(recommendations && { recommendations }) }
  },
})

/**
 * Deletes a campaign with its ad sets and ads. They stay readable by id, but no list shows them (CAM-005,
 * CAM-187; SIL-010, SIL-113).
 */
export const deleteCampaign = endpoint({
  route: 'DELETE /{campaign}',
  chapter,
  access: managesAds,
  errors: [200, 100, 80004, 368], // CAM-189, CAM-190, CAM-191, CAM-192
  result: successResult, // CAM-188
  run({ campaign, tx }) {
    removeCampaign(tx, campaign)
    return { success: true }
  },
})

/**
 * Deletes campaigns of an ad account: any, the oldest, or those archived before a date. The result has their
 * ids in the order of deletion, and the number of campaigns that the strategy could still delete (CAM-193;
 * SIL-010, SIL-115).
 */
export const deleteCampaigns = endpoint({
  route: 'DELETE /act_{adAccount}/campaigns',
  chapter,
  access: managesAds,
  errors: [100, 80004], // CAM-201, CAM-202
  params: z.object({
    /** Which campaigns to delete: any, the oldest, or those archived before `before_date`. */
    delete_strategy: oneOf(deleteStrategies), // CAM-194, CAM-196
    /** The time before which campaigns were archived, for DELETE_ARCHIVED_BEFORE. */
    before_date: datetime.optional(), // CAM-197
    /** The most campaigns to delete in the call. */
    object_count: integer(1).optional(), // CAM-198
  }),
  result: z.object({
    /** The number of campaigns that the strategy selects and that are not deleted yet. */
    objects_left_to_delete_count: z.uint32(), // CAM-199
    /** The ids of the campaigns that the call deleted. */
    deleted_object_ids: z.array(z.string()), // CAM-200
  }),
  run({ adAccount, params, tx, refuse }) {
    const { delete_strategy: strategy, before_date: before, object_count: count } = params
    if (strategy === 'DELETE_ARCHIVED_BEFORE' && before === undefined)
      return refuse(100, `The parameter before_date is required with ${strategy}`)
    const candidates = deletableCampaigns(tx, adAccount.id, { strategy, before: before ?? tx.now })
    const chosen = candidates.slice(0, count)
    for (const campaign of chosen) removeCampaign(tx, campaign)
    return {
      objects_left_to_delete_count: candidates.length - chosen.length,
      deleted_object_ids: chosen.map(({ id }) => String(id)),
    }
  },
})
