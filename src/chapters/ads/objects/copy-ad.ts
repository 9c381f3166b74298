import { z } from '../../../engine/schema/zod.ts'
import { type CallError, invalidParameter } from '../../../service/contract/errors.ts'
import type { Tx } from '../../../service/routes/context.ts'
import { numericId } from '../../../service/values/scalars.ts'
import { insertAdCopy, namingParams } from '../../campaigns/copied-objects.ts'
import type { AdRow } from '../../rows.ts'
import { acceptsChildren, isLiving } from '../status.ts'

/** The parameters of copyAd. */
export const adCopyParams = z.object({
  ...namingParams,
  /** The ad set of the copy, in the same ad account. By default that of the ad. */
  adset_id: numericId.optional(),
})

/** Copies an ad, which keeps its creative, or returns the error. */
export function makeAdCopy(tx: Tx, ad: AdRow, params: z.output<typeof adCopyParams>): AdRow | CallError {
  if (!isLiving(ad)) return invalidParameter('A deleted ad cannot be copied')
  const id = Number(params.adset_id ?? ad.adSet)
  const adSet = tx.find('adSets', id)
  if (adSet?.adAccount !== ad.adAccount)
    return invalidParameter(
      `Param adset_id must be the id of an ad set of the ad account of the ad, got ${id}`,
    )
  if (!acceptsChildren(adSet))
    return invalidParameter(`The ad set ${id} is ${adSet.status}: ads cannot be copied into it`)
  const parents = { campaign: adSet.campaign, adSet: adSet.id }
  return insertAdCopy(tx, ad, parents, { ...params, deep_copy: false }, true)
}
