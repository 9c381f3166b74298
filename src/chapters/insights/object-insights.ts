import { z } from '../../engine/schema/zod.ts'
import { DAY_MS } from '../../engine/values/milliseconds.ts'
import { type CallError, invalidParameter, isCallError } from '../../service/contract/errors.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { list } from '../../service/values/compounds.ts'
import { readLink } from '../../service/values/links.ts'
import { oneOf, shown, text } from '../../service/values/scalars.ts'
import { datetime, dayOf, isoTime, unixTime } from '../../service/values/times.ts'
import type { List } from '../../service/views/paging.ts'
import { type EdgeRange, listOf } from '../../service/views/paging.ts'
import { isMetric, type Metric, metricPeriods, metricTitle } from '../feed/metrics/metrics.ts'
import { insightPresets, presetPeriod } from './insight-period.ts'

const DAYS_MAX = 90

/** The parameters of the insights of a page or a post. */
export const objectInsightParams = z.object({
  /** The metrics to read. */
  metric: list(text, { split: true, maximum: 100 }),
  /** The period that each value counts. By default every period of the metric. */
  period: oneOf(metricPeriods).optional(),
  /** The first day. */
  since: datetime.optional(),
  /** The day after the last one. */
  until: datetime.optional(),
  /** The days by name. `since` and `until` take precedence. By default the last two days. */
  date_preset: oneOf(insightPresets).optional(),
})

type Params = z.output<typeof objectInsightParams>

const Insight = z.object({
  /** The name of the metric. */
  name: z.string(),
  /** The period that each value counts. */
  period: z.enum(metricPeriods),
  /** The values, one for each day; one alone for a lifetime. */
  values: z.array(
    z.object({
      /** The count. */
      value: z.int(),
      /** The end of the period. Missing for a lifetime. */
      end_time: z.string().optional(),
    }),
  ),
  /** The title of the metric. */
  title: z.string(),
  /** What the metric counts. */
  description: z.string(),
  /** The id of the insight. */
  id: z.string(),
})

/** The insights of a page or a post, in the order of the metrics. Its links lead to other days. */
export const ObjectInsights: z.ZodType<List<z.output<typeof Insight>>> = listOf(Insight)

/** The days of a read: the first instants of the first and of the day after the last. */
interface Days {
  readonly since: number
  readonly until: number
}

function daysOf({ since, until, date_preset: preset }: Params, now: number): Days | CallError {
  if (preset !== undefined && since === undefined && until === undefined) {
    const period = presetPeriod(preset, now, dayOf(now) - (DAYS_MAX - 1) * DAY_MS)
    return { since: period.since, until: period.until + DAY_MS }
  }
  const end = until === undefined ? dayOf(now) : dayOf(until)
  const days = { since: since === undefined ? end - 2 * DAY_MS : dayOf(since), until: end }
  if (days.since >= days.until) return invalidParameter('Param since must lie before until')
  if (days.until - days.since > DAYS_MAX * DAY_MS)
    return invalidParameter(`Params since and until must be at most ${DAYS_MAX} days apart`)
  return days
}

const lengths = { day: 1, week: 7, days_28: 28, lifetime: 0 } as const

/** The page or the post that has insights. */
interface Measured {
  readonly id: number
  readonly name: string
}

/** Adds up the recorded values of a metric in a range of days. */
const sumOf = ({ tx }: ReadContext, id: number, metric: Metric, range: EdgeRange): number =>
  tx.list('metricValues', 'byMetric', [id, metric], range).reduce((sum, { value }) => sum + value, 0)

function insightOf(
  context: ReadContext,
  { id, name }: Measured,
  metric: Metric,
  period: (typeof metricPeriods)[number],
  { since, until }: Days,
): z.output<typeof Insight> {
  const values = []
  if (period === 'lifetime') values.push({ value: sumOf(context, id, metric, {}) })
  else
    for (let end = since + DAY_MS; end <= until; end += DAY_MS) {
      const value = sumOf(context, id, metric, { from: [end - lengths[period] * DAY_MS], below: [end] })
      values.push({ value, end_time: isoTime(end) })
    }
  const title = metricTitle(metric, period)
  return {
    name: metric,
    period,
    values,
    title,
    description: title,
    id: `${name}/insights/${metric}/${period}`,
  }
}

/** The periods of a read that names none. */
const defaultPeriods = { page: ['day', 'week', 'days_28'], post: ['lifetime'] } as const

/** Returns the insights of a page or a post, or the error of the parameters. */
export function objectInsights(
  context: ReadContext,
  measured: Measured,
  kind: 'page' | 'post',
  params: Params,
): z.output<typeof ObjectInsights> | CallError {
  const unknown = params.metric.find((name) => !isMetric(kind, name))
  if (unknown !== undefined)
    return invalidParameter(`The value must be a valid insights metric, got ${shown(unknown)}`)
  if (params.metric.length === 0) return invalidParameter('Param metric must have at least 1 item, got 0')
  const days = daysOf(params, context.now)
  if (isCallError(days)) return days
  const length = days.until - days.since
  const periods = params.period === undefined ? defaultPeriods[kind] : [params.period]
  const asked = {
    metric: params.metric.join(),
    ...(params.period !== undefined && { period: params.period }),
  }
  const link = (since: number) =>
    readLink(`${measured.name}/insights`, {
      ...asked,
      since: String(unixTime(since)),
      until: String(unixTime(since + length)),
    })
  return {
    data: [...new Set(params.metric)].flatMap((metric) =>
      periods.map((period) => insightOf(context, measured, metric as Metric, period, days)),
    ),
    paging: { previous: link(days.since - length), next: link(days.until) },
  }
}
