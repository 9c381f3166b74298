import { endOfString } from '../../engine/values/json-text.ts'
import { headerName, mayBePerson, nowhere, plainName, type TextPlace } from './kinds.ts'

/** Rewrites the texts of a document. */
export interface Rewriter {
  /** Returns what stands in place of a text. */
  text(value: string, place: TextPlace): string
  /** Returns what stands in place of the name of a member, at the place of its object. */
  name(value: string, place: TextPlace): string
  /** Returns what stands in place of bytes: undefined if they stay. */
  bytes(value: Uint8Array, place: TextPlace): Uint8Array | undefined
  /** Returns what stands in place of a number, which is written in digits. */
  number(value: string, place: TextPlace): string
}

/** What the members of an object say about the places of their values. */
interface ObjectInfo {
  /** The name in a pair such as `{ "name": "email", "value": … }`. */
  readonly pairName: string | undefined
  readonly ofPerson: boolean
}

/** The members that have the value of a pair. */
const pairValues = new Set(['value', 'values'])

/** The members of matchers, which stand for the field around them. */
const matchers = new Set(['equalto', 'equaltojson', 'contains', 'matches', 'string', 'text', 'binaryequalto'])

/** The members in which each text is about a customer. */
const personalParts = new Set(['fielddata', 'userdata', 'customerdata'])

/** The end of the names of members whose own members are headers. */
const HEADERS = 'headers'

/** Returns the place of the name of a member in an object. */
export const placeOfName = (outer: TextPlace): TextPlace =>
  outer.field.endsWith(HEADERS) ? headerName : nowhere

/** The members whose pairs are cookies. */
const COOKIES = 'cookies'

export function placeOfMember(outer: TextPlace, member: string, info: ObjectInfo): TextPlace {
  const name = plainName(member)
  const inAnswers = outer.inAnswers || personalParts.has(name)
  if (info.pairName !== undefined && pairValues.has(name)) {
    const field = outer.field === COOKIES ? COOKIES : plainName(info.pairName)
    return { field, ofPerson: false, inAnswers }
  }
  // The name of a pair is no answer.
  if (info.pairName !== undefined && name === 'name')
    return outer.field.endsWith(HEADERS) ? headerName : { ...headerName, field: 'pairname' }
  if (matchers.has(name) && outer.field !== '') return { ...outer, inAnswers }
  return { field: name, ofPerson: info.ofPerson, inAnswers }
}

/** Returns what the members of an object say. The name is that of a pair if there is a value beside it. */
export function infoOf(members: readonly string[], name: string | undefined): ObjectInfo {
  const isPair = members.some((member) => pairValues.has(plainName(member)))
  return { pairName: isPair ? name : undefined, ofPerson: mayBePerson(members) }
}

/** Reads the string whose quotes are at two positions. */
function stringAt(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end)
  return inner.includes('\\') ? JSON.parse(text.slice(start, end + 1)) : inner
}

interface OpenObject {
  readonly start: number
  readonly members: string[]
  name: string | undefined
}

const plain: ObjectInfo = { pairName: undefined, ofPerson: false }

/** Returns what each object of a JSON text says, by its position. */
function objectInfos(text: string): ReadonlyMap<number, ObjectInfo> {
  const infos = new Map<number, ObjectInfo>()
  const open: (OpenObject | undefined)[] = []
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '{') open.push({ start: at, members: [], name: undefined })
    else if (sign === '[') open.push(undefined)
    else if (sign === ']') open.pop()
    else if (sign === '}') {
      const closed = open.pop()
      const info = closed ? infoOf(closed.members, closed.name) : plain
      if (closed && (info.ofPerson || info.pairName !== undefined)) infos.set(closed.start, info)
    } else if (sign === '"') {
      const end = endOfString(text, at)
      const object = open.at(-1)
      if (object && isName(text, end)) object.members.push(stringAt(text, at, end))
      else if (object?.members.at(-1) === 'name') object.name = stringAt(text, at, end)
      at = end
    }
  }
  return infos
}

/** Whether the string that ends at a position is the name of a member. */
function isName(text: string, end: number): boolean {
  let at = end + 1
  while (/\s/.test(text[at] ?? '')) at += 1
  return text[at] === ':'
}

interface Frame {
  readonly place: TextPlace
  readonly info: ObjectInfo | undefined
  member: string
  /** The text before this one in a list: headers may be a list of names and values in turn. */
  previous: string
  count: number
}

/** The lists in which names and values take turns. */
const TURNS = 'rawheaders'

function placeIn(frame: Frame | undefined, outer: TextPlace): TextPlace {
  if (!frame) return outer
  if (frame.info) return placeOfMember(frame.place, frame.member, frame.info)
  if (frame.place.field !== TURNS) return frame.place
  return frame.count % 2 === 0 ? headerName : { ...frame.place, field: plainName(frame.previous) }
}

const NUMBER = /-?\d[\d.eE+-]*/y

/** Rewriting that is under way. */
interface Rewriting {
  readonly text: string
  readonly parts: string[]
  copied: number
  readonly open: Frame[]
}

function put(rewriting: Rewriting, start: number, end: number, replacement: string): void {
  rewriting.parts.push(rewriting.text.slice(rewriting.copied, start), replacement)
  rewriting.copied = end
}

function rewriteString(
  rewriting: Rewriting,
  at: number,
  end: number,
  outer: TextPlace,
  rewriter: Rewriter,
): void {
  const { text, open } = rewriting
  const frame = open.at(-1)
  const value = stringAt(text, at, end)
  const isMember = frame?.info !== undefined && isName(text, end)
  const changed = isMember
    ? rewriter.name(value, placeOfName(frame.place))
    : rewriter.text(value, placeIn(frame, outer))
  if (isMember) frame.member = value
  else if (frame) frame.previous = value
  if (changed !== value) put(rewriting, at, end + 1, JSON.stringify(changed))
}

/**
 * Rewrites the strings and numbers of a JSON text, and leaves everything else as it is. The text must be well
 * formed.
 */
export function rewriteJson(text: string, outer: TextPlace, rewriter: Rewriter): string {
  const infos = objectInfos(text)
  const rewriting: Rewriting = { text, parts: [], copied: 0, open: [] }
  const { open } = rewriting
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    const frame = open.at(-1)
    if (sign === '{' || sign === '[') {
      const info = sign === '{' ? (infos.get(at) ?? plain) : undefined
      open.push({ place: placeIn(frame, outer), info, member: '', previous: '', count: 0 })
    } else if (sign === '}' || sign === ']') open.pop()
    else if (sign === ',' && frame) frame.count += 1
    else if (sign === '"') {
      const end = endOfString(text, at)
      rewriteString(rewriting, at, end, outer, rewriter)
      at = end
    } else if (sign === '-' || (sign >= '0' && sign <= '9')) {
      NUMBER.lastIndex = at
      const [value = sign] = NUMBER.exec(text) ?? []
      const changed = rewriter.number(value, placeIn(frame, outer))
      if (changed !== value) put(rewriting, at, at + value.length, changed)
      at += value.length - 1
    }
  }
  rewriting.parts.push(text.slice(rewriting.copied))
  return rewriting.parts.join('')
}
