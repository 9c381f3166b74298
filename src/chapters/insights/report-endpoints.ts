import { z } from '../../engine/schema/zod.ts'
import { type Access, readsAds } from '../../service/access/access.ts'
import { isCallError } from '../../service/contract/errors.ts'
import { type EndpointContext, endpoint } from '../../service/routes/define.ts'
import { listOf, pagingParams } from '../../service/views/paging.ts'
import { recordSchemaWithoutId } from '../../service/views/record.ts'
import { recordResult } from '../../service/views/results.ts'
import { fieldNames } from '../../service/views/select.ts'
import { groupingOf, insightShape } from './insight-params.ts'
import { insightView } from './insight-view.ts'
import { type InsightObject, insightsOf } from './insights.ts'
import { newReport, reportOf, reportProgress, reportRunView } from './report-run.ts'

const source = 'https://developers.facebook.com/docs/marketing-api/insights/best-practices/'

const reportParams = z.object({
  ...insightShape,
  /** The fields of the insights of the report. */
  fields: fieldNames.optional(),
})

/** Access to ask for a report: that of reading ads. */
const asksForReports: Access = { ...readsAds, writes: true }

type Context = EndpointContext<string, z.output<typeof reportParams>, 100 | 200>

/** Answers a call that asks for a report of an object. */
function startReport(context: Context, object: InsightObject) {
  const { tx, params, refuseFor } = context
  const grouping = groupingOf(params, object, context)
  if (isCallError(grouping)) return refuseFor(grouping)
  const insights = insightsOf(context, object, grouping)
  if (isCallError(insights)) return refuseFor(insights)
  return { report_run_id: String(newReport(tx, object, grouping, params.fields).id) }
}

const shared = {
  source,
  access: asksForReports,
  params: reportParams,
  // The names of fields are those of the insights, which the report shows when it is complete.
  view: insightView,
  result: z.object({
    /** The id of the report. */
    report_run_id: z.string(),
  }),
} as const

/**
 * Asks for a report of the insights of an ad account, with the parameters of `listInsights`. The report takes
 * two seconds of virtual time: read its status, and then its insights.
 */
export const startAccountReport = endpoint({
  ...shared,
  route: 'POST /act_{adAccount}/insights',
  run: (context) => startReport(context, context.adAccount),
})

/** Asks for a report of the insights of a campaign, like `startAccountReport`. */
export const startCampaignReport = endpoint({
  ...shared,
  route: 'POST /{campaign}/insights',
  run: (context) => startReport(context, context.campaign),
})

/** Asks for a report of the insights of an ad set, like `startAccountReport`. */
export const startAdSetReport = endpoint({
  ...shared,
  route: 'POST /{adSet}/insights',
  run: (context) => startReport(context, context.adSet),
})

/** Asks for a report of the insights of an ad, like `startAccountReport`. */
export const startAdReport = endpoint({
  ...shared,
  route: 'POST /{ad}/insights',
  run: (context) => startReport(context, context.ad),
})

/** Reads the status of a report of insights. */
export const readReportRun = endpoint({
  route: 'GET /{reportRun}',
  source,
  access: readsAds,
  ...recordResult(reportRunView),
  run: ({ reportRun, show }) => show(reportRunView, reportRun),
})

/**
 * Reads the insights of a complete report. Without `fields`, they have the fields that the report was asked
 * for. They count all results that were recorded for the days of the report, also those recorded since.
 */
export const listReportInsights = endpoint({
  route: 'GET /{reportRun}/insights',
  source,
  access: readsAds,
  params: z.object(pagingParams),
  view: insightView,
  result: listOf(recordSchemaWithoutId(insightView)),
  run(context) {
    const { reportRun, tx, now, pageOf, refuse, refuseFor } = context
    if (reportProgress(reportRun, now) < 100)
      return refuse(100, 'The report is not complete: read its async_status until it is Job Completed')
    const { grouping, fields } = reportOf(reportRun)
    const object = tx.node(reportRun.object)
    const insights = insightsOf(context, object as InsightObject, grouping)
    return isCallError(insights) ? refuseFor(insights) : pageOf(insights.list, insightView, fields)
  },
})
