import type { Tx } from '../../graph/context.ts'
import type { CampaignRow } from '../rows.ts'

/** Deletes a campaign with its ad sets and ads: they keep their rows, with the status DELETED (SIL-113). */
export function removeCampaign(tx: Tx, { id, adAccount, status }: CampaignRow): void {
  if (status === 'DELETED') return
  const change = { status: 'DELETED', updatedTime: tx.now } as const
  for (const table of ['adSets', 'ads'] as const) {
    for (const child of tx.list(table, 'living', [id])) tx.patch(table, child.id, change)
  }
  tx.patch('campaigns', id, change)
  tx.emit('campaign.deleted', { campaign: String(id), adAccount: String(adAccount) })
}

/** How a bulk deletion chooses (Endpoints › Ad campaigns). */
export const deleteStrategies = ['DELETE_ANY', 'DELETE_OLDEST', 'DELETE_ARCHIVED_BEFORE'] as const

/** What a bulk deletion is about. */
interface BulkDeletion {
  readonly strategy: (typeof deleteStrategies)[number]
  /** Unix milliseconds. */
  readonly before: number
}

/**
 * The campaigns of an account that a bulk deletion may take, those first that it takes first (SIL-115): ids
 * ascend in the order of creation, so that any and the oldest begin alike.
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
