import type { NamedEndpoint } from '../../service/routes/route.ts'
import { lowerAscii, upperAscii } from '../../service/values/letter-case.ts'

/**
 * The routes of one method and one path of the document. Paths that differ only in the kind of their node are
 * one path in OpenAPI: `GET /{photo}` and `GET /{post}` are both `GET /{version}/{node}`.
 */
export interface RouteGroup {
  readonly path: string
  readonly method: string
  /** The name of the path parameter; empty if the path has none. */
  readonly node: string
  readonly web: boolean
  readonly routes: readonly NamedEndpoint[]
}

/** The path of a route, with a placeholder for its node. */
function pathOfRoute({ web, placeholder, query, prefix, edge }: NamedEndpoint, node: string): string {
  // A path below {web_url} has no version, and ends with a slash (CNV-002).
  if (web) return `/${edge}/`
  const segments = [...(placeholder && !query ? [`${prefix}{${node}}`] : []), ...(edge ? [edge] : [])]
  return ['/{version}', ...segments].join('/')
}

/** Returns the routes by path and method, in the order of the registry. */
export function groupsOf(routes: Iterable<NamedEndpoint>): readonly RouteGroup[] {
  const all = [...routes]
  const nodes = new Map<string, Set<string>>()
  for (const route of all) {
    const shape = pathOfRoute(route, '')
    nodes.set(shape, (nodes.get(shape) ?? new Set()).add(route.query ? '' : route.placeholder))
  }
  const groups = new Map<string, RouteGroup & { readonly routes: NamedEndpoint[] }>()
  for (const route of all) {
    const [only = '', ...others] = nodes.get(pathOfRoute(route, '')) ?? []
    const node = others.length > 0 ? 'node' : only
    const [path, { method, web }] = [pathOfRoute(route, node), route]
    const group = groups.get(`${method} ${path}`)
    if (group) group.routes.push(route)
    else groups.set(`${method} ${path}`, { path, method, node, web, routes: [route] })
  }
  return [...groups.values()]
}

/** Returns a word with an upper-case first letter. */
export const capitalized = (word: string): string => upperAscii(word.slice(0, 1)) + word.slice(1)

/** The id of an operation: the name of its endpoint, or its method and path if it has several routes. */
export function operationIdOf({ method, path, routes }: RouteGroup): string {
  const [route, ...others] = routes
  if (route && others.length === 0 && !route.implied) return route.operation
  const words = path.replace('{version}', '').match(/[A-Za-z]+/g) ?? []
  return [lowerAscii(method), ...words.map(capitalized)].join('')
}
