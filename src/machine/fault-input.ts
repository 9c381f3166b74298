import type { Input, Ran } from '../engine/domain.ts'
import { readBy } from '../engine/schema/schema.ts'
import { z } from '../engine/schema/zod.ts'
import type { Json } from '../engine/values/guard.ts'
import { servesBeyond } from '../service/contract/beyond.ts'
import { bounds } from '../service/contract/bounds.ts'
import {
  type CallError,
  canAnswer,
  invalidParameter,
  isCallError,
  memberError,
  parameterError,
} from '../service/contract/errors.ts'
import { isLiveCode } from '../service/contract/live-errors.ts'
import { type ArmedRule, TimedFaultRule } from '../service/ledger/fault-rule.ts'
import { armedRules, keepRules } from '../service/ledger/faults.ts'
import type { Registry } from '../service/registry.ts'
import type { ServiceTypes, ServiceWork } from '../service/routes/context.ts'
import { stubsIn } from '../service/stubs/stub.ts'
import { didYouMean } from '../service/values/nearest.ts'
import { shown } from '../service/values/scalars.ts'
import { parameterTypes } from '../service/values/sent-params.ts'
import { refused } from './refused.ts'

type Result = Ran<ServiceTypes>

const FaultRemoval = z.union([z.object({ remove: z.string() }), z.object({ clear: z.literal(true) })])

const unknownOperation = (name: string, known: readonly string[]): string =>
  `The member match.operation must be the name of an operation, got ${shown(name)}${didYouMean(name, known)}`

const isOfPages = ({ kind }: TimedFaultRule['fault']): boolean =>
  kind === 'emptyPage' || kind === 'shortPage' || kind === 'expiredCursor'

function codeProblem(
  { routes }: Registry,
  { ledger, tx }: ServiceWork,
  { match, fault }: TimedFaultRule,
): string | undefined {
  const { operation, token, version } = match
  if (fault.kind === 'notice' && [operation, token, version].some((given) => given !== undefined))
    return 'The member match of a rule about notices must have only app, target and between'
  if (fault.kind === 'error' && isLiveCode(fault.code) && !servesBeyond(tx.settings))
    return (
      `Only the live service has the error code ${fault.code}: create the world with ` +
      "policy: platformPolicy, or with policy: { beyond: 'serve' }"
    )
  const { versions } = tx.settings
  if (version !== undefined && !versions.some((one) => one === version))
    return (
      'The member match.version must be a version that the world serves, ' +
      `${versions[0]} to ${versions.at(-1)}, got ${shown(version)}`
    )
  if (match.operation === undefined) return undefined
  // A stub answers any code.
  if (stubsIn(ledger.notes).some(({ stub }) => stub.route === operation)) return undefined
  const entry = routes.byName.get(match.operation)
  if (!entry) return unknownOperation(match.operation, [...routes.byName.keys()])
  if (fault.kind === 'staleRead' && entry.method !== 'GET')
    return `${match.operation} is not a read: only a read can answer from an earlier state`
  if (isOfPages(fault) && !(entry.method === 'GET' && parameterTypes(entry.endpoint).has('after')))
    return `${match.operation} is not the read of a list: only that has pages and cursors`
  if (fault.kind !== 'error') return undefined
  if (canAnswer({ ...fault, injectedBy: '' }, entry.codes, servesBeyond(tx.settings))) return undefined
  const codes = [...entry.codes].join(', ')
  return `The member fault.code must be an error code of ${match.operation} (${codes}), got ${fault.code}`
}

/** Adds a fault rule. A code that the matched operation cannot answer is refused (SIL-005). */
function addFault(registry: Registry, work: ServiceWork, given: Json): Result {
  const { ledger } = work
  const rules = armedRules(ledger.notes)
  const read = readBy(TimedFaultRule, given)
  if (!read.success) return refused(memberError('The fault rule', read.error))
  if (rules.length >= bounds.faultRulesMax)
    return refused(
      invalidParameter(
        `A world has at most ${bounds.faultRulesMax} fault rules: remove one before you add another`,
      ),
    )
  const error = codeProblem(registry, work, read.data)
  if (error) return refused(invalidParameter(error))
  const id = `fault-${ledger.sequence}`
  const rule: TimedFaultRule = JSON.parse(JSON.stringify(read.data))
  keepRules(ledger, [...rules, { id, rule, seen: 0, hits: 0, stream: null }])
  return { outcome: { ok: true, value: { id } } }
}

/** Runs an input of type `fault`: adds or removes fault rules. */
export function runFault(registry: Registry, work: ServiceWork, input: Input): Result {
  if (input['add'] !== undefined) return addFault(registry, work, input['add'])
  const read = readBy(FaultRemoval, input)
  if (!read.success) return refused(parameterError(read.error))
  const rules = armedRules(work.ledger.notes)
  const kept = 'remove' in read.data ? withoutRule(rules, read.data.remove) : []
  if (isCallError(kept)) return refused(kept)
  keepRules(work.ledger, kept)
  return { outcome: { ok: true, value: {} } }
}

function withoutRule(rules: readonly ArmedRule[], id: string): readonly ArmedRule[] | CallError {
  const kept = rules.filter((rule) => rule.id !== id)
  return kept.length < rules.length
    ? kept
    : invalidParameter(`Param remove must be the id of a fault rule, got ${shown(id)}`)
}
