import http from 'node:http'
import { ownInterceptors } from '../../adapters/node/own-interceptors.ts'

/** Where the interceptors that msw and nock 14 share keep those that are on. */
const places = ['fetch-interceptor', 'client-request-interceptor', 'xhr-interceptor']

/** Whether a mocking library answers requests of this process. */
const isMocked = (): boolean =>
  // nock up to version 13 replaces the class, which named imports of it do not see.
  http.ClientRequest.name !== 'ClientRequest' ||
  places.some((place) => {
    const interceptor: unknown = Reflect.get(globalThis, Symbol.for(place))
    return typeof interceptor === 'object' && interceptor !== null && !ownInterceptors.has(interceptor)
  })

/** Throws a TypeError if a mocking library would answer the requests of the code under test. */
export function checkMocked(): void {
  if (!isMocked()) return
  throw new TypeError(
    'explore: msw, nock or the like answers the requests of this process, so that they would not reach the ' +
      'runs: call server.close() of msw or nock.restore() before, and server.listen() or nock.activate() ' +
      'after. The world answers the code under test; answer for other services in `others`',
  )
}
