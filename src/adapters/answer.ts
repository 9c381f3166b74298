import { type GraphResponse, jsonResponse, problemResponse } from '../wire/response.ts'
import { ORIGINAL_HEADER, type PictureResponse } from '../world/pictures.ts'
import type { World } from '../world/world.ts'
import { control } from './control.ts'
import { type Flush, refusal } from './control-call.ts'
import { corsHeaders, preflight } from './cors.ts'
import { isForeign, judgeHost } from './hosts.ts'
import type { PictureRenderer } from './node/pictures.ts'
import { type Route, routeOf } from './target.ts'
import { WORLD_NAME, WORLDS_MAX, type Worlds } from './worlds.ts'

/** What is served at one address, and to whom. */
export interface Site {
  readonly worlds: Worlds
  /** Whether `/_sim` and the selectors of worlds are served. */
  readonly control: boolean
  /** Whether calls of the service need an allowed Host too; calls of the control plane always do. */
  readonly checksHosts: boolean
  readonly allowedHosts: readonly string[]
  /** The origins whose web pages may ask. */
  readonly cors: readonly string[]
  readonly pictures?: PictureRenderer
  /** Carries what is due in a world; its sinks alone get something where nothing is given. */
  readonly flush?: Flush
}

/** A request as an adapter hands it over. Header names are in lower case. */
export interface Asking {
  readonly method: string
  /** As it came: a path, or a whole address. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  readonly host: string
  /** Where links begin: scheme and host. */
  readonly origin: string
}

/** Whether a method asks for something without changing it. */
export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

const refused = (world: World, status: number, message: string): GraphResponse =>
  problemResponse({ code: 100, message }, status, world.seq)

/** Why nobody is served at this Host; undefined when it is allowed. */
function hostProblem({ allowedHosts, worlds: { given } }: Site, host: string): GraphResponse | undefined {
  const verdict = judgeHost(host, allowedHosts)
  if (verdict === 'allowed') return undefined
  return verdict === 'malformed'
    ? refused(given, 400, 'The Host header is no host')
    : refused(given, 403, `The host ${host} is not served here: allow it by name if it is meant`)
}

/** The world that a route selects, or why there is none. */
function worldFor(
  { worlds }: Site,
  { world: name }: Route,
  foreign: boolean,
): { world: World } | { problem: GraphResponse } {
  if (name === undefined) return { world: worlds.given }
  if (!WORLD_NAME.test(name))
    return { problem: refusal(400, 'The name of a world has 1 to 64 letters, digits, _ and -') }
  // A foreign page may read what there is, but not make anything.
  if (foreign && !worlds.has(name)) return { problem: refusal(403, `There is no world ${name} yet`) }
  const world = worlds.select(name)
  if (world) return { world }
  return { problem: refusal(400, `There are ${WORLDS_MAX} worlds already: drop one before making ${name}`) }
}

async function rendered(response: PictureResponse, renderer?: PictureRenderer): Promise<GraphResponse> {
  const { resize, body } = response
  if (!resize || !renderer || typeof body === 'string') return response
  const made = await renderer(body, resize)
  if (!made) return response
  const { [ORIGINAL_HEADER]: _, ...headers } = response.headers
  return { ...response, body: made.bytes, headers: { ...headers, 'content-type': made.contentType } }
}

/** Asks the world, on the spot or for a picture later. */
function ask(site: Site, world: World, { url, prefix }: Route, asking: Asking) {
  const { method, headers, body, origin } = asking
  const response = world.request({
    method,
    url,
    headers,
    base: origin + prefix,
    ...(body !== undefined && { body }),
  })
  return response.resize && method === 'GET' ? rendered(response, site.pictures) : response
}

function answered(site: Site, asking: Asking): GraphResponse | Promise<GraphResponse> {
  const { method, url, headers, host } = asking
  const route = site.control ? routeOf(url, host, headers) : { prefix: '', url, query: '' }
  if (site.checksHosts || route.control || route.world !== undefined) {
    const problem = hostProblem(site, host)
    if (problem) return problem
  }
  const foreign = isForeign(asking, site.cors)
  const early = preflight(asking, foreign)
  if (early) return early
  if (foreign && (route.control || !isRead(method))) {
    const message = 'A web page of another origin may not do this: allow its origin if it is meant'
    return route.control ? refusal(403, message) : refused(site.worlds.given, 403, message)
  }
  const chosen = worldFor(site, route, foreign)
  if ('problem' in chosen) return chosen.problem
  if (route.control)
    return control(chosen.world, site.worlds, { ...asking, ...route, path: route.control }, site.flush)
  return ask(site, chosen.world, route, asking)
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
 * Answers a request, whatever carried it: every adapter is this and the carrying of bytes. It never rejects;
 * a dropped connection is a response with `dropped`.
 */
export async function answer(site: Site, asking: Asking): Promise<GraphResponse> {
  let response: GraphResponse
  try {
    response = await answered(site, asking)
  } catch (error) {
    response = failure(error)
  }
  const cors = corsHeaders(site.cors, asking.headers['origin'])
  return cors ? { ...response, headers: { ...response.headers, ...cors } } : response
}

/** Refuses a body that is larger than this adapter carries. The world hears nothing of it. */
export function bodyTooLarge({ worlds }: Site, bytesMax: number): GraphResponse {
  return refused(worlds.given, 400, `The body is larger than ${bytesMax} bytes`)
}
