import { z } from 'zod'
import { readsAds } from '../../graph/access/access.ts'
import { endpoint } from '../../graph/define.ts'
import { record } from '../../graph/views/record.ts'
import { adAccountView, adSetView, adView, creativeView } from './ad-views.ts'

const chapter = 'Endpoints › Ad campaigns'

/** Reads an ad set. A deleted one stays readable. */
export const readAdSet = endpoint({
  route: 'GET /{adSet}',
  chapter,
  access: readsAds,
  errors: [],
  params: z.object({}),
  view: adSetView,
  result: record(adSetView),
  run: ({ adSet, show }) => show(adSetView, adSet),
})

/** Reads an ad. A deleted one stays readable; under a paused campaign it reads CAMPAIGN_PAUSED. */
export const readAd = endpoint({
  route: 'GET /{ad}',
  chapter,
  access: readsAds,
  errors: [],
  params: z.object({}),
  view: adView,
  result: record(adView),
  run: ({ ad, show }) => show(adView, ad),
})

/** Reads a creative. */
export const readCreative = endpoint({
  route: 'GET /{creative}',
  chapter,
  access: readsAds,
  errors: [],
  params: z.object({}),
  view: creativeView,
  result: record(creativeView),
  run: ({ creative, show }) => show(creativeView, creative),
})

/** Reads an ad account. */
export const readAdAccount = endpoint({
  route: 'GET /act_{adAccount}',
  chapter,
  access: readsAds,
  errors: [],
  params: z.object({}),
  view: adAccountView,
  result: record(adAccountView),
  run: ({ adAccount, show }) => show(adAccountView, adAccount),
})
