import { z } from '../../engine/schema/zod.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import type { UploadErrorRow } from '../rows.ts'
import { uploadSeverities } from './catalog-values.ts'

/** The fields of an error of a feed upload (SIL-172). */
export const uploadErrorView = {
  name: 'ProductFeedUploadError',
  minimal: ['id', 'summary', 'description', 'severity', 'row_number', 'column_number'],
  fields: {
    id: field(z.string(), (error: UploadErrorRow) => String(error.id)), // CAT-003
    /** A short title of the error. */
    summary: field(z.string(), (error: UploadErrorRow) => error.summary), // CAT-004
    /** An explanation of the error. */
    description: field(z.string(), (error: UploadErrorRow) => error.description), // CAT-005
    /** `fatal` if the item of the row was not created, `warning` if it was. */
    severity: field(z.enum(uploadSeverities), (error: UploadErrorRow) => error.severity), // CAT-006
    /** The row of the uploaded feed, counted from 1. */
    row_number: field(z.int(), ({ row }: UploadErrorRow) => row ?? undefined), // CAT-008
    /** The column of the uploaded feed, counted from 1. */
    column_number: field(z.int(), ({ column }: UploadErrorRow) => column ?? undefined), // CAT-009
  },
} satisfies View<UploadErrorRow>
