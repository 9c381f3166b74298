import type { z } from '../../engine/schema/zod.ts'
import type { Json } from '../../engine/values/guard.ts'
import { checkedBy } from './columns.ts'
import { eventName } from './tables.ts'

/** An event of an area: the schema of its data. */
export interface AreaEvent<D extends z.ZodType = z.ZodType> {
  readonly kind: 'event'
  readonly data: D
}

/** Declares an event. Its type in the log of a world is the name of the area, a dot, and its own name. */
export const event = <D extends z.ZodType>(data: D): AreaEvent<D> => Object.freeze({ kind: 'event', data })

/** Returns the type and the data of an emitted event. Throws an error if the data does not fit. */
export function checkedEvent(
  given: AreaEvent,
  data: unknown,
): { readonly type: string; readonly data: Json } {
  const type = eventName(given)
  return { type, data: checkedBy(`the event ${type}`, given.data, data) }
}
