import { cutText } from '../../engine/values/cut.ts'
import { jsonBeginning } from '../../engine/values/excerpt.ts'
import { isLight, weightOf } from '../../engine/values/weight.ts'
import type { RowDifference, WorldRow } from './difference.ts'

/** Maximum weight in bytes of a row that is shown whole. */
const ROW_BYTES_MAX = 128 * 1024
const BEGINNING_LENGTH = 2_000

/** A row as a page shows it: a long one has its id, its kind, and its beginning as `cut`. */
export function boundedRow(row: WorldRow): WorldRow {
  if (isLight(row, ROW_BYTES_MAX)) return row
  const { id, kind } = row
  return { id, kind, cut: cutText(jsonBeginning(row, BEGINNING_LENGTH), BEGINNING_LENGTH) }
}

/** A difference of which each row is bounded. */
export function boundedDifference(difference: RowDifference): RowDifference {
  const [before, after] = [difference.before, difference.after].map((row) => row && boundedRow(row))
  if (before === difference.before && after === difference.after) return difference
  return { ...difference, before: before ?? null, after: after ?? null }
}

/** Maximum weight in bytes of the rows, or of the differences, of one answer. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024

/** Returns a function that says whether one more bounded row or difference fits into an answer. */
export function answerRoom(): (bounded: object) => boolean {
  let left = ANSWER_BYTES_MAX
  return (bounded) => {
    left -= weightOf({ ...bounded })
    return left >= 0
  }
}
