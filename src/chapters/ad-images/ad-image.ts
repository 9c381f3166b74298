import { z } from '../../engine/schema/zod.ts'
import { compareKeys, type Key } from '../../engine/store/tree.ts'
import { limits } from '../../service/contract/limits.ts'
import type { Tx } from '../../service/routes/context.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { field } from '../../service/views/fields.ts'
import { type ListReader, readerOfRows } from '../../service/views/paging.ts'
import type { View } from '../../service/views/view.ts'
import { createdIn, updatedIn } from '../accounts/account-time.ts'
import { fitted } from '../pictures/sizes.ts'
import type { AdImageRow } from '../rows.ts'
import { permanentLink, temporaryLink } from './ad-image-link.ts'
import { adImageStatuses } from './records.ts'

/** The image with this hash in an ad account, deleted ones included. */
export const adImageByHash = (tx: Tx, adAccount: number, hash: string): AdImageRow | undefined =>
  tx.first('adImages', 'byHash', [adAccount, hash])

/** The images with these hashes in an ad account, deleted ones included, newest first. */
export function adImagesByHash(tx: Tx, adAccount: number, hashes: readonly string[]): ListReader<AdImageRow> {
  const images = [...new Set(hashes)].flatMap((hash) => adImageByHash(tx, adAccount, hash) ?? [])
  const position = ({ createdTime, id }: AdImageRow): Key => [createdTime, id]
  const placed = images
    .sort((one, other) => compareKeys(position(one), position(other)))
    .map((image) => [position(image), image] as const)
  return readerOfRows(`adImages.named/${adAccount}`, placed, position)
}

/** The current size of an image: its original size, or fitted into 1080 pixels (SIL-149). */
const currentSize = ({ width, height }: AdImageRow) => fitted(width, height, limits.adImageSideMax)

/** The temporary URL of an image in its current size (IMG-017, IMG-035). */
export const adImageUrl = ({ tx, now }: Pick<ReadContext, 'tx' | 'now'>, image: AdImageRow): string =>
  temporaryLink(tx.seed, now, image, currentSize(image))

/** The temporary URL of an image fitted into 128 pixels (IMG-019). */
const thumbnailUrl = ({ tx, now }: ReadContext, image: AdImageRow): string =>
  temporaryLink(tx.seed, now, image, fitted(image.width, image.height, limits.adImageThumbnailSideMax))

/** The creatives that use an image, oldest first, without deleted ones. */
const creativesOf = (tx: Tx, { adAccount, hash }: AdImageRow) =>
  tx.list('creatives', 'byImage', [adAccount, hash])

/** Whether a creative that is not deleted uses an image (SIL-148). */
export const isUsedByCreative = (tx: Tx, { adAccount, hash }: AdImageRow): boolean =>
  tx.first('creatives', 'byImage', [adAccount, hash]) !== undefined

/** Whether an ad that is not deleted has a creative that uses an image. */
const isShownByAd = (tx: Tx, image: AdImageRow): boolean =>
  creativesOf(tx, image).some(({ id }) => tx.first('ads', 'byCreative', [id]) !== undefined)

/** The fields of an ad image. */
export const adImageView = {
  name: 'AdImage',
  minimal: ['id', 'hash'],
  fields: {
    // IMG-002
    id: field(z.string(), ({ adAccount, hash }: AdImageRow) => `${adAccount}:${hash}`),
    /** The id of the ad account that owns the image, without the prefix `act_`. */
    account_id: field(z.string(), (image: AdImageRow) => String(image.adAccount)), // IMG-003
    /** When the image was uploaded. */
    created_time: field(z.string(), createdIn), // IMG-004
    // IMG-005
    /** The ids of the ad creatives that use the image. */
    creatives: field(z.array(z.string()), (image: AdImageRow, { tx }) =>
      creativesOf(tx, image).map(({ id }) => String(id)),
    ),
    /** The hash that identifies the image within its ad account. */
    hash: field(z.string(), (image: AdImageRow) => image.hash), // IMG-006
    /** The height in pixels. */
    height: field(z.int(), (image: AdImageRow) => currentSize(image).height), // IMG-007
    // IMG-008
    /** Whether an ad uses one of the creatives with the image. */
    is_associated_creatives_in_adgroups: field(z.boolean(), (image: AdImageRow, { tx }) =>
      isShownByAd(tx, image),
    ),
    /** The file name, at most 100 characters. */
    name: field(z.string(), (image: AdImageRow) => image.name), // IMG-009
    /** The height in pixels as uploaded. */
    original_height: field(z.int(), (image: AdImageRow) => image.height), // IMG-011
    /** The width in pixels as uploaded. */
    original_width: field(z.int(), (image: AdImageRow) => image.width), // IMG-012
    /** The permanent URL, for creatives with a story. */
    permalink_url: field(z.string(), permanentLink), // IMG-013
    /** ACTIVE, or DELETED after `deleteAdImage`. */
    status: field(z.enum(adImageStatuses), (image: AdImageRow) => image.status), // IMG-014
    /** When the image last changed. */
    updated_time: field(z.string(), updatedIn), // IMG-016
    /** A temporary URL of the image. A creative must not use it. */
    url: field(z.string(), (image: AdImageRow, context) => adImageUrl(context, image)),
    /** A temporary URL of a version that fits into 128 by 128 pixels. */
    url_128: field(z.string(), (image: AdImageRow, context) => thumbnailUrl(context, image)),
    /** The width in pixels. */
    width: field(z.int(), (image: AdImageRow) => currentSize(image).width), // IMG-020
  },
} satisfies View<AdImageRow>
