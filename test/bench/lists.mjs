import { built } from './build.mjs'
import { contest, quick } from './measure.mjs'
import { cursorAt, fieldsOf, fill, putBack } from './seeded.mjs'

const { createWorld } = await built('index.js')
const { endpoints } = await built('chapters/registry.js')
const { syntheticPicture } = await built('chapters/pictures/synthetic.js')

export const sizes = quick ? [1_000, 20_000] : [1_000, 100_000]
const MINUTE = 60_000
const url = 'https://img.test/a.png'
const png = Buffer.from(syntheticPicture({ url, width: 8, height: 8 })).toString('base64')

const idOf = (outcome) => Number(String(outcome.unwrap().id).split('_').at(-1))

const newest = (handle, wanted, where = () => true) =>
  [...handle.state.graph.rows.values()].findLast((row) => row.kind === wanted && where(row))

const behindExcluded = 'listPageFeed, behind excluded posts'

/** A list of the Instagram account of a page, with one row. */
function instagramList({ asPage, page, world }, operation, media = {}) {
  const { id: instagramAccount } = world.actions.createInstagramAccount({ page, username: 'a' }).unwrap()
  const made = asPage.createMediaContainer({ instagramAccount, image_url: url, ...media }).unwrap()
  const published = asPage.publishMediaContainer({ instagramAccount, creation_id: made.id })
  return {
    table: 'instagramMedia',
    id: idOf(published),
    read: (more) => asPage[operation]({ instagramAccount, ...more }),
  }
}

/**
 * For each list one row made by the service itself, of which a thousand or a hundred thousand likenesses
 * are laid in, and how the list is read. A list without a recipe here fails the bench.
 */
export const recipes = {
  listPagePhotos: ({ asPage, page }) => ({
    table: 'photos',
    id: Number(asPage.uploadPagePhoto({ page, url }).unwrap().id),
    read: (more) => asPage.listPagePhotos({ page, type: 'uploaded', ...more }),
  }),
  listPageFeed: ({ asPage, page }) => ({
    table: 'posts',
    id: idOf(asPage.publishPost({ page, message: 'A post of a page' })),
    read: (more) => asPage.listPageFeed({ page, ...more }),
  }),
  [behindExcluded]: ({ asPage, page, handle }) => ({
    table: 'posts',
    id: idOf(asPage.publishPost({ page, message: 'A post of a page' })),
    // All in one year: the feed shows the first ones for their rank, and the last ones for their age.
    change: (at) => ({
      createdTime: handle.state.graph.now - 200_000_000 + 1_000 * at,
      rank: at < 300 ? 1 : 0,
    }),
    read: (more) => asPage.listPageFeed({ page, ...more }),
  }),
  listTaggedPosts: ({ asPage, page, world }) => {
    const id = idOf(asPage.publishPost({ page, message: 'A post of a page' }))
    world.actions.tagPageInPost({ post: String(id), page }).unwrap()
    return { table: 'posts', id, read: (more) => asPage.listTaggedPosts({ page, ...more }) }
  },
  listPageReels: ({ asPage, page, world }) => ({
    table: 'reels',
    id: idOf(world.actions.addReel({ page })),
    read: (more) => asPage.listPageReels({ page, ...more }),
  }),
  listCampaigns: ({ asUser, adAccount, campaign }) => ({
    table: 'campaigns',
    id: Number(campaign),
    read: (more) => asUser.listCampaigns({ adAccount, ...more }),
  }),
  listCampaignCopies: ({ asUser, campaign }) => ({
    table: 'campaigns',
    id: Number(asUser.copyCampaign({ campaign }).unwrap().copied_campaign_id),
    read: (more) => asUser.listCampaignCopies({ campaign, ...more }),
  }),
  listCampaignAdSets: ({ asUser, campaign, adSet }) => ({
    table: 'adSets',
    id: Number(adSet),
    read: (more) => asUser.listCampaignAdSets({ campaign, ...more }),
  }),
  listCampaignAds: ({ asUser, campaign, ad }) => ({
    table: 'ads',
    id: Number(ad),
    read: (more) => asUser.listCampaignAds({ campaign, ...more }),
  }),
  listCampaignAdStudies: ({ asUser, campaign, adAccount, world }) => ({
    table: 'adStudies',
    id: idOf(world.actions.createAdStudy({ adAccount, campaigns: [campaign] })),
    read: (more) => asUser.listCampaignAdStudies({ campaign, ...more }),
  }),
  listCampaignAdRules: ({ asUser, campaign, adAccount, world }) => ({
    table: 'adRules',
    id: idOf(world.actions.createAdRule({ adAccount, name: 'rule', campaigns: [campaign] })),
    read: (more) => asUser.listCampaignAdRules({ campaign, ...more }),
  }),
  listAsyncBatchRequests: ({ asUser, adAccount, campaign, handle }) => {
    const adbatch = [{ name: 'read', relative_url: campaign, body: '' }]
    const batch = String(asUser.createAsyncBatch({ adAccount, name: 'batch', adbatch }).unwrap().id)
    return {
      table: 'asyncRequests',
      id: newest(handle, 'asyncRequests').id,
      read: (more) => asUser.listAsyncBatchRequests({ batch, ...more }),
    }
  },
  listAdImages: ({ asUser, adAccount, handle, png }) => {
    asUser.uploadAdImage({ adAccount, bytes: png }).unwrap()
    return {
      table: 'adImages',
      id: newest(handle, 'adImages').id,
      change: (at) => ({ hash: String(at).padStart(32, '0') }),
      read: (more) => asUser.listAdImages({ adAccount, ...more }),
    }
  },
  listFormLeads: ({ asPage, form, lead }) => ({
    table: 'leads',
    id: Number(lead),
    read: (more) => asPage.listFormLeads({ form, ...more }),
  }),
  listLeadForms: ({ asPage, page, form }) => ({
    table: 'leadForms',
    id: Number(form),
    read: (more) => asPage.listLeadForms({ page, ...more }),
  }),
  listPagePosts: ({ asPage, page }) => ({
    table: 'posts',
    id: idOf(asPage.publishPost({ page, message: 'A post of a page' })),
    read: (more) => asPage.listPagePosts({ page, ...more }),
  }),
  listScheduledPosts: ({ asPage, page, world }) => {
    const scheduled_publish_time = Math.floor(world.clock.now / 1000) + 3_600
    const waiting = { published: false, unpublished_content_type: 'SCHEDULED', scheduled_publish_time }
    return {
      table: 'posts',
      id: idOf(asPage.publishPost({ page, message: 'later', ...waiting })),
      read: (more) => asPage.listScheduledPosts({ page, ...more }),
    }
  },
  listPostComments: ({ asPage, post, user, world }) => {
    world.actions.commentOnPost({ post, user, message: 'comment' }).unwrap()
    return {
      table: 'comments',
      id: newest(world, 'comments').id,
      read: (more) => asPage.listPostComments({ post, ...more }),
    }
  },
  listPostReactions: ({ asPage, post, user, world }) => {
    world.actions.setPostLike({ post, user, reaction: 'WOW' }).unwrap()
    return {
      table: 'likes',
      id: newest(world, 'likes').id,
      read: (more) => asPage.listPostReactions({ post, ...more }),
    }
  },
  listCommentReplies: ({ asPage, post, user, world }) => {
    const { id: comment } = world.actions.commentOnPost({ post, user, message: 'comment' }).unwrap()
    asPage.replyToComment({ comment, message: 'reply' }).unwrap()
    return {
      table: 'comments',
      id: newest(world, 'comments').id,
      read: (more) => asPage.listCommentReplies({ comment, ...more }),
    }
  },
  listPageAlbums: ({ asPage, page }) => ({
    table: 'albums',
    id: idOf(asPage.createAlbum({ page, name: 'An album' })),
    read: (more) => asPage.listPageAlbums({ page, ...more }),
  }),
  listAlbumPhotos: ({ asPage, page }) => {
    const { id: album } = asPage.createAlbum({ page, name: 'An album' }).unwrap()
    return {
      table: 'photos',
      id: Number(asPage.uploadAlbumPhoto({ album, url }).unwrap().id),
      read: (more) => asPage.listAlbumPhotos({ album, ...more }),
    }
  },
  listCustomAudiences: ({ asUser, adAccount }) => ({
    table: 'customAudiences',
    id: idOf(asUser.createCustomAudience({ adAccount, name: 'Visitors', subtype: 'WEBSITE' })),
    read: (more) => asUser.listCustomAudiences({ adAccount, ...more }),
  }),
  listUserLikes: ({ appToken, user, page, world, handle }) => {
    world.actions.setPageLike({ page, user }).unwrap()
    return {
      table: 'pageLikes',
      id: newest(handle, 'pageLikes').id,
      read: (more) => world.as(appToken).listUserLikes({ user, ...more }),
    }
  },
  listAdLabels: ({ asUser, adAccount }) => ({
    table: 'adLabels',
    id: idOf(asUser.createAdLabel({ adAccount, name: 'Label' })),
    read: (more) => asUser.listAdLabels({ adAccount, ...more }),
  }),
  listAdSetAds: ({ asUser, adSet, ad }) => ({
    table: 'ads',
    id: Number(ad),
    read: (more) => asUser.listAdSetAds({ adSet, ...more }),
  }),
  listPostLikes: ({ asPage, post, user, world }) => {
    world.actions.setPostLike({ post, user }).unwrap()
    return {
      table: 'likes',
      id: newest(world, 'likes').id,
      read: (more) => asPage.listPostLikes({ post, ...more }),
    }
  },
  listSubscribedApps: ({ asPage, page, app, world }) => {
    world.actions.installApp({ page, app }).unwrap()
    return {
      table: 'installations',
      id: newest(world, 'installations').id,
      order: () => [],
      read: (more) => asPage.listSubscribedApps({ page, ...more }),
    }
  },
  listAdAccounts: ({ asUser, user, handle }) => ({
    table: 'adAccountRoles',
    id: newest(handle, 'adAccountRoles').id,
    order: () => [],
    read: (more) => asUser.listAdAccounts({ user, ...more }),
  }),
  listInstagramMedia: ({ asPage, page, world }) =>
    instagramList({ asPage, page, world }, 'listInstagramMedia'),
  listInstagramStories: ({ asPage, page, world }) =>
    instagramList({ asPage, page, world }, 'listInstagramStories', { media_type: 'STORIES' }),
  listPageVideos: ({ asPage, page }) => ({
    table: 'videos',
    id: idOf(asPage.uploadPageVideo({ page, file_url: url })),
    read: (more) => asPage.listPageVideos({ page, ...more }),
  }),
  listAssignedAdAccounts: ({ asUser, user, handle }) => ({
    table: 'adAccountRoles',
    id: newest(handle, 'adAccountRoles').id,
    order: () => [],
    read: (more) => asUser.listAssignedAdAccounts({ user, ...more }),
  }),
  listAssignedPages: ({ asUser, user, handle }) => ({
    table: 'pageRoles',
    id: newest(handle, 'pageRoles').id,
    order: () => [],
    read: (more) => asUser.listAssignedPages({ user, ...more }),
  }),
  listTestUsers: ({ app, appToken, world, handle }) => {
    const asApp = world.as(appToken)
    asApp.createTestUser({ app }).unwrap()
    return {
      table: 'testAccounts',
      id: newest(handle, 'testAccounts').id,
      order: () => [],
      read: (more) => asApp.listTestUsers({ app, ...more }),
    }
  },
  listFriends: ({ app, appToken, world, handle }) => {
    const asApp = world.as(appToken)
    const [one, other] = [asApp.createTestUser({ app }).unwrap(), asApp.createTestUser({ app }).unwrap()]
    world.as(one.access_token).requestFriend({ user: one.id, friend: other.id }).unwrap()
    world.as(other.access_token).requestFriend({ user: other.id, friend: one.id }).unwrap()
    return {
      table: 'friendships',
      id: newest(handle, 'friendships', (row) => String(row.user) === one.id).id,
      order: () => [],
      read: (more) => asApp.listFriends({ user: one.id, ...more }),
    }
  },
  listBusinesses: ({ asUser, user, world, handle }) => {
    world.actions.createBusiness({ name: 'A business', administrators: [user] }).unwrap()
    return {
      table: 'businessRoles',
      id: newest(handle, 'businessRoles').id,
      order: () => [],
      read: (more) => asUser.listBusinesses({ user, ...more }),
    }
  },
  listOwnedPages: ({ asUser, user, world }) => {
    const { id: business } = world.actions
      .createBusiness({ name: 'A business', administrators: [user] })
      .unwrap()
    const { id: page } = world.actions.createPage({ name: 'A page' }).unwrap()
    world.actions.assignToBusiness({ business, pages: [page] }).unwrap()
    return {
      table: 'pages',
      id: Number(page),
      order: () => [],
      read: (more) => asUser.listOwnedPages({ business, ...more }),
    }
  },
  listOwnedAdAccounts: ({ asUser, user, world }) => {
    const { id: business } = world.actions
      .createBusiness({ name: 'A business', administrators: [user] })
      .unwrap()
    const { id: account } = world.actions.createAdAccount({ name: 'An account' }).unwrap()
    world.actions.assignToBusiness({ business, adAccounts: [account] }).unwrap()
    return {
      table: 'adAccounts',
      id: Number(account),
      order: () => [],
      read: (more) => asUser.listOwnedAdAccounts({ business, ...more }),
    }
  },
  listAdSets: ({ asUser, adAccount, adSet }) => ({
    table: 'adSets',
    id: Number(adSet),
    read: (more) => asUser.listAdSets({ adAccount, ...more }),
  }),
  listAds: ({ asUser, adAccount, ad }) => ({
    table: 'ads',
    id: Number(ad),
    read: (more) => asUser.listAds({ adAccount, ...more }),
  }),
  listCreatives: ({ asUser, adAccount, creative }) => ({
    table: 'creatives',
    id: Number(creative),
    read: (more) => asUser.listCreatives({ adAccount, ...more }),
  }),
  listUserPhotos: ({ asUser, user, world }) => ({
    table: 'photos',
    id: idOf(world.actions.uploadUserPhoto({ user, url })),
    read: (more) => asUser.listUserPhotos({ user, type: 'uploaded', ...more }),
  }),
  listUserMedia: ({ asUser, user, world }) => ({
    table: 'media',
    id: idOf(world.actions.publishMedia({ user, url })),
    read: (more) => asUser.listUserMedia({ user, ...more }),
  }),
  listMediaChildren: ({ asUser, album }) => ({
    table: 'media',
    id: Number(asUser.listMediaChildren({ media: album }).unwrap().data[0].id),
    change: (at) => ({ position: at }),
    order: ({ position }) => [position],
    read: (more) => asUser.listMediaChildren({ media: album, ...more }),
  }),
  listManagedPages: ({ asUser, user, handle }) => ({
    table: 'pageRoles',
    id: newest(handle, 'pageRoles').id,
    order: () => [],
    read: (more) => asUser.listManagedPages({ user, ...more }),
  }),
  listEventStats: ({ asUser, catalog, handle }) => ({
    table: 'eventStats',
    id: newest(handle, 'eventStats', ({ device }) => device === null).id,
    change: (at) => ({ matched: at }),
    order: ({ day, event, source }) => [day, event, source],
    read: (more) => asUser.listEventStats({ catalog, ...more }),
  }),
  listOwnedCatalogs: ({ asUser, user, world }) => {
    const { id: business } = world.actions
      .createBusiness({ name: 'A business', administrators: [user] })
      .unwrap()
    return {
      table: 'catalogs',
      id: idOf(asUser.createOwnedCatalog({ business, name: 'Catalog' })),
      read: (more) => asUser.listOwnedCatalogs({ business, ...more }),
    }
  },
  listProductSets: ({ asUser, catalog }) => ({
    table: 'productSets',
    id: idOf(asUser.createProductSet({ catalog, name: 'Set' })),
    read: (more) => asUser.listProductSets({ catalog, ...more }),
  }),
  listProductFeeds: ({ asUser, catalog }) => ({
    table: 'productFeeds',
    id: idOf(asUser.addProductFeed({ catalog, name: 'Feed' })),
    read: (more) => asUser.listProductFeeds({ catalog, ...more }),
  }),
  listFeedUploadErrors: ({ asUser, feedUpload, handle }) => ({
    table: 'uploadErrors',
    id: newest(handle, 'uploadErrors').id,
    change: (at) => ({ row: at, column: 1 }),
    order: ({ row, column }) => [row, column],
    read: (more) => asUser.listFeedUploadErrors({ feedUpload, ...more }),
  }),
  searchThreatIndicators: ({ world, appToken, handle }) => ({
    table: 'threatIndicators',
    id: newest(handle, 'threatIndicators').id,
    change: (at) => ({ addedOn: handle.state.graph.now - (1 + at) * MINUTE }),
    order: ({ addedOn }) => [addedOn],
    read: (more) => world.as(appToken).searchThreatIndicators(more),
  }),
  listAdLeads: ({ asPage, ad, lead }) => ({
    table: 'leads',
    id: Number(lead),
    read: (more) => asPage.listAdLeads({ ad, ...more }),
  }),
}

/** Audiences whose names share their beginning, in fifty groups. */
const audiencesOf = (size) =>
  Array.from({ length: size }, (_, at) => ({
    type: 'interests',
    name: `Interest ${at}`,
    path: ['Interests', `Group ${at % 50}`],
    audienceSize: 5_000 + at,
  }))

/** What is asked of the taxonomy: a rare word, a common one, and what is near one audience. */
export const questions = {
  'searchTargeting, rare': ({ asUser, adAccount }) => asUser.searchTargeting({ adAccount, q: 'rest 987' }),
  'searchTargeting, common': ({ asUser, adAccount }) => asUser.searchTargeting({ adAccount, q: 'interest' }),
  'searchTargeting, none': ({ asUser, adAccount }) => asUser.searchTargeting({ adAccount, q: 'nowhere' }),
  suggestTargeting: ({ asUser, adAccount, audience }) =>
    asUser.suggestTargeting({ adAccount, targeting_list: [{ type: 'interests', id: audience }] }),
  validateTargeting: ({ asUser, adAccount, audience }) =>
    asUser.validateTargeting({ adAccount, id_list: [audience] }),
}

function begin() {
  const world = createWorld({
    seed: 7,
    policy: { adAccountCallLimit: null, pageCallLimit: null, beyond: 'serve' },
  })
  const starter = world.starter()
  const asPage = world.as(starter.pageToken)
  return { world, ...starter, asPage, asUser: world.as(starter.userToken), handle: asPage.handle, png }
}

const byTime = ({ createdTime }) => [createdTime]

/** A list of so many rows, and the read of a page of 25 from its middle. */
export function listOf(name, size) {
  const scene = begin()
  const { table, id, change = () => ({}), order = byTime, read } = recipes[name](scene)
  const { handle } = scene
  const model = fieldsOf(handle, id)
  const first = handle.state.graph.now - (size + 1) * MINUTE
  let middle
  fill(handle, size, (tx, at) => {
    const when = 'createdTime' in model ? { createdTime: first + at * MINUTE } : {}
    const row = tx.insert(table, { ...model, ...when, ...change(at) })
    // The feed shows 600 posts of a year: its middle is the middle of what it shows.
    if (at === size - Math.min(300, size >> 1)) middle = row
  })
  const { state } = handle
  const { paging } = read({ limit: 2 }).unwrap()
  const after = cursorAt(paging.cursors.after, [...order(middle), middle.id])
  const run = () => read({ limit: 25, after })
  const page = run().unwrap().data
  if (page.length !== 25) throw new Error(`${name}: a page of ${page.length}`)
  return { run, prepare: () => putBack(handle, state), most: 250 }
}

export function taxonomyOf(size) {
  const scene = begin()
  const audiences = audiencesOf(size)
  let audience
  for (let at = 0; at < size; at += 5_000) {
    const { ids } = scene.world.actions
      .addTargetingAudiences({ audiences: audiences.slice(at, at + 5_000) })
      .unwrap()
    audience = ids.at(-1)
  }
  const { state } = scene.handle
  return (question) => ({
    run: () => {
      const outcome = question({ ...scene, audience })
      if (!outcome.ok) throw new Error(outcome.error.message)
    },
    prepare: () => putBack(scene.handle, state),
    most: 250,
  })
}

/** Searches of indicators by text: one that a single indicator has, one that all have, and one that none has. */
const searches = {
  'searchThreatIndicators, rare': (size) => ({ text: `${size >> 1}.rare.test` }),
  'searchThreatIndicators, common': () => ({ text: 'rare' }),
  'searchThreatIndicators, none': () => ({ text: 'nowhere' }),
  'searchThreatIndicators, rare by time': (size) => ({
    text: `${size >> 1}.rare.test`,
    sort_by: 'CREATE_TIME',
  }),
}

/** Indicators with names of their own. */
function indicatorsOf(size) {
  const { world, appToken, handle } = begin()
  const model = fieldsOf(handle, newest(handle, 'threatIndicators').id)
  const first = handle.state.graph.now - (size + 1) * MINUTE
  fill(handle, size, (tx, at) => {
    const indicator = `host-${at}.rare.test`
    tx.insert('threatIndicators', { ...model, indicator, addedOn: first + at * MINUTE })
  })
  const { state } = handle
  const client = world.as(appToken)
  return (paramsOf) => ({
    run: () => client.searchThreatIndicators(paramsOf(size)).unwrap(),
    prepare: () => putBack(handle, state),
    most: 250,
  })
}

const growth = (row, size, { small, large }, goal) => ({
  row,
  size,
  micros: large,
  ratio: large / small,
  goal,
  against: `the same at ${sizes[0].toLocaleString('en')}`,
})

const grown = (contestants) => contest(contestants, { sameBatch: true })

/** A page of 25 from the middle of every list, and the taxonomy, at the large size against the small one. */
export async function rows() {
  const [small, large] = sizes
  const lists = Object.entries(endpoints)
    .filter(([, { params, result }]) => 'after' in (params.shape ?? {}) && 'data' in (result.shape ?? {}))
    // Of these lists, each has at most one row.
    .filter(([name]) => !/^(listTestLeads|listAdCreatives|listAdsPixels)$|Previews$/.test(name))
    // Insights add results up: the bench `insights` measures them.
    .filter(([name]) => !/Insights$/.test(name))
    .map(([name]) => name)
  const found = []
  for (const name of [...lists, behindExcluded]) {
    if (!recipes[name]) {
      found.push({ row: name, note: 'failed: it has no recipe in lists.mjs' })
      continue
    }
    const micros = await grown({ small: listOf(name, small), large: listOf(name, large) })
    found.push(growth(name, large, micros, '≤ 1.5'))
  }
  const taxonomies = { small: taxonomyOf(small), large: taxonomyOf(large) }
  for (const [name, question] of Object.entries(questions)) {
    const micros = await grown({ small: taxonomies.small(question), large: taxonomies.large(question) })
    found.push(growth(name, large, micros, ''))
  }
  const indicators = { small: indicatorsOf(small), large: indicatorsOf(large) }
  for (const [name, params] of Object.entries(searches)) {
    const micros = await grown({ small: indicators.small(params), large: indicators.large(params) })
    found.push(growth(name, large, micros, '≤ 1.5'))
  }
  return found
}
