import { headerName, type SecretKind, type SecretRange, type TextPlace } from './kinds.ts'
import { labeled } from './labels.ts'

const localSign = /[\p{L}\p{N}._%+'-]/u
const domainSign = /[\p{L}\p{N}.．。-]/u
/** The at sign, and the wide and small ones of East Asian keyboards. */
const AT = /[@＠﹫]/g
const LOCAL_MAX = 64
const DOMAIN_MAX = 253

/** Returns the email address around an at sign. */
function emailAt(text: string, at: number): SecretRange | undefined {
  let start = at
  while (start > 0 && at - start < LOCAL_MAX && localSign.test(text[start - 1] ?? '')) start -= 1
  let end = at + 1
  while (end < text.length && end - at <= DOMAIN_MAX && domainSign.test(text[end] ?? '')) end += 1
  while (/[.．。-]/.test(text[end - 1] ?? '')) end -= 1
  const domain = text.slice(at + 1, end)
  return start < at && /[.．。]\p{L}{2,}$/u.test(domain.slice(-64))
    ? { start, end, kind: 'email' }
    : undefined
}

const emails = (text: string): SecretRange[] =>
  [...text.matchAll(AT)].flatMap(({ index }) => emailAt(text, index) ?? [])

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

/** The longest signature before the data that it signs. */
const SIGNATURE_MAX = 1_024

/** Returns the start of a signature that stands before a position, with a dot between them. */
function startOfSignature(text: string, at: number): number {
  if (text[at - 1] !== '.') return at
  let start = at - 1
  while (start > 0 && at - start < SIGNATURE_MAX && tokenSign.test(text[start - 1] ?? '')) start -= 1
  return at - start > 20 ? start : at
}

/**
 * Returns the signed tokens in a text: parts in base64 with dots between them, of which one is a JSON object.
 * It is the first in a JSON web token, and the second in a signed request.
 */
function signedTokens(text: string): SecretRange[] {
  const found: SecretRange[] = []
  for (let start = text.indexOf('eyJ'); start >= 0; start = text.indexOf('eyJ', start + 1)) {
    const end = endOfRun(text, start, /[\w.-]/)
    const first = startOfSignature(text, start)
    const [, ...rest] = text.slice(start, end).split('.')
    if (first < start) found.push({ start: first, end, kind: 'signature' })
    else if (rest.some((part) => part.length >= 10) || rest.filter((part) => part.length >= 2).length >= 2)
      found.push({ start, end, kind: 'token' })
    start = end
  }
  return found
}

const GRAPH_TOKEN = /\bEA[A-Z][A-Za-z0-9]{20,}/g

/** HTTP/2 has the names of headers in lower case. */
const LOWER_TOKEN = /\bea[a-z][a-z0-9]{20,}/g
const PROOF = /\b[0-9a-fA-F]{64}\b/g
const IPV4 = /\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/g
const IPV6 = /[0-9a-fA-F]{0,4}:[0-9a-fA-F:]{3,40}/g
const PHONE = /[+＋]\d[\d ()./-]{6,20}/g
const ABROAD = /\b00[1-9][\d ()./-]{7,20}/g
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
  const digits = text.replace(/\D/g, '').replace(/^00/, '').length
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

/** Whether two zeros begin a phone number, and are no part of an amount, an id or a time. */
const isAlone = (text: string, { start, end }: SecretRange): boolean =>
  !/[.,:/#-]/.test(text[start - 1] ?? '') && !/[\w:]/.test(text[end] ?? '')

/** Returns the phone numbers with the sign for abroad: a plus, or two zeros. */
function phonesAbroad(text: string): SecretRange[] {
  const found = [PHONE, ABROAD].flatMap((pattern) => rangesOf(text, pattern, 'phone'))
  return found
    .map(({ start, end, kind }) => ({ start, end: start + text.slice(start, end).trimEnd().length, kind }))
    .filter((range) => !text.startsWith('00', range.start) || isAlone(text, range))
    .filter(({ start, end }) => isPhone(text.slice(start, end)))
}

const RUN = /[A-Za-z0-9]{12,}/g

/** Returns the parts of the name of a header that are no words: words have no digits amid letters. */
const randomParts = (text: string): SecretRange[] =>
  rangesOf(text, RUN, 'token').filter(({ start, end }) => /[a-z]\d+[a-z]+\d/i.test(text.slice(start, end)))

/** Returns the parts of a text that look like secrets, whatever its field is. */
export function shapesIn(text: string, { field }: TextPlace): readonly SecretRange[] {
  return [
    ...rangesOf(text, GRAPH_TOKEN, 'token'),
    ...appTokens(text),
    ...signedTokens(text),
    ...(hashes.test(field) ? [] : rangesOf(text, PROOF, 'hash')),
    ...emails(text),
    ...(versions.test(field) ? [] : ipsIn(text)),
    ...phonesAbroad(text),
    ...rangesOf(text, AMERICAN, 'phone'),
    ...labeled(text),
    ...(field === headerName.field ? [...rangesOf(text, LOWER_TOKEN, 'token'), ...randomParts(text)] : []),
  ]
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
