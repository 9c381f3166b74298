import type { CallError } from '../contract/errors.ts'
import { invalidParameter } from '../contract/errors.ts'
import type { Policy } from '../policy.ts'
import { didYouMean } from '../values/nearest.ts'
import { shown } from '../values/scalars.ts'
import type { NamedField } from './field-text.ts'
import type { Expansion, Selection, View } from './view.ts'

/**
 * Returns the error for a field that a node type does not have (SIL-018).
 *
 * @param known The names of the fields that it has.
 */
export function unknownFieldError(name: string, type: string, known: readonly string[] = []): CallError {
  const error = invalidParameter(`Tried accessing nonexisting field (${name}) on node type (${type})`)
  const nearest = didYouMean(name, known)
  return nearest === '' ? error : { ...error, hint: `${type} has no field ${shown(name)}${nearest}` }
}

/** How a read selects fields. */
export interface Selecting {
  readonly policy: Policy
  readonly version: string
  /** The time of the world, in Unix milliseconds: edges may have relative times. */
  readonly now: number
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
