import { z } from '../../../engine/schema/zod.ts'
import { type CallError, invalidParameter, isCallError } from '../../../service/contract/errors.ts'
import type { Tx } from '../../../service/routes/context.ts'
import { present } from '../../../service/values/references.ts'
import { boolean, defaulted, numericId } from '../../../service/values/scalars.ts'
import { datetime } from '../../../service/values/times.ts'
import {
  type CopiedObject,
  copiedObject,
  copiedObjectSchema,
  copyParams,
  insertAdCopy,
  insertAdSetCopy,
  periodError,
  tooManyAdsError,
} from '../../campaigns/copied-objects.ts'
import type { AdRow, AdSetRow, CampaignRow } from '../../rows.ts'
import { acceptsChildren, isLiving } from '../status.ts'

/** The parameters of copyAdSet. */
export const adSetCopyParams = copyParams.extend({
  /** The campaign of the copy, in the same ad account. By default that of the ad set. */
  campaign_id: numericId.optional(),
  /** Whether to copy the ads too: at most 3 in a call, 51 in an asynchronous batch. */
  deep_copy: defaulted(boolean, false),
  /** When the copy starts. By default the start of its source stays. */
  start_time: datetime.optional(),
  /** When the copy ends. By default the end of its source stays. */
  end_time: datetime.optional(),
})

type AdSetCopyParams = z.output<typeof adSetCopyParams>

/** The result of copyAdSet. */
export const adSetCopyResult = z.object({
  /** The id of the new ad set. */
  copied_adset_id: z.string(),
  /** All copied objects with their sources. */
  ad_object_ids: z.array(copiedObjectSchema),
})

/** Returns the campaign of a copy, or the error if it cannot have the ad set. */
function campaignOfCopy(tx: Tx, source: AdSetRow, params: AdSetCopyParams): CampaignRow | CallError {
  const { campaign_id: given } = params
  const campaign =
    given === undefined ? present(tx, 'campaigns', source.campaign) : tx.find('campaigns', Number(given))
  if (campaign?.adAccount !== source.adAccount)
    return invalidParameter(
      `Param campaign_id must be the id of a campaign of the ad account of the ad set, got ${given}`,
    )
  if (!acceptsChildren(campaign))
    return invalidParameter(
      `The campaign ${campaign.id} is ${campaign.status}: ad sets cannot be copied into it`,
    )
  const isOwn = campaign.id === source.campaign
  if (!isOwn && campaign.objective !== present(tx, 'campaigns', source.campaign).objective)
    return invalidParameter(
      'Param campaign_id must name a campaign with the objective of the source campaign',
    )
  const hasBudget = (source.dailyBudget ?? source.lifetimeBudget) !== null
  if (!isOwn && hasBudget && (campaign.dailyBudget ?? campaign.lifetimeBudget) !== null)
    return invalidParameter('Param campaign_id names a campaign with a budget, and the ad set has one too')
  return campaign
}

/** Returns the ads of a deep copy, or the error if there are too many. None is deleted before its ad set. */
function adsToCopy(
  tx: Tx,
  source: AdSetRow,
  params: AdSetCopyParams,
  asynchronous: boolean,
): readonly AdRow[] | CallError {
  if (!params.deep_copy) return []
  const ads = tx.list('ads', 'byAdSet', [source.id])
  return tooManyAdsError('ad set', ads, asynchronous) ?? ads
}

/**
 * Copies an ad set, and with `deep_copy` its ads, which keep their creatives. Returns the copy and the ids of
 * all copied objects, or the error.
 */
export function makeAdSetCopy(
  tx: Tx,
  source: AdSetRow,
  params: AdSetCopyParams,
  asynchronous: boolean,
): { copy: AdSetRow; objects: CopiedObject[] } | CallError {
  if (!isLiving(source)) return invalidParameter('A deleted ad set cannot be copied')
  const campaign = campaignOfCopy(tx, source, params)
  if (isCallError(campaign)) return campaign
  const ads = adsToCopy(tx, source, params, asynchronous)
  if (isCallError(ads)) return ads
  const error = periodError([source], params)
  if (error) return error
  const copy = insertAdSetCopy(tx, source, campaign.id, params, true)
  const copiedAds = ads.map((ad) => {
    const { id } = insertAdCopy(tx, ad, { campaign: campaign.id, adSet: copy.id }, params)
    return copiedObject('ad', ad.id, id)
  })
  return { copy, objects: [copiedObject('ad_set', source.id, copy.id), ...copiedAds] }
}
