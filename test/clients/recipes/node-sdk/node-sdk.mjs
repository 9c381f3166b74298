import sdk from 'facebook-nodejs-business-sdk'
import { createWorld } from 'fauxgraph'
import { intercept } from 'fauxgraph/intercept'

const world = createWorld()
const { adAccount, userToken } = world.starter()
const running = intercept(world)

// The code under test, with the official SDK.
sdk.FacebookAdsApi.init(userToken, 'en_US', false) // `false`: no crash reports, which hide the error.
const account = new sdk.AdAccount(`act_${adAccount}`)
const campaign = await account.createCampaign([], {
  name: 'Spring',
  objective: 'LINK_CLICKS',
  status: 'PAUSED',
  special_ad_categories: [],
})
running.restore()

console.log(world.as(userToken).readCampaign({ campaign: campaign.id }).unwrap().name)
// → Spring
