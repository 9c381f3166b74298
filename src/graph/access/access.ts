import type { PageTask } from '../../areas/people/records.ts'
import type { AdAccountRow, PageRow } from '../../areas/rows.ts'
import { type Caller, hasPermission, type Identification, type Permission } from '../caller/caller.ts'
import type { Node, ReadContext, Tx } from '../context.ts'
import type { CallError, ErrorCode } from '../contract/errors.ts'
import type { RawParams } from '../define.ts'
import { roleOn } from './roles.ts'
import { heldTasks } from './tasks.ts'

/** The interfaces of the service that share rate limits and codes. */
export type Surface = 'page' | 'ads' | 'user' | 'app'

/** Who may call an endpoint: what pipeline checks, docs and the explanation of a refusal read. */
export interface Access {
  readonly surface: Surface
  /** Whether a blocked actor is refused. */
  readonly writes: boolean
  /** Codes that every endpoint of this surface may answer besides its own list (SIL-038). */
  readonly codes: readonly ErrorCode[]
  readonly permissions: readonly Permission[]
  readonly tasks: readonly PageTask[]
  /** The pages whose leads the call reads: it counts for the lead read limit of each (chapter Limits). */
  readonly leadPages?: (tx: Tx, node: Node) => readonly PageRow[]
  /** The page or ad account that the call is made on. */
  readonly account: (tx: Tx, node: Node) => Account | undefined
  /** Who calls without a token: an endpoint that gives out tokens knows its caller by something else. */
  readonly identify?: (tx: Tx, params: RawParams) => Identification
  readonly errorOf: (
    context: ReadContext,
    account: Account | undefined,
    node: Node | undefined,
  ) => CallError | undefined
}

/** The page or ad account that owns a node: call limits and blocks go by it. */
export type Account = PageRow | AdAccountRow

/** A refusal for want of a right. */
export const permissionError = (message: string, ...because: string[]): CallError => ({
  code: 200,
  message,
  because,
})

/** The page or ad account that a node is, or belongs to. */
export function accountOf(tx: Tx, node: Node): Account | undefined {
  if (node.kind === 'pages' || node.kind === 'adAccounts') return node
  if (node.kind === 'photos') return tx.find('pages', node.owner)
  if ('page' in node && node.page !== null) return tx.find('pages', node.page)
  return 'adAccount' in node ? tx.find('adAccounts', node.adAccount) : undefined
}

/** What a token lacks of the permissions that are needed. */
export function missingPermissions(caller: Caller, needed: readonly Permission[]): CallError | undefined {
  const missing = needed.filter((permission) => !hasPermission(caller, permission))
  if (missing.length === 0) return undefined
  return permissionError(
    `Requires the permission ${missing.join(' and ')}`,
    ...missing.map((permission) => `the token lacks the permission ${permission}`),
  )
}

/**
 * Why an app at development access level may not use an ad account: the token's user must administer both
 * (SIL-054).
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

/** What a page endpoint asks of its caller. */
interface PageAccess {
  /** One of these tasks is needed. */
  readonly tasks: readonly PageTask[]
  readonly permissions: readonly Permission[]
  /** An app with Page Public Content Access may read what is public without a task (SIL-052). */
  readonly publicContent?: boolean
  readonly writes?: boolean
}

/** Access to a page and what it owns (chapter Authentication). */
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
      const able = held.some((task) => tasks.includes(task))
      if (!able && held.length === 0 && publicContent) {
        if (context.caller.app.publicContentAccess) return undefined
        const app = 'the app lacks the feature Page Public Content Access'
        return permissionError(
          'Requires a task on the page or Page Public Content Access',
          'the caller has no task on the page',
          app,
        )
      }
      const needs = `one of the tasks ${tasks.join(', ')}`
      const has =
        held.length > 0 ? `the caller holds only ${held.join(', ')}` : 'the caller has no task on the page'
      if (!able)
        return permissionError(
          `Requires ${tasks.length > 1 ? needs : `the task ${tasks[0]}`} on the page`,
          has,
        )
      return missingPermissions(context.caller, permissions)
    },
  }
}

/** Publishing in the voice of a page. */
export const publishesContent: Access = pageAccess({
  tasks: ['CREATE_CONTENT'],
  permissions: ['pages_read_engagement', 'pages_manage_posts'],
  writes: true,
})

/** Deleting what a page published. */
export const deletesContent: Access = pageAccess({
  tasks: ['CREATE_CONTENT'],
  permissions: ['pages_manage_posts'],
  writes: true,
})

/** Whether the token has a permission to read ads: ads_read or ads_management (SIL-053). */
export const canReadAds = (caller: Caller): boolean =>
  hasPermission(caller, 'ads_read') || hasPermission(caller, 'ads_management')

export function adsAccessError(
  { caller, tx }: ReadContext,
  account: Account | undefined,
  writes: boolean,
): CallError | undefined {
  const able = writes ? hasPermission(caller, 'ads_management') : canReadAds(caller)
  if (!able) {
    const permission = writes ? 'ads_management' : 'ads_read'
    const code = writes ? 294 : 278
    return {
      code,
      message: `Requires the extended permission ${permission}`,
      because: [`the token lacks the permission ${permission}`],
    }
  }
  if (account && !(caller.user && roleOn(tx, account.id, caller.user.id))) {
    return permissionError(
      'Requires a role on the ad account',
      "the token's user has no role on the ad account",
    )
  }
  return undefined
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

/** Reading ads: ads_read or ads_management, and a role on the ad account (SIL-053). */
export const readsAds: Access = adsAccess(false)

/** Managing ads: ads_management, and a role on the ad account (SIL-053). */
export const managesAds: Access = adsAccess(true)

/** The token of an application alone, its id and secret: a call is made for nobody (SIL-060). */
export const asApplication: Access = {
  surface: 'app',
  writes: false,
  codes: [],
  permissions: [],
  tasks: [],
  account: () => undefined,
  errorOf: ({ caller }) =>
    caller.kind === 'app'
      ? undefined
      : permissionError('Requires an application token', 'the token was issued for a person or a page'),
}
