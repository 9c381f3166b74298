import type { z } from '../../engine/schema/zod.ts'
import type { StoredRow, Table } from '../../engine/store/table.ts'
import { AreaError } from '../routes/area-error.ts'

/** A table of the service. The code of an area can find its rows, and cannot change them. */
export interface ServiceTable<R extends object> {
  readonly kind: 'serviceTable'
  readonly name: string
  /** Never set: it carries the type of the rows. */
  readonly row?: R
}

/** The edge that lists the rows that name a row of an area in a `rowId` column. */
export const NAMING = '(rows that name it)'

/** A row of the service with a name: a page, a user, an app or an ad account. */
export interface NamedRow {
  readonly id: number
  readonly name: string
}

const serviceTable = (name: string): ServiceTable<NamedRow> => Object.freeze({ kind: 'serviceTable', name })

/** The tables of the service whose rows an area can find, and name in the paths of its endpoints. */
export const serviceTables = Object.freeze({
  pages: serviceTable('pages'),
  users: serviceTable('users'),
  apps: serviceTable('apps'),
  adAccounts: serviceTable('adAccounts'),
})

/** A table of an area, or of the service. */
export type AnyTable = Table | ServiceTable<object>

/** A row of a table. It never changes: a change of the table replaces it. */
export type AreaRow<T> = T extends { readonly kind: 'serviceTable'; readonly row?: infer R }
  ? NonNullable<R>
  : T extends { readonly row: infer R extends z.ZodType }
    ? StoredRow<z.output<R>, string>
    : never

/** The names of values of areas within a world, such as `tracker.issues`. */
const names = new WeakMap<object, string>()

/** Gives a table or an event its name in worlds. Throws a TypeError if it has another one. */
export function giveName(value: object, name: string): void {
  const known = names.get(value)
  if (known !== undefined && known !== name)
    throw new TypeError(`${name} is ${known} already: a table or an event belongs to one area, by one name`)
  names.set(value, name)
}

const isServiceTable = (table: object): table is ServiceTable<object> =>
  'kind' in table && table.kind === 'serviceTable'

/** Returns the name of a table of an area or of the service in a world. */
export function tableName(table: AnyTable): string {
  if (typeof table === 'object' && table !== null) {
    if (isServiceTable(table)) return table.name
    const name = names.get(table)
    if (name !== undefined) return name
  }
  throw new AreaError('its code used a table of no area: name it in the tables of the area')
}

/** Returns the name of a table that the code of an area may change. */
export function ownTableName(table: Table): string {
  if (isServiceTable(table))
    throw new AreaError(`its code may not change the table ${table.name} of the service`)
  return tableName(table)
}

/** Returns the type of an event in the log of a world. */
export function eventName(event: object): string {
  const name = names.get(event)
  if (name === undefined)
    throw new AreaError('its code emitted an event of no area: name it in the events of the area')
  return name
}
