import { type ArmedRule, armedRules, type TimedFaultRule as TimedRule } from '../graph/ledger/faults.ts'
import { type FixedDuration, millisecondsOf } from './durations.ts'
import { type Handle, take } from './handle.ts'
import { instantOf, type When } from './time.ts'

type TimedFault = TimedRule['fault']

/** A fault rule as a user writes it: instants and durations in any form. */
export type FaultRule = Omit<TimedRule, 'match' | 'fault'> & {
  readonly fault:
    | Exclude<TimedFault, { readonly kind: 'notice' }>
    | (Omit<Extract<TimedFault, { readonly kind: 'notice' }>, 'by'> & { readonly by?: FixedDuration })
  readonly match: Omit<TimedRule['match'], 'between'> & { readonly between?: readonly [When, When] }
}

/** A rule that was added. */
export interface AddedFault {
  readonly id: string
  /** How often it acted. */
  readonly hits: number
  remove(): void
}

/** The fault rules of a world: data in its state, so that forks and recordings carry them. */
export interface Faults {
  /** Adds a rule; a TypeError says what is wrong with it. */
  add(rule: FaultRule): AddedFault
  readonly rules: readonly ArmedRule[]
  /** Removes the rule with this id; a TypeError when there is none. */
  remove(id: string): void
  clear(): void
}

function takeOrThrow(handle: Handle, input: object): unknown {
  const { outcome } = take(handle, { type: 'fault', ...input })
  if (!outcome.ok) throw new TypeError(outcome.error.message.replace(/^\(#\d+\) /, ''))
  return outcome.value
}

/** The fault rules of a world. */
export function faultsOf(handle: Handle): Faults {
  const rules = () => armedRules(handle.state.ledger.notes)
  const remove = (id: string) => void takeOrThrow(handle, { remove: id })
  return {
    add({ match: { between, ...match }, fault, ...rule }) {
      const delay = fault?.kind === 'notice' && fault.by !== undefined ? { by: millisecondsOf(fault.by) } : {}
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
