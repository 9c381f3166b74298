/*
 * Takes the place of `tr46` in the page: a browser has the tables of Unicode itself, which would be a tenth
 * of the page.
 */

/** A character that no host has. The parser of URLs refuses it afterwards. */
const FORBIDDEN = /[^!$&-.\w~\u{80}-\u{10ffff}]/u

/** The name of a host as a browser writes it; null for none. */
export function toASCII(domain: string): string | null {
  if (FORBIDDEN.test(domain)) return domain
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : null
}
