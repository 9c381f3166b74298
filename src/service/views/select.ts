import type { z } from '../../engine/schema/zod.ts'
import { bounds } from '../contract/bounds.ts'
import { type CallError, invalidParameter } from '../contract/errors.ts'
import { scalar, shown } from '../values/scalars.ts'
import { contractView, withoutUnserved } from './beyond-fields.ts'
import { parseFields } from './field-text.ts'
import { selectLive } from './live-selection.ts'
import { membersOf } from './members.ts'
import { type Selecting, sharedSelection, unknownFieldError } from './selection.ts'
import type { Selection, View } from './view.ts'

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
    } else if (mark === '{' && name && name !== '}' && stack.length < bounds.fieldDepthMax) {
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
    if (!field && name !== 'id') return unknownFieldError(name, view.name, Object.keys(view.fields))
    const unknown = field && inner && unknownMember(field.type, inner)
    if (unknown !== undefined) return unknownFieldError(`${name}.${unknown}`, view.name)
  }
  return undefined
}

/** Returns the selection of the names in `fields`, or its error (CNV-020; SIL-018, SIL-019). */
export function select<R>(view: View<R>, fields: string, selecting: Selecting): Selection | CallError {
  const { policy, version, now, expander } = selecting
  const { beyond, unknownFields, jsonQuotes, defaultFields } = policy
  // The parameters and the default fields of edges depend on more than the names of a view.
  const time = fields.includes('since') || fields.includes('until') ? now : ''
  const ofEdges = expander ? `${jsonQuotes} ${defaultFields} ${version} ${time} ` : ''
  const name = `${beyond} ${unknownFields} ${ofEdges}${fields}`
  return sharedSelection(view, name, () => selectNamed(view, fields, selecting))
}

/** Returns the selection of the fields that a call names, or its error. */
function selectNamed<R>(view: View<R>, fields: string, selecting: Selecting): Selection | CallError {
  const { policy, expander } = selecting
  const { fieldNamesMax: most } = bounds
  const count = nameCount(fields)
  if (count > most) return invalidParameter(`Param fields must have at most ${most} names, got ${count}`)
  const parsed = expander ? parseFields(fields) : parseNames(fields)
  if (!parsed)
    return invalidParameter(
      `Param fields must be a comma-separated list of field names, got ${shown(fields)}`,
    )
  if (!('names' in parsed)) return selectLive(view, parsed, selecting)
  const served = expander ? view : contractView(view)
  const error = policy.unknownFields === 'refuse' ? selectionError(served, parsed) : undefined
  return error ?? (served === view ? parsed : withoutUnserved(view, parsed))
}
