import type { WorldRow } from '../world/difference.ts'

/** Rows of a world at one of its steps. */
export interface RowPage {
  readonly rows: readonly WorldRow[]
  /** The number of rows by kind. */
  readonly counts: Readonly<Record<string, number>>
  readonly more: boolean
  /** Rows that the page of a file does not have. */
  readonly leftOut: number
}

/** Which rows to show: of one kind, with a text in them; empty texts choose all. */
export interface RowFilter {
  readonly kind: string
  readonly search: string
}

const ROWS_MAX = 500

/** Returns the rows that a filter chooses, at most 500, and the numbers of all rows by kind. */
export function selectRows(rows: Iterable<WorldRow>, { kind, search }: RowFilter, leftOut = 0): RowPage {
  const counts: Record<string, number> = {}
  const found: WorldRow[] = []
  const wanted = search.trim().toLowerCase()
  let more = false
  for (const row of rows) {
    counts[row.kind] = (counts[row.kind] ?? 0) + 1
    if (kind !== '' && row.kind !== kind) continue
    if (wanted !== '' && !JSON.stringify(row).toLowerCase().includes(wanted)) continue
    if (found.length < ROWS_MAX) found.push(row)
    else more = true
  }
  return { rows: found, counts, more, leftOut }
}
