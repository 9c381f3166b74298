import { z } from 'zod'
import { registry } from '../areas/registry.ts'
import { tables } from '../areas/tables.ts'
import { fromBase64, type Json } from '../engine/guard.ts'
import { type Domain, type Input, type Machine, machine, type Ran } from '../engine/machine.ts'
import { failed } from '../engine/operation.ts'
import { boundedArray, boundedRecord, json, readBy, shortText } from '../engine/schema.ts'
import type { ServiceStepTypes, ServiceTypes, ServiceWork } from '../graph/context.ts'
import { bounds } from '../graph/contract/bounds.ts'
import {
  type CallError,
  graphError,
  invalidParameter,
  isCallError,
  parameterError,
} from '../graph/contract/errors.ts'
import type { CallFile } from '../graph/define.ts'
import { type ArmedRule, armedRules, keepRules, TimedFaultRule } from '../graph/ledger/faults.ts'
import { policyError, policySchema } from '../graph/policy.ts'
import { pathOf } from '../graph/routes.ts'
import { answerCall, runAction } from '../graph/service.ts'
import { storageError } from '../graph/storage-error.ts'
import { shown } from '../graph/values/scalars.ts'
import { callOf } from '../wire/call.ts'
import { readRequest } from '../wire/request.ts'
import { batchedCall, concludeBatched } from './batched.ts'
import { takeDelivered } from './deliveries.ts'
import { takeWhole } from './parts.ts'
import { flawOf, StarterNote } from './snapshot-check.ts'

type Taken = Ran<ServiceTypes>

const refused = (error: CallError): Taken => ({ outcome: failed(graphError(error)) })

const Base64 = z.object({ $base64: z.string() })
const Files = boundedArray(z.object({ part: z.string(), name: z.string(), bytes: Base64 }))

/** Bytes, as the guard of the engine wrote them into an input. */
const bytesOf = (value: Json | undefined): Uint8Array | undefined => {
  const read = Base64.safeParse(value)
  return read.success ? fromBase64(read.data.$base64) : undefined
}

function filesOf(value: Json | undefined): CallFile[] | undefined {
  if (value === undefined) return []
  const read = readBy(Files, value)
  if (!read.success) return undefined
  const files = read.data.map(({ part, name, bytes }) => ({ part, name, bytes: fromBase64(bytes.$base64) }))
  return files.every((file): file is CallFile => file.bytes !== undefined) ? files : undefined
}

const RequestInput = z.object({
  method: z.string(),
  url: z.string(),
  headers: boundedRecord(z.string()).optional(),
  params: z.record(z.string(), json).optional(),
  address: z.enum(['base', 'web']).optional(),
})

/** A request as bytes, or with its parameters and files as values. */
function takeRequest(work: ServiceWork, input: Input): Taken {
  const read = readBy(RequestInput, input)
  const body = typeof input['body'] === 'string' ? input['body'] : bytesOf(input['body'])
  const files = filesOf(input['files'])
  if (!read.success || !files || (input['body'] !== undefined && body === undefined)) {
    return refused(
      invalidParameter('A request has a method, a url, and perhaps headers, a body, params and files'),
    )
  }
  const { method, url, headers = {}, params = {}, address } = read.data
  const understood = readRequest({ method, url, headers, ...(body !== undefined && { body }) })
  if (!understood.ok) return refused(invalidParameter(understood.message))
  const { asked } = understood
  const { access_token: token, ...given } = params
  const call = callOf(asked, files)
  const tokens = typeof token === 'string' ? [...new Set([...asked.tokens, token])] : asked.tokens
  const all = { ...asked.params, ...given }
  return takeWhole(work, { ...call, tokens, params: all, ...(address && { address }) })
}

const CallInput = z.object({
  operation: z.string(),
  token: z.string(),
  version: z.string().optional(),
  params: z.record(z.string(), json).optional(),
})

/** A typed call: the endpoint's name, its parameters, and the id of its node among them. */
function takeCall(work: ServiceWork, input: Input): Taken {
  const read = readBy(CallInput, input)
  const entry = read.success ? registry.routes.byName.get(read.data.operation) : undefined
  const files = filesOf(input['files'])
  if (!read.success || !entry || !files) {
    return refused(invalidParameter('A call names an operation of the service and a token, and has params'))
  }
  const { operation, token, version, params: sent = {} } = read.data
  const { [entry.placeholder]: _node, ...params } = sent
  return takeWhole(work, {
    method: entry.method,
    path: pathOf(entry, sent),
    ...(version !== undefined && { version }),
    tokens: token === '' ? [] : [token],
    params,
    files,
    operation,
  })
}

const FaultInput = z.union([
  z.object({ add: TimedFaultRule }),
  z.object({ remove: z.string() }),
  z.object({ clear: z.literal(true) }),
])

function codeProblem({ match, fault }: TimedFaultRule): string | undefined {
  const { operation, token, version } = match
  if (fault.kind === 'notice' && [operation, token, version].some((given) => given !== undefined))
    return 'A rule about notices matches an app, a target and a window of time, and nothing else'
  if (match.operation === undefined) return undefined
  const entry = registry.routes.byName.get(match.operation)
  if (!entry) return `There is no operation ${match.operation}`
  if (fault.kind !== 'error' || [...entry.codes].some((code) => code === fault.code)) return undefined
  return `${match.operation} never answers ${fault.code}: its codes are ${[...entry.codes].join(', ')}`
}

/** Adds or removes fault rules. A code that the matched operation cannot answer is refused (SIL-005). */
function takeFault({ ledger }: ServiceWork, input: Input): Taken {
  const read = readBy(FaultInput, input)
  if (!read.success) return refused(parameterError(read.error))
  const rules = armedRules(ledger.notes)
  const set = (faults: readonly ArmedRule[], value: object): Taken => {
    keepRules(ledger, faults)
    return { outcome: { ok: true, value } }
  }
  if ('clear' in read.data) return set([], {})
  if ('remove' in read.data) {
    const { remove } = read.data
    if (!rules.some(({ id }) => id === remove))
      return refused(invalidParameter(`There is no fault rule ${remove}`))
    return set(
      rules.filter(({ id }) => id !== remove),
      {},
    )
  }
  if (rules.length >= bounds.faultRulesMax)
    return refused(
      invalidParameter(`A world has at most ${bounds.faultRulesMax} fault rules: remove some first`),
    )
  const error = codeProblem(read.data.add)
  if (error) return refused(invalidParameter(error))
  const id = `fault-${ledger.sequence}`
  const rule: TimedFaultRule = JSON.parse(JSON.stringify(read.data.add))
  return set([...rules, { id, rule, seen: 0, hits: 0, stream: null }], { id })
}

const Configuration = z.object({
  seed: shortText(bounds.seedCharactersMax).optional(),
  policy: z.record(z.string(), z.unknown()).optional(),
  starter: StarterNote.optional(),
})

/** Changes the seed or the policy, as a fork does, or notes the names of the starter world. */
function takeConfiguration({ tx, ledger }: ServiceWork, input: Input): Taken {
  const read = readBy(Configuration, input)
  if (!read.success) return refused(parameterError(read.error))
  const { seed, policy, starter } = read.data
  const chosen = { ...tx.settings, ...policy }
  const error = policyError(chosen)
  if (error) return refused(invalidParameter(error))
  if (policy) tx.configure(policySchema.parse(chosen))
  if (seed !== undefined) tx.reseed(seed)
  if (starter) ledger.notes = { ...ledger.notes, starter }
  return { outcome: { ok: true, value: {} } }
}

function takeAction(work: ServiceWork, input: Input): Taken {
  const { name, params } = input
  if (typeof name !== 'string') return refused(invalidParameter('An action input has a name'))
  return { outcome: runAction(registry, work, name, params ?? {}) }
}

/** A request of a batch, which comes due as a task. */
function takeBatched(work: ServiceWork, input: Input): Taken {
  const call = batchedCall(work.tx, input)
  return isCallError(call) ? refused(call) : answerCall(registry, work, call)
}

const takers: Readonly<Record<string, (work: ServiceWork, input: Input) => Taken>> = {
  request: takeRequest,
  call: takeCall,
  action: takeAction,
  batched: takeBatched,
  fault: takeFault,
  configure: takeConfiguration,
  delivered: takeDelivered,
}

const domain: Domain<ServiceTypes> = {
  schema: tables,
  flaw: flawOf,
  conclude: concludeBatched,
  malformed: (message) => graphError(invalidParameter(message)),
  noRoom: (lack) => graphError(storageError(lack)),
  run(work, input) {
    const take = Object.hasOwn(takers, input.type) ? takers[input.type] : undefined
    if (take) return take(work, input)
    return refused(invalidParameter(`There is no input of type ${shown(input.type)}`))
  },
}

/** The state machine of the service. */
export const service: Machine<ServiceStepTypes> = machine(domain)

/**
 * The pure step of the service: a state and an input, any value, give the next state, the outcome and the
 * events. A refused input leaves `state.graph` the very same object. `World` feeds it; a simulation of one's
 * own may do so too.
 */
export const step: Machine<ServiceStepTypes>['step'] = service.step
