import { z } from '../../engine/schema/zod.ts'
import type { Table } from '../../engine/store/table.ts'
import type { ReadContext } from '../routes/read-context.ts'
import { field, type Shown } from '../views/fields.ts'
import { recordSchema } from '../views/record.ts'
import type { View } from '../views/view.ts'
import { type AreaReadContext, areaCallerOf } from './read-context.ts'
import type { AreaRow } from './tables.ts'
import { newWork, readerOf } from './tx.ts'

/** A field of a record: its type, and how a row shows it. */
export interface AreaField<R, T extends z.ZodType = z.ZodType> {
  readonly type: T
  /** Returns the value; undefined if there is none, or if the caller may not see it. */
  show(row: R, context: AreaReadContext): z.output<T> | null | undefined
  /** The field is shown only if `fields` names it. */
  readonly onRequest: boolean
}

/** Declares one field of the records of a view. */
export type FieldMaker<R> = <T extends z.ZodType>(
  type: T,
  show: (row: R, context: AreaReadContext) => z.output<T> | null | undefined,
  options?: { readonly onRequest?: boolean },
) => AreaField<R, T>

/** The fields of a row as callers read it. */
export interface AreaView<R, F extends Record<string, AreaField<R>> = Record<string, AreaField<R>>> {
  readonly kind: 'view'
  /** The name of the type, as error messages spell it. */
  readonly name: string
  readonly fields: F
}

/** A view of any rows. */
export type AnyView = AreaView<never>

/** Declares how callers read the rows of a table. Each record has its `id` too. */
export function view<T extends Table, F extends Record<string, AreaField<AreaRow<T>>>>(
  _table: T,
  name: string,
  fields: (field: FieldMaker<AreaRow<T>>) => F,
): AreaView<AreaRow<T>, F> {
  const made = fields((type, show, { onRequest = false } = {}) => ({ type, show, onRequest }))
  return Object.freeze({ kind: 'view', name, fields: made })
}

/** Returns the context that fields and access rules of areas get. */
export function readContextOf({ tx, caller, version, now }: ReadContext): AreaReadContext {
  return Object.freeze({ tx: readerOf(tx, newWork()), caller: areaCallerOf(caller), version, now })
}

const views = new WeakMap<AnyView, View<never>>()

/** Returns the view as the service reads it. */
export function serviceView(given: AnyView): View<never> {
  const known = views.get(given)
  if (known) return known
  const shown = Object.entries(given.fields).map(([name, { type, show, onRequest }]) => [
    name,
    field(type, (row: never, context) => show(row, readContextOf(context)), { onRequest }),
  ])
  const id = field(z.string(), (row: { readonly id: number }) => String(row.id))
  const made: View<never> = {
    name: given.name,
    minimal: ['id'],
    fields: { id, ...Object.fromEntries(shown) },
  }
  views.set(given, made)
  return made
}

/** Returns the schema of the records of a view: the `id`, and any of the fields. */
export const areaRecord = <V extends AnyView>(given: V): z.ZodType<Shown<V>> =>
  // A view of the service and the view it is made of have the same fields.
  recordSchema(serviceView(given)) as unknown as z.ZodType<Shown<V>>
