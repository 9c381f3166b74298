import type { z } from '../../engine/schema/zod.ts'
import type { CallError } from '../../service/contract/errors.ts'
import { invalidParameter, isCallError } from '../../service/contract/errors.ts'
import type { Tx } from '../../service/routes/context.ts'
import { jsonObject, list, object } from '../../service/values/compounds.ts'
import { plain, plainObject } from '../../service/values/plain.ts'
import { defaulted, integer, oneOf, readInt64, scalar, text } from '../../service/values/scalars.ts'
import { datetime } from '../../service/values/times.ts'
import type { AdSetRow, CampaignRow } from '../rows.ts'
import {
  type Attribution,
  attributionDays,
  attributionEvents,
  attributionRules,
  defaultAttributions,
} from './attribution.ts'
import { buyingTypes } from './campaign-values.ts'
import { objectiveErrorMessage } from './objective-rules.ts'
import { acceptsChildren } from './status.ts'

const windowDays = scalar<1 | 7, number | string>(
  `one of ${attributionDays.join(', ')}`,
  (raw) => attributionDays.find((days) => days === readInt64(raw)),
  { type: 'integer' },
)

/** The parameters of a new ad set, except its campaign. */
export const adSetParams = {
  /** The name of the ad set. */
  name: defaulted(text, ''),
  /** Whether the ad set may be delivered. */
  status: defaulted(oneOf(['ACTIVE', 'PAUSED'] as const), 'PAUSED'),
  /**
   * The budget for a day, in subunits of the account's currency. Excluded by a budget of the campaign.
   */
  dailyBudget: integer(1).optional(),
  /**
   * The budget for the whole run, in subunits of the account's currency. Excluded by a budget of the
   * campaign.
   */
  lifetimeBudget: integer(1).optional(),
  /** When delivery starts. */
  startTime: datetime.optional(),
  /** When delivery ends, after the start. */
  endTime: datetime.optional(),
  /** The optimization goal of delivery. The objective of the campaign restricts it. */
  optimizationGoal: text.optional(),
  /**
   * The object that the ads promote. The objective of the campaign may require some of its members.
   */
  promotedObject: jsonObject.optional(),
  /**
   * The windows in which an action counts as a result of the ads. Its allowed values depend on the
   * objective and on the optimization goal.
   */
  attributionSpec: list(
    object({
      /** The kind of contact with the ad: a click or a view. */
      event_type: oneOf(attributionEvents),
      /** The length of the window in days. */
      window_days: windowDays,
    }),
  ).optional(),
  /** The actions to track for the ads. By default they follow from the objective. */
  trackingSpecs: list(jsonObject).optional(),
  /** The places where the ads appear. The objective restricts their combinations. */
  placements: defaulted(list(text, { split: true }), []),
  /** The buying type, which must be that of the campaign. */
  buyingType: oneOf(buyingTypes).optional(),
}

/** The parameters of a new ad set, parsed. */
export type AdSetParams = z.output<z.ZodObject<typeof adSetParams>>

const describeWindows = (windows: Attribution): string =>
  windows
    .map(({ event_type: event, window_days: days }) => `${event} ${days}`)
    .sort()
    .join(' and ') || 'none'

/** Returns the attribution of a new ad set, or the error if its goal does not allow it (CAM-242). */
function attributionOf(
  { objective }: CampaignRow,
  { optimizationGoal, attributionSpec }: AdSetParams,
): Attribution | CallError {
  const byGoal = new Map(Object.entries(attributionRules[objective ?? ''] ?? {}))
  const allowed = byGoal.get(optimizationGoal ?? '') ?? defaultAttributions
  if (attributionSpec === undefined) return allowed[0] ?? []
  const requested = describeWindows(attributionSpec)
  if (allowed.some((windows) => describeWindows(windows) === requested)) return attributionSpec
  return invalidParameter(
    `Param attributionSpec must be ${allowed.map(describeWindows).join(', or ')}, got ${requested}`,
  )
}

/**
 * Returns the default `tracking_specs` of an ad set: under APP_INSTALLS, installs and events of the promoted
 * app (CAM-236, CAM-237, CAM-238, CAM-239); otherwise none.
 */
function defaultTrackingSpecs(
  { objective, promotedObject: promotedByCampaign }: CampaignRow,
  { promotedObject }: AdSetParams,
) {
  const app = promotedObject?.['application_id'] ?? promotedByCampaign?.['application_id']
  if (objective !== 'APP_INSTALLS' || app === undefined) return []
  return ['mobile_app_install', 'app_custom_event'].map((type) => ({
    'action.type': [type],
    application: [String(app)],
  }))
}

/** Returns the name of a parameter as the caller spells it: an action as it is, a call in its own way. */
type Spelling = (name: keyof AdSetParams | 'campaign') => string

/** Returns the message about the first invalid parameter of a new ad set. */
function adSetErrorMessage(
  campaign: CampaignRow,
  params: AdSetParams,
  spelled: Spelling,
): string | undefined {
  const { dailyBudget, lifetimeBudget, startTime, endTime, buyingType = campaign.buyingType } = params
  const budgets = [dailyBudget, lifetimeBudget].filter((budget) => budget !== undefined)
  if (!acceptsChildren(campaign))
    return `Param ${spelled('campaign')} must be ACTIVE or PAUSED, got ${campaign.status}`
  const [daily, lifetime] = [spelled('dailyBudget'), spelled('lifetimeBudget')]
  if (budgets.length > 1) return `Params ${daily} and ${lifetime} exclude each other`
  // CAM-099, CAM-101
  if (budgets.length > 0 && (campaign.dailyBudget ?? campaign.lifetimeBudget) !== null)
    return `The campaign has a budget: its ad sets cannot have ${daily} or ${lifetime}`
  if (startTime !== undefined && endTime !== undefined && startTime >= endTime)
    return `Param ${spelled('endTime')} must lie after ${spelled('startTime')}`
  // CAM-095
  if (buyingType !== campaign.buyingType)
    return `Param buyingType must be that of the campaign, ${campaign.buyingType}, got ${buyingType}`
  return objectiveErrorMessage(campaign.objective, {
    goals: params.optimizationGoal === undefined ? [] : [params.optimizationGoal],
    promotedObjectKeys: Object.keys(params.promotedObject ?? {}),
    placements: params.placements,
  })
}

/** Adds an ad set to a campaign, or returns the error. */
export function newAdSet(
  tx: Tx,
  campaign: CampaignRow,
  params: AdSetParams,
  spelled: Spelling = (name) => name,
): AdSetRow | CallError {
  const message = adSetErrorMessage(campaign, params, spelled)
  if (message !== undefined) return invalidParameter(message)
  const attribution = attributionOf(campaign, params)
  if (isCallError(attribution)) return attribution
  const { dailyBudget, lifetimeBudget, promotedObject } = params
  return tx.insert('adSets', {
    adAccount: campaign.adAccount,
    campaign: campaign.id,
    name: params.name,
    status: params.status,
    createdTime: tx.now,
    updatedTime: tx.now,
    dailyBudget: dailyBudget === undefined ? null : String(dailyBudget),
    lifetimeBudget: lifetimeBudget === undefined ? null : String(lifetimeBudget),
    startTime: params.startTime ?? null,
    endTime: params.endTime ?? null,
    optimizationGoal: params.optimizationGoal ?? null,
    bidAmount: null,
    placements: params.placements,
    promotedObject: promotedObject ? plainObject(promotedObject) : null,
    attributionSpec: attribution.map(plain),
    trackingSpecs: (params.trackingSpecs ?? defaultTrackingSpecs(campaign, params)).map(plain),
    reached: [],
    source: null,
  })
}
