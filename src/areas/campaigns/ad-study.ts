import { z } from 'zod'
import { instant, type RowOf, rowId, table } from '../../engine/table.ts'
import { field, type View } from '../../graph/views/fields.ts'
import { isoTime } from '../../graph/values/times.ts'
import type { Tables } from '../tables.ts'

/** A study that compares campaigns of an ad account. */
export const adStudies = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    name: z.string(),
    campaigns: z.array(rowId('campaigns')),
    createdTime: instant(),
  }),
  edges: {
    byCampaign: {
      owners: ({ campaigns }) => campaigns.map((id) => [id]),
      order: ({ createdTime }) => [createdTime],
    },
  },
})

/** A row of an ad study. */
export type AdStudy = RowOf<Tables, 'adStudies'>

/** An ad study as the campaigns that it contains list it. */
export const adStudyView = {
  name: 'AdStudy',
  minimal: ['id'],
  fields: {
    id: field(z.string(), (study: AdStudy) => String(study.id)),
    name: field(z.string(), (study: AdStudy) => study.name),
    created_time: field(z.string(), (study: AdStudy) => isoTime(study.createdTime)),
  },
} satisfies View<AdStudy>
