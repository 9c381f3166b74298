// The factories below take the place of those of zod with the same names.
import * as zod from 'zod'
import { building, deferring } from './deferred-schema.ts'

export * from 'zod'

export const array = deferring(zod.array)
export const boolean = deferring(zod.boolean)
export const custom = deferring(zod.custom)
export const discriminatedUnion = deferring(zod.discriminatedUnion)
export const exactOptional = deferring(zod.exactOptional)
export const int = deferring(zod.int)
export const int32 = deferring(zod.int32)
export const json = deferring(zod.json)
export const literal = deferring(zod.literal)
export const looseObject = deferring(zod.looseObject)
export const number = deferring(zod.number)
export const object = deferring(zod.object)
export const preprocess = deferring(zod.preprocess)
export const record = deferring(zod.record)
export const strictObject = deferring(zod.strictObject)
export const string = deferring(zod.string)
export const transform = deferring(zod.transform)
export const tuple = deferring(zod.tuple)
export const uint32 = deferring(zod.uint32)
export const union = deferring(zod.union)
export const unknown = deferring(zod.unknown)
export const toJSONSchema = building(zod.toJSONSchema)

// A constant cannot have the names of these two.
const enumeration = deferring(zod.enum)
const nothing = deferring(zod.null)

export { enumeration as enum, nothing as null }
