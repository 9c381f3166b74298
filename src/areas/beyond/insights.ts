import { compareKeys, type Key } from '../../engine/tree.ts'
import { z } from '../../engine/zod.ts'
import type { Tx } from '../../graph/context.ts'
import { bounds } from '../../graph/contract/bounds.ts'
import { type CallError, invalidParameter } from '../../graph/contract/errors.ts'
import { present } from '../../graph/values/references.ts'
import { isoTime } from '../../graph/values/times.ts'
import { field, type View } from '../../graph/views/fields.ts'
import { type ListReader, readerOfRows } from '../../graph/views/paging.ts'
import { amountText } from '../accounts/money.ts'
import type { AdAccountRow, AdResultRow, AdRow } from '../rows.ts'
import type { Period } from './insight-period.ts'

/** The levels at which insights add results up. */
export const insightLevels = ['account', 'campaign', 'adset', 'ad'] as const

type Level = (typeof insightLevels)[number]

/** The results of one object of a level in one period, added up. */
export interface InsightRow extends Period {
  /** The id of the object. */
  readonly id: number
  readonly kind: 'insights'
  readonly level: Level
  readonly account: AdAccountRow
  /** An ad of the object: it names the objects above it. */
  readonly ad: AdRow
  impressions: number
  reach: number
  clicks: number
  spend: bigint
}

/** Returns the id of the object of a level that an ad belongs to. */
const objectOf = (level: Level, { id, adSet, campaign, adAccount }: AdRow): number =>
  ({ account: adAccount, campaign, adset: adSet, ad: id })[level]

/** The options of a read of insights. */
interface Grouping {
  readonly level: Level
  readonly period: Period
  /** Adds up each day for itself. */
  readonly daily: boolean
}

/**
 * Returns the position of an insight in its list. A whole period is no part of it, so that a cursor stays
 * valid when a period such as `last_7d` moves on.
 */
const positionOf = ({ since, id }: Pick<InsightRow, 'since' | 'id'>, daily: boolean): Key => [
  daily ? since : 0,
  id,
]

function addUp(
  tx: Tx,
  account: AdAccountRow,
  rows: readonly AdResultRow[],
  { level, period, daily }: Grouping,
): [Key, InsightRow][] {
  const groups = new Map<string, [Key, InsightRow]>()
  for (const { ad: adId, day, impressions, reach, clicks, spend } of rows) {
    const ad = present(tx, 'ads', adId)
    const { since, until } = daily ? { since: day, until: day } : period
    const id = objectOf(level, ad)
    const empty = { impressions: 0, reach: 0, clicks: 0, spend: 0n }
    const [position, sums] = groups.get(`${since}/${id}`) ?? [
      positionOf({ since, id }, daily),
      { id, kind: 'insights', level, account, ad, since, until, ...empty },
    ]
    sums.impressions += impressions
    sums.reach += reach
    sums.clicks += clicks
    sums.spend += BigInt(spend)
    groups.set(`${since}/${id}`, [position, sums])
  }
  return [...groups.values()].sort(([one], [other]) => compareKeys(one, other))
}

/** Returns the insights of an ad account, or the error if the period has too many results. */
export function insightsOf(
  tx: Tx,
  account: AdAccountRow,
  grouping: Grouping,
): ListReader<InsightRow> | CallError {
  const { since, until } = grouping.period
  const { insightRowsMax: most } = bounds
  const options = { from: [since], below: [until + 1], limit: most + 1 }
  const rows = tx.list('adResults', 'byAccount', [account.id], options)
  if (rows.length > most)
    return invalidParameter(`The period has more than ${most} daily results of ads: choose a shorter one`)
  const groups = addUp(tx, account, rows, grouping)
  const { level, daily } = grouping
  const name = `insights/${account.id}/${level}/${daily}`
  return readerOfRows(name, groups, (insight) => positionOf(insight, daily), true)
}

const levelOf = (level: Level): number => insightLevels.indexOf(level)

/** Returns a field that only a level and those below it have. */
const from = (lowest: Level, show: (insight: InsightRow, tx: Tx) => string | undefined) =>
  field(z.string(), (insight: InsightRow, { tx }) =>
    levelOf(insight.level) >= levelOf(lowest) ? show(insight, tx) : undefined,
  )

const dateText = (day: number): string => isoTime(day).slice(0, 10)

const shownByDefault = ['account_id', 'impressions', 'spend', 'date_start', 'date_stop'] as const

/** The fields of insights. Counts are text, and the spend is in units of the currency, such as `12.34`. */
export const insightView = {
  name: 'AdsInsights',
  minimal: shownByDefault,
  byDefault: () => shownByDefault,
  fields: {
    /** The id of the ad account, without the prefix `act_`. */
    account_id: field(z.string(), ({ account }: InsightRow) => String(account.id)),
    /** The name of the ad account. */
    account_name: field(z.string(), ({ account }: InsightRow) => account.name),
    /** The ISO 4217 code of the currency of the spend. */
    account_currency: field(z.string(), ({ account }: InsightRow) => account.currency),
    /** The id of the campaign. Missing at the level of accounts. */
    campaign_id: from('campaign', ({ ad }) => String(ad.campaign)),
    /** The name of the campaign. Missing at the level of accounts. */
    campaign_name: from('campaign', ({ ad }, tx) => tx.find('campaigns', ad.campaign)?.name),
    /** The id of the ad set. Missing above the level of ad sets. */
    adset_id: from('adset', ({ ad }) => String(ad.adSet)),
    /** The name of the ad set. Missing above the level of ad sets. */
    adset_name: from('adset', ({ ad }, tx) => tx.find('adSets', ad.adSet)?.name),
    /** The id of the ad. Missing above the level of ads. */
    ad_id: from('ad', ({ ad }) => String(ad.id)),
    /** The name of the ad. Missing above the level of ads. */
    ad_name: from('ad', ({ ad }) => ad.name),
    /** The number of times that ads were shown, as text. */
    impressions: field(z.string(), ({ impressions }: InsightRow) => String(impressions)),
    /**
     * The number of people who saw an ad, as text. It adds up days and ads, so it can count a person twice.
     */
    reach: field(z.string(), ({ reach }: InsightRow) => String(reach)),
    /** The number of clicks, as text. */
    clicks: field(z.string(), ({ clicks }: InsightRow) => String(clicks)),
    /** The cost in units of the currency, such as `12.34`. */
    spend: field(z.string(), ({ spend, account }: InsightRow) => amountText(spend, account.currency)),
    /** The first day, as `YYYY-MM-DD`. */
    date_start: field(z.string(), ({ since }: InsightRow) => dateText(since)),
    /** The last day, included, as `YYYY-MM-DD`. */
    date_stop: field(z.string(), ({ until }: InsightRow) => dateText(until)),
  },
} satisfies View<InsightRow>
