import { z } from '../../engine/schema/zod.ts'
import type { CallError } from '../../service/contract/errors.ts'
import { invalidParameter, isCallError } from '../../service/contract/errors.ts'
import type { Tx } from '../../service/routes/context.ts'
import type { AdRow, AdSetRow, CampaignRow } from '../rows.ts'
import {
  type CopiedObject,
  type CopyParams,
  copiedObject,
  copiedObjectSchema,
  copyName,
  copyStatus,
  insertAdCopy,
  insertAdSetCopy,
  periodError,
  tooManyAdsError,
} from './copied-objects.ts'

/** The result of copyCampaign. */
export const copyResult = z.object({
  /** The id of the new campaign. */
  copied_campaign_id: z.string(), // CAM-215
  // CAM-216, CAM-217, CAM-219, CAM-220
  /** All copied objects with their sources. */
  ad_object_ids: z.array(copiedObjectSchema),
})

interface Children {
  readonly adSets: readonly AdSetRow[]
  readonly ads: readonly AdRow[]
}

/**
 * Returns the ad sets and ads of a deep copy: those not deleted, by ascending id; or the error if there are
 * too many ads (CAM-206, CAM-207).
 */
function childrenToCopy(tx: Tx, campaign: CampaignRow, asynchronous: boolean): Children | CallError {
  const adSets = tx.list('adSets', 'living', [campaign.id])
  const ads = tx.list('ads', 'living', [campaign.id])
  return tooManyAdsError('campaign', ads, asynchronous) ?? { adSets, ads }
}

function insertCampaignCopy(tx: Tx, source: CampaignRow, params: CopyParams): CampaignRow {
  return tx.insert('campaigns', {
    adAccount: source.adAccount,
    name: copyName(source.name, params, true),
    objective: source.objective,
    status: copyStatus(source.status, params),
    createdTime: tx.now,
    updatedTime: tx.now,
    specialAdCategories: source.specialAdCategories,
    specialAdCategoryCountry: source.specialAdCategoryCountry,
    buyingType: source.buyingType,
    bidStrategy: source.bidStrategy,
    dailyBudget: source.dailyBudget,
    lifetimeBudget: source.lifetimeBudget,
    spendCap: source.spendCap,
    spent: '0',
    budgetToggledTime: null,
    budgetRebalance: source.budgetRebalance,
    iosNetworkAttribution: source.iosNetworkAttribution,
    promotedObject: source.promotedObject,
    labels: source.labels,
    splitTests: source.splitTests,
    upstreamEvents: source.upstreamEvents,
    source: source.id,
    topline: source.topline,
    issues: [],
    processing: false,
    platform: {},
  })
}

function copyChildren(
  tx: Tx,
  { adSets, ads }: Children,
  campaign: number,
  params: CopyParams,
): CopiedObject[] {
  const copiedAdSets = new Map<number, number>()
  for (const adSet of adSets)
    copiedAdSets.set(adSet.id, insertAdSetCopy(tx, adSet, campaign, params, false).id)
  const copiedAds = ads.flatMap((ad) => {
    const adSet = copiedAdSets.get(ad.adSet)
    if (adSet === undefined) return []
    return [copiedObject('ad', ad.id, insertAdCopy(tx, ad, { campaign, adSet }, params).id)]
  })
  return [...Array.from(copiedAdSets, ([source, copy]) => copiedObject('ad_set', source, copy)), ...copiedAds]
}

/**
 * Copies a campaign, and with `deep_copy` its ad sets and ads (CAM-204); the copied ads have the same
 * creatives (SIL-128). Returns the copy and the ids of all copied objects, or the error.
 */
export function makeCampaignCopy(
  tx: Tx,
  source: CampaignRow,
  params: CopyParams,
  asynchronous: boolean,
): { copy: CampaignRow; objects: CopiedObject[] } | CallError {
  if (source.status === 'DELETED') return invalidParameter('A deleted campaign cannot be copied')
  const children = params.deep_copy ? childrenToCopy(tx, source, asynchronous) : { adSets: [], ads: [] }
  if (isCallError(children)) return children
  const error = periodError(children.adSets, params)
  if (error) return error
  const copy = insertCampaignCopy(tx, source, params)
  tx.emit('campaign.created', {
    campaign: String(copy.id),
    adAccount: String(copy.adAccount),
    source: String(source.id),
  })
  const campaignObject = copiedObject('campaign', source.id, copy.id)
  return { copy, objects: [campaignObject, ...copyChildren(tx, children, copy.id, params)] }
}
