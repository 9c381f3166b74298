import { z } from '../../engine/schema/zod.ts'
import { pagingNotes } from '../../generated/field-notes.ts'
import type { Endpoint } from '../../service/routes/define.ts'
import { listOf } from '../../service/views/paging.ts'
import { recordSchema } from '../../service/views/record.ts'
import { described, resultTexts } from './described.ts'
import { capitalized } from './groups.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'

/** The schemas that a document declares once, and refers to by name. */
export interface SharedSchemas {
  readonly schemas: Readonly<Record<string, JsonSchema>>
  /** Returns a schema in which each shared schema is replaced by a reference. */
  referTo(schema: JsonSchema): JsonSchema
}

/** The text by which equal schemas are found. Zod writes the keywords of equal types in the same order. */
const textOf = (schema: JsonSchema): string => JSON.stringify(schema)

const pagingSchema = (): JsonSchema =>
  Object(jsonSchemaOf(listOf(z.unknown()), 'output').properties?.['paging'])

/**
 * Returns the schemas of the records of endpoints, under the names of their views. A view with the name of
 * another has the name of its first operation.
 */
export function sharedSchemas(endpoints: readonly (readonly [string, Endpoint])[]): SharedSchemas {
  const paging = pagingSchema()
  const schemas: Record<string, JsonSchema> = { Paging: described(paging, pagingNotes()) }
  const names = new Map([[textOf(paging), 'Paging']])
  for (const [operation, { view }] of endpoints) {
    if (!view) continue
    const schema = jsonSchemaOf(recordSchema(view), 'output')
    const text = textOf(schema)
    if (names.has(text)) continue
    const name = Object.hasOwn(schemas, view.name) ? `${capitalized(operation)}Record` : view.name
    schemas[name] = described(schema, resultTexts(operation))
    names.set(text, name)
  }
  const referred = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(referred)
    if (typeof value !== 'object' || value === null) return value
    return referTo({ ...value })
  }
  const referTo = (schema: JsonSchema): JsonSchema => {
    const name = names.get(textOf(schema))
    if (name !== undefined) return { $ref: `#/components/schemas/${name}` }
    return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, referred(value)]))
  }
  return { schemas, referTo }
}
