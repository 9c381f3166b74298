import type { GraphResponse } from '../wire/response.ts'
import { reply } from './control-call.ts'

let openApi: object | undefined

/**
 * Answers with the OpenAPI document of all endpoints. Every world has the same, so it is made at the first
 * request. Its code is loaded then too: few programs ask for it, and its texts are a tenth of all code.
 */
export async function serveDocument(): Promise<GraphResponse> {
  const { openApiDocument } = await import('../openapi/document.ts')
  openApi ??= openApiDocument({ server: '..' })
  return reply(openApi)
}
