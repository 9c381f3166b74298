import { z } from '../../engine/zod.ts'
import { managesAds } from '../../graph/access/access.ts'
import { endpoint } from '../../graph/define.ts'
import { successResult } from '../../graph/results.ts'
import { adSetChanges, changeAdSet, removeAdSet } from './ad-set-change.ts'

const shared = {
  chapter: 'Beyond the description',
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
  params: z.object({}),
  run({ adSet, tx }) {
    removeAdSet(tx, adSet)
    return { success: true }
  },
})
