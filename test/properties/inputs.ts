import fc from 'fast-check'
import type { z } from 'zod'
import { syntheticPicture } from '../../src/chapters/pictures/synthetic.ts'
import { actions, endpoints, registry } from '../../src/chapters/registry.ts'
import type { Access } from '../../src/service/access/access.ts'
import { type Endpoint, placeholders } from '../../src/service/routes/define.ts'
import { anyPath } from '../any-text.ts'
import { hostileValue, naughtyTexts } from './hostile.ts'
import { type ParameterClasses, parameterClasses, parameters, row } from './parameters.ts'
import type { Recipe } from './recipes.ts'

type Recipes = fc.Arbitrary<Recipe>

/** Pictures as Base64 text. */
const pictures = [1, 2].map((side) => {
  const bytes = syntheticPicture({ url: 'https://img.test/', width: side, height: side })
  return Buffer.from(bytes).toString('base64')
})

const constantRow = (kind: string, pick = 0) => fc.constant({ $row: [kind], pick })
const form = fc.nat(2)
const nothing = fc.constant(undefined)

const contentIds = fc.constantFrom<Recipe>('cup', 'jug', '__proto__', 'İ', 7)
const uploadErrors = fc.record({
  severity: fc.constantFrom('fatal', 'warning'),
  summary: fc.constant('Wrong'),
  row: fc.integer({ min: 1, max: 2 }),
})
const catalogEvents = fc.record({
  source: row(['eventSources']),
  event: fc.constantFrom('ViewContent', 'AddToCart', 'Purchase'),
  contents: fc.array(contentIds, { maxLength: 4 }),
  device: fc.constantFrom('desktop', 'mobile_ipad'),
  time: fc.integer({ min: -27 * 86_400, max: -1 }).map(($in) => ({ $in, as: 'unix' })),
})

/** Calls of a batch on nodes that are there: read, changed or deleted, with a body that fits some of them. */
const batchCalls = fc.array(
  fc.record(
    {
      method: fc.constantFrom('GET', 'post', 'DELETE'),
      relative_url: row(['campaigns', 'posts', 'photos', 'leads', 'ads']),
      body: fc.constantFrom<Recipe>('name=B', { name: 'naïve 🙂' }, 'method=delete', 'fields=nothing'),
    },
    { requiredKeys: ['relative_url'] },
  ),
  { minLength: 1, maxLength: 3 },
)

/** A metric, of the last two days. */
const metricOf = (name: string) => ({ metric: fc.constant(name), since: nothing, until: nothing })

/** Fitting parameters that the schema of an action does not tell. */
const knownOf: Readonly<Record<string, Readonly<Record<string, Recipes>>>> = {
  createPage: { administrators: fc.constant([{ $row: ['users'], pick: 0 }]) },
  createAdAccount: { administrators: fc.constant([{ $row: ['users'], pick: 0 }]) },
  createCampaign: { special_ad_categories: fc.constantFrom<readonly string[]>([], ['HOUSING', 'CREDIT']) },
  publishPost: { message: fc.constantFrom('Hello', 'naïve 🙂') },
  publishScheduledPost: { post: row(['posts'], 'scheduled') },
  publishScheduledPhoto: { photo: row(['photos'], 'scheduled') },
  expirePhoto: { photo: row(['photos'], 'unpublished') },
  setWebhook: { app: constantRow('apps'), url: fc.constant('http://localhost:9/hook') },
  subscribe: { app: constantRow('apps'), callback_url: fc.constant('http://localhost:9/hook') },
  unsubscribe: { app: constantRow('apps') },
  listSubscriptions: { app: constantRow('apps') },
  listTestUsers: { app: constantRow('apps') },
  createTestUser: { app: constantRow('apps'), uid: nothing, owner_access_token: nothing },
  removeTestUser: { app: constantRow('apps') },
  listFriends: { user: constantRow('users') },
  readFriend: { user: constantRow('users') },
  removeWebhook: { app: constantRow('apps') },
  sendTestNotice: { app: constantRow('apps') },
  resendDelivery: { delivery: fc.constantFrom('delivery-1', 'delivery-2') },
  subscribeApp: { page: constantRow('pages'), subscribed_fields: fc.constant(['leadgen', 'feed']) },
  unsubscribeApp: { page: constantRow('pages') },
  likeComment: { comment: constantRow('comments') },
  unlikeComment: { comment: constantRow('comments') },
  deleteComment: { comment: row(['comments']) },
  setCommentReaction: { comment: constantRow('comments'), user: constantRow('users') },
  likePhoto: { photo: row(['photos'], 'published') },
  unlikePhoto: { photo: row(['photos'], 'published') },
  setPaymentMethod: { adAccounts: fc.constant([{ $row: ['adAccounts'], pick: 0 }]), business: nothing },
  commentOnPhoto: { photo: row(['photos'], 'published') },
  createCustomAudience: {
    ...{ adAccount: constantRow('adAccounts'), name: fc.constant('Audience') },
    ...{ subtype: fc.constantFrom('WEBSITE', 'ENGAGEMENT'), retention_days: nothing },
  },
  installApp: { app: constantRow('apps'), page: constantRow('pages') },
  uninstallApp: { app: constantRow('apps'), page: constantRow('pages') },
  setProfilePicture: { photo: row(['photos'], 'published'), page: constantRow('pages') },
  createAdWithCreative: { adSet: constantRow('adSets'), creative: constantRow('creatives') },
  ingestProductFeed: {
    rows: fc.array(fc.record({ id: contentIds, title: fc.constant('naïve 🙂') }), {
      minLength: 2,
      maxLength: 4,
    }),
    errors: fc.array(uploadErrors, { maxLength: 2 }),
  },
  recordCatalogEvents: { events: fc.array(catalogEvents, { minLength: 1, maxLength: 4 }) },
  uploadPagePhoto: { url: fc.nat(9).map((place) => `https://img.test/${place}.png`) },
  uploadAdImage: { adAccount: constantRow('adAccounts'), bytes: fc.constantFrom(...pictures) },
  exportLeads: { id: constantRow('leadForms'), type: fc.constant('form') },
  deleteAdImage: { adAccount: constantRow('adAccounts'), hash: fc.nat(1).map(($hash) => ({ $hash })) },
  addThreatIndicator: {
    type: fc.constantFrom('DOMAIN', 'URI'),
    indicator: fc.constantFrom('evil.test', 'Grüße'),
  },
  searchThreatIndicators: {
    type: fc.constantFrom(undefined, 'DOMAIN'),
    threat_type: fc.constantFrom(undefined, 'SCAM'),
  },
  createAsyncBatch: {
    adAccount: constantRow('adAccounts'),
    adbatch: fc.constant([{ name: 'One', relative_url: 'me/feed', body: 'message=x' }]),
  },
  uploadAlbumPhoto: { url: fc.nat(9).map((place) => `https://img.test/${place}.png`) },
  uploadUserPhoto: { url: fc.nat(9).map((place) => `https://img.test/${place}.png`) },
  publishMedia: { url: fc.nat(9).map((place) => `https://img.test/${place}.png`), children: nothing },
  listMediaChildren: { media: fc.nat(3).map((pick) => ({ $row: ['media'], pick, where: 'album' })) },
  listUserPhotos: { user: constantRow('users') },
  listUserMedia: { user: constantRow('users') },
  listManagedPages: { user: constantRow('users') },
  createComment: { attachment_url: nothing },
  uploadPageVideo: {
    ...{ file_url: fc.constant('https://video.test/a.mp4'), scheduled_publish_time: nothing },
    ...{ upload_phase: nothing, upload_session_id: nothing, start_offset: nothing },
  },
  createMediaContainer: {
    ...{ media_type: fc.constantFrom('IMAGE', 'STORIES'), children: nothing, video_url: nothing },
    ...{ image_url: fc.constant('https://img.test/a.png'), is_carousel_item: nothing },
  },
  publishMediaContainer: {
    creation_id: fc.nat(3).map((pick) => ({ $row: ['mediaContainers'], pick, where: 'waiting' })),
  },
  ...Object.fromEntries(
    ['listBusinesses', 'listAssignedPages', 'listAssignedAdAccounts'].map((name) => [
      name,
      { user: constantRow('users') },
    ]),
  ),
  ...Object.fromEntries(
    [
      ...['readBusiness', 'listOwnedPages', 'listOwnedAdAccounts', 'claimPage', 'claimAdAccount'],
      ...['listOwnedCatalogs', 'createOwnedCatalog'],
    ].map((name) => [
      name,
      {
        business: constantRow('businesses', 1),
        page_id: constantRow('pages'),
        adaccount_id: constantRow('adAccounts'),
      },
    ]),
  ),
  listPermissions: { user: constantRow('users') },
  revokePermissions: { user: constantRow('users'), permission: nothing },
  debugToken: { input_token: fc.constantFrom({ $name: 'userToken' }, { $name: 'pageToken' }, 'nobody') },
  openLoginDialog: {
    client_id: constantRow('apps'),
    redirect_uri: fc.constantFrom('https://client.test/back', 'https://client.test/a?b=c#d'),
  },
  authorize: {
    client_id: constantRow('apps'),
    redirect_uri: fc.constantFrom('https://client.test/back', 'https://client.test/a?b=c#d'),
  },
  batch: { batch: batchCalls },
  readMany: { ids: fc.array(row(['campaigns', 'posts', 'photos', 'leads']), { minLength: 1, maxLength: 2 }) },
  searchTargetingOptions: {
    type: fc.constantFrom('adinterest', 'adgeolocation'),
    q: fc.constantFrom('football', 'un', 'Über'),
    location_types: nothing,
  },
  listLeadForms: { page: constantRow('pages') },
  createInstagramAccount: {
    ...{ page: constantRow('pages', 1), username: fc.constant('baker'), website: nothing },
    ...{ followers: nothing, follows: nothing },
  },
  likePost: { post: constantRow('posts') },
  unlikePost: { post: constantRow('posts') },
  updateAdSet: {
    ...{ adSet: constantRow('adSets'), name: fc.constant('Ad set'), daily_budget: nothing },
    ...{ lifetime_budget: nothing, start_time: nothing, end_time: nothing, attribution_spec: nothing },
  },
  validateTargeting: { adAccount: constantRow('adAccounts'), id_list: fc.constant(['6003000000011']) },
  addAdSet: {
    adAccount: constantRow('adAccounts'),
    campaign_id: constantRow('campaigns'),
    name: fc.constant('Ad set'),
    optimization_goal: nothing,
    daily_budget: fc.constantFrom(undefined, 500),
    lifetime_budget: nothing,
    start_time: nothing,
    end_time: nothing,
    attribution_spec: nothing,
  },
  copyAd: { adset_id: nothing },
  readApp: { app: constantRow('apps') },
  copyAdSet: { campaign_id: nothing, start_time: nothing, end_time: nothing },
  ...Object.fromEntries(
    ['listInsights', 'listCampaignInsights', 'listAdSetInsights', 'listAdInsights']
      .concat(['startAccountReport', 'startCampaignReport', 'startAdSetReport', 'startAdReport'])
      .map((name) => [
        name,
        { level: fc.constantFrom(undefined, 'ad'), time_range: nothing, filtering: nothing, fields: nothing },
      ]),
  ),
  deleteTestLead: { lead: row(['leads'], 'test') },
  updateComment: { message: nothing, is_hidden: fc.boolean() },
  listPageInsights: { page: constantRow('pages'), ...metricOf('page_impressions') },
  listPostInsights: metricOf('post_clicks'),
  recordInsights: { object: constantRow('pages'), metric: fc.constant('page_impressions'), date: nothing },
  createAd: {
    adAccount: constantRow('adAccounts'),
    adset_id: constantRow('adSets'),
    name: fc.constant('Ad'),
    creative: fc.oneof(
      fc.constantFrom<Recipe>({ title: 'Hello' }, { body: 'naïve 🙂', object_url: 'http://web.test/a/1' }),
      fc.constant({ creative_id: { $row: ['creatives'], pick: 0 } }),
      fc.constant({ image_hash: { $hash: 0 } }),
    ),
  },
}

/**
 * The operations that rarely succeed by chance: with the tokens of test users alone, with a permission that no
 * token of the contract's policy has, or at rows that few sequences make. The tests of
 * `test/chapters/beyond` have them succeed.
 */
export const rarelyFit: ReadonlySet<string> = new Set([
  'deleteTestUser',
  'removeTestUser',
  'updateTestUser',
  'listFriends',
  'readFriend',
  'requestFriend',
  'listUserLikes',
  'addAudienceUsers',
  'addCreative',
  'removeAudienceUsers',
  'addAdLabels',
  'addAdSetLabels',
  'removeAdSetLabels',
  'addCampaignLabels',
  'readAdLabel',
  'updateAdLabel',
  'deleteAdLabel',
  'generateAdPreviews',
])

/** Actions of which two parameters go together. */
const whole: Readonly<Record<string, Recipes>> = {
  submitLead: form.map((pick) => ({ form: { $row: ['leadForms'], pick }, answers: { $answers: pick } })),
  issueToken: fc.oneof(
    fc.constant({ kind: 'user', app: { $row: ['apps'], pick: 0 }, user: { $row: ['users'], pick: 0 } }),
    fc.nat(3).map((pick) => ({
      kind: 'page',
      app: { $row: ['apps'], pick: 0 },
      user: { $row: ['users'], pick: 0 },
      page: { $row: ['pages'], pick },
      scopes: ['pages_read_engagement', 'pages_manage_posts', 'leads_retrieval'],
    })),
  ),
  publishMedia: fc.constant({
    user: { $row: ['users'], pick: 0 },
    type: 'CAROUSEL_ALBUM',
    children: [{ url: 'https://img.test/1.png' }, { type: 'VIDEO', url: 'https://img.test/2.png' }],
  }),
  exchangeToken: fc
    .constantFrom<object>(
      { grant_type: 'client_credentials' },
      { grant_type: 'fb_exchange_token', fb_exchange_token: { $name: 'userToken' } },
      { grant_type: 'fb_exchange_token', fb_exchange_token: { $name: 'pageToken' } },
      { code: { $code: 0 }, redirect_uri: 'https://client.test/back' },
    )
    .map((more) => ({ client_id: { $name: 'app' }, client_secret: { $secret: 0 }, ...more })),
  uploadPagePhoto: fc.record({
    url: fc.constant('https://img.test/later.png'),
    published: fc.constant(false),
    temporary: fc.boolean(),
  }),
  publishPost: fc.record({
    message: fc.constant('Later'),
    published: fc.constant(false),
    unpublished_content_type: fc.constant('SCHEDULED'),
    scheduled_publish_time: fc.integer({ min: 600, max: 90_000 }).map(($in) => ({ $in })),
  }),
}

type Node = Readonly<Record<string, Recipes>>

/** What is drawn of an operation, and now and then parameters that go together. */
function paired(name: string, node: Node, drawn: Recipes): Recipes {
  const together = Object.hasOwn(whole, name) ? whole[name] : undefined
  if (!together) return drawn
  const pair = fc.tuple(fc.record(node), together).map(([place, rest]) => ({ ...place, ...(rest as object) }))
  return fc.oneof({ arbitrary: drawn, weight: 2 }, { arbitrary: pair, weight: 1 })
}

const paramsOf = (name: string, schema: z.ZodType, node: Node): Recipes =>
  paired(name, node, parameters(schema, { ...node, ...knownOf[name] }))

const named = (name: string): Recipes => fc.constant({ $name: name })
const strangeTokens = fc.oneof(
  ...['appToken', 'expiredToken', 'noPermissionToken', 'noAdsReadToken', 'developmentAppToken'].map(named),
  fc.nat(12).map(($token) => ({ $token })),
  fc.constantFrom('', 'nonsense', '__proto__', '1|2'),
)

/** The endpoints of pages that a user token may not call. */
export const takesPageToken: readonly string[] = [
  ...['createComment', 'updateComment', 'deleteComment', 'replyToComment', 'likeComment', 'unlikeComment'],
  ...['likePost', 'unlikePost', 'commentOnPhoto', 'likePhoto', 'unlikePhoto', 'listPostLikes'],
  ...['listLeadForms', 'listScheduledPosts', 'listPageInsights', 'listPostInsights'],
  ...['listSubscribedApps', 'subscribeApp', 'unsubscribeApp'],
]

/** The starter's tokens that may call the endpoints of a surface, the usual one first. */
const rightTokens: Readonly<Record<Access['surface'], readonly [string, ...string[]]>> = {
  page: ['userToken', 'pageToken'],
  ads: ['userToken'],
  user: ['userToken'],
  app: ['appToken'],
}

const rightTokensOf = (operation: string, { surface }: Access): readonly [string, ...string[]] =>
  takesPageToken.includes(operation) ? ['pageToken'] : rightTokens[surface]

const tokens = (operation: string, access: Access): Recipes => {
  const [usual, other = usual] = rightTokensOf(operation, access)
  return fc.oneof(
    { arbitrary: named(usual), weight: 6 },
    { arbitrary: named(other), weight: 3 },
    { arbitrary: strangeTokens, weight: 1 },
  )
}

const versions = fc.oneof(
  { arbitrary: fc.constant(undefined), weight: 6 },
  { arbitrary: fc.constantFrom('v3.2', 'v7.0', 'v26.0'), weight: 3 },
  { arbitrary: fc.constantFrom('v1.0', 'v2.3', 'v2.10', 'v99.0', 'seven'), weight: 1 },
)

const fieldsOf = (names: readonly string[]): Recipes =>
  fc.oneof(
    { arbitrary: fc.constant(undefined), weight: 3 },
    fc
      .subarray([...names], { minLength: 1, maxLength: Math.min(4, names.length) })
      .map((chosen) => chosen.join(',')),
    fc.constantFrom('', 'id', 'nothing', 'id{', 'from{name}', '__proto__', 'is_published', ',,'),
  )

function endpointOf(operation: string): { readonly endpoint: Endpoint; readonly node: Node } {
  const entry = registry.routes.byName.get(operation)
  if (!entry) throw new Error(`There is no endpoint ${operation}`)
  const { placeholder, endpoint } = entry
  const kind = placeholders[placeholder as keyof typeof placeholders]
  return { endpoint, node: placeholder === '' ? {} : { [placeholder]: row([kind]) } }
}

/**
 * Typed calls of an endpoint: fitting ones, in which everything is in order; nearly fitting ones, in which the
 * token, the version or a parameter is not; and those with a hostile parameter.
 */
export function callsByClass(operation: string): Readonly<Record<keyof ParameterClasses, Recipes>> {
  const { endpoint, node } = endpointOf(operation)
  const { valid, ...others } = parameterClasses(endpoint.params, { ...node, ...knownOf[operation] })
  const view = endpoint.view as { fields: object } | undefined
  const names = Object.keys(view?.fields ?? {})
  const token = fc.constantFrom(...rightTokensOf(operation, endpoint.access))
  const right = token.map(($name) => ({ $name }))
  const called = (params: Recipes, holders: Recipes = right, version: Recipes = fc.constant(undefined)) =>
    fc
      .record({
        params,
        version,
        token: holders,
        fields: fc.subarray(names, { maxLength: Math.min(3, names.length) }),
      })
      .map(({ params: given, version: spoken, token: holder, fields }) => ({
        type: 'call',
        operation,
        token: holder,
        ...(spoken !== undefined && { version: spoken }),
        params: { ...(fields.length > 0 && { fields: fields.join() }), ...(given as object) },
      }))
  return {
    valid: called(paired(operation, node, valid)),
    near: fc.oneof(called(others.near), called(valid, tokens(operation, endpoint.access), versions)),
    hostile: called(others.hostile),
  }
}

/** Typed calls of an endpoint: a node, a token, a version, perhaps `fields`, and its parameters. */
function callsOf(operation: string): Recipes {
  const { endpoint, node } = endpointOf(operation)
  const view = endpoint.view as { fields: object } | undefined
  const fields = view ? fieldsOf(Object.keys(view.fields)) : fc.constant(undefined)
  return fc
    .tuple(paramsOf(operation, endpoint.params, node), fields, tokens(operation, endpoint.access), versions)
    .map(([params, chosen, token, version]) => ({
      type: 'call',
      operation,
      token,
      ...(version !== undefined && { version }),
      params: { ...(params as object), ...(chosen !== undefined && { fields: chosen }) },
    }))
}

/** Typed calls, by endpoint. */
export const callsByName: ReadonlyMap<string, Recipes> = new Map(
  Object.keys(endpoints).map((operation) => [operation, callsOf(operation)]),
)

/** Actions, by name. */
export const actionsByName: ReadonlyMap<string, Recipes> = new Map(
  Object.entries(actions).map(([name, action]) => [
    name,
    paramsOf(name, action.params, {}).map((params) => ({ type: 'action', name, params })),
  ]),
)

const calls = fc.oneof(...callsByName.values())
const spellings = fc.constantFrom('query', 'form', 'json')

/** Requests: calls spelled as HTTP, and requests that lead nowhere. */
const requests = fc.oneof(
  {
    arbitrary: fc
      .tuple(calls, spellings)
      .map(([call, spelling]) => ({ ...(call as object), type: 'call as request', spelling })),
    weight: 5,
  },
  {
    arbitrary: fc.record({
      type: fc.constant('request'),
      method: fc.constantFrom('GET', 'POST', 'DELETE', 'PATCH', 'get', ''),
      url: fc.oneof(anyPath, fc.constantFrom(...naughtyTexts), fc.constantFrom('/me', '/v7.0/me')),
      headers: fc.dictionary(fc.constantFrom('content-type', 'host', '__proto__'), fc.string(), {
        maxKeys: 2,
      }),
      body: fc.oneof(fc.string(), fc.uint8Array({ maxLength: 40 }), fc.constant('{"a":{"__proto__":1}}')),
    }),
    weight: 1,
  },
)

const shortOrLong = fc.oneof(
  { arbitrary: fc.integer({ min: 0, max: 3_600 }), weight: 3 },
  { arbitrary: fc.integer({ min: 0, max: 30 * 86_400 }), weight: 1 },
)

const moves = fc.oneof(
  { arbitrary: shortOrLong.map((seconds) => ({ type: 'move', seconds })), weight: 6 },
  { arbitrary: fc.constant({ type: 'tick' }), weight: 1 },
  {
    arbitrary: fc
      .oneof(
        fc.integer({ min: -10, max: 200 * 86_400 }).map(($in) => ({ $in, as: 'milliseconds' })),
        hostileValue,
      )
      .map((to) => ({ type: 'advance', to })),
    weight: 1,
  },
)

const faultRules = fc.record(
  {
    match: fc.record(
      { operation: fc.constantFrom(...callsByName.keys(), 'none'), version: fc.constantFrom('v7.0') },
      { requiredKeys: [] },
    ),
    fault: fc.oneof(
      fc.record({ kind: fc.constant('drop'), when: fc.constantFrom('before', 'afterCommit') }),
      fc.record({
        kind: fc.constant('error'),
        code: fc.constantFrom(100, 190, 200, 368, 80_001, 80_004, 1),
        when: fc.constantFrom('before', 'afterCommit'),
      }),
      fc.record({
        kind: fc.constant('notice'),
        how: fc.constantFrom('drop', 'duplicate', 'delay', 'reorder', 'lose'),
        by: fc.constantFrom(0, 60_000, 2 ** 53 - 1),
      }),
    ),
    times: fc.integer({ min: 0, max: 3 }),
    every: fc.integer({ min: 0, max: 3 }),
    rate: fc.constantFrom(0, 0.5, 1, 2),
  },
  { requiredKeys: ['match', 'fault', 'times'] },
)

const faults = fc.oneof(
  { arbitrary: faultRules.map((add) => ({ type: 'fault', add })), weight: 3 },
  { arbitrary: fc.constant({ type: 'fault', clear: true }), weight: 3 },
  { arbitrary: hostileValue.map((add) => ({ type: 'fault', add })), weight: 1 },
  {
    arbitrary: fc.constantFrom('fault-1', 'fault-40').map((remove) => ({ type: 'fault', remove })),
    weight: 1,
  },
)

const policies = fc.record(
  {
    postTimes: fc.constantFrom('unix', 'iso'),
    defaultFields: fc.constantFrom('all', 'minimal'),
    unknownFields: fc.constantFrom('refuse', 'ignore'),
    unpublishedInFeed: fc.constantFrom('onRequest', 'always', 'never'),
    rankedPostsPerYear: fc.constantFrom(0, 1, 600, -1),
    photoUrls: fc.constantFrom('synthetic', 'registered'),
    webhook: fc.constantFrom(
      { retrySchedule: [], dropAfter: 0, signing: 'none' },
      { retrySchedule: [0, 60], dropAfter: 2 ** 53 - 1, signing: 'sha1' },
      { retrySchedule: ['x'], dropAfter: 60, signing: 'both' },
    ),
    beyond: fc.constantFrom('serve', 'refuse'),
    pageCallLimit: fc.constantFrom(null, { perEngagedUser: 1, seconds: 60 }, { perEngagedUser: 1 }),
    leadReadLimit: fc.constantFrom(null, { perLead: 1, leadDays: 1, seconds: 3_600 }, 7),
    nothing: fc.constant(1),
  },
  { requiredKeys: [] },
)

const configurations = fc.oneof(
  { arbitrary: policies.map((policy) => ({ type: 'configure', policy })), weight: 3 },
  { arbitrary: fc.string({ maxLength: 4 }).map((seed) => ({ type: 'configure', seed })), weight: 1 },
  { arbitrary: hostileValue.map((policy) => ({ type: 'configure', policy })), weight: 1 },
)

const results = fc.oneof(
  { arbitrary: fc.constantFrom({ status: 200 }, { status: 500 }, { status: 301, body: 'x' }), weight: 6 },
  { arbitrary: fc.constantFrom({ error: 'No answer came' }, { error: '' }), weight: 2 },
  { arbitrary: hostileValue, weight: 1 },
)

/** What a carrier says of deliveries: that it begins one, or what came of it. */
const deliveries = fc.oneof(
  { arbitrary: fc.nat(5).map(($delivery) => ({ type: 'delivered', begin: { $delivery } })), weight: 4 },
  {
    arbitrary: fc
      .tuple(fc.nat(5), results)
      .map(([$delivery, result]) => ({ type: 'delivered', delivery: { $delivery, open: true }, result })),
    weight: 4,
  },
  { arbitrary: hostileValue.map((begin) => ({ type: 'delivered', begin })), weight: 1 },
)

const loads = fc.oneof(
  fc.constant({ type: 'load', snapshot: { $snapshot: true } }),
  hostileValue.map((snapshot) => ({ type: 'load', snapshot })),
)

const nonsense = fc.oneof(
  hostileValue,
  fc.constantFrom(...naughtyTexts).map((type) => ({ type })),
)

/** Inputs of every kind, as recipes. */
export const anyInput: Recipes = fc.oneof(
  { arbitrary: calls, weight: 44 },
  { arbitrary: requests, weight: 18 },
  { arbitrary: fc.oneof(...actionsByName.values()), weight: 28 },
  { arbitrary: moves, weight: 10 },
  { arbitrary: faults, weight: 2 },
  { arbitrary: deliveries, weight: 3 },
  { arbitrary: configurations, weight: 2 },
  { arbitrary: loads, weight: 1 },
  { arbitrary: nonsense, weight: 3 },
)
