import { z } from '../../engine/schema/zod.ts'
import { managesAds, readsAds } from '../../service/access/access.ts'
import { servesBeyond } from '../../service/contract/beyond.ts'
import { isCallError } from '../../service/contract/errors.ts'
import { endpoint } from '../../service/routes/define.ts'
import { plain } from '../../service/values/plain.ts'
import { recordResult } from '../../service/views/results.ts'
import { adSetView, adView, creativeView } from './ad-views.ts'
import { adParams, newAd } from './new-ad.ts'

const chapter = 'Endpoints › Ad campaigns'

/** Reads an ad set. A deleted one stays readable. */
export const readAdSet = endpoint({
  route: 'GET /{adSet}',
  chapter,
  access: readsAds,
  ...recordResult(adSetView),
  run: ({ adSet, show }) => show(adSetView, adSet),
})

/** Reads an ad. A deleted one stays readable. In a paused campaign it is effectively CAMPAIGN_PAUSED. */
export const readAd = endpoint({
  route: 'GET /{ad}',
  chapter,
  access: readsAds,
  ...recordResult(adView),
  run: ({ ad, show }) => show(adView, ad),
})

/** Reads an ad creative. */
export const readCreative = endpoint({
  route: 'GET /{creative}',
  chapter,
  access: readsAds,
  ...recordResult(creativeView),
  run: ({ creative, show }) => show(creativeView, creative),
})

/**
 * Creates an ad. The ad is paused unless `status` is ACTIVE. Its creative is an existing one of the account,
 * or a new one. The image of a new creative is an ad image, chosen by its hash, or a file of this call. The
 * file becomes an ad image of the account (IMG-001, IMG-051, IMG-063).
 */
export const createAd = endpoint({
  route: 'POST /act_{adAccount}/ads',
  chapter: 'Endpoints › Ad images',
  access: managesAds,
  params: adParams,
  files: ['*'], // IMG-063
  result: z.object({
    /** The id of the new ad. */
    id: z.string(),
  }),
  beyondParams: ['tracking_specs'],
  run({ adAccount, params, files, tx, caller, policy, refuseFor }) {
    const ad = newAd(tx, adAccount.id, params, files)
    if (isCallError(ad)) return refuseFor(ad)
    const { tracking_specs: specs } = params
    if (servesBeyond(policy))
      tx.patch('ads', ad.id, { app: caller.app.id, ...(specs && { trackingSpecs: specs.map(plain) }) })
    return { id: String(ad.id) }
  },
})
