import type { Fields } from '../../engine/transaction.ts'
import { z } from '../../engine/zod.ts'
import { issuedToken, permissions } from '../../graph/caller/caller.ts'
import type { Tx } from '../../graph/context.ts'
import { action } from '../../graph/define.ts'
import { successResult } from '../../graph/results.ts'
import { list } from '../../graph/values/compounds.ts'
import { missing, nodeId } from '../../graph/values/references.ts'
import { bool, defaulted, integer, oneOf, text } from '../../graph/values/scalars.ts'
import { datetime } from '../../graph/values/times.ts'
import type { Tables } from '../tables.ts'
import { pageCategories, pageTasks, privacyLevels, tokenKinds } from './records.ts'
import { insertToken, lifetimes, validityOf } from './token.ts'

const chapter = 'Authentication'
const created = z.object({ id: z.string() })

/** Creates a user: a person with an account. */
export const createUser = action({
  chapter,
  params: z.object({
    name: text,
    username: text.optional(),
    accountType: defaulted(oneOf(['PERSONAL', 'BUSINESS', 'MEDIA_CREATOR']), 'PERSONAL'),
    firstName: text.optional(),
    lastName: text.optional(),
    email: text.optional(),
  }),
  result: created,
  run({ params, tx }) {
    const user = tx.insert('users', { ...params, blocked: false, loginDisabled: false, createdTime: tx.now })
    return { id: String(user.id) }
  },
})

/**
 * Creates an app. Returns its id, its secret and its app token. An app whose `createdTime` is after
 * 2 July 2018 needs the permission leads_retrieval to read leads.
 */
export const createApp = action({
  chapter,
  params: z.object({
    name: text,
    administrators: defaulted(list(nodeId), []),
    accessLevel: defaulted(oneOf(['development', 'standard']), 'standard'),
    createdTime: datetime.optional(),
    internal: defaulted(bool, false),
    publicContentAccess: defaulted(bool, false),
    activityStories: defaulted(bool, false),
    requireProof: bool.optional(),
  }),
  result: z.object({ id: z.string(), secret: z.string(), token: z.string() }),
  run({ params, tx, refuse }) {
    const error = missing(tx, ...params.administrators.map((id) => ['administrators', 'users', id] as const))
    if (error) return refuse(error)
    const secret = tx.spell('app secrets', 32)
    const app = tx.insert('apps', {
      ...params,
      secret,
      createdTime: params.createdTime ?? tx.now,
      blocked: false,
    })
    return { id: String(app.id), secret, token: `${app.id}|${secret}` }
  },
})

/** Creates a page. Its `administrators` hold every task on it. A place is a page too. */
export const createPage = action({
  chapter: 'Resources and their fields',
  params: z.object({
    name: text,
    username: text.optional(),
    administrators: defaulted(list(nodeId), []),
    published: defaulted(bool, true),
    verified: defaulted(bool, false),
    category: oneOf(pageCategories).optional(),
    engagedUsers: defaulted(integer(0), 10),
    fans: integer(0).optional(),
    followers: integer(0).optional(),
  }),
  result: created,
  run({ params, tx, refuse }) {
    const { administrators, ...page } = params
    const error = missing(tx, ...administrators.map((id) => ['administrators', 'users', id] as const))
    if (error) return refuse(error)
    const { id } = tx.insert('pages', {
      ...page,
      createdTime: tx.now,
      ownedDomains: [],
      leadAccess: null,
      blocked: false,
    })
    // SIL-049
    for (const user of new Set(administrators))
      tx.insert('pageRoles', { page: id, user, tasks: [...pageTasks] })
    return { id: String(id) }
  },
})

/** Sets the tasks of a person on a page. An empty list removes the person from the page. */
export const assignTasks = action({
  chapter,
  params: z.object({ page: nodeId, user: nodeId, tasks: list(oneOf(pageTasks), { split: true }) }),
  result: successResult,
  run({ params, tx, refuse }) {
    const { page, user, tasks } = params
    const error = missing(tx, ['page', 'pages', page], ['user', 'users', user])
    if (error) return refuse(error)
    const previous = tx.first('pageRoles', 'byPageUser', [page, user])
    if (previous) tx.remove(previous.id)
    if (tasks.length > 0) tx.insert('pageRoles', { page, user, tasks: [...new Set(tasks)] })
    return { success: true }
  },
})

/**
 * Issues a token of a person for an app: a user token, a page token (with `page`) or a system user token. Its
 * scopes never change. It expires at `expiresAt`, or after a `lifetime` of the policy; with neither it never
 * expires.
 */
export const issueToken = action({
  chapter,
  params: z.object({
    kind: oneOf(tokenKinds),
    app: nodeId,
    user: nodeId,
    page: nodeId.optional(),
    scopes: defaulted(list(oneOf(permissions), { split: true }), []),
    expiresAt: datetime.optional(),
    lifetime: oneOf(lifetimes).optional(),
    privacy: defaulted(oneOf(privacyLevels), 'EVERYONE'),
  }),
  result: z.object({ token: z.string() }),
  run({ params, tx, policy, refuse }) {
    const { kind, app, user, page = null, scopes, expiresAt = null, lifetime, privacy } = params
    const error = missing(tx, ['app', 'apps', app], ['user', 'users', user], ['page', 'pages', page])
    if (error) return refuse(error)
    if ((kind === 'page') !== (page !== null))
      return refuse('Param page is required for a token of kind page, and for no other')
    if (lifetime !== undefined && expiresAt !== null)
      return refuse('Params expiresAt and lifetime exclude each other')
    const validity = lifetime === undefined ? { expiresAt } : validityOf({ tx, policy }, kind, lifetime)
    const grant = { type: kind, app, user, page, scopes: [...new Set(scopes)], privacy }
    return { token: insertToken(tx, { ...grant, ...validity }) }
  },
})

const tokenParams = z.object({ token: text })
const unknownToken = 'Param token must be a token that was issued in this world'

/**
 * Changes an issued token. For a page token of `/me/accounts` it changes the user token behind it. Returns
 * whether the token is known.
 */
function changeToken(tx: Tx, token: string, change: Partial<Fields<Tables, 'tokens'>>): boolean {
  const row = issuedToken(tx, token)
  if (row) tx.patch('tokens', row.id, change)
  return row !== undefined
}

/** Revokes a token: calls with it now fail with code 190. */
export const revokeToken = action({
  chapter,
  params: tokenParams,
  result: successResult,
  run: ({ params, tx, refuse }) =>
    changeToken(tx, params.token, { revoked: true }) ? { success: true } : refuse(unknownToken),
})

/** Ends the login session of a token: calls with it now fail with code 102 or 190. */
export const endSession = action({
  chapter,
  params: tokenParams,
  result: successResult,
  run: ({ params, tx, refuse }) =>
    changeToken(tx, params.token, { sessionEnded: true }) ? { success: true } : refuse(unknownToken),
})

/** Sets the privacy level that a person granted an app at login: the most open level that the app may use. */
export const grantLoginPrivacy = action({
  chapter,
  params: z.object({ token: text, privacy: oneOf(privacyLevels) }),
  result: successResult,
  run: ({ params, tx, refuse }) =>
    changeToken(tx, params.token, { privacy: params.privacy }) ? { success: true } : refuse(unknownToken),
})

/**
 * Sets the person who uses the authorization window of an app, and their answer. They grant all the
 * permissions that the app requests, or only those in `scopes`; with `granted: false` they deny access.
 */
export const setConsent = action({
  chapter,
  params: z.object({
    app: nodeId,
    user: nodeId,
    granted: defaulted(bool, true),
    scopes: list(oneOf(permissions), { split: true }).optional(),
    privacy: defaulted(oneOf(privacyLevels), 'EVERYONE'),
  }),
  result: successResult,
  run({ params, tx, refuse }) {
    const { app, user, scopes = null, ...answer } = params
    const error = missing(tx, ['app', 'apps', app], ['user', 'users', user])
    if (error) return refuse(error)
    const previous = tx.first('consents', 'byApp', [app])
    if (previous) tx.remove(previous.id)
    tx.insert('consents', { app, user, scopes: scopes && [...new Set(scopes)], ...answer })
    return { success: true }
  },
})

/** Sets the users who may read the leads of a page. Without `users`, all its administrators may. */
export const setLeadAccess = action({
  chapter,
  params: z.object({ page: nodeId, users: list(nodeId).optional() }),
  result: successResult,
  run({ params, tx, refuse }) {
    const { page, users = null } = params
    const error = missing(
      tx,
      ['page', 'pages', page],
      ...(users ?? []).map((id) => ['users', 'users', id] as const),
    )
    if (error) return refuse(error)
    tx.patch('pages', page, { leadAccess: users })
    return { success: true }
  },
})
