import type { Tables } from '../chapters/tables.ts'
import type { AnyRow } from '../engine/store/table.ts'
import {
  answeredError,
  answerTooLong,
  charactersLeft,
  isWithinBudget,
  showWithinBudget,
} from './answer-budget.ts'
import type { CallProgress } from './call-progress.ts'
import { bounds } from './contract/bounds.ts'
import {
  type CallError,
  type ErrorCode,
  type Failure,
  type GraphError,
  invalidParameter,
  isCallError,
  isFailure,
} from './contract/errors.ts'
import { canRead, edgeError, selectingOf } from './pipeline.ts'
import type { Node } from './routes/context.ts'
import type { EndpointContext } from './routes/define.ts'
import { leadsToUnreadable } from './routes/own-links.ts'
import type { ReadContext } from './routes/read-context.ts'
import type { Route } from './routes/route.ts'
import { idOf, nodeOf, pathKey, routeOf } from './routes/routes.ts'
import { linkToRead } from './values/links.ts'
import { jsonSize } from './values/shared-records.ts'
import { pickMembers, type Shown, show } from './views/fields.ts'
import { type ListReader, type ListSource, type PageParams, pageOf, readerOfEdge } from './views/paging.ts'
import { recordsOf } from './views/record-cache.ts'
import { select } from './views/select.ts'
import type { Expansion, Selection, View } from './views/view.ts'

type Context = EndpointContext<string, unknown, ErrorCode>

/** A context, and the call that its functions serve. */
interface CallContext extends Context, Expanding {
  /** The selection of the call: every field if it has none. */
  readonly selection: Selection
}

const everything: Selection = { names: new Map() }

const asksForFields = ({ call: { params } }: CallProgress): boolean =>
  Object.hasOwn(params, 'fields') && params['fields'] !== ''

const failure = (progress: CallProgress, error: CallError): Failure => ({
  failure: answeredError(error, progress),
})

/** Returns a function that shows rows as records, with the lists and nodes that the selection expands. */
function expandedRecords<R extends AnyRow, V extends View<R>>(
  context: CallContext,
  view: V,
  selection: Selection,
): (row: R) => Shown<V> {
  const record = recordsOf<R, V>(view, selection, context.read)
  if (!selection.expansions) return record
  return (row) => expand(context, record(row), selection)
}

/** Returns a page of a list. `fields` are those of a call that names none. */
function listed<R extends AnyRow>(
  context: CallContext,
  source: ListSource<keyof Tables> | ListReader<R>,
  view: View<R>,
  fields: string | undefined,
) {
  const { progress, tx, params } = context
  const reader = ('read' in source ? source : readerOfEdge(tx, source)) as ListReader<R>
  const selection =
    fields === undefined || asksForFields(progress)
      ? context.selection
      : select(view, fields, selectingOf(progress))
  if (isCallError(selection)) return failure(progress, selection)
  const record = expandedRecords<R, View<R>>(context, view, selection)
  const show = (row: R) => (progress.noRows ? {} : showWithinBudget(progress, record, row))
  // A list within a record is not the one that a fault makes shorter.
  const rowsMax = progress.root ? undefined : progress.effects.pageRows
  const list = pageOf(reader, params as PageParams, show, rowsMax)
  if (isCallError(list)) return failure(progress, list)
  if (progress.noRows) return { data: [], paging: {} }
  return isWithinBudget(progress) ? list : { failure: answerTooLong(progress, true) }
}

/** The functions of all contexts. Each is made when a rule takes it: most rules take one or two. */
const functions: Omit<Context, keyof ReadContext | 'params' | 'files'> & ThisType<CallContext> = {
  get asynchronous() {
    return this.progress.call.asynchronous === true
  },
  get leadsToUnreadable(): Context['leadsToUnreadable'] {
    const { progress, tx, caller } = this
    const { origins } = progress.call
    const reader = { tx, caller, origins, canRead: (node: Node) => canRead(progress, node) }
    return (url) => leadsToUnreadable(reader, url)
  },
  get outbox(): Context['outbox'] {
    const { registry, tx, ledger } = this.progress
    return registry.outbox(tx, ledger)
  },
  get refuseFor(): Context['refuseFor'] {
    const { progress } = this
    return (error) => failure(progress, error)
  },
  get refuse(): Context['refuse'] {
    const { progress } = this
    return (code, message, more) => failure(progress, { code, message, ...more })
  },
  get show(): Context['show'] {
    return (view, row) => expandedRecords<typeof row, typeof view>(this, view, this.selection)(row)
  },
  get asks(): Context['asks'] {
    const { progress } = this
    return (name) => asksForFields(progress) && (progress.selection?.names.has(name) ?? false)
  },
  get readBack(): Context['readBack'] {
    const { progress, read, selection } = this
    return (view, row) =>
      asksForFields(progress) ? expand(this, show(view, row, selection, read), selection) : {}
  },
  get pageOf(): Context['pageOf'] {
    const page = <R extends AnyRow>(
      source: ListSource<keyof Tables> | ListReader<R>,
      view: View<R>,
      fields?: string,
    ) => listed(this, source, view, fields)
    // One function reads every list. Only its declared type relates the view to the rows.
    return page as unknown as Context['pageOf']
  },
}

/** Creates the context of an endpoint's rule. The node of the path has the name of the placeholder. */
export function endpointContextOf(progress: CallProgress, route: Route, read: ReadContext): Context {
  const context: { -readonly [N in keyof CallContext]: CallContext[N] } = Object.create(functions)
  context.progress = progress
  context.root = progress.root ?? progress
  context.read = read
  context.selection = progress.selection ?? everything
  context.tx = read.tx
  context.caller = read.caller
  context.version = read.version
  context.policy = read.policy
  context.now = read.now
  context.params = progress.params
  context.files = progress.call.files
  return route.node ? Object.assign(context, { [route.placeholder]: route.node }) : context
}

/** A record while its members are expanded. */
interface Expanding {
  readonly progress: CallProgress
  /** The call that the answer is for. */
  readonly root: CallProgress
  readonly read: ReadContext
}

/** Fails the whole call, because a member of its answer failed. The first error counts. */
function fail({ root }: Expanding, error: GraphError, operation?: string): undefined {
  root.expansionFailure ??= { error, operation }
  return undefined
}

/** Returns the error of a request whose records contain too many lists, or too many rows of lists. */
function tooManyError(progress: CallProgress): GraphError | undefined {
  const { expanded } = progress
  const { expandedListsMax: lists, expandedRowsMax: rows } = bounds
  if (!expanded || (expanded.lists <= lists && expanded.rows <= rows)) return undefined
  const most = `${lists} lists with ${rows} rows`
  const message = `The records of one request may contain at most ${most}: ask for less with limit()`
  return answeredError(invalidParameter(message), progress)
}

/** Counts a list or a node within a record, or returns the error if the request has too many. */
function countRead(root: CallProgress): GraphError | undefined {
  root.expanded ??= root.call.answerBudget?.expanded ?? { lists: 0, rows: 0, characters: 0 }
  root.expanded.lists += 1
  return tooManyError(root)
}

/** Counts the rows and the characters of a list within a record. Its own lists are part of it. */
function countRows(root: CallProgress, rows: number, characters: number): GraphError | undefined {
  const { expanded } = root
  if (!expanded) return undefined
  expanded.rows += rows
  expanded.characters = characters
  return characters > charactersLeft(root) ? answerTooLong(root, true) : tooManyError(root)
}

/** The answer of an edge, if it is a list. */
interface ListAnswer {
  readonly data?: readonly unknown[]
  readonly paging?: Readonly<Record<string, unknown>>
  readonly summary?: unknown
}

/** Returns the links of a list as links to its edge, with the parameters of the read within the record. */
function pagingOf(paging: ListAnswer['paging'], path: string, sent: Readonly<Record<string, string>>) {
  const { after: _after, before: _before, ...kept } = sent
  const members = Object.entries(paging ?? {})
  return Object.fromEntries(
    members.map(([name, link]) => [name, typeof link === 'string' ? linkToRead(link, path, kept) : link]),
  )
}

/** Returns the answer of an edge as the member of a record. An empty list without a summary is left out. */
function memberOf(answer: ListAnswer, path: string, { edge, selection }: Expansion, picks: boolean) {
  const { data } = answer
  if (!data) return answer
  if (data.length === 0) return answer.summary === undefined ? undefined : { data, summary: answer.summary }
  const picked = picks && selection && selection.names.size > 0
  const paging = answer.paging && { paging: pagingOf(answer.paging, path, edge?.sent ?? {}) }
  return { ...answer, data: picked ? pickMembers(data, selection) : data, ...paging }
}

/** Returns the list of an edge of a record, with the checks of a read of its own. */
function edgeOf(expanding: Expanding, id: string, expansion: Expansion): unknown {
  const { progress, root, read } = expanding
  const { edge, selection } = expansion
  const node = nodeOf(read.tx, id, read.caller)
  const entry = node && edge && progress.registry.routes.byPath.get(pathKey('GET', node.kind, edge.name))
  if (!entry || !progress.registry.isVisible(read, node)) return undefined
  const tooMany = countRead(root)
  if (tooMany) return fail(expanding, tooMany)
  const route = routeOf(entry, node)
  const segments = [idOf(node), ...entry.segments]
  const nested: CallProgress = {
    ...progress,
    root,
    call: { ...progress.call, path: segments, params: edge.sent },
    route,
    account: entry.endpoint.access.account(read.tx, node),
    params: edge.params,
    selection,
    noRows: edge.noRows,
    listed: undefined,
  }
  const refused = edgeError(nested)
  if (refused) return fail(expanding, answeredError(refused, nested), entry.operation)
  const before = root.expanded?.characters ?? 0
  const answer = entry.endpoint.run(endpointContextOf(nested, route, read))
  if (isFailure(answer)) return fail(expanding, answer.failure, entry.operation)
  const list = answer as ListAnswer
  const characters = before + (nested.listed ?? jsonSize(list, false))
  const tooLong = countRows(root, list.data?.length ?? 0, characters)
  if (tooLong) return fail(expanding, tooLong)
  return memberOf(list, segments.join('/'), expansion, entry.endpoint.view === undefined)
}

/** Returns the node that a member names by its id, with the selected fields. */
function nodeIn(expanding: Expanding, reference: unknown, { view, selection }: Expansion): unknown {
  const { progress, root, read } = expanding
  const id = (reference as { readonly id?: string } | undefined)?.id
  const node = id === undefined ? undefined : nodeOf(read.tx, id, read.caller)
  if (!node || !view || !selection || !progress.registry.isVisible(read, node)) return reference
  const tooMany = countRead(root)
  if (tooMany) return fail(expanding, tooMany)
  // The view is that of the nodes that the field names.
  const record: { readonly id?: string } = recordsOf(view as unknown as View<AnyRow>, selection, read)(node)
  return expand(expanding, record, selection)
}

/**
 * Returns a record with the members that other reads answer: the lists of edges, and the nodes of fields. If
 * one of them is refused, the call fails with that error.
 */
function expand<T extends { readonly id?: string }>(
  expanding: Expanding,
  record: T,
  { expansions }: Selection,
): T {
  if (!expansions) return record
  const members: Record<string, unknown> = { ...record }
  for (const expansion of expansions) {
    if (expanding.root.expansionFailure) break
    const { member, edge, ifShown } = expansion
    if (ifShown && members[member] === undefined) continue
    const value = edge
      ? edgeOf(expanding, String(record.id), expansion)
      : nodeIn(expanding, members[member], expansion)
    if (value !== undefined) members[member] = value
  }
  // Only members that the selection adds differ.
  return members as T
}
