import type { z } from '../../engine/schema/zod.ts'
import { bounds } from '../contract/bounds.ts'
import { type CallError, invalidParameter, isCallError } from '../contract/errors.ts'
import { withEnvelopes } from './beyond-fields.ts'
import type { NamedField } from './field-text.ts'
import { isLiveMember, isLiveName } from './live-fields.ts'
import { membersOf } from './members.ts'
import { defaultSelection, type Selecting, unknownFieldError } from './selection.ts'
import type { Expansion, Field, Selection, View } from './view.ts'

/** A selection while its names are read one after the other. */
interface Draft {
  readonly names: Map<string, Selection | undefined>
  readonly modifiers: Map<string, string>
  readonly expansions: Map<string, Expansion>
  readonly notSimulated: string[]
}

const written = ({ name, written: modifiers }: NamedField): string => name + modifiers

/** Returns names in braces as a selection of members. Members have no modifiers. */
export const membersNamed = (fields: readonly NamedField[]): Selection => ({
  names: new Map(fields.map((field) => [written(field), field.inner && membersNamed(field.inner)])),
})

/** The members that a read selects of the value of a field. */
interface SelectedMembers {
  readonly kept: Selection
  /** The paths of the members that only the live service has. */
  readonly notSimulated: readonly string[]
  /** The path of the first member that nobody knows. */
  readonly unknown?: string | undefined
}

/** Returns the members of a selection that a type declares. `isLive` tells the others of the live service. */
function declaredMembers(
  type: z.ZodType,
  { names }: Selection,
  isLive: (name: string) => boolean,
): SelectedMembers {
  const members = membersOf(type)
  if (!members) return { kept: { names }, notSimulated: [] }
  const kept = new Map<string, Selection | undefined>()
  const notSimulated: string[] = []
  const unknown: string[] = []
  for (const [name, inner] of names) {
    const member = Object.hasOwn(members, name) ? members[name] : undefined
    if (!member) (isLive(name) ? notSimulated : unknown).push(name)
    if (!member) continue
    const selected = inner && declaredMembers(member, inner, isLive)
    kept.set(name, selected?.kept)
    notSimulated.push(...(selected?.notSimulated ?? []).map((path) => `${name}.${path}`))
    if (selected?.unknown !== undefined) unknown.push(`${name}.${selected.unknown}`)
  }
  return { kept: { names: kept }, notSimulated, unknown: unknown[0] }
}

/** Adds an expansion and the names that it lacks to a selection. */
function addExpansion({ expansions, notSimulated }: Draft, expansion: Expansion): void {
  const { member, selection } = expansion
  expansions.set(member, expansion)
  notSimulated.push(...(selection?.notSimulated ?? []).map((path) => `${member}.${path}`))
}

/** Selects a field of a view. Returns the error for a modifier or a member that it does not have. */
function addField<R>(
  draft: Draft,
  { name: type }: View<R>,
  field: Field<R>,
  named: NamedField,
  selecting: Selecting,
): CallError | undefined {
  const { name, inner, written: modifiers } = named
  const unknownError = (path: string) =>
    selecting.policy.unknownFields === 'refuse' ? unknownFieldError(path, type) : undefined
  if (modifiers !== '' && field.modifiers?.test(modifiers) !== true) return unknownError(written(named))
  if (modifiers !== '') draft.modifiers.set(name, modifiers)
  const view = field.node === undefined ? undefined : selecting.expander?.viewOf(field.node)
  if (inner && view) {
    const selection = selectLive(view, inner, selecting)
    if (isCallError(selection)) return selection
    draft.names.set(name, undefined)
    addExpansion(draft, { member: name, view, selection })
    return undefined
  }
  const asked = inner && withEnvelopes(field.type, membersNamed(inner))
  const members = asked && declaredMembers(field.type, asked, (one) => isLiveMember(type, name, one))
  const error = members?.unknown === undefined ? undefined : unknownError(`${name}.${members.unknown}`)
  if (error) return error
  draft.names.set(name, members?.kept)
  draft.notSimulated.push(...(members?.notSimulated ?? []).map((path) => `${name}.${path}`))
  return undefined
}

/** Returns the error for an alias that is the name of a field. */
const takenError = <R>(
  { name: type, fields }: View<R>,
  edge: string,
  alias: string,
): CallError | undefined =>
  alias === 'id' || Object.hasOwn(fields, alias)
    ? invalidParameter(`The alias of ${edge} must not be the name of a field of ${type}, got ${alias}`)
    : undefined

/** Selects a name of a view: a field, an edge, or a name that only the live service has. */
function addName<R>(
  draft: Draft,
  view: View<R>,
  named: NamedField,
  selecting: Selecting,
): CallError | undefined {
  const { name } = named
  const field = Object.hasOwn(view.fields, name) ? view.fields[name] : undefined
  const error = field && !field.edge ? addField(draft, view, field, named, selecting) : undefined
  if (field && !field.edge && !error) return undefined
  // An edge answers what a field of its name does not have, such as the URLs of `children{media_url}`.
  const edge = selecting.expander?.edgeOf(view.name, named, selecting)
  if (edge && isCallError(edge)) return edge
  if (!edge && error) return error
  const taken = edge && edge.member !== name && takenError(view, name, edge.member)
  if (taken) return taken
  const ifShown = field !== undefined && !field.edge && edge?.member === name
  if (ifShown) draft.names.set(name, undefined)
  if (edge) addExpansion(draft, ifShown ? { ...edge, ifShown } : edge)
  else if (name === 'id' && written(named) === 'id') draft.names.set(name, undefined)
  else if (isLiveName(view.name, name)) draft.notSimulated.push(name)
  else if (selecting.policy.unknownFields === 'refuse')
    return unknownFieldError(written(named), view.name, Object.keys(view.fields))
  return undefined
}

/** Returns the edges in a selection, at any depth. */
const edgeCount = ({ expansions = [] }: Selection): number =>
  expansions.reduce(
    (sum, { edge, selection }) => sum + (edge ? 1 : 0) + (selection ? edgeCount(selection) : 0),
    0,
  )

/** Returns the error of a selection with too many edges. */
function tooManyEdges(selection: Selection): CallError | undefined {
  const { expandedEdgesMax: most } = bounds
  const count = edgeCount(selection)
  return count > most
    ? invalidParameter(`Param fields must name at most ${most} edges, got ${count}`)
    : undefined
}

/**
 * Returns the selection of the names of a read in a world beyond the description, or its error. A name that
 * the live service has and the world has not is left out of records; a name that nobody knows is refused.
 */
export function selectLive<R>(
  view: View<R>,
  fields: readonly NamedField[],
  selecting: Selecting,
): Selection | CallError {
  const draft: Draft = { names: new Map(), modifiers: new Map(), expansions: new Map(), notSimulated: [] }
  for (const field of fields) {
    const error = addName(draft, view, field, selecting)
    if (error) return error
  }
  const { names, modifiers, expansions, notSimulated } = draft
  const selection = {
    names,
    ...(modifiers.size > 0 && { modifiers }),
    ...(expansions.size > 0 && { expansions: [...expansions.values()] }),
    ...(notSimulated.length > 0 && { notSimulated: [...new Set(notSimulated)] }),
  }
  return tooManyEdges(selection) ?? selection
}

/** Returns the selection of the names in the braces of an edge, or of its default fields without braces. */
export const selectInner = <R>(
  view: View<R>,
  inner: readonly NamedField[] | undefined,
  selecting: Selecting,
): Selection | CallError =>
  inner
    ? selectLive(view, inner, selecting)
    : defaultSelection(view, selecting.policy.defaultFields, selecting.version)
