import { advanceWindow, emptyWindow, firstSecondBelow, type Window } from '../../engine/store/ring.ts'
import type { CallError } from '../contract/errors.ts'
import type { LimitKind } from '../contract/limit-codes.ts'
import { HOUR, MINUTE } from '../contract/limits.ts'
import type { Policy } from '../policy.ts'

/** A rate limit of a call, with its rolling count at the time of the call. */
export interface CallLimit {
  readonly kind: LimitKind
  /** The id of the page, ad account or app, without `act_`. */
  readonly account: number
  readonly seconds: number
  /** Maximum calls in these seconds. */
  readonly most: number
  /** The access level of the app, on which the limit of an ad account depends. */
  readonly accessLevel?: 'development' | 'standard' | undefined
  /** The time of the call, in Unix milliseconds. */
  readonly at: number
  window: Window
}

/** The names of limits in the usage header. */
const types: Readonly<Record<LimitKind, string>> = {
  app: 'app',
  page: 'pages',
  adAccount: 'ads_management',
  adInsights: 'ads_insights',
  instagram: 'instagram',
  customAudience: 'custom_audience',
  leadReads: 'leadgen',
  messenger: 'messenger',
  whatsApp: 'whatsapp',
  catalog: 'catalog_management',
  catalogBatch: 'catalog_batch',
}

/** Usage of a rate limit, for the usage header (SIL-187). */
interface Usage {
  /** The id of the page or ad account, without `act_`. */
  readonly account: string
  readonly type: string
  readonly percent: number
  /** Minutes until calls are answered again: 0 unless the limit is reached. */
  readonly minutes: number
}

/**
 * Returns a limit that is used up, as the error of a fault rule says. Calls are answered again when the
 * window of the policy is over, or an hour.
 */
export function usedUp(
  limit: Pick<CallLimit, 'kind' | 'account' | 'accessLevel' | 'at'>,
  { pageCallLimit, adAccountCallLimit, leadReadLimit }: Policy,
): CallLimit {
  const known: Partial<Record<LimitKind, { readonly seconds: number } | null>> = {
    page: pageCallLimit,
    adAccount: adAccountCallLimit,
    leadReads: leadReadLimit,
  }
  const seconds = known[limit.kind]?.seconds ?? HOUR
  return { ...limit, seconds, most: 0, window: emptyWindow(seconds) }
}

/** Returns the error of a call beyond a limit. The live service has a code for reads of leads. */
export function limitError({ kind, most, seconds }: CallLimit, isLive: boolean): CallError {
  const isAds = kind === 'adAccount'
  if (isLive && kind === 'leadReads') return { code: 80005, message: '' }
  const message =
    `There have been too many calls to this ${isAds ? 'ad' : 'page'} account: at most ${most} in ` +
    `${seconds} seconds. Wait and retry`
  return { code: isAds ? 80004 : 80001, message }
}

/** Returns the usage of a rate limit at the time of the call. */
export function usageOf({ kind, account, seconds, most, at, window }: CallLimit): Usage {
  const second = Math.floor(at / 1000)
  const from = firstSecondBelow(window, most, at) ?? second + seconds
  return {
    account: String(account),
    type: types[kind],
    percent: most === 0 ? 100 : Math.floor((100 * advanceWindow(window, at).total) / most),
    minutes: Math.ceil((from - second) / MINUTE),
  }
}
