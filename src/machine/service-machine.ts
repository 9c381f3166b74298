import type { Tables } from '../chapters/tables.ts'
import { runDelivered } from '../chapters/webhooks/attempt.ts'
import type { Domain, Input, Ran } from '../engine/domain.ts'
import { type Machine, machine } from '../engine/machine.ts'
import { boundedArray, readBy } from '../engine/schema/schema.ts'
import { z } from '../engine/schema/zod.ts'
import { decodeInput } from '../engine/values/base64.ts'
import { isPlainObject, type Json } from '../engine/values/guard.ts'
import { graphError, invalidParameter, isCallError } from '../service/contract/errors.ts'
import type { Registry } from '../service/registry.ts'
import type { Address, CallFile, RawParams } from '../service/routes/call.ts'
import type { ServiceStepTypes, ServiceTypes, ServiceWork } from '../service/routes/context.ts'
import { typedPath } from '../service/routes/routes.ts'
import { answerCall, runAction } from '../service/service.ts'
import { storageError } from '../service/storage-error.ts'
import type { StubFunction } from '../service/stubs/stub-function.ts'
import { defaultOrigins } from '../service/values/links.ts'
import { shown } from '../service/values/scalars.ts'
import { batchedCall, concludeBatched } from './batched.ts'
import { runConfigure } from './configure.ts'
import { runFault } from './fault-input.ts'
import { runWithParts } from './parts.ts'
import { refused } from './refused.ts'
import { areasIn, completedPolicy, completedRows, flawOf } from './snapshot-check.ts'
import { runStub } from './stub-input.ts'
import { callOf, readRequest } from './wire/request.ts'
import { areaMismatch, serviceRegistry } from './world-registry.ts'

type Result = Ran<ServiceTypes>

/** The most origins of an input: those of the world, and those of the request. */
const ORIGINS_MAX = 4

const isText = (value: Json): boolean => typeof value === 'string'

/** Whether a value is a list of the origins of the service, which are few. */
const areOrigins = (value: Json): boolean =>
  Array.isArray(value) && value.length <= ORIGINS_MAX && value.every(isText)

/** The members of an input of type `call`, apart from its files. */
interface CallInput {
  readonly operation: string
  readonly token: string
  readonly version?: string
  readonly params?: RawParams
  readonly origins?: readonly string[]
}

/** Whether an input has the members of a typed call. No schema parses it, because each call has one. */
export function isCallInput(input: Input): input is Input & CallInput {
  const { operation, token, version = '', params = {}, origins } = input
  const areTexts = typeof operation === 'string' && typeof token === 'string' && typeof version === 'string'
  return areTexts && isPlainObject(params) && (origins === undefined || areOrigins(origins))
}

/** The members of an input of type `request`, apart from its body and its files. */
interface RequestInput {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly params?: RawParams
  readonly address?: Address
  readonly origins?: readonly string[]
}

/** Whether an input has the members of a request. Every request has these few, so no schema parses them. */
function isRequestInput(input: Input): input is Input & RequestInput {
  const { method, url, headers = {}, params = {}, address = 'base', origins } = input
  if (typeof method !== 'string' || typeof url !== 'string' || !isPlainObject(params)) return false
  if (!isPlainObject(headers) || !Object.values(headers).every(isText)) return false
  return (address === 'base' || address === 'web') && (origins === undefined || areOrigins(origins))
}

const Base64 = z.object({ $base64: z.string() })
const Files = boundedArray(z.object({ part: z.string(), name: z.string(), bytes: Base64 }))

const noFiles: readonly CallFile[] = []

/** Decodes the form of bytes in an input, `{ $base64 }`, which the guard of the engine creates. */
const bytesOf = (value: Json): Uint8Array | undefined => {
  const text = isPlainObject(value) ? value['$base64'] : undefined
  return typeof text === 'string' ? decodeInput(text) : undefined
}

function filesOf(value: Json): readonly CallFile[] | undefined {
  const read = readBy(Files, value)
  if (!read.success) return undefined
  const files = read.data.map(({ part, name, bytes }) => ({ part, name, bytes: decodeInput(bytes.$base64) }))
  return files.every((file): file is CallFile => file.bytes !== undefined) ? files : undefined
}

/**
 * Returns the origins of the service at a request: those of the input or else the default ones, and the
 * origin or host that the request names.
 */
function originsOf(given: readonly string[] | undefined, requested: string): readonly string[] {
  const origin = requested.includes('://') ? requested : `http://${requested}`
  return [...new Set([...(given ?? Object.values(defaultOrigins)), origin])]
}

/** Runs an input of type `request`: a URL with a body, or with parameters and files as values. */
function runRequest(registry: Registry, work: ServiceWork, input: Input): Result {
  const { body: sentBody, files: sentFiles } = input
  const body = typeof sentBody === 'string' || sentBody === undefined ? sentBody : bytesOf(sentBody)
  const files = sentFiles === undefined ? noFiles : filesOf(sentFiles)
  if (!isRequestInput(input) || !files || (sentBody !== undefined && body === undefined)) {
    return refused(
      invalidParameter(
        'A request must have a method and a url as text; headers, body, params and files are optional',
      ),
    )
  }
  const { method, url, headers = {}, params = {}, address } = input
  const parsed = readRequest({ method, url, headers, ...(body !== undefined && { body }) })
  if (!parsed.ok) return refused(invalidParameter(parsed.message))
  const { asked } = parsed
  const { access_token: token, ...given } = params
  const call = callOf(asked, files, work.tx.settings)
  const tokens = typeof token === 'string' ? [...new Set([...asked.tokens, token])] : asked.tokens
  const all = { ...asked.params, ...given }
  const requested = asked.origin ?? headers['host']
  const origins = requested === undefined ? input.origins : originsOf(input.origins, requested)
  // Only these two parameters name parts.
  const answer = Object.hasOwn(all, 'batch') || Object.hasOwn(all, 'ids') ? runWithParts : answerCall
  return answer(registry, work, { ...call, tokens, params: all, origins, ...(address && { address }) })
}

/** Runs an input of type `call`: an operation with its parameters, which include the id of its node. */
function runCall(registry: Registry, work: ServiceWork, input: Input): Result {
  const call = isCallInput(input) ? input : undefined
  const entry = call && registry.routes.byName.get(call.operation)
  const files = input['files'] === undefined ? noFiles : filesOf(input['files'])
  if (!entry || !files) {
    return refused(
      invalidParameter(
        `A call must have the name of an operation and a token as text, got the operation ` +
          `${shown(input['operation'])}`,
      ),
    )
  }
  const { operation, token, version, params: sent = {}, origins } = call
  // Only these two have parts.
  const answer = operation === 'batch' || operation === 'readMany' ? runWithParts : answerCall
  const { path, params, unnamed } = typedPath(entry, sent)
  const { method } = entry
  const tokens = token === '' ? [] : [token]
  // A spread in front would give each call a hidden class of its own.
  return answer(registry, work, { method, path, version, tokens, params, files, operation, unnamed, origins })
}

/** Runs an input of type `batched`: a batch request that is due. */
function runBatched(registry: Registry, work: ServiceWork, input: Input): Result {
  const call = batchedCall(work.tx, input)
  return isCallError(call) ? refused(call) : answerCall(registry, work, call)
}

/** The rule for each type of input. */
const rules: Readonly<Record<string, (registry: Registry, work: ServiceWork, input: Input) => Result>> = {
  request: runRequest,
  call: runCall,
  action: (registry, work, input) => ({ outcome: runAction(registry, work, input) }),
  batched: runBatched,
  fault: runFault,
  stub: runStub,
  configure: (_, work, input) => runConfigure(work, input),
  delivered: runDelivered,
}

/** The inputs that the engine takes itself. */
const engineInputs: readonly string[] = ['load', 'unreadable', 'advance', 'tick']

/** Returns true if a value of a file is an input of a type that there is. */
export const isInput = (value: Json | undefined): boolean =>
  isPlainObject(value) &&
  typeof value['type'] === 'string' &&
  (engineInputs.includes(value['type']) || Object.hasOwn(rules, value['type']))

const domainOf = (registry: Registry): Domain<ServiceTypes> => ({
  // The tables of areas are beyond the types of the service.
  schema: registry.tables as Tables,
  mismatch: ({ areas }) => areaMismatch(areasIn(areas), registry.areas),
  completed: completedPolicy,
  completedRows,
  flaw: (state, caps) => flawOf(state, caps, registry),
  conclude: concludeBatched,
  malformed: (message) => graphError(invalidParameter(message)),
  noRoom: (lack) => graphError(storageError(lack)),
  run(work, input) {
    const rule = Object.hasOwn(rules, input.type) ? rules[input.type] : undefined
    if (rule) return rule(registry, work, input)
    return refused(invalidParameter(`There is no input of type ${shown(input.type)}`))
  },
})

/** The state machine of the service. */
export const service: Machine<ServiceStepTypes> = machine(domainOf(serviceRegistry))

const machines = new WeakMap<Registry, Machine<ServiceStepTypes>>([[serviceRegistry, service]])

/** Returns the state machine of a world with the operations of a registry. */
function machineOf(registry: Registry): Machine<ServiceStepTypes> {
  const known = machines.get(registry) ?? machine(domainOf(registry))
  machines.set(registry, known)
  return known
}

/** Returns the state machine of a world with these operations, whose stubs have these functions. */
export const serviceWith = (
  registry: Registry,
  stubFunctions: ReadonlyMap<string, StubFunction>,
): Machine<ServiceStepTypes> =>
  stubFunctions.size === 0 ? machineOf(registry) : machine(domainOf({ ...registry, stubFunctions }))
