import type { Caller } from '../caller/caller.ts'
import { servesBeyond } from '../contract/beyond.ts'
import type { ErrorCode } from '../contract/errors.ts'
import type { Policy } from '../policy.ts'
import { commentId, nodeNumber, postId } from '../values/ids.ts'
import { lowerAscii } from '../values/letter-case.ts'
import type { Call, RawParams } from './call.ts'
import type { Node, Tx } from './context.ts'
import { type Endpoint, placeholders } from './define.ts'
import type { NamedEndpoint, Route, Routes } from './route.ts'

const kinds: Readonly<Record<string, string>> = placeholders

const WEB = '{web_url}'
const ANY_SEGMENT = '*'

/** Returns the parts of a route. */
function partsOf(route: string) {
  const [method = '', address = ''] = route.split(' ')
  const web = address.startsWith(WEB)
  const [path = '', search = ''] = (web ? address.slice(WEB.length) : address).split('?')
  const [, query = '', queryNode = ''] = /^(\w+)=\{(\w+)\}$/.exec(search) ?? []
  const [, prefix = '', node = '', edge = ''] = /^\/(\w*?)\{(\w+)\}\/?(.*)$/.exec(path) ?? []
  const wholePath = path.replace(/^\/|\/$/g, '')
  const rest = node ? edge : wholePath
  const segments = rest === '' ? [] : rest.split('/')
  const last = node ? (segments.at(-1) ?? '') : ''
  const tail = last.startsWith('{') ? last.slice(1, -1) : ''
  return { method, web, query, prefix, placeholder: node || queryNode, edge: rest, tail, segments }
}

/** The codes of an endpoint whose `errors` are left out. */
const CODES_OF_EVERY_ENDPOINT: readonly ErrorCode[] = [100, 200]

/** Returns all codes of an endpoint: its own list, 190, and those of its surface (ERR-025; SIL-038). */
function codesOf({ access, errors }: Endpoint): ReadonlySet<ErrorCode> {
  const listed = errors.length > 0 ? errors : CODES_OF_EVERY_ENDPOINT
  return new Set<ErrorCode>([...listed, 190, ...access.codes])
}

/** Returns an endpoint with its name, the parts of its route, and its codes. */
export function namedEndpoint(
  operation: string,
  endpoint: Endpoint,
  route = endpoint.route,
  implied?: RawParams,
): NamedEndpoint {
  const parts = partsOf(route)
  const kind = endpoint.nodeTable ?? kinds[parts.placeholder] ?? ''
  return { operation, endpoint, ...parts, kind, codes: codesOf(endpoint), ...(implied && { implied }) }
}

/** The key of a route: its method, the kind of its node, and the path after the node. */
export const pathKey = (method: string, kind: string, edge: string): string => `${method} ${kind}/${edge}`

/** The path after the node as a key: a parameter at its end is any segment. */
const edgeKey = ({ edge, tail }: NamedEndpoint): string =>
  tail === '' ? edge : edge.replace(`{${tail}}`, ANY_SEGMENT)

/** Returns the endpoint of an edge, whose last segment may be a parameter. */
export function entryAt(
  byPath: Routes['byPath'],
  method: string,
  kind: string,
  edge: readonly string[],
): NamedEndpoint | undefined {
  const whole = byPath.get(pathKey(method, kind, edge.length === 1 ? (edge[0] ?? '') : edge.join('/')))
  if (whole || edge.length < 2) return whole
  return byPath.get(pathKey(method, kind, [...edge.slice(0, -1), ANY_SEGMENT].join('/')))
}

/** Returns the routes of a set of endpoints. Throws if two endpoints have the same route. */
export function routesOf(endpoints: Readonly<Record<string, unknown>>): Routes {
  const list = Object.entries(endpoints).map(([operation, endpoint]) =>
    namedEndpoint(operation, endpoint as Endpoint),
  )
  const byPath = new Map<string, NamedEndpoint>()
  const entries = list.flatMap((entry) => {
    const others = Object.entries(entry.endpoint.also ?? {})
    return [
      entry,
      ...others.map(([route, implied]) => namedEndpoint(entry.operation, entry.endpoint, route, implied)),
    ]
  })
  for (const entry of entries) {
    const key = pathKey(entry.method, entry.query ? '' : entry.kind, edgeKey(entry))
    if (byPath.has(key))
      throw new Error(`${entry.operation} and ${byPath.get(key)?.operation} have the same route`)
    byPath.set(key, entry)
  }
  const fixed = entries.filter(({ placeholder, query }) => placeholder === '' || query !== '')
  const edges = entries.filter(
    ({ method, kind, query, tail }) => method === 'GET' && kind !== '' && query === '' && tail === '',
  )
  return {
    byName: new Map(list.map((entry) => [entry.operation, entry])),
    byPath,
    beginnings: new Set(fixed.map(({ segments }) => segments[0] ?? '')),
    readableEdges: new Set(edges.map(({ edge }) => edge).filter((edge) => edge !== '')),
  }
}

/** Whether a path segment is `me` or has the form of a node's id. Other segments may name an endpoint. */
export const isNodeId = (segment: string): boolean =>
  segment === 'me' || nodeNumber(segment) !== undefined || AD_IMAGE_ID.test(segment)

/** The id of an ad image: that of its ad account, and its hash. */
const AD_IMAGE_ID = /^(\d{1,15}):([0-9a-f]{32})$/

/** Returns the page with this user name, in a world that serves the calls of the live service. */
export const pageNamed = (tx: Tx, name: string): Node | undefined =>
  servesBeyond(tx.settings) && name !== '' ? tx.first('pages', 'byUsername', [lowerAscii(name)]) : undefined

/** Returns the node of a path segment: an id (CNV-004), or `me` for the caller (SIL-062). */
export function nodeOf(tx: Tx, segment: string, caller: Caller | undefined): Node | undefined {
  if (segment === 'me') return caller?.kind === 'page' ? caller.page : caller?.user
  if (segment.includes(':')) {
    const [, account, hash = ''] = AD_IMAGE_ID.exec(segment) ?? []
    return account === undefined ? undefined : tx.first('adImages', 'byHash', [Number(account), hash])
  }
  const id = nodeNumber(segment)
  if (id === undefined) return pageNamed(tx, segment)
  const row = tx.node(id)
  return row && segment === idOf(row) ? row : undefined
}

/** Returns the id of a node in a path. Each node has exactly one (CNV-017; SIL-003). */
export function idOf(row: Node): string {
  if (row.kind === 'posts') return postId(row)
  if (row.kind === 'comments') return commentId(row)
  if (row.kind === 'adImages') return `${row.adAccount}:${row.hash}`
  return row.kind === 'adAccounts' ? `act_${row.id}` : String(row.id)
}

/** Returns the id in a parameter as text, or an empty text. */
export function idIn(params: Readonly<Record<string, unknown>>, name: string): string {
  const value = Object.hasOwn(params, name) ? params[name] : undefined
  return typeof value === 'number' || typeof value === 'string' ? String(value) : ''
}

/** Returns the route of a call whose path names no node. Its query may name one. */
function fixedRoute(entry: NamedEndpoint, { params, version, operation }: Call, tx: Tx): Route | undefined {
  // A path below the web address has no version. A typed call may have one for any endpoint.
  if (entry.web && version !== undefined && operation === undefined) return undefined
  if (!entry.query) return routeOf(entry)
  const id = idIn(params, entry.query)
  const node = nodeOf(tx, id, undefined)
  const asked = { parameter: entry.query, id }
  return { ...routeOf(entry, node?.kind === entry.kind ? node : undefined), asked }
}

/** Returns the route of an endpoint and a node. `last` is the last segment of the path. */
export const routeOf = (
  { operation, endpoint, codes, placeholder, tail, implied }: NamedEndpoint,
  node?: Node,
  last = '',
): Route => ({
  operation,
  endpoint,
  codes,
  node,
  placeholder,
  implied: tail === '' ? implied : { ...implied, [tail]: last },
})

/** Whether a world has an endpoint: one of the contract, or one beyond it under a policy (SIL-189). */
export const isServed = ({ endpoint }: NamedEndpoint, policy: Policy): boolean =>
  endpoint.source === undefined || servesBeyond(policy)

/**
 * Returns the route of a typed call, which names its endpoint. The call fails if its node has another kind
 * than the endpoint takes. An endpoint with several routes may take several kinds.
 */
export function namedRoute(
  { byName, byPath }: Routes,
  operation: string,
  call: Call,
  tx: Tx,
  caller: Caller | undefined,
): Route | undefined {
  const named = byName.get(operation)
  if (!named || !isServed(named, tx.settings)) return undefined
  const { path, method } = call
  const [segment] = path
  if (named.placeholder === '' || named.query !== '') return fixedRoute(named, call, tx)
  if (segment === undefined || path.join().includes('/')) return undefined
  const node = nodeOf(tx, segment, caller)
  const entry = !node || node.kind === named.kind ? named : entryAt(byPath, method, node.kind, path.slice(1))
  return node && entry?.operation === operation ? routeOf(entry, node, path.at(-1)) : undefined
}

/**
 * Returns the route of a call by its path, or undefined if the node does not exist or has no such edge or
 * method (USR-018, USR-019, USR-020, CAT-033, CAT-034, CAT-035, CAT-042, CAT-043, CAT-044, REF-003; SIL-011).
 */
export function resolve(routes: Routes, call: Call, tx: Tx, caller?: Caller): Route | undefined {
  const { method, path, params, address } = call
  const [segment = ''] = path
  // An escaped slash separates no segments, and no node has such an id.
  if (path.join().includes('/')) return undefined
  const routeMethod = method === 'HEAD' ? 'GET' : method
  const mayBeFixed = routes.beginnings.has(segment)
  const fixed =
    (mayBeFixed ? routes.byPath.get(pathKey(routeMethod, '', path.join('/'))) : undefined) ??
    (Object.hasOwn(params, 'ids') ? edgesOfIds(routes, routeMethod, path, tx.settings) : undefined)
  const node = fixed ? undefined : nodeOf(tx, segment, caller)
  const entry = fixed ?? (node && entryAt(routes.byPath, routeMethod, node.kind, path.slice(1)))
  if (!entry || !isServed(entry, tx.settings)) return undefined
  if (address !== undefined && entry.web !== (address === 'web')) return undefined
  return fixed ? fixedRoute(fixed, call, tx) : routeOf(entry, node, path.at(-1))
}

/**
 * Returns the read of several ids for a call with the parameter `ids` that reads an edge of each, as in
 * `/picture?ids=1,2`. Only a world beyond the description has such reads.
 */
const edgesOfIds = (
  { byPath, readableEdges }: Routes,
  method: string,
  path: readonly string[],
  policy: Policy,
): NamedEndpoint | undefined =>
  method === 'GET' && readableEdges.has(path.join('/')) && servesBeyond(policy)
    ? byPath.get('GET /')
    : undefined

/** Returns the path and the parameters of a typed call, which passes the id of its node as a parameter. */
export function typedPath<V>(
  { placeholder, query, prefix, segments, tail }: NamedEndpoint,
  sent: Readonly<Record<string, V>>,
): Pick<Call, 'path' | 'unnamed'> & { readonly params: Record<string, V> } {
  const { [placeholder]: given, ...params } = sent
  if (!placeholder || query) return { path: segments, params }
  const id = typeof given === 'number' || typeof given === 'string' ? String(given) : ''
  const edge = tail === '' ? segments : [...segments.slice(0, -1), idIn(sent, tail)]
  const path = [id.startsWith(prefix) ? id : prefix + id, ...edge]
  return id === '' ? { path, params, unnamed: { parameter: placeholder, given } } : { path, params }
}

/** The error codes of calls without an endpoint: 200 for those that the live service has taken away. */
export const unresolvedCodes: ReadonlySet<ErrorCode> = new Set([100, 190, 200])
