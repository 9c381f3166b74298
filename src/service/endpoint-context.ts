import type { Tables } from '../chapters/tables.ts'
import type { AnyRow } from '../engine/store/table.ts'
import { answeredError, answerTooLong, isWithinBudget, showWithinBudget } from './answer-budget.ts'
import type { CallProgress } from './call-progress.ts'
import { type CallError, type ErrorCode, type Failure, isCallError } from './contract/errors.ts'
import { expand, type RunRule } from './expand.ts'
import { canRead, selectingOf } from './pipeline.ts'
import type { Node } from './routes/context.ts'
import type { EndpointContext } from './routes/define.ts'
import { leadsToUnreadable } from './routes/own-links.ts'
import type { ReadContext } from './routes/read-context.ts'
import type { Route } from './routes/route.ts'
import { type Shown, show } from './views/fields.ts'
import { type ListReader, type ListSource, type PageParams, pageOf, readerOfEdge } from './views/paging.ts'
import { recordsOf } from './views/record-cache.ts'
import { select } from './views/select.ts'
import type { Selection, View } from './views/view.ts'

type Context = EndpointContext<string, unknown, ErrorCode>

/** A context, and the call that its functions serve. */
interface CallContext extends Context {
  readonly progress: CallProgress
  readonly read: ReadContext
}

const everything: Selection = { names: new Map() }

const asksForFields = ({ call: { params } }: CallProgress): boolean =>
  Object.hasOwn(params, 'fields') && params['fields'] !== ''

const failure = (progress: CallProgress, error: CallError): Failure => ({
  failure: answeredError(error, progress),
})

const selectionOf = ({ progress }: CallContext): Selection => progress.selection ?? everything

const runRule: RunRule = (progress, route, read) =>
  route.endpoint.run(endpointContextOf(progress, route, read))

/** Returns a function that shows rows as records, with the lists and nodes that the selection expands. */
function expandedRecords<R extends AnyRow, V extends View<R>>(
  { progress, read }: CallContext,
  view: V,
  selection: Selection,
): (row: R) => Shown<V> {
  const record = recordsOf<R, V>(view, selection, read)
  if (!selection.expansions) return record
  return (row) => expand({ progress, read, run: runRule }, record(row), selection)
}

/** Returns the selection of a list. `fields` are those of a call that names none. */
function listSelection<R>(
  context: CallContext,
  view: View<R>,
  fields: string | undefined,
): Selection | CallError {
  const { progress } = context
  if (fields === undefined || asksForFields(progress)) return selectionOf(context)
  return select(view, fields, selectingOf(progress))
}

function listed<R extends AnyRow>(
  context: CallContext,
  source: ListSource<keyof Tables> | ListReader<R>,
  view: View<R>,
  fields: string | undefined,
) {
  const { progress, tx, params } = context
  const reader = ('read' in source ? source : readerOfEdge(tx, source)) as ListReader<R>
  const selection = listSelection(context, view, fields)
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
    return (view, row) => expandedRecords<typeof row, typeof view>(this, view, selectionOf(this))(row)
  },
  get asks(): Context['asks'] {
    const { progress } = this
    return (name) => asksForFields(progress) && (progress.selection?.names.has(name) ?? false)
  },
  get readBack(): Context['readBack'] {
    const selection = selectionOf(this)
    const { progress, read } = this
    return (view, row) =>
      asksForFields(progress)
        ? expand({ progress, read, run: runRule }, show(view, row, selection, read), selection)
        : {}
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
  context.read = read
  context.tx = read.tx
  context.caller = read.caller
  context.version = read.version
  context.policy = read.policy
  context.now = read.now
  context.params = progress.params
  context.files = progress.call.files
  return route.node ? Object.assign(context, { [route.placeholder]: route.node }) : context
}
