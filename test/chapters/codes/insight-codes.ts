import type { Scene } from '../../service/scene.ts'
import { call, serveWhile } from '../../service/scene.ts'
import { everyAds, everyPageToken, type Rows, wrongFields, wrongLimit } from './story.ts'

const wrongLevel = { params: { level: 'page' } }

/** For insights and custom audiences valid parameters, and a story for each of their codes. */
export function insightCodes(start: Scene): Rows {
  const { adAccount, campaign, adSet, ad, world, userToken } = start
  const reportRun = serveWhile(start, () =>
    String(call(world, userToken, 'startAccountReport', { adAccount }).unwrap()['report_run_id']),
  )
  world.clock.advance('2s')
  const audience = { adAccount, name: 'A', subtype: 'WEBSITE' }
  const made = serveWhile(start, () => call(world, userToken, 'createCustomAudience', audience).unwrap())
  const customAudience = String(made['id'])
  const customers = { ...audience, subtype: 'CUSTOM', customer_file_source: 'USER_PROVIDED_ONLY' }
  const list = serveWhile(start, () => call(world, userToken, 'createCustomAudience', customers).unwrap())
  const people = { customAudience: String(list['id']), payload: { schema: ['MADID'], data: ['one'] } }
  const { page, pageToken } = start
  const post = String(call(world, pageToken, 'publishPost', { page, message: 'x' }).unwrap()['id'])
  const insights = (params: object) => ({
    params,
    codes: { ...everyPageToken, 100: { params: { metric: 'smiles' } } },
  })
  const row = (params: object, story: object = wrongLevel) => ({ params, codes: { ...everyAds, 100: story } })
  return {
    listInsights: row({ adAccount }),
    listCampaignInsights: row({ campaign }),
    listAdSetInsights: row({ adSet }),
    listAdInsights: row({ ad }),
    startAccountReport: row({ adAccount }),
    startCampaignReport: row({ campaign }),
    startAdSetReport: row({ adSet }),
    startAdReport: row({ ad }),
    listCustomAudiences: row({ adAccount }, wrongLimit),
    createCustomAudience: row({ adAccount, name: 'A', subtype: 'WEBSITE' }, { params: { name: '' } }),
    readCustomAudience: row({ customAudience }, wrongFields),
    updateCustomAudience: row({ customAudience, name: 'B' }, { params: { name: '' } }),
    deleteCustomAudience: row({ customAudience }, { params: { customAudience: '1' } }),
    addAudienceUsers: row(people, { params: { customAudience } }),
    removeAudienceUsers: row(people, { params: { customAudience } }),
    listPageInsights: insights({ page, metric: 'page_impressions' }),
    listPostInsights: insights({ post, metric: 'post_impressions' }),
    readReportRun: row({ reportRun }, wrongFields),
    listReportInsights: row({ reportRun }, wrongLimit),
  }
}
