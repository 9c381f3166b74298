import type { ReadContext } from '../routes/read-context.ts'
import type { Field } from './view.ts'

/** The fields of a record of type R, as fields of a record of type S. */
type Borrowed<F, S> = {
  [N in keyof F]: F[N] extends { readonly type: infer T extends Field<S>['type'] } ? Field<S, T> : never
}

/** Returns the fields of a record as fields of another record, such as a role, that `rowOf` leads from. */
export function borrowedFields<R, S, F extends Record<string, Field<R>>>(
  fields: F,
  rowOf: (row: S, context: ReadContext) => R | undefined,
): Borrowed<F, S> {
  const borrowed = Object.entries(fields).map(([name, field]): [string, Field<S>] => [
    name,
    {
      ...field,
      show(row, context, ...selected) {
        const other = rowOf(row, context)
        return other && field.show(other, context, ...selected)
      },
    },
  ])
  // The names are those of the fields, as the type says.
  return Object.fromEntries(borrowed) as Borrowed<F, S>
}
