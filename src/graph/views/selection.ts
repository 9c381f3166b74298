import type { z } from '../../engine/zod.ts'
import { servesBeyond } from '../contract/beyond.ts'
import { bounds } from '../contract/bounds.ts'
import type { CallError } from '../contract/errors.ts'
import { invalidParameter } from '../contract/errors.ts'
import type { Policy } from '../policy.ts'
import { scalar, shown } from '../values/scalars.ts'
import { servedView, withoutModifiers, withoutUnserved } from './beyond-fields.ts'
import type { View } from './fields.ts'
import { membersOf } from './members.ts'

/** The selected fields of a record, each with the selection of its members. */
export interface Selection {
  readonly names: ReadonlyMap<string, Selection | undefined>
  /** The modifiers of the fields that have some, such as `.type(large)`. */
  readonly modifiers?: ReadonlyMap<string, string>
}

const DEPTH_MAX = 8

/** The parameter `fields`: names between commas, or a JSON array. Empty means the default (CNV-020). */
export const fieldNames = scalar<string, string | readonly string[]>(
  'a comma-separated list of field names',
  (raw) => {
    if (Array.isArray(raw)) return raw.every((name) => typeof name === 'string') ? raw.join(',') : undefined
    if (typeof raw !== 'string') return undefined
    const jsonItems = /^\s*\[(.*)\]\s*$/s.exec(raw)?.[1]
    return (jsonItems === undefined ? raw : jsonItems.replaceAll('"', '')).trim()
  },
  { type: 'string' },
)

/** Returns an upper bound of the names in a text: each ends with a comma, a brace or the end of the text. */
function nameCount(text: string): number {
  let count = 1
  for (let at = 0; at < text.length; at += 1) if (text[at] === ',' || text[at] === '{') count += 1
  return count
}

/** Parses `a,b{c,d}`. Returns undefined if the text is malformed (SIL-019). */
function parseNames(text: string): Selection | undefined {
  const stack: Map<string, Selection | undefined>[] = [new Map()]
  let name = ''
  for (const token of text.matchAll(/[\w.()]+|\S/g)) {
    const [mark] = token
    const names = stack.at(-1)
    if (!names) return undefined
    if (/^[\w.()]/.test(mark)) {
      if (name) return undefined
      name = mark
      if (!names.has(name)) names.set(name, undefined)
    } else if (mark === '{' && name && name !== '}' && stack.length < DEPTH_MAX) {
      const inner = new Map<string, Selection | undefined>()
      names.set(name, { names: inner })
      stack.push(inner)
      name = ''
    } else if (mark === '}' && stack.length > 1 && names.size > 0) {
      stack.pop()
      name = '}'
    } else if (mark === ',' && name) name = ''
    else return undefined
  }
  const [names] = stack
  return stack.length === 1 && names ? { names } : undefined
}

/** Returns the error for a field that a node type does not have (SIL-018). */
export const unknownFieldError = (name: string, type: string): CallError =>
  invalidParameter(`Tried accessing nonexisting field (${name}) on node type (${type})`)

/** Returns the path of the first selected member that the type does not declare, at any depth. */
function unknownMember(type: z.ZodType, { names }: Selection): string | undefined {
  const members = membersOf(type)
  if (!members) return undefined
  for (const [name, inner] of names) {
    const member = Object.hasOwn(members, name) ? members[name] : undefined
    if (!member) return name
    const unknown = inner && unknownMember(member, inner)
    if (unknown !== undefined) return `${name}.${unknown}`
  }
  return undefined
}

function selectionError<R>(view: View<R>, { names }: Selection): CallError | undefined {
  for (const [name, inner] of names) {
    const field = Object.hasOwn(view.fields, name) ? view.fields[name] : undefined
    if (!field && name !== 'id') return unknownFieldError(name, view.name)
    const unknown = field && inner && unknownMember(field.type, inner)
    if (unknown !== undefined) return unknownFieldError(`${name}.${unknown}`, view.name)
  }
  return undefined
}

const selectionOf = (names: readonly string[]): Selection => ({
  names: new Map(names.map((name) => [name, undefined])),
})

const sharedSelections = new WeakMap<object, Map<string, Selection>>()
const SHARED_SELECTIONS_MAX = 64
const SHARED_NAME_MAX = 2_000

/** Returns the same selection for calls that ask for the same: records are kept by their selection. */
function sharedSelection<T extends Selection | CallError>(view: object, name: string, make: () => T) {
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
function defaultSelection<R>(view: View<R>, which: Policy['defaultFields'], version: string): Selection {
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

/** Returns the selection of the parameter `fields`, or its error (CNV-020; SIL-017, SIL-018, SIL-019). */
export function select<R>(
  view: View<R>,
  fields: string | undefined,
  policy: Policy,
  version: string,
): Selection | CallError {
  if (!fields) return defaultSelection(servedView(view, policy), policy.defaultFields, version)
  const name = `${policy.beyond} ${policy.unknownFields} ${fields}`
  return sharedSelection(view, name, () => selectNamed(view, fields, policy))
}

/** Returns the selection of the fields that a call names, or its error. */
function selectNamed<R>(view: View<R>, fields: string, policy: Policy): Selection | CallError {
  const { fieldNamesMax: most } = bounds
  const count = nameCount(fields)
  if (count > most) return invalidParameter(`Param fields must have at most ${most} names, got ${count}`)
  const parsed = parseNames(fields)
  if (!parsed)
    return invalidParameter(
      `Param fields must be a comma-separated list of field names, got ${shown(fields)}`,
    )
  const selection = servesBeyond(policy) ? withoutModifiers(view, parsed) : parsed
  const served = servedView(view, policy)
  const error = policy.unknownFields === 'refuse' ? selectionError(served, selection) : undefined
  return error ?? (served === view ? selection : withoutUnserved(view, selection))
}
