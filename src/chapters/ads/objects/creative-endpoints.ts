import { z } from '../../../engine/schema/zod.ts'
import { managesAds, readsAds } from '../../../service/access/access.ts'
import { isCallError } from '../../../service/contract/errors.ts'
import { endpoint } from '../../../service/routes/define.ts'
import { present } from '../../../service/values/references.ts'
import { readerOfRows } from '../../../service/views/paging.ts'
import { recordSchema } from '../../../service/views/record.ts'
import { listResult, successResult } from '../../../service/views/results.ts'
import type { AdRow } from '../../rows.ts'
import { adView, creativeView } from '../ad-views.ts'
import { adCopyParams, makeAdCopy } from './copy-ad.ts'
import { creativeParams, newCreative } from './creative-params.ts'

/**
 * Creates an ad creative: from a post (`object_story_id`), from the description of one
 * (`object_story_spec`), or from its texts and its image. The description is stored as it was sent; no post
 * is made of it.
 */
export const addCreative = endpoint({
  route: 'POST /act_{adAccount}/adcreatives',
  source: 'https://developers.facebook.com/docs/marketing-api/reference/ad-account/adcreatives/',
  access: managesAds,
  params: creativeParams,
  view: creativeView,
  result: recordSchema(creativeView).and(successResult),
  run({ adAccount, params, tx, refuseFor, readBack }) {
    const creative = newCreative(tx, adAccount.id, params)
    if (isCallError(creative)) return refuseFor(creative)
    return { ...readBack(creativeView, creative), id: String(creative.id), success: true }
  },
})

/** Lists the creative of an ad. */
export const listAdCreatives = endpoint({
  route: 'GET /{ad}/adcreatives',
  source: 'https://developers.facebook.com/docs/marketing-api/reference/adgroup/adcreatives/',
  access: readsAds,
  ...listResult(creativeView),
  run({ ad, tx, pageOf }) {
    const creative = present(tx, 'creatives', ad.creative)
    const rows = [[[creative.id], creative]] as const
    return pageOf(
      readerOfRows(`adcreatives/${ad.id}`, rows, ({ id }) => [id]),
      creativeView,
    )
  },
})

/** Lists the ads of an ad set, newest first, without deleted and archived ones. */
export const listAdSetAds = endpoint({
  route: 'GET /{adSet}/ads',
  source: 'https://developers.facebook.com/docs/marketing-api/reference/ad-campaign/ads/',
  access: readsAds,
  ...listResult(adView),
  run({ adSet, pageOf }) {
    const where = ({ status }: AdRow) => status !== 'DELETED' && status !== 'ARCHIVED'
    return pageOf({ table: 'ads', edge: 'byAdSet', owner: [adSet.id], where }, adView)
  },
})

/** Copies an ad with its creative, into its ad set or another one of the ad account. */
export const copyAd = endpoint({
  route: 'POST /{ad}/copies',
  source: 'https://developers.facebook.com/docs/marketing-api/reference/adgroup/copies/',
  access: managesAds,
  params: adCopyParams,
  view: adView,
  result: z
    .object({
      /** The id of the new ad. */
      copied_ad_id: z.string(),
    })
    .and(recordSchema(adView).partial()),
  run({ ad, params, tx, caller, refuseFor, readBack }) {
    const made = makeAdCopy(tx, ad, params)
    if (isCallError(made)) return refuseFor(made)
    const copy = tx.patch('ads', made.id, { app: caller.app.id })
    return { ...readBack(adView, copy), copied_ad_id: String(copy.id) }
  },
})
