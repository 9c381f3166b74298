import { z } from 'zod'
import type { Json } from '../../engine/guard.ts'
import { draw } from '../../engine/random.ts'
import { boundedArray, shortText } from '../../engine/schema.ts'
import { counter } from '../../engine/snapshot-check.ts'
import { bounds } from '../contract/bounds.ts'
import { type ErrorCode, isErrorCode } from '../contract/errors.ts'

const When = z.tuple([z.number(), z.number()])
const count = z.number().int().nonnegative().max(bounds.idMax)
const name = shortText(bounds.faultTextMax)

/** Which calls a rule is about: every member that is given has to match. */
const Match = z.strictObject({
  operation: name.optional(),
  /** The id of the node in the path. */
  target: name.optional(),
  token: name.optional(),
  /** The id of the app that the token belongs to. */
  app: name.optional(),
  version: name.optional(),
  /** From the first instant on, and before the second, in Unix milliseconds. */
  between: When.optional(),
})

const timing = z.enum(['before', 'afterCommit']).optional()

const Fault = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('error'),
    code: z.number().refine(isErrorCode, 'must be an error code of the contract'),
    when: timing,
  }),
  z.strictObject({ kind: z.literal('drop'), when: timing }),
  z.strictObject({
    kind: z.literal('notice'),
    how: z.enum(['drop', 'duplicate', 'delay', 'reorder']),
    /** How long a delayed notice waits, in milliseconds: a minute if left out. */
    by: count.optional(),
  }),
])

/** A fault rule as it is added: data, so that snapshots, forks and recordings carry it. */
export const TimedFaultRule = z.strictObject({
  match: Match,
  fault: Fault,
  /** So many matching calls pass first. */
  skip: count.optional(),
  /** It acts so many times at most. */
  times: count.optional(),
  /** It acts on every so many-th matching call. */
  every: count.min(1).optional(),
  /** It acts with this probability, drawn from a stream of its own. */
  rate: z.number().min(0).max(1).optional(),
})

/** A fault rule. */
export type TimedFaultRule = z.output<typeof TimedFaultRule>

/** A rule in force, with what it has counted so far. */
export interface ArmedRule {
  readonly id: string
  readonly rule: TimedFaultRule
  /** Matching calls so far. */
  readonly seen: number
  /** Times it acted. */
  readonly hits: number
  /** Where its random stream stands. */
  readonly stream: readonly number[] | null
}

/** The rules in force as a snapshot has to hold them. */
export const ArmedRules = boundedArray(
  z.strictObject({
    id: name,
    rule: TimedFaultRule,
    seen: counter,
    hits: counter,
    stream: z.tuple([z.int32(), z.int32(), z.int32(), z.int32()]).nullable(),
  }),
).refine((rules) => rules.length <= bounds.faultRulesMax, `has more than ${bounds.faultRulesMax} rules`)

/** What a rule is matched against. */
export interface FaultCall {
  readonly operation: string
  readonly target: string
  readonly token: string
  readonly app: string
  readonly version: string
  readonly now: number
}

function matches({ between, ...wanted }: TimedFaultRule['match'], call: FaultCall): boolean {
  if (between && (call.now < between[0] || call.now >= between[1])) return false
  return Object.entries(wanted).every(
    ([name, value]) => value === undefined || call[name as keyof FaultCall] === value,
  )
}

/** Whether a rule acts on a matching call, and what it has counted then. */
function tried(armed: ArmedRule, seed: string): { acts: boolean; armed: ArmedRule } {
  const { skip = 0, times = Number.POSITIVE_INFINITY, every = 1, rate } = armed.rule
  const seen = armed.seen + 1
  const inTurn = seen > skip && (seen - skip) % every === 0 && armed.hits < times
  if (!inTurn || rate === undefined) {
    return { acts: inTurn, armed: { ...armed, seen, hits: armed.hits + (inTurn ? 1 : 0) } }
  }
  const name = `fault/${armed.id}`
  const [[number = 0], streams] = draw(armed.stream ? { [name]: armed.stream } : {}, seed, name, 1)
  const acts = number < rate * 2 ** 32
  return { acts, armed: { ...armed, seen, hits: armed.hits + (acts ? 1 : 0), stream: streams[name] ?? null } }
}

/** The rules after something that they may act on, and the first that acts. */
export interface FaultResult {
  readonly rules: readonly ArmedRule[]
  readonly acting?: ArmedRule
}

/** Tries the rules that fit, one after the other, until one acts; those behind it count nothing. */
function firstActing(
  rules: readonly ArmedRule[],
  seed: string,
  fits: (rule: TimedFaultRule) => boolean,
): FaultResult {
  let acting: ArmedRule | undefined
  const after = rules.map((armed) => {
    if (acting || !fits(armed.rule)) return armed
    const result = tried(armed, seed)
    if (result.acts) acting = result.armed
    return result.armed
  })
  return acting ? { rules: after, acting } : { rules: after }
}

/**
 * The rules after a call, and the first that acts on it. A code that the endpoint cannot answer never acts.
 */
export function applyFaults(
  rules: readonly ArmedRule[],
  call: FaultCall,
  seed: string,
  codes: ReadonlySet<ErrorCode>,
  late: boolean,
): FaultResult {
  return firstActing(rules, seed, ({ fault, match }) => {
    if (fault.kind === 'notice') return false
    const possible = fault.kind !== 'error' || codes.has(fault.code)
    return possible && (fault.when === 'afterCommit') === late && matches(match, call)
  })
}

/** What a rule about notices is matched against: the app that gets it, and the page that it is about. */
export interface FaultNotice {
  readonly app: string
  readonly target: string
  readonly now: number
}

/** The rules after a notice was queued, and the first that acts on it. */
export function applyNoticeFaults(
  rules: readonly ArmedRule[],
  notice: FaultNotice,
  seed: string,
): FaultResult {
  const matched = { operation: '', token: '', version: '', ...notice }
  return firstActing(rules, seed, ({ fault, match }) => fault.kind === 'notice' && matches(match, matched))
}

/** The rules that a ledger notes. */
export const armedRules = (notes: { readonly [name: string]: Json }): readonly ArmedRule[] =>
  (notes['faults'] ?? []) as unknown as readonly ArmedRule[]

/** Notes the rules in a ledger. */
export function keepRules(
  ledger: { notes: Readonly<Record<string, Json>> },
  rules: readonly ArmedRule[],
): void {
  ledger.notes = { ...ledger.notes, faults: rules as unknown as Json }
}
