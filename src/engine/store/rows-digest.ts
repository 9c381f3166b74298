import { addDigest, digestOf, emptySum, type Sum, subtractDigest } from '../values/canonical.ts'
import type { RowMap } from './row-map.ts'
import type { AnyRow } from './table.ts'

/** A row before and after a commit. */
export type RowChange = readonly [before: AnyRow | undefined, after: AnyRow | undefined]

/**
 * The sum of the digests of all rows. It is computed when a hash is first needed; until then the changes
 * since the last computed sum are kept. So a new row costs no digest, and a hash after one change costs one.
 */
export interface RowsDigest {
  sum: Sum | undefined
  since: { readonly base: RowsDigest; readonly changes: readonly RowChange[] } | undefined
  /** The number of commits since the last computed sum. */
  readonly commits: number
  /** Bytes of the rows that were replaced since the last computed sum, by `weightOf`. */
  readonly replacedBytes: number
}

// Beyond these the changes are dropped, because they keep the replaced rows in memory. The next hash then
// digests all rows.
const COMMITS_MAX = 1_000
const REPLACED_BYTES_MAX = 16 * 1024 * 1024

/** The digest of no rows. */
export const emptyRowsDigest = (): RowsDigest => ({
  sum: emptySum,
  since: undefined,
  commits: 0,
  replacedBytes: 0,
})

/** A digest that is computed from all rows when it is first needed. */
export const unknownRowsDigest = (): RowsDigest => ({
  sum: undefined,
  since: undefined,
  commits: 0,
  replacedBytes: 0,
})

/** Returns the digest after a commit with these changes, which replaced rows of `bytes` bytes. */
export function digestAfter(base: RowsDigest, changes: readonly RowChange[], bytes: number): RowsDigest {
  const [commits, replacedBytes] = base.sum ? [1, bytes] : [base.commits + 1, base.replacedBytes + bytes]
  const isUnknown = base.sum === undefined && base.since === undefined
  if (isUnknown || commits > COMMITS_MAX || replacedBytes > REPLACED_BYTES_MAX) return unknownRowsDigest()
  return { sum: undefined, since: { base, changes }, commits, replacedBytes }
}

function apply(sum: Sum, [before, after]: RowChange): Sum {
  const without = before ? subtractDigest(sum, digestOf(before)) : sum
  return after ? addDigest(without, digestOf(after)) : without
}

/** Returns the sum. The digest keeps it and drops the changes that led to it. */
export function rowsSum(last: RowsDigest, rows: RowMap<AnyRow>): Sum {
  const commits: (readonly RowChange[])[] = []
  let base = last
  while (base.since) {
    commits.push(base.since.changes)
    base = base.since.base
  }
  let { sum } = base
  if (sum === undefined)
    sum = [...rows.values()].reduce((total, row) => addDigest(total, digestOf(row)), emptySum)
  else for (const changes of commits.reverse()) sum = changes.reduce(apply, sum)
  last.sum = sum
  last.since = undefined
  return sum
}
