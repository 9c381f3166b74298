import { openApiDocument } from '../../../src/server/openapi/document.ts'
import type { OpenApiOperation } from '../../../src/server/openapi/operation.ts'

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly enum?: readonly unknown[]
  readonly allOf?: readonly Schema[]
}

interface Media {
  readonly schema: Schema
}

interface QueryParameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema?: Schema
  readonly content?: Readonly<Record<string, Media>>
}

/** An operation of the document, with the parts that tests read. */
export interface Described extends Omit<OpenApiOperation, 'parameters' | 'requestBody'> {
  readonly path: string
  readonly method: string
  readonly parameters: readonly QueryParameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
}

/** The document as a reader of its text sees it. */
export const document = JSON.parse(JSON.stringify(openApiDocument())) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Described, 'path' | 'method'>>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, Media>> }>>
  }
}

/** Every operation of the document. */
export const described: readonly Described[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
)

/** A path without names of placeholders and without a version: `/act_{}/ads`. */
export const shapeOf = (path: string): string =>
  path
    .replace('/{version}', '')
    .replace('{web_url}', '')
    .replace(/\?.*$/, '')
    .replaceAll(/\{\w+\}/g, '{}') || '/'

/** The operation of a route such as `GET /{page}/photos`. */
export function at(route: string): Described {
  const [method, path = ''] = route.split(' ')
  const found = described.find((one) => one.method === method && shapeOf(one.path) === shapeOf(path))
  if (!found) throw new Error(`The document has no ${route}`)
  return found
}

/** The parameters of an operation by name, with their schemas: those of the query, or those of the body. */
export function parametersAt({ parameters, requestBody }: Described, type = 'application/json') {
  const inQuery = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required, schema, content }) => ({
      name,
      required,
      schema: schema ?? content?.[type]?.schema,
    }))
  const { properties = {}, required = [] } = requestBody?.content[type]?.schema ?? {}
  const inBody = Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema,
  }))
  return [...inQuery, ...inBody]
}

/** The error codes that an operation answers. */
export function codesAt({ responses }: Described): readonly unknown[] {
  const { $ref = '' } = responses['default'] as { $ref?: string }
  const answer = document.components.responses[$ref.split('/').at(-1) ?? '']
  const [, own] = answer?.content['application/json']?.schema.allOf ?? []
  return own?.properties?.['error']?.properties?.['code']?.enum ?? []
}
