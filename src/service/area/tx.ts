import type { z } from '../../engine/schema/zod.ts'
import type { ListOptions, Transaction } from '../../engine/state/transaction.ts'
import type { RowOf, Schema, Table } from '../../engine/store/table.ts'
import type { Key } from '../../engine/store/tree.ts'
import { bounds } from '../contract/bounds.ts'
import { AreaError } from '../routes/area-error.ts'
import type { Tx } from '../routes/context.ts'
import { didYouMean } from '../values/nearest.ts'
import { shown } from '../values/scalars.ts'
import { checkedColumns, plainCopy } from './columns.ts'
import type { AreaEvent } from './event.ts'
import { checkedEvent } from './event.ts'
import { type AnyTable, type AreaRow, NAMING, ownTableName, tableName } from './tables.ts'

/** Reads the rows of a world. */
export interface AreaReader {
  /** Returns the row with this id; undefined if the table has none. */
  find<T extends AnyTable>(table: T, id: number): AreaRow<T> | undefined
  /** Returns the rows of an owner on an edge, in its order. */
  list<T extends Table>(
    table: T,
    edge: keyof T['edges'] & string,
    owner: Key,
    options?: ListOptions<AreaRow<T>>,
  ): AreaRow<T>[]
  /** Returns the first row of an owner on an edge. */
  first<T extends Table>(table: T, edge: keyof T['edges'] & string, owner: Key): AreaRow<T> | undefined
  /** Returns the number of rows of an owner on an edge, without a walk. */
  count<T extends Table>(table: T, edge: keyof T['edges'] & string, owner: Key): number
}

/** An action that runs later. */
export interface ScheduledAction {
  /** When it runs, in Unix milliseconds: at least a second after now. */
  readonly at: number
  /** The name by which `callOff` cancels it. */
  readonly key: string
  /** The name of an action of the area. */
  readonly action: string
  readonly params?: object
}

/** Reads and changes the rows of the area. A call or an action that fails changes nothing. */
export interface AreaTx extends AreaReader {
  /** Adds a row, and returns it with its id. */
  insert<T extends Table>(table: T, columns: z.output<T['row']>): AreaRow<T>
  /** Replaces columns of a row, and returns the new row. A column set to undefined is removed. */
  patch<T extends Table>(table: T, id: number, columns: Partial<z.output<T['row']>>): AreaRow<T>
  /** Removes a row. No other row may name it in a `rowId` column. */
  remove(table: Table, id: number): void
  /** Adds an event to the log of the world, with the type `area.event`. */
  emit<D extends z.ZodType>(event: AreaEvent<D>, data: z.output<D>): void
  /** Runs an action of the area later. */
  schedule(task: ScheduledAction): void
  /** Cancels the scheduled actions with this key. */
  callOff(key: string): void
}

/** Milliseconds from now to the earliest scheduled action: tasks that follow at once would never end. */
const SOONEST = 1_000

/** Counts the reads and changes of one call, action or shown record, and refuses them when it has ended. */
export interface CallWork {
  spend(count?: number): void
  end(): void
}

/** Begins to count. */
export function newWork(): CallWork {
  let left = bounds.areaOperationsMax
  let ended = false
  return {
    spend(count = 1) {
      if (ended) throw new AreaError('its code used tx after the call had ended: tx must not be kept')
      left -= count
      if (left < 0)
        throw new AreaError(
          `its code made more than ${bounds.areaOperationsMax} reads and changes in one call: does it loop?`,
        )
    },
    end() {
      ended = true
    },
  }
}

// The tables of an area are not in the types of the service, and their names are known at run time alone.
const untyped = (tx: Tx): Transaction => tx as unknown as Transaction

const listOptions = Object.keys({
  after: true,
  from: true,
  below: true,
  newestFirst: true,
  skip: true,
  limit: true,
  where: true,
} satisfies Record<keyof ListOptions<never>, true>)

/** Throws an error that names the first unknown option: a list without its limit looks right. */
function checkListOptions(options: object): void {
  const unknown = Object.keys(options).find((name) => !listOptions.includes(name))
  if (unknown === undefined) return
  const hint = didYouMean(unknown, listOptions) || `; its options are ${listOptions.join(', ')}`
  throw new AreaError(`list has no option ${shown(unknown)}${hint}`)
}

/** Returns what reads the rows of a world. */
export function readerOf(of: Tx, work: CallWork): AreaReader {
  const tx = untyped(of)
  const reader = {
    find(table: AnyTable, id: number) {
      work.spend()
      return tx.find(tableName(table), id)
    },
    list(table: Table, edge: string, owner: Key, options: ListOptions<RowOf<Schema, string>> = {}) {
      checkListOptions(options)
      work.spend()
      const rows = tx.list(tableName(table), edge, owner, options)
      work.spend(rows.length)
      return rows
    },
    first(table: Table, edge: string, owner: Key) {
      work.spend()
      return tx.first(tableName(table), edge, owner)
    },
    count(table: Table, edge: string, owner: Key) {
      work.spend()
      return tx.count(tableName(table), edge, owner)
    },
  }
  // The rows of a table have the type that the table declares.
  return reader as unknown as AreaReader
}

/** What a transaction of an area depends on, beside the rows. */
export interface TxOptions {
  readonly area: string
  readonly actions: ReadonlySet<string>
  readonly work: CallWork
}

function scheduleIn(tx: Transaction, { area, actions }: TxOptions, task: ScheduledAction): void {
  const { at, key, action, params = {} } = task
  if (!actions.has(action))
    throw new AreaError(
      `schedule takes the name of an action of the area (${[...actions].join(', ')}), got ${action}`,
    )
  if (!Number.isSafeInteger(at) || at < tx.now + SOONEST)
    throw new AreaError(
      'schedule takes an instant in whole Unix milliseconds, ' +
        `at least ${SOONEST} ms after now, got ${at} at ${tx.now}`,
    )
  const copy = plainCopy(`the parameters of ${action}`, params)
  tx.schedule(at, `${area}/${key}`, { type: 'action', name: action, params: copy })
}

/** Throws an error if another row names this one: that row, and snapshots with it, would be damaged. */
function checkUnnamed(tx: Transaction, name: string, id: number): void {
  for (const table of tx.tablesWith(NAMING)) {
    // A row may name itself.
    const other = tx.list(table, NAMING, [id], { limit: 2 }).find((row) => row.id !== id)
    if (other)
      throw new AreaError(
        `remove of ${name}: row ${other.id} of ${table} names it in a rowId column: ` +
          'remove that row before, or make the column a formerRowId',
      )
  }
}

/** Returns what reads and changes the rows of an area. */
export function txOf(of: Tx, options: TxOptions): AreaTx {
  const tx = untyped(of)
  const { area, work } = options
  const existing = (table: Table, id: number, method: string) => {
    work.spend()
    const name = ownTableName(table)
    const row = tx.find(name, id)
    if (!row) throw new AreaError(`${method} takes the id of an existing row of ${name}, got ${id}`)
    return { name, row }
  }
  const changes = {
    insert(table: Table, columns: object) {
      work.spend()
      const name = ownTableName(table)
      return tx.insert(name, checkedColumns(tx, table, `insert into ${name}`, columns))
    },
    patch(table: Table, id: number, columns: object) {
      const { name, row } = existing(table, id, 'patch')
      const { id: _id, kind: _kind, ...known } = row
      const change = { ...known, ...columns }
      const checked = checkedColumns(tx, table, `patch of ${name}`, change)
      const removed = Object.keys(known).filter((column) => !Object.hasOwn(checked, column))
      return tx.patch(name, id, { ...checked, ...Object.fromEntries(removed.map((one) => [one, undefined])) })
    },
    remove(table: Table, id: number) {
      const { name } = existing(table, id, 'remove')
      checkUnnamed(tx, name, id)
      tx.remove(id)
    },
    emit(event: AreaEvent, data: unknown) {
      work.spend()
      const checked = checkedEvent(event, data)
      tx.emit(checked.type, checked.data)
    },
    schedule(task: ScheduledAction) {
      work.spend()
      scheduleIn(tx, options, task)
    },
    callOff(key: string) {
      work.spend()
      tx.callOff(`${area}/${key}`)
    },
  }
  return Object.assign(readerOf(of, work), changes as unknown as AreaTx)
}
