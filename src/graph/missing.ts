import type { Node, Tx } from './context.ts'
import { type CallError, subcodes } from './contract/errors.ts'
import type { CallProgress } from './pipeline.ts'
import { type NamedEndpoint, nodeOf, type Routes } from './routes.ts'
import { nodeNumber } from './values/ids.ts'
import { lowerAscii } from './values/letter-case.ts'
import { didYouMean } from './values/nearest.ts'
import { shown } from './values/scalars.ts'

/** The names, in messages, of the kinds of nodes that a path can name. */
const kindNames: Readonly<Record<string, string>> = {
  pages: 'a page',
  photos: 'a photo',
  posts: 'a post',
  users: 'a user',
  adAccounts: 'an ad account',
  campaigns: 'a campaign',
  adSets: 'an ad set',
  ads: 'an ad',
  creatives: 'an ad creative',
  asyncBatches: 'an asynchronous batch',
  leadForms: 'a lead form',
  leads: 'a lead',
  catalogs: 'a catalog',
  feedUploads: 'a feed upload',
  media: 'a media object',
}

const kindName = (kind: string): string => kindNames[kind] ?? 'an object that no path can name'

const edgesOf = ({ byPath }: Routes, kind: string): NamedEndpoint[] =>
  [...byPath.values()].filter((entry) => entry.kind === kind && entry.query === '' && !entry.web)

/** Returns the node whose id a segment contains in the wrong form, such as `123` for `act_123`. */
function misspelled(tx: Tx, segment: string): Node | undefined {
  const id = nodeNumber(segment)
  return id === undefined ? undefined : tx.node(id)
}

function unknownId(tx: Tx, segment: string): string {
  const node = misspelled(tx, segment)
  if (node?.kind === 'adAccounts') return `the id of this ad account is spelled act_${node.id}`
  if (node?.kind === 'posts') return `the id of this post is spelled ${node.page}_${node.id}`
  if (node) return `the id of this object is spelled ${node.id}`
  return `there is no object with the id ${shown(segment)} in this world`
}

/** The reason why a call found the node, but no endpoint for the edge and the method. */
function unknownEdge(routes: Routes, node: Node, edge: string, method: string): string {
  const entries = edgesOf(routes, node.kind)
  const methods = entries.filter((entry) => entry.edge === edge).map((entry) => entry.method)
  const what = edge === '' ? kindName(node.kind) : `the edge ${shown(edge)} of ${kindName(node.kind)}`
  if (methods.length > 0) return `${method} of ${what} is not simulated: it takes ${methods.join(' and ')}`
  if (entries.length === 0) return `${kindName(node.kind)} cannot be read or changed by a call`
  if (edge === '') return `${method} of ${what} is not simulated`
  const names = [...new Set(entries.map((entry) => entry.edge))].filter((name) => name !== '')
  if (names.length === 0) return `${kindName(node.kind)} has no simulated edge`
  return `${what} is not simulated; its edges are ${names.join(', ')}${didYouMean(edge, names)}`
}

/**
 * The reason why a typed call found a node of another kind than its operation takes; undefined if the kind is
 * right.
 */
function otherKind({ byName }: Routes, node: Node, operation: string): string | undefined {
  const expected = byName.get(operation)?.kind
  if (!expected || expected === node.kind) return undefined
  return `the id is that of ${kindName(node.kind)}, and ${operation} takes the id of ${kindName(expected)}`
}

function reasonOf(routes: Routes, { call, route, tx, caller }: CallProgress): string {
  if (route?.node) return `${kindName(route.node.kind)} has this id, but this caller cannot see it`
  const [first, ...edge] = call.path
  const segment = route?.asked ?? first
  if (segment === undefined) return 'the path names no object'
  const node = nodeOf(tx, segment, caller)
  if (!node) return unknownId(tx, segment)
  if (route) return `the id is that of ${kindName(node.kind)}`
  const { operation } = call
  return (
    (operation === undefined ? undefined : otherKind(routes, node, operation)) ??
    unknownEdge(routes, node, edge.join('/'), call.method === 'HEAD' ? 'GET' : call.method)
  )
}

/** Returns the reason why a call found no node or no endpoint, for `because`. HTTP answers leave it out. */
export const missingReasons = (routes: Routes, progress: CallProgress): readonly string[] => [
  reasonOf(routes, progress),
]

/**
 * Returns the error for a node or an edge that does not exist, that the caller cannot see, or that does not
 * support the method.
 */
export function unsupportedError(method: string, path: readonly string[]): CallError {
  const what = path[0] === undefined ? 'The root' : `Object with ID ${shown(path[0])}`
  return {
    code: 100,
    subcode: subcodes.unsupported,
    message:
      `Unsupported ${lowerAscii(method)} request. ${what} does not exist, cannot be loaded due to ` +
      'missing permissions, or does not support this operation',
  }
}
