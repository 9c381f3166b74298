import { z } from 'zod'
import { count, instant, type RowOf, rowId, table } from '../../engine/table.ts'
import type { Seen, Tx } from '../../graph/seen.ts'
import type { Tables } from '../tables.ts'

/** What a person may do for a page (chapter Authentication). */
export const pageTasks = ['CREATE_CONTENT', 'MANAGE', 'MODERATE', 'ADVERTISE'] as const

/** A task on a page. */
export type PageTask = (typeof pageTasks)[number]

/** A page. A place is a page too. */
export const pages = table({
  row: z.object({
    name: z.string(),
    username: z.string().optional(),
    createdTime: instant(),
    /** An unpublished page is seen by nobody without a task on it. */
    published: z.boolean(),
    /** Authentic: its posts that tag another page are listed there. */
    verified: z.boolean(),
    /** How many people engage with the page; the call limit follows it. */
    engagedUsers: count(),
    ownedDomains: z.array(z.string()),
    /** Who may read leads: null for all administrators, or these users. */
    leadAccess: z.array(rowId('users')).nullable(),
    blocked: z.boolean(),
  }),
  edges: {
    /** The pages whose customized lead access names a person. */
    byLeadReader: { owners: ({ leadAccess }) => [...new Set(leadAccess)].map((user) => [user]) },
  },
})

/** A row of a page. */
export type Page = RowOf<Tables, 'pages'>

/** The tasks that a person holds on a page. */
export const pageRoles = table({
  row: z.object({ page: rowId('pages'), user: rowId('users'), tasks: z.array(z.enum(pageTasks)) }),
  edges: {
    byPage: { owners: ({ page }) => [[page]] },
    byPageUser: { owners: ({ page, user }) => [[page, user]] },
    byUser: { owners: ({ user }) => [[user]] },
  },
})

/** A business, which tags photos. */
export const businesses = table({ row: z.object({ name: z.string() }), edges: {} })

/** A business tag that photos may carry, and the business that it belongs to. */
export const businessTags = table({
  row: z.object({ business: rowId('businesses'), name: z.string() }),
  edges: { byBusiness: { owners: ({ business }) => [[business]] } },
})

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
