import { z } from '../../engine/schema/zod.ts'
import type { CallError } from '../../service/contract/errors.ts'
import { invalidParameter, isCallError } from '../../service/contract/errors.ts'
import type { CallFile } from '../../service/routes/call.ts'
import type { Tx } from '../../service/routes/context.ts'
import { jsonObject, list, openObject } from '../../service/values/compounds.ts'
import { defaulted, httpUrl, numericId, oneOf, shown, text } from '../../service/values/scalars.ts'
import { adImageByHash } from '../ad-images/ad-image.ts'
import { temporaryUrlIn } from '../ad-images/ad-image-link.ts'
import { storeImageFile } from '../ad-images/ad-image-upload.ts'
import { distinctFiles } from '../content/call-files.ts'
import type { AdRow, AdSetRow, CreativeRow } from '../rows.ts'
import { creativeFieldsOf, objectiveErrorMessage } from './objective-rules.ts'
import { acceptsChildren } from './status.ts'

/** The creative of an ad (IMG-054). */
export const creativeParam = openObject({
  /** The id of an existing creative. */
  creative_id: numericId.optional(),
  /** The headline of the ad. */
  title: text.optional(), // IMG-055
  /** The text of the ad. */
  body: text.optional(), // IMG-056
  /** The URL that the ad promotes. */
  object_url: httpUrl.optional(), // IMG-057
  /** The hash of an image of the ad account. */
  image_hash: text.optional(), // IMG-058
  /** The name of the form part that has the image file (IMG-059). */
  image_file: text.optional(),
})

/** The parameters of createAd (SIL-150). */
export const adParams = z.object({
  /** The name of the ad. */
  name: text, // IMG-052
  /** The id of the ad set of the ad. */
  adset_id: numericId, // IMG-053
  /** The creative: the id of an existing one, or the content of a new one. */
  creative: creativeParam,
  /** Whether the ad may be delivered. */
  status: defaulted(oneOf(['ACTIVE', 'PAUSED']), 'PAUSED'), // IMG-062
  /**
   * The actions to track for the ad, in place of those of its ad set. Only a world with the policy
   * `beyond: 'serve'` has it.
   */
  tracking_specs: list(jsonObject).optional(),
})

type AdParams = z.output<typeof adParams>
type CreativeParams = AdParams['creative']

const inlineCreativeFields = ['title', 'body', 'object_url', 'image_hash', 'image_file'] as const

/** The error if a creative has the temporary URL of an ad image (IMG-018). */
export function temporaryUrlError(tx: Tx, creative: object): CallError | undefined {
  const url = temporaryUrlIn(tx, creative)
  return url === undefined
    ? undefined
    : invalidParameter(`A creative cannot use the temporary url of an ad image, got ${shown(url)}`)
}

/**
 * The error if an ad set accepts no ads: it is deleted, or its campaign is archived or deleted (SIL-112).
 * `parameter` is the name of the parameter with the id of the ad set.
 */
export function closedAdSetError(
  tx: Tx,
  { status, campaign: id }: AdSetRow,
  parameter: string,
): CallError | undefined {
  const campaign = tx.find('campaigns', id)
  if (status === 'DELETED' || !campaign)
    return invalidParameter(`Param ${parameter} must name an ad set that is not deleted`)
  if (acceptsChildren(campaign)) return undefined
  const expected = 'must name an ad set of a campaign that is ACTIVE or PAUSED'
  return invalidParameter(`Param ${parameter} ${expected}, got a campaign that is ${campaign.status}`)
}

/** Returns the hash if it is that of an active image of the ad account, or the error. */
export function usableImageHash(tx: Tx, adAccount: number, hash: string): string | CallError {
  return adImageByHash(tx, adAccount, hash)?.status === 'ACTIVE'
    ? hash
    : invalidParameter(`No image of the ad account has the hash ${shown(hash)}`)
}

/** Returns the image hash of a new creative, after storing its image file if it has one (IMG-061). */
function imageHashOf(
  tx: Tx,
  adAccount: number,
  { image_hash: hash, image_file: part }: CreativeParams,
  files: readonly CallFile[],
): string | undefined | CallError {
  if (hash !== undefined) return usableImageHash(tx, adAccount, hash)
  if (part === undefined) return undefined
  const [file, another] = distinctFiles(files.filter((candidate) => candidate.part === part))
  if (!file || another)
    return invalidParameter(
      `Param creative.image_file must name one file part of the call, got ${shown(part)}`,
    )
  const image = storeImageFile(tx, adAccount, file)
  return isCallError(image) ? image : image.hash
}

function newCreative(
  tx: Tx,
  adAccount: number,
  params: CreativeParams,
  name: string,
  files: readonly CallFile[],
): CreativeRow | CallError {
  if (!inlineCreativeFields.some((field) => params[field] !== undefined))
    return invalidParameter(`Param creative needs creative_id, or one of ${inlineCreativeFields.join(', ')}`)
  // IMG-060
  if (params.image_hash !== undefined && params.image_file !== undefined)
    return invalidParameter('Params creative.image_hash and creative.image_file exclude each other')
  const imageHash = imageHashOf(tx, adAccount, params, files)
  if (isCallError(imageHash)) return imageHash
  const { title, body, object_url: objectUrl } = params
  const content = { title, body, objectUrl, imageHash }
  return tx.insert('creatives', { adAccount, name, ...content, status: 'ACTIVE', createdTime: tx.now })
}

/** Returns the creative of an ad: an existing one of the account by its id, or a new one with this name. */
export function creativeOf(
  tx: Tx,
  adAccount: number,
  { name, creative: params }: Pick<AdParams, 'name' | 'creative'>,
  files: readonly CallFile[],
): CreativeRow | CallError {
  const error = temporaryUrlError(tx, params)
  if (error) return error
  const { creative_id: id } = params
  if (id === undefined) return newCreative(tx, adAccount, params, name, files)
  const inline = inlineCreativeFields.find((field) => params[field] !== undefined)
  if (inline) return invalidParameter(`Params creative.creative_id and creative.${inline} exclude each other`)
  const creative = tx.find('creatives', Number(id))
  return creative?.adAccount === adAccount && creative.status !== 'DELETED'
    ? creative
    : invalidParameter(`Param creative.creative_id must be the id of a creative of the ad account, got ${id}`)
}

/**
 * Returns the error if the objective of the campaign does not allow a creative in an ad set (CAM-056,
 * CAM-084).
 */
export function creativeInAdSetError(
  tx: Tx,
  { campaign, optimizationGoal, promotedObject }: AdSetRow,
  creative: CreativeRow,
): CallError | undefined {
  const message = objectiveErrorMessage(tx.find('campaigns', campaign)?.objective ?? null, {
    creativeFields: creativeFieldsOf(creative),
    goals: optimizationGoal === null ? [] : [optimizationGoal],
    promotedObjectKeys: Object.keys(promotedObject ?? {}),
  })
  return message === undefined ? undefined : invalidParameter(message)
}

/** Adds an ad with a creative to an ad set, or returns the error if the objective does not allow them. */
export function insertAd(
  tx: Tx,
  parent: AdSetRow,
  creative: CreativeRow,
  { name, status }: Pick<AdRow, 'name' | 'status'>,
): AdRow | CallError {
  const error = creativeInAdSetError(tx, parent, creative)
  if (error) return error
  const { id: adSet, adAccount, campaign } = parent
  const parents = { adAccount, campaign, adSet, creative: creative.id }
  const times = { createdTime: tx.now, updatedTime: tx.now }
  return tx.insert('ads', { ...parents, name, status, ...times, source: null })
}

/** Adds an ad to an ad set of the account, with an existing or a new creative, or returns the error. */
export function newAd(
  tx: Tx,
  adAccount: number,
  params: AdParams,
  files: readonly CallFile[],
): AdRow | CallError {
  const adSet = tx.find('adSets', Number(params.adset_id))
  if (adSet?.adAccount !== adAccount)
    return invalidParameter(
      `Param adset_id must be the id of an ad set of the ad account, got ${params.adset_id}`,
    )
  const error = closedAdSetError(tx, adSet, 'adset_id')
  if (error) return error
  const creative = creativeOf(tx, adAccount, params, files)
  return isCallError(creative) ? creative : insertAd(tx, adSet, creative, params)
}
