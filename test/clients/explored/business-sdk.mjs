import sdk from 'facebook-nodejs-business-sdk'
import { bridgeHttp } from './http-bridge.mjs'
import { announcers, leadSync } from './programs.mjs'

const { FacebookAdsApi, LeadgenForm, Page } = sdk

bridgeHttp()

const apiOf = ({ names }) => FacebookAdsApi.init(names.pageToken, 'en_US', false)

/** Walks a list as the manual of the SDK does. */
async function* pagesOf(cursor) {
  let page = await cursor
  for (;;) {
    yield [...page]
    if (!page.hasNext()) return
    page = await page.next()
  }
}

const form = (context) => new LeadgenForm(context.names.form, {}, undefined, apiOf(context))
const page = (context) => new Page(context.names.page, {}, undefined, apiOf(context))

export const options = [
  leadSync('facebook-nodejs-business-sdk 24.0.1', (context) =>
    pagesOf(form(context).getLeads(['id'], { limit: 10 })),
  ),
  ...announcers(
    'facebook-nodejs-business-sdk 24.0.1',
    (context) => pagesOf(page(context).getFeed(['id', 'message'], { limit: 10 })),
    (context, message) => page(context).createFeed([], { message }),
  ),
]
