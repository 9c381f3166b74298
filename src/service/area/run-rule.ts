import type { z } from '../../engine/schema/zod.ts'
import { deepFreeze } from '../../engine/store/freeze.ts'
import { storageFullOf } from '../../engine/store/storage.ts'
import { isPlainObject, type Json } from '../../engine/values/guard.ts'
import { bounds } from '../contract/bounds.ts'
import type { ErrorCode } from '../contract/errors.ts'
import { isFailure } from '../contract/errors.ts'
import { AreaError, thrownExcerpt } from '../routes/area-error.ts'
import type { Tx } from '../routes/context.ts'
import type { ActionContext, EndpointContext } from '../routes/define.ts'
import { drawOf, lettersOf } from '../routes/draw.ts'
import type { List } from '../views/paging.ts'
import type { Area } from './area.ts'
import { checkedBy, plainCopy } from './columns.ts'
import type { AreaList, AreaNotice, AreaRefusal } from './context.ts'
import type { AreaAction, AreaEndpoint } from './operation.ts'
import { areaCallerOf } from './read-context.ts'
import { tableName } from './tables.ts'
import { newWork, txOf } from './tx.ts'
import { type AnyView, serviceView } from './view.ts'

/** The operation of an area that runs. */
interface Running {
  readonly area: Area
  readonly operation: string
}

type CallContext = EndpointContext<string, unknown, ErrorCode>

/** What a rule has made beside rows. Notices are queued when it has ended well: the outbox is not undone. */
interface Made {
  readonly notices: Parameters<CallContext['outbox']['notifyApp']>[0][]
  readonly refusals: WeakSet<object>
  /**
   * The links of its lists, by the texts that stand for them. A link begins with a mark that is no valid
   * text, so that a rule could neither check it nor make one.
   */
  readonly links: Map<string, string>
}

const nothingMade = (): Made => ({ notices: [], refusals: new WeakSet(), links: new Map() })

function noticeOf({ area }: Running, tx: Tx, { app, about, field, value }: AreaNotice) {
  if (!tx.find('apps', app)) throw new AreaError(`notify takes the id of an existing app, got ${app}`)
  if (!tx.node(about)) throw new AreaError(`notify takes the id of an existing row in about, got ${about}`)
  if (typeof field !== 'string' || field.length > bounds.noticeFieldCharactersMax)
    throw new AreaError(`notify takes a field of at most ${bounds.noticeFieldCharactersMax} characters`)
  const copy = plainCopy('the value of a notice', { ...value }) as AreaNotice['value']
  return { app, page: about, field, object: area.name, value: copy }
}

/** The members of a context that endpoints and actions share. */
function sharedContext(
  running: Running,
  { tx, params, now }: { tx: Tx; params: unknown; now: number },
  made: Made,
) {
  const { area } = running
  const work = newWork()
  const options = { area: area.name, actions: new Set(Object.keys(area.actions)), work }
  const context = {
    // The call log has the parameters too.
    params: deepFreeze(params),
    tx: txOf(tx, options),
    now,
    draw: drawOf(lettersOf((length) => tx.spell(`area ${area.name}`, length))),
    notify(notice: AreaNotice) {
      work.spend()
      if (made.notices.length >= bounds.areaNoticesMax)
        throw new AreaError(`its code queued more than ${bounds.areaNoticesMax} notices in one call`)
      made.notices.push(noticeOf(running, tx, notice))
    },
  }
  return { context, work }
}

function isPromise(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

/** Returns a list whose links are replaced by texts that stand for them. */
function withoutLinks(list: List<unknown>, { links }: Made): List<unknown> {
  const standIn = (link: string): string => {
    const text = `fauxgraph:link:${links.size}`
    links.set(text, link)
    return text
  }
  const { next, previous, ...paging } = list.paging
  return {
    data: list.data,
    paging: {
      ...paging,
      ...(next !== undefined && { next: standIn(next) }),
      ...(previous !== undefined && { previous: standIn(previous) }),
    },
  }
}

/** Returns a result with the links that its texts stand for. */
function withLinks(value: Json, made: Made): Json {
  if (made.links.size === 0) return value
  if (typeof value === 'string') return made.links.get(value) ?? value
  if (Array.isArray(value)) return value.map((item) => withLinks(item, made))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withLinks(member, made)]))
}

/** Runs a rule, and checks what it returns. */
function checkedRun(run: () => unknown, end: () => void, result: z.ZodType, made: Made): unknown {
  try {
    const returned = run()
    if (typeof returned === 'object' && returned !== null && made.refusals.has(returned)) return returned
    if (isPromise(returned))
      throw new AreaError('its rule returned a promise: it must return its result at once')
    return withLinks(checkedBy('its result', result, returned), made)
  } catch (thrown) {
    if (thrown instanceof AreaError || storageFullOf(thrown)) throw thrown
    throw new AreaError(`its rule threw ${thrownExcerpt(thrown)}${frozenHint(thrown)}`)
  } finally {
    end()
  }
}

const frozenHint = (thrown: unknown): string =>
  thrown instanceof TypeError && /read only|not extensible|Cannot (add|delete)/.test(thrown.message)
    ? ' (rows, parameters and results never change: use tx.patch)'
    : ''

/** Runs the rule of an endpoint. */
export function runAreaEndpoint(running: Running, given: AreaEndpoint, context: CallContext) {
  const made = nothingMade()
  const { context: shared, work } = sharedContext(running, context, made)
  const refused = <T>(outcome: T): T => {
    if (isFailure(outcome)) made.refusals.add(outcome)
    return outcome
  }
  const rule = Object.freeze({
    ...shared,
    node: Reflect.get(context, placeholderOf(given.route)),
    caller: areaCallerOf(context.caller),
    files: context.files,
    version: context.version,
    show: (view: AnyView, row: never) => context.show(serviceView(view), row),
    page({ table, ...source }: AreaList<never>, view: AnyView) {
      work.spend()
      // The service knows no tables of areas.
      const pageOf = context.pageOf as (list: object, view: object) => List<unknown> | AreaRefusal
      const listed = refused(pageOf({ ...source, table: tableName(table) }, serviceView(view)))
      return isFailure(listed) ? listed : withoutLinks(listed, made)
    },
    refuse: (...error: Parameters<CallContext['refuse']>) => refused(context.refuse(...error)),
  })
  // The generic types of the context are known where the endpoint is declared.
  const result = checkedRun(() => given.run(rule as never), work.end, given.result, made)
  for (const notice of isFailure(result) ? [] : made.notices) context.outbox.notifyApp(notice)
  return result
}

const placeholderOf = (route: string): string => /\{(\w+)\}/.exec(route)?.[1] ?? ''

/** Runs the rule of an action. */
export function runAreaAction(running: Running, given: AreaAction, context: ActionContext<unknown>) {
  const made = nothingMade()
  const { context: shared, work } = sharedContext(running, context, made)
  const rule = Object.freeze({
    ...shared,
    refuse(message: string): AreaRefusal {
      const failure = context.refuse(String(message))
      made.refusals.add(failure)
      return failure
    },
  })
  const result = checkedRun(() => given.run(rule), work.end, given.result, made)
  for (const notice of isFailure(result) ? [] : made.notices) context.outbox.notifyApp(notice)
  return result
}
