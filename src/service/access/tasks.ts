import type { PageTask } from '../../chapters/people/records.ts'
import type { Tx } from '../routes/context.ts'
import type { ReadContext } from '../routes/read-context.ts'

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
 * Whether the caller sees content of a page. Unpublished pages and content that is not public are visible
 * only to callers with a task on the page, regardless of the targeting of a post (FEE-084; SIL-050, SIL-052).
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
