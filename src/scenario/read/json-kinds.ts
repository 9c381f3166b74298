import type { Json } from '../../engine/values/guard.ts'
import { isPlainObject } from '../../engine/values/plain-object.ts'

/** Whether a value is a list. */
export const isJsonList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** Whether a value is an object with members. */
export const isJsonObject = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  isPlainObject(value)
