// Recordings of ads and leads.
import { namesOf } from './scene.mjs'

const restfb = { from: 'restfb', family: 'ads' }

export const adCases = [
  {
    ...restfb,
    file: 'ads/v2_6/ad',
    ask({ ask, get, adAccount, campaign, creative, page, userToken }, record) {
      const write = (edge, params) => ask('POST', `/act_${adAccount}/${edge}`, params, userToken).id
      const adset_id = write('adsets', {
        ...{ name: 'Likes', campaign_id: campaign, billing_event: 'IMPRESSIONS', targeting: {} },
        ...{ optimization_goal: 'PAGE_LIKES', promoted_object: { page_id: page } },
      })
      const tracking_specs = [{ 'action.type': ['page_engagement'], page: [page] }]
      write('ads', { name: 'Ad', adset_id, creative: { creative_id: creative }, tracking_specs })
      return get(`/${campaign}/ads`, { fields: namesOf(record) }, userToken).data[0]
    },
  },
  {
    ...restfb,
    file: 'ads/v2_6/adsAccount',
    ask({ act, get, adAccount, userToken }, record) {
      const business = act('createBusiness', { name: 'Test' }).id
      act('assignToBusiness', { business, adAccounts: [adAccount] })
      act('setPaymentMethod', { adAccounts: [adAccount], displayString: 'American Express *1002' })
      const terms = ['custom_audience_tos', 'web_custom_audience_tos']
      act('acceptAdTerms', { adAccount, terms, offsitePixels: true })
      return get(`/act_${adAccount}`, { fields: namesOf(record) }, userToken)
    },
  },
  {
    ...restfb,
    file: 'connection-same-cursor',
    ask: ({ get, userToken }) => get('/me/adaccounts', {}, userToken),
  },
  {
    ...restfb,
    file: 'ads/v2_6/idname',
    ask: ({ get, adAccount, userToken }) =>
      get(`/act_${adAccount}/ads`, { fields: 'id,name' }, userToken).data[0],
  },
  {
    ...restfb,
    file: 'ads/v2_6/lead',
    family: 'leads',
    ask({ act, form, ad, get, userToken }) {
      const answers = { email: 'joe@example.com', full_name: 'Joe Example' }
      const { id } = act('submitLead', { form, ad, answers })
      return get(`/${id}`, {}, userToken)
    },
  },
  {
    ...restfb,
    file: 'webhooks/leadgen',
    family: 'webhooks',
    ask({ act, world, app, page, form, ad }) {
      act('setWebhook', { app, url: 'https://example.test/hook', verify: false })
      act('installApp', { app, page })
      act('submitLead', { form, ad, answers: { email: 'joe@example.com', full_name: 'Joe' } })
      return JSON.parse(world.webhooks.outbox.at(-1).request.body)
    },
    // Ids became texts with version 3.2.
    reasons: Object.fromEntries(
      ['ad_id', 'form_id', 'leadgen_id', 'page_id', 'adgroup_id'].map((name) => [
        `entry.[].changes.[].value.${name}`,
        'recording',
      ]),
    ),
  },
]
