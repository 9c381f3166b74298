import { z } from 'zod'
import { list } from '../../graph/values/compounds.ts'
import { bool, oneOf, scalar } from '../../graph/values/scalars.ts'
import { field, type View } from '../../graph/views/fields.ts'
import type { UploadErrorRow } from '../rows.ts'
import { uploadSeverities } from './catalog-values.ts'

/** The fields of an error of a feed upload (SIL-172). */
export const uploadErrorView = {
  name: 'ProductFeedUploadError',
  minimal: ['id', 'summary', 'description', 'severity', 'row_number', 'column_number'],
  fields: {
    id: field(z.string(), (error: UploadErrorRow) => String(error.id)), // CAT-003
    summary: field(z.string(), (error: UploadErrorRow) => error.summary), // CAT-004
    description: field(z.string(), (error: UploadErrorRow) => error.description), // CAT-005
    severity: field(z.enum(uploadSeverities), (error: UploadErrorRow) => error.severity), // CAT-006
    row_number: field(z.int(), ({ row }: UploadErrorRow) => row ?? undefined), // CAT-008
    column_number: field(z.int(), ({ column }: UploadErrorRow) => column ?? undefined), // CAT-009
  },
} satisfies View<UploadErrorRow>

const summaryNames = list(oneOf(['total_count']), { split: true })

/** The parameter `summary`: `true`, or a list of names. The only valid name is `total_count` (SIL-171). */
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
