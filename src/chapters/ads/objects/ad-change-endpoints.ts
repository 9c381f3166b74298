import { managesAds } from '../../../service/access/access.ts'
import { endpoint } from '../../../service/routes/define.ts'
import { successResult } from '../../../service/views/results.ts'
import { adChanges, changeAd } from './ad-change.ts'

const shared = {
  source: 'https://developers.facebook.com/docs/marketing-api/reference/adgroup/',
  access: managesAds,
  result: successResult,
} as const

/** Changes an ad. Fields that the call does not name stay as they are. */
export const updateAd = endpoint({
  ...shared,
  route: 'POST /{ad}',
  params: adChanges,
  files: ['*'],
  run({ ad, params, files, tx, refuseFor }) {
    const error = changeAd(tx, ad, params, files)
    return error ? refuseFor(error) : { success: true }
  },
})

/** Deletes an ad. It stays readable by its id. */
export const deleteAd = endpoint({
  ...shared,
  route: 'DELETE /{ad}',
  run({ ad, tx }) {
    if (ad.status !== 'DELETED') tx.patch('ads', ad.id, { status: 'DELETED', updatedTime: tx.now })
    return { success: true }
  },
})
