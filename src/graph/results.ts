import { z } from '../engine/zod.ts'

/** The result of an operation that reports nothing but that it succeeded. */
export const successResult = z.object({ success: z.boolean() })
