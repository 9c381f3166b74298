// The factories below take the place of those of zod with the same names.
import * as zod from 'zod'
import { building, deferring } from './deferred-schema.ts'

export type * from 'zod'
// Values by their names: with `export *` a bundle has the whole of zod, and its messages in all languages.
export {
  globalRegistry,
  NEVER,
  never,
  registry,
  ZodArray,
  ZodNullable,
  ZodNumber,
  ZodObject,
  ZodOptional,
  ZodString,
  ZodType,
} from 'zod'

const classOf = zod.core.$constructor
const array = deferring(zod.array)
const boolean = deferring(zod.boolean)
const custom = deferring(zod.custom)
const discriminatedUnion = deferring(zod.discriminatedUnion)
const enumeration = deferring(zod.enum)
const exactOptional = deferring(zod.exactOptional)
const int = deferring(zod.int)
const int32 = deferring(zod.int32)
const json = deferring(zod.json)
const literal = deferring(zod.literal)
const looseObject = deferring(zod.looseObject)
const nothing = deferring(zod.null)
const number = deferring(zod.number)
const object = deferring(zod.object)
const preprocess = deferring(zod.preprocess)
const record = deferring(zod.record)
const strictObject = deferring(zod.strictObject)
const string = deferring(zod.string)
const toJSONSchema = building(zod.toJSONSchema)
const transform = deferring(zod.transform)
const tuple = deferring(zod.tuple)
const uint32 = deferring(zod.uint32)
const union = deferring(zod.union)
const unknown = deferring(zod.unknown)

export {
  array,
  boolean,
  classOf,
  custom,
  discriminatedUnion,
  enumeration as enum,
  exactOptional,
  int,
  int32,
  json,
  literal,
  looseObject,
  nothing as null,
  number,
  object,
  preprocess,
  record,
  strictObject,
  string,
  toJSONSchema,
  transform,
  tuple,
  uint32,
  union,
  unknown,
}
