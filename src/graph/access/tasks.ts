import type { PageTask } from '../../areas/people/page.ts'
import type { Seen, Tx } from '../seen.ts'

/** The tasks that a person holds on a page now. */
export function tasksOf(tx: Tx, page: number, user: number): readonly PageTask[] {
  return tx.first('pageRoles', 'byPageUser', [page, user])?.tasks ?? []
}

/** The tasks that a caller holds on a page: a page token's own page only, with what its user holds now. */
export function heldTasks({ tx, viewer }: Seen, page: number): readonly PageTask[] {
  if (!viewer.user || (viewer.kind === 'page' && viewer.page?.id !== page)) return []
  return tasksOf(tx, page, viewer.user.id)
}

/**
 * Whether something of a page is there for this caller. A page that is not published, and what is not
 * public, are there only for those who hold a task on the page (SIL-050, SIL-052).
 */
export function seesOf(seen: Seen, page: number, isPublic: boolean): boolean {
  const owner = seen.tx.find('pages', page)
  return owner !== undefined && ((owner.published && isPublic) || heldTasks(seen, page).length > 0)
}

/** The administrators of a page: those who hold MANAGE (SIL-049). */
export function administratorsOf(tx: Tx, page: number): readonly number[] {
  return tx
    .list('pageRoles', 'byPage', [page])
    .filter(({ tasks }) => tasks.includes('MANAGE'))
    .map(({ user }) => user)
}
