import type { CallProgress } from './call-progress.ts'
import { findToken } from './caller/caller.ts'
import { isoTime } from './values/times.ts'

/** Texts that a program sends in place of a token that it does not have. */
const valueless: ReadonlySet<string> = new Set([
  'undefined',
  'null',
  'NaN',
  '[object Object]',
  '[object Promise]',
])

const UNKNOWN =
  'this world has issued no such token: use one of starter() or of the action issueToken; a token of ' +
  'another world, or from before reset(), is not valid here'

/** Returns the hint about a call whose token is not valid; undefined if its error says enough. */
export function tokenAdvice({ tx, call }: CallProgress): string | undefined {
  const [token, other] = call.tokens
  if (token === undefined || other !== undefined) return undefined
  if (valueless.has(token)) return `the token is the text ${token}: the variable that holds it has no token`
  if (token.includes('|')) return 'an app token is the id and the secret of an app of this world: ID|SECRET'
  const found = findToken(tx, token)
  if (!found) return UNKNOWN
  if (found.row.revoked) return 'the token was revoked'
  const { expiresAt } = found
  return expiresAt === null || tx.now < expiresAt
    ? undefined
    : `the token expired at ${isoTime(expiresAt)}, and the world is at ${isoTime(tx.now)}`
}
