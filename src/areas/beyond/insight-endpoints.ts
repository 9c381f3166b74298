import { z } from '../../engine/zod.ts'
import { readsAds } from '../../graph/access/access.ts'
import { type CallError, invalidParameter, isCallError } from '../../graph/contract/errors.ts'
import { endpoint } from '../../graph/define.ts'
import { list } from '../../graph/values/compounds.ts'
import { defaulted, oneOf, scalar, text } from '../../graph/values/scalars.ts'
import { dayOf } from '../../graph/values/times.ts'
import { listOf, pagingParams } from '../../graph/views/paging.ts'
import { recordSchemaWithoutId } from '../../graph/views/record.ts'
import { insightPresets, type Period, presetPeriod, timeRange } from './insight-period.ts'
import { insightLevels, insightsOf, insightView } from './insights.ts'

/** The parameter `time_increment`: whether each day is added up for itself. */
const isDaily = scalar<boolean, 'all_days' | '1' | 1>(
  'all_days or 1',
  (raw) => (raw === 'all_days' ? false : String(raw) === '1' ? true : undefined),
  { type: 'string', enum: ['all_days', '1'] },
)

const insightParams = z.object({
  ...pagingParams,
  /** The objects to add results up for. */
  level: defaulted(oneOf(insightLevels), 'account'),
  /** The period by name, in days of UTC. `time_range` takes precedence. */
  date_preset: defaulted(oneOf(insightPresets), 'last_30d'),
  /** The first and the last day of the period. */
  time_range: timeRange.optional(),
  /** `1` adds up each day for itself, `all_days` the whole period. */
  time_increment: defaulted(isDaily, false),
  /** Not simulated: any breakdown is refused. */
  breakdowns: defaulted(list(text, { split: true }), []),
})

type InsightParams = z.output<typeof insightParams>

/** Returns the period of a read, or the error of its parameters. */
function periodOf(params: InsightParams, now: number, first: number): Period | CallError {
  if (params.breakdowns.length > 0) return invalidParameter('Param breakdowns is not simulated: leave it out')
  const { time_range: range } = params
  if (!range) return presetPeriod(params.date_preset, now, first)
  const { since, until } = { since: dayOf(range.since), until: dayOf(range.until) }
  if (since <= until) return { since, until }
  return invalidParameter('Param time_range.since must not lie after time_range.until')
}

/**
 * Reads what the ads of an ad account achieved, as `recordAdResults` recorded it: added up for the account,
 * or for each campaign, ad set or ad; for the whole period, or with `time_increment=1` for each day. Days are
 * those of UTC. `time_range` takes precedence over `date_preset`.
 */
export const listInsights = endpoint({
  route: 'GET /act_{adAccount}/insights',
  chapter: 'Beyond the description',
  source: 'https://developers.facebook.com/docs/marketing-api/reference/ad-account/insights/',
  access: readsAds,
  params: insightParams,
  view: insightView,
  result: listOf(recordSchemaWithoutId(insightView)),
  run({ adAccount, params, tx, now, pageOf, refuseFor }) {
    const period = periodOf(params, now, adAccount.createdTime)
    if (isCallError(period)) return refuseFor(period)
    const { level, time_increment: daily } = params
    const insights = insightsOf(tx, adAccount, { level, period, daily })
    return isCallError(insights) ? refuseFor(insights) : pageOf(insights, insightView)
  },
})
