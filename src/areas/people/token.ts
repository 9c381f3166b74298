import type { Fields } from '../../engine/transaction.ts'
import type { Tx } from '../../graph/context.ts'
import type { Policy } from '../../graph/policy.ts'
import type { Tables } from '../tables.ts'

type TokenFields = Fields<Tables, 'tokens'>

/** How long a token is meant to last. */
export const lifetimes = ['shortLived', 'longLived'] as const

/** How long a token is meant to last. */
export type Lifetime = (typeof lifetimes)[number]

/** Until when a token of a lifetime is valid, and whether pages get endless tokens by it. */
type Validity = Pick<TokenFields, 'expiresAt' | 'longLived'>

/**
 * Until when a token is valid that is issued now (SIL-046): a user's for an hour or 60 days, a page's as long
 * as the user's that it comes from, which for a long-lived one is without end.
 */
export function validityOf(
  { tx, policy }: { readonly tx: Tx; readonly policy: Policy },
  type: TokenFields['type'],
  lifetime: Lifetime,
): Validity {
  const { shortLivedUser, longLivedUser } = policy.tokenLifetimes
  if (type === 'systemUser' || (type === 'page' && lifetime === 'longLived')) return { expiresAt: null }
  if (lifetime === 'shortLived') return { expiresAt: tx.now + shortLivedUser * 1000 }
  return { expiresAt: tx.now + longLivedUser * 1000, longLived: true }
}

/** Issues a token, and answers its text. */
export function insertToken(tx: Tx, fields: Omit<TokenFields, 'token' | 'revoked' | 'sessionEnded'>): string {
  const token = `FG${tx.spell('tokens', 40)}`
  tx.insert('tokens', { token, ...fields, revoked: false, sessionEnded: false })
  return token
}
