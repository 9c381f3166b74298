import { registryWith } from '../../machine/world-registry.ts'
import type { Area } from '../../service/area/area.ts'
import { lowerAscii } from '../../service/values/letter-case.ts'
import { checkNames } from '../../world/handle/known-names.ts'
import { ENGINE } from '../../world/handle/version.ts'
import { sharedSchemas } from './components.ts'
import { errorAnswer, errorSchema } from './errors.ts'
import { groupsOf } from './groups.ts'
import { errorAnswerOf, type OpenApiOperation, operationOf } from './operation.ts'

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string }[]
  /** The operations by path and by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>
}

/** Options of `openApiDocument`. */
export interface OpenApiOptions {
  /** The URL of the server, absolute or relative to the document: `/` if left out. */
  readonly server?: string
  /** The areas whose endpoints it has beside those of the service. */
  readonly areas?: readonly Area[]
}

const description = `A social graph service, as fauxgraph simulates it.

Paths that differ only in the kind of their node are one path here: \`x-fauxgraph-operations\` names the
endpoints that answer it. The version may be left out of a path. A write takes its parameters from the query
too, and a \`DELETE\` from a body.`

const securitySchemes = {
  accessToken: { type: 'apiKey', in: 'query', name: 'access_token' },
  bearer: { type: 'http', scheme: 'bearer' },
}

/**
 * Returns the OpenAPI 3.1 document of all endpoints. It is the same each time. Actions and the control plane
 * are not part of the service, so they are not in it. Throws a TypeError that names an unknown option.
 */
export function openApiDocument(options: OpenApiOptions = {}): OpenApiDocument {
  checkNames('openApiDocument', 'option', options, ['server', 'areas'])
  const { server = '/', areas = [] } = options
  const { byName, byPath } = registryWith(areas).routes
  const shared = sharedSchemas([...byName].map(([operation, { endpoint }]) => [operation, endpoint]))
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  const responses: Record<string, object> = {}
  for (const group of groupsOf(byPath.values())) {
    const { name, codes } = errorAnswerOf(group)
    responses[name] ??= errorAnswer(codes)
    const operation = operationOf(group, shared)
    paths[group.path] = { ...paths[group.path], [lowerAscii(group.method)]: operation }
  }
  const chapters = new Set([...byName.values()].map(({ endpoint }) => endpoint.chapter))
  return {
    openapi: '3.1.1',
    info: { title: 'fauxgraph', version: ENGINE, description },
    servers: [{ url: server }],
    tags: [...chapters].map((name) => ({ name })),
    paths,
    components: { schemas: { Error: errorSchema, ...shared.schemas }, responses, securitySchemes },
  }
}
