import { json } from '../../engine/schema/schema.ts'
import { z } from '../../engine/schema/zod.ts'

export { json } from '../../engine/schema/schema.ts'

/** A column with the ids of other rows. */
export const ids = z.array(z.number())

/** A column with any JSON object. */
export const jsonObjectColumn = z.record(z.string(), json)

/** A column with a whole number as decimal text, because it may exceed 2^53. */
export const decimalText = z.string().regex(/^-?\d{1,40}$/)
