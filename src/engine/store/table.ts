import { z } from '../schema/zod.ts'
import { ID_MAX } from './storage.ts'
import type { Key, KeyPart } from './tree.ts'

/** An ordered index over the rows of a table: it lists the rows of each owner in the order of a key. */
export interface Edge<R> {
  /** The owners whose lists have this row: none, one or several. */
  owners(row: R): readonly Key[]
  /** The position of the row in these lists. Rows of equal order are sorted by id. */
  order?(row: R): Key
}

/** The type of the rows of a table, and the edges that list them. */
export interface Table<R extends z.ZodType = z.ZodType, E extends string = string> {
  readonly row: R
  readonly edges: Readonly<Record<E, Edge<StoredRow<z.output<R>>>>>
}

/** A stored row: the engine adds the id, which is unique among all tables, and the name of the table. */
export type StoredRow<R, K extends string = string> = Readonly<R> & { readonly id: number; readonly kind: K }

/** The last instant of `Date`, in Unix milliseconds. */
const INSTANT_MAX = 8_640_000_000_000_000

/** The smallest id: every id has 15 digits. */
export const ID_MIN = 100_000_000_000_000

/** The target of a column that refers to a row of one of these tables, or to stored bytes. */
export interface Reference {
  readonly tables: readonly string[]
  /** The row may have been removed since. */
  readonly former?: true
  /** The column may be 0, which names no row. */
  readonly none?: true
  /** The column is the digest of stored bytes. */
  readonly bytes?: true
}

/** The columns of all tables that are references. */
export const references = z.registry<Reference>()

const id = () => z.number().int().min(ID_MIN).max(ID_MAX)

/** A column with the id of a row of one of these tables, which is never removed before this row. */
export const rowId = (...tables: readonly string[]): z.ZodNumber => id().register(references, { tables })

/** A column with the id of a row of one of these tables, which may have been removed since. */
export const formerRowId = (...tables: readonly string[]): z.ZodNumber =>
  id().register(references, { tables, former: true })

/** A column with the id of a row of one of these tables, or 0 for none. */
export const rowIdOrNone = (...tables: readonly string[]): z.ZodNumber =>
  z.number().int().nonnegative().max(ID_MAX).register(references, { tables, none: true })

/** The form of a digest of bytes. */
export const DIGEST = /^[0-9a-f]{64}$/

/** A column with the digest of stored bytes. */
export const blobDigest = (): z.ZodString =>
  z.string().regex(DIGEST).register(references, { tables: [], bytes: true })

/** A column with a count, or an index. */
export const count = (): z.ZodNumber => z.number().int().nonnegative()

/** The columns whose values follow from the order in which things happen. */
export const ordinals = z.registry<{ readonly ordinal: true }>()

/**
 * A column with a number that follows from the order in which things happen, such as the number of an issue:
 * an exploration does not compare it with that of another run.
 */
export const ordinal = (): z.ZodNumber => count().register(ordinals, { ordinal: true })

/** A column with an instant in Unix milliseconds, in the range of `Date`. */
export const instant = (): z.ZodNumber => z.number().int().min(-INSTANT_MAX).max(INSTANT_MAX)

/** The tables of a world, by name. */
export type Schema = Readonly<Record<string, Table>>

/** A row of an unknown table. */
export type AnyRow = { readonly id: number; readonly kind: string }

/** The rows of table K. */
export type RowOf<S extends Schema, K extends keyof S & string> = StoredRow<z.output<S[K]['row']>, K>

/** A row of any table; `kind` is the name of its table. */
export type NodeOf<S extends Schema> = { [K in keyof S & string]: RowOf<S, K> }[keyof S & string]

/** The names of the edges of table K. */
export type EdgeOf<S extends Schema, K extends keyof S & string> = keyof S[K]['edges'] & string

/** Declares a table: the type of its rows, which must be plain JSON, and its edges. */
export function table<R extends z.ZodType, E extends string>(definition: {
  row: R
  edges: Readonly<Record<E, Edge<StoredRow<z.output<R>>>>>
}): Table<R, E> {
  return definition
}

/** Stands for any value but null. */
export const notNull = Symbol('not null')

/**
 * Lists the rows that have these values below a key. Each part of the key is the value of a column, or the
 * result of a function of the row. A row that lacks a part of its key is in no list.
 */
export const where =
  <V extends Readonly<Record<string, boolean | typeof notNull>>, C extends string, F>(
    values: V,
    ...columns: readonly (C | ((row: F) => KeyPart))[]
  ) =>
  (
    row: { readonly [N in keyof V]: unknown } & { readonly [N in C]?: KeyPart | null | undefined } & F,
  ): readonly Key[] => {
    for (const name in values)
      if (values[name] === notNull ? row[name] === null : row[name] !== values[name]) return []
    const key: KeyPart[] = []
    for (const column of columns) {
      const part = typeof column === 'function' ? column(row) : row[column]
      if (part === null || part === undefined) return []
      key.push(part)
    }
    return [key]
  }

/** Lists each row below the values of these columns. A row that lacks one of them is in no list. */
export const by = <C extends string>(...columns: readonly C[]) => where({}, ...columns)

/** Orders rows by the values of these columns. */
export const inOrderOf =
  <C extends string>(...columns: readonly C[]) =>
  (row: { readonly [N in C]: KeyPart }): Key => {
    const key: KeyPart[] = []
    for (const column of columns) key.push(row[column])
    return key
  }
