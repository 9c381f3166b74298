import { isRead } from './answer-budget.ts'
import type { CallProgress, InjectedEffects } from './call-progress.ts'
import type { CallError } from './contract/errors.ts'
import type { ArmedRule } from './ledger/fault-rule.ts'
import { applyFaults, armedRules, keepRules } from './ledger/faults.ts'

const bodyOf = { truncated: 'cut in half', html: 'an HTML page', empty: 'empty' } as const

const unanswered = (
  message: string,
  type: NonNullable<CallError['unanswered']>,
  injectedBy: string,
): CallError => ({ code: 100, message, injectedBy, unanswered: type })

/** Records the effects of a fault rule on the call, and returns the error that the rule injects. */
function effectOf({ id, rule: { fault } }: ArmedRule, effects: InjectedEffects): CallError | undefined {
  switch (fault.kind) {
    case 'error':
      return { code: fault.code, message: `Injected by the fault rule ${id}`, injectedBy: id }
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
    case 'notice':
      return undefined
  }
}

/**
 * Applies the fault rules to this call: before the rule of the endpoint runs, or with `late` after it has
 * succeeded. A late fault rule counts only the calls that succeed, so that calls that fail do not use it up.
 */
export function injectedError(progress: CallProgress, late: boolean): CallError | undefined {
  const { call, tx, ledger, route, caller, version } = progress
  const armed = armedRules(ledger.notes)
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
  const canBeStale = isRead(call) && call.isPart !== true
  const { rules, acting } = applyFaults(armed, matched, tx.seed, { codes: route.codes, late, canBeStale })
  keepRules(ledger, rules)
  return acting && effectOf(acting, progress.effects)
}
