import { z } from '../../engine/schema/zod.ts'
import { isoTime } from '../../service/values/times.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import type { AdStudyRow } from '../rows.ts'

/** The fields of an ad study. */
export const adStudyView = {
  name: 'AdStudy',
  minimal: ['id'],
  fields: {
    id: field(z.string(), (study: AdStudyRow) => String(study.id)),
    /** The name of the study. */
    name: field(z.string(), (study: AdStudyRow) => study.name),
    /** When the study was created. */
    created_time: field(z.string(), (study: AdStudyRow) => isoTime(study.createdTime)),
  },
} satisfies View<AdStudyRow>
