import { z } from 'zod'
import { count, instant, rowId, table } from '../../engine/table.ts'

/** Levels of privacy, the most open first (SIL-080). */
export const privacyLevels = ['EVERYONE', 'FRIENDS_OF_FRIENDS', 'ALL_FRIENDS', 'CUSTOM', 'SELF'] as const

/** Which friends may see what has the level CUSTOM. */
export const friendsLevels = ['ALL_FRIENDS', 'FRIENDS_OF_FRIENDS', 'SOME_FRIENDS'] as const

/** Who may see something, or may not, where its privacy is CUSTOM: `allow` and `deny` are ids with commas. */
export const PrivacyAudience = z.object({
  friends: z.enum([...friendsLevels, '']),
  allow: z.string(),
  deny: z.string(),
})

/** What a profile that a text names can be. */
export const profileTypes = ['user', 'page', 'group'] as const

/** A profile that a text names, and where in the text, counted in Unicode code points. */
export const ProfileTag = z.object({
  length: z.int(),
  id: z.string(),
  name: z.string(),
  offset: z.int(),
  type: z.enum(profileTypes),
})

/** A profile that a text names. */
export type ProfileTag = z.output<typeof ProfileTag>

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

/** A person. */
export const users = table({
  row: z.object({
    name: z.string(),
    username: z.string().optional(),
    accountType: z.string(),
    firstName: z.string().optional(),
    lastName: z.string().optional(),
    email: z.string().optional(),
    blocked: z.boolean(),
    /** The shared login of this person is disabled. */
    loginDisabled: z.boolean(),
    createdTime: instant(),
  }),
  edges: {},
})

/** What a person may do for a page (chapter Authentication). */
export const pageTasks = ['CREATE_CONTENT', 'MANAGE', 'MODERATE', 'ADVERTISE'] as const

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

/** Who sits at the authorization window of an app, and what he answers there: one row of each app. */
export const consents = table({
  row: z.object({
    app: rowId('apps'),
    user: rowId('users'),
    /** Whether he lets the app in at all. */
    granted: z.boolean(),
    /** The permissions that he grants of those that are asked for; null grants them all. */
    scopes: z.array(z.string()).nullable(),
    /** The most open privacy that he grants. */
    privacy: z.enum(privacyLevels),
  }),
  edges: { byApp: { owners: ({ app }) => [[app]] } },
})

/** A code that the authorization window gave out. The exchange for a token takes it away. */
export const authorizationCodes = table({
  row: z.object({
    code: z.string(),
    app: rowId('apps'),
    user: rowId('users'),
    scopes: z.array(z.string()),
    privacy: z.enum(privacyLevels),
    /** Where it was sent: who exchanges it has to name the same address. */
    redirectUri: z.string(),
    /** Unix milliseconds. */
    expiresAt: instant(),
  }),
  edges: { byCode: { owners: ({ code }) => [[code]] } },
})

/** A task on a page. */
export type PageTask = (typeof pageTasks)[number]
