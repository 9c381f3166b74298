import type { AppRow, PageRow, TokenRow, UserRow } from '../../areas/rows.ts'
import type { Tx } from '../context.ts'
import { type CallError, subcodes } from '../contract/errors.ts'
import { appSecretProof } from './proof.ts'

/** Every permission of the contract and of the decisions. */
export const permissions = [
  'pages_read_engagement',
  'pages_manage_posts',
  'business_management',
  'read_page_mailboxes',
  'user_photos',
  'user_profile',
  'user_media',
  'leads_retrieval',
  'ads_read',
  'ads_management',
] as const

/** A permission that a token may carry. */
export type Permission = (typeof permissions)[number]

const known = new Set<string>(permissions)

/** Whether a name is that of a permission. */
export const isPermission = (name: string): boolean => known.has(name)

/** Who is calling, as the token says it. */
export interface Caller {
  readonly kind: 'user' | 'page' | 'systemUser' | 'app'
  readonly app: AppRow
  /** The person behind the token: absent for an app token alone. */
  readonly user?: UserRow
  /** The page that a page token speaks for. */
  readonly page?: PageRow
  readonly scopes: readonly string[]
  readonly token?: TokenRow
}

/** Whether the token carries a permission. */
export const hasPermission = ({ scopes }: Caller, permission: Permission): boolean =>
  scopes.includes(permission)

/** Whether a person is calling himself: a page token speaks for its page, whoever holds it. */
export const isSelf = ({ kind, user }: Caller, id: number): boolean => kind !== 'page' && user?.id === id

/** Who a token says is calling, and what is wrong with the token; a token of an ended session names both. */
export interface Identification {
  readonly caller?: Caller
  readonly error?: CallError
}

const invalid = (message: string, subcode?: number): Identification => ({
  error: { code: 190, message, ...(subcode !== undefined && { subcode }) },
})

const invalidToken = invalid('Invalid OAuth access token', subcodes.invalidToken)

/** An app token is the app id and the app secret joined by a vertical bar. */
function appViewer(tx: Tx, text: string): Identification {
  const [id = ''] = text.split('|', 1)
  const app = /^\d{1,15}$/.test(id) ? tx.find('apps', Number(id)) : undefined
  return app && `${app.id}|${app.secret}` === text
    ? { caller: { kind: 'app', app, scopes: [] } }
    : invalidToken
}

/** What a page token is spelled from: who reads it finds the user token behind it, and the page. */
const managed = /^FG(\d{1,15})P(\d{1,15})Z[0-9a-f]{40}$/

function managedText(app: AppRow, { id, token }: TokenRow, page: number): string {
  return `FG${id}P${page}Z${appSecretProof(`${token}/${page}`, app.secret).slice(0, 40)}`
}

/** The page token that a user token gives for a page (SIL-045). It follows from both, and is never stored. */
export function pageTokenOf({ app, token }: Caller, page: number): string | undefined {
  return token && managedText(app, token, page)
}

/** The text of the token that is calling; an app token has none that is kept. */
export function tokenTextOf(caller: Caller): string | undefined {
  const { token, page } = caller
  return page && token?.page === null ? pageTokenOf(caller, page.id) : token?.token
}

/** A token that was issued, as its text says it: the row, and what speaks for a page in its name. */
interface Issued extends Pick<TokenRow, 'type' | 'page' | 'expiresAt'> {
  readonly row: TokenRow
}

function issued(tx: Tx, text: string): Issued | undefined {
  const [, id, page] = managed.exec(text) ?? []
  const row = id === undefined ? tx.first('tokens', 'byToken', [text]) : tx.find('tokens', Number(id))
  if (!row || page === undefined) return row && { row, ...row }
  const app = tx.find('apps', row.app)
  if (!app || managedText(app, row, Number(page)) !== text) return undefined
  // A page token from a long-lived user token never ends (SIL-046).
  return { row, type: 'page', page: Number(page), expiresAt: row.longLived ? null : row.expiresAt }
}

/** The row of a token that was issued. That of a page token of `/me/accounts` is its user token's. */
export const issuedToken = (tx: Tx, text: string): TokenRow | undefined => issued(tx, text)?.row

function issuedViewer(tx: Tx, text: string): Identification {
  const found = issued(tx, text)
  if (!found || found.row.revoked) return invalidToken
  const { row: token, type: kind, expiresAt } = found
  if (expiresAt !== null && tx.now >= expiresAt) {
    return invalid('Error validating access token: the session has expired', subcodes.expiredToken)
  }
  const app = tx.find('apps', token.app)
  const user = tx.find('users', token.user)
  if (!app || !user) return invalidToken
  const page = found.page === null ? undefined : tx.find('pages', found.page)
  const caller = { kind, app, user, scopes: token.scopes, token, ...(page && { page }) }
  if (!token.sessionEnded) return { caller }
  return { caller, error: { code: 102, message: 'The login session of this token has ended' } }
}

/** Who calls with this token, or what is wrong with it (chapter Authentication; SIL-040). */
export function identify(tx: Tx, given: readonly string[]): Identification {
  const [text, other] = given
  if (text === undefined || text === '')
    return invalid('An access token is required: send the parameter access_token')
  if (other !== undefined) return invalid('Two different access tokens were sent', subcodes.invalidToken)
  return text.includes('|') ? appViewer(tx, text) : issuedViewer(tx, text)
}
