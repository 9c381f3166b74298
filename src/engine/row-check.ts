import { z } from 'zod'
import { canonical } from './canonical.ts'
import type { Json } from './guard.ts'
import { ROW_BYTES_EACH_MAX } from './room.ts'
import { readBy } from './schema.ts'
import { type AnyRow, ID_MIN, type Reference, references, type Schema } from './table.ts'
import { weightOf } from './weight.ts'

/** Reports each reference in a value: where it stands, what it names, and its id or digest. */
type Finder = (value: unknown, path: string, found: Found) => void
type Found = (path: string, reference: Reference, value: unknown) => void

const under = (path: string, name: string | number): string => (path === '' ? `${name}` : `${path}.${name}`)

function inObject(shape: Readonly<Record<string, z.core.$ZodType>>): Finder | undefined {
  const finders = Object.entries(shape).flatMap(([name, type]) => {
    const finder = finderOf(type)
    return finder ? [[name, finder] as const] : []
  })
  if (finders.length === 0) return undefined
  return (value, path, found) => {
    for (const [name, find] of finders) {
      const member = (value as Readonly<Record<string, unknown>>)[name]
      if (member !== undefined && member !== null) find(member, under(path, name), found)
    }
  }
}

function inList(element: z.core.$ZodType): Finder | undefined {
  const find = finderOf(element)
  return (
    find &&
    ((value, path, found) => {
      for (const [at, item] of (value as readonly unknown[]).entries()) find(item, under(path, at), found)
    })
  )
}

/** What finds the references in a value of a type; undefined where there are none. */
function finderOf(type: z.core.$ZodType): Finder | undefined {
  const reference = references.get(type as z.ZodType)
  if (reference) return (value, path, found) => found(path, reference, value)
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable) return finderOf(type.unwrap())
  if (type instanceof z.ZodObject) return inObject(type.shape)
  return type instanceof z.ZodArray ? inList(type.element) : undefined
}

const finders = new WeakMap<z.ZodType, { readonly find: Finder | undefined }>()

function referencesIn(type: z.ZodType, row: AnyRow, found: Found): void {
  const known = finders.get(type) ?? { find: finderOf(type) }
  finders.set(type, known)
  known.find?.(row, '', found)
}

/** What references are looked up in. */
export interface Stores {
  readonly kindOf: (id: number) => string | undefined
  readonly hasBlob: (digest: string) => boolean
}

function referenceProblem(
  { tables, former, none, bytes }: Reference,
  value: unknown,
  stores: Stores,
): string | undefined {
  if (bytes)
    return stores.hasBlob(String(value)) ? undefined : `names the bytes ${String(value)}, which are not there`
  if (none && value === 0) return undefined
  const kind = stores.kindOf(Number(value))
  if (kind === undefined) return former ? undefined : `names the row ${value}, which is not there`
  if (tables.includes(kind)) return undefined
  return `names the row ${value} of ${kind}, and not one of ${tables.join(' or ')}`
}

/** Where two values differ first. */
function difference(one: unknown, other: unknown, path = ''): string {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return path
  const [left, right] = [one, other] as Readonly<Record<string, Json>>[]
  const names = [...new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])]
  const differs = names.find((name) => canonical(left?.[name] ?? null) !== canonical(right?.[name] ?? null))
  return differs === undefined ? path : difference(left?.[differs], right?.[differs], under(path, differs))
}

/** Why a table does not take a row as it is. */
function shapeProblem(schema: Schema, row: AnyRow): string | undefined {
  const table = Object.hasOwn(schema, row.kind) ? schema[row.kind] : undefined
  if (!table) return `row ${row.id} is of the unknown kind ${row.kind.slice(0, 40)}`
  const where = `row ${row.id} of ${row.kind}`
  if (weightOf(row as unknown as Json) > ROW_BYTES_EACH_MAX)
    return `${where} has more than ${ROW_BYTES_EACH_MAX} bytes`
  const read = readBy(table.row, row)
  if (!read.success) {
    const [issue] = read.error.issues
    return `${where}: ${issue?.path.join('.')} ${issue?.message}`
  }
  const exact = { ...(read.data as object), id: row.id, kind: row.kind } as unknown as Json
  if (canonical(exact) === canonical(row as unknown as Json)) return undefined
  return `${where}: ${difference(row, exact)} is no column of its table`
}

/** The first of some rows that no world can hold, and why. */
export function rowError(
  schema: Schema,
  rows: readonly AnyRow[],
  nextId: number,
  hasBlob: Stores['hasBlob'],
): string | undefined {
  const kinds = new Map<number, string>()
  for (const row of rows) {
    const error = shapeProblem(schema, row)
    if (error) return error
    if (row.id < ID_MIN || row.id >= nextId || kinds.has(row.id))
      return `row ${row.id} has an id that was not handed out to it`
    kinds.set(row.id, row.kind)
  }
  const stores: Stores = { kindOf: (id) => kinds.get(id), hasBlob }
  for (const row of rows) {
    let problem: string | undefined
    referencesIn((schema[row.kind] as Schema[string]).row, row, (path, reference, value) => {
      const wrong = problem === undefined ? referenceProblem(reference, value, stores) : undefined
      if (wrong) problem = `row ${row.id} of ${row.kind}: ${path} ${wrong}`
    })
    if (problem) return problem
  }
  return undefined
}
