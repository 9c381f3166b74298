import { issueText } from '../engine/schema/issue-words.ts'
import { boundedArray, readBy } from '../engine/schema/schema.ts'
import { z } from '../engine/schema/zod.ts'
import { isPlainObject } from '../engine/values/plain-object.ts'
import { bounds } from './contract/bounds.ts'
import { isKnownCode } from './contract/errors.ts'
import { compareVersions, type Version } from './contract/versions.ts'
import { contractPolicy, type Policy, type PolicyName, presets } from './policy.ts'
import { didYouMean } from './values/nearest.ts'
import { shown } from './values/scalars.ts'

const choice = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, { error: ({ input }) => `must be one of ${values.join(', ')}, got ${shown(input)}` })

const count = z.custom<number>(
  (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= bounds.policyNumberMax,
  { error: ({ input }) => `must be a whole number from 0 to ${bounds.policyNumberMax}, got ${shown(input)}` },
)

const pageSize = count.refine((value) => value > 0, 'must be 1 or more, or null for any size')

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
    (seconds) =>
      seconds.length <= bounds.retriesMax && seconds.every((one, index) => one >= (seconds[index - 1] ?? 0)),
    `must be a list of at most ${bounds.retriesMax} rising numbers of seconds`,
  )
  .readonly()

const httpStatus = z.custom<number>(
  (value) => Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599,
  { error: ({ input }) => `must be an HTTP status from 400 to 599, got ${shown(input)}` },
)

const namesErrors = (statuses: object) => Object.keys(statuses).every((code) => isKnownCode(Number(code)))

const members = {
  postTimes: choice('unix', 'iso'),
  defaultFields: choice('all', 'minimal'),
  unknownFields: choice('refuse', 'ignore'),
  fromForUserTokens: choice('onlyCurrentUser', 'keepPages'),
  unpublishedInFeed: choice('onRequest', 'always', 'never'),
  jsonQuotes: choice('double', 'any'),
  webhookIds: choice('number', 'text'),
  rankedPostsPerYear: count,
  scheduledPosts: choice('publishAtTime', 'stayScheduled'),
  unpublishedPhotoRetention: count,
  photoUrls: choice('synthetic', 'registered'),
  links: choice('open', 'registered'),
  errorStatus: z
    .record(z.string(), httpStatus)
    .refine(namesErrors, 'must name error codes of the contract or of the live service')
    .readonly(),
  versions: boundedArray(version)
    .refine((versions) => versions.length > 0, 'must have at least one version')
    .readonly(),
  defaultVersion: version,
  adsMinVersion: version,
  tokenLifetimes: record({ shortLivedUser: count, longLivedUser: count, authorizationCode: count }),
  webhook: record({
    retrySchedule,
    dropAfter: count,
    signing: choice('both', 'sha256', 'sha1', 'none'),
  }),
  pageCallLimit: record({ perEngagedUser: count, seconds: count }).nullable(),
  adAccountCallLimit: record({
    development: count,
    standard: count,
    perActiveAd: count,
    seconds: count,
  }).nullable(),
  leadReadLimit: record({ perLead: count, leadDays: count, seconds: count }).nullable(),
  beyond: z.exactOptional(choice('refuse', 'serve')),
  mediaProcessing: z.exactOptional(record({ image: count, video: count })),
  pageSizeMax: z.exactOptional(pageSize.nullable()),
}

export const policySchema = z.object(members)

const keys = Object.keys(members)
const Given = policySchema.partial()

const isName = (given: unknown): given is PolicyName =>
  typeof given === 'string' && Object.hasOwn(presets, given)

/** Returns the problem of a policy, or undefined if it is valid. */
export function policyError(given: Readonly<Record<string, unknown>>): string | undefined {
  const unknown = Object.keys(given).find((key) => !keys.includes(key))
  if (unknown !== undefined && isName(unknown))
    return `There is no policy option ${unknown}: that is the name of a preset, policy: '${unknown}'`
  if (unknown !== undefined)
    return `There is no policy ${unknown}${didYouMean(unknown, keys) || `; there are ${keys.join(', ')}`}`
  const read = readBy(Given, given)
  if (!read.success) return `The policy ${issueText(read.error)}`
  const { versions = contractPolicy.versions, defaultVersion = contractPolicy.defaultVersion } = read.data
  const servesDefault = versions.some((one) => compareVersions(one, defaultVersion) === 0)
  return servesDefault
    ? undefined
    : `The policy defaultVersion ${defaultVersion} is not among the versions served`
}

/** Returns what is wrong with a value, unless it is the name of a preset or an object. */
export function policyFormProblem(given: unknown): string | undefined {
  if (isName(given) || isPlainObject(given)) return undefined
  const names = Object.keys(presets)
  const hint = typeof given === 'string' ? didYouMean(given.replace(/policy$/i, ''), names) : ''
  return (
    `must be '${names.join("', '")}' or an object of policy options such as { postTimes: 'iso' }, ` +
    `got ${shown(given)}${hint}`
  )
}

/**
 * Returns the policy that a user chose, or what is wrong with it.
 *
 * @param given The name of a preset, which replaces all options, or some options.
 * @param before The policy that has the other options.
 * @param more Options that replace all others.
 */
export function chosenPolicy(given: unknown, before: Policy, more: Partial<Policy> = {}): Policy | string {
  const problem = policyFormProblem(given)
  if (problem !== undefined) return `The option policy ${problem}`
  const base = isName(given) ? presets[given] : before
  const options = { ...(isPlainObject(given) && given), ...more }
  const chosen = { ...base, ...options }
  // A preset is valid, and the schemas of a check take longer to build than the rest of a world.
  return Object.keys(options).length === 0 ? chosen : (policyError(chosen) ?? chosen)
}
