import type { z } from 'zod'
import type { JsonSchema } from '../../src/server/openapi/json-schema.ts'
import { parametersIn } from '../../src/server/openapi/parameters.ts'

/** A parameter as a reference page shows it. */
export interface Parameter {
  readonly name: string
  /** The type or values that it accepts, in words. */
  readonly expected: string
  readonly required: boolean
  /** Undefined if the parameter has no default. */
  readonly defaultValue: unknown
}

const VALUES_MAX = 30

/** Describes the values that a schema accepts. An enum of more than 30 values shows only the first three. */
export function expectedOf(shape: JsonSchema): string {
  const { enum: values = [] } = shape
  if (values.length > VALUES_MAX) return `one of ${values.slice(0, 3).join(', ')} … (${values.length} values)`
  if (shape.description !== undefined) return shape.description
  if (shape.enum) return `one of ${shape.enum.join(', ')}`
  if (shape.items) return `a list: ${expectedOf(shape.items)}`
  if (shape.properties) {
    const members = Object.entries(shape.properties)
    return `an object: ${members.map(([name, member]) => `\`${name}\` (${expectedOf(member)})`).join(', ')}`
  }
  const parts = shape.anyOf ?? shape.allOf
  if (parts) return [...new Set(parts.map(expectedOf))].join(' or ')
  return shape.type === 'object' ? 'a JSON object' : (shape.type ?? 'any JSON')
}

/** The parameters of an operation, in the order of its source. */
export const parametersOf = (params: z.ZodType): Parameter[] =>
  parametersIn(params).map(({ schema, ...parameter }) => ({ ...parameter, expected: expectedOf(schema) }))
