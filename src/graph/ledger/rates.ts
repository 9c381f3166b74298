import type { PageRow } from '../../areas/rows.ts'
import type { Ledger } from '../../engine/state.ts'
import { stringTree } from '../../engine/tree.ts'
import {
  addToWindow,
  advanceWindow,
  emptyWindow,
  firstSecondBelow,
  type Window,
  windowTotal,
} from '../../engine/window.ts'
import type { Access, Account } from '../access/access.ts'
import type { Usage } from '../call-answer.ts'
import type { Caller } from '../caller/caller.ts'
import type { Node, Tx } from '../context.ts'
import type { CallError } from '../contract/errors.ts'
import { DAY, limits, MINUTE } from '../contract/limits.ts'
import type { Policy } from '../policy.ts'

/** The part of the ledger with the rolling counts. */
interface RollingCounts {
  windows: Ledger['windows']
}

/** A rate limit of a call. */
export interface CallLimit {
  /** The name of its rolling count. */
  readonly name: string
  readonly seconds: number
  /** Maximum calls in these seconds. */
  readonly most: number
  readonly error: CallError
}

const tooManyCalls = (account: string, most: number, seconds: number): string =>
  `There have been too many calls to this ${account}: at most ${most} in ${seconds} seconds. Wait and retry`

/** Returns a rolling count. Its length may differ from before, because a fork may change the policy. */
function windowOf({ windows }: RollingCounts, name: string, seconds: number): Window {
  const window = windows.get(name) ?? emptyWindow(seconds)
  return window.length === seconds ? window : { ...window, length: seconds }
}

function setWindow(ledger: RollingCounts, name: string, window: Window): void {
  const windows = ledger.windows.clone()
  windows.set(name, window)
  ledger.windows = windows
}

/** Adds one to a rolling count. */
export function countIn(ledger: RollingCounts, name: string, seconds: number, now: number): void {
  setWindow(ledger, name, addToWindow(windowOf(ledger, name, seconds), now))
}

/**
 * Returns a rolling count and stores it without the events that have left, so that the next call does not
 * skip them again: a million events may leave together.
 */
function currentCount(ledger: RollingCounts, name: string, seconds: number, now: number): number {
  const window = windowOf(ledger, name, seconds)
  const advanced = advanceWindow(window, now)
  if (advanced !== window) setWindow(ledger, name, advanced)
  return advanced.total
}

/** The data that the limits of a call depend on. */
interface LimitedCall {
  readonly caller: Caller
  readonly access: Access
  readonly account: Account | undefined
  readonly node: Node | undefined
}

/** Returns the call limit of a page (ERR-018, LIM-027, LIM-029; SIL-184). */
function pageLimit(policy: Policy, { id, engagedUsers }: PageRow): CallLimit | undefined {
  const { pageCallLimit: limit } = policy
  if (!limit) return undefined
  const most = limit.perEngagedUser * engagedUsers
  const error: CallError = { code: 80001, message: tooManyCalls('page account', most, limit.seconds) }
  return { name: `page/${id}`, seconds: limit.seconds, most, error: error }
}

/** Returns the call limit of an ad account (ERR-019, LIM-028, LIM-029; SIL-185). */
function adAccountLimit(tx: Tx, policy: Policy, { app }: Caller, id: number): CallLimit | undefined {
  const { adAccountCallLimit: limit } = policy
  if (!limit) return undefined
  const most = limit[app.accessLevel] + limit.perActiveAd * tx.count('ads', 'active', [id])
  const error: CallError = { code: 80004, message: tooManyCalls('ad account', most, limit.seconds) }
  return { name: `adAccount/${id}`, seconds: limit.seconds, most, error: error }
}

const isLimit = (limit: CallLimit | undefined): limit is CallLimit => limit !== undefined

/**
 * Returns the call limits of a call. A call with a page token counts for its page, or for each page whose
 * leads it reads. Any call to an ad account counts for the ad account. A call with a system user token counts
 * for no page (FEE-142; SIL-061).
 */
function callLimits(
  { tx, policy }: CountContext,
  { caller, access, account }: LimitedCall,
  leadPages: readonly PageRow[],
): CallLimit[] {
  if (account?.kind === 'adAccounts' && access.surface === 'ads')
    return [adAccountLimit(tx, policy, caller, account.id)].filter(isLimit)
  if (account?.kind !== 'pages' || access.surface !== 'page' || caller.kind !== 'page') return []
  const pages = leadPages.length > 0 ? leadPages : [account]
  return pages.map((page) => pageLimit(policy, page)).filter(isLimit)
}

/** How the names of counts of leads begin. */
const LEADS = 'leads/'

/** The rolling count of the leads of a page. */
interface LeadCount {
  readonly name: string
  readonly seconds: number
}

/** Returns the rolling count of the leads of a page. A lead counts to its 90th day, inclusive (SIL-186). */
export function leadCount({ leadReadLimit: limit }: Policy, page: number): LeadCount {
  // Leads are counted even if the limit is off, because a fork can switch it on.
  const days = limit?.leadDays ?? limits.leadCountDays
  return { name: `${LEADS}${page}`, seconds: days * DAY + 1 }
}

/** Forgets all calls. The counts of leads stay, because the leads do. */
export function forgetCalls(ledger: RollingCounts): void {
  const counts = [...ledger.windows.entries()].filter(([name]) => name.startsWith(LEADS))
  ledger.windows = stringTree()
  for (const [name, window] of counts) ledger.windows.set(name, window)
}

/**
 * Returns the lead read limit of a page, which applies to all tokens: 200 x 24 calls in 24 hours for each
 * lead of the past 90 days. A page without leads has no limit (LIM-020, LIM-021; SIL-186).
 */
function leadReadLimit(
  ledger: RollingCounts,
  policy: Policy,
  page: number,
  now: number,
): CallLimit | undefined {
  const { leadReadLimit: limit } = policy
  if (!limit) return undefined
  const { name, seconds } = leadCount(policy, page)
  const leads = currentCount(ledger, name, seconds, now)
  const most = leads === 0 ? Number.POSITIVE_INFINITY : limit.perLead * leads
  const error: CallError = { code: 80001, message: tooManyCalls('page account', most, limit.seconds) }
  return { name: `leadReads/${page}`, seconds: limit.seconds, most, error: error }
}

/** The counts and the data that limits depend on. */
interface CountContext {
  readonly ledger: RollingCounts
  readonly tx: Tx
  readonly policy: Policy
  /**
   * The call limit whose usage the answer shows: of several limits, that of the token's page. `countCall`
   * sets it.
   */
  limit?: CallLimit
}

/**
 * Counts a call for all its limits, or returns the error of the first limit that is reached. A call that a
 * limit refuses does not count; any other call counts, even if it fails (SIL-188).
 */
export function countCall(context: CountContext, call: LimitedCall): CallError | undefined {
  const { ledger, tx, policy } = context
  const { caller, access, node } = call
  const leadPages = (node && access.leadPages?.(tx, node)) ?? []
  const calls = callLimits(context, call, leadPages)
  const ownLimit = calls.find(({ name }) => name === `page/${caller.page?.id}`) ?? calls[0]
  if (ownLimit) context.limit = ownLimit
  const reads = leadPages.map(({ id }) => leadReadLimit(ledger, policy, id, tx.now)).filter(isLimit)
  const limits = [...calls, ...reads]
  for (const { name, seconds, most, error } of limits)
    if (currentCount(ledger, name, seconds, tx.now) >= most) return error
  for (const { name, seconds } of limits) countIn(ledger, name, seconds, tx.now)
  return undefined
}

/** Returns the usage of a rate limit. */
export function usageOf(ledger: RollingCounts, { name, seconds, most }: CallLimit, now: number): Usage {
  const [kind, account = ''] = name.split('/')
  const window = windowOf(ledger, name, seconds)
  const from = firstSecondBelow(window, most, now) ?? Math.floor(now / 1000) + seconds
  return {
    account,
    type: kind === 'page' ? 'pages' : 'ads_management',
    percent: most === 0 ? 100 : Math.floor((100 * windowTotal(window, now)) / most),
    minutes: Math.ceil((from - Math.floor(now / 1000)) / MINUTE),
  }
}
