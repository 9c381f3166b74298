import { registry } from '../../areas/registry.ts'
import type { Tables } from '../../areas/tables.ts'
import { open } from '../../engine/draft.ts'
import { indexesOf } from '../../engine/edge.ts'
import type { Json } from '../../engine/guard.ts'
import type { ServiceContents } from '../../graph/context.ts'
import { type NamedEndpoint, resolve } from '../../graph/routes.ts'
import { service } from '../../machine/service-machine.ts'
import { type RequestedCall, readRequest } from '../../wire/request.ts'
import type { World } from '../../world/world.ts'

const indexes = indexesOf(service.schema)

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
  /** The endpoint; undefined if the path leads to none. */
  readonly entry: NamedEndpoint | undefined
}

const unknown: Recognized = { operation: 'unknown', params: {}, reads: false, entry: undefined }

/** Finds the operation of a request in a world, without a trace in it. */
export function recognize(world: World, request: SentRequest): Recognized {
  const understood = readRequest(request)
  if (!understood.ok) return unknown
  const { asked } = understood
  const operation = operationOf(world, asked)
  const entry = operation === undefined ? undefined : registry.routes.byName.get(operation)
  const { params } = asked
  return { operation: operation ?? 'unknown', params, reads: asked.method === 'GET', entry }
}

/** A node that stands for `me`: which kinds of node have the same edges does not depend on the token here. */
function meanings(world: World, path: readonly string[]): readonly (readonly string[])[] {
  const [first, ...rest] = path
  if (first !== 'me') return [path]
  const { user, page } = world.names ?? {}
  return [user, page].flatMap((id) => (id === undefined ? [] : [[id, ...rest]])).concat([[...path]])
}

function operationOf(world: World, { method, path, params }: RequestedCall): string | undefined {
  const tx = open<Tables, ServiceContents>(world.state.graph, indexes)
  for (const meaning of meanings(world, path)) {
    const call = { method, path: meaning, params, tokens: [], files: [] }
    const route = resolve(registry.routes, call, tx)
    if (route) return route.operation
  }
  return undefined
}

/** The error codes that an operation can answer, apart from those of its parameters and permissions. */
export const codesOf = (operation: string): readonly number[] => [
  ...(registry.routes.byName.get(operation)?.codes ?? []),
]
