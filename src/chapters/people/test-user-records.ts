import { z } from '../../engine/schema/zod.ts'
import { by, inOrderOf, instant, rowId, table } from '../../engine/store/table.ts'

/** A person whom an app made to test itself. A person may be the test user of several apps. */
export const testAccounts = table({
  row: z.object({ app: rowId('apps'), user: rowId('users'), password: z.string() }),
  edges: {
    byApp: { owners: by('app') },
    byAppUser: { owners: by('app', 'user') },
    byUser: { owners: by('user') },
  },
})

/** A friend of a person, or the request of a person to become one. Friends have a row each. */
export const friendships = table({
  row: z.object({
    user: rowId('users'),
    friend: rowId('users'),
    /** True once both have asked: they are friends from then on. */
    confirmed: z.boolean(),
  }),
  edges: {
    byPair: { owners: by('user', 'friend') },
    /** All rows that name a person. */
    byPerson: { owners: ({ user, friend }) => [[user], [friend]] },
    confirmed: { owners: ({ user, confirmed }) => (confirmed ? [[user]] : []) },
  },
})

/** A page that a person likes. */
export const pageLikes = table({
  row: z.object({ user: rowId('users'), page: rowId('pages'), createdTime: instant() }),
  edges: {
    byUser: { owners: by('user'), order: inOrderOf('createdTime') },
    byPair: { owners: by('user', 'page') },
  },
})
