import { z } from 'zod'
import type { Json } from '../../engine/guard.ts'

/** Ids of other rows. */
export const ids = z.array(z.number())

/** JSON that is kept as it came. */
export const json = z.unknown() as unknown as z.ZodType<Json>

/** A JSON object that is kept as it came. */
export const jsonObjectColumn = z.record(z.string(), json)

/** A whole number as decimal text: it may lie beyond 2^53. */
export const decimalText = z.string().regex(/^-?\d{1,40}$/)
