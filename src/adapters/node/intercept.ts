/**
 * The intercept of clients in the process of a test, for Node.
 *
 * @module fauxgraph/intercept
 */

import { syncBuiltinESMExports } from 'node:module'
import { ClientRequestInterceptor } from '@mswjs/interceptors/ClientRequest'
import { FetchInterceptor } from '@mswjs/interceptors/fetch'
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest'
import { checkNames } from '../../world/handle/known-names.ts'
import type { World } from '../../world/world.ts'
import { type FetchHandler, type FetchOptions, fetchFailed, restoreFetch, toFetchHandler } from '../fetch.ts'
import { judgeHost, originList } from '../hosts.ts'
import { platformHosts, reachesPlatform } from '../platform-hosts.ts'
import { ownInterceptors } from './own-interceptors.ts'

export type { World } from '../../index.ts'
export type { FetchOptions } from '../fetch.ts'

/** The treatment of a request that no intercept answers. */
export type OnUnhandled = 'error' | 'warn' | 'bypass'

/** The origins that an intercept answers, and the treatment of all other requests. */
export interface InterceptOptions extends FetchOptions {
  /** The origins that the world answers: https at the simulated hosts of the platform if left out. */
  readonly origins?: readonly string[]
  /**
   * The treatment of requests to other origins: `bypass` if left out. Requests to a host of the platform,
   * such as `rupload.facebook.com` or `graph.instagram.com`, always fail, so that no test reaches the live
   * service. Requests to loopback hosts always pass.
   */
  readonly onUnhandled?: OnUnhandled
}

/** A running intercept. */
export interface Intercept extends Disposable {
  /** Ends the intercept. Several may end in any order; after the last one, everything is as before. */
  restore(): void
}

interface Layer {
  readonly origins: ReadonlySet<string>
  readonly onUnhandled: OnUnhandled
  readonly handle: FetchHandler
}

/** A request that a client is about to send, and the ways to answer it. */
interface Intercepted {
  readonly request: Request
  readonly controller: { respondWith(response: Response): void; errorWith(reason: unknown): void }
}

/** Makes the error that a kind of client gets if there is no answer. */
type ErrorOf = (cause: Error) => Error

/** The intercepts that run: the last one was made last, and comes first. */
const layers: Layer[] = []

const hangUp = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })

const unhandled = ({ method }: Request, { origin, pathname }: URL): string =>
  `No intercept answers ${method} ${origin}${pathname.slice(0, 200)}: ` +
  `to answer it, list ${origin} in origins of intercept`

/** Decides what happens to a request that no intercept answers; undefined lets it pass. */
function judgeUnhandled(request: Request, url: URL): Error | undefined {
  const isPlatform = reachesPlatform(url.hostname)
  if (!isPlatform && judgeHost(url.host) === 'allowed') return undefined
  const choice = isPlatform ? 'error' : (layers.at(-1)?.onUnhandled ?? 'bypass')
  if (choice === 'error') return new Error(unhandled(request, url))
  if (choice === 'warn') console.warn(unhandled(request, url))
  return undefined
}

/** Answers a request, fails it, or lets it pass. */
async function answer({ request, controller }: Intercepted, errorOf: ErrorOf): Promise<void> {
  const url = new URL(request.url)
  const layer = layers.findLast(({ origins }) => origins.has(url.origin))
  if (layer === undefined) {
    const error = judgeUnhandled(request, url)
    if (error) controller.errorWith(errorOf(error))
    return
  }
  const response = await layer.handle(request)
  if (response.type === 'error') controller.errorWith(errorOf(hangUp()))
  else controller.respondWith(response)
}

/** Intercepts every client of this process. The returned function ends that. */
function start(): () => void {
  const ofFetch = new FetchInterceptor()
  const others = [new ClientRequestInterceptor(), new XMLHttpRequestInterceptor()]
  // If an interceptor of the same kind runs already, only listeners that are added after `apply` reach it.
  for (const interceptor of [ofFetch, ...others]) {
    ownInterceptors.add(interceptor)
    interceptor.apply()
  }
  ofFetch.on('request', (intercepted) => answer(intercepted, fetchFailed))
  for (const interceptor of others)
    interceptor.on('request', (intercepted) => answer(intercepted, (cause) => cause))
  // Modules that import `request` by name see the replaced functions too.
  syncBuiltinESMExports()
  return () => {
    for (const interceptor of [ofFetch, ...others]) interceptor.dispose()
    restoreFetch()
    syncBuiltinESMExports()
  }
}

let stop: (() => void) | undefined

/** The names of the options of `intercept`. */
const interceptOptions = Object.keys({
  origins: true,
  onUnhandled: true,
  control: true,
  inspector: true,
  allowedHosts: true,
  cors: true,
  bodyLimit: true,
  pictures: true,
} satisfies Record<keyof InterceptOptions, true>)

/**
 * Lets a world answer the requests of this process to the hosts of the platform: those of `fetch`,
 * `XMLHttpRequest`, `node:http` and `node:https`, and so of most clients. If several intercepts list an
 * origin, the one that was made last answers. Throws a TypeError that names an invalid option.
 */
export function intercept(world: World, options: InterceptOptions = {}): Intercept {
  checkNames('intercept', 'option', options, interceptOptions)
  const { origins = platformHosts.map((host) => `https://${host}`), onUnhandled = 'bypass' } = options
  if (!['error', 'warn', 'bypass'].includes(onUnhandled))
    throw new TypeError(`onUnhandled must be 'error', 'warn' or 'bypass', got ${JSON.stringify(onUnhandled)}`)
  const layer = { origins: new Set(originList(origins)), onUnhandled, handle: toFetchHandler(world, options) }
  stop ??= start()
  layers.push(layer)
  const restore = () => {
    const at = layers.indexOf(layer)
    if (at < 0) return
    layers.splice(at, 1)
    if (layers.length > 0) return
    stop?.()
    stop = undefined
  }
  return { restore, [Symbol.dispose]: restore }
}
