import type { ServiceState } from '../routes/context.ts'
import { type AnyTable, type AreaRow, tableName } from './tables.ts'

/**
 * Returns the rows of a table in a world, the oldest first: what a test, or a law of an exploration, compares
 * with. Throws a TypeError if the table belongs to no area.
 */
export function areaRows<T extends AnyTable>(
  world: { readonly state: ServiceState },
  table: T,
): AreaRow<T>[] {
  const name = tableName(table)
  const rows = [...world.state.graph.rows.values()].filter(({ kind }) => kind === name)
  // The name of a table is that of its rows. The types of the service do not know those of areas.
  return rows as unknown as AreaRow<T>[]
}
