import { didYouMean } from '../graph/values/nearest.ts'
import { shown } from '../graph/values/scalars.ts'

const written = (value: unknown): string =>
  value === undefined || value === null ? String(value) : shown(value)

/** The names of the members; none of an object that throws when it is read: the world refuses it. */
function namesOf(given: object): readonly string[] {
  try {
    return Object.keys(given)
  } catch {
    return []
  }
}

/**
 * Checks the names of options or parameters. A TypeError names the first unknown one, and the known one that
 * it resembles.
 *
 * @param owner What takes them, such as `createWorld`.
 * @param what What they are: `option` or `parameter`.
 */
export function checkNames(
  owner: string,
  what: 'option' | 'parameter',
  given: unknown,
  known: readonly string[],
): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new TypeError(`${owner} takes an object of ${what}s, got ${written(given)}`)
  const unknown = namesOf(given).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const hint = didYouMean(unknown, known) || `; its ${what}s are ${known.join(', ') || 'none'}`
  throw new TypeError(`${owner} has no ${what} ${shown(unknown)}${hint}`)
}

/** Checks a token: undefined is a forgotten variable, and no call can mean it. */
export function checkToken(token: unknown): asserts token is string {
  if (typeof token === 'string') return
  throw new TypeError(
    `as() takes an access token as text, got ${written(token)}: starter().userToken is one, and ` +
      'actions.issueToken() makes others',
  )
}
