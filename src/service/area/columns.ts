import { issueText } from '../../engine/schema/issue-words.ts'
import { readBy } from '../../engine/schema/schema.ts'
import type { z } from '../../engine/schema/zod.ts'
import { referenceError } from '../../engine/state/row-check.ts'
import type { Transaction } from '../../engine/state/transaction.ts'
import type { Table } from '../../engine/store/table.ts'
import { guard, type Json } from '../../engine/values/guard.ts'
import { isPlainObject } from '../../engine/values/plain-object.ts'
import { AreaError } from '../routes/area-error.ts'

/** Returns a copy of a value as plain JSON, so that the code of an area cannot change it later. */
export function plainCopy(what: string, value: unknown): Json {
  const guarded = guard(value)
  if (guarded.ok) return guarded.value
  const where = guarded.path === '' ? '' : ` at ${guarded.path}`
  throw new AreaError(`${what} must be plain JSON: ${guarded.problem}${where}`)
}

/** Returns the value that a schema makes of a copy. Throws an error that names the first wrong member. */
export function checkedBy(what: string, schema: z.ZodType, value: unknown): Json {
  const read = readBy(schema, plainCopy(what, value))
  if (read.success) return plainCopy(what, read.data)
  throw new AreaError(`${what} does not fit its schema: ${issueText(read.error, 'the whole value')}`)
}

/** Returns the columns of a row of a table. Throws an error that names the first wrong one. */
export function checkedColumns(tx: Transaction, { row }: Table, what: string, columns: object): object {
  const own = ['id', 'kind'].find((name) => Object.hasOwn(Object(columns), name))
  if (own !== undefined) throw new AreaError(`${what}: the world makes the ${own} of a row`)
  const copy = plainCopy(what, columns)
  const checked = checkedBy(what, row, copy)
  if (!isPlainObject(checked) || !isPlainObject(copy)) throw new AreaError(`${what}: a row must be an object`)
  const unknown = Object.keys(copy).find((name) => !Object.hasOwn(checked, name))
  if (unknown !== undefined) throw new AreaError(`${what}: ${unknown} is not a column of its table`)
  const targets = {
    kindOf: (id: number) => tx.node(id)?.kind,
    hasBlob: (digest: string) => tx.lengthOf(digest) !== undefined,
  }
  const missing = referenceError(row, checked, targets)
  if (missing !== undefined) throw new AreaError(`${what}: ${missing}`)
  return checked
}
