import type { Tx } from '../../graph/context.ts'
import type { CatalogItemRow } from '../rows.ts'
/** The item of a catalog under this id. */
export const itemOf = (tx: Tx, catalog: number, item: string): CatalogItemRow | undefined =>
  tx.first('catalogItems', 'byItem', [catalog, item])

/** Users with one of them put on the list or taken off it. */
export const usersWith = (users: readonly number[], user: number, access: boolean): number[] => [
  ...users.filter((other) => other !== user),
  ...(access ? [user] : []),
]
