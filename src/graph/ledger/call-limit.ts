import { firstSecondBelow, type Window, windowTotal } from '../../engine/store/window.ts'
import type { CallError } from '../contract/errors.ts'
import { MINUTE } from '../contract/limits.ts'

/** A rate limit of a call, with its rolling count at the time of the call. */
export interface CallLimit {
  readonly kind: 'page' | 'adAccount' | 'leadReads'
  /** The id of the page or ad account, without `act_`. */
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

/** Usage of a rate limit, for the usage header (SIL-187). */
interface Usage {
  /** The id of the page or ad account, without `act_`. */
  readonly account: string
  readonly type: 'pages' | 'ads_management'
  readonly percent: number
  /** Minutes until calls are answered again: 0 unless the limit is reached. */
  readonly minutes: number
}

/** Returns the error of a call beyond a limit. */
export function limitError({ kind, most, seconds }: CallLimit): CallError {
  const isAds = kind === 'adAccount'
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
    type: kind === 'page' ? 'pages' : 'ads_management',
    percent: most === 0 ? 100 : Math.floor((100 * windowTotal(window, at)) / most),
    minutes: Math.ceil((from - second) / MINUTE),
  }
}
