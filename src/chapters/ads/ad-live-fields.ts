import { z } from '../../engine/schema/zod.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { json } from '../../service/values/columns.ts'
import { field } from '../../service/views/fields.ts'
import type { AdRow, AdSetRow } from '../rows.ts'

const onRequest = { beyond: true, onRequest: true } as const

const bidTypes = ['CPC', 'CPM', 'CPA', 'ABSOLUTE_OCPM'] as const

/** The optimization goals of ads that pay for impressions as such. */
const goalsOfViews = new Set(['IMPRESSIONS', 'REACH'])

/** Returns how an ad bids. It follows from what is billed, and from the optimization goal. */
function bidType({ billingEvent, optimizationGoal }: AdSetRow): (typeof bidTypes)[number] | undefined {
  if (billingEvent === undefined) return undefined
  if (billingEvent === 'LINK_CLICKS') return 'CPC'
  if (billingEvent !== 'IMPRESSIONS') return 'CPA'
  return goalsOfViews.has(optimizationGoal ?? '') ? 'CPM' : 'ABSOLUTE_OCPM'
}

/**
 * The conversions by optimization goal: the type of the action, and the object on which people take it, with
 * its member of the promoted object.
 */
const conversions: Readonly<Record<string, readonly [action: string, object: string, member: string]>> = {
  APP_INSTALLS: ['mobile_app_install', 'application', 'application_id'],
  OFFSITE_CONVERSIONS: ['offsite_conversion', 'fb_pixel', 'pixel_id'],
  PAGE_LIKES: ['like', 'page', 'page_id'],
}

/** Returns the actions that count as results of an ad set. */
function conversionSpecs({ optimizationGoal, promotedObject }: AdSetRow) {
  const goal = optimizationGoal ?? ''
  const [action, object = '', member = ''] = (Object.hasOwn(conversions, goal) && conversions[goal]) || []
  const id = promotedObject?.[member]
  return action === undefined || id === undefined
    ? undefined
    : [{ 'action.type': [action], [object]: [String(id)] }]
}

const adSetOf = ({ adSet }: AdRow, { tx }: ReadContext): AdSetRow | undefined => tx.find('adSets', adSet)

/** The fields of an ad that the description does not have (SIL-189). */
export const liveAdFields = {
  /** The actions that are tracked for the ad: its own, or else those of its ad set. */
  tracking_specs: field(
    z.array(json),
    (ad: AdRow, context) => {
      const specs = ad.trackingSpecs ?? adSetOf(ad, context)?.trackingSpecs
      return specs && [...specs]
    },
    { beyond: true },
  ),
  /**
   * The actions that count as results, by the optimization goal and the promoted object of the ad set.
   * Missing for goals other than APP_INSTALLS, OFFSITE_CONVERSIONS and PAGE_LIKES.
   */
  conversion_specs: field(
    z.array(json),
    (ad: AdRow, context) => {
      const adSet = adSetOf(ad, context)
      return adSet && conversionSpecs(adSet)
    },
    onRequest,
  ),
  /** How the ad bids, by what its ad set bills and optimizes. Missing if no call said what is billed. */
  bid_type: field(
    z.enum(bidTypes),
    (ad: AdRow, context) => {
      const adSet = adSetOf(ad, context)
      return adSet && bidType(adSet)
    },
    onRequest,
  ),
  /** The id of the app that made the ad. Missing if an action or a copy of a campaign made it. */
  last_updated_by_app_id: field(
    z.string(),
    ({ app }: AdRow) => (app === undefined ? undefined : String(app)),
    onRequest,
  ),
}
