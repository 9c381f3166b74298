import { draw } from '../../engine/values/random.ts'
import { canAnswer, type ErrorCode } from '../contract/errors.ts'
import type { ServiceWork } from '../routes/context.ts'
import type { ArmedRule, TimedFaultRule } from './fault-rule.ts'

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

/** Tries the applicable rules in order until one acts. The rules after it do not count the call. */
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

/** The moment at which rules are applied to a call, and the possible answers to the call. */
interface FaultMoment {
  /** The codes that the endpoint can answer. */
  readonly codes: ReadonlySet<ErrorCode>
  /** Whether the world has the codes of the live service. */
  readonly isLive: boolean
  /** Whether the call has succeeded already. Only faults of the answer apply then. */
  readonly late: boolean
  /**
   * Whether an answer from an earlier state is possible: the call is a read, and not a part of another call.
   */
  readonly canBeStale: boolean
  /** `begun` if the call reads a list from its beginning, `continued` if from a cursor; undefined if none. */
  readonly list: 'begun' | 'continued' | undefined
}

/** Whether a fault can happen to a call at this moment. */
function isPossible(
  fault: TimedFaultRule['fault'],
  { codes, isLive, late, canBeStale, list }: FaultMoment,
): boolean {
  switch (fault.kind) {
    case 'notice':
      return false
    case 'malformed':
      return late
    case 'latency':
      return !late
    case 'staleRead':
      return canBeStale && !late
    case 'emptyPage':
    case 'shortPage':
      return list !== undefined && !late
    case 'expiredCursor':
      return list === 'continued' && !late
    case 'error':
      if (!canAnswer({ ...fault, injectedBy: '' }, codes, isLive)) return false
  }
  return (fault.when === 'afterCommit') === late
}

/** Applies the rules to a call. A rule with an error code that the endpoint cannot answer never acts. */
export function applyFaults(
  rules: readonly ArmedRule[],
  call: FaultCall,
  seed: string,
  moment: FaultMoment,
): FaultResult {
  return applyFirst(rules, seed, ({ fault, match }) => isPossible(fault, moment) && matches(match, call))
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
