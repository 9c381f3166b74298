import { z } from '../../engine/schema/zod.ts'
import { by, count, formerRowId, instant, rowId, table } from '../../engine/store/table.ts'
import { lowerAscii } from '../../service/values/letter-case.ts'

/** Privacy levels, the most open first (FEE-121, SIL-080). */
export const privacyLevels = ['EVERYONE', 'FRIENDS_OF_FRIENDS', 'ALL_FRIENDS', 'CUSTOM', 'SELF'] as const

/** The friends who may see content with the level CUSTOM (FEE-119). */
export const friendsLevels = ['ALL_FRIENDS', 'FRIENDS_OF_FRIENDS', 'SOME_FRIENDS'] as const

/** The audience of content with the level CUSTOM. `allow` and `deny` are comma-separated ids. */
export const PrivacyAudience = z.object({
  friends: z.enum([...friendsLevels, '']),
  allow: z.string(),
  deny: z.string(),
})

/** The types of profiles that a text can mention (FEE-054). */
const profileTypes = ['user', 'page', 'group'] as const

/** A profile that a text mentions, and the place of its name, in Unicode code points (FEE-055). */
export const ProfileTag = z.object({
  /** The length of the mention, in code points. */
  length: z.int(), // FEE-050
  /** The id of the person or the page. */
  id: z.string(), // FEE-051
  /** The name of the person or the page. */
  name: z.string(), // FEE-052
  /** The position of the mention in the text, in code points. */
  offset: z.int(), // FEE-053
  /** The thing that is mentioned. */
  type: z.enum(profileTypes),
})

/** A profile that a text mentions. */
export type ProfileTag = z.output<typeof ProfileTag>

/** An app of a developer. Its app token is its id and its secret. */
export const apps = table({
  row: z.object({
    name: z.string(),
    secret: z.string(),
    /** Decides whether the app needs leads_retrieval (AUT-015, AUT-016). */
    createdTime: instant(),
    accessLevel: z.enum(['development', 'standard']),
    /** Users who administer the app. */
    administrators: z.array(rowId('users')),
    /** May use parameters for internal apps (PHO-122). */
    internal: z.boolean(),
    /** Has the feature Page Public Content Access (PHO-025, FEE-141). */
    publicContentAccess: z.boolean(),
    /** Has the recent-activity-stories migration enabled (FEE-075). */
    activityStories: z.boolean(),
    /** Requires `appsecret_proof` in every call with one of its tokens (SIL-041). */
    requireProof: z.boolean().optional(),
    /** True if the app was deleted: its tokens are invalid. The row stays, because other rows name it. */
    deleted: z.literal(true).optional(),
    blocked: z.boolean(),
  }),
  edges: {},
})

/** The kinds of stored tokens. An app token is not stored: it is the app's id and secret. */
export const tokenKinds = ['user', 'page', 'systemUser'] as const

/** An issued token: its caller, its permissions and its expiry. */
export const tokens = table({
  row: z.object({
    token: z.string(),
    type: z.enum(tokenKinds),
    app: rowId('apps'),
    user: rowId('users'),
    page: rowId('pages').nullable(),
    /** The permissions of the token; they never change (SIL-048). */
    scopes: z.array(z.string()),
    /** The permissions that the person took away from the app. */
    declined: z.array(z.string()).optional(),
    /** Unix milliseconds; null if the token never expires. */
    expiresAt: instant().nullable(),
    /** Set on a long-lived user token: page tokens that come from it never expire (AUT-027). */
    longLived: z.boolean().optional(),
    revoked: z.boolean(),
    sessionEnded: z.boolean(),
    /** The most open privacy that the user granted the app at login. */
    privacy: z.enum(privacyLevels),
  }),
  edges: {
    byToken: { owners: by('token') },
    byUser: { owners: by('user') },
  },
})

/** A person. */
export const users = table({
  row: z.object({
    name: z.string(),
    username: z.string().optional(),
    accountType: z.string(),
    firstName: z.string().optional(),
    middleName: z.string().optional(),
    lastName: z.string().optional(),
    email: z.string().optional(),
    blocked: z.boolean(),
    /** Whether the shared login of this person is disabled. */
    loginDisabled: z.boolean(),
    createdTime: instant(),
    /** The language and the country, as in `en_US`. */
    locale: z.string().optional(),
    /** The URL of their website. */
    website: z.string().optional(),
    /** When they were last changed, if they were. */
    updatedTime: instant().optional(),
    /** A test user that was deleted: nobody sees them, and no token of theirs is valid. */
    deleted: z.boolean().optional(),
  }),
  edges: {},
})

/** The tasks that a person can have on a page (AUT-006, AUT-007, AUT-008, AUT-009, SIL-049). */
export const pageTasks = ['CREATE_CONTENT', 'MANAGE', 'MODERATE', 'ADVERTISE'] as const

/** The categories that a page can have. */
export const pageCategories = [
  'Local business',
  'Company',
  'Brand',
  'Community',
  'Product/service',
  'Shopping & retail',
  'Restaurant',
  'Nonprofit organization',
  'Media/news company',
  'Public figure',
] as const

/** The address of a page. */
export const PageLocation = z.object({
  /** The street and the number. */
  street: z.string().optional(),
  /** The city. */
  city: z.string().optional(),
  /** The country. */
  country: z.string().optional(),
  /** The postal code. */
  zip: z.string().optional(),
  /** The latitude in degrees. */
  latitude: z.number().optional(),
  /** The longitude in degrees. */
  longitude: z.number().optional(),
})

/** What the administrators of a page wrote about it. The members are those of records. */
const PageInfo = z.object({
  about: z.string().optional(),
  description: z.string().optional(),
  founded: z.string().optional(),
  general_info: z.string().optional(),
  phone: z.string().optional(),
  website: z.string().optional(),
  location: PageLocation.optional(),
  /** The number of people who checked in at the page. */
  checkins: count().optional(),
  /** When the page began. */
  started: instant().optional(),
  /** The photo at the top of the page. */
  cover: formerRowId('photos').optional(),
})

/** A page. A place is a page too. */
export const pages = table({
  row: z.object({
    name: z.string(),
    username: z.string().optional(),
    createdTime: instant(),
    /** Only people with a task on the page see it while it is unpublished. */
    published: z.boolean(),
    /** Whether the page is authentic: its posts that tag another page are in that page's list (FEE-144). */
    verified: z.boolean(),
    category: z.enum(pageCategories).optional(),
    /** The number of people who like the page; without it, those who engage with the page. */
    fans: count().optional(),
    /** The number of people who follow the page; without it, those who like the page. */
    followers: count().optional(),
    /** The number of people who engage with the page; the rate limit depends on it. */
    engagedUsers: count(),
    /** The domains whose links may have a custom image (FEE-260, FEE-261). */
    ownedDomains: z.array(z.string()),
    /** The users who may read leads; null for all administrators (AUT-024, AUT-025). */
    leadAccess: z.array(rowId('users')).nullable(),
    blocked: z.boolean(),
    /** What its administrators wrote about it. */
    info: PageInfo.optional(),
    /** The business that owns it. */
    business: rowId('businesses').optional(),
  }),
  edges: {
    byBusiness: { owners: by('business') },
    /** The page with a user name, in any letter case. */
    byUsername: { owners: ({ username }) => (username === undefined ? [] : [[lowerAscii(username)]]) },
    /** The pages whose customized lead access includes a person. */
    byLeadReader: { owners: ({ leadAccess }) => [...new Set(leadAccess)].map((user) => [user]) },
  },
})

/** The tasks of a person on a page. */
export const pageRoles = table({
  row: z.object({ page: rowId('pages'), user: rowId('users'), tasks: z.array(z.enum(pageTasks)) }),
  edges: {
    byPage: { owners: by('page') },
    byPageUser: { owners: by('page', 'user') },
    byUser: { owners: by('user') },
  },
})

/** A business tag of photos. */
export const businessTags = table({
  row: z.object({ business: rowId('businesses'), name: z.string() }),
  edges: { byBusiness: { owners: by('business') } },
})

/** The person who uses the authorization window of an app, and their answer. Each app has at most one row. */
export const consents = table({
  row: z.object({
    app: rowId('apps'),
    user: rowId('users'),
    /** Whether the person grants the app access. */
    granted: z.boolean(),
    /** The permissions that the person grants if the app requests them; null grants all that it requests. */
    scopes: z.array(z.string()).nullable(),
    /** The most open privacy level that the person grants. */
    privacy: z.enum(privacyLevels),
  }),
  edges: { byApp: { owners: by('app') } },
})

/** A code issued by the authorization window. Exchanging it for a token removes it. */
export const authorizationCodes = table({
  row: z.object({
    code: z.string(),
    app: rowId('apps'),
    user: rowId('users'),
    scopes: z.array(z.string()),
    privacy: z.enum(privacyLevels),
    /** The address that the code was sent to; the exchange must name the same one. */
    redirectUri: z.string(),
    /** The text that the id token returns. */
    nonce: z.string().optional(),
    /** The proof key of the client that requested the code: the exchange must name what it was made from. */
    challenge: z.object({ method: z.enum(['S256', 'plain']), text: z.string() }).optional(),
    /** Unix milliseconds. */
    expiresAt: instant(),
  }),
  edges: { byCode: { owners: by('code') } },
})

/** A task on a page. */
export type PageTask = (typeof pageTasks)[number]
