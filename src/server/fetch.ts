import type { EventFeed, GraphResponse } from '../machine/wire/response.ts'
import { bounds } from '../service/contract/bounds.ts'
import { checkNames } from '../world/handle/known-names.ts'
import type { World } from '../world/world.ts'
import { isSafeMethod, type RequestHead } from './admission.ts'
import { type ReadBody, type Site, serve } from './answer.ts'
import { type BodyCollector, bodyBudget, bodyCollector } from './bodies.ts'
import { originList } from './hosts.ts'
import { addLayer, layerFor } from './layers.ts'
import type { PictureRenderer } from './picture-renderer.ts'
import { type Worlds, worldsFrom } from './worlds.ts'

/** Options of a fetch handler. */
export interface FetchOptions {
  /** Whether the control plane is served at `/_sim`: true if left out. */
  readonly control?: boolean
  /** Whether the inspector is served at `/_sim/`: true if left out, and if the control plane is served. */
  readonly inspector?: boolean
  /** Hosts at which the control plane is served, in addition to loopback hosts. */
  readonly allowedHosts?: readonly string[]
  /** The origins whose web pages may read and write. */
  readonly cors?: readonly string[]
  /** The largest request body in bytes: 32 MiB if left out. */
  readonly bodyLimit?: number
  /** Resizes pictures. Without it, every size is answered with the original. */
  readonly pictures?: PictureRenderer
}

/** The names of the options of a fetch handler. */
export const fetchOptions = Object.keys({
  control: true,
  inspector: true,
  allowedHosts: true,
  cors: true,
  bodyLimit: true,
  pictures: true,
} satisfies Record<keyof FetchOptions, true>)

/**
 * A fetch handler, as service workers, MSW, Bun, Deno and Hono call it. If a fault drops the connection, it
 * returns a network error (`Response.error()`).
 */
export type FetchHandler = (request: Request) => Promise<Response>

/** Reads a request body to its end, or until the collector refuses it. */
async function readBody(body: ReadableStream<Uint8Array>, collector: BodyCollector): Promise<ReadBody> {
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const error = collector.add(part.value)
    if (error === undefined) continue
    await reader.cancel()
    return error
  }
  return collector.bytes()
}

/**
 * Returns a stream that is already closed. The platform closes the bodies that it makes itself in a
 * microtask, which never runs if fake timers replace `queueMicrotask`.
 */
function streamOfBytes(body: string | Uint8Array): ReadableStream<Uint8Array> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return new ReadableStream({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes)
      controller.close()
    },
  })
}

/** Returns a stream that encodes each piece when its reader pulls. */
function streamOfPieces(pieces: Iterable<string>): ReadableStream<Uint8Array> {
  const texts = pieces[Symbol.iterator]()
  const encoder = new TextEncoder()
  const source = {
    pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      const { done, value } = texts.next()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel() {
      texts.return?.()
    },
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}

/** Milliseconds after which a browser asks for the next events. */
const RETRY_MS = 500

/**
 * Returns the events that there are. This handler sets no timer, so the stream ends, and the browser asks
 * again for those that follow.
 */
function textOfFeed(feed: EventFeed): string {
  let text = `retry: ${RETRY_MS}\n\n`
  for (let next = feed.next(); next !== ''; next = feed.next()) text += next
  feed.close()
  return text
}

/** Converts an answer to a `Response`: a network error if the connection is dropped. */
function responseOf(answer: GraphResponse, method: string): Response {
  const { status, headers, body, pieces, feed, dropped } = answer
  if (dropped) return Response.error()
  if (feed) return new Response(textOfFeed(feed), { status, headers })
  const empty = method === 'HEAD' || status === 204 || status === 304
  if (pieces && !empty) return new Response(streamOfPieces(pieces), { status, headers })
  return new Response(empty ? null : streamOfBytes(body), { status, headers })
}

const ADDRESS = /^([a-z]+:)\/\/([^/?#]*)(.*)$/is

function headOf({ method, url, headers }: Request): RequestHead {
  const [, scheme = 'http:', host = '', target = url] = ADDRESS.exec(url) ?? []
  return {
    method,
    // The world gets the same target as from a server, so that its answers are the same.
    url: target,
    host,
    origin: `${scheme}//${host}`,
    headers: Object.fromEntries(headers),
  }
}

async function answerWithBody(site: Site, request: Request, body: ReadableStream<Uint8Array>) {
  const collector = bodyCollector(site.bodies, site.bodyLimit)
  try {
    const response = await serve(site, headOf(request), () => readBody(body, collector))
    // A request that was refused by its headers still has an unread body.
    if (!request.bodyUsed) await body.cancel()
    return response
  } finally {
    collector.release()
  }
}

/** Creates a fetch handler of the worlds at one address. */
export function worldsHandler(worlds: Worlds, options: FetchOptions = {}): FetchHandler {
  const { control = true, inspector = true, allowedHosts = [], cors = [], pictures } = options
  const { bodyLimit = bounds.bodyBytesMax } = options
  const site: Site = {
    worlds,
    control,
    inspector,
    checksHosts: false,
    allowedHosts,
    cors: originList(cors),
    bodyLimit,
    bodies: bodyBudget(),
    ...(pictures && { pictures }),
  }
  return async (request) => {
    const { method, body } = request
    const hasNoBody = isSafeMethod(method) || body === null
    return responseOf(
      await (hasNoBody ? serve(site, headOf(request)) : answerWithBody(site, request, body)),
      method,
    )
  }
}

/**
 * Creates a fetch handler of a world. It sets no timers, so that it works under fake timers. It answers calls
 * of the service at any host, because only its own caller reaches it. It serves the control plane only at
 * loopback and allowed hosts, because its caller may be a server. Throws a TypeError that names an invalid
 * option.
 */
export function toFetchHandler(world: World, options: FetchOptions = {}): FetchHandler {
  checkNames('toFetchHandler', 'option', options, fetchOptions)
  return worldsHandler(worldsFrom(world), options)
}

function addressOf(input: string | URL | Request): URL | undefined {
  const text = input instanceof Request ? input.url : String(input)
  return URL.canParse(text) ? new URL(text) : undefined
}

/** Names a request in a message, without its query, which may have a token. */
export const requestText = (method: string, { origin, pathname }: URL): string =>
  `${method} ${origin}${pathname.slice(0, 200)}`

/** The `fetch` behind each replacement that is disposed. */
const behindDisposed = new WeakMap<typeof fetch, typeof fetch>()

/** Puts the first `fetch` that is not disposed back in place. A later intercept stays in place. */
export function restoreFetch(): void {
  for (;;) {
    const behind = behindDisposed.get(globalThis.fetch)
    if (behind === undefined) return
    globalThis.fetch = behind
  }
}

/** The error with which `fetch` rejects if there is no answer; its cause is the error of the socket. */
export const fetchFailed = (cause: Error): TypeError => new TypeError('fetch failed', { cause })

/**
 * Replaces the global `fetch`, so that a world answers requests to these origins. Other requests use the
 * `fetch` that was there before. Disposing restores it; several intercepts may be disposed in any order.
 */
export function interceptFetch(
  world: World,
  options: FetchOptions & { readonly origins: readonly string[] },
): Disposable {
  checkNames('interceptFetch', 'option', options ?? {}, [...fetchOptions, 'origins'])
  const origins = new Set(originList(options?.origins))
  if (origins.size === 0)
    throw new TypeError('interceptFetch needs the origins to answer, such as { origins: [world.baseUrl] }')
  const handle = worldsHandler(worldsFrom(world), options)
  const original = globalThis.fetch
  const replacement: typeof fetch = async (input, init) => {
    const url = addressOf(input)
    if (behindDisposed.has(replacement) || url === undefined || !origins.has(url.origin))
      return original(input, init)
    const request = new Request(input, init)
    request.signal.throwIfAborted()
    const layer = layerFor(url.origin, 'fetch', requestText(request.method, url)) ?? { handle }
    if (layer instanceof Error) throw fetchFailed(layer)
    const response = await layer.handle(request)
    if (response.type === 'error') throw fetchFailed(new Error('The connection was dropped'))
    return response
  }
  const removeLayer = addLayer({ world, origins, handle, clients: 'fetch' })
  globalThis.fetch = replacement
  return {
    [Symbol.dispose]() {
      removeLayer()
      behindDisposed.set(replacement, original)
      restoreFetch()
    },
  }
}
