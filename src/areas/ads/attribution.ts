/** What an action is attributed to, and for how many days after it (Endpoints › Ad campaigns). */
export const attributionEvents = ['CLICK_THROUGH', 'VIEW_THROUGH'] as const

/** How many days an attribution window is long. */
export const attributionDays = [1, 7] as const

/** One window of an attribution. */
export interface AttributionWindow {
  readonly event_type: (typeof attributionEvents)[number]
  readonly window_days: (typeof attributionDays)[number]
}

/** Windows that go together: of clicks, of views, of both, or of none. */
export type Attribution = readonly AttributionWindow[]

const clickWindows = attributionDays.map((days): AttributionWindow => {
  return { event_type: 'CLICK_THROUGH', window_days: days }
})
const viewWindows = attributionDays.map((days): AttributionWindow => {
  return { event_type: 'VIEW_THROUGH', window_days: days }
})

const [dayClick] = clickWindows

/** What every pair of objective and goal allows that is not listed below: one day after a click. */
export const defaultAttributions: readonly Attribution[] = dayClick ? [[dayClick]] : []

const allCombinations: readonly Attribution[] = [
  ...defaultAttributions,
  ...clickWindows.slice(1).map((click) => [click]),
  ...viewWindows.map((view) => [view]),
  ...clickWindows.flatMap((click) => viewWindows.map((view) => [click, view])),
]

/**
 * The one table of what other attributions a pair of objective and optimization goal allows (SIL-125); the
 * first is what an ad set has unless told otherwise. The contract names the classes and not their members.
 */
export const attributionRules: Readonly<Record<string, Readonly<Record<string, readonly Attribution[]>>>> = {
  BRAND_AWARENESS: { AD_RECALL_LIFT: [[]] },
  CONVERSIONS: { OFFSITE_CONVERSIONS: allCombinations },
}
