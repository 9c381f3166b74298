import { describe, expect, test } from 'vitest'
import type { KnownCode } from '../../../src/service/contract/errors.ts'
import { contractPolicy, platformPolicy } from '../../../src/service/policy.ts'
import { act, begin, forked, jsonOf, type Scene } from '../../service/scene.ts'

const platform = begin({ policy: platformPolicy })
const contract = begin({ policy: contractPolicy })
const { page, adAccount: account, form } = platform

const names = ['x-app-usage', 'x-ad-account-usage', 'x-business-use-case-usage'] as const

/** The usage headers of an answer, and the code of its error. */
function usageOf({ world, ...scene }: Scene, path: string, token: string = scene.pageToken) {
  const { headers, body } = world.request({ method: 'GET', path, params: { access_token: token } })
  const usage = names.flatMap((name) => {
    const text = headers[name]
    return text === undefined ? [] : [[name, JSON.parse(text)] as const]
  })
  return { code: Number(Object(jsonOf({ body })['error'])['code'] ?? 0), ...Object.fromEntries(usage) }
}

const app = { 'x-app-usage': { call_count: 100, total_cputime: 100, total_time: 100 } }

const business = (id: string, type: string, minutes: number) => ({
  'x-business-use-case-usage': {
    [id]: [{ type, call_count: 100, estimated_time_to_regain_access: minutes }],
  },
})

const ads = (seconds: number) => ({
  'x-ad-account-usage': {
    acc_id_util_pct: 100,
    reset_time_duration: seconds,
    ads_api_access_tier: 'standard_access',
  },
})

const feed = `/${page}/feed`
const campaigns = `/act_${account}/campaigns`
const DAY = 24 * 60

// https://developers.facebook.com/docs/graph-api/overview/rate-limiting has the headers and their types.
describe('an injected error of a limit shows that limit at 100 %, and when it ends', () => {
  test.each<[KnownCode, string, object]>([
    [4, feed, app],
    [4, campaigns, app],
    [17, feed, app],
    [17, campaigns, { ...business(account, 'ads_management', 60), ...ads(3_600) }],
    [32, feed, app],
    [341, feed, app],
    [613, feed, app],
    [613, campaigns, { ...business(account, 'ads_management', 60), ...ads(3_600) }],
    [80000, campaigns, { ...business(account, 'ads_insights', 60), ...ads(3_600) }],
    [80001, feed, business(page, 'pages', DAY)],
    [80002, feed, business(page, 'instagram', 60)],
    [80003, campaigns, { ...business(account, 'custom_audience', 60), ...ads(3_600) }],
    [80004, campaigns, { ...business(account, 'ads_management', 60), ...ads(3_600) }],
    [80005, feed, business(page, 'leadgen', DAY)],
    [80006, feed, business(page, 'messenger', 60)],
    [80009, feed, business(page, 'catalog_management', 60)],
    [80014, feed, business(page, 'catalog_batch', 60)],
  ])('%i at %s', (code, path, usage) => {
    const scene = forked(platform)
    scene.world.faults.add({ match: {}, fault: { kind: 'error', code } })
    const token = path === feed ? scene.pageToken : scene.userToken
    expect(usageOf(scene, path, token)).toEqual({ code, ...usage })
  })

  test.each<[KnownCode, string, object]>([
    [80001, feed, business(contract.page, 'pages', DAY)],
    [80004, campaigns, business(account, 'ads_management', 60)],
    [4, feed, {}],
    [17, campaigns, {}],
    [613, campaigns, {}],
  ])('%i at %s, under the policy of the contract, which has one header', (code, path, usage) => {
    const scene = forked(contract)
    scene.world.faults.add({ match: {}, fault: { kind: 'error', code } })
    const token = path === feed ? scene.pageToken : scene.userToken
    expect(usageOf(scene, path, token)).toEqual({ code, ...usage })
  })

  test('after the commit too', () => {
    const scene = forked(platform)
    scene.world.faults.add({ match: {}, fault: { kind: 'error', code: 80001, when: 'afterCommit' } })
    expect(usageOf(scene, feed)).toEqual({ code: 80001, ...business(page, 'pages', DAY) })
  })

  test('and the error of an outage shows none', () => {
    const scene = forked(platform)
    scene.world.faults.add({ match: {}, fault: { kind: 'error', code: 2 } })
    const none = { 'x-app-usage': { call_count: 0, total_cputime: 0, total_time: 0 } }
    expect(usageOf(scene, feed)).toEqual({ code: 2, ...none })
  })
})

describe('a call beyond a limit shows that limit at 100 %, and when it ends', () => {
  const none = { perEngagedUser: 0, seconds: 86_400 }

  test.each<[string, object, string, object]>([
    ['of a page', { pageCallLimit: none }, feed, { code: 80001, ...business(page, 'pages', DAY) }],
    [
      'of an ad account',
      { adAccountCallLimit: { development: 0, standard: 0, perActiveAd: 0, seconds: 3_600 } },
      campaigns,
      { code: 80004, ...business(account, 'ads_management', 60), ...ads(3_600) },
    ],
  ])('%s', (_, policy, path, usage) => {
    const scene = forked(platform, { policy })
    expect(usageOf(scene, path, path === feed ? scene.pageToken : scene.userToken)).toEqual(usage)
  })

  // https://developers.facebook.com/docs/graph-api/reference/page/leadgen_forms lists 80005.
  test.each([
    ['leadgen and 80005', platform, { code: 80005, ...business(page, 'leadgen', DAY) }],
    ['the code of a page, under the policy of the contract', contract, { code: 80001 }],
  ])('of reads of leads: %s', (_, { world, ...names }, usage) => {
    const policy = { leadReadLimit: { perLead: 1, leadDays: 90, seconds: 86_400 } }
    const scene = { ...names, world: world.fork({ policy }) }
    act(scene.world, 'installApp', { page, app: scene.app }).unwrap()
    const answers = Array.from({ length: 20 }, () => usageOf(scene, `/${form}/leads`))
    expect(answers[0]?.code).toBe(0)
    expect(answers.at(-1)).toMatchObject(usage)
  })
})
