import type { RowOf } from '../engine/table.ts'
import { type Problem, subcodes } from './errors.ts'
import type { Tables } from './model/tables.ts'
import type { Tx } from './seen.ts'

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

/** Who is calling, as the token says it. */
export interface Viewer {
  readonly kind: 'user' | 'page' | 'systemUser' | 'app'
  readonly app: RowOf<Tables, 'apps'>
  /** The person behind the token: absent for an app token alone. */
  readonly user?: RowOf<Tables, 'users'>
  /** The page that a page token speaks for. */
  readonly page?: RowOf<Tables, 'pages'>
  readonly scopes: readonly string[]
  readonly token?: RowOf<Tables, 'tokens'>
}

/** Whether the token carries a permission. */
export const holds = ({ scopes }: Viewer, permission: Permission): boolean => scopes.includes(permission)

/** Who a token says is calling, and what is wrong with the token; a token of an ended session names both. */
export interface Identified {
  readonly viewer?: Viewer
  readonly problem?: Problem
}

const invalid = (message: string, subcode?: number): Identified => ({
  problem: { code: 190, message, ...(subcode !== undefined && { subcode }) },
})

const invalidToken = invalid('Invalid OAuth access token', subcodes.invalidToken)

/** An app token is the app id and the app secret joined by a vertical bar. */
function appViewer(tx: Tx, text: string): Identified {
  const [id = ''] = text.split('|', 1)
  const app = /^\d{1,15}$/.test(id) ? tx.find('apps', Number(id)) : undefined
  return app && `${app.id}|${app.secret}` === text
    ? { viewer: { kind: 'app', app, scopes: [] } }
    : invalidToken
}

function issuedViewer(tx: Tx, text: string): Identified {
  const token = tx.first('tokens', 'byToken', [text])
  if (!token || token.revoked) return invalidToken
  if (token.expiresAt !== null && tx.now >= token.expiresAt) {
    return invalid('Error validating access token: the session has expired', subcodes.expiredToken)
  }
  const app = tx.find('apps', token.app)
  const user = tx.find('users', token.user)
  if (!app || !user) return invalidToken
  const page = token.page === null ? undefined : tx.find('pages', token.page)
  const viewer = { kind: token.type, app, user, scopes: token.scopes, token, ...(page && { page }) }
  if (!token.sessionEnded) return { viewer }
  return { viewer, problem: { code: 102, message: 'The login session of this token has ended' } }
}

/** Who calls with this token, or what is wrong with it (chapter Authentication; SIL-040). */
export function identify(tx: Tx, given: readonly string[]): Identified {
  const [text, other] = given
  if (text === undefined || text === '')
    return invalid('An access token is required: send the parameter access_token')
  if (other !== undefined) return invalid('Two different access tokens were sent', subcodes.invalidToken)
  return text.includes('|') ? appViewer(tx, text) : issuedViewer(tx, text)
}
