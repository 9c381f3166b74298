import { z } from 'zod'
import { instant, table } from '../../engine/table.ts'

/** A person. */
export const users = table({
  row: z.object({
    name: z.string(),
    username: z.string().optional(),
    accountType: z.string(),
    firstName: z.string().optional(),
    lastName: z.string().optional(),
    email: z.string().optional(),
    blocked: z.boolean(),
    /** The shared login of this person is disabled. */
    loginDisabled: z.boolean(),
    createdTime: instant(),
  }),
  edges: {},
})
