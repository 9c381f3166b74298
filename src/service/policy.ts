import type { GraphError } from './contract/errors.ts'
import { DAY, HOUR, limits, MINUTE } from './contract/limits.ts'
import { isLiveCode, liveEntry } from './contract/live-errors.ts'
import { isTransientCode, transientEntry } from './contract/transient.ts'
import { knownVersions, newestVersion, type Version } from './contract/versions.ts'

/**
 * The policy: options for behavior that the service description leaves open, and changeable numbers. The text
 * of each option ends with the decisions that it implements.
 */
export type Policy = {
  /** The form of post times in results: `unix` seconds, or `iso` text (SIL-021). */
  postTimes: 'unix' | 'iso'
  /** The fields of a read without `fields`: `all` with a value, or a `minimal` set (SIL-017). */
  defaultFields: 'all' | 'minimal'
  /**
   * The effect of an unknown name in `fields`: `refuse` the call with 100, or `ignore` the name (SIL-018).
   */
  unknownFields: 'refuse' | 'ignore'
  /** The `from` that a user token can read: `onlyCurrentUser`, or pages too with `keepPages` (SIL-055). */
  fromForUserTokens: 'onlyCurrentUser' | 'keepPages'
  /** Unpublished posts in the feed: listed `onRequest` by is_published, `always` or `never` (SIL-085). */
  unpublishedInFeed: 'onRequest' | 'always' | 'never'
  /** The quotes in the JSON text of a parameter such as `filtering`: `double`, or `any` (SIL-013). */
  jsonQuotes: 'double' | 'any'
  /** The ids in webhook notices: a JSON `number`, or a `text` (SIL-167). */
  webhookIds: 'number' | 'text'
  /** The maximum published posts of a calendar year in the feed; the highest ranked are kept (SIL-086). */
  rankedPostsPerYear: number
  /** The behavior of a scheduled post at its time: `publishAtTime` or `stayScheduled` (SIL-100). */
  scheduledPosts: 'publishAtTime' | 'stayScheduled'
  /** Seconds after which an unpublished photo that no post contains is deleted (SIL-076). */
  unpublishedPhotoRetention: number
  /** The photo URLs that work: all, with a `synthetic` picture, or only `registered` ones (SIL-071). */
  photoUrls: 'synthetic' | 'registered'
  /** The links that are visible: all except hidden ones (`open`), or only `registered` ones (SIL-092). */
  links: 'open' | 'registered'
  /** The HTTP status of error codes. Other codes have 400 (SIL-034). */
  errorStatus: Readonly<Record<string, number>>
  /** The versions that are served, oldest first (SIL-030). */
  versions: readonly Version[]
  /** The version of calls without a version in their path (SIL-030). */
  defaultVersion: Version
  /** The oldest version of ads calls. Older versions get the error 2635 (SIL-031). */
  adsMinVersion: Version
  /** Lifetimes of tokens and codes, in seconds (SIL-046). */
  tokenLifetimes: {
    /** The lifetime of a short-lived user token. */
    readonly shortLivedUser: number
    /** The lifetime of a long-lived user token. */
    readonly longLivedUser: number
    /** The lifetime of the code of a login. */
    readonly authorizationCode: number
  }
  /** The retries of undelivered notices, and the signatures of deliveries (SIL-164, SIL-165). */
  webhook: {
    /** Seconds from the first attempt to each retry. */
    readonly retrySchedule: readonly number[]
    /** Seconds after which an undelivered notice is dropped. */
    readonly dropAfter: number
    /** The signature headers of a delivery. */
    readonly signing: 'both' | 'sha256' | 'sha1' | 'none'
  }
  /** Calls of a page with page tokens: a number per engaged user in a window of seconds (SIL-184). */
  pageCallLimit: {
    /** The calls for each engaged user. */
    readonly perEngagedUser: number
    /** The length of the window, in seconds. */
    readonly seconds: number
  } | null
  /** Calls of an ad account in a window of seconds (SIL-185). */
  adAccountCallLimit: {
    /** The limit of an app with development access. */
    readonly development: number
    /** The limit of an app with standard access. */
    readonly standard: number
    /** The calls that each active ad adds to the limit. */
    readonly perActiveAd: number
    /** The length of the window, in seconds. */
    readonly seconds: number
  } | null
  /** Lead reads of a page: a number per lead of the last days in a window of seconds (SIL-186). */
  leadReadLimit: {
    /** The reads for each lead. */
    readonly perLead: number
    /** The leads of so many last days count. */
    readonly leadDays: number
    /** The length of the window, in seconds. */
    readonly seconds: number
  } | null
  /**
   * Calls, fields and error codes that only the live service describes: `serve`, or `refuse` as without this
   * key (SIL-189).
   */
  beyond?: 'refuse' | 'serve'
  /**
   * Seconds for which containers of Instagram media are IN_PROGRESS. Without this key, images are ready at
   * once and videos after ten seconds (SIL-189).
   */
  mediaProcessing?: {
    /** The time of an image, and of an album after its items. */
    readonly image: number
    /** The time of a video. */
    readonly video: number
  }
  /**
   * The largest `limit` of a list that is answered. A larger one gets the error 1 with the status 500, which
   * asks for less data. Without this key, or with null, it is reduced (SIL-189).
   */
  pageSizeMax?: number | null
}

/**
 * The default policy. It follows the service description literally. It lacks the keys that may be left
 * out, such as `beyond`: worlds without a key have the same hashes and snapshots as before the key existed.
 */
export const contractPolicy: Policy = {
  postTimes: 'unix',
  defaultFields: 'all',
  unknownFields: 'refuse',
  fromForUserTokens: 'onlyCurrentUser',
  unpublishedInFeed: 'onRequest',
  jsonQuotes: 'double',
  webhookIds: 'number',
  rankedPostsPerYear: 600,
  scheduledPosts: 'publishAtTime',
  unpublishedPhotoRetention: DAY,
  photoUrls: 'synthetic',
  links: 'open',
  errorStatus: {},
  versions: knownVersions,
  defaultVersion: newestVersion,
  adsMinVersion: 'v3.0',
  tokenLifetimes: { shortLivedUser: HOUR, longLivedUser: 60 * DAY, authorizationCode: HOUR },
  webhook: {
    retrySchedule: [0, 1 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY],
    dropAfter: 36 * HOUR,
    signing: 'both',
  },
  pageCallLimit: { perEngagedUser: 4_800, seconds: DAY },
  adAccountCallLimit: { development: 300, standard: 100_000, perActiveAd: 40, seconds: HOUR },
  leadReadLimit: { perLead: 200 * 24, leadDays: limits.leadCountDays, seconds: DAY },
}

/** The policy with the behavior that clients of the live service observe. */
export const platformPolicy: Policy = {
  ...contractPolicy,
  postTimes: 'iso',
  defaultFields: 'minimal',
  fromForUserTokens: 'keepPages',
  unpublishedInFeed: 'never',
  jsonQuotes: 'any',
  webhookIds: 'text',
  // An ads version is served for about two years, and about three appear each year.
  adsMinVersion: 'v20.0',
  beyond: 'serve',
  mediaProcessing: { image: 5, video: 10 },
  // Clients report the error at 15,000, and lists of 1,000 and more that are answered.
  pageSizeMax: 5_000,
}

/** The presets by the names that the option `policy` takes. */
export const presets = { contract: contractPolicy, platform: platformPolicy } as const

/** The name of a preset: `contract` for `contractPolicy`, `platform` for `platformPolicy`. */
export type PolicyName = keyof typeof presets

/** Returns true if a policy serves a version. */
export const servesVersion = (
  { versions }: Readonly<Record<'versions', readonly string[]>>,
  version: string,
): boolean => versions.includes(version)

/** The HTTP status of an error. A transient code means an outage, unless a rule refuses for good. */
export function statusOf(
  policy: Policy,
  { code, injectedBy, transient }: Pick<GraphError, 'code' | 'injectedBy' | 'transient'>,
): number {
  const chosen = Object.hasOwn(policy.errorStatus, code) ? policy.errorStatus[code] : undefined
  if (chosen !== undefined) return chosen
  const isForGood = transient === false && injectedBy === undefined
  if (isTransientCode(code)) return isForGood ? 400 : transientEntry(code).status
  return (isLiveCode(code) ? liveEntry(code).status : undefined) ?? 400
}
