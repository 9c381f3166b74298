import { describe, expect, test } from 'vitest'
import { compareVersions, knownVersions, since } from '../../src/graph/versions.ts'
import { begin, call, forked, get, refusedBy } from './scene.ts'

const scene = begin()
const { page, pageToken, campaign, userToken, lead } = scene

test('the table holds v2.0 to v2.12, v3.0 to v3.3 and v4.0 to v26.0, oldest first [VER-014]', () => {
  const listed = [
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((minor) => `v2.${minor}`),
    ...[0, 1, 2, 3].map((minor) => `v3.${minor}`),
    ...Array.from({ length: 23 }, (_, index) => `v${index + 4}.0`),
  ]
  expect(knownVersions).toEqual(listed)
})

test.each([
  ['v2.10', 'v2.4', 1],
  ['v2.4', 'v2.10', -1],
  ['v10.0', 'v9.0', 1],
  ['v3.0', 'v2.12', 1],
  ['v7.0', 'v7.0', 0],
])('%s against %s is %i: numbers are compared, not texts [VER-002]', (a, b, expected) => {
  expect(Math.sign(compareVersions(a, b))).toBe(expected)
})

test.each([
  ['indicatorFieldsOnRequest', 'v2.3', 'v2.4', 'v2.10'],
  ['effectiveStatusInProcess', 'v3.3', 'v4.0', 'v26.0'],
  ['specialAdCategoriesRequired', 'v6.0', 'v7.0', 'v10.0'],
] as const)('%s: not in %s, in force in %s and in %s', (change, before, first, later) => {
  expect([before, first, later].map((version) => since(change, version))).toEqual([false, true, true])
})

describe('the version in a path', () => {
  test.each(knownVersions.map(String))('%s is served for pages and leads [VER-001..002]', (version) => {
    const { world } = scene
    expect(call(world, pageToken, 'listPageFeed', { page }, version).ok).toBe(true)
    expect(call(world, pageToken, 'readLead', { lead }, version).ok).toBe(true)
  })

  test('may be left out: then it is the newest [VER-003]', () => {
    const { world } = scene
    const response = world.request({ method: 'GET', url: `/${page}/feed?access_token=${pageToken}` })
    expect(response.status).toBe(200)
    expect(response.headers['facebook-api-version']).toBe('v26.0')
    const older = begin({ defaultVersion: 'v6.0' })
    const url = `/${older.campaign}?access_token=${older.userToken}`
    expect(older.world.request({ method: 'GET', url }).headers['facebook-api-version']).toBe('v6.0')
  })

  test.each(['v1.0', 'v2.13', 'v3.4', 'v4.1', 'v27.0', 'v7', 'v7.0.0', 'v07.0', 'v2.04'])(
    '%s is unknown, before anything else is looked at [VER-001]',
    (version) => {
      const { world } = scene
      expect(get(world, `/${version}/${page}/feed?access_token=nobody`)).toMatchObject({
        error: { code: 100, message: expect.stringContaining(`Unknown version "${version}"`) },
      })
    },
  )

  test('is whatever the policy serves', () => {
    const { world } = forked(scene, { policy: { versions: ['v9.0', 'v10.0'], defaultVersion: 'v9.0' } })
    expect(call(world, pageToken, 'listPageFeed', { page }, 'v10.0').ok).toBe(true)
    expect(call(world, pageToken, 'listPageFeed', { page }, 'v26.0').ok).toBe(false)
  })
})

describe('a retired version of the ads interface', () => {
  test.each(knownVersions.map(String))('%s is refused with 2635 below v3.0 [ERR-016, VER-013]', (version) => {
    const outcome = call(scene.world, userToken, 'readCampaign', { campaign }, version)
    const retired = version.startsWith('v2.')
    expect(outcome.ok ? 'answered' : outcome.error.code).toBe(retired ? 2635 : 'answered')
  })

  test('says which version to use [ERR-016]', () => {
    const refused = () => call(scene.world, userToken, 'readCampaign', { campaign }, 'v2.12')
    expect(refusedBy(scene.world, refused).message).toBe(
      '(#2635) Version v2.12 of the ads interface is deprecated: use v26.0',
    )
  })

  test('follows the policy', () => {
    const { world } = forked(scene, { policy: { adsMinVersion: 'v20.0' } })
    expect(call(world, userToken, 'readCampaign', { campaign }, 'v20.0').ok).toBe(true)
    const refused = () => call(world, userToken, 'readCampaign', { campaign }, 'v19.0')
    expect(refusedBy(world, refused).code).toBe(2635)
  })
})
