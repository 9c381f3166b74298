import type { GraphResponse } from '../../machine/wire/response.ts'
import { jsonResponse } from '../../machine/wire/response.ts'
import type { RequestHead } from '../admission.ts'
import type { Upstream } from '../answer.ts'
import { noAnswerReason } from './no-answer.ts'
import { isHopByHop } from './pass-on.ts'
import { remoteBase, sendOnce } from './remote.ts'

/** Milliseconds for the whole answer of the service. */
const ANSWER_MS = 60_000

/** The name of this proxy in `Via` (RFC 9110, section 7.6.3). */
const VIA = '1.1 fauxgraph'

/** Headers that are of one connection, or that this proxy writes itself. */
const isOwn = (name: string): boolean =>
  isHopByHop(name) || ['host', 'content-length', 'accept-encoding', 'expect', 'via'].includes(name)

const sentHeaders = ({ headers }: RequestHead): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !isOwn(name))),
  via: headers['via'] === undefined ? VIA : `${headers['via']}, ${VIA}`,
})

const refused = (status: number, message: string): GraphResponse =>
  jsonResponse(status, { error: { message, type: 'ProxyError' } })

/** Returns the path and the query of a target, which a proxy may get as a whole URL. */
function pathIn(target: string): string {
  if (target.startsWith('/')) return target
  const { pathname, search } = new URL(target)
  return pathname + search
}

const nameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, '')

/**
 * Passes requests on to a real service, and to nothing else. Redirects are answers: none is followed.
 *
 * @param hosts The hosts of the platform. If the service is one of them, requests to another one are refused.
 */
export function upstreamAt(service: URL, hosts: readonly string[]): Upstream {
  const base = remoteBase(service)
  return async (head, body) => {
    const { method, host, headers } = head
    const isOther = hosts.includes(service.hostname) && hosts.includes(nameOf(host))
    if (isOther && nameOf(host) !== service.hostname)
      return refused(403, `The proxy passes on requests to ${service.hostname} only, got ${nameOf(host)}`)
    if (headers['via']?.includes(VIA)) return refused(508, 'The upstream of the proxy is the proxy itself')
    try {
      const request = {
        method,
        url: base + pathIn(head.url),
        headers: sentHeaders(head),
        ...(body && { body }),
      }
      const {
        status,
        headers: answered,
        body: bytes,
      } = await sendOnce(request, AbortSignal.timeout(ANSWER_MS))
      const kept = Object.entries(answered).filter(([name]) => !isHopByHop(name) && name !== 'content-length')
      return { status, headers: Object.fromEntries(kept), body: bytes, dropped: false }
    } catch (error) {
      const { name } = error instanceof Error ? error : { name: '' }
      const isLate = name === 'TimeoutError' || name === 'AbortError'
      const problem = isLate ? `no answer came in ${ANSWER_MS / 1000} s` : noAnswerReason(error)
      return refused(isLate ? 504 : 502, `${service.origin} did not answer: ${problem}`)
    }
  }
}
