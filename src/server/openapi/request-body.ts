import type { NamedEndpoint } from '../../service/routes/route.ts'
import type { JsonSchema } from './json-schema.ts'
import { isJsonText, type RouteParameter } from './route-parameters.ts'

const file: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream' }

/** The members of a form in which files are sent. */
function fileMembers(names: readonly string[]): JsonSchema {
  const properties = names.filter((name) => name !== '*').map((name) => [name, file] as const)
  return {
    properties: Object.fromEntries(properties),
    additionalProperties: names.includes('*') ? file : false,
  }
}

/** Returns the body of a write: a form or JSON, or a multipart form if an endpoint takes files (CNV-007). */
export function requestBodyOf(routes: readonly NamedEndpoint[], inputs: readonly RouteParameter[]): object {
  const files = [...new Set(routes.flatMap(({ endpoint }) => endpoint.files ?? []))]
  const required = inputs.filter((input) => input.required).map(({ name }) => name)
  const properties: Record<string, JsonSchema> = {
    ...Object.fromEntries(inputs.map(({ name, schema }) => [name, schema])),
    access_token: { type: 'string', description: 'The token, if no other place has it.' },
  }
  const schema: JsonSchema = {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
  const texts = inputs.filter((input) => isJsonText(input.schema)).map(({ name }) => name)
  const encoding = Object.fromEntries(texts.map((name) => [name, { contentType: 'application/json' }]))
  const form = { schema, ...(texts.length > 0 && { encoding }) }
  const { properties: parts, additionalProperties } = fileMembers(files)
  const multipart = {
    ...form,
    schema: { ...schema, properties: { ...properties, ...parts }, additionalProperties },
  }
  return {
    required: required.length > 0,
    content: {
      'application/x-www-form-urlencoded': form,
      'application/json': { schema },
      ...(files.length > 0 && { 'multipart/form-data': multipart }),
    },
  }
}
