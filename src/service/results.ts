import { z } from '../engine/schema/zod.ts'

/** The result of an operation that reports nothing but that it succeeded. */
export const successResult = z.object({
  /** True: a call that fails has an error instead. */
  success: z.boolean(),
})
