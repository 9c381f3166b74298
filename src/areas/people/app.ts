import { z } from 'zod'
import { instant, rowId, table } from '../../engine/table.ts'
import { privacyLevels } from './privacy.ts'

/** An app of a developer. Its id and secret make its app token. */
export const apps = table({
  row: z.object({
    name: z.string(),
    secret: z.string(),
    createdTime: instant(),
    accessLevel: z.enum(['development', 'standard']),
    /** Users who administer the app. */
    administrators: z.array(rowId('users')),
    internal: z.boolean(),
    /** Holds the feature Page Public Content Access. */
    publicContentAccess: z.boolean(),
    /** Enabled the recent-activity-stories migration. */
    activityStories: z.boolean(),
    blocked: z.boolean(),
  }),
  edges: {},
})

/** The kinds of tokens that are issued; an app token is the app's id and secret and is never stored. */
export const tokenKinds = ['user', 'page', 'systemUser'] as const

/** A token that was issued: who it speaks for, what it may do and until when. */
export const tokens = table({
  row: z.object({
    token: z.string(),
    type: z.enum(tokenKinds),
    app: rowId('apps'),
    user: rowId('users'),
    page: rowId('pages').nullable(),
    scopes: z.array(z.string()),
    /** Unix milliseconds; null never ends. */
    expiresAt: instant().nullable(),
    /** A user token of the long lifetime: the page tokens that come from it never end. */
    longLived: z.boolean().optional(),
    revoked: z.boolean(),
    sessionEnded: z.boolean(),
    /** The most open privacy that the user granted the app at login. */
    privacy: z.enum(privacyLevels),
  }),
  edges: {
    byToken: { owners: ({ token }) => [[token]] },
    byUser: { owners: ({ user }) => [[user]] },
  },
})
