import { deferred } from '../../engine/schema/deferred-schema.ts'
import { z } from '../../engine/schema/zod.ts'
import type { Shown } from './fields.ts'
import type { View } from './view.ts'

/** Returns the type of a field whose members can be selected, as in `from{name}` (SIL-019). */
function withOptionalMembers(type: z.ZodType): z.ZodType {
  if (type instanceof z.ZodArray) return z.array(withOptionalMembers(type.element as z.ZodType))
  if (type instanceof z.ZodOptional) return withOptionalMembers(type.unwrap() as z.ZodType).optional()
  if (!(type instanceof z.ZodObject)) return type
  const members = Object.entries(type.shape as Record<string, z.ZodType>)
  return z.object(
    Object.fromEntries(members.map(([name, member]) => [name, withOptionalMembers(member).optional()])),
  )
}

function shapeOf(view: View<never>): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {}
  for (const [name, { type }] of Object.entries(view.fields))
    if (name !== 'id') shape[name] = withOptionalMembers(type).optional()
  return shape
}

/** Returns the schema of a record without an id: any of its fields. */
export const recordSchemaWithoutId = <V extends View<never>>(view: V): z.ZodType<Omit<Shown<V>, 'id'>> =>
  // The shape has the fields of the view, as the type of a shown record says.
  deferred(() => z.strictObject(shapeOf(view)) as unknown as z.ZodType<Omit<Shown<V>, 'id'>>)

/** Returns the schema of a record: its id, and any other fields, with all or some of their members. */
export function recordSchema<V extends View<never>>(
  view: V,
): z.ZodType<Shown<V>> & { partial(): z.ZodType<Partial<Shown<V>>> } {
  // The shape has the fields of the view, as the type of a shown record says.
  return deferred(
    () => z.object({ id: z.string(), ...shapeOf(view) }) as unknown as ReturnType<typeof recordSchema<V>>,
  )
}
