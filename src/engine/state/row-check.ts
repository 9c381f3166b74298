import { built } from '../schema/deferred-schema.ts'
import { issueText } from '../schema/issue-words.ts'
import { readBy } from '../schema/schema.ts'
import { z } from '../schema/zod.ts'
import { ROW_BYTES_EACH_MAX } from '../store/storage.ts'
import { type AnyRow, ID_MIN, type Reference, references, type Schema, type Table } from '../store/table.ts'
import { isSameJson } from '../values/canonical.ts'
import { isPlainObject, type Json } from '../values/guard.ts'
import { weightOf } from '../values/weight.ts'

/** Sees a reference in a row: its possible targets, and its id or digest. It returns its problem, if any. */
type See = (reference: Reference, value: unknown) => string | undefined
/** Shows all references in a value up to the first problem, which it returns behind its path. */
type Finder = (value: unknown, see: See) => string | undefined

function objectFinder(shape: Readonly<Record<string, z.core.$ZodType>>): Finder | undefined {
  const finders = Object.entries(shape).flatMap(([name, type]) => {
    const finder = finderOf(type)
    return finder ? [[name, finder] as const] : []
  })
  if (finders.length === 0) return undefined
  return (value, see) => {
    if (!isPlainObject(value)) return undefined
    for (const [name, find] of finders) {
      const member = value[name]
      const problem = member === undefined || member === null ? undefined : find(member, see)
      if (problem !== undefined) return `.${name}${problem}`
    }
    return undefined
  }
}

function listFinder(element: z.core.$ZodType): Finder | undefined {
  const find = finderOf(element)
  if (!find) return undefined
  return (value, see) => {
    if (!Array.isArray(value)) return undefined
    for (const [index, item] of value.entries()) {
      const problem = find(item, see)
      if (problem !== undefined) return `.${index}${problem}`
    }
    return undefined
  }
}

/** Returns the finder of references in values of a type, or undefined if the type has no references. */
function finderOf(given: z.core.$ZodType): Finder | undefined {
  const type = built(given)
  const reference = type instanceof z.ZodType ? references.get(type) : undefined
  if (reference) return (value, see) => see(reference, value)
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable) return finderOf(type.unwrap())
  if (type instanceof z.ZodObject) return objectFinder(type.shape)
  return type instanceof z.ZodArray ? listFinder(type.element) : undefined
}

const finders = new WeakMap<z.ZodType, { readonly find: Finder | undefined }>()

function findReferences(type: z.ZodType, row: object, see: See): string | undefined {
  let known = finders.get(type)
  if (!known) {
    known = { find: finderOf(type) }
    finders.set(type, known)
  }
  return known.find?.(row, see)
}

/** Returns the ids of the rows of areas that a row names and that must exist, each once. */
export function rowsNamedIn(type: z.ZodType, row: object): readonly number[] {
  const ids = new Set<number>()
  findReferences(type, row, ({ tables, former, bytes }, value) => {
    if (!former && !bytes && tables.some((table) => table.includes('.'))) ids.add(Number(value))
    return undefined
  })
  return [...ids]
}

/** Returns the names of the tables that the columns of a row name. */
export function tablesNamedIn(given: z.ZodType): readonly string[] {
  const type = built(given)
  const reference = references.get(type)
  if (reference) return reference.tables
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable)
    return tablesNamedIn(type.unwrap() as z.ZodType)
  if (type instanceof z.ZodObject)
    return Object.values(type.shape as Record<string, z.ZodType>).flatMap(tablesNamedIn)
  return type instanceof z.ZodArray ? tablesNamedIn(type.element as z.ZodType) : []
}

/** The rows and blobs that references may refer to. */
interface ReferenceTargets {
  readonly kindOf: (id: number) => string | undefined
  readonly hasBlob: (digest: string) => boolean
}

function referenceProblem(
  { tables, former, none, bytes }: Reference,
  value: unknown,
  targets: ReferenceTargets,
): string | undefined {
  if (bytes) {
    const digest = String(value)
    return targets.hasBlob(digest) ? undefined : ` names the bytes ${digest}, which do not exist`
  }
  if (none && value === 0) return undefined
  const kind = targets.kindOf(Number(value))
  if (kind === undefined) return former ? undefined : ` names the row ${value}, which does not exist`
  if (tables.includes(kind)) return undefined
  return ` names the row ${value} of ${kind}, and not one of ${tables.join(' or ')}`
}

const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null

/** Returns the path of the first difference between two values. */
function firstDifference(left: Json, right: Json): string {
  if (!isObject(left) || !isObject(right)) return ''
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const [one, other] = [left[name], right[name]]
    if (one === undefined || other === undefined) return `.${name}`
    if (!isSameJson(one, other)) return `.${name}${firstDifference(one, other)}`
  }
  return ''
}

/** The table by which a row of a snapshot was checked, and its weight. */
interface CheckedRow {
  table: Table | undefined
  weight: number
}

/**
 * The rows that were taken from states for snapshots. They are frozen plain JSON, so a restore neither copies
 * them nor checks them by the same table again.
 */
const takenRows = new WeakMap<object, CheckedRow>()

/** Returns true for a row that a snapshot took from a state. */
export const isTaken = (value: object): value is Json & object => takenRows.has(value)

/** Returns the rows of a state for a snapshot. */
export function takeRows<R extends AnyRow>(rows: Iterable<R>): R[] {
  const taken = [...rows]
  for (const row of taken) if (!takenRows.has(row)) takenRows.set(row, { table: undefined, weight: 0 })
  return taken
}

/** Returns the weight of a row, or the reason why it does not match its table. */
function weightOrProblem(schema: Schema, row: AnyRow): number | string {
  const table = Object.hasOwn(schema, row.kind) ? schema[row.kind] : undefined
  if (!table) return `row ${row.id} is of the unknown kind ${row.kind.slice(0, 40)}`
  const taken = takenRows.get(row)
  if (taken?.table === table) return taken.weight
  const where = `row ${row.id} of ${row.kind}`
  const weight = weightOf(row)
  if (weight > ROW_BYTES_EACH_MAX) return `${where} has more than ${ROW_BYTES_EACH_MAX} bytes`
  const read = readBy(table.row, row)
  if (!read.success) return `${where}: ${issueText(read.error, 'it')}`
  const columns = isPlainObject(read.data) ? read.data : {}
  const known: AnyRow = { ...columns, id: row.id, kind: row.kind }
  if (!isSameJson(known, row))
    return `${where}: ${firstDifference(row, known).slice(1)} is not a column of its table`
  if (taken) Object.assign(taken, { table, weight })
  return weight
}

/** Returns the weight of the rows of a snapshot, or their first problem. */
export function checkRows(
  schema: Schema,
  rows: readonly AnyRow[],
  nextId: number,
  hasBlob: ReferenceTargets['hasBlob'],
): number | string {
  const kinds = new Map<number, string>()
  let bytes = 0
  for (const row of rows) {
    const weight = weightOrProblem(schema, row)
    if (typeof weight === 'string') return weight
    bytes += weight
    if (row.id < ID_MIN || row.id >= nextId || kinds.has(row.id))
      return `row ${row.id} has an id that the world has not assigned`
    kinds.set(row.id, row.kind)
  }
  const targets: ReferenceTargets = { kindOf: (id) => kinds.get(id), hasBlob }
  for (const row of rows) {
    const type = schema[row.kind]?.row
    const problem = type && referenceError(type, row, targets)
    if (problem) return `row ${row.id} of ${row.kind}: ${problem}`
  }
  return bytes
}

/** Returns the first column of a row, or of the columns of a new one, that names nothing; or undefined. */
export function referenceError(
  type: z.ZodType,
  columns: object,
  targets: ReferenceTargets,
): string | undefined {
  // The path begins with a dot.
  return findReferences(type, columns, (reference, value) =>
    referenceProblem(reference, value, targets),
  )?.slice(1)
}
