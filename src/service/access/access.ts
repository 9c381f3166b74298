import type { PageTask } from '../../chapters/people/records.ts'
import type { AdAccountRow, InstagramAccountRow, PageRow } from '../../chapters/rows.ts'
import { type Caller, hasPermission, type Identification, type Permission } from '../caller/caller.ts'
import type { BeyondPolicy } from '../contract/beyond.ts'
import type { CallError, ErrorCode } from '../contract/errors.ts'
import type { RawParams } from '../routes/call.ts'
import type { Node, Tx } from '../routes/context.ts'
import type { ReadContext } from '../routes/read-context.ts'
import { roleOn } from './roles.ts'

/** The parts of the service that share rate limits and error codes. */
type Surface = 'page' | 'ads' | 'user' | 'app'

/** The access rule of an endpoint: the permitted callers, and the errors for other callers. */
export interface Access {
  readonly surface: Surface
  /** Whether the endpoint changes data. If it does, it refuses blocked actors. */
  readonly writes: boolean
  /** Error codes of all endpoints of this surface, in addition to their own lists (SIL-038). */
  readonly codes: readonly ErrorCode[]
  readonly permissions: readonly Permission[]
  readonly tasks: readonly PageTask[]
  /** The pages whose leads the call reads. It counts for the lead read limit of each (LIM-020). */
  readonly leadPages?: (tx: Tx, node: Node) => readonly PageRow[]
  /** The page or ad account that owns the node. */
  readonly account: (tx: Tx, node: Node) => Account | undefined
  /** Identifies a caller without a token, for endpoints that issue tokens. */
  readonly identify?: (tx: Tx, params: RawParams, policy: BeyondPolicy) => Identification
  /** The parameter with another token, whose proof the call may send in place of that of its own token. */
  readonly provenParam?: string
  /** Returns the permission error of a call, or undefined. `sent` has its parameters as they were sent. */
  readonly errorOf: (
    context: ReadContext,
    account: Account | undefined,
    node: Node | undefined,
    sent?: RawParams,
  ) => CallError | undefined
}

/** A page or ad account. Rate limits and blocks apply to the one that owns the node of a call. */
export type Account = PageRow | AdAccountRow

/** Returns a permission error (ERR-006). */
export const permissionError = (message: string, ...because: string[]): CallError => ({
  code: 200,
  message,
  because,
})

/** Returns the page of a post. */
function accountOfPost(tx: Tx, id: number): PageRow | undefined {
  const post = tx.find('posts', id)
  return post && tx.find('pages', post.page)
}

/** Returns the Instagram account that a node is or belongs to. */
export function instagramAccountOf(tx: Tx, node: Node): InstagramAccountRow | undefined {
  if (node.kind === 'instagramAccounts') return node
  return 'account' in node ? tx.find('instagramAccounts', node.account) : undefined
}

/** Returns the page of what belongs to an Instagram account. */
function accountOfInstagram(tx: Tx, node: Node): PageRow | undefined {
  const account = instagramAccountOf(tx, node)
  return account && tx.find('pages', account.page)
}

/** Returns the page or ad account that a node is or belongs to. */
export function accountOf(tx: Tx, node: Node): Account | undefined {
  if (node.kind === 'pages' || node.kind === 'adAccounts') return node
  if (node.kind === 'photos') return tx.find('pages', node.owner)
  if (node.kind === 'comments') return accountOfPost(tx, node.post)
  if ('account' in node) return accountOfInstagram(tx, node)
  if ('page' in node && node.page !== null) return tx.find('pages', node.page)
  return 'adAccount' in node && node.adAccount !== undefined
    ? tx.find('adAccounts', node.adAccount)
    : undefined
}

/** Returns the error for the needed permissions that the token lacks, or undefined (AUT-010 to AUT-018). */
export function missingPermissions(caller: Caller, needed: readonly Permission[]): CallError | undefined {
  const missing: Permission[] = []
  for (const permission of needed) if (!caller.scopes.includes(permission)) missing.push(permission)
  if (missing.length === 0) return undefined
  return permissionError(
    `Requires the permission ${missing.join(' and ')}`,
    ...missing.map((permission) => `the token lacks the permission ${permission}`),
  )
}

/**
 * Returns error 270 for an app with development access level, unless the user of the token administers both
 * the app and the ad account (AUT-029, ERR-007, ERR-008; SIL-054).
 */
export function accessLevelError(
  { caller, tx }: ReadContext,
  account: { readonly id: number } | undefined,
): CallError | undefined {
  const { user, app } = caller
  if (app.accessLevel !== 'development') return undefined
  const role = user && account ? roleOn(tx, account.id, user.id) : undefined
  if (user && app.administrators.includes(user.id) && role === 'ADMIN') return undefined
  return {
    code: 270,
    message: 'This ads request is not allowed for an app with development access level',
    because: [
      'the app has development access level',
      "the token's user does not administer both the app and the ad account",
    ],
  }
}

/** The tasks and permissions that a page endpoint requires. */
interface PageAccess {
  /** The caller needs one of these tasks. */
  readonly tasks: readonly PageTask[]
  /** The token needs all of these permissions. */
  readonly permissions: readonly Permission[]
  /** An app with Page Public Content Access reads public content without a task (SIL-052). */
  readonly publicContent?: boolean
  readonly writes?: boolean
}

/**
 * Returns the access to a page and its nodes: a page token, or a user token whose owner has a page task
 * (AUT-005; SIL-050).
 */
export function pageAccess({
  tasks,
  permissions,
  publicContent = false,
  writes = false,
}: PageAccess): Access {
  return {
    surface: 'page',
    writes,
    codes: [80001],
    permissions,
    tasks,
    account: accountOf,
    errorOf(context, page) {
      const held = page ? heldTasks(context, page.id) : []
      for (const task of held)
        if (tasks.includes(task)) return missingPermissions(context.caller, permissions)
      if (held.length > 0 || !publicContent) return taskError(tasks, held)
      return context.caller.app.publicContentAccess ? undefined : publicContentError()
    },
  }
}

const noTask = 'the caller has no task on the page'

function taskError(needed: readonly PageTask[], held: readonly PageTask[]): CallError {
  const tasks = needed.length > 1 ? `one of the tasks ${needed.join(', ')}` : `the task ${needed[0]}`
  const reason = held.length > 0 ? `the caller holds only ${held.join(', ')}` : noTask
  return permissionError(`Requires ${tasks} on the page`, reason)
}

const publicContentError = (): CallError =>
  permissionError(
    'Requires a task on the page or Page Public Content Access',
    noTask,
    'the app lacks the feature Page Public Content Access',
  )

/** Access to publish as a page (AUT-006). */
export const publishesContent: Access = pageAccess({
  tasks: ['CREATE_CONTENT'],
  permissions: ['pages_read_engagement', 'pages_manage_posts'],
  writes: true,
})

/** Access to delete content of a page. */
export const deletesContent: Access = pageAccess({
  tasks: ['CREATE_CONTENT'],
  permissions: ['pages_manage_posts'],
  writes: true,
})

/** Whether the token has a permission to read ads: ads_read or ads_management (SIL-053). */
export const canReadAds = (caller: Caller): boolean =>
  hasPermission(caller, 'ads_read') || hasPermission(caller, 'ads_management')

/** Returns the error of a caller who may not read or manage ads, or undefined (SIL-053). */
export function adsAccessError(
  { caller, tx }: ReadContext,
  account: Account | undefined,
  writes: boolean,
): CallError | undefined {
  const isPermitted = writes ? hasPermission(caller, 'ads_management') : canReadAds(caller)
  if (!isPermitted) {
    const permission = writes ? 'ads_management' : 'ads_read'
    return {
      // AUT-017, AUT-018, ERR-009, ERR-010
      code: writes ? 294 : 278,
      message: `Requires the extended permission ${permission}`,
      because: [`the token lacks the permission ${permission}`],
    }
  }
  return account && roleError(caller.user && roleOn(tx, account.id, caller.user.id), writes)
}

/** Returns the error of a user whose role does not suffice: an ANALYST only reads (SIL-053). */
function roleError(role: ReturnType<typeof roleOn>, writes: boolean): CallError | undefined {
  if (!role)
    return permissionError(
      'Requires a role on the ad account',
      "the token's user has no role on the ad account",
    )
  if (!writes || role !== 'ANALYST') return undefined
  return permissionError(
    'Requires the role ADMIN or ADVERTISER on the ad account',
    "the token's user has the role ANALYST, which only reads",
  )
}

const adsAccess = (writes: boolean): Access => ({
  surface: 'ads',
  writes,
  codes: [270, 2635, 80004],
  permissions: [writes ? 'ads_management' : 'ads_read'],
  tasks: [],
  account: accountOf,
  errorOf: (context, account) => adsAccessError(context, account, writes),
})

/** Access to read ads: ads_read or ads_management, and a role on the ad account (AUT-017; SIL-053). */
export const readsAds: Access = adsAccess(false)

/** Access to manage ads: ads_management, and the role ADMIN or ADVERTISER (AUT-018; SIL-053). */
export const managesAds: Access = adsAccess(true)

/** Access to what belongs to no page and to no ad account, without a permission or a task. */
export const unownedAccess: Omit<Access, 'surface' | 'errorOf'> = {
  writes: false,
  codes: [],
  permissions: [],
  tasks: [],
  account: () => undefined,
}

/** Returns an access with one more check, which runs after its own. */
export const withCheck = (access: Access, check: Access['errorOf']): Access => ({
  ...access,
  errorOf: (context, account, node) =>
    access.errorOf(context, account, node) ?? check(context, account, node),
})

/** Access with an application token. No user is involved (AUT-028; SIL-060). */
export const asApplication: Access = {
  ...unownedAccess,
  surface: 'app',
  errorOf({ caller }) {
    if (caller.kind === 'app') return undefined
    return permissionError('Requires an application token', 'the token was issued for a person or a page')
  },
}

/** Returns the current tasks of a user on a page. */
export function tasksOf(tx: Tx, page: number, user: number): readonly PageTask[] {
  return tx.first('pageRoles', 'byPageUser', [page, user])?.tasks ?? []
}

/** Returns the caller's current tasks on a page. A page token has tasks only on its own page (AUT-005). */
export function heldTasks({ tx, caller }: ReadContext, page: number): readonly PageTask[] {
  if (!caller.user || (caller.kind === 'page' && caller.page?.id !== page)) return []
  return tasksOf(tx, page, caller.user.id)
}

/**
 * Returns true if the caller sees content of a page. Only callers with a task on the page see unpublished
 * pages and content that is not public, regardless of the targeting of a post (FEE-084; SIL-050, SIL-052).
 */
export function seesContentOf(context: ReadContext, page: number, isPublic: boolean): boolean {
  const owner = context.tx.find('pages', page)
  return owner !== undefined && ((owner.published && isPublic) || heldTasks(context, page).length > 0)
}

/** Returns the administrators of a page: the users with the task MANAGE (AUT-007; SIL-049). */
export function administratorsOf(tx: Tx, page: number): readonly number[] {
  return tx
    .list('pageRoles', 'byPage', [page])
    .filter(({ tasks }) => tasks.includes('MANAGE'))
    .map(({ user }) => user)
}
