import type { Table } from '../../engine/store/table.ts'
import type { Key } from '../../engine/store/tree.ts'
import type { Json } from '../../engine/values/guard.ts'
import type { ErrorCode, GraphError } from '../contract/errors.ts'
import type { CallFile } from '../routes/call.ts'
import type { StubDraw } from '../routes/draw.ts'
import type { Shown } from '../views/fields.ts'
import type { List } from '../views/paging.ts'
import type { AreaCaller } from './read-context.ts'
import type { AnyTable, AreaRow } from './tables.ts'
import type { AreaTx } from './tx.ts'
import type { AnyView, AreaView } from './view.ts'

/** The return value of code that refuses its call or action. */
export interface AreaRefusal {
  readonly failure: GraphError
}

/** One change of which an app is told by its webhook. */
export interface AreaNotice {
  /** The id of the app. */
  readonly app: number
  /** The id of the row that changed: the `id` of the entry in the payload. */
  readonly about: number
  readonly field: string
  readonly value: { readonly [member: string]: Json }
}

/** What every rule of an area works with. */
interface RuleContext<P> {
  readonly params: P
  /** Reads and changes the rows of the area. */
  readonly tx: AreaTx
  /** Virtual time, in Unix milliseconds. */
  readonly now: number
  /** Random values, which follow from the seed. */
  readonly draw: StubDraw
  /** Queues a notice for the webhook of an app. Its payload has the name of the area as its `object`. */
  readonly notify: (notice: AreaNotice) => void
}

/** A list: the rows of an owner on an edge, newest first unless it is `ascending`. */
export interface AreaList<T extends Table> {
  readonly table: T
  readonly edge: keyof T['edges'] & string
  readonly owner: Key
  /** Lists only rows for which it returns true. */
  readonly where?: (row: AreaRow<T>) => boolean
  readonly ascending?: boolean
}

/** The context of an endpoint's rule. */
export interface AreaCallContext<N extends AnyTable | undefined, P, C extends ErrorCode>
  extends RuleContext<P> {
  /** The row that the path names. */
  readonly node: AreaRow<N>
  readonly caller: AreaCaller
  readonly files: readonly CallFile[]
  readonly version: string
  /** Returns a row as a record with the selected fields. */
  readonly show: <V extends AnyView>(view: V, row: V extends AreaView<infer R> ? R : never) => Shown<V>
  /** Returns the requested page of a list, each row as a record. The parameters have `pagingParams`. */
  readonly page: <T extends Table, V extends AnyView>(
    source: AreaList<T>,
    view: V,
  ) => List<Shown<V>> | AreaRefusal
  /** Returns an error with one of the endpoint's codes. */
  readonly refuse: (code: C, message: string, more?: { readonly subcode?: number }) => AreaRefusal
}

/** The context of an action's rule. */
export interface AreaActionContext<P> extends RuleContext<P> {
  /** Returns an error with code 100. */
  readonly refuse: (message: string) => AreaRefusal
}
