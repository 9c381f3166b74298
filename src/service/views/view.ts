import type { z } from '../../engine/schema/zod.ts'
import type { ReadContext } from '../routes/read-context.ts'

/** Shows a field of a row, with the modifiers and the members that a read selects. */
export type Show<R, T extends z.ZodType> = (
  row: R,
  context: ReadContext,
  modifiers?: string,
  members?: Selection,
) => z.output<T> | null | undefined

/** A field of a record: its type, and how a row shows it. */
export interface Field<R, T extends z.ZodType = z.ZodType> {
  readonly type: T
  /** Returns the value, or undefined if there is none or the caller may not see it (SIL-020). */
  readonly show: Show<R, T>
  /** The field is shown only if `fields` names it. */
  readonly onRequest?: boolean
  /** The field is beyond the description: only the policy `beyond: 'serve'` serves it (SIL-189). */
  readonly beyond?: boolean
  /** The modifiers that a field beyond the description accepts, as in `picture.type(large)`. */
  readonly modifiers?: RegExp
  /** The type of the node that the id in the value names. Braces then select its fields and edges. */
  readonly node?: string
  /** The value is the list of the edge of this name, which a read expands. `show` is not called. */
  readonly edge?: boolean
}

/** A record type as callers read it, with its fields in the order of the contract. */
export interface View<R, F extends Record<string, Field<R>> = Record<string, Field<R>>> {
  /** The name of the node type, as an error message spells it. */
  readonly name: string
  readonly fields: F
  /** The fields of a read without `fields` under the policy `defaultFields: 'minimal'` (SIL-017). */
  readonly minimal: readonly (keyof F & string)[]
  /** The fields of a read without `fields`, if the contract defines them. The policy then does not apply. */
  readonly byDefault?: (version: string) => readonly (keyof F & string)[]
  /** The fields that every read shows, whatever `fields` names. */
  readonly always?: readonly (keyof F & string)[]
}

/** The selected fields of a record, each with the selection of its members. */
export interface Selection {
  readonly names: ReadonlyMap<string, Selection | undefined>
  /** The modifiers of the fields that have some, such as `.type(large)`. */
  readonly modifiers?: ReadonlyMap<string, string>
  /** The members that other reads answer. */
  readonly expansions?: readonly Expansion[]
  /** The names that the live service has and this world has not, at any depth. Records lack them. */
  readonly notSimulated?: readonly string[]
}

/** A member of a record that another read answers: the list of an edge, or the node of a field. */
export interface Expansion {
  /** The name of the member: that of the edge, its alias, or that of the field. */
  readonly member: string
  /** The edge, with the parameters of its read; missing for a node. */
  readonly edge?: {
    readonly name: string
    /** The endpoint that answers, with the types of its parameters. */
    readonly endpoint: { readonly params: z.ZodType }
    /** The parameters as they were sent. */
    readonly sent: Readonly<Record<string, string>>
    /** The parsed parameters. */
    readonly params: unknown
    /** Whether it asks only for the summary of the list, and for no rows. */
    readonly noRows: boolean
  }
  /** The edge is read only for records that show the field of its name: others have no such list. */
  readonly ifShown?: boolean
  /** The view of the node; missing for an edge. */
  readonly view?: View<never>
  readonly selection?: Selection | undefined
}
