import { type ArmedRule, armedRules, type TimedFaultRule as TimedRule } from '../graph/ledger/faults.ts'
import { type Handle, take } from './handle.ts'
import { type Duration, durationOf, instantOf, type When } from './time.ts'

type TimedFault = TimedRule['fault']

/** A fault rule as a user writes it, with instants and durations in any form. */
export type FaultRule = Omit<TimedRule, 'match' | 'fault'> & {
  readonly fault:
    | Exclude<TimedFault, { readonly kind: 'notice' }>
    | (Omit<Extract<TimedFault, { readonly kind: 'notice' }>, 'by'> & { readonly by?: Duration })
  readonly match: Omit<TimedRule['match'], 'between'> & { readonly between?: readonly [When, When] }
}

/** An added fault rule. */
export interface AddedFault {
  readonly id: string
  /** How many calls or notices the fault was applied to. */
  readonly hits: number
  remove(): void
}

/** The fault rules of a world. They are part of its state, so forks and recordings contain them. */
export interface Faults {
  /** Adds a rule. Throws a TypeError if the rule is invalid. */
  add(rule: FaultRule): AddedFault
  readonly rules: readonly ArmedRule[]
  /** Removes a rule by its id. Throws a TypeError if there is no such rule. */
  remove(id: string): void
  /** Removes all rules. */
  clear(): void
}

function takeOrThrow(handle: Handle, input: object): unknown {
  const { outcome } = take(handle, { type: 'fault', ...input })
  if (!outcome.ok) throw new TypeError(outcome.error.message.replace(/^\(#\d+\) /, ''))
  return outcome.value
}

/** Creates the fault methods of a world. */
export function faultsOf(handle: Handle): Faults {
  const rules = () => armedRules(handle.state.ledger.notes)
  const remove = (id: string) => void takeOrThrow(handle, { remove: id })
  return {
    add({ match: { between, ...match }, fault, ...rule }) {
      const delay = fault?.kind === 'notice' && fault.by !== undefined ? { by: durationOf(fault.by) } : {}
      const window = between && { between: [instantOf(between[0]), instantOf(between[1])] }
      const { id } = takeOrThrow(handle, {
        add: { ...rule, fault: { ...fault, ...delay }, match: { ...match, ...window } },
      }) as {
        id: string
      }
      return {
        id,
        get hits() {
          return rules().find((armed) => armed.id === id)?.hits ?? 0
        },
        remove: () => remove(id),
      }
    },
    remove,
    get rules() {
      return rules()
    },
    clear: () => void takeOrThrow(handle, { clear: true }),
  }
}
