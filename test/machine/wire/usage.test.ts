import { describe, expect, test } from 'vitest'
import type { World } from '../../../src/world/world.ts'
import { begin, forked } from '../../service/scene.ts'

const start = begin()
const { page, adAccount, campaign, pageToken, userToken } = start
const HEADER = 'x-business-use-case-usage'

// The page of the starter world has ten engaged users.
const limited = () =>
  forked(start, {
    policy: {
      pageCallLimit: { perEngagedUser: 1, seconds: 600 },
      adAccountCallLimit: { development: 0, standard: 3, perActiveAd: 0, seconds: 3600 },
    },
  }).world

const ask = (world: World, url: string) => world.request({ method: 'GET', url }).headers[HEADER]
const readFeed = (world: World) => ask(world, `/${page}/feed?access_token=${pageToken}`)
const readCampaign = (world: World) => ask(world, `/${campaign}?access_token=${userToken}`)

const usage = (account: string, type: string, percent: number, minutes: number) =>
  JSON.stringify({
    [account]: [{ type, call_count: percent, estimated_time_to_regain_access: minutes }],
  })

describe('the usage header', () => {
  test('has the used percentage of the calls of a page', () => {
    const world = limited()
    const said = Array.from({ length: 9 }, () => readFeed(world))
    expect(said).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90].map((count) => usage(page, 'pages', count, 0)))
  })

  test('names an ad account without act_, and rounds its percentage down', () => {
    const world = limited()
    // The calls that made the starter world have left the window by then.
    world.clock.advance('2h')
    expect([readCampaign(world), readCampaign(world)]).toEqual([
      usage(adAccount, 'ads_management', 33, 0),
      usage(adAccount, 'ads_management', 66, 0),
    ])
  })

  test('has the minutes until the next call from the last allowed call on, also for refused calls', () => {
    const world = limited()
    readFeed(world)
    world.clock.advance('2m')
    for (let count = 0; count < 8; count += 1) readFeed(world)
    expect(readFeed(world)).toBe(usage(page, 'pages', 100, 8))
    world.clock.advance('90s')
    expect(readFeed(world)).toBe(usage(page, 'pages', 100, 7))
    world.clock.advance('390s')
    expect(readFeed(world)).toBe(usage(page, 'pages', 100, 2))
  })

  test('shows a limit of zero as used up', () => {
    const { world } = forked(start, { policy: { pageCallLimit: { perEngagedUser: 0, seconds: 600 } } })
    expect(readFeed(world)).toBe(usage(page, 'pages', 100, 10))
  })

  test.each<[string, string]>([
    ['of a page with a user token', `/${page}/feed?access_token=${userToken}`],
    ['without a token', `/${page}/feed`],
    ['that leads nowhere', `/1?access_token=${pageToken}`],
  ])('is missing for a call without a rate limit: %s', (_, url) => {
    expect(ask(limited(), url)).toBeUndefined()
  })

  test('is missing if the policy sets no limit, and no answer has a time to retry', () => {
    const { world } = forked(start, { policy: { pageCallLimit: null } })
    expect(readFeed(world)).toBeUndefined()
    const { headers } = limited().request({ method: 'GET', url: `/${page}/feed?access_token=${pageToken}` })
    expect(headers).not.toHaveProperty('retry-after')
  })

  test('belongs to its call in a batch', () => {
    const batch = JSON.stringify([{ relative_url: `${page}/feed` }])
    const url = `/?access_token=${pageToken}&batch=${encodeURIComponent(batch)}`
    const { headers, body } = limited().request({ method: 'POST', url })
    expect(headers).not.toHaveProperty(HEADER)
    expect(JSON.parse(String(body))[0].headers).toContainEqual({
      name: 'X-Business-Use-Case-Usage',
      value: usage(page, 'pages', 10, 0),
    })
  })
})
