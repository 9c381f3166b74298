import { z } from 'zod'
import { count, instant, type RowOf, rowId, table } from '../../engine/table.ts'
import { list } from '../../graph/values/compounds.ts'
import { field, type View } from '../../graph/views/fields.ts'
import { bool, oneOf, scalar } from '../../graph/values/scalars.ts'
import { uploadSeverities } from './catalog-values.ts'
import type { Tables } from '../tables.ts'

/** A product feed, whose uploads fill a catalog. */
export const productFeeds = table({
  row: z.object({ catalog: rowId('catalogs'), name: z.string(), createdTime: instant() }),
  edges: {},
})

/** An upload of a product feed. */
export const feedUploads = table({
  row: z.object({
    feed: rowId('productFeeds'),
    catalog: rowId('catalogs'),
    /** How many rows it had. */
    rows: count(),
    createdTime: instant(),
  }),
  edges: {},
})

/** An error of a feed upload. Where nobody knows its row or column, that is null. */
export const uploadErrors = table({
  row: z.object({
    upload: rowId('feedUploads'),
    summary: z.string(),
    description: z.string(),
    severity: z.enum(uploadSeverities),
    row: count().nullable(),
    column: count().nullable(),
  }),
  edges: {
    // Rows and columns are counted from 1: what is of no row, or no column, stands first.
    byUpload: {
      owners: ({ upload }) => [[upload]],
      order: ({ row, column }) => [row ?? 0, column ?? 0],
      counted: true,
    },
  },
})

/** A row of an error of a feed upload. */
export type UploadError = RowOf<Tables, 'uploadErrors'>

/** An error of a feed upload as it is read (Resources › Product feed upload error; SIL-172). */
export const uploadErrorView = {
  name: 'ProductFeedUploadError',
  minimal: ['id', 'summary', 'description', 'severity', 'row_number', 'column_number'],
  fields: {
    id: field(z.string(), (error: UploadError) => String(error.id)),
    summary: field(z.string(), (error: UploadError) => error.summary),
    description: field(z.string(), (error: UploadError) => error.description),
    severity: field(z.enum(uploadSeverities), (error: UploadError) => error.severity),
    row_number: field(z.int(), ({ row }: UploadError) => row ?? undefined),
    column_number: field(z.int(), ({ column }: UploadError) => column ?? undefined),
  },
} satisfies View<UploadError>

const summaryNames = list(oneOf(['total_count']), { split: true })

/** Whether a list is to be summed up: `true`, or the names of sums, of which there is one (SIL-171). */
export const summaryParam = scalar<boolean, boolean | string | readonly string[]>(
  'true or total_count',
  (raw) => {
    const flag = bool.safeParse(raw)
    if (flag.success) return flag.data === true
    const names = summaryNames.safeParse(raw)
    return names.success ? names.data.length > 0 : undefined
  },
  { type: 'string' },
)
