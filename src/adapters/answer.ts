import { type GraphResponse, jsonResponse } from '../wire/response.ts'
import { ORIGINAL_HEADER, type PictureResponse } from '../world/pictures.ts'
import type { World } from '../world/world.ts'
import { type AdmissionRules, type Admitted, admit, errorResponse, type RequestHead } from './admission.ts'
import type { BodyRefusal, BodySum } from './bodies.ts'
import { control } from './control.ts'
import { controlError, type Flush } from './control-call.ts'
import { corsHeaders } from './cors.ts'
import type { PictureRenderer } from './node/pictures.ts'
import type { ControlTarget } from './target.ts'
import { WORLD_NAME, WORLDS_MAX, type Worlds } from './worlds.ts'

/** What is served at one address, and the rules for its clients. */
export interface Site extends AdmissionRules {
  readonly pictures?: PictureRenderer
  /** Carries what is due in a world; its sinks alone get something where nothing is given. */
  readonly flush?: Flush
  /** The largest body that is read, in bytes. */
  readonly bodyLimit: number
  readonly bodies: BodySum
}

/** The body of an admitted request: its bytes, none, or why it was not read to its end. */
export type ReadBody = Uint8Array | undefined | BodyRefusal

/** The world that a route selects, or an error. */
function worldFor(
  worlds: Worlds,
  { world: name }: ControlTarget,
  mayMakeWorlds: boolean,
): { world: World } | { problem: GraphResponse } {
  if (name === undefined) return { world: worlds.given }
  if (!WORLD_NAME.test(name))
    return { problem: controlError(400, 'The name of a world has 1 to 64 letters, digits, _ and -') }
  if (!mayMakeWorlds && !worlds.has(name))
    return { problem: controlError(403, `There is no world ${name} yet`) }
  const world = worlds.select(name)
  if (world) return { world }
  return {
    problem: controlError(400, `There are ${WORLDS_MAX} worlds already: drop one before making ${name}`),
  }
}

async function rendered(response: PictureResponse, renderer?: PictureRenderer): Promise<GraphResponse> {
  const { resize, body } = response
  if (!resize || !renderer || typeof body === 'string') return response
  const made = await renderer(body, resize)
  if (!made) return response
  const { [ORIGINAL_HEADER]: _, ...headers } = response.headers
  return { ...response, body: made.bytes, headers: { ...headers, 'content-type': made.contentType } }
}

/** Asks the world; a picture that has to be rendered comes later. */
function ask(site: Site, world: World, { url, prefix }: ControlTarget, head: RequestHead, body?: Uint8Array) {
  const { method, headers, origin } = head
  const response = world.request({
    method,
    url,
    headers,
    base: origin + prefix,
    ...(body !== undefined && { body }),
  })
  return response.resize && method === 'GET' ? rendered(response, site.pictures) : response
}

async function answered(
  site: Site,
  head: RequestHead,
  { route, mayMakeWorlds }: Admitted,
  body: Uint8Array | undefined,
): Promise<GraphResponse> {
  const chosen = worldFor(site.worlds, route, mayMakeWorlds)
  if ('problem' in chosen) return chosen.problem
  if (!route.control) return ask(site, chosen.world, route, head, body)
  const call = { ...head, ...route, path: route.control, ...(body !== undefined && { body }) }
  return control(chosen.world, site.worlds, call, site.flush)
}

/**
 * The answer when our own code fails. It has the shape of the contract's errors, and no code: none of the
 * contract's means that the simulation itself is broken.
 */
function failure(error: unknown): GraphResponse {
  const message = `fauxgraph failed: ${error instanceof Error ? error.message : String(error)}`
  return jsonResponse(500, { error: { message, type: 'InternalError' } })
}

/**
 * Answers a request, whatever carried it: every adapter is this and the carrying of bytes. The body is read
 * once the request is admitted, and `answer` rejects only if reading it does. A dropped connection is a
 * response with `dropped`.
 */
export async function serve(
  site: Site,
  head: RequestHead,
  readBody?: () => Promise<ReadBody>,
): Promise<GraphResponse> {
  const cors = corsHeaders(site.cors, head.headers['origin'])
  const withCors = (response: GraphResponse): GraphResponse =>
    cors ? { ...response, headers: { ...response.headers, ...cors } } : response
  const admission = admit(site, head)
  if ('response' in admission) return withCors(admission.response)
  const body = await readBody?.()
  if (body !== undefined && 'message' in body) return withCors(errorResponse(site, body.status, body.message))
  return withCors(await answered(site, head, admission, body).catch(failure))
}
