import { addDigest, digestOf, emptySum, type Sum, subtractDigest } from './canonical.ts'
import type { AnyRow } from './table.ts'
import type { Tree } from './tree.ts'

/** One row before and after a commit. */
export type RowChange = readonly [before: AnyRow | undefined, after: AnyRow | undefined]

/**
 * The order-free sum of the digests of all rows, worked out when a hash is first asked for. Until then it
 * remembers what changed since the last known sum, so that creating a row costs no digest and a hash after
 * one more change costs one.
 */
export interface RowsDigest {
  sum: Sum | undefined
  since: { readonly base: RowsDigest; readonly changes: readonly RowChange[] } | undefined
  readonly behind: number
  /** How much the rows weigh that were replaced since the last known sum. */
  readonly replacedBytes: number
}

// Past so many commits, or so many bytes of replaced rows, without a hash, the changes are forgotten: they
// keep the replaced rows in memory.
const MEMORY = 1_000
const REPLACED_BYTES_MAX = 16 * 1024 * 1024

/** The digest of a table without rows. */
export const emptyRows = (): RowsDigest => ({ sum: emptySum, since: undefined, behind: 0, replacedBytes: 0 })

/** A digest that will be worked out from all rows. */
export const unknownRows = (): RowsDigest => ({
  sum: undefined,
  since: undefined,
  behind: 0,
  replacedBytes: 0,
})

/** The digest after a commit that made these changes, and replaced rows of this weight. */
export function changed(base: RowsDigest, changes: readonly RowChange[], bytes: number): RowsDigest {
  const [behind, replacedBytes] = base.sum ? [1, bytes] : [base.behind + 1, base.replacedBytes + bytes]
  const unknown = base.sum === undefined && base.since === undefined
  if (unknown || behind > MEMORY || replacedBytes > REPLACED_BYTES_MAX) return unknownRows()
  return { sum: undefined, since: { base, changes }, behind, replacedBytes }
}

function apply(sum: Sum, [before, after]: RowChange): Sum {
  const without = before ? subtractDigest(sum, digestOf(before)) : sum
  return after ? addDigest(without, digestOf(after)) : without
}

/** The sum itself. It is kept, and the changes that led to it are let go. */
export function rowsSum(last: RowsDigest, rows: Tree<number, AnyRow>): Sum {
  const behind: (readonly RowChange[])[] = []
  let known = last
  while (known.sum === undefined && known.since) {
    behind.push(known.since.changes)
    known = known.since.base
  }
  let sum = known.sum
  if (sum === undefined)
    sum = [...rows.values()].reduce((total, row) => addDigest(total, digestOf(row)), emptySum)
  else for (const changes of behind.reverse()) sum = changes.reduce(apply, sum)
  last.sum = sum
  last.since = undefined
  return sum
}
