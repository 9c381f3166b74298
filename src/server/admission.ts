import { registry } from '../chapters/registry.ts'
import { bodyLimits, readForm } from '../machine/wire/body.ts'
import { readTarget } from '../machine/wire/form-text.ts'
import { versionedPath, writingMethod } from '../machine/wire/request.ts'
import { errorResponseOf, type GraphResponse } from '../machine/wire/response.ts'
import { bounds } from '../service/contract/bounds.ts'
import { invalidParameter } from '../service/contract/errors.ts'
import { lastValue } from '../service/values/sent-params.ts'
import { controlError } from './control-call.ts'
import { preflight } from './cors.ts'
import { isSpeculative, judgeHost, originOf, relationOf } from './hosts.ts'
import { type ControlTarget, controlTargetOf } from './target.ts'
import type { Worlds } from './worlds.ts'

/** The segments of a service URL without the version; undefined if the URL cannot be read. */
function pathOf(url: string): readonly string[] | undefined {
  const target = readTarget(url, bounds.urlCharactersMax)
  return target.ok ? versionedPath(target.value.segments).path : undefined
}

const writingEndpoints = [...registry.routes.byPath.values()].filter(
  ({ method, endpoint }) => method === 'GET' && endpoint.access.writes,
)

/** Whether the query of a URL names the method of a write, as `method=post` does. */
function namesWrite(url: string): boolean {
  const target = readTarget(url, bounds.urlCharactersMax)
  const query = target.ok ? readForm(target.value.query, 'query', bodyLimits) : target
  return query.ok && writingMethod(lastValue(query.value.params['method'])) !== undefined
}

/** Whether a GET of this URL changes the world: some endpoints create a token or a code. */
function writesByGet(url: string): boolean {
  if (namesWrite(url)) return true
  const path = pathOf(url)
  return writingEndpoints.some(({ edge, placeholder }) => {
    const rest = placeholder === '' ? path : path?.slice(1)
    return rest?.join('/') === edge
  })
}

const loginPages = ['oauth/authorize', 'dialog/oauth']

/** Whether a URL leads to a login page, with or without a version before it. */
const isLoginPage = (url: string): boolean => loginPages.includes(pathOf(url)?.join('/') ?? '')

/** A request without its body. Header names are in lower case. */
export interface RequestHead {
  readonly method: string
  /** The request target as received: a path, or an absolute URL. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly host: string
  /** Scheme and host at the beginning of links. */
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
  /** The setting that allows another host: the option `allowedHosts` if left out. */
  readonly hostAdvice?: string
  /** The origins whose web pages may send requests. */
  readonly cors: readonly string[]
}

export interface AdmittedRequest {
  readonly route: ControlTarget
  /** Whether the request may create the world that it names. */
  readonly mayCreateWorlds: boolean
}

/** An admitted request, or the response that refuses it. */
type Admission = AdmittedRequest | { readonly response: GraphResponse }

/** Whether a method has no request body. */
export const isSafeMethod = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** An error of an adapter in the contract's shape. The world does not change. */
export const errorResponse = (
  { worlds }: { worlds: Worlds },
  status: number,
  message: string,
): GraphResponse => errorResponseOf(invalidParameter(message), status, worlds.main.seq)

/** The message for a host that is not served. */
const foreignHost = (
  { hostAdvice = 'list it in allowedHosts (--allow-host HOST)' }: AdmissionRules,
  host: string,
): string => `The host ${host} is not served here: to allow it, ${hostAdvice}`

/** The error for a Host that is not served; undefined if the Host is served. */
function hostError(rules: AdmissionRules, host: string): GraphResponse | undefined {
  const verdict = judgeHost(host, rules.allowedHosts)
  if (verdict === 'allowed') return undefined
  return verdict === 'malformed'
    ? errorResponse(rules, 400, 'The Host header must be one host, such as localhost:8080')
    : errorResponse(rules, 403, foreignHost(rules, host))
}

/** Whether a request is a navigation of a whole window, and not of a frame, a subresource or a prefetch. */
function isNavigation({ method, headers }: RequestHead): boolean {
  const opensWindow = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return method === 'GET' && opensWindow && !isSpeculative(headers)
}

function originError(
  rules: AdmissionRules,
  { headers }: RequestHead,
  { control }: ControlTarget,
  action: string,
): GraphResponse {
  const origin = originOf(headers)?.slice(0, 100)
  const page = origin === undefined ? 'A web page of another origin' : `The origin ${JSON.stringify(origin)}`
  const message = `${page} may not ${action}: to allow it, list its origin in cors (--cors ORIGIN)`
  return control ? controlError(403, message) : errorResponse(rules, 403, message)
}

/** The error if a web page may not send this request; undefined if it may. */
function pageError(
  rules: AdmissionRules,
  head: RequestHead,
  route: ControlTarget,
  relation: 'same-site' | 'cross-site',
): GraphResponse | undefined {
  const opensLogin = !route.control && isNavigation(head) && isLoginPage(route.url)
  if (opensLogin) return undefined
  if (relation === 'cross-site') return originError(rules, head, route, 'send requests here')
  if (route.control) return originError(rules, head, route, 'call the control plane')
  if (isSafeMethod(head.method) && !writesByGet(route.url)) return undefined
  return originError(rules, head, route, 'write')
}

/**
 * Decides by host, origin and site whether a request is served, before its body is read. Every adapter uses
 * this function, and no other code of the adapters judges hosts and origins. A page of another site may only
 * open the login page in a window. A page of the same site, such as another port of localhost, may also read
 * the service. A listed origin may do the same as a client that is not a browser.
 */
export function admit(rules: AdmissionRules, head: RequestHead): Admission {
  const { url, headers, host } = head
  const route = rules.control ? controlTargetOf(url, host, headers) : { prefix: '', url, query: '' }
  if (rules.checksHosts || route.control || route.world !== undefined) {
    const response = hostError(rules, host)
    if (response) return { response }
  }
  const relation = relationOf(head, rules.cors)
  if (relation === 'same-origin') {
    const response = preflight(head)
    return response ? { response } : { route, mayCreateWorlds: true }
  }
  const response = pageError(rules, head, route, relation)
  return response ? { response } : { route, mayCreateWorlds: false }
}
