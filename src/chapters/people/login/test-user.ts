import {
  type Access,
  asApplication,
  permissionError,
  unownedAccess,
  withCheck,
} from '../../../service/access/access.ts'
import { tokensFor } from '../../../service/access/ownership.ts'
import { isSelf } from '../../../service/caller/caller.ts'
import { grantedScopes, isGrantable } from '../../../service/caller/granted.ts'
import { type CallError, invalidParameter } from '../../../service/contract/errors.ts'
import type { Tx } from '../../../service/routes/context.ts'
import type { ReadContext } from '../../../service/routes/read-context.ts'
import { unixTime } from '../../../service/values/times.ts'
import type { AppRow, TestAccountRow, UserRow } from '../../rows.ts'
import { insertToken, validityOf } from '../token.ts'

/** The most test users of an app: https://github.com/gepolv/fb-zombie. */
const TEST_USERS_MAX = 2_000

const firstNames = [
  'Alice',
  'Barbara',
  'Carol',
  'Dave',
  'Elizabeth',
  'James',
  'Linda',
  'Mike',
  'Nancy',
  'Tom',
]
const lastNames = [
  'Bowersson',
  'Chengwitz',
  'Fergieman',
  'Goldmanstein',
  'Moiduescu',
  'Narayananwitz',
  'Wisemanman',
]

/** Returns a number as letters: `a` for 0 to `j` for 9. */
const lettersOf = (number: number): string =>
  [...String(number)].map((digit) => String.fromCharCode(97 + Number(digit))).join('')

/** Returns the name of a test user that was given none, which no other has. */
const nameOf = (id: number): string =>
  [firstNames[id % firstNames.length], `Al${lettersOf(id)}`, lastNames[id % lastNames.length]].join(' ')

/** A new test user, as the call describes them. */
interface NewTestUser {
  readonly name?: string | undefined
  readonly locale?: string | undefined
}

/** Returns a new person with an e-mail address. */
export function newTestUser(tx: Tx, { name, locale }: NewTestUser): UserRow {
  const person = { accountType: 'PERSONAL', blocked: false, loginDisabled: false, createdTime: tx.now }
  const { id } = tx.insert('users', { name: '', ...person, ...(locale !== undefined && { locale }) })
  const email = `${lettersOf(id)}_${unixTime(tx.now)}@tfbnw.net`
  return tx.patch('users', id, { name: name ?? nameOf(id), email })
}

/** Returns the error of an app that has as many test users as it may have. */
export const tooManyTestUsers = (tx: Tx, app: AppRow): CallError | undefined =>
  tx.count('testAccounts', 'byApp', [app.id]) < TEST_USERS_MAX
    ? undefined
    : invalidParameter(`An app has at most ${TEST_USERS_MAX} test users: delete some`)

/** Makes a person the test user of an app. */
export const enlist = (tx: Tx, app: number, user: number, password: string): TestAccountRow =>
  tx.first('testAccounts', 'byAppUser', [app, user]) ?? tx.insert('testAccounts', { app, user, password })

/**
 * Installs an app for a test user: issues a token with the permissions that the world knows. Names that the
 * live service has retired, which suites of SDKs still send, are left out.
 */
export function installFor(context: ReadContext, account: TestAccountRow, permissions: readonly string[]) {
  const { tx, policy } = context
  const known = permissions.filter((name) => isGrantable(policy, name))
  const scopes = grantedScopes(policy, [...known, 'user_friends'])
  const { app, user } = account
  const grant = { type: 'user', app, user, page: null, scopes, privacy: 'EVERYONE' } as const
  return insertToken(tx, { ...grant, ...validityOf(context, 'user', 'longLived') })
}

/** Revokes the tokens of a person for an app, with the page tokens that come from them. */
export function revokeTokens(tx: Tx, app: number, user: number): void {
  for (const token of tx.list('tokens', 'byUser', [user]))
    if (token.app === app && !token.revoked) tx.patch('tokens', token.id, { revoked: true })
}

/** Takes a permission away from the valid tokens of a person for an app. */
export function declinePermission(tx: Tx, app: number, user: number, permission: string): void {
  for (const { id, scopes, declined = [] } of tokensFor({ tx }, app, user)) {
    if (!scopes.includes(permission)) continue
    const kept = scopes.filter((name) => name !== permission)
    tx.patch('tokens', id, { scopes: kept, declined: [...declined, permission] })
  }
}

/** Returns the newest valid token of a test user for the app, if the app is installed. */
export const tokenOfTestUser = (context: ReadContext, { app, user }: TestAccountRow): string | undefined =>
  tokensFor(context, app, user)[0]?.token

/** Deletes a test user, who is one of this app alone. */
export function removePerson(tx: Tx, account: TestAccountRow): void {
  revokeTokens(tx, account.app, account.user)
  for (const { id } of tx.list('friendships', 'byPerson', [account.user])) tx.remove(id)
  tx.remove(account.id)
  tx.patch('users', account.user, { deleted: true })
}

/** Access to the test users of an app, with its application token only. */
export const readsTestUsers = withCheck(asApplication, ({ caller }, _account, node) =>
  node?.id === caller.app.id
    ? undefined
    : permissionError('Requires the application token of this app', 'the token is that of another app'),
)

/** Access to change the test users of an app, with its application token only. */
export const changesTestUsers: Access = { ...readsTestUsers, writes: true }

/** Access to change a test user: with the application token of their app, or with a token of their own. */
export const changesTestUser: Access = {
  ...unownedAccess,
  surface: 'app',
  writes: true,
  errorOf({ caller, tx }, _account, node) {
    if (node && !tx.first('testAccounts', 'byAppUser', [caller.app.id, node.id]))
      return permissionError('Requires a test user of the app', 'the person is no test user of this app')
    if (caller.kind === 'app' || (node && isSelf(caller, node.id))) return undefined
    return permissionError(
      'Requires the application token of the app, or a token of the test user',
      'the token belongs to somebody else',
    )
  },
}
