import type { NamedEndpoint } from '../../service/routes/route.ts'
import { described, parameterTexts, withText } from './described.ts'
import { anyOf, type JsonSchema } from './json-schema.ts'
import { parametersIn } from './parameters.ts'

/** A parameter of one path and method, of all its endpoints together. */
export interface RouteParameter {
  readonly name: string
  readonly schema: JsonSchema
  readonly required: boolean
}

function fieldsSchema({ endpoint: { view } }: NamedEndpoint): JsonSchema {
  const fields = Object.entries<{ beyond?: boolean }>(view?.fields ?? {})
  const named = (isBeyond: boolean): string =>
    fields
      .filter(([, { beyond = false }]) => beyond === isBeyond)
      .map(([name]) => name)
      .join(', ')
  const beyond = named(true)
  const more = beyond === '' ? '' : `. Beyond the description: ${beyond}`
  return { type: 'string', description: `Fields of ${view?.name}, between commas: ${named(false)}${more}` }
}

/** The parameters of one endpoint. A route implies some of them, and the placeholder is not among them. */
function inputsOfRoute(route: NamedEndpoint): readonly RouteParameter[] {
  const { params, view } = route.endpoint
  const texts = parameterTexts(route.operation)
  const own = parametersIn(params)
    .filter(({ name }) => name !== route.tail && !Object.hasOwn(route.implied ?? {}, name))
    .map(({ name, required, defaultValue, ...parameter }) => ({
      ...parameter,
      name,
      schema: withText(described(parameter.schema, texts, [name]), texts[name]),
      required,
      defaultValue,
    }))
    .map(({ name, schema, required, defaultValue }) => ({
      name,
      // The node of a path below {web_url} is a parameter of the query.
      required: required || name === route.query,
      schema: defaultValue === undefined ? schema : { ...schema, default: defaultValue },
    }))
  const selects = view !== undefined && !own.some(({ name }) => name === 'fields')
  return selects ? [...own, { name: 'fields', schema: fieldsSchema(route), required: false }] : own
}

/** Returns the parameters of the endpoints of one path and method. Those that all require are required. */
export function routeParameters(routes: readonly NamedEndpoint[]): readonly RouteParameter[] {
  const lists = routes.map(inputsOfRoute)
  const names = [...new Set(lists.flatMap((list) => list.map(({ name }) => name)))]
  return names.map((name) => {
    const same = lists.flatMap((list) => list.filter((input) => input.name === name))
    const required = same.length === routes.length && same.every((input) => input.required)
    return { name, required, schema: anyOf(same.map(({ schema }) => schema)) }
  })
}

const isOfObjects = ({ type, items, properties, anyOf: parts = [] }: JsonSchema): boolean =>
  type === 'object' || properties !== undefined || [...(items ? [items] : []), ...parts].some(isOfObjects)

/** Whether a value is sent as JSON text in a query or a form: objects, lists of them, and any JSON. */
export const isJsonText = (schema: JsonSchema): boolean =>
  isOfObjects(schema) || !['type', 'enum', 'anyOf'].some((keyword) => Object.hasOwn(schema, keyword))
