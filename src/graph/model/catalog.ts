import { z } from 'zod'
import { type RowOf, table } from '../../engine/table.ts'
import type { Tx } from '../seen.ts'
import { ids, jsonObject } from './columns.ts'
import type { Tables } from './tables.ts'

/** A product catalog of an ad account. Its users may read it, whatever they are on the ad account. */
export const catalogs = table({
  row: z.object({ adAccount: z.number(), name: z.string(), users: ids, createdTime: z.number() }),
  edges: {},
})

/** An item of a catalog: the columns of the feed row that it came from, under the id that events name. */
export const catalogItems = table({
  row: z.object({
    catalog: z.number(),
    item: z.string(),
    columns: jsonObject,
    /** The upload that brought it, or changed it last. */
    upload: z.number(),
    createdTime: z.number(),
    updatedTime: z.number(),
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
