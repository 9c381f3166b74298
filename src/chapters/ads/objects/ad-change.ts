import { z } from '../../../engine/schema/zod.ts'
import { type CallError, invalidParameter, isCallError } from '../../../service/contract/errors.ts'
import type { CallFile } from '../../../service/routes/call.ts'
import type { Tx } from '../../../service/routes/context.ts'
import { jsonObject, list } from '../../../service/values/compounds.ts'
import { plain } from '../../../service/values/plain.ts'
import { present } from '../../../service/values/references.ts'
import { filledText, oneOf } from '../../../service/values/scalars.ts'
import type { AdRow } from '../../rows.ts'
import { creativeInAdSetError, creativeOf, creativeParam } from '../new-ad.ts'
import { statuses, statusMessage } from '../status.ts'
import { labelsParam, namedLabels } from './ad-label.ts'

/** The parameters of updateAd. */
export const adChanges = z.object({
  /** The new name. */
  name: filledText.optional(),
  /** The new status. ARCHIVED can only become DELETED. */
  status: oneOf(statuses).optional(),
  /** The creative: the id of an existing one, or the content of a new one. */
  creative: creativeParam.optional(),
  /** The actions to track for the ad, in place of those of its ad set. */
  tracking_specs: list(jsonObject).optional(),
  /** The labels that replace those of the ad. */
  adlabels: labelsParam.optional(),
})

type Changes = z.output<typeof adChanges>

/** Returns the id of the creative after the changes, or the error. */
function creativeAfter(
  tx: Tx,
  ad: AdRow,
  { name = ad.name, creative: params }: Changes,
  files: readonly CallFile[],
): number | CallError {
  if (!params) return ad.creative
  const creative = creativeOf(tx, ad.adAccount, { name, creative: params }, files)
  if (isCallError(creative)) return creative
  return creativeInAdSetError(tx, present(tx, 'adSets', ad.adSet), creative) ?? creative.id
}

/** Changes an ad, or returns the error. */
export function changeAd(
  tx: Tx,
  ad: AdRow,
  changes: Changes,
  files: readonly CallFile[],
): CallError | undefined {
  if (Object.values(changes).every((value) => value === undefined))
    return invalidParameter('At least one param is required')
  const message = statusMessage('ad', ad, changes)
  if (message !== undefined) return invalidParameter(message)
  if (ad.status === 'DELETED') return undefined
  const creative = creativeAfter(tx, ad, changes, files)
  if (isCallError(creative)) return creative
  const { name = ad.name, status = ad.status, tracking_specs: specs, adlabels } = changes
  const named = adlabels && namedLabels(tx, ad.adAccount, adlabels)
  if (isCallError(named)) return named
  const tracked = specs && { trackingSpecs: specs.map(plain) }
  const labels = named && { labels: [...named.labels] }
  tx.patch('ads', ad.id, { name, status, creative, ...tracked, ...labels, updatedTime: tx.now })
  return undefined
}
