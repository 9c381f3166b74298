import { z } from 'zod'
import { isSelf, pageTokenOf } from '../../graph/caller/caller.ts'
import type { ReadContext } from '../../graph/context.ts'
import { field, type View } from '../../graph/views/fields.ts'
import type { PageRoleRow, PageRow, UserRow } from '../rows.ts'
import { type PageTask, pageTasks } from './records.ts'

/** The row of a person who reads himself: what others do not see of him. */
const ifSelf = (user: UserRow, { caller }: ReadContext): UserRow | undefined =>
  isSelf(caller, user.id) ? user : undefined

/** A person as he is read (SIL-182). Of another person only the id and the name are shown. */
export const userView = {
  name: 'User',
  minimal: ['id'],
  fields: {
    id: field(z.string(), (user: UserRow) => String(user.id)),
    name: field(z.string(), (user: UserRow) => user.name),
    username: field(z.string(), (user: UserRow, context) => ifSelf(user, context)?.username),
    account_type: field(z.string(), (user: UserRow, context) => ifSelf(user, context)?.accountType),
    media_count: field(z.int(), (user: UserRow, context) =>
      ifSelf(user, context) ? context.tx.count('media', 'byOwner', [user.id]) : undefined,
    ),
    first_name: field(z.string(), (user: UserRow, context) => ifSelf(user, context)?.firstName),
    last_name: field(z.string(), (user: UserRow, context) => ifSelf(user, context)?.lastName),
    email: field(z.string(), (user: UserRow, context) => ifSelf(user, context)?.email),
  },
} satisfies View<UserRow>

/** The current user as he is read under `me` (SIL-017). */
export const meView = { ...userView, minimal: ['id', 'name'] } satisfies View<UserRow>

/** A page as it is read (SIL-062). */
export const pageView = {
  name: 'Page',
  minimal: ['id', 'name'],
  fields: {
    id: field(z.string(), (page: PageRow) => String(page.id)),
    name: field(z.string(), (page: PageRow) => page.name),
  },
} satisfies View<PageRow>
/** A page in the list of those that a person has a task on, with his token of it (SIL-045). */
export const managedPageView = {
  name: 'Page',
  minimal: ['id', 'name', 'access_token'],
  fields: {
    id: field(z.string(), ({ page }: PageRoleRow) => String(page)),
    name: field(z.string(), ({ page }: PageRoleRow, { tx }) => tx.find('pages', page)?.name),
    access_token: field(z.string(), ({ page }: PageRoleRow, { caller }) => pageTokenOf(caller, page)),
    tasks: field(z.array(z.enum(pageTasks)), ({ tasks }: PageRoleRow): PageTask[] => [...tasks]),
  },
} satisfies View<PageRoleRow>
