import { z } from 'zod'
import { draw } from '../../engine/random.ts'
import { boundedArray, shortText } from '../../engine/schema.ts'
import { counter } from '../../engine/snapshot-check.ts'
import type { ServiceWork } from '../context.ts'
import { bounds } from '../contract/bounds.ts'
import { type ErrorCode, isErrorCode } from '../contract/errors.ts'

const Interval = z.tuple([z.number(), z.number()])
const count = z.number().int().nonnegative().max(bounds.idMax)
const name = shortText(bounds.faultTextMax)

/** The calls that a rule applies to. All members that are set must match. */
const Match = z.strictObject({
  operation: name.exactOptional(),
  /** The id of the node in the path. */
  target: name.exactOptional(),
  token: name.exactOptional(),
  /** The id of the app that the token belongs to. */
  app: name.exactOptional(),
  version: name.exactOptional(),
  /** From the first instant (inclusive) to the second (exclusive), in Unix milliseconds. */
  between: Interval.exactOptional(),
})

const timing = z.enum(['before', 'afterCommit']).exactOptional()

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
    /** Delay of a delayed notice in milliseconds; one minute if left out. */
    by: count.exactOptional(),
  }),
])

/** A fault rule. It is plain data, so that it is part of snapshots, forks and recordings. */
export const TimedFaultRule = z.strictObject({
  match: Match,
  fault: Fault,
  /** The number of matching calls that pass first. */
  skip: count.exactOptional(),
  /** The maximum number of times that it acts. */
  times: count.exactOptional(),
  /** It acts on every n-th matching call. */
  every: count.min(1).exactOptional(),
  /** The probability that it acts, from 0 to 1. Each rule has its own random stream. */
  rate: z.number().min(0).max(1).exactOptional(),
})

/** A fault rule. */
export type TimedFaultRule = z.output<typeof TimedFaultRule>

/** A fault rule of a world, with its counts. */
export type ArmedRule = {
  readonly id: string
  readonly rule: TimedFaultRule
  /** The number of matching calls so far. */
  readonly seen: number
  /** The number of times that it acted. */
  readonly hits: number
  /** The state of its random stream; null before the first draw. */
  readonly stream: readonly number[] | null
}

/** The schema of all fault rules of a world, for snapshots. */
export const ArmedRules = boundedArray(
  z.strictObject({
    id: name,
    rule: TimedFaultRule,
    seen: counter,
    hits: counter,
    stream: z.tuple([z.int32(), z.int32(), z.int32(), z.int32()]).nullable(),
  }),
).refine((rules) => rules.length <= bounds.faultRulesMax, `has more than ${bounds.faultRulesMax} rules`)

/** The properties of a call that rules match. */
interface FaultCall {
  readonly operation: string
  readonly target: string
  readonly token: string
  readonly app: string
  readonly version: string
  readonly now: number
}

function matches({ between, ...expected }: TimedFaultRule['match'], call: FaultCall): boolean {
  if (between && (call.now < between[0] || call.now >= between[1])) return false
  const properties = new Map<string, unknown>(Object.entries(call))
  return Object.entries(expected).every(
    ([name, value]) => value === undefined || properties.get(name) === value,
  )
}

/** Decides whether a rule acts on a matching call, and updates its counts. */
function tryRule(armed: ArmedRule, seed: string): { acts: boolean; armed: ArmedRule } {
  const { skip = 0, times = Number.POSITIVE_INFINITY, every = 1, rate } = armed.rule
  const seen = armed.seen + 1
  const isDue = seen > skip && (seen - skip) % every === 0 && armed.hits < times
  if (!isDue || rate === undefined) {
    return { acts: isDue, armed: { ...armed, seen, hits: armed.hits + (isDue ? 1 : 0) } }
  }
  const name = `fault/${armed.id}`
  const [[number = 0], streams] = draw(armed.stream ? { [name]: armed.stream } : {}, seed, name, 1)
  const acts = number < rate * 2 ** 32
  return { acts, armed: { ...armed, seen, hits: armed.hits + (acts ? 1 : 0), stream: streams[name] ?? null } }
}

/** The updated rules, and the rule that acts. */
interface FaultResult {
  readonly rules: readonly ArmedRule[]
  readonly acting?: ArmedRule
}

/** Tries the applicable rules in order until one acts. The rules behind it count nothing. */
function applyFirst(
  rules: readonly ArmedRule[],
  seed: string,
  isApplicable: (rule: TimedFaultRule) => boolean,
): FaultResult {
  let acting: ArmedRule | undefined
  const after = rules.map((armed) => {
    if (acting || !isApplicable(armed.rule)) return armed
    const result = tryRule(armed, seed)
    if (result.acts) acting = result.armed
    return result.armed
  })
  return acting ? { rules: after, acting } : { rules: after }
}

/**
 * Applies the rules to a call. A rule with an error code that the endpoint cannot answer never acts.
 *
 * @param late Whether the call has succeeded already: then only rules with `when: 'afterCommit'` apply.
 */
export function applyFaults(
  rules: readonly ArmedRule[],
  call: FaultCall,
  seed: string,
  codes: ReadonlySet<ErrorCode>,
  late: boolean,
): FaultResult {
  return applyFirst(rules, seed, ({ fault, match }) => {
    if (fault.kind === 'notice') return false
    const isPossible = fault.kind !== 'error' || codes.has(fault.code)
    return isPossible && (fault.when === 'afterCommit') === late && matches(match, call)
  })
}

/** The properties of a notice that rules match. */
interface FaultNotice {
  /** The id of the app that receives the notice. */
  readonly app: string
  /** The id of the page that the notice is about. */
  readonly target: string
  readonly now: number
}

/** Applies the rules to a notice that was queued. */
export function applyNoticeFaults(
  rules: readonly ArmedRule[],
  notice: FaultNotice,
  seed: string,
): FaultResult {
  const call: FaultCall = { operation: '', token: '', version: '', ...notice }
  return applyFirst(rules, seed, ({ fault, match }) => fault.kind === 'notice' && matches(match, call))
}

/** Returns the fault rules in the notes of a ledger. */
export const armedRules = ({ faults = [] }: ServiceWork['ledger']['notes']): readonly ArmedRule[] => faults

/** Stores the fault rules in the notes of a ledger. */
export function keepRules(ledger: ServiceWork['ledger'], rules: readonly ArmedRule[]): void {
  ledger.notes = { ...ledger.notes, faults: rules }
}
