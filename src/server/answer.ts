import { errorMessage } from '../engine/values/error-message.ts'
import { type GraphResponse, jsonResponse } from '../machine/wire/response.ts'
import { bounds } from '../service/contract/bounds.ts'
import { LateCallError } from '../world/handle/handle.ts'
import { ORIGINAL_HEADER, type PictureResponse } from '../world/handle/pictures.ts'
import type { World } from '../world/world.ts'
import {
  type AdmissionRules,
  type AdmittedRequest,
  admit,
  errorResponse,
  isSafeMethod,
  type RequestHead,
} from './admission.ts'
import type { BodyBudget, BodyError } from './bodies.ts'
import { control } from './control.ts'
import { controlError, type Flush } from './control-call.ts'
import { corsHeaders } from './cors.ts'
import { inspectorAnswer, rootAnswer } from './inspector-answer.ts'
import type { PictureRenderer } from './picture-renderer.ts'
import type { ControlTarget } from './target.ts'
import { WORLD_NAME, WORLDS_MAX, type Worlds } from './worlds.ts'

/** Answers the calls in place of a world. */
export type Upstream = (head: RequestHead, body: Uint8Array | undefined) => Promise<GraphResponse>

/** Is told a call with its answer. Returns the answer to send. */
export type Tap = (
  at: number,
  head: RequestHead,
  body: Uint8Array | undefined,
  answer: GraphResponse,
) => GraphResponse

/** The worlds served at one address, and the rules for its clients. */
export interface Site extends AdmissionRules {
  readonly pictures?: PictureRenderer
  /** Delivers the due webhooks of a world. Without it, only functions and fetch handlers get deliveries. */
  readonly flush?: Flush
  /** Whether the inspector is served at `/_sim/`: true if left out, and if the control plane is served. */
  readonly inspector?: boolean
  /** The largest request body in bytes. */
  readonly bodyLimit: number
  readonly bodies: BodyBudget
  /** The real service to which calls are passed on, in place of the main world. */
  readonly upstream?: Upstream
  /** Is told each call of the main world, before its answer is sent. */
  readonly tap?: Tap
  /** Returns the beginning of links. Without it, links begin with the origin of the request. */
  readonly linkOrigin?: (head: RequestHead) => string
}

/** The body of an admitted request: its bytes, nothing, or the error that ended reading it. */
export type ReadBody = Uint8Array | undefined | BodyError

/** The world that a route selects, or an error. */
function worldFor(
  worlds: Worlds,
  { world: name }: ControlTarget,
  mayCreateWorlds: boolean,
): { readonly world: World } | { readonly error: GraphResponse } {
  if (name === undefined) return { world: worlds.main }
  if (!WORLD_NAME.test(name)) {
    const message = 'The name of a world must have 1 to 64 letters, digits, _ and -'
    return { error: controlError(400, message) }
  }
  if (!mayCreateWorlds && !worlds.has(name))
    return {
      error: controlError(403, `There is no world ${name}, and a page of another origin cannot create it`),
    }
  const world = worlds.select(name)
  if (world) return { world }
  const message = `There are ${WORLDS_MAX} worlds already: DELETE /_sim/worlds/NAME before creating ${name}`
  return { error: controlError(400, message) }
}

/** The resized picture, the original if it cannot be resized, or an error if too many pictures wait. */
async function renderPicture(site: Site, response: PictureResponse): Promise<GraphResponse> {
  const { resize, body } = response
  if (!resize || !site.pictures || typeof body === 'string') return response
  const rendered = await site.pictures(body, resize)
  if (rendered === undefined) return response
  if (rendered === 'busy') {
    const message =
      `The pictures that wait to be resized exceed ${bounds.waitingPictureBytesMax} bytes together: ` +
      'request fewer at a time, or try again'
    return errorResponse(site, 503, message)
  }
  const { [ORIGINAL_HEADER]: _, ...headers } = response.headers
  return { ...response, body: rendered.bytes, headers: { ...headers, 'content-type': rendered.contentType } }
}

/** Passes a request to a world. The answer is a promise only if a picture must be resized. */
function callWorld(
  site: Site,
  world: World,
  { url, prefix }: ControlTarget,
  head: RequestHead,
  body?: Uint8Array,
): GraphResponse | Promise<GraphResponse> {
  const { method, headers, origin } = head
  const base = (site.linkOrigin?.(head) ?? origin) + prefix
  const sent = { method, url, headers, base, bytes: true, clientTime: Date.now() }
  const response = world.request(body === undefined ? sent : { ...sent, body })
  return response.resize && method === 'GET' ? renderPicture(site, response) : response
}

/** Answers a call by the real service or the world, and tells the tap. */
function callTapped(
  site: Site,
  world: World,
  route: ControlTarget,
  head: RequestHead,
  body: Uint8Array | undefined,
): GraphResponse | Promise<GraphResponse> {
  const { tap, upstream } = route.world === undefined ? site : {}
  // The clock is read before the call, which may move it.
  const now = tap && (upstream ? Date.now() : world.clock.now)
  const answer = upstream ? upstream(head, body) : callWorld(site, world, route, head, body)
  if (!tap || now === undefined) return answer
  return Promise.resolve(answer).then((known) => tap(now, head, body, known))
}

/** Whether a request may add to what a world stores: a reset and a deletion make room. */
const mayStore = (method: string, { control: [part] = ['actions'] }: ControlTarget): boolean =>
  method !== 'DELETE' && !isSafeMethod(method) && (part === 'actions' || part === 'snapshot')

/** The answer to a request that may store something while the worlds together are full. */
function fullAnswer(site: Site, { control: path }: ControlTarget): GraphResponse {
  const message =
    `The main world and ${site.worlds.names.length} named worlds of this address store more than ` +
    `${bounds.worldsBytesMax} bytes together: DELETE /_sim/worlds/NAME, or reset one of them`
  return path ? controlError(503, message) : errorResponse(site, 503, message)
}

/** Answers an admitted request. The answer is a promise if something must be awaited for it. */
function answerFrom(
  site: Site,
  head: RequestHead,
  { route, mayCreateWorlds }: AdmittedRequest,
  body: Uint8Array | undefined,
): GraphResponse | Promise<GraphResponse> {
  if (site.control && site.inspector !== false) {
    const answer = route.control ? inspectorAnswer(site.worlds, head, route) : rootAnswer(head, route)
    if (answer) return answer
  }
  const selected = worldFor(site.worlds, route, mayCreateWorlds)
  if ('error' in selected) return selected.error
  if (mayStore(head.method, route) && site.worlds.isFull()) return fullAnswer(site, route)
  if (!route.control) return callTapped(site, selected.world, route, head, body)
  const call = { ...head, ...route, path: route.control, ...(body !== undefined && { body }) }
  return control(selected.world, site.worlds, call, site.flush)
}

/**
 * Returns the response to a request during which fauxgraph itself threw, or whose test is over. It has the
 * shape of the contract's errors without a code, because the contract has no code for that.
 */
function internalError(error: unknown): GraphResponse {
  const isLate = error instanceof LateCallError
  const message = `${isLate ? '' : 'fauxgraph failed: '}${errorMessage(error)}`
  return jsonResponse(500, { error: { message, type: 'InternalError' } })
}

async function answerAdmitted(
  site: Site,
  head: RequestHead,
  admitted: AdmittedRequest,
  body: Uint8Array | undefined,
): Promise<GraphResponse> {
  try {
    site.worlds.tend()
    const answer = answerFrom(site, head, admitted, body)
    // Most answers are there at once: each promise in between would cost as much as the parsing of a URL.
    return 'status' in answer ? answer : await answer
  } catch (error) {
    return internalError(error)
  }
}

/**
 * Answers a request. The fetch handler and the Node server add only the transport of bytes. The body is read
 * after the request is admitted; `serve` rejects only if the body cannot be read. A response with `dropped`
 * means that the connection must be closed without an answer.
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
  return withCors(await answerAdmitted(site, head, admission, body))
}
