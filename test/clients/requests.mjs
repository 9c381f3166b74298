/**
 * Reads a campaign with clients as users write them: none is told of a proxy or of another host. Each takes
 * `{ campaign, token }` and returns the name of the campaign.
 */
import https from 'node:https'

const urlOf = ({ campaign, token }) =>
  `https://graph.facebook.com/v26.0/${campaign}?fields=name&access_token=${token}`

const byNode = (names, options) =>
  new Promise((resolve, reject) => {
    const take = (response) => {
      let text = ''
      response.on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve(JSON.parse(text).name))
    }
    https.get(urlOf(names), options, take).on('error', reject)
  })

export const requests = {
  'node:https': (names) => byNode(names, {}),
  'node:https with an agent': (names) => byNode(names, { agent: new https.Agent({ keepAlive: false }) }),
  fetch: async (names) => (await (await fetch(urlOf(names))).json()).name,
  axios: async (names) => (await (await import('axios')).default.get(urlOf(names))).data.name,
  got: async (names) => (await (await import('got')).default(urlOf(names)).json()).name,
  'node-fetch': async (names) =>
    (await (await (await import('node-fetch')).default(urlOf(names))).json()).name,
  undici: async (names) => (await (await (await import('undici')).request(urlOf(names))).body.json()).name,
  fb: async ({ campaign, token }) => {
    const { default: fb } = await import('fb')
    const client = new fb.Facebook({ version: 'v24.0', accessToken: token, Promise })
    return (await client.api(campaign, { fields: 'name' })).name
  },
  fbgraph: async ({ campaign, token }) => {
    const { default: graph } = await import('fbgraph')
    graph.setAccessToken(token)
    graph.setVersion('24.0')
    return new Promise((resolve, reject) => {
      graph.get(`${campaign}?fields=name`, (error, answer) => (error ? reject(error) : resolve(answer.name)))
    })
  },
  'business-sdk': async ({ campaign, token }) => {
    const { Campaign, FacebookAdsApi } = (await import('facebook-nodejs-business-sdk')).default
    const api = FacebookAdsApi.init(token, 'en_US', false)
    return (await new Campaign(campaign, {}, undefined, api).get(['name'])).name
  },
  'XMLHttpRequest of jsdom': async (names) => {
    const { JSDOM } = await import('jsdom')
    const { window } = new JSDOM('', { url: 'https://graph.facebook.com/' })
    return new Promise((resolve, reject) => {
      const request = new window.XMLHttpRequest()
      request.open('GET', urlOf(names))
      request.onload = () => resolve(JSON.parse(request.responseText).name)
      request.onerror = () => reject(new Error('XMLHttpRequest failed'))
      request.send()
    })
  },
}
