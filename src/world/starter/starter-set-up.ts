import { inputsOf } from '../../engine/state/history.ts'
import type { Json } from '../../engine/values/guard.ts'
import { MINUTE_MS } from '../../engine/values/milliseconds.ts'
import type { GrantedPermission } from '../../service/caller/caller.ts'
import { grantablePermissions } from '../../service/caller/granted.ts'
import { servesBeyond } from '../../service/contract/beyond.ts'
import { DAY, HOUR } from '../../service/contract/limits.ts'
import type { ServiceState } from '../../service/routes/context.ts'
import { lowerAscii } from '../../service/values/letter-case.ts'
import { actionsOf, clientOf } from '../handle/client.ts'
import { advanceTo, createHandle, type Handle, runSettled } from '../handle/handle.ts'
import { settingsOf } from '../handle/options.ts'
import type { Starter, StarterOptions, StarterTokens } from './starter-names.ts'
import { adsVersion, published } from './starter-publications.ts'

type Actions = ReturnType<typeof actionsOf>

/** Creates a user, apps, a page, and tokens: one with every permission, and one for each token error. */
function createActors(
  actions: Actions,
  now: number,
  permissions: readonly GrantedPermission[],
  tokens: StarterTokens,
) {
  // The set-up of the contract stays as it is: it has no permission that reads an address.
  const email = permissions.includes('email') ? { email: 'ada@starter.test' } : {}
  const user = actions.createUser({ name: 'Ada Starter', username: 'ada', ...email }).unwrap().id
  const app = actions.createApp({ name: 'Starter App', administrators: [user] }).unwrap()
  const development = actions.createApp({ name: 'App In Development', accessLevel: 'development' }).unwrap()
  const page = actions.createPage({ name: 'Starter Page', administrators: [user] }).unwrap().id
  const issue = (
    name: keyof StarterTokens,
    scopes: readonly GrantedPermission[],
    more: { app?: string; page?: string; expiresAt?: number } = {},
  ) => {
    const kind = more.page === undefined ? 'user' : 'page'
    const token = tokens[name]
    const chosen = token === undefined ? {} : { token }
    return actions.issueToken({ kind, app: app.id, user, scopes, ...more, ...chosen }).unwrap().token
  }
  const without = (...left: string[]) => permissions.filter((permission) => !left.includes(permission))
  return {
    app: app.id,
    appSecret: app.secret,
    appToken: app.token,
    user,
    userToken: issue('userToken', permissions),
    page,
    pageToken: issue('pageToken', permissions, { page }),
    noAdsReadToken: issue('noAdsReadToken', without('ads_read', 'ads_management')),
    noAdsManagementToken: issue('noAdsManagementToken', without('ads_management')),
    developmentAppToken: issue('developmentAppToken', permissions, { app: development.id }),
    noPermissionToken: issue('noPermissionToken', []),
    expiredToken: issue('expiredToken', permissions, { expiresAt: Math.floor(now / 1000) }),
  }
}

/** Creates an ad account with a campaign, an ad set, a creative and an ad. */
function createAds(
  handle: Handle,
  actions: Actions,
  { user, userToken }: { user: string; userToken: string },
) {
  const adAccount = actions.createAdAccount({ name: 'Starter Account', administrators: [user] }).unwrap().id
  const made = clientOf(handle, userToken, adsVersion(handle)).createCampaign({
    adAccount,
    name: 'Starter Campaign',
    objective: 'LEAD_GENERATION',
    special_ad_categories: [],
  })
  const campaign = String(made.unwrap().id)
  const adSet = actions.createAdSet({ campaign, name: 'Starter Ad Set', dailyBudget: 1_000 }).unwrap().id
  const creative = actions.createCreative({ adAccount, name: 'Starter Creative', title: 'Hello' }).unwrap().id
  const ad = actions
    .createAdWithCreative({ adSet, creative, name: 'Starter Ad', status: 'ACTIVE' })
    .unwrap().id
  return { adAccount, campaign, adSet, creative, ad }
}

/** Creates a lead form and leads one minute apart: from the ad, without an ad, and from a preview. */
function createLeads(
  handle: Handle,
  actions: Actions,
  { page, ad, leadFields }: { page: string; ad: string; leadFields: readonly string[] },
) {
  const more = leadFields.filter((key) => key !== 'full_name' && key !== 'email')
  const form = actions
    .createLeadForm({
      page,
      name: 'Starter Form',
      questions: [
        { key: 'full_name', label: 'Full name' },
        { key: 'email', label: 'Email' },
        ...more.map((key) => ({ key })),
      ],
      disclaimers: [{ key: 'newsletter', text: 'Send me the newsletter' }],
    })
    .unwrap().id
  const people = [
    {
      answers: { full_name: 'Grace Example', email: 'grace@example.test' },
      ad,
      disclaimers: { newsletter: true },
    },
    { answers: { full_name: 'Alan Example', email: 'alan@example.test' } },
    { answers: { full_name: 'Mary Example', email: 'mary@example.test' }, ad, preview: true },
  ]
  const [lead = ''] = people.map((person) => {
    const answers = { ...person.answers, ...Object.fromEntries(more.map((key) => [key, `A ${key}`])) }
    const { id } = actions.submitLead({ form, ...person, answers }).unwrap()
    advanceTo(handle, handle.state.graph.now + MINUTE_MS)
    return id
  })
  return { form, lead }
}

/** Adds threat indicators of several types, one hour apart. The last one is added now. */
function addThreats(actions: Actions, now: number): void {
  const known = [
    { indicator: 'malware.example.test', type: 'DOMAIN', threatTypes: ['MALICIOUS_DOMAIN'] },
    { indicator: 'http://login.example.test/', type: 'URI', threatTypes: ['PHISHING', 'MALICIOUS_URL'] },
    { indicator: '192.0.2.66', type: 'IP_ADDRESS', threatTypes: ['COMMAND_EXEC'] },
    { indicator: 'd41d8cd98f00b204e9800998ecf8427e', type: 'HASH_MD5', threatTypes: ['MALWARE_SAMPLE'] },
  ]
  known.forEach((indicator, index) => {
    const addedOn = Math.floor(now / 1000) - HOUR * (known.length - 1 - index)
    const description = `A known ${lowerAscii(indicator.type).replaceAll('_', ' ')}`
    actions
      .addThreatIndicator({ ...indicator, description, severity: 'SEVERE', status: 'MALICIOUS', addedOn })
      .unwrap()
  })
}

/** Creates a catalog, an upload with errors of both severities, and events of a pixel and of an app. */
function createCatalog(
  handle: Handle,
  actions: Actions,
  { user, adAccount }: { user: string; adAccount: string },
) {
  const users = [user]
  const catalog = actions.createCatalog({ name: 'Starter Catalog', adAccount, users }).unwrap().id
  const feed = actions.createProductFeed({ catalog, name: 'Starter Feed' }).unwrap().id
  const feedUpload = actions
    .ingestProductFeed({
      feed,
      rows: [{ id: 'cup', title: 'Cup' }, { id: 'jug', title: 'JUG' }, { title: 'Mug' }],
      errors: [
        { severity: 'fatal', summary: 'Missing id', description: 'A row needs an id', row: 3, column: 1 },
        {
          severity: 'warning',
          summary: 'Shouting',
          description: 'The title is all capitals',
          row: 2,
          column: 2,
        },
      ],
    })
    .unwrap().id
  const pixel = actions.createEventSource({ name: 'Starter Pixel', type: 'pixel', users }).unwrap().id
  const app = actions.createEventSource({ name: 'Starter App Events', type: 'app', users }).unwrap().id
  const daysAgo = (days: number) => Math.floor(handle.state.graph.now / 1000) - days * DAY
  const events = [
    { source: pixel, event: 'ViewContent', contents: ['cup', 'mug'], device: 'desktop', time: daysAgo(2) },
    { source: pixel, event: 'ViewContent', contents: ['cup'], device: 'mobile_ipad', time: daysAgo(2) },
    { source: pixel, event: 'AddToCart', contents: ['cup'], device: 'desktop', time: daysAgo(1) },
    { source: app, event: 'Purchase', contents: ['jug', 'mug'], device: 'mobile_iphone', time: daysAgo(1) },
  ] as const
  actions.recordCatalogEvents({ catalog, events }).unwrap()
  return { catalog, feedUpload }
}

/** Gives the user photos, an image, a video and an album, and the app their consent to log in. */
function createUserContent(actions: Actions, { user, app }: { user: string; app: string }) {
  const at = (name: string) => `https://img.test/${name}.png`
  actions.uploadUserPhoto({ user, url: at('hill'), caption: 'On the hill', tags: [user] }).unwrap()
  actions.uploadUserPhoto({ user, url: at('shore') }).unwrap()
  actions.publishMedia({ user, url: at('image'), caption: 'An image' }).unwrap()
  actions.publishMedia({ user, type: 'VIDEO', url: at('video'), caption: 'A video' }).unwrap()
  const children = [{ url: at('first') }, { type: 'VIDEO', url: at('second') }] as const
  const album = actions.publishMedia({ user, type: 'CAROUSEL_ALBUM', caption: 'An album', children }).unwrap()
  actions.setConsent({ app, user }).unwrap()
  return { album: album.id }
}

/** Creates an album of the page with a photo. Only worlds beyond the description have one. */
function createPageAlbum(
  handle: Handle,
  { page, pageToken, publications }: { page: string; pageToken: string; publications: boolean },
): string {
  const client = clientOf(handle, pageToken, undefined)
  const album = client.createAlbum({ page, name: 'Starter Album' }).unwrap().id
  const url = 'https://img.test/album.png'
  if (publications) client.uploadAlbumPhoto({ album, url, no_story: true }).unwrap()
  return album
}

/** Adds what the options ask for: a business, and an Instagram account. */
function createFurther(
  actions: Actions,
  { business, instagram }: StarterOptions,
  { user, page, adAccount }: { user: string; page: string; adAccount: string },
) {
  const further: { business?: string; instagramAccount?: string } = {}
  if (business) {
    const { id } = actions.createBusiness({ name: 'Starter Business', administrators: [user] }).unwrap()
    actions.assignToBusiness({ business: id, pages: [page], adAccounts: [adAccount] }).unwrap()
    further.business = id
  }
  if (instagram) {
    const account = { page, username: 'starter.page', name: 'Starter Page' }
    further.instagramAccount = actions.createInstagramAccount(account).unwrap().id
  }
  return further
}

/** Milliseconds from the first step of the starter's set-up to the beginning of the world. */
export const SET_UP = 5 * MINUTE_MS

/** Creates the objects of the starter world, from five minutes before this state to its time. */
function setUp(begun: ServiceState, options: StarterOptions, history: 'full' | 'off'): Handle {
  const { publications = true, leadFields = [], tokens = {} } = options
  const { now } = begun.graph
  const graph = Object.freeze({ ...begun.graph, now: now - SET_UP })
  const handle = createHandle(Object.freeze({ ...begun, graph }), settingsOf({ history }))
  const actions = actionsOf(handle)
  const people = createActors(actions, graph.now, grantablePermissions(graph.settings), tokens)
  const ads = createAds(handle, actions, people)
  const collected = createLeads(handle, actions, { page: people.page, ad: ads.ad, leadFields })
  const catalog = createCatalog(handle, actions, { user: people.user, adAccount: ads.adAccount })
  addThreats(actions, handle.state.graph.now)
  const content = createUserContent(actions, people)
  const publication = publications ? published(handle, actions, { ...people, ...ads }) : {}
  const album = servesBeyond(graph.settings)
    ? { album: createPageAlbum(handle, { ...people, publications }), carousel: content.album }
    : content
  const further = createFurther(actions, options, { ...people, ...ads })
  const starter: Starter = {
    ...{ ...people, ...ads, ...collected, ...catalog, ...album },
    ...{ ...publication, ...further },
  }
  advanceTo(handle, now)
  runSettled(handle, { type: 'configure', starter })
  return handle
}

/** Returns the state of a new world with its starter, at the same time and with the same logs. */
export const withStarter = (begun: ServiceState, options: StarterOptions): ServiceState =>
  setUp(begun, options, 'off').state

/** Returns the inputs that create the starter world from a state. */
export const setUpInputs = (begun: ServiceState, options: StarterOptions): readonly Json[] => {
  const { history } = setUp(begun, options, 'full')
  return history ? inputsOf(history) : []
}
