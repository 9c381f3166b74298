import { z } from 'zod'

/** A parameter as a reference page shows it. */
export interface Parameter {
  readonly name: string
  /** The type or values that it accepts, in words. */
  readonly expected: string
  readonly required: boolean
  /** Undefined if the parameter has no default. */
  readonly defaultValue: unknown
}

/** The members of a JSON Schema that this file reads. */
interface Shape {
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly anyOf?: readonly Shape[]
  readonly allOf?: readonly Shape[]
}

const VALUES_MAX = 30

/** Describes the values that a schema accepts. An enum of more than 30 values shows only the first three. */
function expectedOf(shape: Shape): string {
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

/** The names of required parameters: an empty call reports each of them as missing. */
function requiredOf(params: z.ZodType): Set<string> {
  const issues = params.safeParse({}).error?.issues ?? []
  return new Set(issues.filter(({ message }) => message === 'is required').map(({ path }) => String(path[0])))
}

/** The parameters of an operation, in the order of its source. */
export function parametersOf(params: z.ZodType): Parameter[] {
  const { properties = {} } = z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' }) as Shape
  const required = requiredOf(params)
  const { shape = {} } = params as { shape?: Record<string, z.ZodType> }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    expected: expectedOf(property),
    required: required.has(name),
    defaultValue: required.has(name) ? undefined : shape[name]?.safeParse(undefined).data,
  }))
}
