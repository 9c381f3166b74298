import { bounds } from '../graph/contract/bounds.ts'
import type { GraphResponse } from '../wire/response.ts'
import type { World } from '../world/world.ts'
import { isRead, type RequestHead } from './admission.ts'
import { type ReadBody, type Site, serve } from './answer.ts'
import { type BodyCollector, bodyCollector, bodySum } from './bodies.ts'
import { originList } from './hosts.ts'
import type { PictureRenderer } from './node/pictures.ts'
import { worldsFrom } from './worlds.ts'

/** How a fetch handler is made. */
export interface FetchOptions {
  /** Whether the control plane is served at `/_sim`: true if left out. */
  readonly control?: boolean
  /** Hosts beside loopback ones at which the control plane is served. */
  readonly allowedHosts?: readonly string[]
  /** The origins whose web pages may read and write. */
  readonly cors?: readonly string[]
  /** The largest body that is read, in bytes: 32 MiB if left out. */
  readonly bodyLimit?: number
  /** Renders pictures in the size asked for; without one the original is sent. */
  readonly pictures?: PictureRenderer
}

/** A fetch handler: what service workers, MSW, Bun, Deno and Hono call. */
export type FetchHandler = (request: Request) => Promise<Response>

/** Reads a body to its end, or until its collector refuses it. */
async function readBody(body: ReadableStream<Uint8Array>, collector: BodyCollector): Promise<ReadBody> {
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const refusal = collector.take(part.value)
    if (refusal === undefined) continue
    await reader.cancel()
    return refusal
  }
  return collector.bytes()
}

/**
 * A body that ends when it begins. The platform ends bodies of its own by a microtask (Node 24 when the
 * response is made, older versions when it is read), which never runs under fake timers that fake microtasks.
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

/** A stream that makes a piece when its reader asks for one. */
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

/** Turns an answer into a response; a dropped connection is what `fetch` makes of one. */
function responseOf(answered: GraphResponse, method: string): Response {
  const { status, headers, body, pieces, dropped } = answered
  if (dropped) throw new TypeError('fetch failed', { cause: new Error('The connection was dropped') })
  const empty = method === 'HEAD' || status === 204 || status === 304
  if (pieces && !empty) return new Response(streamOfPieces(pieces), { status, headers })
  return new Response(empty ? null : streamOfBytes(body), { status, headers })
}

const ADDRESS = /^([a-z]+:)\/\/([^/?#]*)(.*)$/is

function headOf({ method, url, headers }: Request): RequestHead {
  const [, scheme = 'http:', host = '', target = url] = ADDRESS.exec(url) ?? []
  return {
    method,
    // The world gets what a server would get, so that its answers are the same.
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
    // A request that was refused by its headers: nobody reads its body.
    if (!request.bodyUsed) await body.cancel()
    return response
  } finally {
    collector.release()
  }
}

/**
 * Makes a fetch handler of a world: bytes to `world.request` and back. It sets no timers, so it answers under
 * fake ones. Calls of the service are answered at any host, since nothing but its caller leads to a handler;
 * the control plane, behind a server of the caller's, at loopback and allowed hosts alone.
 */
export function toFetchHandler(world: World, options: FetchOptions = {}): FetchHandler {
  const { control = true, allowedHosts = [], cors = [], bodyLimit = bounds.bodyBytesMax, pictures } = options
  const site: Site = {
    worlds: worldsFrom(world),
    control,
    checksHosts: false,
    allowedHosts,
    cors: originList(cors),
    bodyLimit,
    bodies: bodySum(),
    ...(pictures && { pictures }),
  }
  return async (request) => {
    const { method, body } = request
    const hasNoBody = isRead(method) || body === null
    return responseOf(
      await (hasNoBody ? serve(site, headOf(request)) : answerWithBody(site, request, body)),
      method,
    )
  }
}

function addressOf(input: string | URL | Request): string | undefined {
  const text = input instanceof Request ? input.url : String(input)
  return URL.canParse(text) ? new URL(text).origin : undefined
}

/**
 * Lets a world answer what the code under test fetches from these origins; every other request goes where it
 * went before. Disposing it brings back the `fetch` that was there.
 */
export function interceptFetch(
  world: World,
  options: FetchOptions & { readonly origins: readonly string[] },
): Disposable {
  const origins = new Set(originList(options.origins).map((origin) => new URL(origin).origin))
  const handle = toFetchHandler(world, options)
  const original = globalThis.fetch
  let active = true
  const replacement: typeof fetch = async (input, init) => {
    const address = addressOf(input)
    if (!active || address === undefined || !origins.has(address)) return original(input, init)
    const request = new Request(input, init)
    request.signal.throwIfAborted()
    return handle(request)
  }
  globalThis.fetch = replacement
  return {
    [Symbol.dispose]() {
      active = false
      // Another intercept may stand in front by now: it then leads through this one.
      if (globalThis.fetch === replacement) globalThis.fetch = original
    },
  }
}
