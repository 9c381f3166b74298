import { z } from 'zod'
import type { Shown, View } from './fields.ts'

/** The schema of a record as it is sent: its id, and any of the other fields. */
export function record<V extends View<never>>(
  view: V,
): z.ZodType<Shown<V>> & { partial(): z.ZodType<Partial<Shown<V>>> } {
  const shape: Record<string, z.ZodType> = {}
  for (const [name, { type }] of Object.entries(view.fields)) if (name !== 'id') shape[name] = type.optional()
  // The shape is built from the view's own fields, which is what the type of a shown record says too.
  return z.object({ id: z.string(), ...shape }) as unknown as ReturnType<typeof record<V>>
}
