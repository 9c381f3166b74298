import type { Tables } from '../../chapters/tables.ts'
import type { z } from '../../engine/schema/zod.ts'
import type { RowOf } from '../../engine/store/table.ts'
import type { Tx } from '../routes/context.ts'
import { nodeNumber } from './ids.ts'
import { lowerAscii } from './letter-case.ts'
import { scalar } from './scalars.ts'

/**
 * The id of a node of this world, as its number of up to 15 digits. The text may have a prefix: `act_` of an
 * ad account, or the page of a post. The parameters of actions have this type, and their names say which
 * nodes must exist (`routes/node-parameters.ts`). Those that may name nodes of several tables have checks of
 * their own. The parameters of endpoints have the type `numericId`.
 */
export const nodeId: z.ZodType<number, string | number> = scalar(
  'the id of a node',
  (raw) => (typeof raw === 'string' || typeof raw === 'number' ? nodeNumber(String(raw)) : undefined),
  { type: 'string' },
)

/** A parameter that names a node: the name of the parameter, the table of the node, and the id. */
type NodeParameter = readonly [parameter: string, table: keyof Tables & string, id: number | null | undefined]

/** The name of one row of a table, as a message shows it: `lead form` for `leadForms`. */
const nounOf = (table: string): string =>
  lowerAscii(table.replace(/[A-Z]/g, ' $&')).replace(/(?<=ss)es$|s$/, '')

/** Returns the message for the first parameter that names no existing node, or undefined. */
export function missing(tx: Tx, ...parameters: readonly NodeParameter[]): string | undefined {
  for (const [parameter, table, id] of parameters)
    if (id !== undefined && id !== null && !tx.find(table, id))
      return `Param ${parameter} must be the id of an existing ${nounOf(table)}, got ${id}`
  return undefined
}

/** Returns a row that must exist. Throws if it does not, because that is a defect of the service. */
export function present<K extends keyof Tables & string>(tx: Tx, table: K, id: number): RowOf<Tables, K> {
  const row = tx.find(table, id)
  if (!row) throw new Error(`There is no row ${id} in ${table}`)
  return row
}
