import { syntheticPicture } from '../../../src/chapters/pictures/synthetic.ts'
import { registry } from '../../../src/chapters/registry.ts'
import { act, call, type Scene } from '../../service/scene.ts'
import { adLabelCodes } from './ad-label-codes.ts'
import { albumCodes } from './album-codes.ts'
import { businessCodes } from './business-codes.ts'
import { campaignCodes } from './campaign-codes.ts'
import { catalogCodes } from './catalog-codes.ts'
import { insightCodes } from './insight-codes.ts'
import { instagramCodes } from './instagram-codes.ts'
import { leadCodes } from './lead-codes.ts'
import { peopleCodes } from './people-codes.ts'
import { reactionCodes } from './reaction-codes.ts'
import { rootCodes } from './root-codes.ts'
import {
  blockedUser,
  everyAds,
  everyPage,
  invalidToken,
  noPermission,
  type Rows,
  wrongFields,
  wrongLimit,
} from './story.ts'
import { testUserCodes, testUserToken } from './test-user-codes.ts'
import { threatCodes } from './threat-codes.ts'
import { videoCodes } from './video-codes.ts'

const url = 'https://img.test/a.png'

/** For every operation valid parameters in the starter world with an added photo and ad image. */
export function rowsOf(start: Scene): Rows {
  const photo = start.world.as(start.pageToken).uploadPagePhoto({ page: start.page, url }).unwrap()
  const said = { user: start.user, message: 'Hello' }
  const { id: comment } = act(start.world, 'commentOnPost', { post: photo.post_id, ...said }).unwrap()
  const { page, adAccount, campaign, lead, form, ad, adSet, creative } = start
  const png = syntheticPicture({ url, width: 8, height: 8 })
  const bytes = Buffer.from(png).toString('base64')
  const uploaded = call(start.world, start.userToken, 'uploadAdImage', { adAccount, bytes }).unwrap()
  const rows = [...start.world.state.graph.rows.values()]
  const indicator = String(rows.find(({ kind }) => kind === 'threatIndicators')?.id)
  const { hash } = Object.values(uploaded['images'] as Record<string, { hash: string }>)[0] ?? { hash: '' }

  return {
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
        368: blockedUser,
      },
    },
    readPhoto: { params: { photo: photo.id }, codes: { ...everyPage, 100: wrongFields } },
    deletePhoto: { params: { photo: photo.id }, codes: { ...everyPage, 100: { params: { photo: '1' } } } },
    listPageFeed: { params: { page }, codes: { ...everyPage, 100: { params: { limit: 101 } } } },
    publishPost: {
      params: { page, message: 'Hello' },
      codes: { ...everyPage, 100: { params: { message: '' } } },
    },
    readPost: { params: { post: photo.post_id }, codes: { ...everyPage, 100: wrongFields } },
    deletePost: { params: { post: photo.post_id }, codes: { ...everyPage, 100: { params: { post: '1' } } } },
    listPagePosts: { params: { page }, codes: { ...everyPage, 100: { params: { limit: 101 } } } },
    listScheduledPosts: { params: { page }, codes: { ...everyPage, 100: wrongLimit } },
    updatePost: {
      params: { post: photo.post_id, message: 'Changed' },
      codes: { ...everyPage, 100: { params: { is_published: false } } },
    },
    listPostComments: { params: { post: photo.post_id }, codes: { ...everyPage, 100: wrongLimit } },
    createComment: {
      params: { post: photo.post_id, message: 'Thank you' },
      codes: { ...everyPage, 100: { params: { message: '' } } },
    },
    readComment: { params: { comment }, codes: { ...everyPage, 100: wrongFields } },
    deleteComment: { params: { comment }, codes: { ...everyPage, 100: { params: { comment: '1' } } } },
    updateComment: {
      params: { comment, is_hidden: true },
      codes: { ...everyPage, 100: { params: { is_hidden: undefined } } },
    },
    listCommentReplies: { params: { comment }, codes: { ...everyPage, 100: wrongLimit } },
    replyToComment: {
      params: { comment, message: 'Thank you' },
      codes: { ...everyPage, 100: { params: { message: '' } } },
    },
    likeComment: { params: { comment }, codes: { ...everyPage, 100: { params: { comment: '1' } } } },
    unlikeComment: { params: { comment }, codes: { ...everyPage, 100: { params: { comment: '1' } } } },
    ...reactionCodes(photo.id, comment),
    listPostReactions: { params: { post: photo.post_id }, codes: { ...everyPage, 100: wrongLimit } },
    ...albumCodes(start),
    listPostLikes: { params: { post: photo.post_id }, codes: { ...everyPage, 100: wrongLimit } },
    likePost: {
      params: { post: photo.post_id },
      codes: { ...everyPage, 100: { params: { post: '1' } } },
    },
    unlikePost: {
      params: { post: photo.post_id },
      codes: { ...everyPage, 100: { params: { post: '1' } } },
    },
    listTaggedPosts: { params: { page }, codes: { ...everyPage, 100: { params: { limit: 101 } } } },
    listPageReels: { params: { page }, codes: { ...everyPage, 100: { params: { limit: 0 } } } },
    ...businessCodes(start),
    ...videoCodes(start),
    ...instagramCodes(start),
    ...campaignCodes(start),
    ...threatCodes,
    ...catalogCodes(start),
    ...peopleCodes(start),
    ...rootCodes(start),
    searchTargeting: {
      params: { adAccount, q: 'a' },
      codes: { ...everyAds, 100: { params: { q: undefined } } },
    },
    searchTargetingOptions: {
      params: { type: 'adinterest', q: 'football' },
      codes: { 100: { params: { q: undefined } }, 190: invalidToken, 200: noPermission },
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
      params: { adAccount, id_list: ['6003000000011'] },
      codes: { ...everyAds, 100: { params: { id_list: [] } } },
    },
    uploadAdImage: {
      params: { adAccount, bytes },
      codes: {
        ...everyAds,
        100: { params: { bytes: '' } },
        368: blockedUser,
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
    listAdAccounts: {
      params: { user: start.user },
      codes: { 100: wrongLimit, 190: invalidToken, 200: noPermission },
    },
    listAdSets: { params: { adAccount }, codes: { ...everyAds, 100: wrongLimit } },
    listAds: { params: { adAccount }, codes: { ...everyAds, 100: wrongLimit } },
    listCreatives: { params: { adAccount }, codes: { ...everyAds, 100: wrongLimit } },
    ...insightCodes(start),
    addAdSet: {
      params: {
        adAccount,
        name: 'Ad Set',
        campaign_id: campaign,
        billing_event: 'IMPRESSIONS',
        targeting: { geo_locations: { countries: ['US'] } },
        daily_budget: 1_000,
      },
      codes: { ...everyAds, 100: { params: { lifetime_budget: 5 } } },
    },
    updateAdSet: {
      params: { adSet, name: 'Renamed' },
      codes: { ...everyAds, 100: { params: { name: '' } } },
    },
    deleteAdSet: { params: { adSet }, codes: { ...everyAds, 100: { params: { adSet: '1' } } } },
    ...adLabelCodes(start),
    updateAd: { params: { ad, name: 'Renamed' }, codes: { ...everyAds, 100: { params: { name: '' } } } },
    deleteAd: { params: { ad }, codes: { ...everyAds, 100: { params: { ad: '1' } } } },
    copyAd: { params: { ad }, codes: { ...everyAds, 100: { params: { adset_id: '1' } } } },
    readApp: { params: { app: start.app }, codes: { 100: wrongFields, 190: invalidToken } },
    copyAdSet: { params: { adSet }, codes: { ...everyAds, 100: { params: { campaign_id: '1' } } } },
    addCreative: {
      params: { adAccount, object_story_id: photo.post_id },
      codes: { ...everyAds, 100: { params: { object_story_id: '1_2' } } },
    },
    listAdCreatives: { params: { ad }, codes: { ...everyAds, 100: wrongLimit } },
    listAdSetAds: { params: { adSet }, codes: { ...everyAds, 100: wrongLimit } },
    readAdImage: { params: { adImage: `${adAccount}:${hash}` }, codes: { ...everyAds, 100: wrongFields } },
    readThreatIndicator: {
      params: { threatIndicator: indicator },
      codes: { 100: wrongFields, 190: invalidToken, 200: { token: ({ userToken }) => userToken } },
    },
    readLead: { params: { lead }, codes: { ...everyPage, 100: wrongFields } },
    listFormLeads: { params: { form }, codes: { ...everyPage, 100: { params: { limit: 0 } } } },
    listAdLeads: { params: { ad }, codes: { ...everyPage, 100: { params: { after: 'x' } } } },
    ...leadCodes(start),
    ...testUserCodes(start),
  }
}

/** The operations that take the token of a test user. */
const ofTestUser = ['requestFriend', 'listFriends', 'readFriend']

/** The operations that take the token of the app: that of the person lacks a permission. */
const ofApp = ['listUserLikes']

/** Returns a token that an operation accepts. */
export const rightToken = (operation: string, { userToken, pageToken, appToken, world }: Scene): string => {
  if (ofTestUser.includes(operation)) return testUserToken(world)
  if (ofApp.includes(operation)) return appToken
  const surface = registry.routes.byName.get(operation)?.endpoint.access.surface
  return surface === 'page' ? pageToken : surface === 'app' ? appToken : userToken
}
