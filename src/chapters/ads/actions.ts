import { z } from '../../engine/schema/zod.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { isCallError } from '../../service/contract/errors.ts'
import { action } from '../../service/routes/define.ts'
import { list, object } from '../../service/values/compounds.ts'
import { nodeId, present } from '../../service/values/references.ts'
import { defaulted, httpUrl, integer, oneOf, text } from '../../service/values/scalars.ts'
import { idResult } from '../../service/views/results.ts'
import { accountDate, accountDay } from '../accounts/account-time.ts'
import { actionTypes } from './action-types.ts'
import { addResults } from './ad-result.ts'
import { closedAdSetError, insertAd, temporaryUrlError, usableImageHash } from './new-ad.ts'
import { adSetParams, newAdSet } from './new-ad-set.ts'
import { segmentParam } from './result-segments.ts'

const chapter = 'Endpoints › Ad campaigns'
const openStatus = defaulted(oneOf(['ACTIVE', 'PAUSED'] as const), 'PAUSED')

/**
 * Creates an ad set of a campaign. Either the campaign or its ad sets have a budget, never both. The
 * objective of the campaign determines the allowed optimization goals and attribution windows, and the
 * default tracking specs.
 */
export const createAdSet = action({
  chapter,
  params: z.object({ campaign: nodeId, ...adSetParams }),
  result: idResult,
  run({ params, tx, refuse }) {
    const campaign = present(tx, 'campaigns', params.campaign)
    const adSet = newAdSet(tx, campaign, params)
    return isCallError(adSet) ? refuse(adSet.message) : { id: String(adSet.id) }
  },
})

/** Creates an ad creative of an ad account. `imageHash` chooses an image of the account. */
export const createCreative = action({
  chapter,
  params: z.object({
    adAccount: nodeId,
    /** The name of the creative. */
    name: defaulted(text, ''),
    /** The headline of the ad. */
    title: text.optional(),
    /** The text of the ad. */
    body: text.optional(),
    /** The URL that the ad promotes. */
    objectUrl: httpUrl.optional(),
    /** The hash of an image of the ad account. */
    imageHash: text.optional(),
  }),
  result: idResult,
  run({ params, tx, refuse }) {
    const { adAccount, imageHash } = params
    const urlError = temporaryUrlError(tx, params)
    if (urlError) return refuse(urlError.message)
    const image = imageHash === undefined ? undefined : usableImageHash(tx, adAccount, imageHash)
    if (isCallError(image)) return refuse(image.message)
    return { id: String(tx.insert('creatives', { ...params, status: 'ACTIVE', createdTime: tx.now }).id) }
  },
})

/** Deletes an ad creative, which frees its image for deletion. Ads with this creative stay as they are. */
export const deleteCreative = action({
  chapter: 'States and transitions › Ad image',
  params: z.object({ creative: nodeId }),
  run({ params, tx }) {
    tx.patch('creatives', params.creative, { status: 'DELETED' })
    return { success: true }
  },
})

/** Creates an ad in an ad set, with an existing creative of the same ad account. */
export const createAdWithCreative = action({
  chapter,
  params: z.object({
    adSet: nodeId,
    creative: nodeId,
    /** The name of the ad. */
    name: defaulted(text, ''),
    /** Whether the ad may be delivered. */
    status: openStatus,
  }),
  result: idResult,
  run({ params, tx, refuse }) {
    const adSet = present(tx, 'adSets', params.adSet)
    const creative = present(tx, 'creatives', params.creative)
    const closed = closedAdSetError(tx, adSet, 'adSet')
    if (closed) return refuse(closed.message)
    if (creative.adAccount !== adSet.adAccount)
      return refuse('Param creative must be of the ad account of the ad set')
    if (creative.status === 'DELETED') return refuse('Param creative must not be deleted')
    const ad = insertAd(tx, adSet, creative, params)
    return isCallError(ad) ? refuse(ad.message) : { id: String(ad.id) }
  },
})

const takenActions = object({
  /** The type of the actions. */
  type: oneOf(actionTypes),
  /** The number of the actions. */
  count: defaulted(integer(0, bounds.adCountMax), 1),
  /** The value of all these actions, such as the price of purchases, in subunits of the currency. */
  value: defaulted(integer(0, bounds.adCountMax), 0),
})

/**
 * Adds to the results of an ad on a day, today unless `date` names another: to its counts, and to the spend
 * of its campaign and ad account. `reach` counts the people that the ad reached for the first time. `spend`
 * is in subunits of the account's currency. Reads of insights compute rates and costs from the counts, and
 * break them down by `segment`.
 */
export const recordAdResults = action({
  chapter: 'Beyond the description',
  params: z.object({
    ad: nodeId,
    /**
     * The day of the results: a date, or an instant, whose day in the time zone of the ad account counts.
     */
    date: accountDate.optional(),
    /** The number of times that the ad was shown on the day. */
    impressions: defaulted(integer(0, bounds.adCountMax), 0),
    /** The number of people who saw the ad on the day. */
    reach: defaulted(integer(0, bounds.adCountMax), 0),
    /** The number of clicks on the ad on the day. */
    clicks: defaulted(integer(0, bounds.adCountMax), 0),
    /** The cost of the ad on the day, in subunits of the account's currency. */
    spend: defaulted(integer(0, bounds.adCountMax), 0),
    /** The part of the audience that the results belong to. */
    segment: segmentParam.optional(),
    /** The actions that people took after they saw the ad. */
    actions: defaulted(list(takenActions), []),
  }),
  run({ params, tx, refuse }) {
    const { ad: id, date, ...achieved } = params
    const ad = present(tx, 'ads', id)
    const account = present(tx, 'adAccounts', ad.adAccount)
    const today = accountDay(account, tx.now)
    const day = date === undefined ? today : 'day' in date ? date.day : accountDay(account, date.instant)
    const isFuture = day > today || (date !== undefined && 'instant' in date && date.instant > tx.now)
    if (isFuture) return refuse('Param date must not lie in the future')
    addResults(tx, ad, day, achieved)
    return { success: true }
  },
})
