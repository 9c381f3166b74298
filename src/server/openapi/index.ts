/**
 * The OpenAPI document of all endpoints.
 *
 * @module fauxgraph/openapi
 */

export { type OpenApiDocument, type OpenApiOptions, openApiDocument } from './document.ts'
export type { OpenApiOperation } from './operation.ts'
