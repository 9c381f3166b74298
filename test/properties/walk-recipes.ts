import { syntheticPicture } from '../../src/chapters/pictures/synthetic.ts'
import { permissions } from '../../src/service/caller/caller.ts'
import { call, serveWhile } from '../service/scene.ts'
import { businessWalks, testUserWalks } from './business-walks.ts'
import { instagramWalks } from './instagram-walks.ts'
import { reactionWalks } from './reaction-walks.ts'
import { type Rich, richWorld } from './rich.ts'

/** A world to walk in: the rich one, and what the lists need besides. */
export interface Ground extends Rich {
  /** Another page, whose posts tag the starter's, and its token. */
  readonly other: { readonly page: string; readonly token: string }
  /** A report of the insights of twelve days. */
  readonly report: string
  /** A comment on the first post, and an album of the page. */
  readonly comment: string
  readonly album: string
  /** A business of the starter's user, and the Instagram account of the page. */
  readonly business: string
  readonly instagramAccount: string
  /** A test user of the app. */
  readonly testUser: { readonly id: string; readonly access_token: string }
}

/** How rows come to a list and leave it. */
export interface WalkRecipe {
  /** The parameters of the list: its node, and what says which list it is. */
  readonly of: (ground: Ground) => object
  /** The token it is read with: the user's, if left out. */
  readonly token?: 'pageToken' | 'appToken'
  /** Makes the nth row of a walk; or why none can come while it is walked. */
  readonly add: ((ground: Ground, nth: number) => unknown) | string
  /** Takes a row out; or why none can leave. */
  readonly remove: ((ground: Ground, id: string) => unknown) | string
}

/** Makes a report of the insights of twelve days of December 2025. */
function reportOf({ world, names }: Rich): string {
  const { ad, adAccount, userToken } = names
  for (let day = 10; day < 22; day++)
    world.actions.recordAdResults({ ad, date: `2025-12-${day}`, impressions: day }).unwrap()
  const time_range = { since: '2025-12-01', until: '2025-12-31' }
  const params = { adAccount, level: 'ad', time_range, time_increment: 1 }
  const made = serveWhile({ ...names, world }, () => call(world, userToken, 'startAccountReport', params))
  world.clock.advance('2s')
  return String(made.unwrap()['report_run_id'])
}

/** Adds a comment to the first post, and an album to the page. */
function discussed({ world, names }: Rich) {
  const { page, user, pageToken } = names
  const post = `${page}_${firstOf(world, 'posts')}`
  const comment = world.actions.commentOnPost({ post, user, message: 'Discuss' }).unwrap().id ?? ''
  const made = serveWhile({ ...names, world }, () =>
    call(world, pageToken, 'createAlbum', { page, name: 'A' }),
  )
  serveWhile({ ...names, world }, () =>
    call(world, pageToken, 'createTestLead', { form: names.form }).unwrap(),
  )
  return { comment, album: String(made.unwrap()['id']) }
}

/** Makes a test user of the app. */
const testUserOf = ({ world, names }: Rich): Ground['testUser'] =>
  serveWhile({ ...names, world }, () =>
    call(world, names.appToken, 'createTestUser', { app: names.app }).unwrap(),
  ) as unknown as Ground['testUser']

/** The ground of every walk: each goes on from a fork of it. */
export const ground: Ground = (() => {
  const rich = richWorld()
  const { actions } = rich.world
  const { user, app, adAccount, campaign, userToken } = rich.names
  const page = actions.createPage({ name: 'Other', administrators: [user] }).unwrap().id
  // Posts of a page that is not verified are in no list of tagged posts (SIL-088).
  actions.verifyPage({ page }).unwrap()
  const { token } = actions.issueToken({ kind: 'page', app, user, page, scopes: permissions }).unwrap()
  const request = { name: 'Request', relative_url: campaign, body: 'name=Walked' }
  const adbatch = Array.from({ length: 12 }, () => request)
  rich.world.as(userToken).createAsyncBatch({ adAccount, name: 'Walked', adbatch }).unwrap()
  rich.world.clock.advance('1s')
  const { catalog } = rich.names
  const feed = actions.createProductFeed({ catalog, name: 'Walked' }).unwrap().id
  const errors = Array.from({ length: 12 }, () => ({ severity: 'warning', summary: 'Walked' }) as const)
  actions.ingestProductFeed({ feed, rows: [], errors }).unwrap()
  const business = actions.createBusiness({ name: 'Walked', administrators: [user] }).unwrap().id ?? ''
  const instagramAccount = lastOf(rich.world, 'instagramAccounts')
  return {
    ...rich,
    business,
    instagramAccount,
    other: { page, token },
    report: reportOf(rich),
    ...discussed(rich),
    testUser: testUserOf(rich),
  }
})()

/** Calls as the starter's user, who may do everything. */
const does = ({ world, names }: Ground, operation: string, params: object) =>
  call(world, names.userToken, operation, params).unwrap()

const ofPage = ({ names: { page } }: Ground) => ({ page })
const ofPost = ({ world, names: { page } }: Ground) => ({ post: `${page}_${firstOf(world, 'posts')}` })
const ofAccount = ({ names: { adAccount } }: Ground) => ({ adAccount })
const ofUser = ({ names: { user } }: Ground) => ({ user })
const ofCatalog = ({ names: { catalog } }: Ground) => ({ catalog })
const inFeed = { ad_format: 'MOBILE_FEED_STANDARD' }
const ofCampaign = ({ names: { campaign } }: Ground) => ({ campaign })

/** Why no row comes or leaves. */
export const oneRow = 'the list has at most one row'
const noDeletion = 'no operation deletes one of them'
const keptForEver = 'leads are kept for ever (SIL-159)'
const ownEnd = 'they leave with their campaign alone, and its list with them'

const upload = (at: Ground, nth: number): string =>
  String(does(at, 'uploadPagePhoto', { page: at.names.page, url: `https://img.test/walk/${nth}.png` })['id'])
const deletePhoto = (at: Ground, photo: string) => does(at, 'deletePhoto', { photo })
const deleteCampaign = (at: Ground, campaign: string) => does(at, 'deleteCampaign', { campaign })
const picture = (nth: number): string =>
  Buffer.from(syntheticPicture({ url: `https://img.test/${nth}`, width: nth + 3, height: 2 })).toString(
    'base64',
  )

const lead = (at: Ground, nth: number) => {
  const { form, ad } = at.names
  const answers = { full_name: `Person ${nth}`, email: `${nth}@example.test` }
  at.world.actions.submitLead({ form, ad, answers }).unwrap()
  at.world.clock.advance('7h')
}

/** The insights of each day of an object. */
const insights = (of: WalkRecipe['of']): WalkRecipe => ({
  of: (at) => ({
    ...of(at),
    level: 'ad',
    fields: 'ad_id,date_start',
    date_preset: 'maximum',
    time_increment: '1',
  }),
  add(at) {
    at.world.clock.advance('1d')
    at.world.actions.recordAdResults({ ad: at.names.ad, impressions: 1 }).unwrap()
  },
  remove: noDeletion,
})

/** The lists of the service, by operation, and where one has several by what follows it. */
export const walkRecipes: Readonly<Record<string, WalkRecipe>> = {
  ...businessWalks,
  ...testUserWalks,
  ...instagramWalks,
  ...reactionWalks,
  listPagePhotos: {
    of: (at) => ({ ...ofPage(at), type: 'uploaded' }),
    add: upload,
    remove: deletePhoto,
  },
  'listPagePhotos profile': {
    of: ofPage,
    add: (at, nth) =>
      at.world.actions.setProfilePicture({ page: at.names.page, photo: upload(at, nth) }).unwrap(),
    remove: deletePhoto,
  },
  listPageFeed: {
    of: ofPage,
    add: (at, nth) => does(at, 'publishPost', { page: at.names.page, message: `Walk ${nth}` }),
    remove: (at, post) => does(at, 'deletePost', { post }),
  },
  listTaggedPosts: {
    of: ofPage,
    add(at, nth) {
      const { page, token } = at.other
      const { id } = at.world
        .as(token)
        .publishPost({ page, message: `Walk ${nth}` })
        .unwrap()
      at.world.actions.tagPageInPost({ post: id, page: at.names.page }).unwrap()
    },
    remove: (at, post) => does(at, 'deletePost', { post }),
  },
  listPagePosts: {
    of: ofPage,
    add: (at, nth) => does(at, 'publishPost', { page: at.names.page, message: `Walk ${nth}` }),
    remove: (at, post) => does(at, 'deletePost', { post }),
  },
  listScheduledPosts: {
    of: ofPage,
    token: 'pageToken',
    add(at, nth) {
      const scheduled_publish_time = Math.floor(at.world.clock.now / 1000) + 40 * 86_400
      const scheduled = { published: false, unpublished_content_type: 'SCHEDULED', scheduled_publish_time }
      does(at, 'publishPost', { page: at.names.page, message: `Walk ${nth}`, ...scheduled })
    },
    remove: (at, post) => does(at, 'deletePost', { post }),
  },
  listPostComments: {
    of: ofPost,
    add: (at, nth) =>
      at.world.actions.commentOnPost({ ...ofPost(at), user: at.names.user, message: `Walk ${nth}` }).unwrap(),
    remove: noDeletion,
  },
  listPostLikes: {
    of: ofPost,
    token: 'pageToken',
    add: (at, nth) => {
      const user = at.world.actions.createUser({ name: `Walk ${nth}` }).unwrap().id
      at.world.actions.setPostLike({ ...ofPost(at), user }).unwrap()
    },
    remove: (at, user) => at.world.actions.setPostLike({ ...ofPost(at), user, liked: false }).unwrap(),
  },
  listPostReactions: {
    of: ofPost,
    token: 'pageToken',
    add: (at, nth) => {
      const user = at.world.actions.createUser({ name: `Walk ${nth}` }).unwrap().id
      at.world.actions.setPostLike({ ...ofPost(at), user, reaction: 'WOW' }).unwrap()
    },
    remove: (at, user) => at.world.actions.setPostLike({ ...ofPost(at), user, liked: false }).unwrap(),
  },
  listCommentReplies: {
    of: ({ comment }) => ({ comment }),
    token: 'pageToken',
    add(at, nth) {
      const { user } = at.names
      const reply = { ...ofPost(at), user, message: `Walk ${nth}`, parent: at.comment }
      at.world.actions.commentOnPost(reply).unwrap()
    },
    remove: noDeletion,
  },
  listPageAlbums: {
    of: ofPage,
    add: (at, nth) => does(at, 'createAlbum', { page: at.names.page, name: `Walk ${nth}` }),
    remove: noDeletion,
  },
  listAlbumPhotos: {
    of: ({ album }) => ({ album }),
    add: (at, nth) =>
      does(at, 'uploadAlbumPhoto', { album: at.album, url: `https://img.test/album/${nth}.png` }),
    remove: deletePhoto,
  },
  listCustomAudiences: {
    of: ofAccount,
    add: (at, nth) =>
      does(at, 'createCustomAudience', { ...ofAccount(at), name: `Walk ${nth}`, subtype: 'WEBSITE' }),
    remove: (at, customAudience) => does(at, 'deleteCustomAudience', { customAudience }),
  },
  listTestLeads: { of: ({ names: { form } }) => ({ form }), add: oneRow, remove: oneRow },
  listAdCreatives: { of: ({ names: { ad } }) => ({ ad }), add: oneRow, remove: oneRow },
  listAdPreviews: { of: ({ names: { ad } }) => ({ ad, ...inFeed }), add: oneRow, remove: oneRow },
  listCreativePreviews: {
    of: ({ names: { creative } }) => ({ creative, ...inFeed }),
    add: oneRow,
    remove: oneRow,
  },
  generateAdPreviews: {
    of: (at) => ({ ...ofAccount(at), creative: { title: 'Preview' }, ...inFeed }),
    add: oneRow,
    remove: oneRow,
  },
  listAdsPixels: { of: ofAccount, add: oneRow, remove: oneRow },
  listUserLikes: {
    of: ofUser,
    token: 'appToken',
    add: ({ world, names: { user } }) =>
      world.actions
        .setPageLike({ page: world.actions.createPage({ name: 'Liked' }).unwrap().id, user })
        .unwrap(),
    remove: ({ world, names: { user } }, page) =>
      world.actions.setPageLike({ page, user, liked: false }).unwrap(),
  },
  listAdLabels: {
    of: ofAccount,
    add: (at, nth) => does(at, 'createAdLabel', { ...ofAccount(at), name: `Walk ${nth}` }),
    remove: (at, adLabel) => does(at, 'deleteAdLabel', { adLabel }),
  },
  listAdSetAds: {
    of: ({ names: { adSet } }) => ({ adSet }),
    add: ({ world, names: { adSet, creative } }) =>
      world.actions.createAdWithCreative({ adSet, creative }).unwrap(),
    remove: ownEnd,
  },
  listPageReels: {
    of: ofPage,
    add: (at) => at.world.actions.addReel({ page: at.names.page }).unwrap(),
    remove: noDeletion,
  },
  listCampaigns: {
    of: ofAccount,
    add: (at) => does(at, 'createCampaign', { ...ofAccount(at), special_ad_categories: [] }),
    remove: deleteCampaign,
  },
  listCampaignAds: {
    of: ofCampaign,
    add: ({ world, names: { adSet, creative } }) =>
      world.actions.createAdWithCreative({ adSet, creative }).unwrap(),
    remove: ownEnd,
  },
  listCampaignAdSets: {
    of: ofCampaign,
    add: (at) => at.world.actions.createAdSet(ofCampaign(at)).unwrap(),
    remove: ownEnd,
  },
  listCampaignCopies: {
    of: ofCampaign,
    add: (at) => does(at, 'copyCampaign', ofCampaign(at)),
    remove: deleteCampaign,
  },
  listCampaignAdStudies: {
    of: ofCampaign,
    add: (at) =>
      at.world.actions.createAdStudy({ ...ofAccount(at), campaigns: [at.names.campaign] }).unwrap(),
    remove: noDeletion,
  },
  listCampaignAdRules: {
    of: ofCampaign,
    add: (at) => at.world.actions.createAdRule({ ...ofAccount(at), campaigns: [at.names.campaign] }).unwrap(),
    remove: noDeletion,
  },
  listAsyncBatchRequests: {
    of: ({ world }) => ({ batch: lastOf(world, 'asyncBatches') }),
    add: 'a batch is whole when it is made',
    remove: noDeletion,
  },
  listFormLeads: { of: ({ names: { form } }) => ({ form }), add: lead, remove: keptForEver },
  listAdLeads: { of: ({ names: { ad } }) => ({ ad }), add: lead, remove: keptForEver },
  listAdAccounts: {
    of: ofUser,
    add: (at, nth) =>
      at.world.actions.createAdAccount({ name: `Walk ${nth}`, administrators: [at.names.user] }).unwrap(),
    remove: (at, adAccount) => at.world.actions.assignAdAccountRole({ ...ofUser(at), adAccount }).unwrap(),
  },
  listAdSets: {
    of: ofAccount,
    add: (at) => at.world.actions.createAdSet(ofCampaign(at)).unwrap(),
    remove: ownEnd,
  },
  listAds: {
    of: ofAccount,
    add: ({ world, names: { adSet, creative } }) =>
      world.actions.createAdWithCreative({ adSet, creative }).unwrap(),
    remove: ownEnd,
  },
  listCreatives: {
    of: ofAccount,
    add: (at) => at.world.actions.createCreative(ofAccount(at)).unwrap(),
    remove: (at, creative) => at.world.actions.deleteCreative({ creative }).unwrap(),
  },
  listInsights: insights(ofAccount),
  listCampaignInsights: insights(ofCampaign),
  listAdSetInsights: insights(({ names: { adSet } }) => ({ adSet })),
  listAdInsights: insights(({ names: { ad } }) => ({ ad })),
  listReportInsights: {
    of: ({ report }) => ({ reportRun: report }),
    add: 'a report has the days that it was asked for',
    remove: noDeletion,
  },
  listUserPhotos: {
    of: (at) => ({ ...ofUser(at), type: 'uploaded' }),
    add: (at, nth) =>
      at.world.actions.uploadUserPhoto({ ...ofUser(at), url: `https://img.test/${nth}.png` }).unwrap(),
    remove: noDeletion,
  },
  listUserMedia: {
    of: ofUser,
    add: (at, nth) =>
      at.world.actions.publishMedia({ ...ofUser(at), url: `https://img.test/${nth}.png` }).unwrap(),
    remove: noDeletion,
  },
  listMediaChildren: {
    of: ({ names: { album } }) => ({ media: album }),
    add: 'an album is whole when it is published',
    remove: noDeletion,
  },
  listLeadForms: {
    of: ({ names: { page } }) => ({ page }),
    token: 'pageToken',
    add: ({ world: { actions }, names: { page } }, nth) =>
      actions.createLeadForm({ page, name: `Walk ${nth}`, questions: [{ key: 'email' }] }).unwrap(),
    remove: noDeletion,
  },
  listSubscribedApps: {
    of: ({ names: { page } }) => ({ page }),
    token: 'pageToken',
    add({ world: { actions }, names: { page } }, nth) {
      const app = actions.createApp({ name: `Walk ${nth}` }).unwrap().id
      actions.installApp({ page, app }).unwrap()
    },
    remove: ({ world, names: { page } }, app) => world.actions.uninstallApp({ page, app }).unwrap(),
  },
  listManagedPages: {
    of: ofUser,
    add: (at, nth) =>
      at.world.actions.createPage({ name: `Walk ${nth}`, administrators: [at.names.user] }).unwrap(),
    remove: (at, page) => at.world.actions.assignTasks({ ...ofUser(at), page, tasks: [] }).unwrap(),
  },
  listEventStats: {
    of: ofCatalog,
    add(at, nth) {
      const { catalog, user } = at.names
      const source = at.world.actions
        .createEventSource({ name: 'Walked', type: 'pixel', users: [user] })
        .unwrap().id
      const time = Math.floor(at.world.clock.now / 1000) - 86_400 * (1 + (nth % 28))
      const event = { source, event: 'Purchase', contents: ['cup'], time } as const
      at.world.actions.recordCatalogEvents({ catalog, events: [event] }).unwrap()
    },
    remove: 'they leave with their day, the oldest first',
  },
  listProductSets: {
    of: ofCatalog,
    add: (at, nth) => does(at, 'createProductSet', { ...ofCatalog(at), name: `Walk ${nth}` }),
    remove: noDeletion,
  },
  listProductFeeds: {
    of: ofCatalog,
    add: (at, nth) => does(at, 'addProductFeed', { ...ofCatalog(at), name: `Walk ${nth}` }),
    remove: noDeletion,
  },
  listFeedUploadErrors: {
    of: ({ world }) => ({ feedUpload: lastOf(world, 'feedUploads') }),
    add: 'an upload has its errors when it is made',
    remove: noDeletion,
  },
  searchThreatIndicators: {
    of: () => ({}),
    token: 'appToken',
    add: (at, nth) => {
      at.world.actions.addThreatIndicator({ indicator: `${nth}.walk.test`, type: 'DOMAIN' }).unwrap()
      at.world.clock.advance('1m')
    },
    remove: noDeletion,
  },
  listAdImages: {
    of: ofAccount,
    add: (at, nth) => does(at, 'uploadAdImage', { ...ofAccount(at), bytes: picture(nth) }),
    remove: (at, id) => does(at, 'deleteAdImage', { ...ofAccount(at), hash: id.split(':')[1] }),
  },
}

/** The id of the oldest row of a kind. */
function firstOf({ state }: Ground['world'], kind: string): string {
  return String([...state.graph.rows.values()].find((row) => row.kind === kind)?.id)
}

/** The id of the newest row of a kind. */
function lastOf({ state }: Ground['world'], kind: string): string {
  return String([...state.graph.rows.values()].findLast((row) => row.kind === kind)?.id)
}
