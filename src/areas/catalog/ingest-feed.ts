import type { z } from 'zod'
import type { Tx } from '../../graph/context.ts'
import type { CallError } from '../../graph/contract/errors.ts'
import { invalidParameter } from '../../graph/contract/errors.ts'
import { filledText } from '../../graph/values/scalars.ts'
import { type FeedRow, saveItem } from './catalog-item.ts'
import type { uploadErrors } from './records.ts'

/** The id that a row gives its item, if it gives any. */
const idOf = (row: FeedRow): string | undefined => filledText.safeParse(row['id']).data

type UploadErrorFields = z.output<typeof uploadErrors.row>

/** An error as it is handed in with an upload. */
export type UploadErrorParams = Pick<UploadErrorFields, 'severity' | 'summary' | 'description'> & {
  readonly row?: number | undefined
  readonly column?: number | undefined
}

/** An upload of a feed: its rows, and the errors that it is to have. */
export interface FeedUpload {
  readonly feed: number
  readonly catalog: number
  readonly rows: readonly FeedRow[]
  readonly errors: readonly UploadErrorParams[]
}

/** What is wrong with an upload as a whole: an error that is of no row of it, or a row that names no item. */
function uploadReason({ rows, errors }: FeedUpload, fatal: ReadonlySet<number>): CallError | undefined {
  const beyond = errors.findIndex(({ row }) => row !== undefined && row > rows.length)
  if (beyond >= 0)
    return invalidParameter(
      `Param errors.${beyond}.row must be one of the ${rows.length} rows, counted from 1`,
    )
  const nameless = rows.findIndex((row, at) => idOf(row) === undefined && !fatal.has(at + 1))
  if (nameless < 0) return undefined
  return invalidParameter(
    `Param rows.${nameless} needs the column id, or a fatal error of row ${nameless + 1}`,
  )
}

/**
 * Keeps an upload with its errors, and makes items of the rows that have no fatal error. A warning keeps no
 * row back, and neither does a fatal error of another row (Resources › Product feed upload error).
 */
export function ingestFeed(tx: Tx, given: FeedUpload): { upload: number; items: string[] } | CallError {
  const { feed, catalog, rows, errors } = given
  const fatal = new Set(errors.flatMap(({ severity, row }) => (severity === 'fatal' && row ? [row] : [])))
  const wrong = uploadReason(given, fatal)
  if (wrong) return wrong
  const { id: upload } = tx.insert('feedUploads', { feed, catalog, rows: rows.length, createdTime: tx.now })
  for (const { row = null, column = null, ...error } of errors)
    tx.insert('uploadErrors', { ...error, upload, row, column })
  const items: string[] = []
  rows.forEach((row, at) => {
    const id = fatal.has(at + 1) ? undefined : idOf(row)
    if (id === undefined) return
    saveItem(tx, upload, catalog, id, row)
    items.push(id)
  })
  return { upload, items }
}
