import { bounds } from './contract/bounds.ts'
import { type ErrorCode, isErrorCode } from './contract/errors.ts'
import { DAY, HOUR, limits, MINUTE } from './contract/limits.ts'
import { compareVersions, knownVersions, newestVersion, type Version } from './contract/versions.ts'
import { shown } from './values/scalars.ts'

/**
 * Every reading of a silence of the contract that a user may want to switch, and every number that a user
 * may change. The numbers of the decisions stand behind the keys.
 */
export interface Policy {
  /** How post times are read: `unix`, whole seconds as the record table types them, or `iso` (SIL-021). */
  readonly postTimes: 'unix' | 'iso'
  /** What a read without `fields` returns: `all` that has a value, or a `minimal` set (SIL-017). */
  readonly defaultFields: 'all' | 'minimal'
  /** An unknown name in `fields`: `refuse` with 100, or `ignore` (SIL-018). */
  readonly unknownFields: 'refuse' | 'ignore'
  /** With a user token `from` shows `onlyCurrentUser`, or `keepPages` as well (SIL-055). */
  readonly fromForUserTokens: 'onlyCurrentUser' | 'keepPages'
  /**
   * Unpublished posts stand in the feed listing `onRequest` of is_published, `always` or `never` (SIL-085).
   */
  readonly unpublishedInFeed: 'onRequest' | 'always' | 'never'
  /** The most published posts of a calendar year that the feed returns, by rank (SIL-086). */
  readonly rankedPostsPerYear: number
  /** A scheduled post at its time: `publishAtTime` or `stayScheduled` (SIL-100). */
  readonly scheduledPosts: 'publishAtTime' | 'stayScheduled'
  /** How long an unpublished photo that is in no post is kept, in seconds (SIL-076). */
  readonly unpublishedPhotoRetention: number
  /**
   * A photo url that nobody registered is a `synthetic` picture, or resolves only if `registered` (SIL-071).
   */
  readonly photoUrls: 'synthetic' | 'registered'
  /** A link is visible unless hidden (`open`), or only if it is `registered` (SIL-092). */
  readonly links: 'open' | 'registered'
  /** The HTTP status of an error code where it is not 400 (SIL-034). */
  readonly errorStatus: { readonly [code: string]: number }
  /** The versions that are served, oldest first (SIL-030). */
  readonly versions: readonly Version[]
  /** The version of calls whose path names none (SIL-030). */
  readonly defaultVersion: Version
  /** The oldest version that the ads interface serves; below it every ads call gives 2635 (SIL-031). */
  readonly adsMinVersion: Version
  /** Lifetimes of tokens and codes, in seconds (SIL-046). */
  readonly tokenLifetimes: {
    readonly shortLivedUser: number
    readonly longLivedUser: number
    readonly authorizationCode: number
  }
  /** When an undelivered notice is tried again, and how deliveries are signed (SIL-164, SIL-165). */
  readonly webhook: {
    /** Seconds after the first attempt at which the next ones follow. */
    readonly retrySchedule: readonly number[]
    /** Seconds after which an undelivered notice is dropped. */
    readonly dropAfter: number
    readonly signing: 'both' | 'sha256' | 'sha1' | 'none'
  }
  /** Calls of a page with page tokens: so many per engaged user and window of seconds (SIL-184). */
  readonly pageCallLimit: { readonly perEngagedUser: number; readonly seconds: number } | null
  /** Calls of an ad account in a window of seconds (SIL-185). */
  readonly adAccountCallLimit: {
    readonly development: number
    readonly standard: number
    readonly perActiveAd: number
    readonly seconds: number
  } | null
  /** Lead reads of a page: so many per lead of the last days and window of seconds (SIL-186). */
  readonly leadReadLimit: {
    readonly perLead: number
    readonly leadDays: number
    readonly seconds: number
  } | null
}

/** The letter of the contract: the default. */
export const contractPolicy: Policy = {
  postTimes: 'unix',
  defaultFields: 'all',
  unknownFields: 'refuse',
  fromForUserTokens: 'onlyCurrentUser',
  unpublishedInFeed: 'onRequest',
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

/** What clients of the live service observe, where that is not the letter of the contract. */
export const platformPolicy: Policy = {
  ...contractPolicy,
  postTimes: 'iso',
  defaultFields: 'minimal',
  fromForUserTokens: 'keepPages',
  unpublishedInFeed: 'never',
  // Ads versions live about two years, and about three appear in a year.
  adsMinVersion: 'v20.0',
}

const choices: Readonly<Record<string, readonly string[]>> = {
  postTimes: ['unix', 'iso'],
  defaultFields: ['all', 'minimal'],
  unknownFields: ['refuse', 'ignore'],
  fromForUserTokens: ['onlyCurrentUser', 'keepPages'],
  unpublishedInFeed: ['onRequest', 'always', 'never'],
  scheduledPosts: ['publishAtTime', 'stayScheduled'],
  photoUrls: ['synthetic', 'registered'],
  links: ['open', 'registered'],
}

/** The HTTP status of an error code. */
export function statusOf(policy: Policy, code: ErrorCode | 0): number {
  return (Object.hasOwn(policy.errorStatus, code) ? policy.errorStatus[code] : undefined) ?? 400
}

const defaults = new Map<string, unknown>(Object.entries(contractPolicy))

/** What is wrong with a policy that a user wrote, in words; undefined when nothing is. */
export function policyError(given: Readonly<Record<string, unknown>>): string | undefined {
  for (const [key, value] of Object.entries(given)) {
    if (!defaults.has(key))
      return `There is no policy ${key}; there are ${Object.keys(contractPolicy).join(', ')}`
    const known = choices[key]
    if (known && !known.some((choice) => choice === value))
      return `The policy ${key} is one of ${known.join(', ')}, not ${shown(value)}`
    const error = shapeProblem(key, value, defaults.get(key))
    if (error) return error
  }
  const { webhook } = given as Partial<Policy>
  return (
    versionProblem(given as Partial<Policy>) ?? statusProblem(given['errorStatus']) ?? webhookProblem(webhook)
  )
}

/** What a value is, in words that follow "is". */
const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'a list'
  if (value === null || value === undefined) return String(value)
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

const isCount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= bounds.policyNumberMax

/** Whether a value has the shape of the default: the same kind, numbers not negative, members alike. */
function shapeProblem(key: string, value: unknown, model: unknown): string | undefined {
  if (value === null && /Limit$/.test(key)) return undefined
  if (kindOf(value) !== kindOf(model)) return `The policy ${key} is ${kindOf(model)}, not ${kindOf(value)}`
  if (typeof value === 'number' && !isCount(value))
    return `The policy ${key} is a whole number from 0 to ${bounds.policyNumberMax}, not ${value}`
  if (typeof model !== 'object' || model === null || Array.isArray(model) || key === 'errorStatus')
    return undefined
  for (const [member, part] of Object.entries(model)) {
    const given: unknown = new Map(Object.entries(value ?? {})).get(member)
    const error =
      given === undefined
        ? `The policy ${key} needs ${member}`
        : shapeProblem(`${key}.${member}`, given, part)
    if (error) return error
  }
  return undefined
}

function versionProblem({ versions, defaultVersion, adsMinVersion }: Partial<Policy>): string | undefined {
  const spelled = (version: unknown) => typeof version === 'string' && /^v\d{1,3}\.\d{1,3}$/.test(version)
  for (const version of [...(versions ?? []), defaultVersion ?? 'v1.0', adsMinVersion ?? 'v1.0']) {
    if (!spelled(version)) return `A version looks like v7.0, not ${shown(version)}`
  }
  if (versions?.length === 0) return 'The policy versions needs at least one version'
  const served = versions ?? contractPolicy.versions
  const standard = defaultVersion ?? contractPolicy.defaultVersion
  if (!served.some((version) => compareVersions(version, standard) === 0)) {
    return `The policy defaultVersion ${standard} is not among the versions served`
  }
  return undefined
}

const signings = ['both', 'sha256', 'sha1', 'none']
const RETRIES_MAX = 100

function webhookProblem(webhook: Policy['webhook'] | undefined): string | undefined {
  if (!webhook) return undefined
  const { retrySchedule, signing } = webhook
  if (!signings.includes(signing))
    return `The policy webhook.signing is one of ${signings.join(', ')}, not ${shown(signing)}`
  const rises = retrySchedule.every(
    (seconds, at) => isCount(seconds) && seconds >= (retrySchedule[at - 1] ?? 0),
  )
  return rises && retrySchedule.length <= RETRIES_MAX
    ? undefined
    : `The policy webhook.retrySchedule is a list of at most ${RETRIES_MAX} rising whole numbers of seconds`
}

function statusProblem(statuses: unknown): string | undefined {
  if (typeof statuses !== 'object' || statuses === null) return undefined
  for (const [code, status] of Object.entries(statuses)) {
    if (!isErrorCode(Number(code))) return `The policy errorStatus names ${code}, which is no error code`
    if (!(Number.isInteger(status) && status >= 400 && status <= 599)) {
      return `The policy errorStatus of ${code} is an HTTP status from 400 to 599, not ${shown(status)}`
    }
  }
  return undefined
}
