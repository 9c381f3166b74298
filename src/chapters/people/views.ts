import { z } from '../../engine/schema/zod.ts'
import { isSelf, pageTokenOf } from '../../service/caller/caller.ts'
import type { LivePermission } from '../../service/caller/live-permissions.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { isoTime } from '../../service/values/times.ts'
import { borrowedFields } from '../../service/views/borrowed-fields.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import type { PageRoleRow, PageRow, UserRow } from '../rows.ts'
import { pageAccessToken, pageDetails, pictureField } from './page-fields.ts'
import { firstNameOf, lastNameOf } from './person-name.ts'
import { type PageTask, pageTasks } from './records.ts'

/** Returns the user if they are the caller, for fields that other people do not see. */
const ifSelf = (user: UserRow, { caller }: ReadContext): UserRow | undefined =>
  isSelf(caller, user.id) ? user : undefined

const beyondOnRequest = { beyond: true, onRequest: true } as const

/**
 * Returns the user if they are the caller with the permission user_profile, or with this permission of the
 * live service. With public_profile alone, a record shows names and the picture (SIL-190).
 */
const ifProfile = (user: UserRow, context: ReadContext, or?: LivePermission): UserRow | undefined =>
  ['user_profile', or].some((name) => name !== undefined && context.caller.scopes.includes(name))
    ? ifSelf(user, context)
    : undefined

/** The record of a person. Other people see only the id and the name (USR-003, REF-004, SIL-182). */
export const userView = {
  name: 'User',
  minimal: ['id'],
  fields: {
    id: field(z.string(), (user: UserRow) => String(user.id)),
    /** The full name. */
    name: field(z.string(), (user: UserRow) => user.name),
    /** The user name. Missing without one. */
    username: field(z.string(), (user: UserRow, context) => ifProfile(user, context)?.username),
    /** The type of the account. */
    account_type: field(z.string(), (user: UserRow, context) => ifProfile(user, context)?.accountType),
    /** The number of published media of the user. */
    media_count: field(z.int(), (user: UserRow, context) =>
      ifProfile(user, context) ? context.tx.count('media', 'byOwner', [user.id]) : undefined,
    ),
    /** The first name. Without one of its own, the name up to its last word. */
    first_name: field(z.string(), (user: UserRow, context) => {
      const self = ifSelf(user, context)
      return self && firstNameOf(self)
    }),
    /** The middle name. Missing without one. */
    middle_name: field(z.string(), (user: UserRow, context) => ifSelf(user, context)?.middleName, {
      beyond: true,
    }),
    /** The last name. Without one of its own, the last word of a name of several words. */
    last_name: field(z.string(), (user: UserRow, context) => {
      const self = ifSelf(user, context)
      return self && lastNameOf(self)
    }),
    /** The short form of the name: the first name. */
    short_name: field(z.string(), (user: UserRow) => firstNameOf(user), beyondOnRequest),
    /** The order of the names: always the first name before the last. */
    name_format: field(z.string(), () => '{first} {last}', beyondOnRequest),
    /** The language and the country. Needs their own token. */
    locale: field(
      z.string(),
      (user: UserRow, context) => {
        const self = ifSelf(user, context)
        return self && (self.locale ?? 'en_US')
      },
      beyondOnRequest,
    ),
    /** The URL of their website. Missing without one. Needs their own token. */
    website: field(z.string(), (user: UserRow, context) => ifSelf(user, context)?.website, beyondOnRequest),
    /** When the person was last changed. Needs their own token. */
    updated_time: field(
      z.string(),
      (user: UserRow, context) => {
        const self = ifSelf(user, context)
        return self && isoTime(self.updatedTime ?? self.createdTime)
      },
      beyondOnRequest,
    ),
    /** The email address. Needs the permission email of the user's own token. */
    email: field(z.string(), (user: UserRow, context) => ifProfile(user, context, 'email')?.email),
    /**
     * The profile picture. Modifiers as in `picture.type(large)` or `picture.width(200)` choose its size.
     */
    picture: pictureField,
  },
} satisfies View<UserRow>

/** The record of a person under `GET /me`: its default fields include the name (SIL-017). */
export const meView = { ...userView, minimal: ['id', 'name'] } satisfies View<UserRow>

/** The record of a page (SIL-062). */
export const pageView = {
  name: 'Page',
  minimal: ['id', 'name'],
  fields: {
    id: field(z.string(), (page: PageRow) => String(page.id)),
    /** The name of the page. */
    name: field(z.string(), (page: PageRow) => page.name),
    /** The page token of the caller. Missing without a task on the page. */
    access_token: pageAccessToken,
    ...pageDetails,
  },
} satisfies View<PageRow>

const detailsOfPage = borrowedFields(pageDetails, ({ page }: PageRoleRow, { tx }: ReadContext) =>
  tx.find('pages', page),
)

/** A page in the list of those on which a person has a task, with the person's page token (SIL-045). */
export const managedPageView = {
  name: 'Page',
  minimal: ['access_token', 'category', 'category_list', 'name', 'id', 'tasks'],
  fields: {
    id: field(z.string(), ({ page }: PageRoleRow) => String(page)),
    /** The name of the page. */
    name: field(z.string(), ({ page }: PageRoleRow, { tx }: ReadContext) => tx.find('pages', page)?.name),
    /** The page token of the person. */
    access_token: field(z.string(), ({ page }: PageRoleRow, { caller }) => pageTokenOf(caller, page)),
    /** The tasks of the person on the page. */
    tasks: field(z.array(z.enum(pageTasks)), ({ tasks }: PageRoleRow): PageTask[] => [...tasks]),
    ...detailsOfPage,
  },
} satisfies View<PageRoleRow>
