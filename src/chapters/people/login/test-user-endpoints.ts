import { z } from '../../../engine/schema/zod.ts'
import { identify } from '../../../service/caller/caller.ts'
import { type CallError, invalidParameter, isCallError } from '../../../service/contract/errors.ts'
import { endpoint } from '../../../service/routes/define.ts'
import type { ReadContext } from '../../../service/routes/read-context.ts'
import { list } from '../../../service/values/compounds.ts'
import { nodeId } from '../../../service/values/references.ts'
import { boolean, defaulted, filledText, oneOf, secretText, text } from '../../../service/values/scalars.ts'
import { listOf, pagingParams } from '../../../service/views/paging.ts'
import { recordSchema } from '../../../service/views/record.ts'
import type { AppRow, TestAccountRow } from '../../rows.ts'
import {
  changesTestUser,
  changesTestUsers,
  enlist,
  installFor,
  newTestUser,
  readsTestUsers,
  removePerson,
  revokeTokens,
  tooManyTestUsers,
} from './test-user.ts'
import { loginUrl, testUserView } from './test-user-view.ts'

const source = 'https://developers.facebook.com/docs/graph-api/reference/application/accounts/'
const userSource = 'https://developers.facebook.com/docs/graph-api/reference/test-user/'

/** Lists the test users of an app, newest first. Requires its application token. */
export const listTestUsers = endpoint({
  route: 'GET /{app}/accounts/test-users',
  also: { 'GET /{app}/accounts': {} },
  source,
  access: readsTestUsers,
  params: z.object({
    /** The kind of people: always `test-users`. */
    type: oneOf(['test-users']).optional(),
    ...pagingParams,
  }),
  logged: ({ limit, after, before }) => ({ limit, after, before }),
  view: testUserView,
  result: listOf(recordSchema(testUserView)),
  run: ({ app, pageOf }) => pageOf({ table: 'testAccounts', edge: 'byApp', owner: [app.id] }, testUserView),
})

const newTestUserParams = z.object({
  /** Whether the app is installed for the test user, who then has a token. */
  installed: defaulted(boolean, true),
  /** The permissions of the token, if the app is installed. Unknown names are left out. */
  permissions: list(text, { split: true }).optional(),
  /** The full name. By default a name that no other test user has. */
  name: filledText.optional(),
  /** The language and the country, as in `en_US`. */
  locale: filledText.optional(),
  /** The live service makes a minor by it. Here it has no effect. */
  minor: boolean.optional(),
  /** The id of a test user of another app, who becomes one of this app too; with `owner_access_token`. */
  uid: nodeId.optional(),
  /** The application token of an app of the test user `uid`. */
  owner_access_token: secretText.optional(),
})

type NewTestUserParams = z.output<typeof newTestUserParams>

/** Returns the account of the test user that the parameters name, at the app of `owner_access_token`. */
function ownedAccount({ tx }: ReadContext, params: NewTestUserParams): TestAccountRow | CallError {
  const { uid, owner_access_token: token } = params
  if (uid === undefined || token === undefined)
    return invalidParameter('The parameters uid and owner_access_token are required together')
  const { caller, error } = identify(tx, [token])
  if (error || caller?.kind !== 'app')
    return invalidParameter('Param owner_access_token must be the application token of an app')
  return (
    tx.first('testAccounts', 'byAppUser', [caller.app.id, uid]) ??
    invalidParameter('Param uid must be the id of a test user of the app of owner_access_token')
  )
}

/** Returns the account of a new test user, or of one of another app. */
function accountFor(
  context: ReadContext,
  app: AppRow,
  params: NewTestUserParams,
): TestAccountRow | CallError {
  const { tx } = context
  if (params.uid === undefined && params.owner_access_token === undefined) {
    const password = tx.spell('passwords of test users', 12)
    return enlist(tx, app.id, newTestUser(tx, params).id, password)
  }
  const owned = ownedAccount(context, params)
  return isCallError(owned) ? owned : enlist(tx, app.id, owned.user, owned.password)
}

/**
 * Creates a test user of an app, or makes one of another app a test user of this app too. Each is another
 * person, who can do what people do. Requires the application token.
 */
export const createTestUser = endpoint({
  route: 'POST /{app}/accounts/test-users',
  also: { 'POST /{app}/accounts': {} },
  source,
  access: changesTestUsers,
  params: newTestUserParams,
  logged: ({ owner_access_token: _, ...params }) => params,
  answersSecret: true,
  result: z.object({
    /** The id of the test user. */
    id: z.string(),
    /** A token of the test user for the app. Missing if the app is not installed. */
    access_token: z.string().optional(),
    /** The URL at which a browser logs in as the test user. */
    login_url: z.string(),
    /** The e-mail address of the test user. */
    email: z.string(),
    /** The password of the test user. */
    password: z.string(),
  }),
  run(context) {
    const { app, params, tx, refuseFor } = context
    const full = tooManyTestUsers(tx, app)
    if (full) return refuseFor(full)
    const account = accountFor(context, app, params)
    if (isCallError(account)) return refuseFor(account)
    const { user, password } = account
    const token = params.installed ? installFor(context, account, params.permissions ?? []) : undefined
    const email = tx.find('users', user)?.email ?? ''
    const login = { login_url: loginUrl(user), email, password }
    return { id: String(user), ...(token !== undefined && { access_token: token }), ...login }
  },
})

/**
 * Takes a test user away from an app. The person stays a test user of their other apps, and must have one:
 * `DELETE /{user}` deletes the person. Requires the application token.
 */
export const removeTestUser = endpoint({
  route: 'DELETE /{app}/accounts/test-users',
  also: { 'DELETE /{app}/accounts': {} },
  source,
  access: changesTestUsers,
  params: z.object({
    /** The id of the test user. */
    uid: nodeId,
  }),
  run({ app, params: { uid }, tx, refuse }) {
    const account = tx.first('testAccounts', 'byAppUser', [app.id, uid])
    if (!account) return refuse(100, `Param uid must be the id of a test user of the app, got ${uid}`)
    if (tx.count('testAccounts', 'byUser', [uid]) < 2)
      return refuse(100, 'Param uid must be the id of a test user of several apps: delete the test user')
    revokeTokens(tx, app.id, uid)
    tx.remove(account.id)
    return { success: true }
  },
})

/**
 * Changes the name or the password of a test user. Requires the application token of their app, or a token of
 * their own.
 */
export const updateTestUser = endpoint({
  route: 'POST /{user}',
  source: userSource,
  access: changesTestUser,
  params: z.object({
    /** The new full name. */
    name: filledText.optional(),
    /** The new password. */
    password: secretText.optional(),
  }),
  logged: ({ name }) => ({ name }),
  run({ user, params: { name, password }, tx }) {
    if (name !== undefined) tx.patch('users', user.id, { name, updatedTime: tx.now })
    if (password !== undefined)
      for (const { id } of tx.list('testAccounts', 'byUser', [user.id]))
        tx.patch('testAccounts', id, { password })
    return { success: true }
  },
})

/**
 * Deletes a test user, who must be one of a single app: nobody sees them any more, and their tokens are
 * invalid. Requires the application token of their app, or a token of their own.
 */
export const deleteTestUser = endpoint({
  route: 'DELETE /{user}',
  source: userSource,
  access: changesTestUser,
  run({ user, caller, tx, refuse }) {
    const [account, other] = tx.list('testAccounts', 'byUser', [user.id], { limit: 2 })
    if (!account || other)
      return refuse(
        100,
        `The test user belongs to several apps: DELETE /${caller.app.id}/accounts/test-users`,
      )
    removePerson(tx, account)
    return { success: true }
  },
})
