import { z } from '../../engine/schema/zod.ts'
import { readsAds } from '../../service/access/access.ts'
import { hasRoleOn } from '../../service/access/roles.ts'
import { endpoint } from '../../service/routes/define.ts'
import { listOf, pagingParams } from '../../service/views/paging.ts'
import { recordSchema } from '../../service/views/record.ts'
import { adSetView, adView } from '../ads/ad-views.ts'
import type { AdRuleRow, CampaignRow } from '../rows.ts'
import { adRuleView, governsCampaign } from './ad-rule.ts'
import { adStudyView } from './ad-study.ts'
import { campaignView } from './campaign-view.ts'

const chapter = 'Resources and their fields › Campaign'
const params = z.object({ ...pagingParams })

/** Lists the ads of a campaign, newest first, without deleted ones (CAM-052). */
export const listCampaignAds = endpoint({
  route: 'GET /{campaign}/ads',
  chapter,
  access: readsAds,
  params,
  view: adView,
  result: listOf(recordSchema(adView)),
  run: ({ campaign, pageOf }) => pageOf({ table: 'ads', edge: 'living', owner: [campaign.id] }, adView),
})

/** Lists the ad sets of a campaign, newest first, without deleted ones (CAM-053). */
export const listCampaignAdSets = endpoint({
  route: 'GET /{campaign}/adsets',
  chapter,
  access: readsAds,
  params,
  view: adSetView,
  result: listOf(recordSchema(adSetView)),
  run: ({ campaign, pageOf }) => pageOf({ table: 'adSets', edge: 'living', owner: [campaign.id] }, adSetView),
})

/**
 * Lists the copies of a campaign, newest first, without deleted ones and without those in an ad account on
 * which the caller has no role (CAM-054).
 */
export const listCampaignCopies = endpoint({
  route: 'GET /{campaign}/copies',
  chapter,
  access: readsAds,
  params,
  view: campaignView,
  result: listOf(recordSchema(campaignView)),
  run(context) {
    const { campaign, pageOf } = context
    const where = ({ adAccount }: CampaignRow) => hasRoleOn(context, adAccount)
    return pageOf({ table: 'campaigns', edge: 'copies', owner: [campaign.id], where }, campaignView)
  },
})

/** Lists the ad studies that contain a campaign, newest first (CAM-049). */
export const listCampaignAdStudies = endpoint({
  route: 'GET /{campaign}/ad_studies',
  chapter,
  access: readsAds,
  params,
  view: adStudyView,
  result: listOf(recordSchema(adStudyView)),
  run: ({ campaign, pageOf }) =>
    pageOf({ table: 'adStudies', edge: 'byCampaign', owner: [campaign.id] }, adStudyView),
})

/** Lists the ad rules that name a campaign by id, or apply to all campaigns (CAM-050, CAM-051). */
export const listCampaignAdRules = endpoint({
  route: 'GET /{campaign}/adrules_governed',
  chapter,
  access: readsAds,
  params,
  view: adRuleView,
  result: listOf(recordSchema(adRuleView)),
  run({ campaign, pageOf }) {
    const where = (rule: AdRuleRow) => governsCampaign(rule, campaign.id)
    const source = { table: 'adRules', edge: 'byAccount', owner: [campaign.adAccount], where } as const
    return pageOf(source, adRuleView)
  },
})
