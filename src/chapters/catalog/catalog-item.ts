import type { Json } from '../../engine/values/guard.ts'
import type { Tx } from '../../service/routes/context.ts'
import type { CatalogItemRow } from '../rows.ts'

/** The item of a catalog with this id. */
export const itemOf = (tx: Tx, catalog: number, item: string): CatalogItemRow | undefined =>
  tx.first('catalogItems', 'byItem', [catalog, item])

/** A row of a feed: its columns by name. */
export type FeedRow = Readonly<Record<string, Json>>

/** Creates the item of a catalog with this id, or replaces the columns of the existing one. */
export function saveItem(tx: Tx, upload: number, catalog: number, item: string, columns: FeedRow): void {
  const existing = itemOf(tx, catalog, item)
  const { now } = tx
  if (existing) tx.patch('catalogItems', existing.id, { columns, upload, updatedTime: now })
  else tx.insert('catalogItems', { catalog, item, columns, upload, createdTime: now, updatedTime: now })
}
