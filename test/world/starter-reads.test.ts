import { describe, expect, test } from 'vitest'
import { registry } from '../../src/chapters/registry.ts'
import type { Node } from '../../src/service/routes/context.ts'
import type { NamedEndpoint } from '../../src/service/routes/route.ts'
import { idOf } from '../../src/service/routes/routes.ts'
import { createWorld } from '../../src/world/create-world.ts'
import type { World } from '../../src/world/world.ts'
import { begin, call, serving } from '../service/scene.ts'

const world = createWorld({ validateAnswers: true })
const starter = world.starter()
const firstOf = (kind: Node['kind']) => [...world.state.graph.rows.values()].find((row) => row.kind === kind)
const names: Readonly<Record<string, string>> = {
  ...starter,
  media: starter.album,
  adImage: idOf(firstOf('adImages') as Node),
  threatIndicator: idOf(firstOf('threatIndicators') as Node),
}
const interest = { type: 'interests', id: '6003000000011' }
const secret = starter.appToken.split('|')[1]

/** What a read needs besides its node. */
const needed: Readonly<Record<string, object>> = {
  exportLeads: { type: 'form' },
  listInsights: { date_preset: 'today' },
  listCampaignInsights: { date_preset: 'today' },
  listAdSetInsights: { date_preset: 'today' },
  listAdInsights: { date_preset: 'today' },
  listPageInsights: { metric: 'page_impressions' },
  listPostInsights: { metric: 'post_impressions' },
  listAdPreviews: { ad_format: 'MOBILE_FEED_STANDARD' },
  listCreativePreviews: { ad_format: 'MOBILE_FEED_STANDARD' },
  generateAdPreviews: { ad_format: 'MOBILE_FEED_STANDARD', creative: { title: 'Preview' } },
  searchTargeting: { q: 'football' },
  searchTargetingOptions: { type: 'adinterest', q: 'football' },
  suggestTargeting: { targeting_list: [interest] },
  validateTargeting: { targeting_list: [interest] },
  authorize: { client_id: starter.app, redirect_uri: 'https://client.test/', response_type: 'code' },
  openLoginDialog: { client_id: starter.app, redirect_uri: 'https://client.test/' },
  debugToken: { input_token: starter.userToken },
  exchangeToken: { client_id: starter.app, client_secret: secret, grant_type: 'client_credentials' },
  readMany: { ids: [starter.user, starter.page, starter.campaign] },
}

/** The lists that are always empty, because people do not publish. */
const alwaysEmpty = ['listUserFeed', 'listUserVideos']

const reads = [...registry.routes.byName.values()].filter(
  ({ method, operation }) => method === 'GET' && !alwaysEmpty.includes(operation),
)

/** Makes two test users of the app who are friends. */
const friends = ({ as }: World) => {
  const { app, appToken } = starter
  const [one, other] = [1, 2].map(() => as(appToken).createTestUser({ app }).unwrap())
  const [user, friend] = [one?.id ?? '', other?.id ?? '']
  as(one?.access_token ?? '')
    .requestFriend({ user, friend })
    .unwrap()
  as(other?.access_token ?? '')
    .requestFriend({ user: friend, friend: user })
    .unwrap()
  return { user, friend }
}

const comment = ({ actions }: World) =>
  actions.commentOnPost({ post: starter.post ?? '', user: starter.user, message: 'Hello' }).unwrap()

const results = ({ actions }: World) => void actions.recordAdResults({ ad: starter.ad, impressions: 1 })

const report = (served: World) => {
  results(served)
  const { adAccount } = starter
  const params = { adAccount, date_preset: 'today' } as const
  const { report_run_id: reportRun } = served.as(starter.userToken).startAccountReport(params).unwrap()
  served.clock.advance('2s')
  return { reportRun }
}

const madeAudience = { adAccount: starter.adAccount, name: 'Visitors', subtype: 'WEBSITE' } as const

const audience = ({ as }: World) => ({
  customAudience: as(starter.userToken).createCustomAudience(madeAudience).unwrap().id,
})

const label = ({ as }: World) => ({
  adLabel: as(starter.userToken).createAdLabel({ adAccount: starter.adAccount, name: 'Label' }).unwrap().id,
})

const pixel = ({ as }: World) => ({
  pixel: as(starter.userToken).createAdsPixel({ adAccount: starter.adAccount, name: 'Pixel' }).unwrap().id,
})

const album = ({ as }: World) => {
  const client = as(starter.pageToken)
  const { id } = client.createAlbum({ page: starter.page, name: 'Album' }).unwrap()
  client.uploadAlbumPhoto({ album: id, url: 'https://img.test/a.png' }).unwrap()
  return { album: id }
}

const business = ({ actions }: World) => {
  const administrators = [starter.user]
  const { id = '' } = actions.createBusiness({ name: 'Business', administrators }).unwrap()
  actions.assignToBusiness({ business: id, pages: [starter.page], adAccounts: [starter.adAccount] }).unwrap()
  return { business: id }
}

const instagram = ({ as, actions }: World) => {
  const { id: instagramAccount = '' } = actions
    .createInstagramAccount({ page: starter.page, username: 'starter' })
    .unwrap()
  const client = as(starter.pageToken)
  const image_url = 'https://img.test/a.png'
  const made = (params: object) => client.createMediaContainer({ instagramAccount, ...params }).unwrap().id
  const published = (creation_id: string) =>
    client.publishMediaContainer({ instagramAccount, creation_id }).unwrap().id
  const children = [1, 2].map(() => made({ image_url, is_carousel_item: true }))
  const mediaContainer = made({ media_type: 'CAROUSEL', children })
  const instagramMedia = published(mediaContainer)
  published(made({ media_type: 'STORIES', image_url }))
  return { instagramAccount, mediaContainer, instagramMedia }
}

const video = ({ as }: World) => {
  const upload = { page: starter.page, file_url: 'https://video.test/a.mp4' }
  return { video: as(starter.pageToken).uploadPageVideo(upload).unwrap().id }
}

/** Uploads a photo with a post that a person likes, and comments on. */
function photoOfPost({ as, actions }: World) {
  const upload = { page: starter.page, url: 'https://img.test/liked.png' }
  const { id: photo, post_id: post = '' } = as(starter.pageToken).uploadPagePhoto(upload).unwrap()
  actions.setPostLike({ post, user: starter.user }).unwrap()
  actions.commentOnPost({ post, user: starter.user, message: 'Nice' }).unwrap()
  return { photo }
}

function reactedComment(served: World) {
  const { id = '' } = comment(served)
  served.actions.setCommentReaction({ comment: id, user: starter.user }).unwrap()
  return { comment: id }
}

/** Calls that make rows which the starter world lacks. They return the node of the read, if it is new. */
const prepared: Readonly<Record<string, (world: World) => object | void>> = {
  listSubscribedApps: ({ actions }) => void actions.installApp({ page: starter.page, app: starter.app }),
  listScheduledPosts({ as, clock }) {
    const scheduled_publish_time = Math.floor(clock.now / 1000) + 3_600
    const later = { published: false, unpublished_content_type: 'SCHEDULED', scheduled_publish_time } as const
    as(starter.userToken)
      .publishPost({ page: starter.page, message: 'Later', ...later })
      .unwrap()
  },
  listPostComments: (served) => void comment(served),
  readComment: (served) => ({ comment: comment(served).id }),
  listCommentReplies(served) {
    const { id: parent } = comment(served)
    const params = { post: starter.post ?? '', user: starter.user, message: 'Reply', parent: parent ?? '' }
    served.actions.commentOnPost(params).unwrap()
    return { comment: parent }
  },
  listCommentLikes: (served) => reactedComment(served),
  listCommentReactions: (served) => reactedComment(served),
  listPhotoComments: (served) => photoOfPost(served),
  listPhotoLikes: (served) => photoOfPost(served),
  listPostReactions: ({ actions }) =>
    void actions.setPostLike({ post: starter.post ?? '', user: starter.user, reaction: 'WOW' }),
  listCustomAudiences: (served) => void audience(served),
  readCustomAudience: audience,
  listOwnedCatalogs(served) {
    const owned = business(served)
    served
      .as(starter.userToken)
      .createOwnedCatalog({ ...owned, name: 'Catalog' })
      .unwrap()
    return owned
  },
  listProductSets: ({ as }) =>
    void as(starter.userToken).createProductSet({ catalog: starter.catalog, name: 'Set' }).unwrap(),
  listAdLabels: (served) => void label(served),
  readAdLabel: label,
  listAdsPixels: (served) => void pixel(served),
  readAdsPixel: pixel,
  listUserLikes: ({ actions }) => void actions.setPageLike({ page: starter.page, user: starter.user }),
  listPageAlbums: (served) => void album(served),
  readAlbum: album,
  listAlbumPhotos: album,
  listTestLeads: ({ as }) => void as(starter.pageToken).createTestLead({ form: starter.form }).unwrap(),
  listPostLikes: ({ actions }) => void actions.setPostLike({ post: starter.post ?? '', user: starter.user }),
  readInstagramAccount: instagram,
  listInstagramMedia: instagram,
  listInstagramStories: instagram,
  readPublishingLimit: instagram,
  readMediaContainer: instagram,
  readInstagramMedia: instagram,
  listInstagramItems: instagram,
  listPageVideos: (served) => void video(served),
  readVideo: video,
  listTestUsers: (served) => void friends(served),
  listFriends: friends,
  readFriend: friends,
  listBusinesses: (served) => void business(served),
  readBusiness: business,
  listOwnedPages: business,
  listOwnedAdAccounts: business,
  listInsights: results,
  listCampaignInsights: results,
  listAdSetInsights: results,
  listAdInsights: results,
  readReportRun: report,
  listReportInsights: report,
  listSubscriptions: ({ actions }) => void actions.setWebhook({ app: starter.app }),
}

/** The answer to the first of the starter's tokens that may read: of the person, the page, or the app. */
function answerTo({ operation, placeholder, query }: NamedEndpoint): Record<string, unknown> | string {
  const node = placeholder === '' ? {} : { [query || placeholder]: names[placeholder] }
  const tokens = [starter.userToken, starter.pageToken, starter.appToken]
  const served = world.fork(serving(operation))
  const made = prepared[operation]?.(served)
  const outcomes = tokens.map((token) =>
    call(served.fork(), token, operation, { ...node, ...needed[operation], ...made }),
  )
  // A list of a person is empty, and not refused, for a token without its permission.
  const hasRows = (outcome: (typeof outcomes)[number]) => outcome.ok && String(outcome.value['data']) !== ''
  const [found = outcomes[0]] = outcomes.filter(hasRows)
  return found?.ok ? found.value : `refused: ${found?.error.message}`
}

describe('the starter world has something for', () => {
  test.each(reads.map((read) => [read.operation, read] as const))('%s', (_, read) => {
    const answer = answerTo(read)
    if (typeof answer === 'string') {
      expect(answer).not.toMatch(/^refused/)
      expect(answer.trim().split('\n').length).toBeGreaterThan(1)
    } else if (Array.isArray(answer['data'])) {
      expect(answer['data']).toEqual([expect.anything(), ...(answer['data'] as unknown[]).slice(1)])
    } else {
      expect(Object.keys(answer).filter((name) => name !== 'id')).not.toEqual([])
    }
  })
})

test('its names beyond those of every starter world are ids of its publications', () => {
  const client = world.as(starter.userToken)
  expect(client.readPhoto({ photo: starter.photo ?? '' }).ok).toBe(true)
  expect(client.readPost({ post: starter.post ?? '' }).ok).toBe(true)
  expect(client.readAsyncBatch({ batch: starter.batch ?? '' }).unwrap().is_completed).toBe(true)
  expect(world.clock.pending).toEqual([])
})

test('without publications has the same ids and tokens, and empty lists', () => {
  const bare = begin()
  for (const [name, id] of Object.entries(bare).filter(([name]) => name !== 'world'))
    expect([name, id]).toEqual([name, names[name]])
  expect(bare).not.toHaveProperty('post')
  const { page } = bare
  expect(bare.world.as(bare.userToken).listPageFeed({ page }).unwrap().data).toEqual([])
})
