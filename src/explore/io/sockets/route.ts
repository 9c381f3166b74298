import type { Duplex } from 'node:stream'
import { callerOf, type Hook } from '../../run/calls/caller.ts'
import { answeredAt, leaveWorld, ownServerAt } from '../../run/calls/fetch.ts'
import type { Scope } from '../../run/run.ts'
import { speakHttp } from './http-end.ts'

/** The address that the code under test connects to. */
export interface SocketAddress {
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
}

/** Takes the two ends of a connection, and serves the far one. */
type Serve = (near: Duplex, far: Duplex) => void

/** The URL of an address. */
function originAt({ host, port, isSecure }: SocketAddress): string {
  const name = host.includes(':') ? `[${host}]` : host
  return new URL(`${isSecure ? 'https' : 'http'}://${name}:${port}`).origin
}

/** Finds what answers at an address. Without an answer, the run stops, and nothing is sent. */
export function routeTo(scope: Scope, destination: SocketAddress, above: Hook): Serve | undefined {
  const { run } = scope
  const origin = originAt(destination)
  const own = ownServerAt(scope, origin)
  if (own) return (_, far) => own.accept(far)
  const claim = run.claims.get(`${destination.host}:${destination.port}`)
  if (claim) return (_, far) => claim(far)
  if (run.origins.has(origin) || run.others.has(origin))
    return (near, far) => speakHttp(near, far, { scope, origin })
  const place = callerOf(above)
  leaveWorld(
    scope,
    `connected to ${destination.host}:${destination.port}${place === undefined ? '' : ` at ${place}`}`,
    answeredAt(run),
  )
  return undefined
}
