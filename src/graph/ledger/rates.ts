import type { PageRow } from '../../areas/rows.ts'
import type { Ledger } from '../../engine/state.ts'
import {
  addToWindow,
  advanceWindow,
  emptyWindow,
  firstSecondBelow,
  type Window,
  windowTotal,
} from '../../engine/window.ts'
import type { Access, Account } from '../access/access.ts'
import type { Caller } from '../caller/caller.ts'
import type { Node, Tx } from '../context.ts'
import type { CallError } from '../contract/errors.ts'
import { DAY, MINUTE } from '../contract/limits.ts'
import type { Policy } from '../policy.ts'

/** The part of the ledger that counts. */
export interface RollingCounts {
  windows: Ledger['windows']
}

/** A rolling count that a call is held against. */
export interface CallLimit {
  readonly name: string
  readonly seconds: number
  readonly most: number
  readonly error: CallError
}

const tooMany = (account: string, most: number, seconds: number): string =>
  `There have been too many calls to this ${account}: at most ${most} in ${seconds} seconds. Wait and retry`

/** A rolling count of this many seconds: a fork's policy may have another length than it began with. */
function windowOf({ windows }: RollingCounts, name: string, seconds: number): Window {
  const window = windows.get(name) ?? emptyWindow(seconds)
  return window.length === seconds ? window : { ...window, length: seconds }
}

function keep(ledger: RollingCounts, name: string, window: Window): void {
  const windows = ledger.windows.clone()
  windows.set(name, window)
  ledger.windows = windows
}

/** Adds one to a rolling count. */
export function countIn(ledger: RollingCounts, name: string, seconds: number, now: number): void {
  keep(ledger, name, addToWindow(windowOf(ledger, name, seconds), now))
}

/**
 * How much a rolling count comes to now. What has left it is forgotten at once, so that a million events
 * which leave together are passed over by one call, and not by every call until the next event.
 */
function countedIn(ledger: RollingCounts, name: string, seconds: number, now: number): number {
  const window = windowOf(ledger, name, seconds)
  const left = advanceWindow(window, now)
  if (left !== window) keep(ledger, name, left)
  return left.total
}

/** A call, as far as the limits go by it. */
interface LimitedCall {
  readonly caller: Caller
  readonly access: Access
  readonly account: Account | undefined
  readonly node: Node | undefined
}

function pageLimit(policy: Policy, { id, engagedUsers }: PageRow): CallLimit | undefined {
  const { pageCallLimit: limit } = policy
  if (!limit) return undefined
  const most = limit.perEngagedUser * engagedUsers
  const error: CallError = { code: 80001, message: tooMany('page account', most, limit.seconds) }
  return { name: `page/${id}`, seconds: limit.seconds, most, error: error }
}

function adAccountLimit(tx: Tx, policy: Policy, { app }: Caller, id: number): CallLimit | undefined {
  const { adAccountCallLimit: limit } = policy
  if (!limit) return undefined
  const most = limit[app.accessLevel] + limit.perActiveAd * tx.count('ads', 'active', [id])
  const error: CallError = { code: 80004, message: tooMany('ad account', most, limit.seconds) }
  return { name: `adAccount/${id}`, seconds: limit.seconds, most, error: error }
}

const isLimit = (limit: CallLimit | undefined): limit is CallLimit => limit !== undefined

/**
 * The limits that a call counts for by itself (chapter Limits; SIL-184, SIL-185): calls with page tokens for
 * the page, and for each page whose leads they read; every call for the ad account. A system user token is
 * never counted for a page (SIL-061).
 */
function callLimits(
  { tx, policy }: Counted,
  { caller, access, account }: LimitedCall,
  leadPages: readonly PageRow[],
): CallLimit[] {
  if (account?.kind === 'adAccounts' && access.surface === 'ads')
    return [adAccountLimit(tx, policy, caller, account.id)].filter(isLimit)
  if (account?.kind !== 'pages' || access.surface !== 'page' || caller.kind !== 'page') return []
  const pages = leadPages.length > 0 ? leadPages : [account]
  return pages.map((page) => pageLimit(policy, page)).filter(isLimit)
}

/** The rolling count of the leads of a page. */
interface LeadCount {
  readonly name: string
  readonly seconds: number
}

// Leads are counted where the limit is off too, for a fork that switches it on.
const LEAD_DAYS = 90

/**
 * Which rolling count a lead of a page stands in. A lead counts while its created_time is not before the
 * instant so many days ago, that second included (SIL-186).
 */
export function leadCount({ leadReadLimit: limit }: Policy, page: number): LeadCount {
  return { name: `leads/${page}`, seconds: (limit?.leadDays ?? LEAD_DAYS) * DAY + 1 }
}

/**
 * The limit of a page that a lead read counts for, whatever its token: so many for each lead that the page
 * got in the last days. A page without leads has none, or its leads could never be read (SIL-186).
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
  const leads = countedIn(ledger, name, seconds, now)
  const most = leads === 0 ? Number.POSITIVE_INFINITY : limit.perLead * leads
  const error: CallError = { code: 80001, message: tooMany('page account', most, limit.seconds) }
  return { name: `leadReads/${page}`, seconds: limit.seconds, most, error: error }
}

/** What a call is counted in: the ledger that holds the counts, and what the limits go by. */
interface Counted {
  readonly ledger: RollingCounts
  readonly tx: Tx
  readonly policy: Policy
  /** What is found: the limit that the call counts for by itself; of several that of the token's page. */
  limit?: CallLimit
}

/**
 * Counts a call for every limit that it is held against, or says which of them it has reached. A call that a
 * limit refuses counts for none; every other one does, whatever it comes to (SIL-188).
 */
export function countCall(counted: Counted, call: LimitedCall): CallError | undefined {
  const { ledger, tx, policy } = counted
  const { caller, access, node } = call
  const leadPages = (node && access.leadPages?.(tx, node)) ?? []
  const calls = callLimits(counted, call, leadPages)
  const own = calls.find(({ name }) => name === `page/${caller.page?.id}`) ?? calls[0]
  if (own) counted.limit = own
  const reads = leadPages.map(({ id }) => leadReadLimit(ledger, policy, id, tx.now)).filter(isLimit)
  const limits = [...calls, ...reads]
  for (const { name, seconds, most, error } of limits)
    if (countedIn(ledger, name, seconds, tx.now) >= most) return error
  for (const { name, seconds } of limits) countIn(ledger, name, seconds, tx.now)
  return undefined
}

/** How far a limit is used up, as the header of usage says it (SIL-187). */
export interface Usage {
  /** The page or the ad account, without `act_`. */
  readonly account: string
  readonly type: 'pages' | 'ads_management'
  readonly percent: number
  /** After how many minutes a call will be answered again: 0 unless the limit is reached. */
  readonly minutes: number
}

/** How far a limit is used up now. */
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
