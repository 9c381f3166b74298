import { z } from '../../engine/schema/zod.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'

export interface OperationParameter {
  readonly name: string
  readonly schema: JsonSchema
  readonly required: boolean
  /** Undefined if the parameter has no default. */
  readonly defaultValue: unknown
}

/** The names of required parameters: an empty call reports each of them as missing. */
function requiredOf(params: z.ZodType): ReadonlySet<string> {
  const issues = params.safeParse({}).error?.issues ?? []
  return new Set(issues.filter(({ message }) => message === 'is required').map(({ path }) => String(path[0])))
}

/** Returns the parameters of an operation, in the order of its source. */
export function parametersIn(params: z.ZodType): readonly OperationParameter[] {
  const { properties = {} } = jsonSchemaOf(params, 'input')
  const required = requiredOf(params)
  const shape: Readonly<Record<string, z.ZodType>> = params instanceof z.ZodObject ? params.shape : {}
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.has(name),
    defaultValue: required.has(name) ? undefined : shape[name]?.safeParse(undefined).data,
  }))
}
