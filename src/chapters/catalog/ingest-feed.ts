import type { z } from '../../engine/schema/zod.ts'
import type { CallError } from '../../service/contract/errors.ts'
import { invalidParameter } from '../../service/contract/errors.ts'
import type { Tx } from '../../service/routes/context.ts'
import { filledText } from '../../service/values/scalars.ts'
import { type FeedRow, saveItem } from './catalog-item.ts'
import type { uploadErrors } from './records.ts'

/** The id of the item of a row; undefined if the row has no valid one. */
const idOf = (row: FeedRow): string | undefined => filledText.safeParse(row['id']).data

type UploadErrorFields = z.output<typeof uploadErrors.row>

/** An error of an upload, as the caller gives it. */
type UploadErrorParams = Pick<UploadErrorFields, 'severity' | 'summary' | 'description'> & {
  readonly row?: number | undefined
  readonly column?: number | undefined
}

/** An upload of a feed: its rows, and the errors to store with it. */
interface FeedUpload {
  readonly feed: number
  readonly catalog: number
  readonly rows: readonly FeedRow[]
  readonly errors: readonly UploadErrorParams[]
}

/** The error if an upload error names a row that does not exist, or a row without a fatal error has no id. */
function uploadRowsError({ rows, errors }: FeedUpload, fatal: ReadonlySet<number>): CallError | undefined {
  const beyond = errors.findIndex(({ row }) => row !== undefined && row > rows.length)
  if (beyond >= 0)
    return invalidParameter(
      `Param errors.${beyond}.row must be one of the ${rows.length} rows, counted from 1`,
    )
  const withoutId = rows.findIndex((row, index) => idOf(row) === undefined && !fatal.has(index + 1))
  if (withoutId < 0) return undefined
  const row = withoutId + 1
  return invalidParameter(
    `Param rows.${withoutId} must have the column id, unless errors has a fatal error for row ${row}`,
  )
}

/**
 * Stores an upload with its errors, and creates or updates the item of each row without a fatal error
 * (CAT-007, CAT-010). Returns the id of the upload and the ids of the items, or the error.
 */
export function ingestFeed(tx: Tx, params: FeedUpload): { upload: number; items: string[] } | CallError {
  const { feed, catalog, rows, errors } = params
  const fatal = new Set(errors.flatMap(({ severity, row }) => (severity === 'fatal' && row ? [row] : [])))
  const error = uploadRowsError(params, fatal)
  if (error) return error
  const { id: upload } = tx.insert('feedUploads', { feed, catalog, rows: rows.length, createdTime: tx.now })
  for (const { row = null, column = null, ...text } of errors)
    tx.insert('uploadErrors', { ...text, upload, row, column })
  const items: string[] = []
  rows.forEach((row, index) => {
    const id = fatal.has(index + 1) ? undefined : idOf(row)
    if (id === undefined) return
    saveItem(tx, upload, catalog, id, row)
    items.push(id)
  })
  return { upload, items }
}
