import { jsonBeginning } from '../engine/values/excerpt.ts'
import { answerRoom, boundedRow } from '../world/history/bounded-row.ts'
import type { WorldRow } from '../world/history/difference.ts'

/** Rows of a world at one of its steps. */
export interface RowPage {
  readonly rows: readonly WorldRow[]
  /** The number of rows by kind. */
  readonly counts: Readonly<Record<string, number>>
  readonly more: boolean
  /** Rows in which the text was not looked for, because a world has too many of them. */
  readonly unsearched: number
  /** Rows that the page of a file does not have. */
  readonly leftOut: number
}

/** Which rows to show: of one kind, with a text in them; empty texts choose all. */
export interface RowFilter {
  readonly kind: string
  readonly search: string
}

const ROWS_MAX = 500

/** Maximum rows in which a text is looked for, and the characters of each that are read. */
const SEARCHED_MAX = 100_000
const SEARCHED_LENGTH = 100_000

/** Whether the JSON of a row has a text in it. */
const has = (row: WorldRow, wanted: string): boolean =>
  jsonBeginning(row, SEARCHED_LENGTH).toLowerCase().includes(wanted)

/**
 * Returns the rows that a filter chooses, and the numbers of all rows by kind: at most 500 rows, of which a
 * long one has only its beginning.
 */
export function selectRows(rows: Iterable<WorldRow>, { kind, search }: RowFilter, leftOut = 0): RowPage {
  const counts: Record<string, number> = {}
  const found: WorldRow[] = []
  const wanted = search.trim().toLowerCase()
  const fits = answerRoom()
  let [searched, unsearched, more] = [0, 0, false]
  for (const row of rows) {
    counts[row.kind] = (counts[row.kind] ?? 0) + 1
    if (more || (kind !== '' && row.kind !== kind)) continue
    if (wanted !== '') {
      if (searched === SEARCHED_MAX) {
        unsearched += 1
        continue
      }
      searched += 1
      if (!has(row, wanted)) continue
    }
    const shown = boundedRow(row)
    if (found.length < ROWS_MAX && fits(shown)) found.push(shown)
    else more = true
  }
  return { rows: found, counts, more, unsearched, leftOut }
}
