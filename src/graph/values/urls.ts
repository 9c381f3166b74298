import { parseURL, serializeHost, URL } from 'whatwg-url'
import { bounds } from '../contract/bounds.ts'
import { lowerAscii } from './letter-case.ts'

/*
 * URLs as the WHATWG standard reads them, by one library with its own tables (Unicode 16.0): the parser of a
 * runtime knows the scripts of its own version of Unicode, and has mistakes of its own. Normal forms are the
 * runtime's; they agree from Unicode 16.0 on, which all supported versions of Node have.
 */

/** The user, host and port of an http or https URL, with what stands before them. */
const HTTP_FRONT = /^https?:[/\\\t\n\r]*[^/\\?#]*/i
/** The same of any other URL, which has no backslashes for slashes. */
const OTHER_FRONT = /^[^:/?#]*:[/\t\n\r]*[^/?#]*/
/** A host that no table is needed for: letters, digits, hyphens, and no number at its end. */
const PLAIN_HOST = /^https?:\/\/((?:[a-z\d_-]+\.)*[a-z][a-z\d_-]*)(?::\d{1,4})?(?:[/\\?#]|$)/i
const SPACE = ' '.charCodeAt(0)
const PUNYCODE = /(?:^|\.)xn--/i

/** Of a URL the front that decides alone whether it is one: what comes behind is never refused. */
const frontOf = (text: string): string => (HTTP_FRONT.exec(text) ?? OTHER_FRONT.exec(text))?.[0] ?? text

/**
 * The host of a URL as a browser spells it: ASCII, in lower case, IPv6 in brackets; empty where a scheme has
 * no host. Undefined when the text is no absolute URL, or exceeds the bounds.
 */
export function hostOf(text: string): string | undefined {
  const plain = PLAIN_HOST.exec(text)?.[1]
  if (plain !== undefined && !PUNYCODE.test(plain)) return lowerAscii(plain)
  const { length } = frontOf(text)
  // With the character that ends the front: a space before it is none at the end of the URL.
  const parsed = length > bounds.urlFrontCharactersMax ? null : parseURL(text.slice(0, length + 1))
  if (parsed === null) return undefined
  return parsed.host === null ? '' : serializeHost(parsed.host)
}

/** Whether a text is an absolute http or https URL. */
export const isHttpUrl = (text: string): boolean => /^https?:\/\//i.test(text) && hostOf(text) !== undefined

/** What of a URL exceeds a bound, in words that complete "must have"; undefined when nothing does. */
export function urlExcess(text: string, charactersMax: number): string | undefined {
  if (text.length > charactersMax) return `at most ${charactersMax} characters, got ${text.length}`
  const [front, most] = [HTTP_FRONT.exec(text)?.[0].length ?? 0, bounds.urlFrontCharactersMax]
  return front > most ? `at most ${most} characters before its path, got ${front}` : undefined
}

/** A valid URL as a browser spells it: in ASCII, without spaces and line breaks. */
export const spelledUrl = (url: string): string => new URL(url).href

/** A valid URL without its fragment, with parameters added to its query. */
export function urlWith(url: string, added: readonly (readonly [name: string, value: string])[]): string {
  const address = new URL(url)
  address.hash = ''
  for (const [name, value] of added) address.searchParams.append(name, value)
  return address.href
}

/** The last segment of the path of a valid http or https URL, as it is spelled. */
export function lastSegmentOf(url: string): string {
  let end = url.length
  while (url.charCodeAt(end - 1) <= SPACE) end--
  const behind = url.slice(frontOf(url).length, end).replace(/[\t\n\r]/g, '')
  const [path = ''] = behind.split(/[?#]/, 1)
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}
