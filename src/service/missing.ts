import type { CallProgress } from './call-progress.ts'
import { PLATFORM, servesBeyond } from './contract/beyond.ts'
import { type CallError, invalidParameter, subcodes } from './contract/errors.ts'
import type { Policy } from './policy.ts'
import type { Call } from './routes/call.ts'
import type { Node, Tx } from './routes/context.ts'
import type { NamedEndpoint, Routes } from './routes/route.ts'
import { entryAt, idOf, isNodeId, isServed, nodeOf } from './routes/routes.ts'
import { stubLine } from './stubs/stub-line.ts'
import { nodeNumber } from './values/ids.ts'
import { lowerAscii } from './values/letter-case.ts'
import { closestName, didYouMean } from './values/nearest.ts'
import { shown } from './values/scalars.ts'
import { isValueless } from './values/valueless.ts'

/** The names, in messages, of the kinds of nodes that a path can name. */
const kindNames: Readonly<Record<string, string>> = {
  pages: 'a page',
  photos: 'a photo',
  albums: 'an album',
  videos: 'a video',
  posts: 'a post',
  comments: 'a comment',
  users: 'a user',
  businesses: 'a business',
  adAccounts: 'an ad account',
  campaigns: 'a campaign',
  adSets: 'an ad set',
  ads: 'an ad',
  creatives: 'an ad creative',
  asyncBatches: 'an asynchronous batch',
  reportRuns: 'a report run',
  customAudiences: 'a custom audience',
  adLabels: 'an ad label',
  eventSources: 'a pixel',
  leadForms: 'a lead form',
  leads: 'a lead',
  catalogs: 'a catalog',
  feedUploads: 'a feed upload',
  media: 'a media object',
  instagramAccounts: 'an Instagram account',
  instagramMedia: 'Instagram media',
  mediaContainers: 'a container of media',
  apps: 'an app',
  adImages: 'an ad image',
  threatIndicators: 'a threat indicator',
}

const kindName = (kind: string): string =>
  kindNames[kind] ?? (kind.includes('.') ? `a row of ${kind}` : 'an object that no path can name')

/** The endpoints of a kind of node that a world has. */
const edgesOf = ({ byPath }: Routes, kind: string, policy: Policy): NamedEndpoint[] =>
  [...byPath.values()].filter(
    (entry) => entry.kind === kind && entry.query === '' && !entry.web && isServed(entry, policy),
  )

const namesOf = (entries: readonly NamedEndpoint[]): string[] =>
  [...new Set(entries.map(({ edge }) => edge))].filter((name) => name !== '')

/** Returns the node whose id a segment contains in the wrong form, such as `123` for `act_123`. */
function misspelled(tx: Tx, segment: string): Node | undefined {
  const id = nodeNumber(segment)
  return id === undefined ? undefined : tx.node(id)
}

function unknownId(tx: Tx, segment: string): string {
  const node = misspelled(tx, segment)
  if (node?.kind === 'adAccounts') return `the id of this ad account is spelled act_${node.id}`
  if (node?.kind === 'posts') return `the id of this post is spelled ${idOf(node)}`
  if (node) return `the id of this object is spelled ${idOf(node)}`
  return `there is no object with the id ${shown(segment)} in this world`
}

/** A node that a call found, and the edge and the method that its kind lacks. */
interface MissingEdge {
  readonly kind: string
  readonly edge: string
  readonly method: string
}

const textOf = ({ kind, edge }: MissingEdge): string =>
  edge === '' ? kindName(kind) : `the edge ${shown(edge)} of ${kindName(kind)}`

/** The reason why a call found the node, but no endpoint for the edge and the method. */
function unknownEdge(routes: Routes, missing: MissingEdge, policy: Policy): string {
  const { kind, edge, method } = missing
  const what = textOf(missing)
  const beyond = entryAt(routes.byPath, method, kind, edge.split('/'))
  if (beyond && !isServed(beyond, policy))
    return (
      `${method} of ${what} is beyond the description: ` +
      `${PLATFORM}, or its key beyond: 'serve', serves it`
    )
  const entries = edgesOf(routes, kind, policy)
  const methods = entries.filter((entry) => entry.edge === edge).map((entry) => entry.method)
  if (methods.length > 0) return `${method} of ${what} is not simulated: it takes ${methods.join(' and ')}`
  if (entries.length === 0) return `${kindName(kind)} cannot be read or changed by a call: none is simulated`
  if (edge === '') return `${method} of ${what} is not simulated`
  const names = namesOf(entries)
  if (names.length === 0) return `${kindName(kind)} has no simulated edge`
  return `${what} is not simulated; its edges are ${names.join(', ')}${didYouMean(edge, names)}`
}

/** Adds the line that stubs a call, if the reason is that it is not simulated. */
function withStubLine(reason: string, missing: MissingEdge): string {
  const line = reason.includes('simulated') ? stubLine(missing) : undefined
  return line === undefined ? reason : `${reason}; ${line}`
}

/** Edges that a kind of node does not have at the live service either, with the name of its type. */
const nonexisting: Readonly<Record<string, { readonly type: string; readonly edges: readonly string[] }>> = {
  // https://github.com/sns-sdks/python-facebook/issues/219, https://github.com/strohne/Facepager/issues/190
  pages: { type: 'Page', edges: ['accounts', 'comments'] },
  // https://github.com/lucasrcosta/facebook-js-ads-sdk/issues/16
  users: { type: 'User', edges: ['campaigns'] },
  // https://github.com/facebook/facebook-nodejs-business-sdk/issues/89
  adAccounts: { type: 'AdAccount', edges: ['adaccounts'] },
}

/** What the live service answers to calls on people that it has taken away: nobody publishes as a person. */
const takenAway: Readonly<Record<string, CallError>> = {
  // https://github.com/Codeinwp/tweet-old-post/issues/649
  'POST feed': {
    code: 200,
    message:
      'If posting to a group, requires app being installed in the group, and \\ either publish_to_groups ' +
      'permission with user token, or both pages_read_engagement \\ and pages_manage_posts permission with ' +
      'page token; If posting to a page, \\ requires both pages_read_engagement and pages_manage_posts as ' +
      'an admin with \\ sufficient administrative permission',
  },
  // https://github.com/mobolic/facebook-sdk/issues/467
  'POST photos': {
    code: 200,
    message: 'This endpoint is deprecated since the required permission publish_actions is deprecated',
  },
  // https://github.com/mrdotb/facebook-api-video-upload/issues/26
  'POST videos': invalidParameter('No permission to publish the video'),
}

/** Returns the error for an edge that the live service does not have, if public sources show it. */
function nonexistingField({ kind, edge, method }: MissingEdge): CallError | undefined {
  const taken = kind === 'users' ? `${method} ${edge}` : ''
  if (Object.hasOwn(takenAway, taken) && takenAway[taken])
    return {
      ...takenAway[taken],
      because: ['nobody publishes as a person: take the id and the token of a page'],
    }
  const known = method === 'GET' ? nonexisting[kind] : undefined
  return known?.edges.includes(edge)
    ? invalidParameter(`Tried accessing nonexisting field (${edge}) on node type (${known.type})`)
    : undefined
}

/**
 * Returns the error for an edge that fauxgraph does not simulate. The live service may have it, so the error
 * says so in place of the subcode for what does not exist. It names the nearest simulated edge, and its
 * reason names them all (SIL-189).
 */
function notSimulatedError(routes: Routes, missing: MissingEdge, policy: Policy): CallError {
  const { kind, edge, method } = missing
  const reason = unknownEdge(routes, missing, policy)
  const entries = edgesOf(routes, kind, policy)
  const nearest = entries.some((entry) => entry.edge === edge)
    ? undefined
    : closestName(edge, namesOf(entries))
  const what =
    nearest === undefined ? reason : `${textOf(missing)} is not simulated, the nearest is ${nearest}`
  return {
    code: 100,
    message: `Unsupported ${lowerAscii(method)} request: ${what}`,
    because: [withStubLine(reason, missing)],
  }
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

const askedMethod = ({ method }: Call): string => (method === 'HEAD' ? 'GET' : method)

/** The kind of the node and the edge of a path that has no endpoint; undefined if the path names no node. */
function missingEdge({ call, route, tx, caller }: CallProgress): MissingEdge | undefined {
  const [first, ...edge] = call.path
  const node = route || first === undefined ? undefined : nodeOf(tx, first, caller)
  return node && { kind: node.kind, edge: edge.join('/'), method: askedMethod(call) }
}

/** Whether a path begins with a word, and not with an id. */
const isWordPath = ({ path: [word], operation }: Call): boolean =>
  word !== undefined && !isNodeId(word) && operation === undefined

/** The path of a call as what is missing: it names no node. */
const missingPath = (call: Call): MissingEdge => ({
  kind: '',
  edge: call.path.join('/'),
  method: askedMethod(call),
})

/** Adds the line that stubs a path without a node. */
function withWordLine(reason: string, call: Call): string {
  const line = isWordPath(call) ? stubLine(missingPath(call)) : undefined
  return line === undefined ? reason : `${reason}; ${line}`
}

function reasonOf(routes: Routes, progress: CallProgress): string {
  const { call, route, tx, caller } = progress
  if (route?.node) return `${kindName(route.node.kind)} has this id, but this caller cannot see it`
  const segment = route?.asked?.id ?? call.path[0]
  if (segment === undefined) return 'the path names no object'
  const node = nodeOf(tx, segment, caller)
  const missing = missingEdge(progress)
  if (!node) return withWordLine(unknownId(tx, segment), call)
  if (!missing) return `the id is that of ${kindName(node.kind)}`
  const { operation } = call
  return (
    (operation === undefined ? undefined : otherKind(routes, node, operation)) ??
    withStubLine(unknownEdge(routes, missing, tx.settings), missing)
  )
}

/** Whether a call may learn which edges its node has. */
function seesNode({ call, tx, caller, context, registry }: CallProgress): boolean {
  const node = call.path[0] === undefined ? undefined : nodeOf(tx, call.path[0], caller)
  return node !== undefined && context !== undefined && registry.isVisible(context, node)
}

/** The hint for a first segment that stands for an id or a version, and is spelled wrongly. */
function segmentHint(segment: string): string | undefined {
  if (isValueless(segment))
    return `the id in the path is the text ${segment}: the variable that holds it has no id`
  if (segment.startsWith('act_act_'))
    return `act_ stands twice before the id: send ${segment.slice('act_'.length)}`
  if (/^[0-9]{1,2}\.[0-9]$/.test(segment)) return `a version begins with v: send v${segment}`
  return undefined
}

/** The hint for a path that begins with a word and is no endpoint; undefined for one that names an object. */
function wordHint(routes: Routes, { call, tx }: CallProgress): string | undefined {
  const known = call.path[0] === undefined ? undefined : segmentHint(call.path[0])
  if (known !== undefined || !isWordPath(call)) return known
  const names = namesOf(edgesOf(routes, '', tx.settings))
  const path = call.path.join('/')
  const reason =
    `${askedMethod(call)} of the path ${shown(path)} is not simulated; the paths without an id ` +
    `are ${names.join(', ')}${didYouMean(path, names)}`
  return withWordLine(reason, call)
}

/**
 * Returns the error of a call that found no node or no endpoint. The reason is in `because`, which HTTP
 * answers leave out.
 */
export function missingError(routes: Routes, progress: CallProgress): CallError {
  const { call, route, tx } = progress
  const missing =
    servesBeyond(tx.settings) && call.operation === undefined ? missingEdge(progress) : undefined
  if (missing && seesNode(progress))
    return nonexistingField(missing) ?? notSimulatedError(routes, missing, tx.settings)
  const error = unsupportedError(call.method, route?.asked === undefined ? call.path : [route.asked.id])
  const hint = wordHint(routes, progress)
  return { ...error, because: [reasonOf(routes, progress)], ...(hint !== undefined && { hint }) }
}

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

/** The error of a typed call that names no node. */
export function unnamedError(
  operation: string | undefined,
  { parameter, given }: NonNullable<Call['unnamed']>,
): CallError {
  const problem = given === undefined ? 'is required' : `must be an id as text, got ${shown(given)}`
  return invalidParameter(`The parameter ${parameter} of ${operation} ${problem}`)
}
