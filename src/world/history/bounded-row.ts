import { cutText } from '../../engine/values/cut.ts'
import { jsonBeginning } from '../../engine/values/excerpt.ts'
import type { Json } from '../../engine/values/guard.ts'
import { isLight, weightOf } from '../../engine/values/weight.ts'
import type { RowDifference, WorldRow } from './difference.ts'

/** Maximum weight in bytes of a row, or of an input, that is shown whole. */
const WHOLE_BYTES_MAX = 128 * 1024

/** Whether a row, or an input, is shown whole. */
export const isShownWhole = (value: Json): boolean => isLight(value, WHOLE_BYTES_MAX)

/** Returns the beginning of the JSON of a value, as it is shown in place of a long one. */
export const beginningOf = (value: unknown, length = 2_000): string =>
  cutText(jsonBeginning(value, length), length)

/** A row as a page shows it: a long one has its id, its kind, and its beginning as `cut`. */
export function boundedRow(row: WorldRow): WorldRow {
  if (isShownWhole(row)) return row
  const { id, kind } = row
  return { id, kind, cut: beginningOf(row) }
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
