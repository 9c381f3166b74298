import type { SecretKind, TextPlace } from './kinds.ts'

/** A part of a text that is a secret. */
export interface SecretRange {
  readonly start: number
  readonly end: number
  readonly kind: SecretKind
}

const localSign = /[\p{L}\p{N}._%+'-]/u
const domainSign = /[\p{L}\p{N}.-]/u
const LOCAL_MAX = 64
const DOMAIN_MAX = 253

/** Returns the email address around an at sign. */
function emailAt(text: string, at: number): SecretRange | undefined {
  let start = at
  while (start > 0 && at - start < LOCAL_MAX && localSign.test(text[start - 1] ?? '')) start -= 1
  let end = at + 1
  while (end < text.length && end - at <= DOMAIN_MAX && domainSign.test(text[end] ?? '')) end += 1
  while (/[.-]/.test(text[end - 1] ?? '')) end -= 1
  const domain = text.slice(at + 1, end)
  return start < at && /\.\p{L}{2,}$/u.test(domain.slice(-64)) ? { start, end, kind: 'email' } : undefined
}

function emails(text: string): SecretRange[] {
  const found: SecretRange[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const email = emailAt(text, at)
    if (email) found.push(email)
  }
  return found
}

const rangesOf = (text: string, pattern: RegExp, kind: SecretKind): SecretRange[] =>
  [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
    kind,
  }))

const tokenSign = /[\w-]/

/** Returns the end of a run of signs. */
function endOfRun(text: string, start: number, sign: RegExp): number {
  let end = start
  while (end < text.length && sign.test(text[end] ?? '')) end += 1
  return end
}

/** Returns the tokens of apps in a text: the id of the app, a bar, and the secret of the app. */
function appTokens(text: string): SecretRange[] {
  const found: SecretRange[] = []
  for (let at = text.indexOf('|'); at >= 0; at = text.indexOf('|', at + 1)) {
    let start = at
    while (start > 0 && at - start < 20 && /\d/.test(text[start - 1] ?? '')) start -= 1
    const end = endOfRun(text, at + 1, tokenSign)
    if (at - start >= 5 && end - at > 16) found.push({ start, end, kind: 'token' })
  }
  return found
}

/** Returns the JSON web tokens in a text: three parts in base64, of which the first is a JSON object. */
function jsonWebTokens(text: string): SecretRange[] {
  const found: SecretRange[] = []
  for (let start = text.indexOf('eyJ'); start >= 0; start = text.indexOf('eyJ', start + 1)) {
    const end = endOfRun(text, start, /[\w.-]/)
    const parts = text.slice(start, end).split('.')
    if (parts.length >= 3 && parts.slice(0, 3).every((part) => part.length >= 2))
      found.push({ start, end, kind: 'token' })
    start = end
  }
  return found
}

const GRAPH_TOKEN = /\bEA[A-Z][A-Za-z0-9]{20,}/g
const PROOF = /\b[0-9a-fA-F]{64}\b/g
const IPV4 = /\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/g
const IPV6 = /[0-9a-fA-F]{0,4}:[0-9a-fA-F:]{3,40}/g
const PHONE = /\+\d[\d ()./-]{6,20}/g
const AMERICAN = /\(\d{3}\) ?\d{3}-\d{4}\b|\b\d{3}-\d{3}-\d{4}\b/g

const isIpv4 = (text: string): boolean => text.split('.').every((part) => Number(part) <= 255)
const isReserved = (text: string): boolean => text.startsWith('127.') || text === '0.0.0.0'

/** Whether a text is an address of IPv6. `::1` and `::` are those of every machine. */
function isIpv6(text: string): boolean {
  const groups = text.split(':')
  const isShort = text.includes('::')
  return (
    groups.every((group) => group.length <= 4) &&
    text.split('::').length <= 2 &&
    (isShort ? groups.length <= 8 : groups.length === 8) &&
    groups.filter((group) => group !== '').length >= 3 &&
    /\d/.test(text)
  )
}

const isPhone = (text: string): boolean => {
  const digits = text.replace(/\D/g, '').length
  return digits >= 8 && digits <= 15
}

/** The fields whose texts look like addresses or hashes, and are none of a person. */
const versions = /useragent$|^secchua|version$/
const hashes = /hash$|indicator|sha256|^etag$|checksum/

function ipsIn(text: string): SecretRange[] {
  const short = rangesOf(text, IPV4, 'ip').filter(({ start, end }) => {
    const ip = text.slice(start, end)
    return isIpv4(ip) && !isReserved(ip) && text[start - 1] !== '.' && text[end] !== '.'
  })
  const long = rangesOf(text, IPV6, 'ip').filter(
    ({ start, end }) => isIpv6(text.slice(start, end)) && !/[\w:]/.test(text[start - 1] ?? ''),
  )
  return [...short, ...long]
}

/** Returns the parts of a text that look like secrets, whatever its field is. */
export function shapesIn(text: string, { field }: TextPlace): readonly SecretRange[] {
  const phones = rangesOf(text, PHONE, 'phone')
    .map(({ start, end, kind }) => ({ start, end: start + text.slice(start, end).trimEnd().length, kind }))
    .filter(({ start, end }) => isPhone(text.slice(start, end)))
  return [
    ...rangesOf(text, GRAPH_TOKEN, 'token'),
    ...appTokens(text),
    ...jsonWebTokens(text),
    ...(hashes.test(field) ? [] : rangesOf(text, PROOF, 'hash')),
    ...(text.includes('@') ? emails(text) : []),
    ...(versions.test(field) ? [] : ipsIn(text)),
    ...phones,
    ...rangesOf(text, AMERICAN, 'phone'),
    ...labeled(text),
  ]
}

/** The names of secrets inside a longer text, such as an error message. */
const LABEL =
  /((access|input|exchange)_token|(client|app)_secret|secret_proof|password)["'\\ ]{0,4}[=:]["'\\ ]{0,4}/gi
const VALUE = /[\w|%.~+/-]{4,}/y

/** Returns the values that stand after the name of a secret in a longer text. */
function labeled(text: string): SecretRange[] {
  return [...text.matchAll(LABEL)].flatMap(({ index, 0: label, 1: name = '' }) => {
    VALUE.lastIndex = index + label.length
    const [value] = VALUE.exec(text) ?? []
    const start = index + label.length
    const kind: SecretKind = /token/i.test(name) ? 'token' : 'secret'
    return value === undefined ? [] : [{ start, end: start + value.length, kind }]
  })
}

/** Returns the ranges that do not overlap: those that begin first, and of these the longest. */
export function apart(ranges: readonly SecretRange[]): readonly SecretRange[] {
  let end = 0
  return ranges
    .toSorted((one, other) => one.start - other.start || other.end - one.end)
    .filter((range) => {
      if (range.start < end) return false
      end = range.end
      return true
    })
}
