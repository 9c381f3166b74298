import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../examples.cjs', import.meta.url))
const graph = 'https://graph.facebook.com/v24.0'

/** Calls the service. Returns its answer, of which the caller takes the id. */
async function call(method, path, params) {
  const body = new URLSearchParams(params)
  const url = method === 'GET' ? `${graph}/${path}?${body}` : `${graph}/${path}`
  return (await fetch(url, method === 'GET' ? {} : { method, body })).json()
}

/** What the examples ask a person to fill in: <PLACEHOLDER> by <PLACEHOLDER>. */
async function placeholders(names, act) {
  const account = `act_${names.adAccount}`
  const token = { access_token: names.userToken }
  const images = await call('GET', `${account}/adimages`, { ...token, fields: 'hash' })
  const audience = await call('POST', `${account}/customaudiences`, {
    ...{ ...token, name: 'Customers', subtype: 'CUSTOM', customer_file_source: 'USER_PROVIDED_ONLY' },
  })
  const label = await call('POST', `${account}/adlabels`, { ...token, name: 'My Label' })
  // It belongs to no ad account, so that an example can create the pixel of the account.
  const pixel = await act('createEventSource', { name: 'Shop', type: 'pixel', users: [names.user] })
  const business = await act('createBusiness', { name: 'Tests', administrators: [names.user] })
  const hash = images.data?.[0]?.hash
  return {
    ...{
      APP_ID: names.app,
      APP_SECRET: names.appSecret,
      AD_ACCOUNT_ID: account,
      ACCOUNT_ID: names.adAccount,
    },
    ...{ PAGE_ID: names.page, pageID: names.page, appID: names.app, adAccountID: names.adAccount },
    ...{ AD_CAMPAIGN_ID: names.campaign, adCampaignLinkClicksID: names.campaign },
    ...{ adCampaignAppInstallsID: names.campaign, adCampaignConversionsID: names.campaign },
    ...{ AD_SET_ID: names.adSet, adSetID: names.adSet, ADGROUP_ID: names.ad, AD_GROUP_ID: names.ad },
    ...{ AD_CREATIVE_ID: names.creative, adCreativeID: names.creative, IMAGE_HASH: hash, imageHash: hash },
    ...{ PRODUCT_CATALOG_ID: names.catalog, postID: names.post.split('_')[1] },
    ...{ adLabelID: label.id, ADS_PIXEL_ID: pixel.id, PIXEL_ID: pixel.id },
    ...{ adCreativeSpec: '{"body":"Hello"}', adFormat: 'MOBILE_FEED_STANDARD', instagramActorID: '1' },
    ...{ CUSTOM_AUDIENCE_ID: audience.id, sourceID: audience.id, valueBasedCustomAudienceID: audience.id },
    ...{ LEAD_ID: names.lead, USER_ID: names.user, APP_SCOPED_USER_ID: names.user },
    ...{ url: 'https://client.test/', link: 'https://client.test/', deepLinkURL: 'https://client.test/' },
    ...{ imageURL: 'https://client.test/one.jpg', imageURLFR: 'https://client.test/one.jpg' },
    ...{ canvasURI: 'https://fb.com/canvas_doc/1', canvasURIFR: 'https://fb.com/canvas_doc/1' },
    ...{ appLink: 'https://client.test/app', BUSINESS_ID: business.id ?? business, ID: names.page },
    ...{ businessID: business.id ?? business },
  }
}

/** Objects of its own for an example that may delete them: a post, an ad, an ad set or an audience. */
async function objectsFor(name, names) {
  const token = { access_token: names.userToken }
  const post = { message: name, access_token: names.pageToken }
  const { id: PAGE_POST_ID } = await call('POST', `${names.page}/feed`, post)
  if (name.startsWith('adgroup_')) {
    const { copied_ad_id: ad } = await call('POST', `${names.ad}/copies`, token)
    return { PAGE_POST_ID, ADGROUP_ID: ad, AD_GROUP_ID: ad }
  }
  if (name === 'ad_sets_delete.js') {
    const { copied_adset_id: AD_SET_ID } = await call('POST', `${names.adSet}/copies`, token)
    return { PAGE_POST_ID, AD_SET_ID }
  }
  if (!name.startsWith('custom_audience_')) return { PAGE_POST_ID }
  const customers = { name, subtype: 'CUSTOM', customer_file_source: 'USER_PROVIDED_ONLY' }
  const account = `act_${names.adAccount}`
  const { id: CUSTOM_AUDIENCE_ID } = await call('POST', `${account}/customaudiences`, {
    ...token,
    ...customers,
  })
  return { PAGE_POST_ID, CUSTOM_AUDIENCE_ID }
}

/** Fills in an example. Calls on a page get its token. */
const filled = (text, name, values, { userToken, pageToken }) =>
  text
    .replaceAll('<ACCESS_TOKEN>', name.startsWith('page') ? pageToken : userToken)
    .replaceAll(/<(\w+)>/g, (whole, word) => values[word] ?? whole)

export const suite = {
  name: 'node-business-sdk',
  repository: 'facebook/facebook-nodejs-business-sdk',
  commit: 'ebd272a36a1a54a10e846cc4c42200be54871f5a',
  needs: {},
  packages: ['facebook-nodejs-business-sdk@24.0.1'],
  known: [
    {
      name: /BasicExample/,
      says: /Campaign Id not defined/,
      kind: 'own',
      reason: 'it asks for a campaign in a way of its own',
    },
    {
      name: /./,
      says: /already been declared|Unexpected token|is not a function|is not defined/,
      kind: 'own',
      reason: 'it is no correct program',
    },
    {
      name: /ad_campaign_post/,
      says: /At least one param/,
      kind: 'own',
      reason: 'it needs a pixel, and sends no parameter',
    },
    { name: /deep_link/, kind: 'own', reason: 'it gives a button to a post without a link' },
    {
      name: /pixel_code/,
      says: /nonexisting field \(code\)/,
      kind: 'absent',
      reason: 'the code of a pixel for websites is not simulated',
    },
    {
      name: /ads_pixel_/,
      says: /a pixel/,
      kind: 'absent',
      reason: 'events of a pixel, and those who share it, are not simulated',
    },
    {
      name: /./,
      says: /product_audiences|hotels/,
      kind: 'absent',
      reason: 'audiences of products, and hotels, are not simulated',
    },
    {
      name: /adgroup_post_update_status/,
      kind: 'stale',
      reason: 'the status of an ad is the parameter status, and adgroup_status no more',
    },
    { name: /./, says: /advideos|VIDEO_ID/, kind: 'absent', reason: 'videos of ads are not simulated' },
    { name: /./, says: /reachestimate/, kind: 'absent', reason: 'estimates of the reach are not simulated' },
    {
      name: /page_/,
      says: /roles|locations|search/,
      kind: 'absent',
      reason: 'roles, locations and the search of pages are not simulated',
    },
  ],
  async run({ names, act, configure, run, folder }) {
    const values = await placeholders(names, act)
    for (const name of readdirSync(join(folder, 'examples')).filter((file) => file.endsWith('.js'))) {
      const own = await objectsFor(name, names)
      configure(join('examples', name), (text) => filled(text, name, { ...values, ...own }, names))
    }
    const lines = run([process.execPath, program, 'examples'])
      .split('\n')
      .filter((line) => line.startsWith('{"name'))
    return lines.map((line) => {
      const { name, message } = JSON.parse(line)
      const blank = /'<(\w+)>'/.exec(readFileSync(join(folder, 'examples', name), 'utf8'))?.[1]
      if (message === '') return { test: name, result: 'passed', message }
      return {
        test: name,
        result: 'failed',
        message: `${blank ? `<${blank}> is not filled in; ` : ''}${message}`,
      }
    })
  },
}
