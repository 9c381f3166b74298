import { describe, expect, test } from 'vitest'
import { contractPolicy, platformPolicy } from '../../src/service/policy.ts'
import { policyError } from '../../src/service/policy-schema.ts'

test('the default follows the contract literally', () => {
  expect(contractPolicy).toMatchObject({
    postTimes: 'unix',
    defaultFields: 'all',
    unknownFields: 'refuse',
    fromForUserTokens: 'onlyCurrentUser',
    unpublishedInFeed: 'onRequest',
    jsonQuotes: 'double',
    webhookIds: 'number',
    rankedPostsPerYear: 600,
    scheduledPosts: 'publishAtTime',
    unpublishedPhotoRetention: 86_400,
    photoUrls: 'synthetic',
    links: 'open',
    errorStatus: {},
    defaultVersion: 'v26.0',
    adsMinVersion: 'v3.0',
    tokenLifetimes: { shortLivedUser: 3_600, longLivedUser: 5_184_000, authorizationCode: 3_600 },
    webhook: {
      retrySchedule: [0, 60, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400],
      dropAfter: 129_600,
      signing: 'both',
    },
    pageCallLimit: { perEngagedUser: 4_800, seconds: 86_400 },
    adAccountCallLimit: { development: 300, standard: 100_000, perActiveAd: 40, seconds: 3_600 },
    leadReadLimit: { perLead: 4_800, leadDays: 90, seconds: 86_400 },
  })
})

test('the platform preset differs in ten options', () => {
  expect(platformPolicy).toEqual({
    ...contractPolicy,
    postTimes: 'iso',
    defaultFields: 'minimal',
    fromForUserTokens: 'keepPages',
    unpublishedInFeed: 'never',
    jsonQuotes: 'any',
    webhookIds: 'text',
    adsMinVersion: 'v20.0',
    beyond: 'serve',
    mediaProcessing: { image: 5, video: 10 },
    pageSizeMax: 5_000,
  })
})

describe('a policy that a user wrote', () => {
  test.each<[object]>([
    [{}],
    [contractPolicy],
    [platformPolicy],
    [{ rankedPostsPerYear: 0 }],
    [{ pageCallLimit: null, adAccountCallLimit: null, leadReadLimit: null }],
    [{ versions: ['v9.0'], defaultVersion: 'v9.0' }],
    [{ errorStatus: { 190: 401, 80001: 429 } }],
    [{ errorStatus: { 190: 400, 80001: 599 } }],
  ])('is valid: %j', (policy) => expect(policyError({ ...policy })).toBeUndefined())

  test.each<[object, RegExp]>([
    [{ postTime: 'iso' }, /^There is no policy postTime: did you mean postTimes\?$/],
    [{ sharding: 'x' }, /^There is no policy sharding; there are postTimes, /],
    [{ toString: 'x' }, /^There is no policy toString/],
    [{ postTimes: 'ISO' }, /^The policy postTimes must be one of unix, iso, got "ISO"$/],
    [
      { rankedPostsPerYear: -1 },
      /^The policy rankedPostsPerYear must be a whole number from 0 to 100000000000, got -1$/,
    ],
    [{ rankedPostsPerYear: 1.5 }, /rankedPostsPerYear must be a whole number/],
    [
      { rankedPostsPerYear: '600' },
      /^The policy rankedPostsPerYear must be a whole number from 0 to 100000000000, got "600"$/,
    ],
    [{ rankedPostsPerYear: null }, /^The policy rankedPostsPerYear must be a whole number .*, got null$/],
    [
      { pageCallLimit: { perEngagedUser: 1 } },
      /^The policy pageCallLimit.seconds must be a whole number .*, got nothing$/,
    ],
    [
      { pageCallLimit: { perEngagedUser: 1, seconds: -1 } },
      /^The policy pageCallLimit.seconds must be a whole/,
    ],
    [
      { webhook: null },
      /^The policy webhook must be an object with the members retrySchedule, dropAfter, signing, got null$/,
    ],
    [
      { webhook: { ...contractPolicy.webhook, signing: 'md5' } },
      /^The policy webhook.signing must be one of both/,
    ],
    [{ webhook: { ...contractPolicy.webhook, retrySchedule: [60, 0] } }, /^The policy webhook.retrySchedule/],
    [{ webhook: { ...contractPolicy.webhook, retrySchedule: ['0'] } }, /^The policy webhook.retrySchedule/],
    [{ webhook: { ...contractPolicy.webhook, retrySchedule: [-1] } }, /^The policy webhook.retrySchedule/],
    [
      { webhook: { ...contractPolicy.webhook, retrySchedule: Array(101).fill(0) } },
      /must be a list of at most 100/,
    ],
    [{ versions: [] }, /^The policy versions must have at least one version$/],
    [{ versions: ['7.0'] }, /^The policy versions.0 must be a version such as v7.0, got "7.0"$/],
    [{ versions: [['v7.0']] }, /^The policy versions.0 must be a version such as v7.0, got \["v7.0"\]$/],
    [{ defaultVersion: 'v27.0' }, /^The policy defaultVersion v27.0 is not among the versions served$/],
    [{ adsMinVersion: 'three' }, /^The policy adsMinVersion must be a version such as v7.0, got "three"$/],
    [
      { errorStatus: { 507: 400 } },
      /^The policy errorStatus must name error codes of the contract or of the live service$/,
    ],
    [
      { errorStatus: { 190: 200 } },
      /^The policy errorStatus.190 must be an HTTP status from 400 to 599, got 200$/,
    ],
    [{ errorStatus: { 190: 399 } }, /from 400 to 599, got 399$/],
    [{ errorStatus: { 190: 600 } }, /from 400 to 599, got 600$/],
  ])('is invalid: %j', (policy, expected) => expect(policyError({ ...policy })).toMatch(expected))
})
