import type { Caller } from './caller/caller.ts'
import type { Node, Tx } from './context.ts'
import type { ErrorCode } from './contract/errors.ts'
import { type Endpoint, placeholders, type RawParams } from './define.ts'
import type { Call, Route } from './pipeline.ts'

/** An endpoint with its name and its route taken apart. */
export interface NamedEndpoint {
  readonly operation: string
  readonly endpoint: Endpoint
  readonly method: string
  /** The name of the placeholder; empty for a route without one. */
  readonly placeholder: string
  /** The kind of node that the placeholder stands for. */
  readonly kind: string
  /** The parameter that names the node where the path does not; else empty. */
  readonly query: string
  /** Whether it lies below the web address, whose paths have no version. */
  readonly web: boolean
  /** What stands before the placeholder's id: `act_` or nothing. */
  readonly prefix: string
  /** The path behind the node, or the whole path of a route without a placeholder. */
  readonly edge: string
  /** Every code that it may answer. */
  readonly codes: ReadonlySet<ErrorCode>
  /** The parameters that this spelling of the route stands for. */
  readonly implied?: RawParams
}

const kinds: Readonly<Record<string, string>> = placeholders

const WEB = '{web_url}'

/** A route taken apart. */
function partsOf(route: string) {
  const [method = '', address = ''] = route.split(' ')
  const web = address.startsWith(WEB)
  const [path = '', asked = ''] = (web ? address.slice(WEB.length) : address).split('?')
  const [, query = '', named = ''] = /^(\w+)=\{(\w+)\}$/.exec(asked) ?? []
  const [, prefix = '', node = '', edge = ''] = /^\/(\w*?)\{(\w+)\}\/?(.*)$/.exec(path) ?? []
  const whole = path.replace(/^\/|\/$/g, '')
  return { method, web, query, prefix, placeholder: node || named, edge: node ? edge : whole }
}

function named(
  operation: string,
  endpoint: Endpoint,
  route = endpoint.route,
  implied?: RawParams,
): NamedEndpoint {
  const parts = partsOf(route)
  const { access, errors } = endpoint
  // The contract lists no code for some endpoints: they answer a wrong parameter and a missing right.
  const listed: readonly ErrorCode[] = errors.length > 0 ? errors : [100, 200]
  const kind = kinds[parts.placeholder] ?? ''
  const codes = new Set<ErrorCode>([...listed, 190, ...access.codes])
  return { operation, endpoint, ...parts, kind, codes, ...(implied && { implied }) }
}

/** Every endpoint, by name and by route. */
export interface Routes {
  readonly byName: ReadonlyMap<string, NamedEndpoint>
  readonly byPath: ReadonlyMap<string, NamedEndpoint>
}

const pathKey = (method: string, kind: string, edge: string): string => `${method} ${kind}/${edge}`

/** Builds the routes of a set of endpoints; two endpoints of one route are a mistake of ours. */
export function routesOf(endpoints: Readonly<Record<string, unknown>>): Routes {
  const list = Object.entries(endpoints).map(([operation, endpoint]) =>
    named(operation, endpoint as Endpoint),
  )
  const byPath = new Map<string, NamedEndpoint>()
  const spellings = list.flatMap((entry) => {
    const others = Object.entries(entry.endpoint.also ?? {})
    return [
      entry,
      ...others.map(([route, implied]) => named(entry.operation, entry.endpoint, route, implied)),
    ]
  })
  for (const entry of spellings) {
    const key = pathKey(entry.method, entry.query ? '' : entry.kind, entry.edge)
    if (byPath.has(key))
      throw new Error(`${entry.operation} and ${byPath.get(key)?.operation} have the same route`)
    byPath.set(key, entry)
  }
  return { byName: new Map(list.map((entry) => [entry.operation, entry])), byPath }
}

const NODE_ID = /^(?:act_|\d{1,15}_)?(\d{1,15})$/

/** Whether a path segment is spelled like the id of a node; another may name an endpoint. */
export const isNodeId = (segment: string): boolean => segment === 'me' || NODE_ID.test(segment)

/** The node that a path segment names: an id, `act_` and an id, a page and a post id, or `me`. */
export function nodeOf(tx: Tx, segment: string, caller: Caller | undefined): Node | undefined {
  if (segment === 'me') return caller?.kind === 'page' ? caller.page : caller?.user
  const [, id] = NODE_ID.exec(segment) ?? []
  const row = id === undefined ? undefined : tx.node(Number(id))
  if (!row) return undefined
  return segment === spellingOf(row) ? row : undefined
}

/** The one spelling of a node's id in a path: two paths never lead to the same node. */
function spellingOf(row: Node): string {
  if (row.kind === 'posts') return `${row.page}_${row.id}`
  return row.kind === 'adAccounts' ? `act_${row.id}` : String(row.id)
}

/** The id that a parameter gives, as text. */
function idIn(params: Readonly<Record<string, unknown>>, name: string): string {
  const given = Object.hasOwn(params, name) ? params[name] : undefined
  return typeof given === 'number' || typeof given === 'string' ? String(given) : ''
}

/** The route of a path that names no node, or names it in the query. */
function fixedRoute(entry: NamedEndpoint, { params, version, operation }: Call, tx: Tx): Route | undefined {
  // A typed call may speak a version wherever it leads; a path below the web address has none.
  if (entry.web && version !== undefined && operation === undefined) return undefined
  if (!entry.query) return routeOf(entry)
  const asked = idIn(params, entry.query)
  const node = nodeOf(tx, asked, undefined)
  return { ...routeOf(entry, node?.kind === entry.kind ? node : undefined), asked }
}

const routeOf = (
  { operation, endpoint, codes, placeholder, implied }: NamedEndpoint,
  node?: Node,
): Route => ({
  operation,
  endpoint,
  codes,
  node,
  placeholder,
  ...(implied && { implied }),
})

/** What a call leads to; undefined when there is no such node, or the node has no such edge or method. */
export function resolve(routes: Routes, call: Call, tx: Tx, caller?: Caller): Route | undefined {
  const { method, path, operation, address } = call
  // A slash within a segment came escaped: it parts nothing.
  if (path.some((part) => part.includes('/'))) return undefined
  const asked = method === 'HEAD' ? 'GET' : method
  const whole = routes.byPath.get(pathKey(asked, '', path.join('/')))
  // A typed call that names a node's endpoint means the node: `me` is one as well as an endpoint.
  const fixed = operation === undefined || whole?.operation === operation ? whole : undefined
  const [segment, ...edge] = path
  const node = fixed || segment === undefined ? undefined : nodeOf(tx, segment, caller)
  const entry = fixed ?? (node && routes.byPath.get(pathKey(asked, node.kind, edge.join('/'))))
  // A typed call names its endpoint, and a node of another kind is not the node that it asks for.
  if (!entry || (operation !== undefined && entry.operation !== operation)) return undefined
  if (address !== undefined && entry.web !== (address === 'web')) return undefined
  return fixed ? fixedRoute(fixed, call, tx) : routeOf(entry, node)
}

/** The path of a typed call, whose placeholder is one of its parameters. */
export function pathOf(
  { placeholder, query, prefix, edge }: NamedEndpoint,
  params: Readonly<Record<string, unknown>>,
): string[] {
  const rest = edge === '' ? [] : edge.split('/')
  if (!placeholder || query) return rest
  const id = idIn(params, placeholder)
  return [id.startsWith(prefix) ? id : prefix + id, ...rest]
}

/** The surface of calls that lead nowhere: nothing is known of them but that they failed. */
export const nowhere: ReadonlySet<ErrorCode> = new Set([100, 190])
