/** An error code that only the live service has, with the words that its clients get. */
interface LiveEntry {
  readonly message: string
  /** The HTTP status: 400 if left out. */
  readonly status?: number
  readonly transient?: true
  readonly subcode?: number
  /** The text of `error_user_title`. */
  readonly title?: string
  /** The text of `error_user_msg`. */
  readonly userMessage?: string
  /** The public page, or the thread of an SDK, that shows the error. */
  readonly source: string
}

const docs = 'https://developers.facebook.com/docs/'
const errors = `${docs}graph-api/guides/error-handling`
const rates = `${docs}graph-api/overview/rate-limiting`
const page = `${docs}graph-api/reference/page/feed`
const instagram = `${docs}instagram-platform/instagram-graph-api/reference/error-codes`

/** Returns the entry of a limit of businesses. The page that describes it stands in the message too. */
const tooMany = (code: number, what: string): LiveEntry => ({
  message:
    `(#${code}) There have been too many ${what}. Wait a bit and try again. ` +
    `For more info, please refer to ${rates}.`,
  transient: true,
  source: rates,
})

/** Returns an entry of the list of the Instagram platform, which has the text for people. */
const ofInstagram = (subcode: number, userMessage: string, message = userMessage): LiveEntry => ({
  message,
  subcode,
  userMessage,
  source: instagram,
})

/** Codes of the live service that the contract lacks, apart from the transient ones (SIL-189). */
const liveTable = {
  [-1]: ofInstagram(2_207_053, 'unknown upload error'),
  3: { message: '(#3) Application does not have the capability to make this API call.', source: errors },
  9: ofInstagram(
    2_207_042,
    'You reached maximum number of posts that is allowed to be published by Content Publishing API.',
  ),
  10: { message: '(#10) Application does not have permission for this action', source: errors },
  24: {
    ...ofInstagram(
      2_207_008,
      'The media builder does not exist or has been expired.',
      'The requested resource does not exist',
    ),
    title: 'Media Not Found',
  },
  25: ofInstagram(2_207_050, 'The Instagram account is restricted.'),
  101: {
    message: 'Error validating application. Cannot get application info due to a system error.',
    source: 'https://github.com/sns-sdks/python-facebook/issues/271',
  },
  197: { message: '(#197) The post is empty. Please enter a message to share.', source: page },
  210: {
    message: '(#210) A page access token is required to request this resource.',
    source: `${docs}graph-api/reference/page/subscribed_apps`,
  },
  283: {
    message: '(#283) Requires pages_read_engagement permission to manage the object',
    source: 'https://github.com/PipedreamHQ/pipedream/issues/7581',
  },
  352: ofInstagram(
    2_207_026,
    'The video format is not supported. Please check spec for supported video format',
  ),
  506: {
    message: '(#506) Duplicate status message',
    subcode: 1_455_006,
    source: 'https://github.com/facebook-csharp-sdk/facebook-csharp-sdk/issues/119',
  },
  520: {
    message: '(#520) There is already a pending friend request to this user.',
    source: 'https://github.com/arsduo/koala/issues/32',
  },
  522: {
    message: '(#522) You are already friends with this user.',
    source: 'https://github.com/arsduo/koala/issues/32',
  },
  803: {
    message: '(#803) Some of the aliases you requested do not exist',
    source: 'https://github.com/mobolic/facebook-sdk/issues/315',
  },
  1500: { message: '(#1500) The url you supplied is invalid', source: page },
  2500: {
    message: 'An active access token must be used to query information about the current user.',
    source: 'https://github.com/jgorset/facepy/issues/135',
  },
  2642: {
    message: '(#2642) Invalid cursors values',
    source: 'https://github.com/facebook/facebook-java-business-sdk/issues/292',
  },
  6200: {
    message: '(#6200) A pixel already exists for this account',
    source: `${docs}marketing-api/reference/ad-account/adspixels/`,
  },
  9004: {
    message: 'Only photo or video can be accepted as media type.',
    subcode: 2_207_052,
    title: "Media download has failed. The media URI doesn't meet our requirements.",
    userMessage: 'The media could not be fetched from this URI.',
    source: 'https://github.com/gitroomhq/postiz-app/pull/1900',
  },
  9007: {
    message: 'Media ID is not available',
    subcode: 2_207_027,
    userMessage: 'The media is not ready for publishing, please wait for a moment',
    source: 'https://github.com/exileum/meta-mcp/issues/138',
  },
  36000: {
    ...ofInstagram(
      2_207_004,
      'The image is too large to download. It should be less than 8 MiB.',
      'The image size is too large.',
    ),
    title: 'Image size too large',
  },
  36001: ofInstagram(2_207_005, 'The image format is not supported.'),
  36003: ofInstagram(
    2_207_009,
    'The submitted image with aspect ratio () cannot be published. ' +
      'Please submit an image with a valid aspect ratio.',
  ),
  36004: ofInstagram(2_207_010, 'Please submit media with a shorter caption.', 'The caption was too long.'),
  80000: { ...tooMany(80000, 'calls from this ad-account'), subcode: 2_446_079 },
  80002: tooMany(80002, 'calls to this Instagram account'),
  80003: { ...tooMany(80003, 'calls to this ad-account'), subcode: 2_446_079 },
  80005: tooMany(80005, 'leadgen api calls to this Page account'),
  80006: tooMany(80006, 'messenger api calls to this Page account'),
  80008: tooMany(80008, 'calls to this WhatsApp Business account'),
  80009: tooMany(80009, 'calls to this Catalog account'),
  80014: tooMany(80014, 'calls for the batch uploads to this catalog account'),
} as const satisfies Record<number, LiveEntry>

/** An error code that only the live service has. */
export type LiveCode = keyof typeof liveTable

/** All codes that only the live service has, ascending. */
export const liveCodes: readonly LiveCode[] = Object.keys(liveTable).map((code) => Number(code) as LiveCode)

/** Whether a value is a code that only the live service has. */
export const isLiveCode = (value: unknown): value is LiveCode =>
  typeof value === 'number' && Object.hasOwn(liveTable, value)

/** The entry of a code that only the live service has. */
export const liveEntry = (code: LiveCode): LiveEntry => liveTable[code]
