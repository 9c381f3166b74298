import { isPlainObject } from '../../engine/values/plain-object.ts'
import type { CallProgress } from '../call-progress.ts'
import { livePermissions } from '../caller/live-permissions.ts'
import { servesBeyond } from '../contract/beyond.ts'
import { lowerAscii } from '../values/letter-case.ts'
import { readLink } from '../values/links.ts'
import { lastValue } from '../values/sent-params.ts'
import type { Node } from './context.ts'
import { idOf, isServed } from './routes.ts'

/** Returns the names of the fields, the type and the edges of a node, which `metadata=1` asks for. */
function metadataOf({ registry, policy, route, context }: CallProgress, node: Node): object | undefined {
  const view = (context && route?.endpoint.viewFor?.(context)) ?? route?.endpoint.view
  if (!view) return undefined
  const id = idOf(node)
  const edges = [...registry.routes.byPath.values()].filter(
    (entry) => entry.kind === node.kind && entry.method === 'GET' && entry.query === '' && entry.tail === '',
  )
  const served = edges.filter((entry) => entry.edge !== '' && !entry.web && isServed(entry, policy))
  return {
    fields: Object.keys(view.fields).map((name) => ({ name })),
    type: lowerAscii(view.name),
    connections: Object.fromEntries(served.map(({ edge }) => [edge, readLink(`${id}/${edge}`, {})])),
  }
}

/** The levels of messages that the parameter `debug` asks for. */
const debugLevels: readonly unknown[] = ['all', 'info', 'warning']

const debugging = 'https://developers.facebook.com/docs/graph-api/guides/debugging'

/** The permission with which a person's field is read, if the live service has one for it. */
function permissionFor(name: string): string | undefined {
  if (name === 'email') return name
  return livePermissions.find((permission) => permission === `user_${name}`)
}

/** The warnings about fields of a person that an answer lacks because the token lacks their permission. */
function warningsOf({ selection, caller }: CallProgress, node: Node | undefined, value: object): object[] {
  if (node?.kind !== 'users' || !selection) return []
  return [...selection.names.keys(), ...(selection.notSimulated ?? [])].flatMap((name) => {
    const permission = permissionFor(name)
    if (permission === undefined || Object.hasOwn(value, name)) return []
    if (caller?.scopes.some((scope) => scope === permission)) return []
    const rule = `only accessible on User object, if ${permission} permission is granted by the user`
    return [{ message: `Field ${name} is ${rule}`, type: 'warning' }]
  })
}

const ofFriends = {
  link: 'https://developers.facebook.com/docs/apps/changelog#v2_0',
  message: 'Only friends who have installed the app are returned in versions greater or equal to v2.0.',
  type: 'info',
}

/** Whether a read lists the friends of a person, by their edge or in the record of the person. */
const listsFriends = ({ route, selection }: CallProgress): boolean =>
  route?.operation === 'listFriends' ||
  selection?.expansions?.some(({ edge }) => edge?.name === 'friends') === true

/** Returns the messages about a call that `debug` asks for, apart from warnings. */
function infosOf(progress: CallProgress, level: unknown): readonly object[] {
  if (level === 'warning') return []
  const message = `No API Version was specified in the request. Default version ${progress.version} was used.`
  const ofVersion = { link: debugging, message, type: 'info' }
  return [
    ...(progress.call.version === undefined ? [ofVersion] : []),
    ...(listsFriends(progress) ? [ofFriends] : []),
  ]
}

/**
 * Returns the answer to a read with what `metadata` and `debug` add to it, in a world that serves the calls
 * of the live service.
 */
export function withDescription(progress: CallProgress, value: unknown): unknown {
  const { call, route, caller, policy } = progress
  const { metadata, debug } = call.params
  if (!servesBeyond(policy) || !isPlainObject(value) || call.method !== 'GET') return value
  const asked = ['1', 'true', 1, true].some((on) => on === lastValue(metadata))
  const node = route?.node ?? (route?.operation === 'me' ? (caller?.page ?? caller?.user) : undefined)
  const isRecord = !Array.isArray(value['data'])
  const described = asked && node && isRecord ? metadataOf(progress, node) : undefined
  const level = lastValue(debug)
  const messages = debugLevels.includes(level)
    ? [...warningsOf(progress, node, value), ...infosOf(progress, level)]
    : undefined
  return {
    ...value,
    ...(described && { metadata: described }),
    ...(messages && { __debug__: messages.length > 0 ? { messages } : {} }),
  }
}
