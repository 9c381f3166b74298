import { describe, expect, test } from 'vitest'
import { registry } from '../../src/chapters/registry.ts'
import type { ErrorCode } from '../../src/service/contract/errors.ts'
import { begin, forked, jsonOf, type Scene } from './scene.ts'

/** The lists of the chapter Endpoints, letter by letter, under the routes that they are about. */
const lists: readonly (readonly [route: RegExp, codes: readonly ErrorCode[]])[] = [
  [/^GET \/\{page\}\/photos$/, [100, 200, 80001, 190, 3001]],
  [/^POST \/\{page\}\/photos$/, [200, 100, 368, 190, 324]],
  [/^GET \/\{user\}\/photos(\/uploaded)?$/, [100, 190, 200, 104, 102]],
  [/^GET \/\{campaign\}$/, [100, 80004, 190, 2635, 368, 278, 200]],
  [/^POST \/act_\{adAccount\}\/campaigns$/, [100, 200, 80004, 294, 368]],
  [/^POST \/\{campaign\}$/, [100, 200, 2625, 368, 80004, 294, 2634, 190]],
  [/^DELETE \/\{campaign\}$/, [200, 100, 80004, 368]],
  [/^DELETE \/act_\{adAccount\}\/campaigns$/, [100, 80004]],
  [/^POST \/\{campaign\}\/copies$/, [100, 80004, 200]],
  [/^POST \/act_\{adAccount\}\/async_batch_requests$/, [100]],
  [/^POST \/act_\{adAccount\}\/adimages$/, [80004, 100, 200, 2633, 368]],
  [/^DELETE \/act_\{adAccount\}\/adimages$/, [100, 200]],
  [/^GET \/\{\w+\}\/event_stats$/, [100, 270, 200, 190, 2635]],
  [/^GET \/\{\w+\}\/errors$/, [100]],
]

/** What every endpoint of an interface may answer besides (SIL-038). */
const everywhere: Readonly<Record<string, readonly ErrorCode[]>> = {
  page: [190, 80001],
  ads: [190, 270, 2635, 80004],
}

const ascending = (codes: Iterable<number>) => [...new Set(codes)].sort((one, other) => one - other)
const entries = [...registry.routes.byName.values()]
const listOf = (route: string) => lists.find(([pattern]) => pattern.test(route))?.[1]
const listed = entries.filter(({ endpoint }) => listOf(endpoint.route))
const others = entries.filter(
  ({ endpoint: { route, access } }) => !listOf(route) && Object.hasOwn(everywhere, access.surface),
)

test.each(listed)(
  '$operation declares the codes that the contract lists for it [ERR-025]',
  ({ endpoint }) => {
    expect(ascending([...endpoint.errors, 190])).toEqual(ascending([...(listOf(endpoint.route) ?? []), 190]))
  },
)

test.each(listed)('$operation answers those, and the codes of its surface', (entry) => {
  const { route, access } = entry.endpoint
  const expected = [...(listOf(route) ?? []), 190, ...(everywhere[access.surface] ?? [])]
  if (Object.hasOwn(everywhere, access.surface)) expect(ascending(entry.codes)).toEqual(ascending(expected))
})

test.each(others)('$operation, which has no list, answers 100, 200 and the codes of its surface', (entry) => {
  const { access } = entry.endpoint
  // Any token reads the picture of a page: no permission is missing (SIL-190).
  const permission = entry.operation === 'readPagePicture' ? [] : [200]
  // A photo for an album is read like one for a page, whose list has these codes.
  const pictures = entry.operation === 'uploadAlbumPhoto' ? [324, 368] : []
  const expected = [100, ...permission, ...pictures, ...(everywhere[access.surface] ?? [])]
  expect(ascending(entry.codes)).toEqual(ascending(expected))
})

test('every endpoint of a list that is built is found under its route', () => {
  expect(listed.length).toBeGreaterThanOrEqual(11)
  expect(new Set(listed.map(({ endpoint }) => listOf(endpoint.route))).size).toBe(listed.length)
})

const headings = [
  'Page photos',
  'Page feed',
  'User photos',
  'Ad campaigns',
  'Detailed targeting',
  'Ad images',
  'Threat indicators',
  'Leads',
  'Catalog and feed upload',
  'Reference endpoints',
]

const chapters = [
  'Resources and their fields › ',
  'Authentication',
  ...headings.map((heading) => `Endpoints › ${heading}`),
]

test('every endpoint belongs to the scope of the service or reads one of its records, or makes several such calls [CNV-003]', () => {
  const several = ['batch', 'readMany']
  const strange = entries.filter(
    ({ operation, endpoint }) =>
      endpoint.source === undefined &&
      !several.includes(operation) &&
      !chapters.some((chapter) => endpoint.chapter.startsWith(chapter)),
  )
  expect(strange.map(({ operation }) => operation)).toEqual([])
  const found = entries.map(({ endpoint }) => endpoint.chapter)
  expect(headings.filter((heading) => !found.includes(`Endpoints › ${heading}`))).toEqual([])
})

const start = begin()
const { page, adAccount, campaign, form, pageToken, userToken } = start
const noCalls = { development: 0, standard: 0, perActiveAd: 0, seconds: 60 }

interface Wrong {
  readonly method?: string
  readonly path: string
  readonly params?: string
  readonly token?: string
  readonly before?: (scene: Scene) => void
  readonly policy?: object
}

function reserved(scene: Scene): string {
  const made = scene.world.as(userToken).createCampaign({
    adAccount,
    special_ad_categories: [],
    buying_type: 'RESERVED',
  })
  return String(made.unwrap().id)
}

describe('the code of an error is its number, as a JSON number', () => {
  test.each<[string, ErrorCode, Wrong]>([
    ['invalid parameter [ERR-001..002]', 100, { path: `${page}/feed`, params: 'limit=x' }],
    ['invalid access token [ERR-005]', 190, { path: `${page}/feed`, token: 'x' }],
    ['permissions error [ERR-006]', 200, { path: `${page}/feed`, token: start.noPermissionToken }],
    ['app at development access level [ERR-007]', 270, { path: campaign, token: start.developmentAppToken }],
    ['no ads_read [ERR-009]', 278, { path: campaign, token: start.noAdsReadToken }],
    [
      'no ads_management [ERR-010]',
      294,
      { method: 'POST', path: campaign, params: 'name=x', token: start.noAdsManagementToken },
    ],
    ['no image file [ERR-011]', 324, { method: 'POST', path: `${page}/photos` }],
    [
      'an action judged abusive [ERR-012]',
      368,
      {
        method: 'POST',
        path: `${page}/photos`,
        params: 'url=https://img.test/a.png',
        before: ({ world }) => void world.actions.blockActor({ actor: page }).unwrap(),
      },
    ],
    [
      'a login that is disabled [ERR-014]',
      2633,
      {
        method: 'POST',
        path: `act_${adAccount}/adimages`,
        token: userToken,
        before: ({ world, user }) => void world.actions.disableLogin({ user }).unwrap(),
      },
    ],
    [
      'a deprecated version of the ads interface [ERR-016]',
      2635,
      { path: `v2.12/${campaign}`, token: userToken },
    ],
    ['an invalid query [ERR-017]', 3001, { path: `${page}/photos`, params: 'business_id=1' }],
    [
      'too many calls to a page [ERR-018]',
      80001,
      { path: `${form}/leads`, policy: { pageCallLimit: { perEngagedUser: 0, seconds: 60 } } },
    ],
    [
      'too many calls to an ad account [ERR-019]',
      80004,
      { path: campaign, token: userToken, policy: { adAccountCallLimit: noCalls } },
    ],
  ])('%s', (_, code, { method = 'GET', path, params = '', token = pageToken, before, policy = {} }) => {
    const scene = forked(start, { policy })
    before?.(scene)
    const url = `/${path}?${params}&access_token=${token}`
    const response = scene.world.request({ method, url })
    expect(response.status).toBe(400)
    expect(jsonOf(response)).toMatchObject({ error: { code } })
  })

  test.each<[string, ErrorCode, string]>([
    ['a budget of a reach-and-frequency campaign [ERR-013]', 2625, 'daily_budget=5'],
    ['the objective of a reach-and-frequency campaign [ERR-015]', 2634, 'objective=REACH'],
  ])('%s', (_, code, params) => {
    const scene = forked(start)
    const url = `/${reserved(scene)}?${params}&access_token=${userToken}`
    expect(jsonOf(scene.world.request({ method: 'POST', url }))).toMatchObject({ error: { code } })
  })
})
