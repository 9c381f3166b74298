import { parseJson } from '../../engine/values/json-text.ts'
import { asBase64Form, asBase64Like, base64Form, base64Text, CONTENT, isReadable } from './base64-texts.ts'
import { scrubData, scrubEncodedBytes } from './encodings.ts'
import { kindOfField, nowhere, plainName, type TextPlace } from './kinds.ts'
import { looksRandom } from './labels.ts'
import { hasEntities, isMarkup, scrubEscaped, scrubMarkup } from './markup.ts'
import type { Inner, Parts } from './parts.ts'
import { decodedPercents, isEncodedWhole, scrubEncoded } from './percent.ts'

const encoder = new TextEncoder()

/** The number of encodings inside each other that are undone. */
const LEVELS = 12

/** The place of a parameter. */
const placeOfParam = (name: string, { inAnswers }: TextPlace): TextPlace => ({
  field: plainName(decodedPercents(name) ?? name),
  ofPerson: false,
  inAnswers,
})

const scrubForm = (text: string, place: TextPlace, inner: Inner): string =>
  text
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=')
      if (at < 0) return scrubEncoded(pair, nowhere, inner)
      const name = pair.slice(0, at)
      const value = scrubEncoded(pair.slice(at + 1), placeOfParam(name, place), inner)
      return `${scrubEncoded(name, nowhere, inner)}=${value}`
    })
    .join('&')

const isForm = (text: string): boolean =>
  text.includes('=') && text.split('&').every((pair) => /^[\w.%[\]-]{1,200}=/.test(pair))

/** Words of a path after which a link has its secret. */
const linkWord =
  /^(?:reset|verify|invite|magic|confirm|activate|unsubscribe)(?:link|password|email|token|account)?$/

/** Returns the place of a segment of a path: `/token/…` has a token. */
function placeOfSegment(before: string, segment: string): TextPlace {
  const field = plainName(before)
  if (!looksRandom(segment)) return nowhere
  return { ...nowhere, field: linkWord.test(field) ? 'token' : isSecretName(field) ? field : '' }
}

/** Whether every value of a field with this name is a secret. */
function isSecretName(field: string): boolean {
  const kind = kindOfField({ ...nowhere, field })
  return kind === 'token' || kind === 'secret' || kind === 'signature' || kind === 'code'
}

const ADDRESS = /^([a-z][a-z0-9+.-]{0,20}:\/\/)([^/?#]*)/i

/** Scrubs an address: its user and password, its path, its query and its fragment. */
function scrubUrl(url: string, inner: Inner, secret: Parts['secret']): string {
  const [front = '', scheme = '', authority = ''] = ADDRESS.exec(url) ?? []
  const [before, fragment] = splitAt(url.slice(front.length), '#')
  const [path, query] = splitAt(before, '?')
  const at = authority.lastIndexOf('@')
  const user = authority.slice(0, Math.max(at, 0)).split(':')
  const credentials = at < 0 ? '' : `${user.map((part) => secret(part, 'password')).join(':')}@`
  const segments = path.split('/')
  const places = segments.map((part, index) => placeOfSegment(segments[index - 1] ?? '', part))
  const params = (text: string | undefined, sign: string) =>
    text === undefined ? '' : sign + scrubForm(text, nowhere, inner)
  const scrubbedPath = segments
    .map((part, index) => scrubEncoded(part, places[index] ?? nowhere, inner))
    .join('/')
  const host = inner(authority.slice(at + 1), nowhere)
  return `${scheme}${credentials}${host}${scrubbedPath}${params(query, '?')}${params(fragment, '#')}`
}

function splitAt(text: string, sign: string): readonly [string, string | undefined] {
  const at = text.indexOf(sign)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

const FILE = /filename=/i
const PART_NAME = /name="([^"\r\n]{0,200})"/i

/** Scrubs a multipart body part by part. */
function scrubMultipart(text: string, place: TextPlace, inner: Inner, unread: Parts['unread']): string {
  const [boundary = ''] = text.trimStart().split(/\r?\n/, 1)
  return text
    .split(boundary)
    .map((part) => {
      const [gap = ''] = /\r?\n\r?\n/.exec(part) ?? []
      const at = gap === '' ? -1 : part.indexOf(gap)
      if (at < 0) return part
      const head = part.slice(0, at)
      const [end = ''] = /(\r?\n)?$/.exec(part) ?? []
      const value = part.slice(at + gap.length, part.length - end.length)
      // The bytes of a file are no text.
      if (FILE.test(head) && !isReadable(value)) {
        unread('file')
        return `${inner(head, nowhere)}${gap}${value}${end}`
      }
      const [, name = ''] = PART_NAME.exec(head) ?? []
      return `${inner(head, nowhere)}${gap}${inner(value, placeOfParam(name, place))}${end}`
    })
    .join(boundary)
}

/** Attributes of a cookie that are no secrets. */
const attribute = /^(path|domain|expires|max-age|samesite|secure|httponly|version|partitioned|priority)$/i

/** Scrubs the values of cookies: all of them. */
const scrubCookies = (text: string, secret: Parts['secret']): string =>
  text
    .split(';')
    .map((pair) => {
      const [name, value] = splitAt(pair, '=')
      if (value === undefined || attribute.test(name.trim())) return pair
      return `${name}=${secret(value, 'cookie')}`
    })
    .join(';')

/** Scrubs the credentials of a header. Those of `Basic` are a user and a password in base64. */
function scrubAuthorization(text: string, secret: Parts['secret']): string {
  const [scheme = '', credentials] = splitAt(text, ' ')
  if (credentials === undefined) return secret(text, 'authorization')
  const decoded = /^basic$/i.test(scheme) ? base64Text(credentials) : undefined
  if (decoded === undefined) return `${scheme} ${secret(credentials, 'authorization')}`
  const hidden = decoded.split(':').map((part) => secret(part, 'password'))
  return `${scheme} ${asBase64Like(credentials, encoder.encode(hidden.join(':')))}`
}

const isCookie = ({ field }: TextPlace): boolean => field === 'cookie' || field === 'setcookie'
const limits = { depth: 200, values: 20_000_000 }
const URLS = /(?:[a-z][a-z0-9+.-]{0,20}:\/\/|data:[a-z])[^\s"'<>\\]+/gi
const HEAD = 200

/** Scrubs a text without another encoding around it: the addresses in it, and what lies between them. */
function scrubProse(text: string, place: TextPlace, parts: Parts, inner: Inner): string {
  const found = [...text.matchAll(URLS)]
  // An address that is a whole text has parts of its own, and a part of it is no address.
  if (found.length === 0) return parts.leaf(text, place)
  let at = 0
  const pieces = found.flatMap(({ index, 0: url }) => {
    const before = text.slice(at, index)
    at = index + url.length
    const scrubbed = scrubData(url, inner, parts) ?? scrubUrl(url, inner, parts.secret)
    return [before === '' ? '' : parts.leaf(before, place), scrubbed]
  })
  const after = text.slice(at)
  return pieces.join('') + (after === '' ? '' : parts.leaf(after, place))
}

/** Scrubs a signed request: a signature, and the data that it signs in base64. */
function scrubSigned(text: string, parts: Parts, inner: Inner): string {
  const [signature = '', payload = ''] = splitAt(text, '.')
  const decoded = base64Text(payload)
  if (decoded === undefined) return parts.secret(text, 'signedrequest')
  const changed = encoder.encode(inner(decoded, nowhere))
  return `${parts.secret(signature, 'signedrequest')}.${asBase64Like(payload, changed)}`
}

const isSigned = ({ field }: TextPlace): boolean => field === 'signedrequest' || field.startsWith('fbsr')

/** Whether a text is a signature, a dot, and a JSON object in base64: a signed request of any name. */
function looksSigned(text: string): boolean {
  const [, payload] = /^[\w-]+={0,2}\.(eyJ[\w-]+={0,2})$/.exec(text) ?? []
  return (
    payload !== undefined &&
    !text.startsWith('eyJ') &&
    text.indexOf('.') >= 20 &&
    base64Text(payload)?.endsWith('}') === true
  )
}

/** Whether the whole text is a secret, so that a form or base64 in it would only look like one. */
function isSecret(place: TextPlace): boolean {
  const kind = kindOfField(place)
  return kind !== undefined && kind !== 'userId'
}

/** Servers write this before JSON, so that no page can load it as a script. */
const GUARD = /^(?:for ?\(;;\);|while ?\(1\);|\)\]\}',?\s{0,4})/

/** Undoes an encoding that the first signs of a text show, or its place. */
function scrubMarked(text: string, place: TextPlace, parts: Parts, inner: Inner): string | undefined {
  if (/^\s*[[{"]/.test(text) && parseJson(text, limits).ok) return parts.json(text, place, inner)
  if (isCookie(place)) return scrubCookies(text, parts.secret)
  if (place.field.endsWith('authorization')) return scrubAuthorization(text, parts.secret)
  if (isSigned(place) || looksSigned(text)) return scrubSigned(text, parts, inner)
  if (isSecret(place))
    return isEncodedWhole(text) ? scrubEncoded(text, place, inner) : parts.leaf(text, place)
  if (/^\s*--/.test(text.slice(0, HEAD)) && CONTENT.test(text))
    return scrubMultipart(text, place, inner, parts.unread)
  const [guard = ''] = GUARD.exec(text) ?? []
  return guard === '' ? undefined : guard + inner(text.slice(guard.length), place)
}

const PATH = /^\/[\w-]+\/[^\s"'<>]*$/
const PATH_MAX = 8_192

/** Whether a text without blanks is a path, or an address without its host. */
const isRelative = (text: string): boolean =>
  !/\s/.test(text) &&
  !text.includes('://') &&
  (/^[^?=&]*\?[^?]*=/.test(text) || (text.length <= PATH_MAX && PATH.test(text)))

/** Undoes one encoding of a text, if it has one; undefined otherwise. */
function scrubStructure(text: string, place: TextPlace, parts: Parts, inner: Inner): string | undefined {
  const marked = scrubMarked(text, place, parts, inner)
  if (marked !== undefined) return marked
  const form = base64Form(text)
  // A form that is all text is read as text.
  if (form !== undefined && base64Text(text) === undefined)
    return asBase64Form(scrubMultipart(form, place, inner, parts.unread))
  const decoded = scrubEncodedBytes(text, place, inner, parts)
  if (decoded !== undefined) return decoded
  if (isMarkup(text)) return scrubMarkup(text, inner)
  if (hasEntities(text)) return scrubEscaped(text, place, inner)
  if (isRelative(text)) return scrubUrl(text, inner, parts.secret)
  if (isForm(text)) return scrubForm(text, place, inner)
  return isEncodedWhole(text) ? scrubEncoded(text, place, inner) : undefined
}

/** Scrubs a text in all its encodings: JSON, forms, addresses, multipart, base64, cookies and credentials. */
export function scrubText(text: string, place: TextPlace, parts: Parts, level = 0): string {
  if (text === '') return text
  const inner: Inner = (part, at) => scrubText(part, at, parts, level + 1)
  const whole = level < LEVELS ? scrubStructure(text, place, parts, inner) : undefined
  return whole ?? scrubProse(text, place, parts, inner)
}
