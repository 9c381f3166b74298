import { z } from 'zod'
import type { RowOf } from '../../engine/table.ts'
import { isSelf, pageTokenOf } from '../../graph/caller/caller.ts'
import { field, type View } from '../../graph/views/fields.ts'
import type { Seen } from '../../graph/seen.ts'
import { type PageTask, pageTasks } from './page.ts'
import type { Tables } from '../tables.ts'

type User = RowOf<Tables, 'users'>

/** The row of a person who reads himself: what others do not see of him. */
const himself = (user: User, { viewer }: Seen): User | undefined =>
  isSelf(viewer, user.id) ? user : undefined

/** A person as he is read (SIL-182). Of another person only the id and the name are shown. */
export const userView = {
  name: 'User',
  minimal: ['id'],
  fields: {
    id: field(z.string(), (user: User) => String(user.id)),
    name: field(z.string(), (user: User) => user.name),
    username: field(z.string(), (user: User, seen) => himself(user, seen)?.username),
    account_type: field(z.string(), (user: User, seen) => himself(user, seen)?.accountType),
    media_count: field(z.int(), (user: User, seen) =>
      himself(user, seen) ? seen.tx.count('media', 'byOwner', [user.id]) : undefined,
    ),
    first_name: field(z.string(), (user: User, seen) => himself(user, seen)?.firstName),
    last_name: field(z.string(), (user: User, seen) => himself(user, seen)?.lastName),
    email: field(z.string(), (user: User, seen) => himself(user, seen)?.email),
  },
} satisfies View<User>

/** The current user as he is read under `me` (SIL-017). */
export const meView = { ...userView, minimal: ['id', 'name'] } satisfies View<User>

/** A page as it is read (SIL-062). */
export const pageView = {
  name: 'Page',
  minimal: ['id', 'name'],
  fields: {
    id: field(z.string(), (page: RowOf<Tables, 'pages'>) => String(page.id)),
    name: field(z.string(), (page: RowOf<Tables, 'pages'>) => page.name),
  },
} satisfies View<RowOf<Tables, 'pages'>>

/** What a person is to a page. */
type PageRole = RowOf<Tables, 'pageRoles'>

/** A page in the list of those that a person has a task on, with his token of it (SIL-045). */
export const managedPageView = {
  name: 'Page',
  minimal: ['id', 'name', 'access_token'],
  fields: {
    id: field(z.string(), ({ page }: PageRole) => String(page)),
    name: field(z.string(), ({ page }: PageRole, { tx }) => tx.find('pages', page)?.name),
    access_token: field(z.string(), ({ page }: PageRole, { viewer }) => pageTokenOf(viewer, page)),
    tasks: field(z.array(z.enum(pageTasks)), ({ tasks }: PageRole): PageTask[] => [...tasks]),
  },
} satisfies View<PageRole>
