import type { Ledger } from '../engine/state.ts'
import { count, emptyWindow, total, type Window } from '../engine/window.ts'
import type { Access, Account } from './access.ts'
import type { Viewer } from './auth.ts'
import type { Problem } from './errors.ts'
import type { Policy } from './policy.ts'
import type { Tx } from './seen.ts'

/** The part of the ledger that counts. */
export interface Counting {
  windows: Ledger['windows']
}

/** A rolling count that a call is held against. */
export interface CallLimit {
  readonly name: string
  readonly seconds: number
  readonly most: number
  readonly problem: Problem
}

const tooMany = (account: string, most: number, seconds: number): string =>
  `There have been too many calls to this ${account}: at most ${most} in ${seconds} seconds. Wait and retry`

/** A rolling count of this many seconds: a fork's policy may have another length than it began with. */
function windowOf({ windows }: Counting, name: string, seconds: number): Window {
  const window = windows.get(name) ?? emptyWindow(seconds)
  return window.length === seconds ? window : { ...window, length: seconds }
}

/** Adds one to a rolling count. */
export function countIn(ledger: Counting, name: string, seconds: number, now: number): void {
  const window = windowOf(ledger, name, seconds)
  const windows = ledger.windows.clone()
  windows.set(name, count(window, now))
  ledger.windows = windows
}

/** How much a rolling count comes to now. */
export function countedIn(ledger: Counting, name: string, seconds: number, now: number): number {
  return total(windowOf(ledger, name, seconds), now)
}

/**
 * The limit that a call counts for (chapter Limits; SIL-184, SIL-185): calls with page tokens for the page,
 * every call for the ad account. A system user token is never counted for a page (SIL-061).
 */
export function callLimit(
  tx: Tx,
  policy: Policy,
  viewer: Viewer,
  access: Access,
  account: Account | undefined,
): CallLimit | undefined {
  const { pageCallLimit, adAccountCallLimit } = policy
  if (account?.kind === 'pages' && access.surface === 'page' && viewer.kind === 'page' && pageCallLimit) {
    const most = pageCallLimit.perEngagedUser * account.engagedUsers
    const problem: Problem = {
      code: 80001,
      message: tooMany('page account', most, pageCallLimit.seconds),
    }
    return { name: `page/${account.id}`, seconds: pageCallLimit.seconds, most, problem }
  }
  if (account?.kind === 'adAccounts' && access.surface === 'ads' && adAccountCallLimit) {
    const base = adAccountCallLimit[viewer.app.accessLevel]
    const most = base + adAccountCallLimit.perActiveAd * tx.count('ads', 'active', [account.id])
    const problem: Problem = {
      code: 80004,
      message: tooMany('ad account', most, adAccountCallLimit.seconds),
    }
    return { name: `adAccount/${account.id}`, seconds: adAccountCallLimit.seconds, most, problem }
  }
  return undefined
}
