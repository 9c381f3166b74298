import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { MINUTE_MS } from '../../engine/values/milliseconds.ts'
import { groupDigits } from '../../engine/values/number-text.ts'
import type { RemoteRequest } from '../../live/against/http-request.ts'
import type { Received } from '../../scenario/play/call.ts'
import { judgeHost } from '../hosts.ts'
import { noAnswerReason } from './no-answer.ts'

/** Bounds of the calls of a real service. */
const remoteBounds = {
  /** Requests of one scenario, redirects included. */
  requestsMax: 1_000,
  /** Milliseconds of one scenario, without its waits. */
  runMilliseconds: 10 * MINUTE_MS,
  /** Milliseconds for the whole answer to one request. */
  answerMilliseconds: 30_000,
  /** Bytes of the body of an answer. */
  bodyBytesMax: 16 * 1024 * 1024,
  /** Redirects of one request. */
  redirectsMax: 5,
} as const

const { runMilliseconds } = remoteBounds

/**
 * Reads the URL of a real service. Throws a TypeError unless it is https, or http to a loopback host, and
 * has no user name, query or fragment.
 */
export function remoteUrl(text: string, option: string): URL {
  const wrong = (problem: string) => new TypeError(`${option} ${problem}, got ${text.slice(0, 200)}`)
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw wrong('must be a URL such as https://graph.example.com')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '')
    throw new TypeError(`${option} must not contain a user name or a password`)
  if (url.search !== '' || url.hash !== '') throw wrong('must not contain a query or a fragment')
  if (url.protocol === 'http:' && judgeHost(url.host) !== 'allowed')
    throw wrong('must be https: plain http would show tokens to everybody on the way, except on this machine')
  return url
}

/** Returns the URL without slashes at its end. */
export function remoteBase({ origin, pathname }: URL): string {
  let end = pathname.length
  while (pathname[end - 1] === '/') end -= 1
  return origin + pathname.slice(0, end)
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : `${value}`,
    ]),
  )

/** Reads an answer. Rejects if it is too long, or ends too soon. */
function readAnswer(message: IncomingMessage): Promise<Received> {
  const chunks: Uint8Array[] = []
  let length = 0
  return new Promise((resolve, reject) => {
    message.on('data', (chunk: Uint8Array) => {
      chunks.push(chunk)
      length += chunk.length
      if (length <= remoteBounds.bodyBytesMax) return
      reject(new Error(`its answer has more than ${groupDigits(remoteBounds.bodyBytesMax)} bytes`))
      message.destroy()
    })
    message.on('end', () =>
      resolve({
        status: message.statusCode ?? 0,
        headers: headersOf(message),
        body: new Uint8Array(Buffer.concat(chunks)),
      }),
    )
    message.on('error', reject)
    message.on('close', () => reject(new Error('its answer ended too soon')))
  })
}

const isOwnHeader = (name: string): boolean =>
  /^(host|content-length|connection|transfer-encoding)$/i.test(name)

/** Sends one request, and follows no redirect. */
export function sendOnce(
  { method, url, headers, body }: RemoteRequest,
  signal: AbortSignal,
): Promise<Received> {
  const target = new URL(url)
  const own = Object.entries(headers).filter(([name]) => !isOwnHeader(name))
  const options = {
    method,
    agent: false as const,
    signal,
    headers: {
      'User-Agent': 'fauxgraph',
      Accept: '*/*',
      'Accept-Encoding': 'identity',
      ...Object.fromEntries(own),
      ...(body && { 'Content-Length': body.length }),
      Connection: 'close',
    },
  }
  return new Promise((resolve, reject) => {
    const send = target.protocol === 'https:' ? secureRequest : plainRequest
    const request: ClientRequest = send(target, options, (message) => {
      readAnswer(message)
        .then(resolve, reject)
        .finally(() => request.destroy())
    })
    request.on('error', reject)
    request.on('upgrade', (_message, socket) => {
      socket.destroy()
      reject(new Error('it switched to another protocol'))
    })
    request.end(body)
  })
}

/** Calls a real service, and nothing else. */
export interface Remote {
  /**
   * Sends a request. Rejects with a TypeError if it would go elsewhere, if no answer comes, or if a bound is
   * reached.
   *
   * @param redirects Whether a redirect is an answer. Otherwise one to the same origin is followed.
   */
  send(request: RemoteRequest, redirects: boolean): Promise<Received>
  /** Waits for some milliseconds, which do not count. */
  wait(milliseconds: number): Promise<void>
}

const isRedirect = ({ status, headers }: Received): boolean =>
  [301, 302, 303, 307, 308].includes(status) && headers['location'] !== undefined

/** Returns the request that a redirect asks for. Throws a TypeError if it must not be followed. */
function redirected(request: RemoteRequest, { status, headers }: Received): RemoteRequest {
  const location = headers['location'] ?? ''
  const from = new URL(request.url)
  if (!URL.canParse(location, from)) throw new TypeError('the service redirects to what is no URL')
  const target = new URL(location, from)
  if (target.origin !== from.origin)
    throw new TypeError(
      `the service redirects to ${target.origin}: nothing is sent there; if it should, pass that address`,
    )
  if (!['GET', 'HEAD'].includes(request.method) && status < 307)
    throw new TypeError(`the service redirects a ${request.method} (status ${status}): it is not sent again`)
  return { ...request, url: target.href }
}

/** Creates a caller of the service at a URL. */
export function remoteAt(service: URL): Remote {
  let requests = 0
  let end = Date.now() + runMilliseconds
  const ask = async (request: RemoteRequest): Promise<Received> => {
    if (!URL.canParse(request.url) || new URL(request.url).origin !== service.origin)
      throw new TypeError(
        `the request would go to ${request.url.slice(0, 200).split('?')[0]}: nothing is sent ` +
          `anywhere but to ${service.origin}`,
      )
    requests += 1
    if (requests > remoteBounds.requestsMax)
      throw new TypeError(`a scenario sends at most ${groupDigits(remoteBounds.requestsMax)} requests`)
    const left = Math.min(remoteBounds.answerMilliseconds, end - Date.now())
    if (left <= 0)
      throw new TypeError(`a scenario takes at most ${runMilliseconds / MINUTE_MS} minutes without its waits`)
    const signal = AbortSignal.timeout(left)
    try {
      return await sendOnce(request, signal)
    } catch (error) {
      const problem = signal.aborted ? `no answer came in ${Math.ceil(left / 1000)} s` : noAnswerReason(error)
      throw new TypeError(`${service.origin} did not answer: ${problem}`)
    }
  }
  return {
    async send(request, redirects) {
      let sent = request
      for (let followed = 0; followed <= remoteBounds.redirectsMax; followed += 1) {
        const received = await ask(sent)
        if (redirects || !isRedirect(received)) return received
        sent = redirected(sent, received)
      }
      throw new TypeError(
        `the service redirects more than ${remoteBounds.redirectsMax} times: perhaps in a circle`,
      )
    },
    async wait(milliseconds) {
      end += milliseconds
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
    },
  }
}
