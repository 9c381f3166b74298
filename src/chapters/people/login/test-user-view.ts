import { z } from '../../../engine/schema/zod.ts'
import type { ReadContext } from '../../../service/routes/read-context.ts'
import { webLink } from '../../../service/values/links.ts'
import { borrowedFields } from '../../../service/views/borrowed-fields.ts'
import { field } from '../../../service/views/fields.ts'
import type { View } from '../../../service/views/view.ts'
import type { FriendshipRow, TestAccountRow } from '../../rows.ts'
import { userView } from '../views.ts'
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
