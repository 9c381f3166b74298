import { z } from '../../engine/schema/zod.ts'
import type { CallError } from '../../service/contract/errors.ts'
import { invalidParameter } from '../../service/contract/errors.ts'
import { limits } from '../../service/contract/limits.ts'
import type { Tx } from '../../service/routes/context.ts'
import { object } from '../../service/values/compounds.ts'
import { boolean, defaulted, oneOf, text } from '../../service/values/scalars.ts'
import { datetime, isoTime } from '../../service/values/times.ts'
import { adObjectTypes } from '../ads/campaign-values.ts'
import type { Status } from '../ads/status.ts'
import type { AdRow, AdSetRow } from '../rows.ts'

/** The parameters of the names and the status of copies. */
export const namingParams = {
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
}

/** The parameters of a copy of a campaign or an ad set. */
export const copyParams = z.object({
  /**
   * Whether to copy the ad sets and ads too: at most 3 ads in a call, 51 in an asynchronous batch.
   */
  deep_copy: defaulted(boolean, false), // CAM-204, CAM-205
  /** When the copied ad sets start. By default their sources' starts stay. */
  start_time: datetime.optional(), // CAM-208
  /** When the copied ad sets end. By default their sources' ends stay. */
  end_time: datetime.optional(), // CAM-209
  ...namingParams,
})

/** The parameters of a copy, after they are parsed. */
export type CopyParams = z.output<typeof copyParams>

/** One copied object and its source. */
export const copiedObjectSchema = z.object({
  /** The kind of object. */
  ad_object_type: z.enum(adObjectTypes),
  /** The id of the object that was copied. */
  source_id: z.string(),
  /** The id of the copy. */
  copied_id: z.string(),
})

/** One copied object and its source. */
export type CopiedObject = z.output<typeof copiedObjectSchema>

/** Returns a copied object with its source. */
export const copiedObject = (
  type: CopiedObject['ad_object_type'],
  source: number,
  copy: number,
): CopiedObject => ({
  ad_object_type: type,
  source_id: String(source),
  copied_id: String(copy),
})

/**
 * Returns the name of a copy. By default only the object that the call names gets a suffix; DEEP_RENAME
 * renames the objects below it too (SIL-129).
 */
export function copyName(name: string, { rename_options: options }: CopyParams, isTop: boolean): string {
  const {
    rename_strategy: strategy = 'ONLY_TOP_LEVEL_RENAME',
    rename_prefix: prefix = '',
    rename_suffix: suffix = ' - Copy',
  } = options ?? {}
  const renames = strategy === 'DEEP_RENAME' || (isTop && strategy === 'ONLY_TOP_LEVEL_RENAME')
  return renames ? `${prefix}${name}${suffix}` : name
}

/** Returns the status of a copy. */
export const copyStatus = (source: Status, { status_option: option }: CopyParams): Status =>
  option === 'INHERITED_FROM_SOURCE' ? source : option

/** The start and the end of a copied ad set: those of the call, else those of its source (CAM-210). */
const copyPeriod = ({ startTime, endTime }: AdSetRow, { start_time, end_time }: CopyParams) => ({
  startTime: start_time ?? startTime,
  endTime: end_time ?? endTime,
})

/** The error if an ad set of the copy would end before it starts. */
export function periodError(adSets: readonly AdSetRow[], params: CopyParams): CallError | undefined {
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

/** The error if a deep copy has too many ads (CAM-206, CAM-207). */
export function tooManyAdsError(
  noun: 'campaign' | 'ad set',
  ads: readonly AdRow[],
  asynchronous: boolean,
): CallError | undefined {
  const maximum = asynchronous ? limits.copiedAdsAsynchronousMax : limits.copiedAdsSynchronousMax
  if (ads.length <= maximum) return undefined
  const call = asynchronous ? 'An asynchronous' : 'A synchronous'
  return invalidParameter(
    `${call} deep copy takes at most ${maximum} child ads, and this ${noun} has ${ads.length}`,
  )
}

// The copies below list every column, so that a new column is a compile error until somebody decides whether
// a copy has it too.

/** Inserts a copy of an ad set. `isTop` says whether the call copies this ad set, and not its campaign. */
export function insertAdSetCopy(
  tx: Tx,
  source: AdSetRow,
  campaign: number,
  params: CopyParams,
  isTop: boolean,
): AdSetRow {
  return tx.insert('adSets', {
    adAccount: source.adAccount,
    campaign,
    name: copyName(source.name, params, isTop),
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

/** Inserts a copy of an ad into an ad set. */
export function insertAdCopy(
  tx: Tx,
  source: AdRow,
  parents: Pick<AdRow, 'campaign' | 'adSet'>,
  params: CopyParams,
  isTop = false,
): AdRow {
  return tx.insert('ads', {
    adAccount: source.adAccount,
    ...parents,
    creative: source.creative,
    name: copyName(source.name, params, isTop),
    status: copyStatus(source.status, params),
    createdTime: tx.now,
    updatedTime: tx.now,
    ...(source.trackingSpecs && { trackingSpecs: source.trackingSpecs }),
    source: source.id,
  })
}
