import { z } from '../../../engine/schema/zod.ts'
import {
  asApplication,
  canReadAds,
  managesAds,
  permissionError,
  readsAds,
  withCheck,
} from '../../../service/access/access.ts'
import { ownAccess } from '../../../service/access/ownership.ts'
import { isCallError } from '../../../service/contract/errors.ts'
import { endpoint } from '../../../service/routes/define.ts'
import type { ReadContext } from '../../../service/routes/read-context.ts'
import { list } from '../../../service/values/compounds.ts'
import { defaulted, oneOf } from '../../../service/values/scalars.ts'
import { pagingParams } from '../../../service/views/paging.ts'
import { recordSchema } from '../../../service/views/record.ts'
import { listResult, recordResult, successResult } from '../../../service/views/results.ts'
import { ownAdAccountView } from '../../accounts/own-ad-account.ts'
import { adImageView } from '../../ad-images/ad-image.ts'
import type { AdRow, AdSetRow } from '../../rows.ts'
import { threatIndicatorView } from '../../threats/threat-indicator.ts'
import { adFiltering, childFilterFields, filterOf } from '../ad-filter.ts'
import { adSetView, adView, creativeView, effectiveChildStatus } from '../ad-views.ts'
import { adSetFields, adSetOf } from './ad-set-params.ts'

const readsOwnAccounts = withCheck(ownAccess(), ({ caller }) =>
  canReadAds(caller)
    ? undefined
    : permissionError('Requires the permission ads_read or ads_management', 'the token lacks both'),
)

/** Lists the ad accounts on which a person has a role. Requires their user token. */
export const listAdAccounts = endpoint({
  route: 'GET /{user}/adaccounts',
  source: 'https://developers.facebook.com/docs/graph-api/reference/user/adaccounts/',
  access: readsOwnAccounts,
  ...listResult(ownAdAccountView),
  run: ({ user, pageOf }) =>
    pageOf({ table: 'adAccountRoles', edge: 'byUser', owner: [user.id] }, ownAdAccountView),
})

const childStatuses = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'CAMPAIGN_PAUSED'] as const

const listParams = z.object({
  ...pagingParams,
  /** The effective statuses to list. Without them, archived objects are left out. */
  effective_status: defaulted(list(oneOf(childStatuses), { split: true }), []),
  /** Conditions on the objects to list; all must hold. */
  filtering: defaulted(adFiltering, []),
})

/** Whether a list has a row of this status: without `effective_status`, it has no archived one. */
const hasStatus = (status: string, asked: readonly string[]): boolean =>
  asked.length === 0 ? status !== 'ARCHIVED' : asked.includes(status)

/** Returns a predicate: whether a list has an ad set or an ad; or the error of a condition. */
function childFilter(
  context: ReadContext,
  { effective_status: statuses, filtering }: z.output<typeof listParams>,
  prefix: 'adset' | 'ad',
) {
  const filter = filterOf(context, filtering, prefix, childFilterFields)
  if (isCallError(filter)) return filter
  return (row: AdSetRow | AdRow) => hasStatus(effectiveChildStatus(context.tx, row), statuses) && filter(row)
}

/**
 * Lists the ad sets of an ad account, newest first, without deleted ones, and without archived ones unless
 * `effective_status` names ARCHIVED. `filtering` tests ids, names, times and effective statuses.
 */
export const listAdSets = endpoint({
  route: 'GET /act_{adAccount}/adsets',
  source: 'https://developers.facebook.com/docs/marketing-api/reference/ad-account/adsets/',
  access: readsAds,
  ...listResult(adSetView),
  params: listParams,
  run(context) {
    const { adAccount, params, pageOf, refuseFor } = context
    const where = childFilter(context, params, 'adset')
    if (isCallError(where)) return refuseFor(where)
    return pageOf({ table: 'adSets', edge: 'livingOfAccount', owner: [adAccount.id], where }, adSetView)
  },
})

/** Lists the ads of an ad account, newest first, like the ad sets. */
export const listAds = endpoint({
  route: 'GET /act_{adAccount}/ads',
  source: 'https://developers.facebook.com/docs/marketing-api/reference/ad-account/ads/',
  access: readsAds,
  ...listResult(adView),
  params: listParams,
  run(context) {
    const { adAccount, params, pageOf, refuseFor } = context
    const where = childFilter(context, params, 'ad')
    if (isCallError(where)) return refuseFor(where)
    return pageOf({ table: 'ads', edge: 'livingOfAccount', owner: [adAccount.id], where }, adView)
  },
})

/**
 * Creates an ad set in a campaign of the ad account, by the rules of the action `createAdSet`. It is paused
 * unless `status` is ACTIVE.
 */
export const addAdSet = endpoint({
  route: 'POST /act_{adAccount}/adsets',
  source: 'https://developers.facebook.com/docs/marketing-api/reference/ad-account/adsets/',
  access: managesAds,
  params: adSetFields,
  view: adSetView,
  result: recordSchema(adSetView).and(successResult),
  run({ adAccount, params, tx, refuseFor, readBack }) {
    const adSet = adSetOf(tx, adAccount.id, params)
    if (isCallError(adSet)) return refuseFor(adSet)
    return { ...readBack(adSetView, adSet), id: String(adSet.id), success: true }
  },
})

/** Lists the creatives of an ad account, newest first, without deleted ones. */
export const listCreatives = endpoint({
  route: 'GET /act_{adAccount}/adcreatives',
  source: 'https://developers.facebook.com/docs/marketing-api/reference/ad-account/adcreatives/',
  access: readsAds,
  ...listResult(creativeView),
  run: ({ adAccount, pageOf }) =>
    pageOf({ table: 'creatives', edge: 'current', owner: [adAccount.id] }, creativeView),
})

/** Reads an ad image by its id: that of the ad account without `act_`, a colon, and its hash. */
export const readAdImage = endpoint({
  route: 'GET /{adImage}',
  source: 'https://developers.facebook.com/docs/marketing-api/reference/ad-image/',
  access: readsAds,
  ...recordResult(adImageView),
  run: ({ adImage, show }) => show(adImageView, adImage),
})

/** Reads an indicator of compromise by its id. Requires an application token. */
export const readThreatIndicator = endpoint({
  route: 'GET /{threatIndicator}',
  source: 'https://developers.facebook.com/docs/threat-exchange/reference/apis/threat-indicator/',
  access: asApplication,
  ...recordResult(threatIndicatorView),
  run: ({ threatIndicator, show }) => show(threatIndicatorView, threatIndicator),
})
