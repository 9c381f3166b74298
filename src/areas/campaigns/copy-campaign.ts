import { z } from 'zod'
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
/** What copying a campaign takes (Endpoints › Ad campaigns; SIL-129). */
export const copyParams = z.object({
  deep_copy: defaulted(bool, false),
  start_time: datetime.optional(),
  end_time: datetime.optional(),
  rename_options: object({
    rename_strategy: defaulted(
      oneOf(['DEEP_RENAME', 'ONLY_TOP_LEVEL_RENAME', 'NO_RENAME']),
      'ONLY_TOP_LEVEL_RENAME',
    ),
    rename_prefix: defaulted(text, ''),
    rename_suffix: text.optional(),
  }).optional(),
  status_option: defaulted(oneOf(['ACTIVE', 'PAUSED', 'INHERITED_FROM_SOURCE']), 'PAUSED'),
})

/** A copy that is asked for, read. */
export type CopyParams = z.output<typeof copyParams>

/** What a copy answers (Endpoints › Ad campaigns). */
export const copyResult = z.object({
  copied_campaign_id: z.string(),
  ad_object_ids: z.array(
    z.object({ ad_object_type: z.enum(adObjectTypes), source_id: z.string(), copied_id: z.string() }),
  ),
})

type CopiedObject = z.output<typeof copyResult>['ad_object_ids'][number]

const copiedObject = (type: CopiedObject['ad_object_type'], source: number, copy: number): CopiedObject => ({
  ad_object_type: type,
  source_id: String(source),
  copied_id: String(copy),
})

/** A copy's name: the campaign's is changed unless told otherwise, those beneath it only by a deep rename. */
function copyName(name: string, { rename_options: options }: CopyParams, top: boolean): string {
  const {
    rename_strategy: strategy = 'ONLY_TOP_LEVEL_RENAME',
    rename_prefix: prefix = '',
    rename_suffix: suffix = ' - Copy',
  } = options ?? {}
  const changes = strategy === 'DEEP_RENAME' || (top && strategy === 'ONLY_TOP_LEVEL_RENAME')
  return changes ? `${prefix}${name}${suffix}` : name
}

const copyStatus = (source: Status, { status_option: option }: CopyParams): Status =>
  option === 'INHERITED_FROM_SOURCE' ? source : option

/** The children that a deep copy takes along: those not deleted, in the order of their ids. */
function livingChildren(tx: Tx, campaign: CampaignRow): { adSets: AdSetRow[]; ads: AdRow[] } {
  const byId = (a: { id: number }, b: { id: number }) => a.id - b.id
  return {
    adSets: tx.list('adSets', 'living', [campaign.id]).sort(byId),
    ads: tx.list('ads', 'living', [campaign.id]).sort(byId),
  }
}

function copyChildren(
  tx: Tx,
  { adSets, ads }: { adSets: AdSetRow[]; ads: AdRow[] },
  campaign: number,
  params: CopyParams,
): CopiedObject[] {
  const now = { createdTime: tx.now, updatedTime: tx.now }
  const copies = new Map<number, number>()
  const sets = adSets.map((adSet) => {
    const copy = tx.insert('adSets', {
      ...adSet,
      ...now,
      campaign,
      name: copyName(adSet.name, params, false),
      status: copyStatus(adSet.status, params),
      ...copyPeriod(adSet, params),
      reached: [],
      source: adSet.id,
    })
    copies.set(adSet.id, copy.id)
    return copiedObject('ad_set', adSet.id, copy.id)
  })
  const made = ads.flatMap((ad) => {
    const adSet = copies.get(ad.adSet)
    if (adSet === undefined) return []
    const name = copyName(ad.name, params, false)
    const copy = tx.insert('ads', {
      ...ad,
      ...now,
      campaign,
      adSet,
      name,
      status: copyStatus(ad.status, params),
      source: ad.id,
    })
    return [copiedObject('ad', ad.id, copy.id)]
  })
  return [...sets, ...made]
}

/** The period of a copied ad set: what the call names of it, and the rest as it was. */
const copyPeriod = ({ startTime, endTime }: AdSetRow, { start_time: start, end_time: end }: CopyParams) => ({
  startTime: start ?? startTime,
  endTime: end ?? endTime,
})

/** What is wrong with the period of a copy: an ad set would end before it begins. */
function periodError(adSets: readonly AdSetRow[], params: CopyParams): CallError | undefined {
  const { start_time: start, end_time: end } = params
  if (start === undefined && end === undefined) return undefined
  if (start !== undefined && end !== undefined && start >= end)
    return invalidParameter('Param end_time must lie after start_time')
  const backwards = adSets.find((adSet) => {
    const { startTime, endTime } = copyPeriod(adSet, params)
    return startTime !== null && endTime !== null && startTime >= endTime
  })
  if (!backwards) return undefined
  const [given, kept] = start === undefined ? ['end_time', 'starts'] : ['start_time', 'ends']
  const instant = isoTime((start === undefined ? backwards.startTime : backwards.endTime) ?? 0)
  return invalidParameter(
    `Param ${given} does not go with the ad set ${backwards.id}, which ${kept} at ${instant}: give both`,
  )
}

function childrenToCopy(
  tx: Tx,
  source: CampaignRow,
  asynchronous: boolean,
): { adSets: AdSetRow[]; ads: AdRow[] } | CallError {
  const children = livingChildren(tx, source)
  const most = asynchronous ? limits.copiedAdsAsynchronousMax : limits.copiedAdsSynchronousMax
  if (children.ads.length <= most) return children
  const call = asynchronous ? 'An asynchronous' : 'A synchronous'
  return invalidParameter(
    `${call} deep copy takes at most ${most} child ads, and this campaign has ${children.ads.length}`,
  )
}

/**
 * Copies a campaign, and with a deep copy its ad sets and ads; creatives are shared, not copied (SIL-128).
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
  const copy = tx.insert('campaigns', {
    ...source,
    name: copyName(source.name, params, true),
    status: copyStatus(source.status, params),
    createdTime: tx.now,
    updatedTime: tx.now,
    spent: '0',
    budgetToggledTime: null,
    issues: [],
    processing: false,
    platform: {},
    source: source.id,
  })
  tx.emit('campaign.created', {
    campaign: String(copy.id),
    adAccount: String(copy.adAccount),
    source: String(source.id),
  })
  const objects = [
    copiedObject('campaign', source.id, copy.id),
    ...copyChildren(tx, children, copy.id, params),
  ]
  return { copy, objects }
}
