import type { z } from '../../engine/schema/zod.ts'
import type { ReadContext } from '../routes/read-context.ts'
import type { Field, Selection, Show, View } from './view.ts'

type FieldOptions = Pick<Field<never>, 'onRequest' | 'beyond' | 'modifiers' | 'node' | 'edge'>

/** A record of a view: its id, and any of the fields. */
export type Shown<V> = {
  /** The id of the record. */
  id: string
} & (V extends { readonly fields: infer F }
  ? { [N in keyof F]?: F[N] extends { readonly type: infer T extends z.ZodType } ? z.output<T> : never }
  : unknown)

/** Declares one field of a record of type R. */
export function field<R, T extends z.ZodType>(
  type: T,
  show: Show<R, T>,
  options: FieldOptions = {},
): Field<R, T> {
  return { type, show, ...options }
}

/**
 * Returns the selected members of a value, and its `id` if it has one (SIL-019). The items of a list are
 * selected one by one.
 */
export function pickMembers(value: unknown, { names }: Selection): unknown {
  if (Array.isArray(value)) return value.map((item) => pickMembers(item, { names }))
  if (typeof value !== 'object' || value === null) return value
  const members = value as Record<string, unknown>
  const part: Record<string, unknown> = {}
  if (Object.hasOwn(members, 'id') && !names.has('id')) part['id'] = members['id']
  for (const [name, inner] of names) {
    if (!Object.hasOwn(members, name)) continue
    const member = members[name]
    part[name] = inner ? pickMembers(member, inner) : member
  }
  return part
}

/** A selected field, with the selection of its members and its modifiers. */
type SelectedField = readonly [
  name: string,
  field: Field<never>,
  inner: Selection | undefined,
  modifiers: string | undefined,
]

const selectedFields = new WeakMap<
  Selection,
  { readonly view: object; readonly fields: readonly SelectedField[] }
>()

/** Returns the selected fields of a view. It computes them once for all rows of a list. */
function selectedFieldsOf<R>(view: View<R>, selection: Selection): readonly SelectedField[] {
  const cached = selectedFields.get(selection)
  if (cached?.view === view) return cached.fields
  const asked = selection.names.has('id') ? selection.names : new Map([['id', undefined], ...selection.names])
  const missing = (view.always ?? []).filter((name) => !asked.has(name))
  const names =
    missing.length === 0 ? asked : new Map([...asked, ...missing.map((name) => [name, undefined] as const)])
  const fields = [...names].flatMap(([name, inner]): SelectedField[] => {
    const field = Object.hasOwn(view.fields, name) ? view.fields[name] : undefined
    return field ? [[name, field, inner, selection.modifiers?.get(name)]] : []
  })
  selectedFields.set(selection, { view, fields })
  return fields
}

/** Returns a row as a record: its id, and the selected fields that have a value (CNV-016, CNV-020). */
export function show<R, V extends View<R>>(
  view: V,
  row: R,
  selection: Selection,
  context: ReadContext,
): Shown<V> {
  const record: Record<string, unknown> = {}
  for (const [name, { show }, inner, modifiers] of selectedFieldsOf<R>(view, selection)) {
    const value = show(row as never, context, modifiers, inner)
    if (value !== undefined) record[name] = inner ? pickMembers(value, inner) : value
  }
  // The members of the record are fields of the view, as its type says.
  return record as Shown<V>
}
