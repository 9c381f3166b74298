import { z } from 'zod'
import { ID_MAX } from './room.ts'
import type { Key } from './tree.ts'

/** An ordered index over the rows of a table: for each owner its rows, in the order of a key. */
export interface Edge<R> {
  /** The owners whose list this row stands in: none, one or several. */
  owners(row: R): readonly Key[]
  /** Where the row stands in such a list; rows of equal order stand by their id. */
  order?(row: R): Key
  /** Keeps the length of each owner's list, so that counting costs nothing. */
  readonly counted?: boolean
}

/** A kind of record, with the indexes by which its rows are listed. */
export interface Table<R extends z.ZodType = z.ZodType, E extends string = string> {
  readonly row: R
  readonly edges: Readonly<Record<E, Edge<Stored<z.output<R>>>>>
}

/** What the engine adds to a record: its id, unique among all kinds, and the name of its table. */
export type Stored<R, K extends string = string> = Readonly<R> & { readonly id: number; readonly kind: K }

/** The last instant of `Date`, in Unix milliseconds. */
const INSTANT_MAX = 8_640_000_000_000_000

/** The smallest id: every id has 15 digits. */
export const ID_MIN = 100_000_000_000_000

/** What a column names: a row of one of these tables, or bytes that are kept. */
export interface Reference {
  readonly tables: readonly string[]
  /** The row may have been removed since. */
  readonly former?: true
  /** 0 names no row. */
  readonly none?: true
  /** It is the digest of kept bytes. */
  readonly bytes?: true
}

/** The references among the columns of all tables. */
export const references = z.registry<Reference>()

const id = () => z.number().int().min(ID_MIN).max(ID_MAX)

/** A column with the id of a row of one of these tables, which is never removed before this one. */
export const rowId = (...tables: readonly string[]): z.ZodNumber => id().register(references, { tables })

/** A column with the id of a row of one of these tables, which may have been removed since. */
export const formerRowId = (...tables: readonly string[]): z.ZodNumber =>
  id().register(references, { tables, former: true })

/** A column with the id of a row of one of these tables, or 0 for none. */
export const rowIdOrNone = (...tables: readonly string[]): z.ZodNumber =>
  z.number().int().nonnegative().max(ID_MAX).register(references, { tables, none: true })

/** A column with the digest of kept bytes. */
export const blobDigest = (): z.ZodString =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .register(references, { tables: [], bytes: true })

/** A column with a number of things, or a place among them. */
export const count = (): z.ZodNumber => z.number().int().nonnegative()

/** A column with an instant in Unix milliseconds, in the range of `Date`. */
export const instant = (): z.ZodNumber => z.number().int().min(-INSTANT_MAX).max(INSTANT_MAX)

/** Every table of a world, by name. */
export type Schema = Readonly<Record<string, Table>>

/** A row whose table is not known. */
export type AnyRow = { readonly id: number; readonly kind: string }

/** The rows of table K. */
export type RowOf<S extends Schema, K extends keyof S & string> = Stored<z.output<S[K]['row']>, K>

/** A row of any table: its kind says which. */
export type NodeOf<S extends Schema> = { [K in keyof S & string]: RowOf<S, K> }[keyof S & string]

/** The names of the edges of table K. */
export type EdgeOf<S extends Schema, K extends keyof S & string> = keyof S[K]['edges'] & string

/** Declares a table: the schema of its rows and its ordered edges. Rows hold plain JSON and nothing else. */
export function table<R extends z.ZodType, E extends string>(definition: {
  row: R
  edges: Readonly<Record<E, Edge<Stored<z.output<R>>>>>
}): Table<R, E> {
  return definition
}
