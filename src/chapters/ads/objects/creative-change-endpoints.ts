import { z } from '../../../engine/schema/zod.ts'
import { managesAds } from '../../../service/access/access.ts'
import { isCallError } from '../../../service/contract/errors.ts'
import { endpoint } from '../../../service/routes/define.ts'
import { text } from '../../../service/values/scalars.ts'
import { successResult } from '../../../service/views/results.ts'
import { labelsParam, namedLabels } from './ad-label.ts'

const shared = {
  source: 'https://developers.facebook.com/docs/marketing-api/reference/ad-creative/',
  access: managesAds,
  result: successResult,
} as const

/** Changes the name or the labels of an ad creative. What it shows stays as it is. */
export const updateCreative = endpoint({
  ...shared,
  route: 'POST /{creative}',
  params: z.object({
    /** The new name. */
    name: text.optional(),
    /** The labels that replace those of the creative. */
    adlabels: labelsParam.optional(),
  }),
  run({ creative, params, tx, refuse, refuseFor }) {
    const { name = creative.name, adlabels } = params
    if (params.name === undefined && !adlabels) return refuse(100, 'At least one param is required')
    if (creative.status === 'DELETED') return refuse(100, 'A deleted ad creative cannot be updated')
    const named = adlabels && namedLabels(tx, creative.adAccount, adlabels)
    if (isCallError(named)) return refuseFor(named)
    tx.patch('creatives', creative.id, { name, ...(named && { labels: [...named.labels] }) })
    return { success: true }
  },
})

/** Deletes an ad creative, by the rules of the action `deleteCreative`. Ads with it stay as they are. */
export const removeCreative = endpoint({
  ...shared,
  route: 'DELETE /{creative}',
  run({ creative, tx }) {
    tx.patch('creatives', creative.id, { status: 'DELETED' })
    return { success: true }
  },
})
