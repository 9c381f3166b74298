import { z } from '../../engine/schema/zod.ts'
import { listOf, pagingParams } from './paging.ts'
import { recordSchema } from './record.ts'
import type { View } from './view.ts'

/** The result of an operation that reports nothing but that it succeeded. */
export const successResult = z.object({
  /** True: a call that fails has an error instead. */
  success: z.boolean(),
})

/** The result of an action that creates a record. */
export const idResult = z.object({
  /** The id of the new record. */
  id: z.string(),
})

/** The declarations of an endpoint that returns one record: its view, and its result. */
export const recordResult = <V extends View<never>>(view: V) => ({ view, result: recordSchema(view) })

/** The declarations of an endpoint that returns a page of a list: parameters, a view, and its result. */
export const listResult = <V extends View<never>>(view: V) => ({
  params: z.object(pagingParams),
  view,
  result: listOf(recordSchema(view)),
})
