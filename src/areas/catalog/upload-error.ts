import { z } from 'zod'
import { list } from '../../graph/values/compounds.ts'
import { bool, oneOf, scalar } from '../../graph/values/scalars.ts'
import { field, type View } from '../../graph/views/fields.ts'
import type { UploadErrorRow } from '../rows.ts'
import { uploadSeverities } from './catalog-values.ts'
/** An error of a feed upload as it is read (Resources › Product feed upload error; SIL-172). */
export const uploadErrorView = {
  name: 'ProductFeedUploadError',
  minimal: ['id', 'summary', 'description', 'severity', 'row_number', 'column_number'],
  fields: {
    id: field(z.string(), (error: UploadErrorRow) => String(error.id)),
    summary: field(z.string(), (error: UploadErrorRow) => error.summary),
    description: field(z.string(), (error: UploadErrorRow) => error.description),
    severity: field(z.enum(uploadSeverities), (error: UploadErrorRow) => error.severity),
    row_number: field(z.int(), ({ row }: UploadErrorRow) => row ?? undefined),
    column_number: field(z.int(), ({ column }: UploadErrorRow) => column ?? undefined),
  },
} satisfies View<UploadErrorRow>

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
