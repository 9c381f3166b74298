import type { Fields } from '../../engine/state/transaction.ts'
import type { Tx } from '../../service/routes/context.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import type { Tables } from '../tables.ts'

type TokenFields = Fields<Tables, 'tokens'>

/** The lifetimes of tokens. The policy `tokenLifetimes` sets their seconds. */
export const lifetimes = ['shortLived', 'longLived'] as const

/** The lifetime of a token. */
export type Lifetime = (typeof lifetimes)[number]

/** The expiry of a token, and whether the page tokens that come from it never expire. */
type Validity = Pick<TokenFields, 'expiresAt' | 'longLived'>

/**
 * Returns the validity of a token that is issued now: an hour or 60 days for a user token. A page token
 * expires with its user token, or never if that is long-lived (AUT-026, AUT-027, AUT-030, SIL-046).
 */
export function validityOf(
  { tx, policy }: Pick<ReadContext, 'tx' | 'policy'>,
  type: TokenFields['type'],
  lifetime: Lifetime,
): Validity {
  const { shortLivedUser, longLivedUser } = policy.tokenLifetimes
  if (type === 'systemUser' || (type === 'page' && lifetime === 'longLived')) return { expiresAt: null }
  if (lifetime === 'shortLived') return { expiresAt: tx.now + shortLivedUser * 1000 }
  return { expiresAt: tx.now + longLivedUser * 1000, longLived: true }
}

/**
 * Stores a new token and returns its text.
 *
 * @param text The text of the token, if a user chose it. No other token may have it.
 */
export function insertToken(
  tx: Tx,
  fields: Omit<TokenFields, 'token' | 'revoked' | 'sessionEnded'>,
  text?: string,
): string {
  // A chosen text leaves those of later tokens as they are.
  let drawn = `FG${tx.spell('tokens', 40)}`
  while (text === undefined && tx.first('tokens', 'byToken', [drawn])) drawn = `FG${tx.spell('tokens', 40)}`
  const token = text ?? drawn
  tx.insert('tokens', { token, ...fields, revoked: false, sessionEnded: false })
  return token
}
