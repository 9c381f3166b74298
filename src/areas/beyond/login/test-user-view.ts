import { z } from '../../../engine/schema/zod.ts'
import type { ReadContext } from '../../../graph/routes/read-context.ts'
import { webLink } from '../../../graph/values/links.ts'
import { borrowedFields } from '../../../graph/views/borrowed-fields.ts'
import { field } from '../../../graph/views/fields.ts'
import type { View } from '../../../graph/views/view.ts'
import { userView } from '../../people/views.ts'
import type { FriendshipRow, TestAccountRow } from '../../rows.ts'
import { tokenOfTestUser } from './test-user.ts'

/** Returns the address at which a browser logs in as a test user. */
export const loginUrl = (user: number): string => webLink(`/checkpoint/test-user-login/${user}/`)

/** A test user in the list of an app. */
export const testUserView = {
  name: 'TestAccount',
  minimal: ['id', 'login_url', 'access_token'],
  fields: {
    id: field(z.string(), ({ user }: TestAccountRow) => String(user)),
    /** The URL at which a browser logs in as the test user. */
    login_url: field(z.string(), ({ user }: TestAccountRow) => loginUrl(user)),
    /** A token of the test user for the app. Missing if the app is not installed. */
    access_token: field(z.string(), (account: TestAccountRow, context) => tokenOfTestUser(context, account)),
  },
} satisfies View<TestAccountRow>

/** A friend in the list of a person. */
export const friendView = {
  name: 'User',
  minimal: ['id', 'name'],
  fields: borrowedFields(userView.fields, ({ friend }: FriendshipRow, { tx }: ReadContext) =>
    tx.find('users', friend),
  ),
} satisfies View<FriendshipRow>
