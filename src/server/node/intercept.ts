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
import {
  type FetchOptions,
  fetchFailed,
  fetchOptions,
  requestText,
  restoreFetch,
  toFetchHandler,
} from '../fetch.ts'
import { judgeHost, originList } from '../hosts.ts'
import { addLayer, layerFor } from '../layers.ts'
import { platformHosts, reachesPlatform } from '../platform-hosts.ts'
import { ownInterceptors } from './own-interceptors.ts'

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

/** A request that a client is about to send, and the ways to answer it. */
interface Intercepted {
  readonly request: Request
  readonly controller: { respondWith(response: Response): void; errorWith(reason: unknown): void }
}

/** What each running intercept does with other requests, in the order in which they were made. */
const choices: { readonly onUnhandled: OnUnhandled }[] = []

const hangUp = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })

const unhandled = ({ method }: Request, url: URL): string =>
  `No intercept answers ${requestText(method, url)}: to answer it, list ${url.origin} in origins of intercept`

/** Decides what happens to a request that no intercept answers; undefined lets it pass. */
function judgeUnhandled(request: Request, url: URL): Error | undefined {
  const isPlatform = reachesPlatform(url.hostname)
  if (!isPlatform && judgeHost(url.host) === 'allowed') return undefined
  const choice = isPlatform ? 'error' : (choices.at(-1)?.onUnhandled ?? 'bypass')
  if (choice === 'error') return new Error(unhandled(request, url))
  if (choice === 'warn') console.warn(unhandled(request, url))
  return undefined
}

/** Answers a request of `fetch` or of another client, fails it, or lets it pass. */
async function answer({ request, controller }: Intercepted, client: 'fetch' | 'other'): Promise<void> {
  const url = new URL(request.url)
  const layer = layerFor(url.origin, client, requestText(request.method, url)) ?? judgeUnhandled(request, url)
  if (layer === undefined) return
  const fail = (cause: Error) => controller.errorWith(client === 'fetch' ? fetchFailed(cause) : cause)
  if (layer instanceof Error) return fail(layer)
  const response = await layer.handle(request)
  if (response.type === 'error') fail(hangUp())
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
  ofFetch.on('request', (intercepted) => answer(intercepted, 'fetch'))
  for (const interceptor of others) interceptor.on('request', (intercepted) => answer(intercepted, 'other'))
  // Modules that import `request` by name see the replaced functions too.
  syncBuiltinESMExports()
  return () => {
    for (const interceptor of [ofFetch, ...others]) interceptor.dispose()
    restoreFetch()
    syncBuiltinESMExports()
  }
}

let stop: (() => void) | undefined

/**
 * Lets a world answer the requests of this process to the hosts of the platform: those of `fetch`,
 * `XMLHttpRequest`, `node:http` and `node:https`, and so of most clients. If several intercepts list an
 * origin, the one that was made last answers. Throws a TypeError that names an invalid option.
 */
export function intercept(world: World, options: InterceptOptions = {}): Intercept {
  checkNames('intercept', 'option', options, [...fetchOptions, 'origins', 'onUnhandled'])
  const platform = platformHosts.map((host) => `https://${host}`)
  const { origins = platform, onUnhandled = 'bypass', ...more } = options
  if (!['error', 'warn', 'bypass'].includes(onUnhandled))
    throw new TypeError(`onUnhandled must be 'error', 'warn' or 'bypass', got ${JSON.stringify(onUnhandled)}`)
  const choice = { onUnhandled }
  const handle = toFetchHandler(world, more)
  const layer = { world, origins: new Set(originList(origins)), handle, clients: 'all' as const }
  stop ??= start()
  choices.push(choice)
  const removeLayer = addLayer(layer)
  const restore = () => {
    const at = choices.indexOf(choice)
    if (at < 0) return
    choices.splice(at, 1)
    removeLayer()
    if (choices.length > 0) return
    stop?.()
    stop = undefined
  }
  return { restore, [Symbol.dispose]: restore }
}
