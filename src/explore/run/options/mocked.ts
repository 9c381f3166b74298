import http from 'node:http'
import { ownInterceptors } from '../../../server/node/own-interceptors.ts'

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

/** A function of time that fake timers replaced. It leads to their clock. */
interface Faked {
  readonly name: string
  readonly clock?: { readonly uninstall?: () => void }
}

/** The clock of fake timers that are on: they replaced one of the functions that an exploration needs. */
export const fakeTimers = (): Faked['clock'] =>
  [setTimeout, setInterval, setImmediate, queueMicrotask, Date]
    .map((known: Faked) => known.clock)
    .find((clock) => clock !== undefined)

/**
 * Throws a TypeError if fake timers were turned on during an exploration. They are ended before: what they
 * put back later would be of the exploration, and they remove what they do not know.
 */
export function endFakeTimers(): void {
  const clock = fakeTimers()
  if (!clock) return
  clock.uninstall?.()
  throw new TypeError(
    'explore: fake timers were turned on while it went on, so that nothing it found counts: await it, and ' +
      'call vi.useFakeTimers() after that',
  )
}
