import { bounds } from '../graph/contract/bounds.ts'
import { readTarget } from '../wire/form-target.ts'
import { errorResponseOf, type GraphResponse } from '../wire/response.ts'
import { controlError } from './control-call.ts'
import { preflight } from './cors.ts'
import { isSpeculative, judgeHost, originOf, relationOf } from './hosts.ts'
import { type ControlTarget, controlTargetOf } from './target.ts'
import type { Worlds } from './worlds.ts'

/** A request without its body. Header names are in lower case. */
export interface RequestHead {
  readonly method: string
  /** As it came: a path, or a whole address. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly host: string
  /** Where links begin: scheme and host. */
  readonly origin: string
}

/** The rules of a site for hosts and web pages. */
export interface AdmissionRules {
  readonly worlds: Worlds
  /** Whether `/_sim` and the selectors of worlds are served. */
  readonly control: boolean
  /** Whether calls of the service need an allowed Host too; calls of the control plane always do. */
  readonly checksHosts: boolean
  readonly allowedHosts: readonly string[]
  /** The origins whose web pages may send requests. */
  readonly cors: readonly string[]
}

/** The route of an admitted request. */
export interface Admitted {
  readonly route: ControlTarget
  /** Whether it may make the world that it names. */
  readonly mayMakeWorlds: boolean
}

/** An admitted request, or the response that ends it. */
export type Admission = Admitted | { readonly response: GraphResponse }

/** Whether a method reads something without changing it. */
export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** An error of an adapter in the contract's shape. The world does not change. */
export const errorResponse = (
  { worlds }: { worlds: Worlds },
  status: number,
  message: string,
): GraphResponse => errorResponseOf({ code: 100, message }, status, worlds.given.seq)

/** An error if this Host is not served; undefined when it is. */
function hostProblem(rules: AdmissionRules, host: string): GraphResponse | undefined {
  const verdict = judgeHost(host, rules.allowedHosts)
  if (verdict === 'allowed') return undefined
  return verdict === 'malformed'
    ? errorResponse(rules, 400, 'The Host header is no host')
    : errorResponse(rules, 403, `The host ${host} is not served here: allow it by name if it is meant`)
}

/** Whether a browser opens the address in a window of its own: no frame, no subresource, no prefetch. */
function isNavigation(headers: RequestHead['headers']): boolean {
  const opensWindow = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return opensWindow && !isSpeculative(headers)
}

/** Whether a url leads to the login page, `/oauth/authorize` with or without a version in front. */
function isLoginPage(url: string): boolean {
  const target = readTarget(url, bounds.urlCharactersMax)
  return target.ok && /^(?:v[0-9][^/]*\/)?oauth\/authorize$/.test(target.value.segments.join('/'))
}

function originProblem(
  rules: AdmissionRules,
  { headers }: RequestHead,
  { control }: ControlTarget,
  what: string,
): GraphResponse {
  const origin = originOf(headers)?.slice(0, 100)
  const page = origin === undefined ? 'A web page of another origin' : `The origin ${JSON.stringify(origin)}`
  const message = `${page} may not ${what}: list its origin in cors (--cors ORIGIN) if it is meant`
  return control ? controlError(403, message) : errorResponse(rules, 403, message)
}

/** An error if the page that sends the request may not do so; undefined when it may. */
function pageProblem(
  rules: AdmissionRules,
  head: RequestHead,
  route: ControlTarget,
  relation: 'same-site' | 'cross-site',
): GraphResponse | undefined {
  const { method, headers } = head
  if (relation === 'same-site') {
    if (route.control) return originProblem(rules, head, route, 'call the control plane')
    return isRead(method) ? undefined : originProblem(rules, head, route, 'write')
  }
  const logsIn = method === 'GET' && !route.control && isNavigation(headers) && isLoginPage(route.url)
  return logsIn ? undefined : originProblem(rules, head, route, 'send requests here')
}

/**
 * Decides by host, origin and site whether a request is served, before a byte of its body is read. Every
 * adapter asks here, and nothing else in the adapters judges hosts and origins. A page of another site sends
 * nothing but top-level navigations to the login page; a page of the same site, such as another port of
 * localhost, reads the service; a listed origin may do what a client that is no browser may do.
 */
export function admit(rules: AdmissionRules, head: RequestHead): Admission {
  const { url, headers, host } = head
  const route = rules.control ? controlTargetOf(url, host, headers) : { prefix: '', url, query: '' }
  if (rules.checksHosts || route.control || route.world !== undefined) {
    const response = hostProblem(rules, host)
    if (response) return { response }
  }
  const relation = relationOf(head, rules.cors)
  if (relation === 'same-origin') {
    const response = preflight(head)
    return response ? { response } : { route, mayMakeWorlds: true }
  }
  const response = pageProblem(rules, head, route, relation)
  return response ? { response } : { route, mayMakeWorlds: false }
}
