import { z } from 'zod'
import type { Tx } from '../../graph/context.ts'
import type { CallError } from '../../graph/contract/errors.ts'
import { invalidParameter, isCallError } from '../../graph/contract/errors.ts'
import { openObject } from '../../graph/values/compounds.ts'
import { defaulted, httpUrl, numericId, oneOf, shown, text } from '../../graph/values/scalars.ts'
import { adImageByHash } from '../ad-images/ad-image.ts'
import { temporaryUrlIn } from '../ad-images/ad-image-link.ts'
import { storeImageFile } from '../ad-images/ad-image-upload.ts'
import type { AdRow, AdSetRow, CreativeRow } from '../rows.ts'
import { creativeFieldsOf, objectiveReason } from './objective-rules.ts'
import { acceptsChildren } from './status.ts'
/** What creating an ad takes (SIL-150). */
export const adParams = z.object({
  name: text,
  adset_id: numericId,
  creative: openObject({
    creative_id: numericId.optional(),
    title: text.optional(),
    body: text.optional(),
    object_url: httpUrl.optional(),
    image_hash: text.optional(),
    /** The name of the file part that has the image. */
    image_file: text.optional(),
  }),
  status: defaulted(oneOf(['ACTIVE', 'PAUSED']), 'PAUSED'),
})

/** A new ad that is asked for, read. */
export type AdParams = z.output<typeof adParams>

/** A file of a call. */
interface UploadedFile {
  readonly part: string
  readonly name: string
  readonly bytes: Uint8Array
}

type CreativeParams = AdParams['creative']

const inlineCreativeFields = ['title', 'body', 'object_url', 'image_hash', 'image_file'] as const

/** Why an ad with this creative cannot stand in this ad set, by the objective of its campaign (SIL-124). */
export function adObjectiveReason(
  tx: Tx,
  { campaign, optimizationGoal, promotedObject }: AdSetRow,
  creative: Partial<CreativeRow>,
): string | undefined {
  return objectiveReason(tx.find('campaigns', campaign)?.objective ?? null, {
    creativeFields: creativeFieldsOf(creative),
    goals: optimizationGoal === null ? [] : [optimizationGoal],
    promotedObjectKeys: Object.keys(promotedObject ?? {}),
  })
}

/** Says why an ad set takes no ads: it is deleted, or its campaign is archived or deleted (SIL-112). */
export function closedAdSetReason(tx: Tx, { status, campaign: id }: AdSetRow): string | undefined {
  const campaign = tx.find('campaigns', id)
  if (status === 'DELETED' || !campaign) return 'must not be deleted'
  return acceptsChildren(campaign)
    ? undefined
    : `must be of a campaign that is ACTIVE or PAUSED, got one that is ${campaign.status}`
}

/** The hash of an image that a creative of an ad account may use. */
export function usableImageHash(tx: Tx, adAccount: number, hash: string): string | CallError {
  const found = adImageByHash(tx, adAccount, hash)
  return found?.status === 'ACTIVE'
    ? found.hash
    : invalidParameter(`No image of the ad account has the hash ${shown(hash)}`)
}

function imageHashOf(
  tx: Tx,
  adAccount: number,
  { image_hash: hash, image_file: part }: CreativeParams,
  files: readonly UploadedFile[],
): string | undefined | CallError {
  if (hash !== undefined) return usableImageHash(tx, adAccount, hash)
  if (part === undefined) return undefined
  const [file, another] = files.filter((sent) => sent.part === part)
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
  files: readonly UploadedFile[],
): CreativeRow | CallError {
  if (!inlineCreativeFields.some((field) => params[field] !== undefined))
    return invalidParameter(`Param creative needs creative_id, or one of ${inlineCreativeFields.join(', ')}`)
  if (params.image_hash !== undefined && params.image_file !== undefined)
    return invalidParameter('Params creative.image_hash and creative.image_file exclude each other')
  const imageHash = imageHashOf(tx, adAccount, params, files)
  if (isCallError(imageHash)) return imageHash
  const { title, body, object_url: objectUrl } = params
  const shownParts = { title, body, objectUrl, imageHash }
  return tx.insert('creatives', { adAccount, name, ...shownParts, status: 'ACTIVE', createdTime: tx.now })
}

/** The creative of a new ad: one of the account's that is there, or one made here. */
function creativeOf(
  tx: Tx,
  adAccount: number,
  { name, creative: params }: AdParams,
  files: readonly UploadedFile[],
): CreativeRow | CallError {
  const temporary = temporaryUrlIn(tx, params)
  if (temporary !== undefined)
    return invalidParameter(
      `The url of an ad image is temporary, and no creative may use it, got ${shown(temporary)}`,
    )
  const { creative_id: id } = params
  if (id === undefined) return newCreative(tx, adAccount, params, name, files)
  const strange = inlineCreativeFields.find((field) => params[field] !== undefined)
  if (strange)
    return invalidParameter(`Params creative.creative_id and creative.${strange} exclude each other`)
  const creative = tx.find('creatives', Number(id))
  return creative?.adAccount === adAccount && creative.status !== 'DELETED'
    ? creative
    : invalidParameter(`Param creative.creative_id must be the id of a creative of the ad account, got ${id}`)
}

/** Makes an ad in an ad set of the account, and its creative with it. */
export function newAd(
  tx: Tx,
  adAccount: number,
  params: AdParams,
  files: readonly UploadedFile[],
): AdRow | CallError {
  const adSet = tx.find('adSets', Number(params.adset_id))
  if (adSet?.adAccount !== adAccount)
    return invalidParameter(
      `Param adset_id must be the id of an ad set of the ad account, got ${params.adset_id}`,
    )
  const closed = closedAdSetReason(tx, adSet)
  if (closed) return invalidParameter(`Param adset_id ${closed}`)
  const creative = creativeOf(tx, adAccount, params, files)
  if (isCallError(creative)) return creative
  const error = adObjectiveReason(tx, adSet, creative)
  if (error) return invalidParameter(error)
  const { name, status } = params
  const times = { createdTime: tx.now, updatedTime: tx.now }
  const places = { adAccount, campaign: adSet.campaign, adSet: adSet.id, creative: creative.id }
  return tx.insert('ads', { ...places, name, status, ...times, source: null })
}
