import type { PageTask } from '../../areas/people/records.ts'
import type { ReadContext, Tx } from '../context.ts'

/** The tasks that a person holds on a page now. */
export function tasksOf(tx: Tx, page: number, user: number): readonly PageTask[] {
  return tx.first('pageRoles', 'byPageUser', [page, user])?.tasks ?? []
}

/** The tasks that a caller holds on a page: a page token's own page only, with what its user holds now. */
export function heldTasks({ tx, caller }: ReadContext, page: number): readonly PageTask[] {
  if (!caller.user || (caller.kind === 'page' && caller.page?.id !== page)) return []
  return tasksOf(tx, page, caller.user.id)
}

/**
 * Whether something of a page is there for this caller. A page that is not published, and what is not
 * public, are there only for those who hold a task on the page (SIL-050, SIL-052).
 */
export function seesContentOf(context: ReadContext, page: number, isPublic: boolean): boolean {
  const owner = context.tx.find('pages', page)
  return owner !== undefined && ((owner.published && isPublic) || heldTasks(context, page).length > 0)
}

/** The administrators of a page: those who hold MANAGE (SIL-049). */
export function administratorsOf(tx: Tx, page: number): readonly number[] {
  return tx
    .list('pageRoles', 'byPage', [page])
    .filter(({ tasks }) => tasks.includes('MANAGE'))
    .map(({ user }) => user)
}
