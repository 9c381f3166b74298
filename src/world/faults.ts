import { items } from '../engine/store/ring.ts'
import type { Client } from '../generated/operations.ts'
import type { KnownCode } from '../service/contract/errors.ts'
import type { ArmedRule, TimedFaultRule as TimedRule } from '../service/ledger/fault-rule.ts'
import { armedRules } from '../service/ledger/faults.ts'
import type { AnyText } from '../service/typed-call.ts'
import { closestName } from '../service/values/nearest.ts'
import { shown } from '../service/values/scalars.ts'
import type { Handle } from './handle/handle.ts'
import { runOrThrow } from './handle/take-or-throw.ts'
import { type FixedDuration, millisecondsOf } from './time/durations.ts'
import { instantOf, type When } from './time/time.ts'

/** The time of a fault: before the call has an effect (the default), or after the effect is stored. */
export type FaultTime = 'before' | 'afterCommit'

/**
 * An error with a code that the operation can answer, or with a transient code of the platform. A world with
 * the policy `beyond: 'serve'` takes every code of the service, and those that only the live service has.
 */
export interface ErrorFault {
  readonly kind: 'error'
  readonly code: KnownCode
  /** The text of the error as the client gets it. The live service begins most with the code: `(#368) …`. */
  readonly message?: string
  readonly subcode?: number
  /** The text of `error_user_title`. */
  readonly title?: string
  /** The text of `error_user_msg`. */
  readonly userMessage?: string
  /** Whether the answer says `is_transient`. By default the code decides. */
  readonly transient?: boolean
  /** At most 20 headers that the answer has beside its own, their names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  readonly when?: FaultTime
}

/** The connection closes without an answer. */
export interface DropFault {
  readonly kind: 'drop'
  readonly when?: FaultTime
}

/**
 * An HTTP response replaces the answer, as from a proxy. A typed call gets an error with code 0 and the type
 * `HttpAnswerReplaced`.
 */
export interface HttpFault {
  readonly kind: 'http'
  /** From 200 to 599. */
  readonly status: number
  /** At most 20 headers, their names in lower case; `content-type` is `text/plain` if left out. */
  readonly headers?: Readonly<Record<string, string>>
  /** At most 1,000 characters; empty if left out. */
  readonly body?: string
  readonly when?: FaultTime
}

/**
 * The call succeeds, and its answer has a body that no client can parse: the first half of it, an HTML page,
 * or nothing. A typed call gets an error with code 0 and the type `MalformedAnswer`.
 */
export interface MalformedFault {
  readonly kind: 'malformed'
  readonly how: 'truncated' | 'html' | 'empty'
}

/** The call takes effect, and virtual time passes before its answer: at most one day. */
export interface LatencyFault {
  readonly kind: 'latency'
  readonly by: FixedDuration
}

/**
 * A read answers from the rows of an earlier moment, like a replica with a delay. The world takes them from
 * its history. If the moment is before the baseline of `reset`, or before the oldest moment of the history,
 * the read answers from that one. A read within a batch is never stale.
 */
export interface StaleReadFault {
  readonly kind: 'staleRead'
  /** The age of the rows. */
  readonly by: FixedDuration
}

/** The page of a list is empty, and has `next`, which leads to its rows: as if others were filtered out. */
export interface EmptyPageFault {
  readonly kind: 'emptyPage'
}

/** The page of a list has fewer rows than `limit`, and `next` leads to the others. */
export interface ShortPageFault {
  readonly kind: 'shortPage'
  /** The most rows of the page: one if left out. */
  readonly rows?: number
}

/**
 * A cursor has expired: the read of a list from `after` or `before` gets the error 100, or 2642 in a world
 * with the policy `beyond: 'serve'`.
 */
export interface ExpiredCursorFault {
  readonly kind: 'expiredCursor'
}

/** A webhook notice is lost, sent twice, sent later, or sent before the notice in front of it. */
export interface NoticeFault {
  readonly kind: 'notice'
  readonly how: 'drop' | 'duplicate' | 'delay' | 'reorder'
  /** The delay of a delayed notice: one minute if left out. */
  readonly by?: FixedDuration
}

/** The effect of a fault rule. */
export type Fault =
  | ErrorFault
  | DropFault
  | HttpFault
  | MalformedFault
  | LatencyFault
  | StaleReadFault
  | EmptyPageFault
  | ShortPageFault
  | ExpiredCursorFault
  | NoticeFault

/** A fault rule as a user writes it, with instants and durations in any form. */
export type FaultRule = Omit<TimedRule, 'match' | 'fault'> & {
  readonly fault: Fault
  readonly match: Omit<TimedRule['match'], 'between' | 'operation'> & {
    /** The endpoint whose calls it matches, of the service, an area or a stub: such as `publishPost`. */
    readonly operation?: keyof Client | AnyText
    readonly between?: readonly [When, When]
  }
}

/** An added fault rule. */
export interface AddedFault {
  readonly id: string
  /** The number of calls or notices that the fault was applied to. */
  readonly hits: number
  /** Removes the rule. It does nothing if the rule is gone. */
  remove(): void
}

/** A fault rule that matched no call and no notice. */
export interface UnusedFault {
  readonly rule: ArmedRule
  /**
   * The operation of the call log whose name is most similar to that of the rule. It is the same one if the
   * other members of the match differed, or if the fault could not happen to its calls. Left out if the rule
   * names no operation, or if there were no calls.
   */
  readonly nearest?: string
}

/** The fault rules of a world. They are part of its state, so forks and recordings contain them. */
export interface Faults {
  /**
   * Adds a rule. Of the rules that match a call, one acts before it and one after it. Throws a TypeError if
   * the rule is invalid.
   */
  add(rule: FaultRule): AddedFault
  readonly rules: readonly ArmedRule[]
  /** Returns the rules that matched no call and no notice so far, in their order. */
  unused(): readonly UnusedFault[]
  /** Removes a rule by its id. Throws a TypeError if there is no such rule. */
  remove(id: string): void
  /** Removes all rules. */
  clear(): void
}

/** The fault with its length of time in milliseconds. The world checks everything else. */
function timed(fault: Fault): object {
  return typeof fault === 'object' && fault && 'by' in fault && fault.by !== undefined
    ? { ...fault, by: millisecondsOf(fault.by) }
    : fault
}

/** Throws a TypeError if a rule is no object, or names no calls. */
function checkRule(rule: Partial<FaultRule> | null | undefined): asserts rule is FaultRule {
  if (typeof rule !== 'object' || rule === null)
    throw new TypeError(
      `faults.add takes a rule such as { match: { operation: 'publishPost' }, fault: { kind: 'drop' } }, ` +
        `got ${shown(rule)}`,
    )
  const { match } = rule
  if (typeof match !== 'object' || match === null)
    throw new TypeError(
      `The member match of a fault rule must be an object: { operation: 'publishPost' } for the calls of ` +
        `one operation, {} for every call; got ${shown(match)}`,
    )
  if (match.between !== undefined && !(Array.isArray(match.between) && match.between.length === 2))
    throw new TypeError(
      `The member between of a match must be a list of two instants, got ${shown(match.between)}`,
    )
}

/**
 * Returns the input that adds a rule. Throws a TypeError if it has no match, or an invalid time.
 *
 * @param now The time of the world.
 */
export function faultInput(given: FaultRule, now: number): object {
  checkRule(given)
  const {
    match: { between, ...match },
    fault,
    ...rule
  } = given
  const window = between && { between: [instantOf(between[0], now), instantOf(between[1], now)] }
  return { type: 'fault', add: { ...rule, fault: timed(fault), match: { ...match, ...window } } }
}

/** Returns the rules that matched nothing, each with the operation that was called and is most similar. */
function unusedRules({ state: { ledger } }: Handle): readonly UnusedFault[] {
  const unused = armedRules(ledger.notes).filter(({ seen }) => seen === 0)
  if (unused.length === 0) return []
  const called = new Set<string>()
  for (const { operation } of items(ledger.calls)) if (operation !== null) called.add(operation)
  return unused.map((rule) => {
    const { operation } = rule.rule.match
    const nearest = operation === undefined ? undefined : closestName(operation, [...called])
    return nearest === undefined ? { rule } : { rule, nearest }
  })
}

/** Creates the fault methods of a world. */
export function faultsOf(handle: Handle): Faults {
  const rules = () => armedRules(handle.state.ledger.notes)
  const remove = (id: string) => void runOrThrow(handle, { type: 'fault', remove: id })
  return {
    add(rule) {
      if (rule?.fault?.kind === 'staleRead' && !handle.history)
        throw new TypeError(
          "A stale read needs the earlier states of the world: make it with history: 'full', or start the " +
            'server without --history off',
        )
      const { id } = runOrThrow(handle, faultInput(rule, handle.state.graph.now)) as { id: string }
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
    unused: () => unusedRules(handle),
    clear: () => void runOrThrow(handle, { type: 'fault', clear: true }),
  }
}
