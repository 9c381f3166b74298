/*
 * An outcome never holds an origin: the same call gives the same outcome in process, by fetch and by socket.
 * A link begins with a mark instead, and whoever words the answer puts the origin that was asked in its
 * place. The marks are lone surrogates, which no text that came in from outside can hold.
 */
const BASE = '\udc00'
const WEB = '\udc01'
const AGAIN = '\udc02'

/** The address that a request was sent to, `{base_url}` or `{web_url}`; both answer where it is not known. */
export type Address = 'base' | 'web'

/** A link below `{base_url}`; the path begins with a slash. */
export const baseLink = (path: string): string => BASE + path

/** A link below `{web_url}`; the path begins with a slash. */
export const webLink = (path: string): string => WEB + path

/** A link to the call that is being answered, with these parameters in place of the same-named ones. */
export const againLink = (changed: Readonly<Record<string, string>>): string =>
  AGAIN + JSON.stringify(changed)

/** How the marks are filled in for one answer. */
export interface Origins {
  readonly base: string
  readonly web: string
  readonly again: (changed: Record<string, string>) => string
}

/** How a link stands in the call log: below the name of its origin, since the log is text like any other. */
export const logOrigins: Origins = {
  base: '{base_url}',
  web: '{web_url}',
  again: (changed) => JSON.stringify(changed),
}

function filled(text: string, { base, web, again }: Origins): string {
  if (text.startsWith(BASE)) return base + text.slice(1)
  if (text.startsWith(WEB)) return web + text.slice(1)
  if (text.startsWith(AGAIN)) return again(JSON.parse(text.slice(1)) as Record<string, string>)
  return text
}

/** A copy of an outcome's value with every link made absolute. It shares nothing with what the log keeps. */
export function absoluteLinks(value: unknown, origins: Origins): unknown {
  if (typeof value === 'string')
    return value.charCodeAt(0) >>> 2 === 0xdc00 >>> 2 ? filled(value, origins) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => absoluteLinks(item, origins))
  const copy: Record<string, unknown> = {}
  // No value holds a member named __proto__: the guard lets none in. A spread would copy every member twice.
  for (const name of Object.keys(value)) copy[name] = absoluteLinks((value as typeof copy)[name], origins)
  return copy
}
