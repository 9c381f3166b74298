import { countDifference, type RowPair, rowDifference } from '../../engine/store/row-difference.ts'
import type { AnyRow } from '../../engine/store/table.ts'
import { canonical } from '../../engine/values/canonical.ts'
import type { Json } from '../../engine/values/guard.ts'
import type { ServiceState } from '../../service/routes/context.ts'
import { shown } from '../../service/values/scalars.ts'
import { checkNames } from '../handle/known-names.ts'

/** A stored row: its id, the kind of record, and its columns. */
export type WorldRow = { readonly id: number; readonly kind: string } & { readonly [column: string]: Json }

/** A row that differs between two worlds. */
export interface RowDifference {
  readonly kind: string
  readonly id: number
  readonly change: 'created' | 'changed' | 'removed'
  /** The row in the first world; null if it was created. */
  readonly before: WorldRow | null
  /** The row in the second world; null if it was removed. */
  readonly after: WorldRow | null
  /** The columns that differ, if the row was changed. */
  readonly columns: readonly string[]
}

/** What another world has, and a world has not. */
export interface WorldDifference {
  /** Whether the worlds have equal rows, clocks and policies. Their logs may differ. */
  readonly isEqual: boolean
  /** The times of both worlds in Unix milliseconds; null if they are equal. */
  readonly clock: { readonly before: number; readonly after: number } | null
  /** The keys of the policy that differ, with both values. */
  readonly policy: Readonly<Record<string, { readonly before: Json; readonly after: Json }>>
  /** The rows that differ, in the order of their ids. */
  readonly rows: readonly RowDifference[]
  /** Whether more rows differ than `limit`. */
  readonly more: boolean
}

/** Options of `world.diff`. */
export interface DiffOptions {
  /** Maximum rows of the difference: 10,000 if left out. */
  readonly limit?: number
}

const LIMIT = 10_000

const textOf = (value: Json | undefined): string => (value === undefined ? '' : canonical(value))

/** The members of two objects whose values differ, in the order of their names. */
function differingMembers(before: object, after: object): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names]
    .filter((name) => {
      const [from, to] = [Reflect.get(before, name), Reflect.get(after, name)]
      return from !== to && textOf(from) !== textOf(to)
    })
    .sort()
}

/** Returns the number of rows that differ between two states, counted up to `most`. */
export const countChanges = (before: ServiceState, after: ServiceState, most: number): number =>
  countDifference(
    before.graph.rows,
    after.graph.rows,
    most,
    (from, to) => differingMembers(from, to).length > 0,
  )

/** Returns the change of a row; undefined if both rows have the same values. */
function changeOf([before, after]: RowPair<AnyRow>): RowDifference | undefined {
  const { id, kind } = after ?? before ?? { id: 0, kind: '' }
  const columns = before && after ? differingMembers(before, after) : []
  if (before && after && columns.length === 0) return undefined
  return {
    kind,
    id,
    change: !before ? 'created' : !after ? 'removed' : 'changed',
    before: before ?? null,
    after: after ?? null,
    columns,
  }
}

/** Yields the rows that differ between two states. The cost is that of the difference. */
export function* rowChanges(before: ServiceState, after: ServiceState): Generator<RowDifference> {
  for (const pair of rowDifference(before.graph.rows, after.graph.rows)) {
    const change = changeOf(pair)
    if (change) yield change
  }
}

function policyDifference(
  { graph: { settings: before } }: ServiceState,
  { graph: { settings: after } }: ServiceState,
): WorldDifference['policy'] {
  if (before === after) return {}
  const values = (name: string) => ({
    before: Reflect.get(before, name) ?? null,
    after: Reflect.get(after, name) ?? null,
  })
  return Object.fromEntries(differingMembers(before, after).map((name) => [name, values(name)]))
}

/** Returns the difference of two states, with at most `limit` rows. */
export function differenceOf(before: ServiceState, after: ServiceState, limit: number): WorldDifference {
  const rows: RowDifference[] = []
  let more = false
  if (before.graph !== after.graph)
    for (const change of rowChanges(before, after)) {
      more = rows.length === limit
      if (more) break
      rows.push(change)
    }
  const [from, to] = [before.graph.now, after.graph.now]
  const clock = from === to ? null : { before: from, after: to }
  const policy = policyDifference(before, after)
  const isEqual = rows.length === 0 && !more && clock === null && Object.keys(policy).length === 0
  return { isEqual, clock, policy, rows, more }
}

/**
 * Returns the difference of two worlds.
 *
 * @param other The state of the other world; undefined if it is no world.
 */
export function worldDifference(
  state: ServiceState,
  other: ServiceState | undefined,
  options: DiffOptions,
): WorldDifference {
  if (!other) throw new TypeError('diff takes another world, such as world.fork() or world.history.at(0)')
  checkNames('diff', 'option', options, ['limit'])
  const { limit = LIMIT } = options
  if (!Number.isSafeInteger(limit) || limit < 0)
    throw new TypeError(`The option limit must be a whole number of rows of at least 0, got ${shown(limit)}`)
  return differenceOf(state, other, limit)
}
