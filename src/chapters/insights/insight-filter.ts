import type { z } from '../../engine/schema/zod.ts'
import { type CallError, isCallError } from '../../service/contract/errors.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { subunitsOf } from '../accounts/money.ts'
import { type adFiltering, childFilterFields, type FilterFields, filterOf } from '../ads/ad-filter.ts'
import { effectiveChildStatus } from '../ads/ad-views.ts'
import type { AdRow } from '../rows.ts'
import type { InsightRow } from './insight-row.ts'

type Conditions = z.output<typeof adFiltering>

/** The fields of results that conditions can name. The spend is in units of the currency. */
const countFields: FilterFields<InsightRow> = new Map<string, (row: InsightRow) => number>([
  ['impressions', ({ sums }) => sums.impressions],
  ['reach', ({ sums }) => sums.reach],
  ['clicks', ({ sums }) => sums.clicks],
  ['spend', ({ sums, account }) => Number(sums.spend) / Number(subunitsOf(account.currency))],
])

/** The fields of an ad, and of the objects above it, that conditions can name. */
const objectFields: FilterFields<AdRow> = new Map<
  string,
  (row: AdRow, context: ReadContext) => string | number | undefined
>([
  ...(childFilterFields as FilterFields<AdRow>),
  ['campaign.name', ({ campaign }, { tx }) => tx.find('campaigns', campaign)?.name],
  ['campaign.effective_status', ({ campaign }, { tx }) => tx.find('campaigns', campaign)?.status],
  ['adset.name', ({ adSet }, { tx }) => tx.find('adSets', adSet)?.name],
  [
    'adset.effective_status',
    ({ adSet }, { tx }) => {
      const row = tx.find('adSets', adSet)
      return row && effectiveChildStatus(tx, row)
    },
  ],
])

/** The predicates of `filtering`: which ads count, and which insights are listed. */
interface InsightFilters {
  readonly ofAd: (ad: AdRow) => boolean
  readonly ofInsight: (insight: InsightRow) => boolean
}

/** Returns the predicates of all conditions, or the error of one that names a field that it cannot test. */
export function insightFilters(context: ReadContext, conditions: Conditions): InsightFilters | CallError {
  const ofCounts = conditions.filter(({ field }) => countFields.has(field))
  const others = conditions.filter(({ field }) => !countFields.has(field))
  const ofAd = filterOf(context, others, 'ad', objectFields)
  if (isCallError(ofAd)) return ofAd
  const ofInsight = filterOf(context, ofCounts, 'ad', countFields)
  return isCallError(ofInsight) ? ofInsight : { ofAd, ofInsight }
}
