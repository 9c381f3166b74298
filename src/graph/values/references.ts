import type { z } from 'zod'
import type { Tables } from '../../areas/tables.ts'
import type { RowOf } from '../../engine/table.ts'
import type { Tx } from '../context.ts'
import { scalar } from './scalars.ts'

/** The id of a node, as endpoints answer it; an ad account's may begin with `act_`. */
export const reference: z.ZodType<number, string | number> = scalar(
  'the id of a node',
  (raw) => {
    const text = typeof raw === 'number' ? String(raw) : raw
    const id = typeof text === 'string' ? /^(?:act_|\d{1,15}_)?(\d{1,15})$/.exec(text)?.[1] : undefined
    return id === undefined ? undefined : Number(id)
  },
  { type: 'string' },
)

/** A parameter that names a node: the parameter's name, the table, and the id that was given. */
type Named = readonly [parameter: string, table: keyof Tables & string, id: number | null | undefined]

/** Says in words which of the nodes that an action names is not there. */
export function missing(tx: Tx, ...named: readonly Named[]): string | undefined {
  const [first] = named.filter(([, table, id]) => id !== undefined && id !== null && !tx.find(table, id))
  return first && `Param ${first[0]} must be the id of a row of ${first[1]}, got ${first[2]}`
}

/** A row that is known to be there: its absence is a mistake of ours. */
export function present<K extends keyof Tables & string>(tx: Tx, table: K, id: number): RowOf<Tables, K> {
  const row = tx.find(table, id)
  if (!row) throw new Error(`There is no row ${id} in ${table}`)
  return row
}
