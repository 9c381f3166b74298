import type { Tx } from '../../service/routes/context.ts'
import type { CampaignRow } from '../rows.ts'

/** Sets a campaign, its ad sets and its ads to DELETED; their rows are kept (SIL-113). */
export function removeCampaign(tx: Tx, { id, adAccount, status }: CampaignRow): void {
  if (status === 'DELETED') return
  const change = { status: 'DELETED', updatedTime: tx.now } as const
  for (const table of ['adSets', 'ads'] as const) {
    for (const child of tx.list(table, 'living', [id])) tx.patch(table, child.id, change)
  }
  tx.patch('campaigns', id, change)
  tx.emit('campaign.deleted', { campaign: String(id), adAccount: String(adAccount) })
}

/** The values of `delete_strategy` (CAM-195). */
export const deleteStrategies = ['DELETE_ANY', 'DELETE_OLDEST', 'DELETE_ARCHIVED_BEFORE'] as const

interface BulkDeletion {
  readonly strategy: (typeof deleteStrategies)[number]
  /** The `before_date` of DELETE_ARCHIVED_BEFORE, in Unix milliseconds. */
  readonly before: number
}

/**
 * Returns the campaigns of an account that a bulk deletion can delete, in its order (SIL-115). Ids ascend in
 * the order of creation, so DELETE_ANY and DELETE_OLDEST have the same order.
 */
export const deletableCampaigns = (
  tx: Tx,
  adAccount: number,
  { strategy, before }: BulkDeletion,
): CampaignRow[] =>
  tx.list('campaigns', 'living', [adAccount], {
    where: ({ status, updatedTime }) =>
      strategy !== 'DELETE_ARCHIVED_BEFORE' || (status === 'ARCHIVED' && updatedTime < before),
  })
