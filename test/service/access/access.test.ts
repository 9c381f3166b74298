import { describe, expect, test } from 'vitest'
import { registry } from '../../../src/chapters/registry.ts'
import { begin, type Caller, call, forked, refusedBy, type Scene, serving, tokenOf } from '../scene.ts'

const start = begin()

/** The operations that change something of an ad account. A report of insights only reads. */
/** The writes of ads that need a role on an ad account. A catalog has users of its own. */
const adsWrites = [...registry.routes.byName.values()]
  .filter(
    ({ endpoint: { access }, edge, placeholder }) =>
      access.surface === 'ads' && access.writes && edge !== 'insights' && placeholder !== 'catalog',
  )
  .map(({ operation }) => operation)

/** A call by the name of its operation: its parameters follow from the starter world. */
const paramsOf: Readonly<Record<string, (scene: Scene) => object>> = {
  listPagePhotos: ({ page }) => ({ page }),
  listPageFeed: ({ page }) => ({ page }),
  listTaggedPosts: ({ page }) => ({ page }),
  listPageReels: ({ page }) => ({ page }),
  readPage: ({ page }) => ({ page }),
  publishPost: ({ page }) => ({ page, message: 'x' }),
  uploadPagePhoto: ({ page }) => ({ page, url: 'https://img.test/a.png' }),
  deletePost: ({ world, page, pageToken }) => ({
    post: call(world, pageToken, 'publishPost', { page, message: 'x' }).unwrap()['id'],
  }),
  readCampaign: ({ campaign }) => ({ campaign }),
  listCampaigns: ({ adAccount }) => ({ adAccount }),
  updateCampaign: ({ campaign }) => ({ campaign, name: 'x' }),
  copyCampaign: ({ campaign }) => ({ campaign }),
  searchTargeting: ({ adAccount }) => ({ adAccount, q: 'a' }),
  listEventStats: ({ catalog }) => ({ catalog }),
  listFeedUploadErrors: ({ feedUpload }) => ({ feedUpload }),
  searchThreatIndicators: () => ({}),
}

/** The refusal of a call: its code, its message behind the code, and what it says that the caller lacks. */
function refusal(operation: string, caller: Caller | keyof Scene): [number, string, readonly string[]] {
  const scene = forked(start)
  const params = paramsOf[operation]?.(scene) ?? {}
  const token = typeof caller === 'string' ? String(scene[caller]) : tokenOf(scene, caller)
  const refused = () => call(scene.world, token, operation, params)
  const { code, subcode, message, because } = refusedBy(scene.world, refused)
  // The subcode 33 has the bare text of SIL-011.
  const prefix = subcode === 33 ? '' : `(#${code}) `
  expect(message.slice(0, prefix.length)).toBe(prefix)
  return [code, message.slice(prefix.length), because]
}

const lacks = (...permissions: string[]) =>
  permissions.map((permission) => `the token lacks the permission ${permission}`)
const noTask = 'the caller has no task on the page'
const only = (tasks: string) => [`the caller holds only ${tasks}`]
const oneOfFeed = 'Requires one of the tasks CREATE_CONTENT, MANAGE, MODERATE on the page'
const create = 'Requires the task CREATE_CONTENT on the page'

describe('the error of a page call names what is missing', () => {
  const noFeature = ['Requires a task on the page or Page Public Content Access'] as const
  const noFeatureBecause = [noTask, 'the app lacks the feature Page Public Content Access']
  const public_ = ['listPagePhotos', 'listPageFeed', 'listTaggedPosts', 'listPageReels', 'readPage']

  test.each(public_)('%s: no task, and no Page Public Content Access [AUT-005, FEE-141, PHO-025]', (name) => {
    for (const kind of ['page', 'user', 'systemUser'] as const)
      expect(refusal(name, { tasks: [], kind })).toEqual([200, ...noFeature, noFeatureBecause])
    expect(refusal(name, 'appToken')).toEqual([200, ...noFeature, noFeatureBecause])
  })

  const rows: [string, string, Caller, string, string[]][] = [
    ['no task [AUT-006]', 'publishPost', { tasks: [] }, create, [noTask]],
    ['no task [AUT-006]', 'deletePost', { tasks: [] }, create, [noTask]],
    ['one other task [AUT-006]', 'publishPost', { tasks: ['MANAGE'] }, create, only('MANAGE')],
    [
      'all other tasks [AUT-006]',
      'uploadPagePhoto',
      { tasks: ['MODERATE', 'ADVERTISE', 'MANAGE'] },
      create,
      only('MODERATE, ADVERTISE, MANAGE'),
    ],
    [
      'one other task [PHO-023]',
      'listPagePhotos',
      { tasks: ['CREATE_CONTENT'] },
      'Requires the task MODERATE on the page',
      only('CREATE_CONTENT'),
    ],
    ['another task [FEE-139]', 'listPageFeed', { tasks: ['ADVERTISE'] }, oneOfFeed, only('ADVERTISE')],
    ['another task [FEE-139]', 'listTaggedPosts', { tasks: ['ADVERTISE'] }, oneOfFeed, only('ADVERTISE')],
    [
      'one permission [AUT-010, FEE-140]',
      'listPageFeed',
      { without: ['pages_read_engagement'] },
      'Requires the permission pages_read_engagement',
      lacks('pages_read_engagement'),
    ],
    [
      'the other permission [AUT-011]',
      'publishPost',
      { without: ['pages_manage_posts'] },
      'Requires the permission pages_manage_posts',
      lacks('pages_manage_posts'),
    ],
    [
      'two permissions [AUT-010..011]',
      'uploadPagePhoto',
      { without: ['pages_manage_posts', 'pages_read_engagement'] },
      'Requires the permission pages_read_engagement and pages_manage_posts',
      lacks('pages_read_engagement', 'pages_manage_posts'),
    ],
    [
      'the permission to delete [AUT-011]',
      'deletePost',
      { without: ['pages_manage_posts', 'pages_read_engagement'] },
      'Requires the permission pages_manage_posts',
      lacks('pages_manage_posts'),
    ],
    [
      'the task before the permission [AUT-005..006]',
      'publishPost',
      { tasks: ['MODERATE'], scopes: [] },
      create,
      only('MODERATE'),
    ],
  ]
  test.each(rows)('%s: %s', (_, operation, caller, message, because) => {
    for (const kind of ['page', 'user', 'systemUser'] as const)
      expect(refusal(operation, { ...caller, kind })).toEqual([200, message, because])
  })
})

/** How the nodes are made that the starter world lacks, by their placeholders. */
const creations: Readonly<Record<string, readonly [operation: string, params: object]>> = {
  customAudience: ['createCustomAudience', { name: 'A', subtype: 'WEBSITE' }],
  adLabel: ['createAdLabel', { name: 'A' }],
  pixel: ['createAdsPixel', { name: 'A' }],
}

describe('the error of an ads call names what is missing', () => {
  const reads = 'Requires the extended permission ads_read'
  const manages = 'Requires the extended permission ads_management'
  const noRole = 'Requires a role on the ad account'
  const role = ["the token's user has no role on the ad account"]
  const admin = { role: 'ADMIN' } as const
  const neither = { ...admin, without: ['ads_read', 'ads_management'] } as const
  const readsOnly = { ...admin, without: ['ads_management'] } as const

  test.each<[string, string, Caller, number, string, string[]]>([
    ['both, to read [AUT-017, ERR-009]', 'readCampaign', neither, 278, reads, lacks('ads_read')],
    ['both, where 278 is not listed [AUT-017]', 'listCampaigns', neither, 200, reads, lacks('ads_read')],
    ['both, for targeting [AUT-017]', 'searchTargeting', neither, 200, reads, lacks('ads_read')],
    ['one, to write [AUT-018, ERR-010]', 'updateCampaign', readsOnly, 294, manages, lacks('ads_management')],
    [
      'one, where 294 is not listed [AUT-018]',
      'copyCampaign',
      readsOnly,
      200,
      manages,
      lacks('ads_management'),
    ],
    ['a role, to read [ERR-006]', 'readCampaign', {}, 200, noRole, role],
    ['a role, to write [ERR-006]', 'updateCampaign', {}, 200, noRole, role],
    [
      'the permission before the role [AUT-018]',
      'updateCampaign',
      { scopes: ['ads_read'] },
      294,
      manages,
      lacks('ads_management'),
    ],
  ])('%s: %s', (_, operation, caller, code, message, because) => {
    expect(refusal(operation, caller)).toEqual([code, message, because])
  })

  test.each<[string, Caller]>([
    ['readCampaign', { ...admin, without: ['ads_read'] }],
    ['readCampaign', { ...admin, without: ['ads_management'] }],
    ['updateCampaign', { ...admin, without: ['ads_read'] }],
    ['updateCampaign', { role: 'ADVERTISER' }],
    ['readCampaign', { role: 'ANALYST' }],
  ])('and nothing is missing: %s with %j [AUT-017..018]', (operation, caller) => {
    const scene = forked(start)
    const params = paramsOf[operation]?.(scene) ?? {}
    expect(call(scene.world, tokenOf(scene, caller), operation, params).ok).toBe(true)
  })

  test.each(adsWrites)('an ANALYST only reads, and is refused by %s [AUT-018, ERR-006]', (operation) => {
    const { world, ...names } = forked(start, serving(operation))
    const token = tokenOf({ world, ...names }, { role: 'ANALYST' })
    const { placeholder: node = '', codes } = registry.routes.byName.get(operation) ?? {}
    const [create = '', more] = creations[node] ?? []
    const params = {
      [node]: more
        ? call(world, names.userToken, create, { adAccount: names.adAccount, ...more }).unwrap()['id']
        : names[node as 'campaign'],
    }
    const refused = refusedBy(world, () => call(world, token, operation, params))
    const message = 'Requires the role ADMIN or ADVERTISER on the ad account'
    // An endpoint whose list lacks 200 answers 100 with the subcode 33 (SIL-038).
    const expected = codes?.has(200)
      ? { code: 200, message: `(#200) ${message}` }
      : { code: 100, subcode: 33 }
    expect(refused).toMatchObject(expected)
  })

  test('an app token has no permission and no role [AUT-017]', () => {
    expect(refusal('readCampaign', 'appToken')).toEqual([278, reads, lacks('ads_read')])
  })
})

describe('the error of any other call names what is missing', () => {
  const access = 'Requires access to the catalog'
  const accessBecause = ["the token's user has no access to the catalog"]

  test.each<[string, string, Caller | keyof Scene, string, string[]]>([
    ['access to a catalog [CAT-030]', 'listEventStats', {}, access, accessBecause],
    [
      'the permission before the access [AUT-017]',
      'listEventStats',
      { scopes: [] },
      'Requires the extended permission ads_read',
      lacks('ads_read'),
    ],
    [
      'an application token [THR-001, THR-017]',
      'searchThreatIndicators',
      'userToken',
      'Requires an application token',
      ['the token was issued for a person or a page'],
    ],
    [
      'an application token [THR-001, THR-017]',
      'searchThreatIndicators',
      'pageToken',
      'Requires an application token',
      ['the token was issued for a person or a page'],
    ],
  ])('%s: %s', (_, operation, caller, message, because) => {
    expect(refusal(operation, caller)).toEqual([200, message, because])
  })

  test('access to a catalog, where 200 is not listed [CAT-041]', () => {
    expect(refusal('listFeedUploadErrors', {})).toEqual([100, access, accessBecause])
    expect(refusal('listFeedUploadErrors', 'appToken')).toEqual([100, access, accessBecause])
  })
})
