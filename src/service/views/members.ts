import type { z } from '../../engine/schema/zod.ts'

/** The types of values that may have any member. */
const openTypes = new Set(['unknown', 'any', 'record', 'custom'])

/** Returns the declared members of a type, or of its items. Returns undefined if it may have any member. */
export function membersOf(type: z.ZodType): Readonly<Record<string, z.ZodType>> | undefined {
  const { def } = type as unknown as {
    def: { type: string; shape?: Record<string, z.ZodType>; element?: z.ZodType; innerType?: z.ZodType }
  }
  if (def.type === 'object' && def.shape) return def.shape
  const inner = def.element ?? def.innerType
  if (inner) return membersOf(inner)
  return openTypes.has(def.type) ? undefined : {}
}
