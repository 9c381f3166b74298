import type { Policy } from '../areas/operations.ts'
import { boundedArray, readBy } from '../engine/schema/schema.ts'
import { z } from '../engine/schema/zod.ts'
import { bounds } from './contract/bounds.ts'
import { type GraphError, isErrorCode } from './contract/errors.ts'
import { DAY, HOUR, limits, MINUTE } from './contract/limits.ts'
import { isTransientCode, transientEntry } from './contract/transient.ts'
import { compareVersions, knownVersions, newestVersion, type Version } from './contract/versions.ts'
import { didYouMean } from './values/nearest.ts'
import { shown } from './values/scalars.ts'

export type { Policy } from '../areas/operations.ts'

const RETRIES_MAX = 100

const choice = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, { error: ({ input }) => `must be one of ${values.join(', ')}, got ${shown(input)}` })

const count = z.custom<number>(
  (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= bounds.policyNumberMax,
  { error: ({ input }) => `must be a whole number from 0 to ${bounds.policyNumberMax}, got ${shown(input)}` },
)

const version = z.custom<Version>((value) => typeof value === 'string' && /^v\d{1,3}\.\d{1,3}$/.test(value), {
  error: ({ input }) => `must be a version such as v7.0, got ${shown(input)}`,
})

const record = <Members extends z.core.$ZodLooseShape>(members: Members) =>
  z
    .strictObject(members, {
      error: ({ code, input }) =>
        code === 'invalid_type'
          ? `must be an object with the members ${Object.keys(members).join(', ')}, got ${shown(input)}`
          : undefined,
    })
    .readonly()

const retrySchedule = boundedArray(count)
  .refine(
    (seconds) => seconds.length <= RETRIES_MAX && seconds.every((one, at) => one >= (seconds[at - 1] ?? 0)),
    `must be a list of at most ${RETRIES_MAX} rising numbers of seconds`,
  )
  .readonly()

const httpStatus = z.custom<number>(
  (value) => Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599,
  { error: ({ input }) => `must be an HTTP status from 400 to 599, got ${shown(input)}` },
)

const namesErrors = (statuses: object) =>
  Object.keys(statuses).every((code) => isErrorCode(Number(code)) || isTransientCode(Number(code)))

/** The keys of a policy. Each description ends with the decisions that it implements. */
const members = {
  postTimes: choice('unix', 'iso').describe(
    'The form of post times in results: `unix` seconds, or `iso` text (SIL-021).',
  ),
  defaultFields: choice('all', 'minimal').describe(
    'The fields of a read without `fields`: `all` with a value, or a `minimal` set (SIL-017).',
  ),
  unknownFields: choice('refuse', 'ignore').describe(
    'The effect of an unknown name in `fields`: `refuse` the call with 100, or `ignore` the name (SIL-018).',
  ),
  fromForUserTokens: choice('onlyCurrentUser', 'keepPages').describe(
    'The `from` that a user token can read: `onlyCurrentUser`, or pages too with `keepPages` (SIL-055).',
  ),
  unpublishedInFeed: choice('onRequest', 'always', 'never').describe(
    'Unpublished posts in the feed: listed `onRequest` by is_published, `always` or `never` (SIL-085).',
  ),
  jsonQuotes: choice('double', 'any').describe(
    'The quotes in the JSON text of a parameter such as `filtering`: `double`, or `any` (SIL-013).',
  ),
  webhookIds: choice('number', 'text').describe(
    'The ids in webhook notices: a JSON `number`, or a `text` (SIL-167).',
  ),
  rankedPostsPerYear: count.describe(
    'The maximum published posts of a calendar year in the feed; the highest ranked are kept (SIL-086).',
  ),
  scheduledPosts: choice('publishAtTime', 'stayScheduled').describe(
    'The behavior of a scheduled post at its time: `publishAtTime` or `stayScheduled` (SIL-100).',
  ),
  unpublishedPhotoRetention: count.describe(
    'Seconds after which an unpublished photo that no post contains is deleted (SIL-076).',
  ),
  photoUrls: choice('synthetic', 'registered').describe(
    'The photo URLs that work: all, with a `synthetic` picture, or only `registered` ones (SIL-071).',
  ),
  links: choice('open', 'registered').describe(
    'The links that are visible: all except hidden ones (`open`), or only `registered` ones (SIL-092).',
  ),
  errorStatus: z
    .record(z.string(), httpStatus)
    .refine(namesErrors, 'must name error codes of the contract')
    .readonly()
    .describe('The HTTP status of error codes. Other codes have 400 (SIL-034).'),
  versions: boundedArray(version)
    .refine((versions) => versions.length > 0, 'must have at least one version')
    .readonly()
    .describe('The versions that are served, oldest first (SIL-030).'),
  defaultVersion: version.describe('The version of calls without a version in their path (SIL-030).'),
  adsMinVersion: version.describe(
    'The oldest version of ads calls. Older versions get the error 2635 (SIL-031).',
  ),
  tokenLifetimes: record({ shortLivedUser: count, longLivedUser: count, authorizationCode: count }).describe(
    'Lifetimes of tokens and codes, in seconds (SIL-046).',
  ),
  webhook: record({
    retrySchedule: retrySchedule.describe('Seconds from the first attempt to each retry.'),
    dropAfter: count.describe('Seconds after which an undelivered notice is dropped.'),
    signing: choice('both', 'sha256', 'sha1', 'none').describe('The signature headers of a delivery.'),
  }).describe('The retries of undelivered notices, and the signatures of deliveries (SIL-164, SIL-165).'),
  pageCallLimit: record({ perEngagedUser: count, seconds: count })
    .nullable()
    .describe(
      'Calls of a page with page tokens: a number per engaged user in a window of seconds (SIL-184).',
    ),
  adAccountCallLimit: record({ development: count, standard: count, perActiveAd: count, seconds: count })
    .nullable()
    .describe('Calls of an ad account in a window of seconds (SIL-185).'),
  leadReadLimit: record({ perLead: count, leadDays: count, seconds: count })
    .nullable()
    .describe('Lead reads of a page: a number per lead of the last days in a window of seconds (SIL-186).'),
  beyond: z
    .exactOptional(choice('refuse', 'serve'))
    .describe(
      'Calls and fields that only the live service describes: `serve`, or `refuse` as without this key ' +
        '(SIL-189).',
    ),
}

/** The policy: options for behavior that the service description leaves open, and changeable numbers. */
export const policySchema = z.object(members)

/**
 * The default policy. It follows the service description literally. It lacks the key `beyond`, because worlds
 * without the key have the same hashes and snapshots as before the key existed.
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
}

/** Whether a policy serves a version. Most calls use the newest one, which is the last in the list. */
export const servesVersion = ({ versions }: Policy, version: string): boolean =>
  versions.findLast((served) => served === version) !== undefined

/** The HTTP status of an error code. */
export function statusOf(policy: Policy, code: GraphError['code']): number {
  const chosen = Object.hasOwn(policy.errorStatus, code) ? policy.errorStatus[code] : undefined
  return chosen ?? (isTransientCode(code) ? transientEntry(code).status : 400)
}

const keys = Object.keys(members)
const Given = policySchema.partial()

/** Returns the problem of a policy, or undefined if it is valid. */
export function policyError(given: Readonly<Record<string, unknown>>): string | undefined {
  const unknown = Object.keys(given).find((key) => !keys.includes(key))
  if (unknown !== undefined)
    return `There is no policy ${unknown}${didYouMean(unknown, keys) || `; there are ${keys.join(', ')}`}`
  const read = readBy(Given, given)
  if (!read.success) {
    const [issue] = read.error.issues
    return `The policy ${issue?.path.map(String).join('.')} ${issue?.message}`
  }
  const { versions = contractPolicy.versions, defaultVersion = contractPolicy.defaultVersion } = read.data
  const servesDefault = versions.some((one) => compareVersions(one, defaultVersion) === 0)
  return servesDefault
    ? undefined
    : `The policy defaultVersion ${defaultVersion} is not among the versions served`
}
