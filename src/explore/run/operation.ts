import { batch } from '../../chapters/platform/endpoints.ts'
import { readBy } from '../../engine/schema/schema.ts'
import { deepFreeze } from '../../engine/store/freeze.ts'
import type { Json } from '../../engine/values/guard.ts'
import { batchedItem } from '../../machine/wire/batch.ts'
import { callOf, type RequestedCall, readRequest } from '../../machine/wire/request.ts'
import { isCallError } from '../../service/contract/errors.ts'
import { resolve } from '../../service/routes/routes.ts'
import { parameterTypes } from '../../service/values/sent-params.ts'
import { readingTx } from '../../world/handle/handle.ts'
import { handleOf } from '../../world/handles.ts'
import type { World } from '../../world/world.ts'

/** A request as the code under test sent it. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** The operation that a request leads to, and its parameters. */
export interface Recognized {
  readonly operation: string
  readonly params: Readonly<Record<string, Json>>
  readonly reads: boolean
  /** True if the operation reads a list. */
  readonly lists?: boolean
  /** The calls of a batch. */
  readonly calls?: readonly Recognized[]
}

const unknown: Recognized = { operation: 'unknown', params: {}, reads: false }

type ReadRequest = ReturnType<typeof readRequest>

/** The requests that were parsed last, by their text: code under test sends the same ones in every run. */
const known = new Map<string, ReadRequest>()
const KNOWN_MAX = 200

/** Parses a request, or returns how the same request was parsed before. */
function readOnce(request: SentRequest): ReadRequest {
  const { method, url, headers, body } = request
  if (body instanceof Uint8Array) return readRequest(request)
  const text = JSON.stringify([method, url, headers, body])
  const before = known.get(text)
  if (before) return before
  if (known.size >= KNOWN_MAX) known.clear()
  const parsed = readRequest(request)
  // Laws see the parameters, and must not change those of later runs.
  if (parsed.ok) deepFreeze(parsed.asked.params)
  known.set(text, parsed)
  return parsed
}

/** Finds the operation of a request in a world, without a trace in it. */
export function recognize(world: World, request: SentRequest): Recognized {
  const understood = readOnce(request)
  if (!understood.ok) return unknown
  const { asked } = understood
  const whole = recognizeCall(world, asked)
  return whole.operation === 'batch' ? { ...whole, calls: callsIn(world, asked) } : whole
}

/** What tells the operation of a call that is sent alone or within a batch. */
type CallByPath = Pick<RequestedCall, 'method' | 'path' | 'params'>

function recognizeCall(world: World, call: CallByPath): Recognized {
  const operation = operationOf(world, call) ?? unknown.operation
  const { endpoint } = handleOf(world).registry.routes.byName.get(operation) ?? {}
  const reads = call.method === 'GET'
  const lists = reads && endpoint !== undefined && parameterTypes(endpoint).has('after')
  return { operation, params: call.params, reads, lists }
}

/** Finds the operations of the calls of a batch. One that refers to a result before it may be unknown. */
function callsIn(world: World, asked: RequestedCall): Recognized[] {
  const read = readBy(batch.params, { batch: asked.params['batch'] ?? null })
  if (!read.success) return []
  const whole = callOf(asked, [], world.policy)
  return read.data.batch.flatMap((item) => {
    const { call } = batchedItem(item, whole, world.policy)
    return isCallError(call) ? [] : [recognizeCall(world, call)]
  })
}

/** A node that stands for `me`: which kinds of node have the same edges does not depend on the token here. */
function meanings(world: World, path: readonly string[]): readonly (readonly string[])[] {
  const [first, ...rest] = path
  if (first !== 'me') return [path]
  const { user, page } = world.names ?? {}
  return [user, page].flatMap((id) => (id === undefined ? [] : [[id, ...rest]])).concat([[...path]])
}

function operationOf(world: World, { method, path, params }: CallByPath): string | undefined {
  const { routes } = handleOf(world).registry
  const tx = readingTx(world)
  for (const meaning of meanings(world, path)) {
    const call = { method, path: meaning, params, tokens: [], files: [] }
    const route = resolve(routes, call, tx)
    if (route) return route.operation
  }
  return undefined
}

/** The error codes that an operation can answer, apart from those of its parameters and permissions. */
export const codesOf = (world: World, operation: string): readonly number[] => [
  ...(handleOf(world).registry.routes.byName.get(operation)?.codes ?? []),
]

/** Answers requests to a service outside the world, in place of the real one. */
export type OtherService = (request: Request) => Response | Promise<Response>
