import { z } from '../../engine/schema/zod.ts'
import { by, count, inOrderOf, instant, rowId, table } from '../../engine/store/table.ts'
import { audienceTypes } from './built-in-audiences.ts'

const AddedAudience = z.object({
  /** The id that the action gave. If it is null, the id consists of the row's id and the place in the row. */
  id: z.string().nullable(),
  type: z.enum(audienceTypes),
  name: z.string(),
  audienceSize: z.int(),
  path: z.array(z.string()),
  description: z.string(),
  browsable: z.boolean(),
  translations: z.array(z.object({ locale: z.string(), name: z.string(), path: z.array(z.string()) })),
})

/**
 * Audiences that actions added. One row holds up to 1,000 audiences, because a search prepares one index for
 * each row. The built-in audiences are not stored in rows.
 */
export const audienceSheets = table({
  row: z.object({
    /** Set on the first row when the built-in audiences are replaced. */
    replacesBuiltIn: z.boolean(),
    audiences: z.array(AddedAudience),
  }),
  edges: { all: { owners: () => [[]] } },
})

/** The kinds of custom audiences. */
export const customAudienceSubtypes = [
  'APP',
  'CLAIM',
  'CUSTOM',
  'ENGAGEMENT',
  'LOOKALIKE',
  'OFFLINE_CONVERSION',
  'WEBSITE',
] as const

/** A custom audience of an ad account. The data of its people is not simulated. */
export const customAudiences = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    name: z.string(),
    description: z.string().optional(),
    subtype: z.enum(customAudienceSubtypes),
    /** Where the data of its people comes from, as the call gave it. */
    fileSource: z.string().optional(),
    retentionDays: count().optional(),
    /** The rule that says who is in it, as JSON text. */
    rule: z.string().optional(),
    createdTime: instant(),
    /** When it last changed; absent if it never did. */
    updatedTime: instant().optional(),
  }),
  edges: {
    byAccount: { owners: by('adAccount'), order: inOrderOf('createdTime') },
  },
})
