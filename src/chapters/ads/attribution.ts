/** The events that an attribution window can count (CAM-240). */
export const attributionEvents = ['CLICK_THROUGH', 'VIEW_THROUGH'] as const

/** The lengths of an attribution window, in days (CAM-241). */
export const attributionDays = [1, 7] as const

/** An attribution window: the event, and the number of days after it in which actions count. */
interface AttributionWindow {
  readonly event_type: (typeof attributionEvents)[number]
  readonly window_days: (typeof attributionDays)[number]
}

/** A combination of windows: of clicks, of views, of both, or of none. */
export type Attribution = readonly AttributionWindow[]

const clickWindows = attributionDays.map((days): AttributionWindow => {
  return { event_type: 'CLICK_THROUGH', window_days: days }
})
const viewWindows = attributionDays.map((days): AttributionWindow => {
  return { event_type: 'VIEW_THROUGH', window_days: days }
})

const [oneDayClick] = clickWindows

/** The combinations allowed for a goal that `attributionRules` does not list: only 1-day click (CAM-244). */
export const defaultAttributions: readonly Attribution[] = oneDayClick ? [[oneDayClick]] : []

const allCombinations: readonly Attribution[] = [
  ...defaultAttributions,
  ...clickWindows.slice(1).map((click) => [click]),
  ...viewWindows.map((view) => [view]),
  ...clickWindows.flatMap((click) => viewWindows.map((view) => [click, view])),
]

/**
 * The combinations allowed for an objective and an optimization goal (CAM-242; SIL-125). The first is the
 * default of a new ad set; an empty combination is "null click and null view" (CAM-243). The contract
 * describes classes of goals and does not list their members.
 */
export const attributionRules: Readonly<Record<string, Readonly<Record<string, readonly Attribution[]>>>> = {
  BRAND_AWARENESS: { AD_RECALL_LIFT: [[]] },
  CONVERSIONS: { OFFSITE_CONVERSIONS: allCombinations },
}
