import { hideTokenShapes } from '../compare/hide-tokens.ts'
import type { Json } from '../engine/values/guard.ts'

/** Names whose values are secrets. */
const SECRET_NAME = /token|secret|password|proof|(^|_)code$|Code$/

/** The length at which a text is long enough to be recognized by its beginning. */
const BEGINNING = 8

const isSecret = (name: string, value: Json): value is string =>
  typeof value === 'string' && value.length >= BEGINNING && SECRET_NAME.test(name)

/** Replaces a text, also where it was cut short. */
function withoutText(text: string, secret: string, name: string): string {
  let kept = ''
  let from = 0
  for (let at = text.indexOf(secret.slice(0, BEGINNING)); at >= 0; ) {
    let length = BEGINNING
    while (length < secret.length && text[at + length] === secret[length]) length += 1
    kept += `${text.slice(from, at)}$${name}`
    from = at + length
    at = text.indexOf(secret.slice(0, BEGINNING), from)
  }
  return kept + text.slice(from)
}

/** Returns a text with the names of tokens and secrets in place of their values. */
export function hideSecrets(text: string, names: ReadonlyMap<string, Json>): string {
  const secrets = [...names].flatMap(([name, value]) => (isSecret(name, value) ? [{ name, value }] : []))
  const longestFirst = secrets.toSorted((one, other) => other.value.length - one.value.length)
  const named = longestFirst.reduce((kept, { name, value }) => withoutText(kept, value, name), text)
  return hideTokenShapes(named)
}
