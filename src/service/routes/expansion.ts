import { type CallError, invalidParameter, isCallError } from '../contract/errors.ts'
import { shown } from '../values/scalars.ts'
import { isListFilter, parameterTypes, readParams } from '../values/sent-params.ts'
import type { NamedField } from '../views/field-text.ts'
import { membersNamed, selectInner } from '../views/live-selection.ts'
import type { EdgeReader, Expander } from '../views/selection.ts'
import type { View } from '../views/view.ts'
import { tablesOfTypes } from './define.ts'
import type { NamedEndpoint, Routes } from './route.ts'
import { isServed, pathKey } from './routes.ts'

const ALIAS = /^[a-z]\w{0,63}$/i

const aliasError = (edge: string, alias: string): CallError =>
  invalidParameter(`The alias of ${edge} must be a name of up to 64 letters, got ${shown(alias)}`)

/** The modifiers of an edge: its parameters, and those that concern the answer alone. */
interface EdgeModifiers {
  readonly alias: string | undefined
  /** The parameters of the read, as they were sent. */
  readonly sent: Readonly<Record<string, string>>
  /** The modifiers that the edge does not have. The service ignores unknown parameters. */
  readonly ignored: readonly string[]
}

function modifiersOf({ modifiers, innerText }: NamedField, { endpoint }: NamedEndpoint): EdgeModifiers {
  const types = parameterTypes(endpoint)
  const sent: Record<string, string> = {}
  const ignored: string[] = []
  let alias: string | undefined
  for (const [name, argument] of modifiers) {
    if (name === 'as') alias = argument
    else if (types.has(name) || isListFilter(name)) sent[name] = argument
    else ignored.push(name)
  }
  return { alias, sent: { ...sent, ...(innerText !== undefined && { fields: innerText }) }, ignored }
}

/** Whether the answer of an endpoint can stand within a record. */
const isReadable = ({ endpoint: { mediaType, redirects, answersSecret } }: NamedEndpoint): boolean =>
  mediaType === undefined && !redirects && !answersSecret

/**
 * Returns the reader of the edges in `fields`, as in `adaccounts.limit(5){name}`. Modifiers are parameters of
 * the edge; `as` renames the member. They are parsed once, before a row is read.
 */
const edgeReader =
  (routes: Routes): EdgeReader =>
  (type, field, selecting) => {
    const kind = Object.hasOwn(tablesOfTypes, type) ? tablesOfTypes[type] : undefined
    const entry = kind && routes.byPath.get(pathKey('GET', kind, field.name))
    if (!entry || !isServed(entry, selecting.policy) || !isReadable(entry)) return undefined
    const { alias, sent, ignored } = modifiersOf(field, entry)
    if (alias !== undefined && !ALIAS.test(alias)) return aliasError(field.name, alias)
    const read = readParams({ params: sent }, entry, selecting.policy, selecting.now)
    if (isCallError(read)) return read
    const { view } = entry.endpoint
    const inner = view ? selectInner(view, field.inner, selecting) : membersNamed(field.inner ?? [])
    if (isCallError(inner)) return inner
    const notSimulated = [...(inner.notSimulated ?? []), ...ignored.map((name) => `${name}()`)]
    const selection = { ...inner, ...(notSimulated.length > 0 && { notSimulated }) }
    const edge = { name: field.name, endpoint: entry.endpoint, sent, params: read.value, noRows: read.noRows }
    return { member: alias ?? field.name, edge, selection }
  }

/** Returns the views by the types of their nodes: those of reads of nodes, or else those of lists. */
function viewsOf({ byPath }: Routes): ReadonlyMap<string, View<never>> {
  const views = new Map<string, View<never>>()
  for (const isNode of [true, false])
    for (const { method, edge, kind, endpoint } of byPath.values()) {
      const name = endpoint.view?.name
      const isRead = method === 'GET' && kind !== '' && (edge === '') === isNode
      if (isRead && name !== undefined && !views.has(name)) views.set(name, endpoint.view as View<never>)
    }
  return views
}

/** Returns what selects the edges and nodes within records. */
export function expanderOf(routes: Routes): Expander {
  let views: ReadonlyMap<string, View<never>> | undefined
  return {
    edgeOf: edgeReader(routes),
    viewOf(type) {
      views ??= viewsOf(routes)
      return views.get(type)
    },
  }
}
