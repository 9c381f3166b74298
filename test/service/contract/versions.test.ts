import { describe, expect, test } from 'vitest'
import { registry } from '../../../src/chapters/registry.ts'
import { compareVersions, knownVersions, since } from '../../../src/service/contract/versions.ts'
import { rightToken, rowsOf } from '../../chapters/codes/rows.ts'
import { begin, call, forked, get, refusedBy, serving } from '../scene.ts'

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
    '%s is refused as unknown before any other check [VER-001]',
    (version) => {
      const { world } = scene
      expect(get(world, `/${version}/${page}/feed?access_token=nobody`)).toMatchObject({
        error: { code: 100, message: expect.stringContaining(`Unknown version "${version}"`) },
      })
    },
  )

  test('must be one that the policy serves', () => {
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

  // Campaign nodes and edges, what lies under an ad account, the ads they hold, and event_stats (SIL-031).
  const adsOperations: readonly string[] = [
    ...['createCampaign', 'readCampaign', 'updateCampaign', 'deleteCampaign', 'copyCampaign'],
    ...['listCampaigns', 'deleteCampaigns', 'listCampaignAds', 'listCampaignAdSets', 'listCampaignCopies'],
    ...['listCampaignAdStudies', 'listCampaignAdRules', 'readAdAccount', 'readAdSet', 'readAd', 'createAd'],
    ...['readCreative', 'createAsyncBatch', 'readAsyncBatch', 'listAsyncBatchRequests', 'searchTargeting'],
    ...['suggestTargeting', 'browseTargeting', 'validateTargeting', 'uploadAdImage', 'listAdImages'],
    ...['deleteAdImage', 'listEventStats', 'listAdSets', 'listAds', 'addAdSet', 'listCreatives'],
    ...['readAdImage', 'listInsights', 'listCampaignInsights', 'listAdSetInsights', 'listAdInsights'],
    ...['startAccountReport', 'startCampaignReport', 'startAdSetReport', 'startAdReport'],
    ...['readReportRun', 'listReportInsights', 'addCreative', 'listAdCreatives', 'listAdSetAds'],
    ...['updateAdSet', 'deleteAdSet', 'copyAdSet', 'copyAd'],
    ...['updateAd', 'deleteAd', 'listCustomAudiences', 'createCustomAudience', 'readCustomAudience'],
    ...['listAdLabels', 'createAdLabel', 'readAdLabel', 'updateAdLabel', 'deleteAdLabel'],
    ...['addCampaignLabels', 'removeCampaignLabels', 'addAdSetLabels', 'removeAdSetLabels'],
    ...['addAdLabels', 'removeAdLabels', 'addCreativeLabels', 'removeCreativeLabels'],
    ...['updateCreative', 'removeCreative', 'listAdPreviews', 'listCreativePreviews'],
    ...['generateAdPreviews', 'listAdsPixels', 'createAdsPixel', 'readAdsPixel', 'updateAdsPixel'],
    ...['readCatalog', 'updateCatalog', 'deleteCatalog', 'listExternalEventSources', 'listProductSets'],
    ...['createProductSet', 'listProductFeeds', 'addProductFeed'],
    ...['updateCustomAudience', 'deleteCustomAudience', 'addAudienceUsers', 'removeAudienceUsers'],
  ]
  const rows = rowsOf(scene)

  test.each([...registry.routes.byName.keys()])(
    'is refused by %s exactly if that is an ads operation [VER-013]',
    (operation) => {
      const { world, ...names } = forked(scene, serving(operation))
      const token = rightToken(operation, { world, ...names })
      const outcome = call(world, token, operation, rows[operation]?.params ?? {}, 'v2.12')
      const isAds = adsOperations.includes(operation)
      expect(outcome.ok ? 'answered' : outcome.error.code).toBe(isAds ? 2635 : 'answered')
    },
  )

  test('is refused in a read of several ids too [VER-013]', () => {
    const refused = () => call(scene.world, userToken, 'readMany', { ids: campaign }, 'v2.12')
    expect(refusedBy(scene.world, refused).code).toBe(2635)
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

describe('what changed with a version of the ads interface', () => {
  const { adAccount } = scene
  const served = knownVersions.map(String).filter((version) => !version.startsWith('v2.'))
  const before = (version: string, major: number) => Number(version.slice(1).split('.')[0]) < major
  const fields = (version: string, names: string, world = scene.world, id = campaign) =>
    call(world, userToken, 'readCampaign', { campaign: id, fields: names }, version).unwrap()

  test.each(served)(
    '%s shows effective_status IN_PROCESS from v4.0 on, never before [VER-007]',
    (version) => {
      const { world } = forked(scene)
      world.actions.setProcessing({ campaign }).unwrap()
      const { effective_status: shown } = fields(version, 'effective_status', world)
      expect(shown === 'IN_PROCESS').toBe(!before(version, 4))
    },
  )

  test.each(served)('%s requires special_ad_categories from v7.0 on [VER-008..009]', (version) => {
    const { world } = forked(scene)
    const made = (params: object) =>
      call(world, userToken, 'createCampaign', { adAccount, objective: 'LINK_CLICKS', ...params }, version)
    const codeOf = (params: object) => {
      const outcome = made(params)
      return outcome.ok ? 'made' : outcome.error.code
    }
    const old = before(version, 7) ? 'made' : 100
    expect([codeOf({}), codeOf({ special_ad_category: 'HOUSING' })]).toEqual([old, old])
    expect(codeOf({ special_ad_categories: ['HOUSING'] })).toBe('made')
  })

  test.each(served)('%s reads one category as text, and all as a list [VER-011..012]', (version) => {
    const { world } = forked(scene)
    const params = { adAccount, objective: 'LINK_CLICKS', special_ad_categories: ['HOUSING', 'CREDIT'] }
    const { id } = call(world, userToken, 'createCampaign', params, version).unwrap()
    const read = (name: string) => fields(version, name, world, String(id))[name]
    expect(read('special_ad_category')).toBe('HOUSING')
    expect(read('special_ad_categories')).toEqual(['HOUSING', 'CREDIT'])
  })

  test.each(served)('%s keeps budget_rebalance_flag, deprecated from v7.0 on or not [VER-010]', (version) => {
    const { world } = forked(scene)
    for (const flag of [true, false]) {
      const change = { campaign, budget_rebalance_flag: flag }
      call(world, userToken, 'updateCampaign', change, version).unwrap()
      expect(fields(version, 'budget_rebalance_flag', world)).toMatchObject({ budget_rebalance_flag: flag })
    }
  })
})

describe('what changed with v2.4', () => {
  const { appToken } = scene
  const keysOf = (params: object, version: string) => {
    const { data } = call(scene.world, appToken, 'searchThreatIndicators', params, version).unwrap() as {
      data: object[]
    }
    expect(data.length).toBeGreaterThan(0)
    return new Set(data.map((record) => Object.keys(record).length))
  }

  test.each([
    ['v2.3', 10],
    ['v2.4', 3],
    ['v2.10', 3],
    ['v26.0', 3],
  ])('in %s a threat indicator has %i fields, and others on request [VER-004..006]', (version, count) => {
    expect(keysOf({}, version)).toEqual(new Set([count]))
    expect(keysOf({ fields: 'id,status,severity,added_on' }, version)).toEqual(new Set([4]))
  })
})
