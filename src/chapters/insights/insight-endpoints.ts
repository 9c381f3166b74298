import { z } from '../../engine/schema/zod.ts'
import { readsAds } from '../../service/access/access.ts'
import { type Failure, isCallError, isFailure } from '../../service/contract/errors.ts'
import { type EndpointContext, endpoint } from '../../service/routes/define.ts'
import { list } from '../../service/values/compounds.ts'
import { boolean, defaulted, oneOf } from '../../service/values/scalars.ts'
import { show } from '../../service/views/fields.ts'
import { listOf, pagingParams } from '../../service/views/paging.ts'
import { recordSchemaWithoutId } from '../../service/views/record.ts'
import { groupingOf, insightShape } from './insight-params.ts'
import type { InsightRow } from './insight-row.ts'
import { insightFields, insightView } from './insight-view.ts'
import { type InsightObject, insightsOf } from './insights.ts'

const params = z.object({
  ...pagingParams,
  ...insightShape,
  /** The fields of the summary: those of all listed results, added up. By default there is no summary. */
  summary: defaulted(list(oneOf(insightFields), { split: true }), []),
  /** Whether the answer has a summary with the fields of its results. */
  default_summary: defaulted(boolean, false),
})

const InsightList = listOf(recordSchemaWithoutId(insightView)).extend({
  /** The results on all pages, added up. Present if the read asks for it and there are any. */
  summary: recordSchemaWithoutId(insightView).optional(),
})

type Context = EndpointContext<string, z.output<typeof params>, 100 | 200>

/** Returns the total of insights with the fields that a read asks for. */
function summaryOf(context: Context, total: () => InsightRow | undefined) {
  const { summary, default_summary: byDefault } = context.params
  const row = summary.length > 0 || byDefault ? total() : undefined
  if (!row) return undefined
  const named = new Map(summary.map((name) => [name, undefined] as const))
  return {
    ...(byDefault && context.show(insightView, row)),
    ...show(insightView, row, { names: named }, context),
  }
}

/** Reads a page of the insights of an object, and their summary. */
function readInsights(context: Context, object: InsightObject): z.output<typeof InsightList> | Failure {
  const grouping = groupingOf(context.params, object, context)
  const insights = isCallError(grouping) ? grouping : insightsOf(context, object, grouping)
  if (isCallError(insights)) return context.refuseFor(insights)
  const page = context.pageOf(insights.list, insightView)
  const summary = isFailure(page) ? undefined : summaryOf(context, insights.total)
  return summary ? { ...page, summary } : page
}

const shared = {
  access: readsAds,
  params,
  view: insightView,
  result: InsightList,
} as const

/**
 * Reads what the ads of an ad account achieved, as `recordAdResults` recorded it: added up for the account,
 * or for each campaign, ad set or ad; for the whole period, or for parts of it; for the whole audience, or
 * for its `breakdowns`. Days are those of the time zone of the account. `time_range` takes precedence over
 * `date_preset`.
 */
export const listInsights = endpoint({
  ...shared,
  route: 'GET /act_{adAccount}/insights',
  source: 'https://developers.facebook.com/docs/marketing-api/reference/ad-account/insights/',
  run: (context) => readInsights(context, context.adAccount),
})

/** Reads what the ads of a campaign achieved, like the insights of an ad account. */
export const listCampaignInsights = endpoint({
  ...shared,
  route: 'GET /{campaign}/insights',
  source: 'https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group/insights/',
  run: (context) => readInsights(context, context.campaign),
})

/** Reads what the ads of an ad set achieved, like the insights of an ad account. */
export const listAdSetInsights = endpoint({
  ...shared,
  route: 'GET /{adSet}/insights',
  source: 'https://developers.facebook.com/docs/marketing-api/reference/ad-campaign/insights/',
  run: (context) => readInsights(context, context.adSet),
})

/** Reads what an ad achieved, like the insights of an ad account. */
export const listAdInsights = endpoint({
  ...shared,
  route: 'GET /{ad}/insights',
  source: 'https://developers.facebook.com/docs/marketing-api/reference/adgroup/insights/',
  run: (context) => readInsights(context, context.ad),
})
