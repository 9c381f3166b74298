import type { AudienceSegment } from '../ads/result-segments.ts'
import type { Sums } from '../ads/result-sums.ts'
import type { AdAccountRow, AdRow } from '../rows.ts'
import type { Period } from './insight-period.ts'

/** The levels at which insights add results up. */
export const insightLevels = ['account', 'campaign', 'adset', 'ad'] as const

/** A level at which insights add results up. */
export type Level = (typeof insightLevels)[number]

/** The results of one object of a level in one period, and in one part of the audience, added up. */
export interface InsightRow extends Period {
  /** The id of the object. */
  readonly id: number
  readonly kind: 'insights'
  readonly level: Level
  readonly account: AdAccountRow
  /** An ad of the object: it names the objects above it. */
  readonly ad: AdRow
  /** The part of the audience, in the dimensions of the breakdowns. */
  readonly segment: AudienceSegment
  readonly sums: Sums
}
