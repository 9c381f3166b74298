import { z } from 'zod'
import type { Shown, View } from './fields.ts'

/** The type of a field of which a caller may see some members alone, as `from{name}` asks (SIL-019). */
function cuttable(type: z.ZodType): z.ZodType {
  if (type instanceof z.ZodArray) return z.array(cuttable(type.element as z.ZodType))
  if (!(type instanceof z.ZodObject)) return type
  const members = Object.entries(type.shape as Record<string, z.ZodType>)
  return z.object(Object.fromEntries(members.map(([name, member]) => [name, cuttable(member).optional()])))
}

function shapeOf(view: View<never>): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {}
  for (const [name, { type }] of Object.entries(view.fields))
    if (name !== 'id') shape[name] = cuttable(type).optional()
  return shape
}

/** The schema of a record that is no node: any of its fields, and no id. */
export const recordSchemaWithoutId = <V extends View<never>>(view: V): z.ZodType<Omit<Shown<V>, 'id'>> =>
  // The shape is built from the view's own fields, which is what the type of a shown record says too.
  z.strictObject(shapeOf(view)) as unknown as z.ZodType<Omit<Shown<V>, 'id'>>

/** The schema of a record as it is sent: its id, and any of the other fields, whole or cut. */
export function recordSchema<V extends View<never>>(
  view: V,
): z.ZodType<Shown<V>> & { partial(): z.ZodType<Partial<Shown<V>>> } {
  // The shape is built from the view's own fields, which is what the type of a shown record says too.
  return z.object({ id: z.string(), ...shapeOf(view) }) as unknown as ReturnType<typeof recordSchema<V>>
}
