import { z } from '../../../engine/schema/zod.ts'
import { managesAds, permissionError, readsAds, withCheck } from '../../../service/access/access.ts'
import { endpoint } from '../../../service/routes/define.ts'
import { filledText } from '../../../service/values/scalars.ts'
import { isoTime } from '../../../service/values/times.ts'
import { field } from '../../../service/views/fields.ts'
import { listResult, recordResult } from '../../../service/views/results.ts'
import type { View } from '../../../service/views/view.ts'
import type { EventSourceRow } from '../../rows.ts'

const reference = 'https://developers.facebook.com/docs/marketing-api/reference/ads-pixel/'
const accountSource = 'https://developers.facebook.com/docs/marketing-api/reference/ad-account/adspixels/'

const Account = z.object({
  /** The id, with the prefix `act_`. */
  id: z.string(),
  /** The id without the prefix. */
  account_id: z.string(),
})

/** The record of a pixel. */
const pixelView = {
  name: 'AdsPixel',
  minimal: ['id'],
  fields: {
    id: field(z.string(), ({ id }: EventSourceRow) => String(id)),
    /** The name of the pixel. */
    name: field(z.string(), ({ name }: EventSourceRow) => name),
    /** When the pixel was created. */
    creation_time: field(z.string(), ({ createdTime }: EventSourceRow) => isoTime(createdTime)),
    /** The ad account that it was created for. Missing if an action created it. */
    owner_ad_account: field(Account, ({ adAccount }: EventSourceRow) =>
      adAccount === undefined ? undefined : { id: `act_${adAccount}`, account_id: String(adAccount) },
    ),
  },
} satisfies View<EventSourceRow>

/** Only those with a role on its ad account, and its users, see a pixel. */
const ofPixel = (access: typeof readsAds) =>
  withCheck(access, ({ caller }, account, node) =>
    account || (caller.user && node?.kind === 'eventSources' && node.users.includes(caller.user.id))
      ? undefined
      : permissionError('Requires access to the pixel', "the token's user has no access to the pixel"),
  )

/** Lists the pixel of an ad account. */
export const listAdsPixels = endpoint({
  route: 'GET /act_{adAccount}/adspixels',
  source: accountSource,
  access: readsAds,
  ...listResult(pixelView),
  run: ({ adAccount, pageOf }) =>
    pageOf({ table: 'eventSources', edge: 'byAccount', owner: [adAccount.id] }, pixelView),
})

/** Creates the pixel of an ad account: it has one. The caller becomes a user of it. */
export const createAdsPixel = endpoint({
  route: 'POST /act_{adAccount}/adspixels',
  source: accountSource,
  access: managesAds,
  params: z.object({
    /** The name of the pixel. */
    name: filledText,
  }),
  ...recordResult(pixelView),
  run({ adAccount, caller, params: { name }, tx, refuseFor, readBack }) {
    if (tx.first('eventSources', 'byAccount', [adAccount.id]))
      return refuseFor({ code: 6200, message: 'A pixel already exists for this account' })
    const users = caller.user ? [caller.user.id] : []
    const made = { type: 'pixel', name, users, createdTime: tx.now, adAccount: adAccount.id } as const
    const pixel = tx.insert('eventSources', made)
    return { ...readBack(pixelView, pixel), id: String(pixel.id) }
  },
})

/** Reads a pixel. */
export const readAdsPixel = endpoint({
  route: 'GET /{pixel}',
  source: reference,
  access: ofPixel(readsAds),
  ...recordResult(pixelView),
  run: ({ pixel, show }) => show(pixelView, pixel),
})

/** Renames a pixel. */
export const updateAdsPixel = endpoint({
  route: 'POST /{pixel}',
  source: reference,
  access: ofPixel(managesAds),
  params: z.object({
    /** The new name. */
    name: filledText,
  }),
  run({ pixel, params: { name }, tx }) {
    tx.patch('eventSources', pixel.id, { name })
    return { success: true }
  },
})
