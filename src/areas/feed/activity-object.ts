import { z } from 'zod'
import { table } from '../../engine/table.ts'

/** A predefined object of feelings and activities, such as a book that one reads. */
export const activityObjects = table({ row: z.object({ name: z.string() }), edges: {} })
