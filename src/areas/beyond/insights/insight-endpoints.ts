import { z } from '../../../engine/schema/zod.ts'
import { readsAds } from '../../../graph/access/access.ts'
import { type CallError, isCallError } from '../../../graph/contract/errors.ts'
import type { ReadContext } from '../../../graph/routes/context.ts'
import { endpoint } from '../../../graph/routes/define.ts'
import { type ListReader, listOf, pagingParams } from '../../../graph/views/paging.ts'
import { recordSchemaWithoutId } from '../../../graph/views/record.ts'
import { groupingOf, insightShape } from './insight-params.ts'
import { insightView } from './insight-view.ts'
import { type InsightObject, type InsightRow, insightsOf } from './insights.ts'

const chapter = 'Beyond the description'

const params = z.object({ ...pagingParams, ...insightShape })

/** Returns the insights of an object, or the error of the parameters. */
function readerOf(
  context: ReadContext & { readonly params: z.output<typeof params> },
  object: InsightObject,
): ListReader<InsightRow> | CallError {
  const grouping = groupingOf(context.params, object, context.now)
  return isCallError(grouping) ? grouping : insightsOf(context, object, grouping)
}

const shared = {
  chapter,
  access: readsAds,
  params,
  view: insightView,
  result: listOf(recordSchemaWithoutId(insightView)),
} as const

/**
 * Reads what the ads of an ad account achieved, as `recordAdResults` recorded it: added up for the account,
 * or for each campaign, ad set or ad; for the whole period, or for parts of it; for the whole audience, or
 * for its `breakdowns`. Days are those of UTC. `time_range` takes precedence over `date_preset`.
 */
export const listInsights = endpoint({
  ...shared,
  route: 'GET /act_{adAccount}/insights',
  source: 'https://developers.facebook.com/docs/marketing-api/reference/ad-account/insights/',
  run(context) {
    const insights = readerOf(context, context.adAccount)
    return isCallError(insights) ? context.refuseFor(insights) : context.pageOf(insights, insightView)
  },
})

/** Reads what the ads of a campaign achieved, like the insights of an ad account. */
export const listCampaignInsights = endpoint({
  ...shared,
  route: 'GET /{campaign}/insights',
  source: 'https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group/insights/',
  run(context) {
    const insights = readerOf(context, context.campaign)
    return isCallError(insights) ? context.refuseFor(insights) : context.pageOf(insights, insightView)
  },
})

/** Reads what the ads of an ad set achieved, like the insights of an ad account. */
export const listAdSetInsights = endpoint({
  ...shared,
  route: 'GET /{adSet}/insights',
  source: 'https://developers.facebook.com/docs/marketing-api/reference/ad-campaign/insights/',
  run(context) {
    const insights = readerOf(context, context.adSet)
    return isCallError(insights) ? context.refuseFor(insights) : context.pageOf(insights, insightView)
  },
})

/** Reads what an ad achieved, like the insights of an ad account. */
export const listAdInsights = endpoint({
  ...shared,
  route: 'GET /{ad}/insights',
  source: 'https://developers.facebook.com/docs/marketing-api/reference/adgroup/insights/',
  run(context) {
    const insights = readerOf(context, context.ad)
    return isCallError(insights) ? context.refuseFor(insights) : context.pageOf(insights, insightView)
  },
})
