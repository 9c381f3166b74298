import { describe, expect, test } from 'vitest'
import type { ErrorCode } from '../../src/graph/errors.ts'
import { syntheticPicture } from '../../src/graph/picture/synthetic.ts'
import type { Policy } from '../../src/graph/policy.ts'
import { registry } from '../../src/graph/registry.ts'
import { campaignCodes } from './endpoints/campaign-codes.ts'
import { catalogCodes } from './endpoints/catalog-codes.ts'
import { leadCodes } from './endpoints/lead-codes.ts'
import { peopleCodes } from './endpoints/people-codes.ts'
import { rootCodes } from './endpoints/root-codes.ts'
import { threatCodes } from './endpoints/threat-codes.ts'
import { begin, call, forked, refusedBy, type Scene, tokenOf } from './scene.ts'

const start = begin()
const url = 'https://img.test/a.png'
const photo = start.world.as(start.pageToken).uploadPagePhoto({ page: start.page, url }).unwrap()

/** How a call is made wrong: what is done to the world first, and what differs from a right call. */
interface Story {
  readonly policy?: Partial<Policy>
  readonly before?: (scene: Scene) => void
  readonly token?: (scene: Scene) => string
  readonly version?: string
  readonly params?: object
}

/** Right parameters of an operation, whose token is right too, and for each of its codes a way to reach it. */
interface Row {
  readonly params: object
  readonly codes: Partial<Record<ErrorCode, Story>>
}

const invalidToken: Story = { token: () => 'nobody' }
const noPermission: Story = { token: ({ noPermissionToken }) => noPermissionToken }
const noRole: Story = { token: (scene) => tokenOf(scene) }
const blocked: Story = { before: ({ world, user }) => void world.actions.blockActor({ actor: user }) }
const pageLimit: Story = { policy: { pageCallLimit: { perEngagedUser: 0, seconds: 60 } } }
const noCalls = { development: 0, standard: 0, perActiveAd: 0, seconds: 60 }

const everyPage = { 190: invalidToken, 200: noPermission, 80001: pageLimit }
const everyAds = {
  190: invalidToken,
  200: noRole,
  270: { token: ({ developmentAppToken }: Scene) => developmentAppToken },
  2635: { version: 'v2.12' },
  80004: { policy: { adAccountCallLimit: noCalls } },
}

const { page, adAccount, campaign, lead, form, ad, adSet, creative } = start
const png = syntheticPicture({ url, width: 8, height: 8 })
const bytes = Buffer.from(png).toString('base64')
const uploaded = call(start.world, start.userToken, 'uploadAdImage', { adAccount, bytes }).unwrap()
const { hash } = Object.values(uploaded['images'] as Record<string, { hash: string }>)[0] ?? { hash: '' }
const noSuchField = { params: { fields: 'nothing' } }

const table: Readonly<Record<string, Row>> = {
  listPagePhotos: {
    params: { page },
    codes: {
      ...everyPage,
      100: { params: { type: 'everything' } },
      3001: { params: { business_id: '1' } },
    },
  },
  uploadPagePhoto: {
    params: { page, url },
    codes: {
      ...everyPage,
      100: { params: { target_id: '1' } },
      324: { params: { url: 'https://img.test/page.html' } },
      368: blocked,
    },
  },
  readPhoto: { params: { photo: photo.id }, codes: { ...everyPage, 100: noSuchField } },
  deletePhoto: { params: { photo: photo.id }, codes: { ...everyPage, 100: { params: { photo: '1' } } } },
  listPageFeed: { params: { page }, codes: { ...everyPage, 100: { params: { limit: 101 } } } },
  publishPost: {
    params: { page, message: 'Hello' },
    codes: { ...everyPage, 100: { params: { message: '' } } },
  },
  readPost: { params: { post: photo.post_id }, codes: { ...everyPage, 100: noSuchField } },
  deletePost: { params: { post: photo.post_id }, codes: { ...everyPage, 100: { params: { post: '1' } } } },
  listTaggedPosts: { params: { page }, codes: { ...everyPage, 100: { params: { limit: 101 } } } },
  listPageReels: { params: { page }, codes: { ...everyPage, 100: { params: { limit: 0 } } } },
  ...campaignCodes(start),
  ...threatCodes,
  ...catalogCodes(start),
  ...peopleCodes(start),
  ...rootCodes(start),
  searchTargeting: {
    params: { adAccount, q: 'a' },
    codes: { ...everyAds, 100: { params: { q: undefined } } },
  },
  suggestTargeting: {
    params: { adAccount, targeting_list: [{ type: 'interests', id: '1' }] },
    codes: { ...everyAds, 100: { params: { limit: 46 } } },
  },
  browseTargeting: {
    params: { adAccount },
    codes: { ...everyAds, 100: { params: { limit_type: 'not a type' } } },
  },
  validateTargeting: {
    params: { adAccount, id_list: ['1'] },
    codes: { ...everyAds, 100: { params: { id_list: [] } } },
  },
  uploadAdImage: {
    params: { adAccount, bytes },
    codes: {
      ...everyAds,
      100: { params: { bytes: '' } },
      368: blocked,
      2633: { before: ({ world, user }) => void world.actions.disableLogin({ user }) },
    },
  },
  listAdImages: { params: { adAccount }, codes: { ...everyAds, 100: { params: { limit: 0 } } } },
  deleteAdImage: {
    params: { adAccount, hash },
    codes: { ...everyAds, 100: { params: { hash: 'nothing' } } },
  },
  createAd: {
    params: { adAccount, name: 'Ad', adset_id: adSet, creative: { creative_id: creative } },
    codes: { ...everyAds, 100: { params: { adset_id: campaign } } },
  },
  readLead: { params: { lead }, codes: { ...everyPage, 100: noSuchField } },
  listFormLeads: { params: { form }, codes: { ...everyPage, 100: { params: { limit: 0 } } } },
  listAdLeads: { params: { ad }, codes: { ...everyPage, 100: { params: { after: 'x' } } } },
  ...leadCodes(start),
}

/** A token that an operation takes. */
const rightToken = (operation: string, { userToken, pageToken, appToken }: Scene): string => {
  const surface = registry.routes.byName.get(operation)?.endpoint.access.surface
  return surface === 'page' ? pageToken : surface === 'app' ? appToken : userToken
}

function play(operation: string, story: Story) {
  const scene = forked(start, story.policy ? { policy: story.policy } : {})
  story.before?.(scene)
  const token = story.token?.(scene) ?? rightToken(operation, scene)
  const params = { ...table[operation]?.params, ...story.params }
  return { scene, make: () => call(scene.world, token, operation, params, story.version) }
}

const operations = [...registry.routes.byName.keys()]

describe.each(operations)('%s', (operation) => {
  const codes = [...(registry.routes.byName.get(operation)?.codes ?? [])].sort((a, b) => a - b)

  test('has a row that says how each of its codes is reached, and no other [ERR-025]', () => {
    const reached = Object.keys(table[operation]?.codes ?? {}).map(Number)
    expect(reached.sort((a, b) => a - b)).toEqual(codes)
  })

  test('answers a right call', () => {
    expect(play(operation, {}).make().ok).toBe(true)
  })

  test.each(codes)('answers %i', (code) => {
    const story = table[operation]?.codes[code]
    if (!story) throw new Error(`No row says how ${operation} comes to answer ${code}`)
    const { scene, make } = play(operation, story)
    expect(refusedBy(scene.world, make).code).toBe(code)
  })
})

test('no row is of an operation that there is not', () => {
  expect(Object.keys(table).filter((operation) => !operations.includes(operation))).toEqual([])
})

describe('where a list lacks the fitting code, another takes its place', () => {
  test.each<[string, string, Story, ErrorCode]>([
    ['294 is 200', 'copyCampaign', { token: ({ noAdsManagementToken }) => noAdsManagementToken }, 200],
    ['368 is 200', 'copyCampaign', blocked, 200],
    ['368 is 200', 'publishPost', blocked, 200],
    ['102 is 190', 'readCampaign', { before: ended }, 190],
    ['102 is 190', 'listPageFeed', { before: ended }, 190],
    ['104 is 100', 'readCampaign', { params: { appsecret_proof: 'x' } }, 100],
    ['104 is 100', 'uploadPagePhoto', { params: { appsecret_proof: 'x' } }, 100],
  ])('%s: %s', (_, operation, story, code) => {
    const { scene, make } = play(operation, story)
    expect(refusedBy(scene.world, make).code).toBe(code)
  })

  function ended({ world, pageToken, userToken }: Scene): void {
    for (const token of [pageToken, userToken]) world.actions.endSession({ token }).unwrap()
  }
})
