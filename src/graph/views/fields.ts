import type { z } from 'zod'
import type { ReadContext } from '../context.ts'
import { bounds } from '../contract/bounds.ts'
import type { CallError } from '../contract/errors.ts'
import type { Policy } from '../policy.ts'
import { scalar, shown } from '../values/scalars.ts'

/** One field of a record: the type of its value, and how it is read off a row. */
export interface Field<R, T extends z.ZodType = z.ZodType> {
  readonly type: T
  /** The value as it is sent, or undefined where there is none or the caller may not see it. */
  readonly show: (row: R, context: ReadContext) => z.output<T> | null | undefined
  /** Shown only when it is named in `fields`. */
  readonly onRequest?: boolean
}

/** A kind of record as callers read it: its fields in the order of the contract. */
export interface View<R, F extends Record<string, Field<R>> = Record<string, Field<R>>> {
  /** The name of the node type, as an error message spells it. */
  readonly name: string
  readonly fields: F
  /** What a read without `fields` shows under the policy `defaultFields: 'minimal'`. */
  readonly minimal: readonly (keyof F & string)[]
  /** What a read without `fields` shows where the contract itself says it: then no policy does. */
  readonly byDefault?: (version: string) => readonly (keyof F & string)[]
}

/** A record as it is sent: any of the view's fields. */
export type Shown<V> = { id: string } & (V extends { readonly fields: infer F }
  ? { [N in keyof F]?: F[N] extends { readonly type: infer T extends z.ZodType } ? z.output<T> : never }
  : unknown)

/** Declares one field of a record of type R. */
export function field<R, T extends z.ZodType>(
  type: T,
  show: (row: R, context: ReadContext) => z.output<T> | null | undefined,
  options: { onRequest?: boolean } = {},
): Field<R, T> {
  return { type, show, ...options }
}

/** What a caller asked to see of a record: names, each with what it asked to see within. */
export interface Selection {
  readonly names: ReadonlyMap<string, Selection | undefined>
}

const DEPTH_MAX = 8

/** The `fields` parameter: a comma-separated list or a JSON array of names; empty means the default. */
export const fieldNames = scalar<string, string | readonly string[]>(
  'a comma-separated list of field names',
  (raw) => {
    if (Array.isArray(raw)) return raw.every((name) => typeof name === 'string') ? raw.join(',') : undefined
    if (typeof raw !== 'string') return undefined
    const inside = /^\s*\[(.*)\]\s*$/s.exec(raw)?.[1]
    return (inside === undefined ? raw : inside.replaceAll('"', '')).trim()
  },
  { type: 'string' },
)

/** How many names a text has at most: each is followed by a comma or a brace, or ends the text. */
function nameCount(text: string): number {
  let count = 1
  for (let at = 0; at < text.length; at += 1) if (text[at] === ',' || text[at] === '{') count += 1
  return count
}

/** Reads `a,b{c,d}` from a position on; undefined when it is not well-formed. */
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

/** What is wrong with a call that names a field which this type of node does not have. */
export const unknownFieldError = (name: string, type: string): CallError => ({
  code: 100,
  message: `Tried accessing nonexisting field (${name}) on node type (${type})`,
})

/** The types of values in which any member may stand. */
const freeTypes = new Set(['unknown', 'any', 'record', 'custom'])

/**
 * The members that a type declares, through lists: none for text and numbers, undefined where any may stand.
 */
function membersOf(type: z.ZodType): Readonly<Record<string, z.ZodType>> | undefined {
  const { def } = type as unknown as {
    def: { type: string; shape?: Record<string, z.ZodType>; element?: z.ZodType; innerType?: z.ZodType }
  }
  if (def.type === 'object' && def.shape) return def.shape
  const inner = def.element ?? def.innerType
  if (inner) return membersOf(inner)
  return freeTypes.has(def.type) ? undefined : {}
}

/** The first name within braces that the type declares no member for, at whatever depth, as a path. */
function strangeMember(type: z.ZodType, { names }: Selection): string | undefined {
  const members = membersOf(type)
  if (!members) return undefined
  for (const [name, inner] of names) {
    const member = Object.hasOwn(members, name) ? members[name] : undefined
    if (!member) return name
    const strange = inner && strangeMember(member, inner)
    if (strange !== undefined) return `${name}.${strange}`
  }
  return undefined
}

function unknownName<R>(view: View<R>, { names }: Selection): CallError | undefined {
  for (const [name, inner] of names) {
    const known = Object.hasOwn(view.fields, name) ? view.fields[name] : undefined
    if (!known && name !== 'id') return unknownFieldError(name, view.name)
    const strange = known && inner && strangeMember(known.type, inner)
    if (strange !== undefined) return unknownFieldError(`${name}.${strange}`, view.name)
  }
  return undefined
}

const selectionOf = (names: readonly string[]): Selection => ({
  names: new Map(names.map((name) => [name, undefined])),
})

const defaults = new WeakMap<object, { readonly all: Selection; readonly minimal: Selection }>()

/** What a read without `fields` shows. */
function defaultSelection<R>(view: View<R>, which: Policy['defaultFields'], version: string): Selection {
  if (view.byDefault) return selectionOf(view.byDefault(version))
  let known = defaults.get(view)
  if (!known) {
    const open = Object.entries(view.fields).filter(([, { onRequest }]) => !onRequest)
    known = { all: selectionOf(open.map(([name]) => name)), minimal: selectionOf(view.minimal) }
    defaults.set(view, known)
  }
  return known[which]
}

/**
 * What a caller asked to see of a record, or why that cannot be (Resources › Conventions; SIL-017 to 019).
 */
export function select<R>(
  view: View<R>,
  asked: string | undefined,
  policy: Policy,
  version: string,
): Selection | CallError {
  if (!asked) return defaultSelection(view, policy.defaultFields, version)
  const { fieldNamesMax: most } = bounds
  const count = nameCount(asked)
  if (count > most)
    return { code: 100, message: `Param fields must have at most ${most} names, got ${count}` }
  const selection = parseNames(asked)
  if (!selection)
    return {
      code: 100,
      message: `Param fields must be a comma-separated list of field names, got ${shown(asked)}`,
    }
  const error = policy.unknownFields === 'refuse' ? unknownName(view, selection) : undefined
  return error ?? selection
}

/** The part of an object-valued field that was asked for; a list is cut item by item. */
function pickMembers(value: unknown, { names }: Selection): unknown {
  if (Array.isArray(value)) return value.map((item) => pickMembers(item, { names }))
  if (typeof value !== 'object' || value === null) return value
  const part: Record<string, unknown> = {}
  for (const [name, inner] of names) {
    if (!Object.hasOwn(value, name)) continue
    const member = (value as Record<string, unknown>)[name]
    part[name] = inner ? pickMembers(member, inner) : member
  }
  return part
}

/** A field that a caller sees, and what of it. */
type Column = readonly [name: string, field: Field<never>, inner: Selection | undefined]

const columns = new WeakMap<Selection, { readonly view: object; readonly columns: readonly Column[] }>()

/** The fields that a selection shows of a view: worked out once for all rows of a list. */
function columnsOf<R>(view: View<R>, selection: Selection): readonly Column[] {
  const known = columns.get(selection)
  if (known?.view === view) return known.columns
  const names = selection.names.has('id') ? selection.names : new Map([['id', undefined], ...selection.names])
  const found = [...names].flatMap(([name, inner]): Column[] => {
    const known = Object.hasOwn(view.fields, name) ? view.fields[name] : undefined
    return known ? [[name, known, inner]] : []
  })
  columns.set(selection, { view, columns: found })
  return found
}

/** Shows a row as a record: the selected fields that have a value, and always its id. */
export function show<R, V extends View<R>>(
  view: V,
  row: R,
  selection: Selection,
  context: ReadContext,
): Shown<V> {
  const record: Record<string, unknown> = {}
  for (const [name, { show }, inner] of columnsOf<R>(view, selection)) {
    const value = show(row as never, context)
    if (value !== undefined) record[name] = inner ? pickMembers(value, inner) : value
  }
  // The record is built by name from the view's own fields, which is what its type says.
  return record as Shown<V>
}
