import { z } from '../../engine/schema/zod.ts'
import { type CallError, invalidParameter, isCallError } from '../../service/contract/errors.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { list } from '../../service/values/compounds.ts'
import { defaulted, oneOf, readInt64, scalar } from '../../service/values/scalars.ts'
import { dayOf } from '../../service/values/times.ts'
import { accountDay, localTime } from '../accounts/account-time.ts'
import { adFiltering } from '../ads/ad-filter.ts'
import { segmentDimensions } from '../ads/result-segments.ts'
import type { AdAccountRow } from '../rows.ts'
import { type Increment, insightPresets, type Period, presetPeriod, timeRange } from './insight-period.ts'
import { insightLevels, type Level } from './insight-row.ts'
import {
  accountOfObject,
  depthOf,
  edgeOfKind,
  type Grouping,
  type InsightObject,
  levelOfObject,
} from './insights.ts'

const INCREMENT_DAYS_MAX = 90

/** The parameter `time_increment`. */
const increment = scalar<Increment, number | string>(
  `all_days, monthly, or a number of days from 1 to ${INCREMENT_DAYS_MAX}`,
  (raw) => {
    if (raw === 'all_days' || raw === 'monthly') return raw
    const days = readInt64(raw)
    return typeof days === 'number' && days >= 1 && days <= INCREMENT_DAYS_MAX ? days : undefined
  },
  { type: 'string', pattern: '^(all_days|monthly|[1-8]?\\d|90)$' },
)

/** The breakdowns of actions, as the public SDKs list them in `AdsInsights.ActionBreakdowns`. */
const actionBreakdowns = [
  'action_type',
  'action_canvas_component_name',
  'action_carousel_card_id',
  'action_carousel_card_name',
  'action_destination',
  'action_device',
  'action_reaction',
  'action_target_id',
  'action_video_sound',
  'action_video_type',
  'conversion_destination',
  'matched_persona_id',
  'matched_persona_name',
  'signal_source_bucket',
  'standard_event_content_type',
  'is_business_ai_assisted',
] as const

/** The parameters of insights, without those of paging. */
export const insightShape = {
  /** The objects to add results up for. By default the object of the path. */
  level: oneOf(insightLevels).optional(),
  /**
   * The period by name, in days of the account. `time_range` takes precedence. Without both, it is the
   * last 30 days until yesterday, and today too once it has results.
   */
  date_preset: oneOf(insightPresets).optional(),
  /** The first and the last day of the period. */
  time_range: timeRange.optional(),
  /** The days that are added up together: a number of days, each calendar `monthly`, or `all_days`. */
  time_increment: defaulted(increment, 'all_days'),
  /** The dimensions by which results are divided. */
  breakdowns: defaulted(list(oneOf(segmentDimensions), { split: true }), []),
  /**
   * The breakdowns of the actions. Only `action_type` divides them, with or without a call that names it.
   * The others divide nothing, because recorded actions have no such detail.
   */
  action_breakdowns: defaulted(list(oneOf(actionBreakdowns), { split: true }), ['action_type']),
  /** Conditions on the ads that count, and on the results to list; all must hold. */
  filtering: defaulted(adFiltering, []),
}

const insightParams = z.object(insightShape)
type InsightParams = z.output<typeof insightParams>

/** The first day that may have results of an object, and the last one that has some. */
interface Known {
  readonly first: number
  readonly last: number | undefined
}

/** Returns the period of a read, or the error of its range. */
function periodOf(params: InsightParams, now: number, { first, last }: Known): Period | CallError {
  const { time_range: range, date_preset: preset } = params
  if (!range) {
    const period = presetPeriod(preset ?? 'last_30d', now, first)
    return preset === undefined && last === dayOf(now) ? { ...period, until: last } : period
  }
  const { since, until } = { since: dayOf(range.since), until: dayOf(range.until) }
  if (since <= until) return { since, until }
  return invalidParameter('Param time_range.since must not lie after time_range.until')
}

/** Returns the level of a read, or the error of one above the object of the path. */
function levelOf({ level }: InsightParams, object: InsightObject): Level | CallError {
  const own = levelOfObject(object)
  if (level === undefined) return own
  if (depthOf(level) >= depthOf(own)) return level
  const allowed = insightLevels.slice(depthOf(own)).join(', ')
  return invalidParameter(
    `Param level must be one of ${allowed} for the insights of this object, got ${level}`,
  )
}

/** Returns the first day that may have results of an object, of its creation or earlier, and the last one. */
function knownDays({ tx }: ReadContext, object: InsightObject, account: AdAccountRow): Known {
  const created = accountDay(account, object.createdTime)
  const edge = edgeOfKind[object.kind]
  const result = tx.first('adResults', edge, [object.id])
  const [newest] = tx.list('adResults', edge, [object.id], { newestFirst: true, limit: 1 })
  return { first: Math.min(created, result?.day ?? created), last: newest?.day }
}

/** Returns the grouping that parameters choose, or their error. Its days are those of the ad account. */
export function groupingOf(
  params: InsightParams,
  object: InsightObject,
  context: ReadContext,
): Grouping | CallError {
  const level = levelOf(params, object)
  if (typeof level === 'object') return level
  const account = accountOfObject(context.tx, object)
  const period = periodOf(params, localTime(account, context.now), knownDays(context, object, account))
  if (isCallError(period)) return period
  const { time_increment: increment, breakdowns, filtering } = params
  return { level, period, increment, breakdowns: [...new Set(breakdowns)], filtering }
}
