import { managesAds } from '../../../service/access/access.ts'
import { isCallError } from '../../../service/contract/errors.ts'
import { endpoint } from '../../../service/routes/define.ts'
import { recordSchema } from '../../../service/views/record.ts'
import { successResult } from '../../../service/views/results.ts'
import { adSetView } from '../ad-views.ts'
import { adSetChanges, changeAdSet, removeAdSet } from './ad-set-change.ts'
import { adSetCopyParams, adSetCopyResult, makeAdSetCopy } from './copy-ad-set.ts'

const shared = {
  source: 'https://developers.facebook.com/docs/marketing-api/reference/ad-campaign/',
  access: managesAds,
  result: successResult,
} as const

/** Changes an ad set. Fields that the call does not name stay as they are. */
export const updateAdSet = endpoint({
  ...shared,
  route: 'POST /{adSet}',
  params: adSetChanges,
  run({ adSet, params, tx, refuseFor }) {
    const error = changeAdSet(tx, adSet, params)
    return error ? refuseFor(error) : { success: true }
  },
})

/** Deletes an ad set and its ads. They stay readable by their ids. */
export const deleteAdSet = endpoint({
  ...shared,
  route: 'DELETE /{adSet}',
  run({ adSet, tx }) {
    removeAdSet(tx, adSet)
    return { success: true }
  },
})

/**
 * Copies an ad set, within its campaign or into another one of the ad account. The copy is paused unless
 * `status_option` has another value. A deep copy includes the ads: at most 3 in a synchronous call, 51 in an
 * asynchronous batch.
 */
export const copyAdSet = endpoint({
  ...shared,
  route: 'POST /{adSet}/copies',
  source: 'https://developers.facebook.com/docs/marketing-api/reference/ad-campaign/copies/',
  params: adSetCopyParams,
  view: adSetView,
  result: adSetCopyResult.and(recordSchema(adSetView).partial()),
  run({ adSet, params, tx, asynchronous, refuseFor, readBack }) {
    const copied = makeAdSetCopy(tx, adSet, params, asynchronous)
    if (isCallError(copied)) return refuseFor(copied)
    const { copy, objects } = copied
    return {
      ...readBack(adSetView, copy),
      copied_adset_id: String(copy.id),
      ad_object_ids: objects,
    }
  },
})
