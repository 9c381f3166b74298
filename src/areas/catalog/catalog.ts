import { z } from 'zod'
import { instant, type RowOf, rowId, table } from '../../engine/table.ts'
import type { Tx } from '../../graph/seen.ts'
import { jsonObject } from '../../graph/values/columns.ts'
import type { Tables } from '../tables.ts'

/** A product catalog of an ad account. Its users may read it, whatever they are on the ad account. */
export const catalogs = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    name: z.string(),
    users: z.array(rowId('users')),
    createdTime: instant(),
  }),
  edges: {},
})

/** An item of a catalog: the columns of the feed row that it came from, under the id that events name. */
export const catalogItems = table({
  row: z.object({
    catalog: rowId('catalogs'),
    item: z.string(),
    columns: jsonObject,
    /** The upload that brought it, or changed it last. */
    upload: rowId('feedUploads'),
    createdTime: instant(),
    updatedTime: instant(),
  }),
  edges: { byItem: { owners: ({ catalog, item }) => [[catalog, item]] } },
})

/** A row of a catalog. */
export type Catalog = RowOf<Tables, 'catalogs'>

/** The item of a catalog under this id. */
export const itemOf = (tx: Tx, catalog: number, item: string): RowOf<Tables, 'catalogItems'> | undefined =>
  tx.first('catalogItems', 'byItem', [catalog, item])

/** Users with one of them put on the list or taken off it. */
export const usersWith = (users: readonly number[], user: number, access: boolean): number[] => [
  ...users.filter((other) => other !== user),
  ...(access ? [user] : []),
]
