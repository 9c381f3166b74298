import { z } from 'zod'
import { blobDigest, count, instant, type RowOf, rowId, table } from '../../engine/table.ts'
import { compareKeys, type Key } from '../../engine/tree.ts'
import { field, type View } from '../../graph/views/fields.ts'
import { limits } from '../../graph/contract/limits.ts'
import { type Reading, readingOf } from '../../graph/views/paging.ts'
import { fitted } from '../../pictures/sizes.ts'
import type { Seen, Tx } from '../../graph/seen.ts'
import { isoTime } from '../../graph/values/times.ts'
import { permanentLink, temporaryLink } from './ad-image-link.ts'
import type { Tables } from '../tables.ts'

/** What an ad image may be. */
export const adImageStatuses = ['ACTIVE', 'DELETED'] as const

/** An image that ads use in their creatives. A deleted one stays, and comes back with its bytes (SIL-145). */
export const adImages = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    /** MD5 of the bytes as they were uploaded, in hex; once in an ad account (SIL-141). */
    hash: z.string(),
    name: z.string(),
    /** The bytes that are kept: those uploaded, without location metadata. */
    digest: blobDigest(),
    format: z.string(),
    width: count(),
    height: count(),
    status: z.enum(adImageStatuses),
    createdTime: instant(),
    updatedTime: instant(),
  }),
  edges: {
    byHash: { owners: ({ adAccount, hash }) => [[adAccount, hash]] },
    active: {
      owners: ({ adAccount, status }) => (status === 'ACTIVE' ? [[adAccount]] : []),
      order: ({ createdTime }) => [createdTime],
    },
  },
})

/** A row of an ad image. */
export type AdImage = RowOf<Tables, 'adImages'>

/** The image with this hash in an ad account, deleted ones included. */
export const adImageByHash = (tx: Tx, adAccount: number, hash: string): AdImage | undefined =>
  tx.first('adImages', 'byHash', [adAccount, hash])

/** The images with these hashes in an ad account, deleted ones included, newest first. */
export function namedImages(tx: Tx, adAccount: number, hashes: readonly string[]): Reading<AdImage> {
  const images = [...new Set(hashes)].flatMap((hash) => adImageByHash(tx, adAccount, hash) ?? [])
  const position = ({ createdTime, id }: AdImage): Key => [createdTime, id]
  const placed = images
    .sort((one, other) => compareKeys(position(one), position(other)))
    .map((image) => [position(image), image] as const)
  return readingOf(`adImages.named/${adAccount}`, placed, position)
}

/** The size in which an image is shown: its own, or fitted into 1080 pixels (SIL-149). */
const currentSize = ({ width, height }: AdImage) => fitted(width, height, limits.adImageSideMax)

/** The address at which an image is found for a day, in its current size. */
export const adImageUrl = ({ tx, now }: Pick<Seen, 'tx' | 'now'>, image: AdImage): string =>
  temporaryLink(tx.seed, now, image, currentSize(image))

const thumbnailUrl = ({ tx, now }: Seen, image: AdImage): string =>
  temporaryLink(tx.seed, now, image, fitted(image.width, image.height, limits.adImageThumbnailSideMax))

/** The creatives that use an image, oldest first, without deleted ones. */
const creativesOf = (tx: Tx, { adAccount, hash }: AdImage) =>
  tx.list('creatives', 'byImage', [adAccount, hash])

/** Whether a creative uses an image, which keeps it from being deleted (SIL-148). */
export const isUsed = (tx: Tx, { adAccount, hash }: AdImage): boolean =>
  tx.first('creatives', 'byImage', [adAccount, hash]) !== undefined

/** Whether an ad that is not deleted shows one of the creatives that use an image. */
const isInAds = (tx: Tx, image: AdImage): boolean =>
  creativesOf(tx, image).some(({ id }) => tx.first('ads', 'byCreative', [id]) !== undefined)

/** An ad image as it is read (Resources › Ad image). */
export const adImageView = {
  name: 'AdImage',
  minimal: ['id', 'hash'],
  fields: {
    id: field(z.string(), ({ adAccount, hash }: AdImage) => `${adAccount}:${hash}`),
    account_id: field(z.string(), (image: AdImage) => String(image.adAccount)),
    created_time: field(z.string(), (image: AdImage) => isoTime(image.createdTime)),
    creatives: field(z.array(z.string()), (image: AdImage, { tx }) =>
      creativesOf(tx, image).map(({ id }) => String(id)),
    ),
    hash: field(z.string(), (image: AdImage) => image.hash),
    height: field(z.int(), (image: AdImage) => currentSize(image).height),
    is_associated_creatives_in_adgroups: field(z.boolean(), (image: AdImage, { tx }) => isInAds(tx, image)),
    name: field(z.string(), (image: AdImage) => image.name),
    original_height: field(z.int(), (image: AdImage) => image.height),
    original_width: field(z.int(), (image: AdImage) => image.width),
    permalink_url: field(z.string(), permanentLink),
    status: field(z.enum(adImageStatuses), (image: AdImage) => image.status),
    updated_time: field(z.string(), (image: AdImage) => isoTime(image.updatedTime)),
    url: field(z.string(), (image: AdImage, seen) => adImageUrl(seen, image)),
    url_128: field(z.string(), (image: AdImage, seen) => thumbnailUrl(seen, image)),
    width: field(z.int(), (image: AdImage) => currentSize(image).width),
  },
} satisfies View<AdImage>
