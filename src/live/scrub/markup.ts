import { nowhere, plainName, type TextPlace } from './kinds.ts'
import { looksRandom } from './labels.ts'
import type { Inner } from './parts.ts'

const TAG = /<\/?[a-z][\w:.-]{0,60}[\s/>]/i
const ENTITY = /&(?:quot|apos|amp|lt|gt|#\d{1,7}|#x[0-9a-f]{1,6});/gi
const CDATA = '<![CDATA['

const named: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' }
const escapes: Readonly<Record<string, string>> = {
  '"': '&quot;',
  "'": '&#39;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
}

/** Whether a text has tags of XML or HTML. */
export const isMarkup = (text: string): boolean => TAG.test(text)

/** Whether a text is escaped for HTML. */
export const hasEntities = (text: string): boolean => text.search(ENTITY) >= 0

function signOf(entity: string): string {
  const name = entity.slice(1, -1).toLowerCase()
  if (!name.startsWith('#')) return named[name] ?? entity
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity
}

/** Scrubs a text that is escaped for HTML. One without secrets stays as it was spelled. */
export function scrubEscaped(text: string, place: TextPlace, inner: Inner): string {
  const plain = text.replace(ENTITY, signOf)
  const scrubbed = inner(plain, place)
  if (scrubbed === plain) return text
  return plain === text ? scrubbed : scrubbed.replace(/["'&<>]/g, (sign) => escapes[sign] ?? sign)
}

/** The place of a text in an element or an attribute. Elements of HTML with code are no codes of a login. */
const placeOf = (name: string, text: string): TextPlace => {
  const field = plainName(name.slice(name.indexOf(':') + 1))
  return field === 'code' && !looksRandom(text.trim()) ? nowhere : { ...nowhere, field }
}

/** An attribute of a tag, with the positions of its value. */
interface Attribute {
  readonly name: string
  readonly start: number
  readonly end: number
}

const endsName = /[\s=<"'/]/

/** Returns the attributes of a tag that have quoted values. */
function attributesOf(tag: string): Attribute[] {
  const found: Attribute[] = []
  for (let at = tag.indexOf('='); at >= 0; at = tag.indexOf('=', at + 1)) {
    const quote = tag[at + 1] ?? ''
    const end = quote === '"' || quote === "'" ? tag.indexOf(quote, at + 2) : -1
    if (end < 0) continue
    let start = at
    while (start > 0 && at - start < 100 && !endsName.test(tag[start - 1] ?? '')) start -= 1
    found.push({ name: tag.slice(start, at), start: at + 2, end })
    at = end
  }
  return found
}

/** The attributes that have the value of the field that the tag names. */
const valueOfField = /^(?:value|content)$/i

/** Scrubs the values of the attributes of a tag. */
function scrubTag(tag: string, inner: Inner): string {
  const attributes = attributesOf(tag)
  const named = attributes.find(({ name }) => /^(?:name|property|id)$/i.test(name))
  const field = named && tag.slice(named.start, named.end)
  let at = 0
  const parts = attributes.flatMap(({ name, start, end }) => {
    const before = tag.slice(at, start)
    at = end
    const value = tag.slice(start, end)
    const owner = field !== undefined && valueOfField.test(name) ? field : name
    return [before, scrubEscaped(value, placeOf(owner, value), inner)]
  })
  return parts.join('') + tag.slice(at)
}

/** A part of a document: a tag, or the text up to the next one, with the element that it is in. */
interface Piece {
  readonly text: string
  readonly kind: 'tag' | 'text' | 'characters'
  readonly element: string
}

/** Returns the end of a tag that begins at a position. Signs in quotes do not end it. */
function endOfTag(text: string, start: number): number {
  let quote = ''
  for (let at = start; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '>') return at + 1
    else if ((sign === '"' || sign === "'") && text[at - 1] === '=') quote = sign
  }
  return text.length
}

/** Returns the end of what begins at a position: a section of characters, a tag, or the text up to a tag. */
function endOfPiece(text: string, at: number, kind: Piece['kind']): number {
  if (kind === 'tag') return endOfTag(text, at)
  const end = kind === 'text' ? text.indexOf('<', at + 1) : text.indexOf(']]>', at)
  return end < 0 ? text.length : end
}

function kindOfPiece(text: string, at: number): Piece['kind'] {
  if (text.startsWith(CDATA, at)) return 'characters'
  return text[at] === '<' && /[a-z/!?]/i.test(text[at + 1] ?? '') ? 'tag' : 'text'
}

/** Divides a document into its tags and the texts between them. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let element = ''
  for (let at = 0; at < text.length; ) {
    const kind = kindOfPiece(text, at)
    const end = endOfPiece(text, at, kind)
    pieces.push({ text: text.slice(at, end), kind, element })
    if (kind === 'tag') [, element = ''] = /^<([a-z][\w:.-]{0,60})/i.exec(text.slice(at, at + 64)) ?? []
    at = end
  }
  return pieces
}

/** Scrubs XML or HTML: the texts of its elements, and the values of its attributes. */
export const scrubMarkup = (text: string, inner: Inner): string =>
  piecesOf(text)
    .map(({ text: piece, kind, element }) => {
      if (kind === 'tag') return scrubTag(piece, inner)
      const start = kind === 'characters' ? CDATA.length : 0
      const content = piece.slice(start)
      const place = placeOf(element, content)
      const isCode = kind === 'characters' || /^(?:script|style)$/i.test(element)
      return piece.slice(0, start) + (isCode ? inner(content, place) : scrubEscaped(content, place, inner))
    })
    .join('')
