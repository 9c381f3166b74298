import { json } from '../../engine/schema/schema.ts'
import { z } from '../../engine/schema/zod.ts'
import { type Access, accountOf, unownedAccess } from '../access/access.ts'
import type { Caller } from '../caller/caller.ts'
import { errorCodes } from '../contract/errors.ts'
import type { Call } from '../routes/call.ts'
import type { Node, Tx } from '../routes/context.ts'
import { type Endpoint, placeholders } from '../routes/define.ts'
import type { NamedEndpoint, Route, Routes } from '../routes/route.ts'
import { namedEndpoint, nodeOf, pathKey } from '../routes/routes.ts'
import { shown } from '../values/scalars.ts'
import type { ArmedStub, Stub } from './stub.ts'

/** The kinds of nodes whose calls count for the limits of ads, or of users and apps. */
const adsKinds = new Set([
  ...['adAccounts', 'campaigns', 'adSets', 'ads', 'creatives', 'asyncBatches', 'reportRuns'],
  ...['customAudiences', 'adImages', 'adLabels', 'eventSources'],
])
const surfaces: Readonly<Record<string, Access['surface']>> = { users: 'user', apps: 'app', '': 'user' }

const surfaceOf = (kind: string): Access['surface'] =>
  adsKinds.has(kind) ? 'ads' : (surfaces[kind] ?? 'page')

/** The access of a stub: each caller who sees the node, because nothing says which permission it needs. */
const accessOf = (kind: string, writes: boolean): Access => ({
  ...unownedAccess,
  surface: surfaceOf(kind),
  writes,
  account: accountOf,
  errorOf: () => undefined,
})

/** Any parameters: no schema says which ones a stub takes. */
const anyParams = z.record(z.string(), json)

function neverRun(): never {
  throw new Error('A stub has no rule of its own')
}

const known = new WeakMap<Stub, NamedEndpoint>()

/** Returns the endpoint of a stub. It may answer each error code, because fault rules inject them. */
export function endpointOf(stub: Stub): NamedEndpoint {
  const before = known.get(stub)
  if (before) return before
  const { route } = stub
  const draft: Endpoint = {
    kind: 'endpoint',
    route,
    chapter: 'Stubs',
    access: accessOf('', false),
    errors: errorCodes,
    params: anyParams,
    result: json,
    run: neverRun,
  }
  const { kind, method } = namedEndpoint(route, draft)
  const entry = namedEndpoint(route, { ...draft, access: accessOf(kind, method !== 'GET') })
  known.set(stub, entry)
  return entry
}

/** Whether a stub answers a path: exactly this one, or the same edge of a node of its kind. */
function answers(
  { stub }: ArmedStub,
  key: { method: string; path: string; node: Node | undefined; edge: string },
) {
  const { method, placeholder, kind, edge } = endpointOf(stub)
  if (method !== key.method) return false
  return placeholder === '' ? edge === key.path : key.node?.kind === kind && edge === key.edge
}

/** Returns the stub that answers a call: one for the exact path before one for all nodes of a kind. */
function stubOf(stubs: readonly ArmedStub[], { method, path }: Call, node: Node | undefined) {
  const key = {
    method: method === 'HEAD' ? 'GET' : method,
    path: path.join('/'),
    edge: path.slice(1).join('/'),
    node,
  }
  const matching = stubs.filter((armed) => answers(armed, key))
  return matching.find(({ stub }) => endpointOf(stub).placeholder === '') ?? matching[0]
}

/**
 * Returns the route of a call in a world with stubs. A simulated endpoint is replaced only by a stub with
 * `override`, and keeps its name.
 *
 * @param simulated The route of the call without stubs.
 */
export function stubbedRoute(
  stubs: readonly ArmedStub[],
  call: Call,
  { tx, caller, simulated }: { tx: Tx; caller: Caller | undefined; simulated: Route | undefined },
): Route | undefined {
  const [segment] = call.path
  if (segment === undefined || call.address === 'web' || call.path.some((part) => part.includes('/')))
    return simulated
  const node = nodeOf(tx, segment, caller)
  const stub = stubOf(stubs, call, node)
  if (!stub || (simulated && stub.stub.override !== true)) return simulated
  const { operation, endpoint, codes, placeholder } = endpointOf(stub.stub)
  return {
    operation: simulated?.operation ?? operation,
    endpoint,
    codes,
    node,
    placeholder: node ? placeholder || 'node' : '',
    implied: undefined,
    stub: { armed: stub, overrides: simulated?.operation },
  }
}

const FIRST_SEGMENT = /^(?:act_)?\{(\w+)\}$/

/** Returns the problem of the placeholder of a route; undefined if it has none. */
export function placeholderProblem(route: string): string | undefined {
  const [first = ''] = route.slice(route.indexOf('/') + 1).split('/')
  if (!first.includes('{')) return undefined
  const [, name = ''] = FIRST_SEGMENT.exec(first) ?? []
  if (Object.hasOwn(placeholders, name)) return undefined
  const known = Object.keys(placeholders).join(', ')
  return `The member route must have one of the placeholders ${known}, got ${shown(first)}`
}

/** Returns the simulated endpoint that has the route of a stub; undefined if none has it. */
export function simulatedAt({ byPath }: Routes, stub: Stub): NamedEndpoint | undefined {
  const { method, kind, edge } = endpointOf(stub)
  return byPath.get(pathKey(method, kind, edge))
}
