import { z } from '../../engine/schema/zod.ts'

/** A JSON Schema of the dialect 2020-12, which OpenAPI 3.1 uses. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
  readonly description?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
}

/** The bounds that zod adds to every integer. They are those of a number, not of the service. */
const integerBounds = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

function withoutIntegerBounds(schema: { minimum?: number | undefined; maximum?: number | undefined }): void {
  if (integerBounds.includes(schema.minimum ?? 0)) delete schema.minimum
  if (integerBounds.includes(schema.maximum ?? 0)) delete schema.maximum
}

/** Returns the JSON Schema of a type: of what callers send (`input`), or of what they get (`output`). */
export function jsonSchemaOf(type: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => withoutIntegerBounds(jsonSchema),
  })
  return JSON.parse(JSON.stringify(schema))
}

/** Returns one schema for a value that may be of any of several schemas. */
export function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const distinct = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]))
  const [only, ...more] = distinct.values()
  return only !== undefined && more.length === 0 ? only : { anyOf: [...distinct.values()] }
}
