import { z } from '../../engine/schema/zod.ts'
import { endpointNotes } from '../../generated/endpoint-notes.ts'
import { knownVersions, newestVersion } from '../../service/contract/versions.ts'
import type { NamedEndpoint } from '../../service/routes/route.ts'
import type { SharedSchemas } from './components.ts'
import { described, parameterTexts, resultTexts } from './described.ts'
import { errorAnswerName } from './errors.ts'
import { operationIdOf, type RouteGroup } from './groups.ts'
import { anyOf, type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import { requestBodyOf } from './request-body.ts'
import { isJsonText, type RouteParameter, routeParameters } from './route-parameters.ts'

/** An operation of an OpenAPI document: one path and method. */
export interface OpenApiOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly description: string
  readonly parameters: readonly object[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, object>>
  readonly security: readonly object[]
  /** The endpoints that answer, each with its route in the description. */
  readonly 'x-fauxgraph-operations': readonly string[]
  /** The endpoints beyond the description, each with the page that documents it. */
  readonly 'x-fauxgraph-beyond'?: Readonly<Record<string, string>>
}

const versionParameter = {
  name: 'version',
  in: 'path',
  required: true,
  description: 'The version of the service (VER-001).',
  schema: { enum: knownVersions, default: newestVersion },
}

const nodeParameter = (name: string, routes: readonly NamedEndpoint[]): object => ({
  name,
  in: 'path',
  required: true,
  description: `The id of ${[...new Set(routes.map(({ placeholder }) => placeholder))].join(', ')}.`,
  schema: { type: 'string', minLength: 1 },
})

/** The parameters that are the last segments of the path. */
const tailParameters = (routes: readonly NamedEndpoint[]): readonly object[] =>
  [...new Set(routes.map(({ tail }) => tail).filter((tail) => tail !== ''))].map((name) => ({
    name,
    in: 'path',
    required: true,
    description: parameterTexts(routes[0]?.operation ?? '')[name] ?? '',
    schema: { type: 'string', minLength: 1 },
  }))

const queryParameter = ({ name, schema, required }: RouteParameter): object => ({
  name,
  in: 'query',
  required,
  ...(isJsonText(schema) ? { content: { 'application/json': { schema } } } : { schema }),
})

/** Describes an endpoint: its comment, its access, and the rows of its definition. */
function describe({ operation, endpoint }: NamedEndpoint): string {
  const { text = '', rows = [] } = endpointNotes[operation] ?? {}
  const { tasks, permissions } = endpoint.access
  const needs = [
    ...(tasks.length > 0 ? [`one of the tasks ${tasks.join(', ')} on the page`] : []),
    ...(permissions.length > 0 ? [`the permissions ${permissions.join(', ')}`] : []),
  ]
  return [
    `**${operation}** (\`${endpoint.route}\`): ${text}`,
    ...(needs.length > 0 ? [`Needs ${needs.join(', and ')}.`] : []),
    ...(rows.length > 0 ? [`Rows: ${rows.join(', ')}.`] : []),
    ...(endpoint.source === undefined ? [] : [`Beyond the description: ${endpoint.source}`]),
  ].join('\n\n')
}

const locationHeader = { location: { schema: { type: 'string', format: 'uri' } } }

/** A batch answers each body as text, with its headers; null stands for a call without an answer. */
const batchResult = z.array(
  z
    .object({
      code: z.int(),
      headers: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
      body: z.string(),
    })
    .nullable(),
)

/** The schema of the answer of an endpoint over HTTP. */
const resultSchema = ({ operation, endpoint }: NamedEndpoint): JsonSchema =>
  jsonSchemaOf(operation === 'batch' ? batchResult : endpoint.result, 'output')

/** The response of a successful call. */
function successOf(routes: readonly NamedEndpoint[], { referTo }: SharedSchemas): [string, object] {
  const [first] = routes
  const schema = anyOf(
    routes.map((route) => described(referTo(resultSchema(route)), resultTexts(route.operation))),
  )
  const content = { [first?.endpoint.mediaType ?? 'application/json']: { schema } }
  return first?.endpoint.redirects
    ? ['302', { description: 'A redirect.', headers: locationHeader, content }]
    : ['200', { description: 'The result.', content }]
}

/** The places of a token. An endpoint that issues tokens needs none. */
function securityOf(routes: readonly NamedEndpoint[]): readonly object[] {
  const places = [{ accessToken: [] }, { bearer: [] }]
  const isOptional = routes.some(({ endpoint, method }) => endpoint.access.identify || method === 'POST')
  // The token of a write may also be in its body.
  return isOptional ? [...places, {}] : places
}

function beyondOf(routes: readonly NamedEndpoint[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    routes.flatMap(({ operation, endpoint: { source } }) =>
      source === undefined ? [] : [[operation, source]],
    ),
  )
}

const codesOf = (routes: readonly NamedEndpoint[]) => new Set(routes.flatMap(({ codes }) => [...codes]))

/** The name of the response with the errors of a group. */
export const errorAnswerOf = ({ routes }: RouteGroup) => {
  const codes = codesOf(routes)
  return { name: errorAnswerName(codes), codes }
}

/** Returns the operation of a group of routes. */
export function operationOf(group: RouteGroup, shared: SharedSchemas): OpenApiOperation {
  const { routes, node, web, method } = group
  const inputs = routeParameters(routes)
  const hasBody = method === 'POST'
  const [status, success] = successOf(routes, shared)
  const beyond = beyondOf(routes)
  return {
    operationId: operationIdOf(group),
    tags: [...new Set(routes.map(({ endpoint }) => endpoint.chapter))],
    description: routes.map(describe).join('\n\n'),
    parameters: [
      ...(web ? [] : [versionParameter]),
      ...(node === '' ? [] : [nodeParameter(node, routes)]),
      ...tailParameters(routes),
      ...(hasBody ? [] : inputs.map(queryParameter)),
    ],
    ...(hasBody && { requestBody: requestBodyOf(routes, inputs) }),
    responses: {
      [status]: success,
      default: { $ref: `#/components/responses/${errorAnswerOf(group).name}` },
    },
    security: securityOf(routes),
    'x-fauxgraph-operations': routes.map(({ operation }) => operation),
    ...(Object.keys(beyond).length > 0 && { 'x-fauxgraph-beyond': beyond }),
  }
}
