import type { Scene } from '../../graph/scene.ts'
import { call, serveWhile } from '../../graph/scene.ts'
import { everyAds, type Rows, wrongFields, wrongLimit } from './story.ts'

const wrongLevel = { params: { level: 'page' } }

/** For the insights of ads valid parameters, and a story for each of their codes. */
export function insightCodes(start: Scene): Rows {
  const { adAccount, campaign, adSet, ad, world, userToken } = start
  const reportRun = serveWhile(start, () =>
    String(call(world, userToken, 'startAccountReport', { adAccount }).unwrap()['report_run_id']),
  )
  world.clock.advance('2s')
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
    readReportRun: row({ reportRun }, wrongFields),
    listReportInsights: row({ reportRun }, wrongLimit),
  }
}
