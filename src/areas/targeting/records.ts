import { z } from 'zod'
import { table } from '../../engine/table.ts'
import { audienceTypes } from './built-in-audiences.ts'

export const AddedAudience = z.object({
  /** Null where none was given: it is made of the id and the place of the sheet then. */
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
 * Sheets of audiences that actions added to a world. The built-in audiences are in no row: a world that never
 * touched the taxonomy holds none of it. A row is a sheet and not one audience, because a search reads an
 * index of many, which is prepared once.
 */
export const audienceSheets = table({
  row: z.object({
    /** Set on the first sheet when the built-in taxonomy is out of use. */
    replacesBuiltIn: z.boolean(),
    audiences: z.array(AddedAudience),
  }),
  edges: { all: { owners: () => [[]] } },
})
