import type { CallProgress, InjectedEffects } from './call-progress.ts'
import { servesBeyond } from './contract/beyond.ts'
import { type CallError, invalidParameter } from './contract/errors.ts'
import { type LimitKind, limitKindOf } from './contract/limit-codes.ts'
import { usedUp } from './ledger/call-limit.ts'
import type { ArmedRule, TimedFaultRule } from './ledger/fault-rule.ts'
import { applyFaults, keepRules } from './ledger/faults.ts'
import { parameterTypes } from './values/sent-params.ts'

type ErrorFault = Extract<TimedFaultRule['fault'], { kind: 'error' }>

const bodyOf = { truncated: 'cut in half', html: 'an HTML page', empty: 'empty' } as const

const unanswered = (
  message: string,
  type: NonNullable<CallError['unanswered']>,
  injectedBy: string,
): CallError => ({ code: 100, message, injectedBy, unanswered: type })

const cursorError = invalidParameter('The cursor has expired: read the list from its beginning')

const liveCursorError: CallError = { ...cursorError, code: 2642 }

/** Whether a call reads a list, and from where. */
function listOf({ call, route, isRead }: CallProgress): 'begun' | 'continued' | undefined {
  if (!route || !isRead || route.stub || !parameterTypes(route.endpoint).has('after')) return undefined
  return ['after', 'before'].some((name) => call.params[name]) ? 'continued' : 'begun'
}

/** The limits of ad accounts, whose usage the live service shows in one more header. */
const adKinds: readonly LimitKind[] = ['adAccount', 'adInsights', 'customAudience']

/** Shows the limit that an injected error speaks of as used up: that of the account, or of the app. */
function useUpLimit(progress: CallProgress, code: number): void {
  const { account, caller, policy, tx } = progress
  const isOfAds = servesBeyond(policy) && account?.kind === 'adAccounts'
  const kind = limitKindOf(code, isOfAds)
  if (!kind || !caller) return
  const { app, page } = caller
  const { id } = (kind === 'app' ? undefined : (account ?? page)) ?? app
  const accessLevel = isOfAds && adKinds.includes(kind) ? app.accessLevel : undefined
  progress.limit = usedUp({ kind, account: id, accessLevel, at: tx.now }, policy)
}

/** Returns the error that a fault rule injects, and records its headers and the limit that it speaks of. */
function errorOf(
  id: string,
  { code, message, headers, kind: _kind, when: _when, ...texts }: ErrorFault,
  progress: CallProgress,
): CallError {
  if (headers) progress.effects.headers = headers
  useUpLimit(progress, code)
  return message === undefined
    ? { code, message: `Injected by the fault rule ${id}`, injectedBy: id, ...texts }
    : { code, message, injectedBy: id, verbatim: true, ...texts }
}

/** Records the effects of a fault rule on the call, and returns the error that the rule injects. */
function effectOf({ id, rule: { fault } }: ArmedRule, progress: CallProgress): CallError | undefined {
  const effects: InjectedEffects = progress.effects
  switch (fault.kind) {
    case 'error':
      return errorOf(id, fault, progress)
    case 'drop':
      return unanswered('The connection was dropped: no answer came', 'ConnectionDropped', id)
    case 'http':
      effects.answerFault = fault
      return unanswered(`The answer was replaced by HTTP status ${fault.status}`, 'HttpAnswerReplaced', id)
    case 'malformed':
      effects.answerFault = fault
      return unanswered(`The body of the answer is ${bodyOf[fault.how]}`, 'MalformedAnswer', id)
    case 'latency':
      effects.latency = fault.by
      return undefined
    case 'staleRead':
      effects.staleBy = fault.by
      return undefined
    case 'emptyPage':
      effects.pageRows = 0
      return undefined
    case 'shortPage':
      effects.pageRows = fault.rows ?? 1
      return undefined
    case 'expiredCursor':
      return { ...(servesBeyond(progress.policy) ? liveCursorError : cursorError), injectedBy: id }
    case 'notice':
      return undefined
  }
}

/**
 * Applies the fault rules to this call: before the rule of the endpoint runs, or with `late` after it has
 * succeeded. A late fault rule counts only the calls that succeed, so that calls that fail do not use it up.
 */
export function injectedError(progress: CallProgress, late: boolean): CallError | undefined {
  const { call, tx, ledger, policy, route, caller, version } = progress
  const { faults: armed = [] } = ledger.notes
  if (armed.length === 0 || !route || !caller) return undefined
  const [token = ''] = call.tokens
  const matched = {
    operation: route.operation,
    target: call.path[0] ?? '',
    token,
    app: String(caller.app.id),
    version,
    now: tx.now,
  }
  const canBeStale = progress.isRead && call.isPart !== true
  const { rules, acting } = applyFaults(armed, matched, tx.seed, {
    codes: route.codes,
    isLive: servesBeyond(policy),
    late,
    canBeStale,
    list: listOf(progress),
  })
  keepRules(ledger, rules)
  return acting && effectOf(acting, progress)
}
