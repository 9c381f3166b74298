import type { URLRecord } from 'whatwg-url'
import { parseURL, serializeHost, serializePath, serializeURL } from 'whatwg-url/lib/url-state-machine.js'
import { parseUrlencodedString } from 'whatwg-url/lib/urlencoded.js'
import { bounds } from '../contract/bounds.ts'
import { lowerAscii } from './letter-case.ts'

/*
 * URLs are parsed by the WHATWG standard, with a library that has its own Unicode tables (16.0), because the
 * parser of a runtime depends on its version of Unicode and has defects of its own. Only the normalization of
 * text uses the runtime. It has been the same since Unicode 16.0, which all supported versions of Node have.
 */

/** The scheme, user, host and port of an http or https URL. */
const HTTP_FRONT = /^https?:[/\\\t\n\r]*[^/\\?#]*/i
/** The same part of any other URL, in which a backslash does not count as a slash. */
const OTHER_FRONT = /^[^:/?#]*:[/\t\n\r]*[^/?#]*/
/** A host that needs no Unicode table: letters, digits and hyphens, without a number at its end. */
const PLAIN_HOST = /^https?:\/\/((?:[a-z\d_-]+\.)*[a-z][a-z\d_-]*)(?::\d{1,4})?(?:[/\\?#]|$)/i
const SPACE = ' '.charCodeAt(0)
const PUNYCODE = /(?:^|\.)xn--/i

/** Returns the part of a URL before its path. The rest of a URL does not affect whether it is valid. */
const frontOf = (text: string): string => (HTTP_FRONT.exec(text) ?? OTHER_FRONT.exec(text))?.[0] ?? text

/**
 * Returns the host of a URL as a browser writes it: ASCII, lower case, IPv6 in brackets; empty if the scheme
 * has no host. Returns undefined if the text is not an absolute URL, or exceeds a bound.
 */
export function hostOf(text: string): string | undefined {
  const plain = PLAIN_HOST.exec(text)?.[1]
  if (plain !== undefined && !PUNYCODE.test(plain)) return lowerAscii(plain)
  const { length } = frontOf(text)
  // The parser trims spaces at the end of a URL. One more character keeps a space at the end of the front,
  // which is an error.
  const parsed = length > bounds.urlFrontCharactersMax ? null : parseURL(text.slice(0, length + 1))
  if (parsed === null) return undefined
  return parsed.host === null ? '' : serializeHost(parsed.host)
}

/** Whether a text is an absolute http or https URL. */
export const isHttpUrl = (text: string): boolean => /^https?:\/\//i.test(text) && hostOf(text) !== undefined

/** Returns the bound that a URL exceeds, in words that complete "must have", or undefined. */
export function urlExcess(text: string, charactersMax: number): string | undefined {
  if (text.length > charactersMax) return `at most ${charactersMax} characters, got ${text.length}`
  const [front, most] = [HTTP_FRONT.exec(text)?.[0].length ?? 0, bounds.urlFrontCharactersMax]
  return front > most ? `at most ${most} characters before its path, got ${front}` : undefined
}

/** Parses a URL whose validity was checked before. */
function parsedUrl(url: string): URLRecord {
  const parsed = parseURL(url)
  if (parsed === null) throw new TypeError(`Invalid URL: ${url}`)
  return parsed
}

/** Returns a valid URL as a browser writes it: in ASCII, without spaces and line breaks. */
export const spelledUrl = (url: string): string => serializeURL(parsedUrl(url))

/** The marks that forms escape, and `encodeURIComponent` does not. */
const formEscapes: Readonly<Record<string, string>> = {
  '!': '%21',
  "'": '%27',
  '(': '%28',
  ')': '%29',
  '~': '%7E',
}

/** Encodes a text as forms do: a space is a plus, and each byte but letters, digits and `*-._` is escaped. */
const formEncoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/[!'()~]/g, (mark) => formEscapes[mark] ?? mark)
    .replaceAll('%20', '+')

/** Returns a valid URL without its fragment, and with parameters added to its query. */
export function urlWith(url: string, added: readonly (readonly [name: string, value: string])[]): string {
  const address = parsedUrl(url)
  const query =
    added.length > 0
      ? [...parseUrlencodedString(address.query ?? ''), ...added]
          .map(([name, value]) => `${formEncoded(name)}=${formEncoded(value)}`)
          .join('&')
      : address.query
  return serializeURL({ ...address, query, fragment: null })
}

/** Returns the last segment of the path of a valid http or https URL, without decoding it. */
export function lastSegmentOf(url: string): string {
  let end = url.length
  while (url.charCodeAt(end - 1) <= SPACE) end--
  const rest = url.slice(frontOf(url).length, end).replace(/[\t\n\r]/g, '')
  const [path = ''] = rest.split(/[?#]/, 1)
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

/** Decodes percent escapes. A text with a broken escape stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Returns the host of an http or https URL, with its port unless it is the default one, and the decoded
 * segments of its path. Returns undefined for any other text.
 */
export function splitHttpUrl(
  text: string,
): { readonly host: string; readonly segments: readonly string[] } | undefined {
  if (!isHttpUrl(text)) return undefined
  const address = parsedUrl(text)
  const name = address.host === null ? '' : serializeHost(address.host)
  return {
    host: address.port === null ? name : `${name}:${address.port}`,
    segments: serializePath(address)
      .split('/')
      .filter((segment) => segment !== '')
      .map(percentDecoded),
  }
}
