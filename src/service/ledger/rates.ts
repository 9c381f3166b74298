import type { PageRow } from '../../chapters/rows.ts'
import type { Ledger } from '../../engine/state/state.ts'
import { addToWindow, advanceWindow, emptyWindow, type Window } from '../../engine/store/ring.ts'
import { stringTree } from '../../engine/store/tree.ts'
import type { Account } from '../access/access.ts'
import type { CallProgress } from '../call-progress.ts'
import type { Caller } from '../caller/caller.ts'
import { servesBeyond } from '../contract/beyond.ts'
import type { CallError } from '../contract/errors.ts'
import { DAY, limits } from '../contract/limits.ts'
import type { Policy } from '../policy.ts'
import type { ServiceWork } from '../routes/context.ts'
import type { Route } from '../routes/route.ts'
import { type CallLimit, limitError } from './call-limit.ts'

/** The part of the ledger with the rolling counts. */
interface RollingCounts {
  windows: Ledger['windows']
}

/** A limit of a call, and the name of its rolling count. */
interface CountedLimit extends CallLimit {
  readonly name: string
}

/** Returns a rolling count. Its length may differ from before, because a fork may change the policy. */
function windowOf({ windows }: RollingCounts, name: string, seconds: number): Window {
  const window = windows.get(name) ?? emptyWindow(seconds)
  return window.length === seconds ? window : { ...window, length: seconds }
}

/** Stores rolling counts by their names. */
function setWindows(ledger: RollingCounts, counts: readonly Pick<CountedLimit, 'name' | 'window'>[]): void {
  if (counts.length === 0) return
  const windows = ledger.windows.clone()
  for (const { name, window } of counts) windows.set(name, window)
  ledger.windows = windows
}

/**
 * Returns a rolling count and stores it without the events that have left, so that the next call does not
 * skip them again: a million events may leave together.
 */
function currentCount(ledger: RollingCounts, name: string, seconds: number, now: number): number {
  const window = windowOf(ledger, name, seconds)
  const advanced = advanceWindow(window, now)
  if (advanced !== window) setWindows(ledger, [{ name, window: advanced }])
  return advanced.total
}

/**
 * Returns the call limit of a page (ERR-018, LIM-027, LIM-029; SIL-184) or of an ad account (ERR-019,
 * LIM-028, LIM-029; SIL-185).
 */
function callLimit(
  { ledger, policy, tx }: CallProgress,
  { accessLevel }: Caller['app'],
  account: Account,
): CountedLimit | undefined {
  const { pageCallLimit, adAccountCallLimit } = policy
  const { id } = account
  if (account.kind === 'pages') {
    if (!pageCallLimit) return undefined
    const { seconds, perEngagedUser } = pageCallLimit
    const name = `page/${id}`
    const most = perEngagedUser * account.engagedUsers
    return {
      name,
      kind: 'page',
      account: id,
      seconds,
      most,
      at: tx.now,
      window: windowOf(ledger, name, seconds),
    }
  }
  if (!adAccountCallLimit) return undefined
  const { seconds, perActiveAd } = adAccountCallLimit
  const name = `adAccount/${id}`
  const most = adAccountCallLimit[accessLevel] + perActiveAd * tx.count('ads', 'active', [id])
  const window = windowOf(ledger, name, seconds)
  return { name, kind: 'adAccount', account: id, seconds, most, accessLevel, at: tx.now, window }
}

/** The beginning of the names of counts of leads. */
const LEADS = 'leads/'

/** The rolling count of the leads of a page. */
interface LeadCount {
  readonly name: string
  readonly seconds: number
}

/** Returns the rolling count of the leads of a page. A lead counts to its 90th day, inclusive (SIL-186). */
function leadCount({ leadReadLimit: limit }: Policy, page: number): LeadCount {
  const days = limit?.leadDays ?? limits.leadCountDays
  return { name: `${LEADS}${page}`, seconds: days * DAY + 1 }
}

/** Counts a lead of a page, even if the limit is off, because a fork can switch it on. */
export function countLead({ tx, ledger }: ServiceWork, page: number): void {
  const { name, seconds } = leadCount(tx.settings, page)
  setWindows(ledger, [{ name, window: addToWindow(windowOf(ledger, name, seconds), tx.now) }])
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
function leadReadLimit({ ledger, policy, tx }: CallProgress, page: number): CountedLimit | undefined {
  const { leadReadLimit: limit } = policy
  if (!limit) return undefined
  const { name, seconds } = leadCount(policy, page)
  const leads = currentCount(ledger, name, seconds, tx.now)
  const most = leads === 0 ? Number.POSITIVE_INFINITY : limit.perLead * leads
  const window = windowOf(ledger, `leadReads/${page}`, limit.seconds)
  return {
    name: `leadReads/${page}`,
    kind: 'leadReads',
    account: page,
    seconds: limit.seconds,
    most,
    at: tx.now,
    window,
  }
}

const noPages: readonly PageRow[] = []

/**
 * Returns all limits of a call. The usage of one of them is shown in the answer: of several call limits, that
 * of the token's page. A call with a page token counts for its page, or for each page whose leads it reads.
 * Any call to an ad account counts for the ad account. A call with a system user token counts for no page
 * (FEE-142; SIL-061).
 */
function limitsOf(
  progress: CallProgress,
  caller: Caller,
  { endpoint: { access }, node }: Route,
): CountedLimit[] {
  const { tx, account } = progress
  const leadPages = (node && access.leadPages?.(tx, node)) ?? noPages
  const isCounted =
    account?.kind === 'pages' ? access.surface === 'page' && caller.kind === 'page' : access.surface === 'ads'
  const own = account && isCounted ? [account] : []
  const limits: CountedLimit[] = []
  for (const one of own[0]?.kind === 'pages' && leadPages.length > 0 ? leadPages : own) {
    const limit = callLimit(progress, caller.app, one)
    if (!limit) continue
    limits.push(limit)
    if (limits.length === 1 || one.id === caller.page?.id) progress.limit = limit
  }
  for (const { id } of leadPages) {
    const limit = leadReadLimit(progress, id)
    if (limit) limits.push(limit)
  }
  return limits
}

/** Returns the limits of a list within a record for which its call does not count yet. */
function uncounted({ counted }: CallProgress, limits: readonly CountedLimit[]): CountedLimit[] {
  const left: CountedLimit[] = []
  for (const limit of limits) {
    let isCounted = false
    for (const { kind, account } of counted) isCounted ||= kind === limit.kind && account === limit.account
    if (!isCounted) left.push(limit)
  }
  return left
}

/**
 * Counts a call for all its limits, or returns the error of the first limit that is reached. A call that a
 * limit refuses does not count; any other call counts, even if it fails (SIL-188). The counts of the limits
 * before it are stored without the events that have left. With the lists within its records, a call counts
 * once for each limit.
 */
export function countCall(progress: CallProgress): CallError | undefined {
  const { ledger, caller, route, root } = progress
  if (!caller || !route) return undefined
  const own = limitsOf(progress, caller, route)
  const limits = root ? uncounted(root, own) : own
  const shorter: CountedLimit[] = []
  for (const limit of limits) {
    const advanced = advanceWindow(limit.window, limit.at)
    if (advanced !== limit.window) shorter.push(limit)
    limit.window = advanced
    if (advanced.total < limit.most) continue
    setWindows(ledger, shorter)
    const isLive = servesBeyond(progress.policy)
    // The answer of the live service shows the limit that refused the call.
    const answered = root ?? progress
    if (isLive) answered.limit = limit
    return limitError(limit, isLive)
  }
  for (const limit of limits) limit.window = addToWindow(limit.window, limit.at)
  setWindows(ledger, limits)
  if (root) root.counted = [...root.counted, ...limits]
  else progress.counted = limits
  return undefined
}
