import type { AppRow, PageRow, TokenRow, UserRow } from '../../chapters/rows.ts'
import { servesBeyond } from '../contract/beyond.ts'
import { type CallError, subcodes } from '../contract/errors.ts'
import type { Tx } from '../routes/context.ts'
import { plainNodeNumber } from '../values/ids.ts'
import type { LivePermission } from './live-permissions.ts'
import { appSecretProof } from './proof.ts'
import { DERIVED_PAGE_TOKEN } from './token-text.ts'

/** All permissions of the contract and of the decisions (SIL-048). */
export const permissions = [
  'pages_read_engagement', // AUT-010
  'pages_manage_posts', // AUT-011
  'business_management', // AUT-012
  'read_page_mailboxes', // AUT-013
  'user_photos', // AUT-014
  'user_profile',
  'user_media',
  'leads_retrieval', // AUT-015
  'ads_read', // AUT-017
  'ads_management', // AUT-018
] as const

/** A permission that a token can have. */
export type Permission = (typeof permissions)[number]

/** A permission of the contract, or one that only the live service has. */
export type GrantedPermission = Permission | LivePermission

/** The caller that a token represents. */
export interface Caller {
  readonly kind: 'user' | 'page' | 'systemUser' | 'app'
  readonly app: AppRow
  /** The user of the token. An app token has none. */
  readonly user?: UserRow
  /** The page of a page token. */
  readonly page?: PageRow
  readonly scopes: readonly string[]
  readonly token?: TokenRow
}

/** Whether the token has a permission. */
export const hasPermission = ({ scopes }: Caller, permission: GrantedPermission): boolean =>
  scopes.includes(permission)

/** Whether the caller is this user. A page token represents its page, not its user. */
export const isSelf = ({ kind, user }: Caller, id: number): boolean => kind !== 'page' && user?.id === id

/** The caller, the error of the token, or both if the session of the token has ended. */
export interface Identification {
  readonly caller?: Caller
  readonly error?: CallError
}

/** Returns a token error, which has code 190 (AUT-003, AUT-004). */
const tokenError = (message: string, subcode?: number): Identification => ({
  error: { code: 190, message, ...(subcode !== undefined && { subcode }) },
})

const invalidToken = tokenError('Invalid OAuth access token', subcodes.invalidToken)

/** The words of the live service, which suites of its SDKs compare. */
const deletedApp = tokenError('Error validating application. Application has been deleted.')

/** Returns the error of the tokens of an app that was deleted. */
const deletedAppError = (tx: Tx): Identification => (servesBeyond(tx.settings) ? deletedApp : invalidToken)

const noScopes: readonly string[] = []

/** Identifies an app by its token, which is the app id and the app secret joined by a bar (AUT-028). */
function identifyApp(tx: Tx, text: string): Identification {
  const [id = ''] = text.split('|', 1)
  const number = plainNodeNumber(id)
  const app = number === undefined ? undefined : tx.find('apps', number)
  if (!app || `${app.id}|${app.secret}` !== text) return invalidToken
  return app.deleted ? deletedAppError(tx) : { caller: { kind: 'app', app, scopes: noScopes } }
}

/** Page tokens by the row of their user token, because a digest costs more than the rest of most calls. */
const derivedPageTokens = new WeakMap<TokenRow, { app: AppRow; page: number; text: string }>()

function derivedPageToken(app: AppRow, row: TokenRow, page: number): string {
  const known = derivedPageTokens.get(row)
  if (known?.app === app && known.page === page) return known.text
  const { id, token } = row
  const text = `FG${id}P${page}Z${appSecretProof(`${token}/${page}`, app.secret).slice(0, 40)}`
  derivedPageTokens.set(row, { app, page, text })
  return text
}

/** Returns the page token that a user token gives for a page. It is derived and never stored (SIL-045). */
export function pageTokenOf({ app, token }: Caller, page: number): string | undefined {
  return token && derivedPageToken(app, token, page)
}

/** Returns the text of the caller's token, or undefined for an app token. */
export function tokenTextOf(caller: Caller): string | undefined {
  const { token, page } = caller
  return page && token?.page === null ? pageTokenOf(caller, page.id) : token?.token
}

/** An issued token. For a derived page token, `row` is the row of its user token. */
export interface IssuedToken extends Pick<TokenRow, 'type' | 'page' | 'expiresAt'> {
  readonly row: TokenRow
}

/** Returns the issued token with this text (AUT-030; SIL-045, SIL-046). */
export function findToken(tx: Tx, text: string): IssuedToken | undefined {
  const [, id, page] = DERIVED_PAGE_TOKEN.exec(text) ?? []
  const row = id === undefined ? tx.first('tokens', 'byToken', [text]) : tx.find('tokens', Number(id))
  if (!row) return undefined
  if (page === undefined) return { row, type: row.type, page: row.page, expiresAt: row.expiresAt }
  const app = tx.find('apps', row.app)
  if (!app || derivedPageToken(app, row, Number(page)) !== text) return undefined
  // A page token of a long-lived user token is long-lived and does not expire (AUT-026, AUT-027; SIL-046).
  return { row, type: 'page', page: Number(page), expiresAt: row.longLived ? null : row.expiresAt }
}

/** Returns the row of an issued token. For a derived page token it is the row of its user token. */
export const issuedToken = (tx: Tx, text: string): TokenRow | undefined => findToken(tx, text)?.row

/**
 * Identifies the caller by the tokens of a call (CNV-021, AUT-001, AUT-002, AUT-003, AUT-004,
 * ERR-003, ERR-005; SIL-040).
 *
 * @param tokens The distinct tokens that were sent; two different ones are an error.
 */
export function identify(tx: Tx, tokens: readonly string[]): Identification {
  const [text, other] = tokens
  if (text === undefined) return tokenError('An access token is required: send the parameter access_token')
  if (other !== undefined) return tokenError('Two different access tokens were sent', subcodes.invalidToken)
  if (text.includes('|')) return identifyApp(tx, text)
  const issued = findToken(tx, text)
  if (!issued || issued.row.revoked) return invalidToken
  const { row: token, type: kind, expiresAt } = issued
  // HOK-005
  if (expiresAt !== null && tx.now >= expiresAt) {
    return tokenError('Error validating access token: the session has expired', subcodes.expiredToken)
  }
  const app = tx.find('apps', token.app)
  const user = tx.find('users', token.user)
  if (!app || !user) return invalidToken
  if (app.deleted) return deletedAppError(tx)
  const page = issued.page === null ? undefined : tx.find('pages', issued.page)
  const caller = { kind, app, user, scopes: token.scopes, token, ...(page && { page }) }
  if (!token.sessionEnded) return { caller }
  return { caller, error: { code: 102, message: 'The login session of this token has ended' } }
}

/** Returns the most open level that the app may use: its grant at login; EVERYONE with a page token. */
export function grantedPrivacy({ kind, token }: Caller): TokenRow['privacy'] {
  return kind === 'page' ? 'EVERYONE' : (token?.privacy ?? 'EVERYONE')
}
