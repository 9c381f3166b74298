import { z } from 'zod'
import { compareKeys, type Key } from '../../engine/tree.ts'
import type { ReadContext, Tx } from '../../graph/context.ts'
import { limits } from '../../graph/contract/limits.ts'
import { isoTime } from '../../graph/values/times.ts'
import { field, type View } from '../../graph/views/fields.ts'
import { type ListReader, readerOfRows } from '../../graph/views/paging.ts'
import { fitted } from '../../pictures/sizes.ts'
import type { AdImageRow } from '../rows.ts'
import { permanentLink, temporaryLink } from './ad-image-link.ts'
import { adImageStatuses } from './records.ts'
/** The image with this hash in an ad account, deleted ones included. */
export const adImageByHash = (tx: Tx, adAccount: number, hash: string): AdImageRow | undefined =>
  tx.first('adImages', 'byHash', [adAccount, hash])

/** The images with these hashes in an ad account, deleted ones included, newest first. */
export function namedImages(tx: Tx, adAccount: number, hashes: readonly string[]): ListReader<AdImageRow> {
  const images = [...new Set(hashes)].flatMap((hash) => adImageByHash(tx, adAccount, hash) ?? [])
  const position = ({ createdTime, id }: AdImageRow): Key => [createdTime, id]
  const placed = images
    .sort((one, other) => compareKeys(position(one), position(other)))
    .map((image) => [position(image), image] as const)
  return readerOfRows(`adImages.named/${adAccount}`, placed, position)
}

/** The size in which an image is shown: its own, or fitted into 1080 pixels (SIL-149). */
const currentSize = ({ width, height }: AdImageRow) => fitted(width, height, limits.adImageSideMax)

/** The address at which an image is found for a day, in its current size. */
export const adImageUrl = ({ tx, now }: Pick<ReadContext, 'tx' | 'now'>, image: AdImageRow): string =>
  temporaryLink(tx.seed, now, image, currentSize(image))

const thumbnailUrl = ({ tx, now }: ReadContext, image: AdImageRow): string =>
  temporaryLink(tx.seed, now, image, fitted(image.width, image.height, limits.adImageThumbnailSideMax))

/** The creatives that use an image, oldest first, without deleted ones. */
const creativesOf = (tx: Tx, { adAccount, hash }: AdImageRow) =>
  tx.list('creatives', 'byImage', [adAccount, hash])

/** Whether a creative uses an image, which keeps it from being deleted (SIL-148). */
export const isUsed = (tx: Tx, { adAccount, hash }: AdImageRow): boolean =>
  tx.first('creatives', 'byImage', [adAccount, hash]) !== undefined

/** Whether an ad that is not deleted shows one of the creatives that use an image. */
const isInAds = (tx: Tx, image: AdImageRow): boolean =>
  creativesOf(tx, image).some(({ id }) => tx.first('ads', 'byCreative', [id]) !== undefined)

/** An ad image as it is read (Resources › Ad image). */
export const adImageView = {
  name: 'AdImage',
  minimal: ['id', 'hash'],
  fields: {
    id: field(z.string(), ({ adAccount, hash }: AdImageRow) => `${adAccount}:${hash}`),
    account_id: field(z.string(), (image: AdImageRow) => String(image.adAccount)),
    created_time: field(z.string(), (image: AdImageRow) => isoTime(image.createdTime)),
    creatives: field(z.array(z.string()), (image: AdImageRow, { tx }) =>
      creativesOf(tx, image).map(({ id }) => String(id)),
    ),
    hash: field(z.string(), (image: AdImageRow) => image.hash),
    height: field(z.int(), (image: AdImageRow) => currentSize(image).height),
    is_associated_creatives_in_adgroups: field(z.boolean(), (image: AdImageRow, { tx }) =>
      isInAds(tx, image),
    ),
    name: field(z.string(), (image: AdImageRow) => image.name),
    original_height: field(z.int(), (image: AdImageRow) => image.height),
    original_width: field(z.int(), (image: AdImageRow) => image.width),
    permalink_url: field(z.string(), permanentLink),
    status: field(z.enum(adImageStatuses), (image: AdImageRow) => image.status),
    updated_time: field(z.string(), (image: AdImageRow) => isoTime(image.updatedTime)),
    url: field(z.string(), (image: AdImageRow, context) => adImageUrl(context, image)),
    url_128: field(z.string(), (image: AdImageRow, context) => thumbnailUrl(context, image)),
    width: field(z.int(), (image: AdImageRow) => currentSize(image).width),
  },
} satisfies View<AdImageRow>
