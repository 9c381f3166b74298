import { z } from '../../engine/zod.ts'
import type { Tx } from '../../graph/context.ts'
import type { CallError } from '../../graph/contract/errors.ts'
import { invalidParameter, isCallError } from '../../graph/contract/errors.ts'
import { limits } from '../../graph/contract/limits.ts'
import { object } from '../../graph/values/compounds.ts'
import { bool, defaulted, oneOf, text } from '../../graph/values/scalars.ts'
import { datetime, isoTime } from '../../graph/values/times.ts'
import { adObjectTypes } from '../ads/campaign-values.ts'
import type { Status } from '../ads/status.ts'
import type { AdRow, AdSetRow, CampaignRow } from '../rows.ts'

/** The parameters of copyCampaign. */
export const copyParams = z.object({
  /**
   * Whether to copy the ad sets and ads too: at most 3 ads in a call, 51 in an asynchronous batch.
   */
  deep_copy: defaulted(bool, false), // CAM-204, CAM-205
  /** When the copied ad sets start. By default their sources' starts stay. */
  start_time: datetime.optional(), // CAM-208
  /** When the copied ad sets end. By default their sources' ends stay. */
  end_time: datetime.optional(), // CAM-209
  // CAM-211 (SIL-129)
  /** The names of the copies. */
  rename_options: object({
    /** The copies that get a new name: all, only the campaign, or none. */
    rename_strategy: defaulted(
      oneOf(['DEEP_RENAME', 'ONLY_TOP_LEVEL_RENAME', 'NO_RENAME']),
      'ONLY_TOP_LEVEL_RENAME',
    ),
    /** The text before each new name. */
    rename_prefix: defaulted(text, ''),
    /** The text after each new name: ` - Copy` if left out. */
    rename_suffix: text.optional(),
  }).optional(),
  // CAM-212, CAM-213, CAM-214
  /** The status of the copies. */
  status_option: defaulted(oneOf(['ACTIVE', 'PAUSED', 'INHERITED_FROM_SOURCE']), 'PAUSED'),
})

type CopyParams = z.output<typeof copyParams>

/** The result of copyCampaign. */
export const copyResult = z.object({
  /** The id of the new campaign. */
  copied_campaign_id: z.string(), // CAM-215
  // CAM-216, CAM-217, CAM-219, CAM-220
  /** All copied objects with their sources. */
  ad_object_ids: z.array(
    z.object({
      /** The kind of object. */
      ad_object_type: z.enum(adObjectTypes),
      /** The id of the object that was copied. */
      source_id: z.string(),
      /** The id of the copy. */
      copied_id: z.string(),
    }),
  ),
})

type CopiedObject = z.output<typeof copyResult>['ad_object_ids'][number]

const copiedObject = (type: CopiedObject['ad_object_type'], source: number, copy: number): CopiedObject => ({
  ad_object_type: type,
  source_id: String(source),
  copied_id: String(copy),
})

/**
 * Returns the name of a copy. By default only the campaign gets a suffix; DEEP_RENAME renames ad sets and ads
 * too (SIL-129).
 */
function copyName(name: string, { rename_options: options }: CopyParams, isCampaign: boolean): string {
  const {
    rename_strategy: strategy = 'ONLY_TOP_LEVEL_RENAME',
    rename_prefix: prefix = '',
    rename_suffix: suffix = ' - Copy',
  } = options ?? {}
  const renames = strategy === 'DEEP_RENAME' || (isCampaign && strategy === 'ONLY_TOP_LEVEL_RENAME')
  return renames ? `${prefix}${name}${suffix}` : name
}

const copyStatus = (source: Status, { status_option: option }: CopyParams): Status =>
  option === 'INHERITED_FROM_SOURCE' ? source : option

/** The start and the end of a copied ad set: those of the call, else those of its source (CAM-210). */
const copyPeriod = ({ startTime, endTime }: AdSetRow, { start_time, end_time }: CopyParams) => ({
  startTime: start_time ?? startTime,
  endTime: end_time ?? endTime,
})

/** The error if an ad set of the copy would end before it starts. */
function periodError(adSets: readonly AdSetRow[], params: CopyParams): CallError | undefined {
  const { start_time: start, end_time: end } = params
  if (start === undefined && end === undefined) return undefined
  if (start !== undefined && end !== undefined && start >= end)
    return invalidParameter('Param end_time must lie after start_time')
  const reversed = adSets.find((adSet) => {
    const { startTime, endTime } = copyPeriod(adSet, params)
    return startTime !== null && endTime !== null && startTime >= endTime
  })
  if (!reversed) return undefined
  const { id, startTime, endTime } = reversed
  const problem =
    start === undefined
      ? `end_time must lie after the start of the ad set ${id}, ${isoTime(startTime ?? 0)}: send start_time`
      : `start_time must lie before the end of the ad set ${id}, ${isoTime(endTime ?? 0)}: send end_time`
  return invalidParameter(`Param ${problem} too`)
}

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
  const maximum = asynchronous ? limits.copiedAdsAsynchronousMax : limits.copiedAdsSynchronousMax
  if (ads.length <= maximum) return { adSets, ads }
  const call = asynchronous ? 'An asynchronous' : 'A synchronous'
  return invalidParameter(
    `${call} deep copy takes at most ${maximum} child ads, and this campaign has ${ads.length}`,
  )
}

// The copies below list every column, so that a new column is a compile error until somebody decides whether
// a copy has it too.

function insertAdSetCopy(tx: Tx, source: AdSetRow, campaign: number, params: CopyParams): AdSetRow {
  return tx.insert('adSets', {
    adAccount: source.adAccount,
    campaign,
    name: copyName(source.name, params, false),
    status: copyStatus(source.status, params),
    createdTime: tx.now,
    updatedTime: tx.now,
    dailyBudget: source.dailyBudget,
    lifetimeBudget: source.lifetimeBudget,
    ...copyPeriod(source, params),
    optimizationGoal: source.optimizationGoal,
    bidAmount: source.bidAmount,
    bidStrategy: source.bidStrategy,
    targeting: source.targeting,
    billingEvent: source.billingEvent,
    placements: source.placements,
    promotedObject: source.promotedObject,
    attributionSpec: source.attributionSpec,
    trackingSpecs: source.trackingSpecs,
    reached: [],
    source: source.id,
  })
}

function insertAdCopy(
  tx: Tx,
  source: AdRow,
  parents: Pick<AdRow, 'campaign' | 'adSet'>,
  params: CopyParams,
): AdRow {
  return tx.insert('ads', {
    adAccount: source.adAccount,
    ...parents,
    creative: source.creative,
    name: copyName(source.name, params, false),
    status: copyStatus(source.status, params),
    createdTime: tx.now,
    updatedTime: tx.now,
    source: source.id,
  })
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
  for (const adSet of adSets) copiedAdSets.set(adSet.id, insertAdSetCopy(tx, adSet, campaign, params).id)
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
