import { didYouMean } from '../../service/values/nearest.ts'
import { shown } from '../../service/values/scalars.ts'

const written = (value: unknown): string =>
  value === undefined || value === null ? String(value) : shown(value)

const manyOf = (what: string): string => (what === 'kind of record' ? 'kinds of records' : `${what}s`)

/**
 * Checks the names of options, parameters or members. Throws a TypeError that names the first unknown name,
 * and the most similar known one.
 *
 * @param owner The function that takes them, such as `createWorld`.
 */
export function checkNames(
  owner: string,
  what: 'option' | 'parameter' | 'member' | 'kind of record',
  given: unknown,
  known: readonly string[],
): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new TypeError(`${owner} takes an object of ${manyOf(what)}, got ${written(given)}`)
  let names: readonly string[] = []
  try {
    names = Object.keys(given)
  } catch {
    // A proxy threw. The world refuses it.
  }
  for (const name of names) {
    if (known.includes(name)) continue
    const hint = didYouMean(name, known) || `; its ${manyOf(what)} are ${known.join(', ') || 'none'}`
    throw new TypeError(`${owner} has no ${what} ${shown(name)}${hint}`)
  }
}

/** Checks that a token is text. Throws a TypeError, because undefined is always a mistake of the caller. */
export function checkToken(token: unknown): asserts token is string {
  if (typeof token === 'string') return
  throw new TypeError(
    `as() takes an access token as text, got ${written(token)}: use starter().userToken, or create one ` +
      'with actions.issueToken()',
  )
}
