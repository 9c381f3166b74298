import { deepEqual, equal, ok } from 'node:assert/strict'
import sdk from 'facebook-nodejs-business-sdk'
import { picture } from '../picture.mjs'
import { endToEnd, names } from './service.mjs'

const { AdAccount, AdSet, Campaign, FacebookAdsApi, LeadgenForm, Page, User } = sdk
const { userToken, form, adAccount } = names
const texts = ['one', 'two', 'three', 'four', 'five']
const account = new AdAccount(
  `act_${adAccount}`,
  {},
  undefined,
  FacebookAdsApi.init(userToken, 'en_US', false),
)
let page

/** Walks a list as the manual of the SDK does. */
async function walk(cursor) {
  const rows = [...cursor]
  let last = cursor
  while (last.hasNext()) {
    last = await last.next()
    rows.push(...last)
  }
  return rows
}

await endToEnd('facebook-nodejs-business-sdk', '24.0.1', {
  async 'log in as a page'() {
    const person = new User('me', {}, undefined, FacebookAdsApi.init(userToken, 'en_US', false))
    equal((await person.get(['id', 'name'])).name, 'Ada Starter')
    const [{ id, access_token: token }] = await person.getAccounts(['id', 'access_token'])
    equal(id, names.page)
    page = new Page(id, {}, undefined, FacebookAdsApi.init(token, 'en_US', false))
  },
  async list() {
    const forms = await walk(await page.getLeadGenForms(['id', 'name']))
    deepEqual(
      forms.map(({ id }) => id),
      [form],
    )
    const api = FacebookAdsApi.init(names.pageToken, 'en_US', false)
    const leads = await walk(await new LeadgenForm(form, {}, undefined, api).getLeads(['id'], { limit: 1 }))
    equal(leads.length, 3)
  },
  async post() {
    for (const message of texts) ok((await page.createFeed([], { message })).id)
  },
  async 'upload by URL and by bytes'() {
    const url = 'https://pictures.test/one.png'
    const { id } = await page.createPhoto([], { url, published: false })
    ok(id)
    const { images } = await account.createAdImage([], { bytes: picture.toString('base64') })
    const [{ hash }] = Object.values(images)
    const found = await account.getAdImages(['hash', 'width', 'height'], { hashes: [hash] })
    deepEqual([found[0].width, found[0].height], [600, 315])
  },
  async 'page through'() {
    const posts = await walk(await page.getFeed(['message'], { limit: 2 }))
    deepEqual(posts.map(({ message }) => message).slice(0, 5), [...texts].reverse())
  },
  async 'create, change and delete a campaign'() {
    const fields = { name: 'C', objective: 'REACH', status: 'PAUSED', special_ad_categories: ['NONE'] }
    const { id } = await account.createCampaign([], fields)
    const campaign = new Campaign(id, {}, undefined, FacebookAdsApi.init(userToken, 'en_US', false))
    equal((await campaign.update([], { name: 'D' })).success, true)
    equal((await campaign.get(['name'])).name, 'D')
    equal((await campaign.delete([])).success, true)
  },
  async 'search for an interest and a country, and target them'() {
    const search = (params) => account.getApi().call('GET', ['search'], params)
    const { data: interests } = await search({ type: 'adinterest', q: 'jazz' })
    deepEqual(
      interests.map(({ name }) => name),
      ['Jazz music'],
    )
    const places = await search({ type: 'adgeolocation', location_types: ['country'], q: 'germ' })
    const [{ id, name }] = interests
    const targeting = {
      geo_locations: { countries: places.data.map(({ key }) => key) },
      interests: [{ id, name }],
    }
    const made = await account.createAdSet([], {
      ...{ campaign_id: names.campaign, name: 'Jazz', targeting, daily_budget: 1_000 },
      ...{ billing_event: 'IMPRESSIONS', optimization_goal: 'REACH', bid_amount: 100 },
    })
    const adSet = new AdSet(made.id, {}, undefined, account.getApi())
    const { geo_locations: locations, ...rest } = (await adSet.get(['targeting'])).targeting
    deepEqual([locations.countries, rest.interests], [['DE'], targeting.interests])
  },
  async 'read an error'() {
    const wrong = new User('me', {}, undefined, FacebookAdsApi.init('wrong', 'en_US', false))
    const error = await wrong.get(['id']).catch((caught) => caught)
    deepEqual([error.status, error.response.code], [400, 190])
  },
})
