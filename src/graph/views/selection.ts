import type { CallError } from '../contract/errors.ts'
import { invalidParameter } from '../contract/errors.ts'
import type { Policy } from '../policy.ts'
import type { NamedField } from './field-text.ts'
import type { View } from './fields.ts'

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
    /** The parameters as they were sent. */
    readonly sent: Readonly<Record<string, string>>
    /** The parsed parameters. */
    readonly params: unknown
    /** Whether it asks for no rows, but for the summary of the list. */
    readonly noRows: boolean
  }
  /** The edge is read only for records that show the field of its name: others have no such list. */
  readonly ifShown?: boolean
  /** The view of the node; missing for an edge. */
  readonly view?: View<never>
  readonly selection?: Selection | undefined
}

/** Returns the error for a field that a node type does not have (SIL-018). */
export const unknownFieldError = (name: string, type: string): CallError =>
  invalidParameter(`Tried accessing nonexisting field (${name}) on node type (${type})`)

/** How a read selects fields. */
export interface Selecting {
  readonly policy: Policy
  readonly version: string
  /** Selects edges and nodes within records. A world beyond the description has it. */
  readonly expander?: Expander
}

/** Selects edges and nodes within records. */
export interface Expander {
  readonly edgeOf: EdgeReader
  /** Returns the view of the nodes of a type. */
  readonly viewOf: (type: string) => View<never> | undefined
}

/** Returns the expansion for the name of an edge, its error, or undefined if it is no edge of the type. */
export type EdgeReader = (
  type: string,
  field: NamedField,
  selecting: Selecting,
) => Expansion | CallError | undefined

const selectionOf = (names: readonly string[]): Selection => ({
  names: new Map(names.map((name) => [name, undefined])),
})

const sharedSelections = new WeakMap<object, Map<string, Selection>>()
const SHARED_SELECTIONS_MAX = 64
const SHARED_NAME_MAX = 2_000

/** Returns the same selection for calls that ask for the same: records are kept by their selection. */
export function sharedSelection<T extends Selection | CallError>(view: object, name: string, make: () => T) {
  const known = sharedSelections.get(view) ?? new Map<string, Selection>()
  const shared = known.get(name)
  if (shared) return shared
  const made = make()
  if ('code' in made || name.length > SHARED_NAME_MAX) return made
  if (known.size >= SHARED_SELECTIONS_MAX) known.clear()
  sharedSelections.set(view, known.set(name, made))
  return made
}

const defaults = new WeakMap<object, { readonly all: Selection; readonly minimal: Selection }>()

/** Returns the selection of a read without `fields` (SIL-017). */
export function defaultSelection<R>(
  view: View<R>,
  which: Policy['defaultFields'],
  version: string,
): Selection {
  const { byDefault } = view
  if (byDefault) return sharedSelection(view, `version ${version}`, () => selectionOf(byDefault(version)))
  let selections = defaults.get(view)
  if (!selections) {
    const fields = Object.entries(view.fields).filter(([, { onRequest }]) => !onRequest)
    selections = { all: selectionOf(fields.map(([name]) => name)), minimal: selectionOf(view.minimal) }
    defaults.set(view, selections)
  }
  return selections[which]
}
