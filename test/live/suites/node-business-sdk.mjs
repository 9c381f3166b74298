import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const graph = 'https://graph.facebook.com/v24.0'

/** Calls the service. Returns its answer, of which the caller takes the id. */
async function call(method, path, params) {
  const body = new URLSearchParams(params)
  const url = method === 'GET' ? `${graph}/${path}?${body}` : `${graph}/${path}`
  return (await fetch(url, method === 'GET' ? {} : { method, body })).json()
}

/** What the examples ask a person to fill in: <PLACEHOLDER> by <PLACEHOLDER>. */
async function placeholders(names) {
  const account = `act_${names.adAccount}`
  const token = { access_token: names.userToken }
  const images = await call('GET', `${account}/adimages`, { ...token, fields: 'hash' })
  const audience = await call('POST', `${account}/customaudiences`, {
    ...{ ...token, name: 'Customers', subtype: 'CUSTOM', customer_file_source: 'USER_PROVIDED_ONLY' },
  })
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
    ...{ PRODUCT_CATALOG_ID: names.catalog, PAGE_POST_ID: names.post, postID: names.post },
    ...{ CUSTOM_AUDIENCE_ID: audience.id, sourceID: audience.id, valueBasedCustomAudienceID: audience.id },
    ...{ LEAD_ID: names.lead, USER_ID: names.user, APP_SCOPED_USER_ID: names.user },
    ...{ url: 'https://client.test/', link: 'https://client.test/', deepLinkURL: 'https://client.test/' },
  }
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
  known: [],
  async run({ names, configure, run, folder }) {
    const values = await placeholders(names)
    const results = []
    for (const name of readdirSync(join(folder, 'examples')).filter((file) => file.endsWith('.js'))) {
      configure(join('examples', name), (text) => filled(text, name, values, names))
      const text = readFileSync(join(folder, 'examples', name), 'utf8')
      const output = run([process.execPath, join('examples', name)])
      const failed = /FacebookRequestError|An error occurred|\n\s+at /.test(output)
      const blank = /'<(\w+)>'/.exec(text)?.[1]
      const message = `${blank ? `<${blank}> is not filled in; ` : ''}${errorIn(output)}`
      results.push({ test: name, result: failed ? 'failed' : 'passed', message: failed ? message : '' })
    }
    return results
  },
}

/** The first error of an output. */
const errorIn = (output) => /(?:message:|Error:|Message:).*/.exec(output)?.[0] ?? output.slice(-300)
