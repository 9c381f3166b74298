import { z } from '../../engine/schema/zod.ts'
import type { Fields } from '../../engine/state/transaction.ts'
import { issuedToken } from '../../service/caller/caller.ts'
import { grantedPermission, grantedScopes, ungrantable } from '../../service/caller/granted.ts'
import { tokenText } from '../../service/caller/token-text.ts'
import type { Tx } from '../../service/routes/context.ts'
import { action } from '../../service/routes/define.ts'
import { list } from '../../service/values/compounds.ts'
import { nodeId, present } from '../../service/values/references.ts'
import { boolean, defaulted, integer, oneOf, text } from '../../service/values/scalars.ts'
import { datetime } from '../../service/values/times.ts'
import { idResult } from '../../service/views/results.ts'
import type { Tables } from '../tables.ts'
import { pageCategories, pageTasks, privacyLevels, tokenKinds } from './records.ts'
import { insertToken, lifetimes, validityOf } from './token.ts'

const chapter = 'Authentication'
/** Creates a user: a person with an account. */
export const createUser = action({
  chapter,
  params: z.object({
    /** The full name. */
    name: text,
    /** The user name, as in URLs. */
    username: text.optional(),
    /** The type of the account. */
    accountType: defaulted(oneOf(['PERSONAL', 'BUSINESS', 'MEDIA_CREATOR']), 'PERSONAL'),
    /** The first name. By default the name up to its last word, or a name of one word. */
    firstName: text.optional(),
    /** The middle name. */
    middleName: text.optional(),
    /** The last name. By default the last word of the name, if it has several. */
    lastName: text.optional(),
    /** The email address. Read with the permission email. */
    email: text.optional(),
    /** The URL of their website. */
    website: text.optional(),
    /** The language and the country, as in `en_US`, which is the default. */
    locale: text.optional(),
  }),
  result: idResult,
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
    /** The name of the app. */
    name: text,
    /** The users who administer the app. */
    administrators: defaulted(list(nodeId), []),
    /** The access level to the ads interface: ads calls of an app with `development` fail with 270. */
    accessLevel: defaulted(oneOf(['development', 'standard']), 'standard'),
    /**
     * When the app was created: after 2 July 2018 it needs leads_retrieval to read leads. Now, if left
     * out.
     */
    createdTime: datetime.optional(),
    /** Whether the app is internal: others may not send `nectar_module`. */
    internal: defaulted(boolean, false),
    /** Whether the app has the feature Page Public Content Access. */
    publicContentAccess: defaulted(boolean, false),
    /** Whether the app has enabled the recent-activity-stories migration: posts then show `story`. */
    activityStories: defaulted(boolean, false),
    /** Whether calls with its tokens need `appsecret_proof`. */
    requireProof: boolean.optional(),
  }),
  result: z.object({
    /** The id of the new app. */
    id: z.string(),
    /** The app secret, which signs webhook deliveries. */
    secret: z.string(),
    /** The app token: the id and the secret, joined by a vertical bar. */
    token: z.string(),
  }),
  run({ params, tx }) {
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

/**
 * Deletes an app. All of its tokens are invalid from then on; under the policy `beyond: 'serve'` their error
 * says that the app has been deleted. What the app made stays.
 */
export const deleteApp = action({
  chapter,
  params: z.object({
    /** The id of the app. */
    app: nodeId,
  }),
  run({ params, tx, refuse }) {
    if (present(tx, 'apps', params.app).deleted)
      return refuse(`Param app must be an app that exists: ${params.app} is deleted`)
    tx.patch('apps', params.app, { deleted: true })
    return { success: true }
  },
})

/** Creates a page. Its `administrators` hold every task on it. A place is a page too. */
export const createPage = action({
  chapter: 'Resources and their fields',
  params: z.object({
    /** The name of the page. */
    name: text,
    /** The user name, as in URLs. */
    username: text.optional(),
    /** The users who hold every task on the page. */
    administrators: defaulted(list(nodeId), []),
    /** Whether the page is public. */
    published: defaulted(boolean, true),
    /** Whether the page is authentic. */
    verified: defaulted(boolean, false),
    /** The category of the page. */
    category: oneOf(pageCategories).optional(),
    /** The number of engaged users: the limit of calls for the page grows with it. */
    engagedUsers: defaulted(integer(0), 10),
    /** The number of people who like the page. */
    fans: integer(0).optional(),
    /** The number of people who follow the page. By default the number of fans. */
    followers: integer(0).optional(),
  }),
  result: idResult,
  run({ params, tx }) {
    const { administrators, ...page } = params
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
  params: z.object({
    page: nodeId,
    user: nodeId,
    /** The tasks that the person holds from now on. */
    tasks: list(oneOf(pageTasks), { split: true }),
  }),
  run({ params, tx }) {
    const { page, user, tasks } = params
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
    /** The kind of token. */
    kind: oneOf(tokenKinds),
    app: nodeId,
    user: nodeId,
    /** The page of a page token. Required for that kind, and for no other. */
    page: nodeId.optional(),
    /**
     * The permissions of the token. Those that only the live service has need the policy `beyond: 'serve'`,
     * which always adds public_profile.
     */
    scopes: defaulted(list(grantedPermission, { split: true }), []),
    /** When the token expires. Without this and `lifetime`, it never does. */
    expiresAt: datetime.optional(),
    /** The lifetime of the token, by the policy. Excluded by `expiresAt`. */
    lifetime: oneOf(lifetimes).optional(),
    /** The most open privacy that the app may use for content of the person. */
    privacy: defaulted(oneOf(privacyLevels), 'EVERYONE'),
    /** The text of the token, for a program that has it as a constant. Drawn, if left out. */
    token: tokenText.optional(),
  }),
  result: z.object({
    /** The text of the new token. */
    token: z.string(),
  }),
  run({ params, tx, policy, refuse }) {
    const { kind, app, user, page = null, scopes, expiresAt = null, lifetime, privacy, token } = params
    const unknown = ungrantable(policy, scopes)
    if (unknown) return refuse(unknown)
    if ((kind === 'page') !== (page !== null))
      return refuse('Param page is required for a token of kind page, and for no other')
    if (lifetime !== undefined && expiresAt !== null)
      return refuse('Params expiresAt and lifetime exclude each other')
    if (token !== undefined && tx.first('tokens', 'byToken', [token]))
      return refuse('Param token must be the text of no other token')
    const validity = lifetime === undefined ? { expiresAt } : validityOf({ tx, policy }, kind, lifetime)
    const grant = { type: kind, app, user, page, scopes: grantedScopes(policy, scopes), privacy }
    return { token: insertToken(tx, { ...grant, ...validity }, token) }
  },
})

const tokenParams = z.object({
  /** A token that was issued in this world. */
  token: text,
})
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
  run: ({ params, tx, refuse }) =>
    changeToken(tx, params.token, { revoked: true }) ? { success: true } : refuse(unknownToken),
})

/** Ends the login session of a token: calls with it now fail with code 102 or 190. */
export const endSession = action({
  chapter,
  params: tokenParams,
  run: ({ params, tx, refuse }) =>
    changeToken(tx, params.token, { sessionEnded: true }) ? { success: true } : refuse(unknownToken),
})

/** Sets the privacy level that a person granted an app at login: the most open level that the app may use. */
export const grantLoginPrivacy = action({
  chapter,
  params: z.object({
    /** A token that was issued in this world. */
    token: text,
    /** The most open privacy that the app may use for content of the person. */
    privacy: oneOf(privacyLevels),
  }),
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
    /** Whether the person grants access. */
    granted: defaulted(boolean, true),
    /** The permissions that the person grants. All that the app requests, if left out. */
    scopes: list(grantedPermission, { split: true }).optional(),
    /** The most open privacy that the app may use for content of the person. */
    privacy: defaulted(oneOf(privacyLevels), 'EVERYONE'),
  }),
  run({ params, tx, policy, refuse }) {
    const { app, user, scopes = null, ...answer } = params
    const error = ungrantable(policy, scopes ?? [])
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
  params: z.object({
    page: nodeId,
    /** The users who may read leads of the page. All its administrators, if left out. */
    users: list(nodeId).optional(),
  }),
  run({ params, tx }) {
    const { page, users = null } = params
    tx.patch('pages', page, { leadAccess: users })
    return { success: true }
  },
})
