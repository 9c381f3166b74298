import { pageTasks } from '../../src/chapters/people/records.ts'
import { permissions } from '../../src/service/caller/caller.ts'

/** Ids and tokens that the story has come to know, by the names it gave them. */
export type Known = Readonly<Record<string, string>>

/** One input of the story. What it creates is known by its name afterwards. */
export interface Scene {
  readonly name: string
  readonly input: (known: Known) => object
}

/** When the story begins: half an hour before clocks change in New York. */
export const BEGINS = Date.UTC(2026, 2, 8, 6, 30)
const HOUR = 3_600_000

/** A picture of one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

type Params = (known: Known) => object

const action = (named: string, params: Params, name = named): Scene => ({
  name,
  input: (known) => ({ type: 'action', name: named, params: params(known) }),
})

const call = (operation: string, params: Params, name = operation, more: object = {}): Scene => ({
  name,
  input: (known) => ({ type: 'call', operation, token: known['userToken'], params: params(known), ...more }),
})

const advance = (hours: number): Scene => ({
  name: `after ${hours} hours`,
  input: () => ({ type: 'advance', to: BEGINS + hours * HOUR }),
})

const tick: Scene = { name: 'tick', input: () => ({ type: 'tick' }) }

const request = (name: string, input: (known: Known) => object): Scene => ({
  name,
  input: (known) => ({ type: 'request', ...input(known) }),
})

const page: Params = (known) => ({ page: known['page'] })

const people: readonly Scene[] = [
  action('createUser', () => ({ name: 'İpek Işık', username: 'ipek', email: 'ipek@example.test' }), 'user'),
  action('createUser', () => ({ name: 'Straße Ægir' }), 'other'),
  action(
    'createApp',
    ({ user }) => ({ name: 'Ürün', administrators: [user], createdTime: '2018-07-01' }),
    'app',
  ),
  action('createPage', ({ user }) => ({ name: 'صفحة ١٢٣', administrators: [user], engagedUsers: 3 }), 'page'),
  action('createPage', () => ({ name: 'Ort', verified: 'TRUE' }), 'place'),
  action('assignTasks', ({ page: of, other }) => ({ page: of, user: other, tasks: pageTasks.slice(0, 2) })),
  action('issueToken', ({ app, user }) => ({ kind: 'user', app, user, scopes: permissions }), 'userToken'),
  action(
    'issueToken',
    ({ app, other }) => ({ kind: 'systemUser', app, user: other, expiresAt: '2026-03-29T01:30:00+01:00' }),
    'otherToken',
  ),
  action('grantLoginPrivacy', ({ otherToken }) => ({ token: otherToken, privacy: 'SELF' })),
  action('setLeadAccess', ({ page: of, user }) => ({ page: of, users: [user] })),
]

const photos: readonly Scene[] = [
  action('registerUrl', () => ({ url: 'https://img.test/i.png', bytes: { $base64: pixel } })),
  action('registerUrl', () => ({ url: 'https://web.test/gone', missing: true }), 'gone'),
  call(
    'uploadPagePhoto',
    (known) => ({ ...page(known), url: 'https://img.test/i.png', caption: 'ǅ ﬁ' }),
    'photo',
  ),
  call(
    'uploadPagePhoto',
    (known) => ({
      ...page(known),
      url: 'https://img.test/synthetic.png',
      backdated_time: '2011-12-30T12:00:00Z',
      tags: [{ tag_uid: known['user'], x: '12.5', y: 50 }],
      place: known['place'],
    }),
    'backdated',
  ),
  call(
    'uploadPagePhoto',
    (known) => ({ ...page(known), url: 'https://img.test/a', published: false }),
    'waiting',
  ),
  call(
    'uploadPagePhoto',
    (known) => ({ ...page(known), url: 'https://img.test/b', published: false, temporary: true }),
    'temporary',
  ),
  call('uploadPagePhoto', (known) => ({ ...page(known), url: 'https://web.test/gone' }), 'nothing'),
  action('setProfilePicture', ({ page: of, photo }) => ({ page: of, photo })),
  action('addBusinessTag', ({ photo, backdated }) => ({ name: 'Tag', photos: [photo, backdated] }), 'tag'),
  call('readPhoto', ({ photo }) => ({ photo })),
  call('listPagePhotos', (known) => ({ ...page(known), type: 'uploaded', limit: 1 })),
  call('listPagePhotos', (known) => ({ ...page(known), biz_tag_id: known['tag'] }), 'tagged photos'),
]

const posts: readonly Scene[] = [
  call('publishPost', (known) => ({ ...page(known), message: 'Iı İi ß ŉ 🏳️‍🌈 ١٢٣' }), 'post'),
  call(
    'publishPost',
    (known) => ({ ...page(known), message: 'Früher', backdated_time: '2025-10-26T02:30:00+01:00' }),
    'earlier',
  ),
  call(
    'publishPost',
    (known) => ({
      ...page(known),
      message: 'Später',
      published: false,
      unpublished_content_type: 'SCHEDULED',
      scheduled_publish_time: (BEGINS + HOUR) / 1000,
      attached_media: [{ media_fbid: known['temporary'] }],
    }),
    'scheduled',
  ),
  call('publishPost', (known) => ({ ...page(known) }), 'empty post'),
  action('hidePost', ({ earlier }) => ({ post: earlier })),
  action('rankPost', ({ earlier }) => ({ post: earlier, rank: '-7' })),
  action('setPostExpiry', ({ earlier }) => ({ post: earlier, expiresAt: '2026-03-10' })),
  advance(2),
  tick,
  advance(2),
  call('listPageFeed', (known) => ({ ...page(known), fields: 'id,message,is_published,created_time' })),
  call('readPost', ({ post }) => ({ post })),
  call(
    'readPost',
    ({ scheduled }) => ({ post: scheduled, fields: 'attachments{data},created_time' }),
    'published',
  ),
  action('visitPage', ({ page: of, other }) => ({ page: of, user: other, message: 'Grüße @[1]' }), 'visit'),
  action('addPagePost', ({ page: of }) => ({ page: of, story: 'İlk', eventTime: '1999-12-31' }), 'event'),
  action('commentOnPost', ({ post, other }) => ({ post, user: other })),
  action('editPost', ({ post, place }) => ({ post, message: `🏳️‍🌈 @[${place}]` })),
  action('tagPageInPost', ({ post, page: of }) => ({ post, page: of, story: true })),
  action('sharePost', ({ post, page: of }) => ({ post, page: of }), 'shared'),
  action('recordEngagement', ({ post }) => ({ post, actions: 30, reach: '100' })),
  action('setPostInsights', ({ visit }) => ({ post: visit, promotable_id: '7_7' })),
  action('setPostTargeting', ({ event }) => ({ post: event, interestedIn: '1,2', locales: [6] })),
  action('setPostPrivacy', ({ shared }) => ({ post: shared, privacy: { value: 'CUSTOM', allow: '1,2' } })),
  action('createActivityObject', () => ({ name: 'Kitap' }), 'book'),
  action('registerDomain', ({ page: of }) => ({ page: of, domain: 'MÜNCHEN.test' })),
  action('verifyPage', ({ page: of }) => ({ page: of })),
  action('addReel', ({ page: of }) => ({ page: of, description: 'ı' })),
  call(
    'publishPost',
    (known) => ({
      ...page(known),
      link: 'https://xn--mnchen-3ya.test/?at=48.2,16.4',
      name: 'Ş',
      child_attachments: ['1', '2'].map((name) => ({
        link: 'https://a.test/',
        name: name + '🏳️‍🌈'.repeat(12),
        picture: 'https://img.test/c.png',
      })),
      call_to_action: { type: 'GET_DIRECTIONS' },
      feed_targeting: { age_min: 18, geo_locations: { countries: ['TR'] } },
      place: known['place'],
      tags: [known['other']],
      og_action_type_id: '7',
      og_object_id: known['book'],
    }),
    'carousel',
  ),
  call('readPost', ({ carousel }) => ({ post: carousel }), 'read carousel'),
  call('listTaggedPosts', page),
  call('listPageReels', page),
  call('deletePost', ({ carousel }) => ({ post: carousel })),
  action('publishScheduledPost', ({ scheduled }) => ({ post: scheduled }), 'published again'),
  action('expirePhoto', ({ waiting }) => ({ photo: waiting })),
  call('deletePhoto', ({ backdated }) => ({ photo: backdated })),
]

const ads: readonly Scene[] = [
  action(
    'createAdAccount',
    ({ user }) => ({ name: 'Konto', currency: 'TRY', administrators: [user] }),
    'account',
  ),
  action('assignAdAccountRole', ({ account, other }) => ({
    adAccount: account,
    user: other,
    role: 'ANALYST',
  })),
  call(
    'createCampaign',
    ({ account }) => ({ adAccount: account, name: 'Çağrı', special_ad_categories: 'HOUSING,CREDIT' }),
    'campaign',
  ),
  call('createCampaign', ({ account }) => ({ adAccount: account, name: 'No category' }), 'uncategorized'),
  call(
    'createCampaign',
    ({ account }) => ({ adAccount: account, special_ad_category: 'NONE', daily_budget: '9007199254740993' }),
    'older',
    { version: 'v6.0' },
  ),
  action(
    'createAdSet',
    ({ campaign }) => ({ campaign, dailyBudget: 700, startTime: '2026-03-29T00:30Z' }),
    'adSet',
  ),
  action('createCreative', ({ account }) => ({ adAccount: account, title: 'Tıkla' }), 'creative'),
  action('createAdWithCreative', ({ adSet, creative }) => ({ adSet, creative, status: 'ACTIVE' }), 'ad'),
  action('setProcessing', ({ campaign }) => ({ campaign })),
  call('readCampaign', ({ campaign }) => ({ campaign, date_preset: 'last_7d' })),
  call('copyCampaign', ({ campaign }) => ({ campaign, deep_copy: true, end_time: '2026-12-31' }), 'copy'),
  action('setCampaignIssues', ({ copy }) => ({ campaign: copy, issues: [] })),
  call('updateCampaign', ({ copy }) => ({
    campaign: copy,
    name: 'ΣΑΣ',
    lifetime_budget: '5',
    adset_budgets: [],
  })),
  call('updateCampaign', ({ older }) => ({ campaign: older, status: 'ARCHIVED' }), 'archived'),
  call('updateCampaign', ({ older }) => ({ campaign: older, daily_budget: 5 }), 'archived for good'),
  action(
    'createAdStudy',
    ({ account, campaign }) => ({ adAccount: account, campaigns: [campaign] }),
    'study',
  ),
  action('createAdRule', ({ account }) => ({ adAccount: account, entityType: 'CAMPAIGN' }), 'rule'),
  action('recordSpend', ({ copy }) => ({ campaign: copy, amount: 3 })),
  action('recordReach', ({ adSet, user, other }) => ({ adSet, users: [user, other] })),
  action('setCampaignPlatformFields', ({ copy }) => ({ campaign: copy, boosted_object_id: '7' })),
  ...['listCampaignAds', 'listCampaignAdSets', 'listCampaignCopies', 'listCampaignAdStudies'].map((edge) =>
    call(edge, ({ campaign }) => ({ campaign })),
  ),
  call('listCampaignAdRules', ({ copy }) => ({ campaign: copy })),
  call(
    'createAsyncBatch',
    ({ account, campaign }) => ({
      adAccount: account,
      name: 'Yığın',
      adbatch: [
        { name: 'copy', relative_url: `${campaign}/copies`, body: 'deep_copy=true' },
        { name: 'wrong', relative_url: `v7.0/${campaign}`, body: { spend_cap: 1 } },
      ],
    }),
    'batch',
  ),
  tick,
  tick,
  call('readAsyncBatch', ({ batch }) => ({ batch, fields: 'is_completed,success_count,error_count' })),
  call('listAsyncBatchRequests', ({ batch }) => ({ batch })),
  call('deleteCampaign', ({ copy }) => ({ campaign: copy })),
  call('deleteCampaigns', ({ account }) => ({
    adAccount: account,
    delete_strategy: 'DELETE_ARCHIVED_BEFORE',
    before_date: '2026-12-31',
  })),
  call('listCampaigns', ({ account }) => ({ adAccount: account, effective_status: 'ACTIVE,PAUSED' })),
  action('setAppAccessLevel', ({ app }) => ({ app, accessLevel: 'standard' })),
]

const leads: readonly Scene[] = [
  action(
    'createLeadForm',
    ({ page: of }) => ({ page: of, name: 'Formulär', questions: [{ key: 'ålder' }, { key: 'E-mail' }] }),
    'form',
  ),
  action(
    'submitLead',
    ({ form, ad }) => ({ form, ad, answers: { ålder: '٤٢', 'E-mail': 'a@b.test' } }),
    'lead',
  ),
  action('submitLead', ({ form }) => ({ form, answers: { ålder: '1' } }), 'unanswered'),
  call('readLead', ({ lead }) => ({ lead, fields: 'field_data,ad_name,is_organic' })),
  call('listFormLeads', ({ form }) => ({ form })),
  call('listAdLeads', ({ ad }) => ({ ad, limit: 5 })),
]

const requests: readonly Scene[] = [
  request('form', ({ page: of, userToken }) => ({
    method: 'POST',
    url: `https://graph.test/v7.0/${of}/feed`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `message=%C4%B0stanbul+%F0%9F%8C%89&access_token=${userToken}`,
  })),
  request('list', ({ page: of, userToken }) => ({
    method: 'GET',
    url: `/${of}/feed?limit=2&fields=message&access_token=${userToken}`,
  })),
  request('nonsense', () => ({ method: 'POST', url: '/İ/%zz', body: '{"__proto__":1}' })),
]

const targeted = { type: 'interests', id: '6003000000011' }

const targeting: readonly Scene[] = [
  action('addTargetingAudiences', () => ({
    audiences: [{ type: 'interests', name: 'İstanbul Straße', audienceSize: 5, path: ['Places', 'Ægir'] }],
  })),
  call('searchTargeting', ({ account }) => ({ adAccount: account, q: 'ISTANBUL strasse' })),
  call(
    'searchTargeting',
    ({ account }) => ({ adAccount: account, q: 'e', locale: 'de_DE' }),
    'searched in German',
  ),
  call('suggestTargeting', ({ account }) => ({ adAccount: account, targeting_list: [targeted] })),
  call('browseTargeting', ({ account }) => ({ adAccount: account })),
  call('validateTargeting', ({ account }) => ({
    adAccount: account,
    name_list: ['İSTANBUL straße', 'nobody'],
  })),
]

const images: readonly Scene[] = [
  call('uploadAdImage', ({ account }) => ({ adAccount: account, bytes: pixel })),
  call(
    'uploadAdImage',
    ({ account }) => ({
      adAccount: account,
      copy_from: { source_account_id: account, hash: 'f829b914fc47cfc9c0747c119c27cf1b' },
    }),
    'copied image',
  ),
  call(
    'createAd',
    ({ account, adSet }) => ({
      adAccount: account,
      name: 'Straße',
      adset_id: adSet,
      creative: { title: 'Tıkla', image_hash: 'f829b914fc47cfc9c0747c119c27cf1b' },
    }),
    'image ad',
  ),
  call('listAdImages', ({ account }) => ({ adAccount: account })),
  call('deleteAdImage', ({ account }) => ({ adAccount: account, hash: 'f829b914fc47cfc9c0747c119c27cf1b' })),
  action('deleteCreative', ({ creative }) => ({ creative })),
]

const trouble: readonly Scene[] = [
  call(
    'uploadPagePhoto',
    (known) => ({ ...page(known), url: 'https://img.test/c', published: false }),
    'lost',
  ),
  {
    name: 'fault',
    input: () => ({
      type: 'fault',
      add: { match: { operation: 'publishPost' }, fault: { kind: 'drop', when: 'afterCommit' }, rate: 0.5 },
    }),
  },
  ...['first', 'second', 'third'].map((name) =>
    call('publishPost', (known) => ({ ...page(known), message: name }), name),
  ),
  { name: 'calm', input: () => ({ type: 'fault', clear: true }) },
  { name: 'iso', input: () => ({ type: 'configure', policy: { postTimes: 'iso' }, seed: 'İ' }) },
  call('listPageFeed', page, 'feed as iso'),
  action('disableLogin', ({ other }) => ({ user: other })),
  action('blockActor', ({ page: of }) => ({ actor: of })),
  call('publishPost', (known) => ({ ...page(known), message: 'blocked' }), 'blocked'),
  action('unblockActor', ({ page: of }) => ({ actor: of })),
  action('endSession', ({ otherToken }) => ({ token: otherToken })),
  action('revokeToken', ({ otherToken }) => ({ token: otherToken })),
  { name: 'nothing', input: () => ({ type: 'İ' }) },
  advance(30),
  tick,
  advance(30),
  advance(24 * 60),
]

/** A life of a small world: every operation that it tells is written out, in an order that makes sense. */
export const story: readonly Scene[] = [
  ...people,
  ...photos,
  ...posts,
  ...ads,
  ...leads,
  ...requests,
  ...targeting,
  ...images,
  ...trouble,
]
