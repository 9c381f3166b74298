import { table } from '../../engine/table.ts'
import { z } from '../../engine/zod.ts'
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
