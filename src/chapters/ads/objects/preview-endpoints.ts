import { z } from '../../../engine/schema/zod.ts'
import { readsAds } from '../../../service/access/access.ts'
import { type CallError, invalidParameter } from '../../../service/contract/errors.ts'
import type { Tx } from '../../../service/routes/context.ts'
import { endpoint } from '../../../service/routes/define.ts'
import { openObject } from '../../../service/values/compounds.ts'
import { numericId, oneOf } from '../../../service/values/scalars.ts'
import { field } from '../../../service/views/fields.ts'
import { listOf, pagingParams, readerOfRows } from '../../../service/views/paging.ts'
import { recordSchemaWithoutId } from '../../../service/views/record.ts'
import type { View } from '../../../service/views/view.ts'
import { creativeError, creativeShape } from './creative-params.ts'
import { previewFormats } from './preview-formats.ts'

const reference = 'https://developers.facebook.com/docs/marketing-api/reference/'

/** A preview of a creative in one format. */
export interface PreviewRow {
  /** The id of the ad, the creative or, for one that is only described, the ad account. */
  readonly id: number
  readonly kind: 'previews'
  readonly format: (typeof previewFormats)[number]
}

/** Returns the frame of a preview. What it would show is not simulated. */
function frameOf({ id, format }: PreviewRow): string {
  const [width, height] = format === 'RIGHT_COLUMN_STANDARD' ? [274, 213] : [540, 690]
  const source = `https://www.facebook.com/ads/api/preview_iframe.php?d=${id}&amp;t=${format}`
  const size = `width="${width}" height="${height}"`
  return `<iframe src="${source}" ${size} scrolling="yes" style="border: none;"></iframe>`
}

/** The record of a preview. */
const previewView = {
  name: 'AdPreview',
  minimal: ['body'],
  fields: {
    /** The HTML of a frame that shows the ad. Its address is not simulated. */
    body: field(z.string(), frameOf),
  },
} satisfies View<PreviewRow>

const shared = {
  access: readsAds,
  view: previewView,
  result: listOf(recordSchemaWithoutId(previewView)),
} as const

const previewParams = {
  /** The place in which the ad is shown. */
  ad_format: oneOf(previewFormats),
  ...pagingParams,
}

/** Returns the reader of the one preview of an object. */
const previewOf = (id: number, format: PreviewRow['format']) =>
  readerOfRows<PreviewRow>(`previews/${id}`, [[[id], { id, kind: 'previews', format }]], (row) => [row.id])

/** Previews an ad in one format: a frame, as HTML. */
export const listAdPreviews = endpoint({
  ...shared,
  route: 'GET /{ad}/previews',
  source: `${reference}adgroup/previews/`,
  params: z.object(previewParams),
  run: ({ ad, params, pageOf }) => pageOf(previewOf(ad.id, params.ad_format), previewView),
})

/** Previews an ad creative in one format: a frame, as HTML. */
export const listCreativePreviews = endpoint({
  ...shared,
  route: 'GET /{creative}/previews',
  source: `${reference}ad-creative/previews/`,
  params: z.object(previewParams),
  run: ({ creative, params, pageOf }) => pageOf(previewOf(creative.id, params.ad_format), previewView),
})

const described = openObject({
  /** The id of a creative of the ad account. */
  creative_id: numericId.optional(),
  ...creativeShape,
})

/** Returns the error of the creative of a preview: one that does not exist, or cannot be made. */
function describedError(
  tx: Tx,
  adAccount: number,
  { creative_id: id, ...params }: z.output<typeof described>,
): CallError | undefined {
  if (id === undefined) return creativeError(tx, adAccount, params)
  return tx.find('creatives', Number(id))?.adAccount === adAccount
    ? undefined
    : invalidParameter(`Param creative.creative_id must be the id of a creative of the ad account, got ${id}`)
}

/** Previews a creative that a call describes, in one format: a frame, as HTML. Nothing is created. */
export const generateAdPreviews = endpoint({
  ...shared,
  route: 'GET /act_{adAccount}/generatepreviews',
  source: `${reference}ad-account/generatepreviews/`,
  params: z.object({
    /** The creative: the id of an existing one, or the parameters of a new one. */
    creative: described,
    ...previewParams,
  }),
  run({ adAccount, params, tx, refuseFor, pageOf }) {
    const error = describedError(tx, adAccount.id, params.creative)
    return error ? refuseFor(error) : pageOf(previewOf(adAccount.id, params.ad_format), previewView)
  },
})
