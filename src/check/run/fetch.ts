import type { Json } from '../../engine/guard.ts'
import type { PictureResponse } from '../../world/pictures.ts'
import type { RunCall } from '../options.ts'
import type { Harm, Mark } from '../story.ts'
import { happen } from './facts.ts'
import { type Recognized, recognize, type SentRequest } from './operation.ts'
import { checkLoop, countUp, die, enqueue } from './points.ts'
import { act, marksAt, type Run, stopRun, trace } from './run.ts'
import { isDead, never, type Scope } from './scope.ts'

type Settled = { readonly response: Response } | { readonly error: unknown }

const connectionError = (why: string): TypeError => new TypeError('fetch failed', { cause: new Error(why) })

/** The headers and the body of a request, with the media type that `fetch` adds. */
async function sentRequest(
  input: string | URL | Request,
  init: RequestInit | undefined,
): Promise<SentRequest> {
  const { body } = init ?? {}
  const isSimple =
    !(input instanceof Request) &&
    (body === undefined || body === null || typeof body === 'string' || body instanceof URLSearchParams)
  if (isSimple) return simpleRequest(String(input), init, body ?? undefined)
  const request = new Request(input, {
    ...init,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  } as RequestInit)
  const bytes = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
  const { method, url } = request
  return { method, url, headers: Object.fromEntries(request.headers), ...(bytes && { body: bytes }) }
}

function simpleRequest(
  address: string,
  init: RequestInit | undefined,
  body: string | URLSearchParams | undefined,
): SentRequest {
  const headers = Object.fromEntries(new Headers(init?.headers))
  const type = body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'text/plain'
  if (body !== undefined) headers['content-type'] ??= `${type};charset=UTF-8`
  const method = (init?.method ?? 'GET').toUpperCase()
  if (body !== undefined && (method === 'GET' || method === 'HEAD'))
    throw new TypeError('Request with GET/HEAD method cannot have body.')
  return { method, url: new URL(address).href, headers, ...(body !== undefined && { body: String(body) }) }
}

function responseOf({ status, headers, body, dropped }: PictureResponse, method: string): Settled {
  if (dropped) return { error: connectionError('The connection was dropped') }
  const isEmpty = method === 'HEAD' || status === 204 || status === 304
  return { response: new Response(isEmpty ? null : (body as BodyInit), { status, headers }) }
}

const html = '<!DOCTYPE html><html><head><title>Error</title></head><body><h1>Bad Gateway</h1></body></html>'

/** The answer of a gateway between the code under test and the service. */
const gateway = (status: number): Settled => ({
  response: new Response(html, { status, headers: { 'content-type': 'text/html' } }),
})

function damaged(answer: PictureResponse, how: 'truncated' | 'html' | 'empty'): Settled {
  if (how === 'html') return gateway(502)
  const text = typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(answer.body)
  const part = how === 'empty' ? '' : text.slice(0, Math.floor(text.length / 2))
  const headers = { ...answer.headers }
  delete headers['content-length']
  return { response: new Response(part, { status: answer.status, headers }) }
}

/** One call on its way: what was sent, where it leads, and what goes wrong with it. */
interface Flight {
  readonly scope: Scope
  readonly request: SentRequest
  readonly recognized: Recognized
  readonly call: { -readonly [member in keyof RunCall]: RunCall[member] }
  readonly at: string
  readonly marks: readonly Mark[]
  readonly settle: (settled: Settled, later?: number) => void
}

const find = <D extends Harm['do']>({ marks }: Pick<Flight, 'marks'>, what: D) => {
  const mark = marks.find(({ harm }) => harm.do === what)
  return mark && { mark, harm: mark.harm as Extract<Harm, { do: D }> }
}

/** The error that an outage, or a mark at this very call, gives it. */
function refusalOf(flight: Flight): { mark: Mark; code: number } | undefined {
  const { scope, recognized } = flight
  const { run } = scope
  const own = find(flight, 'error')
  if (own) {
    const { mark, harm } = own
    if (harm.for) run.outages.push({ until: run.step + harm.for, mark, operation: recognized.operation })
    return { mark, code: harm.code }
  }
  if (run.calm) return undefined
  const outage = run.outages.find(
    ({ until, operation }) => operation === recognized.operation && run.step < until,
  )
  return outage && outage.mark.harm.do === 'error'
    ? { mark: outage.mark, code: outage.mark.harm.code }
    : undefined
}

function ask({ world }: Run, request: SentRequest): PictureResponse {
  return world.request(request)
}

/** Has the service refuse one call with a code. */
function askRefused(run: Run, flight: Flight, code: number): PictureResponse {
  const { operation } = flight.recognized
  const rule = run.world.faults.add({
    match: operation === 'unknown' ? {} : { operation },
    fault: { kind: 'error', code: code as never },
    times: 1,
  })
  try {
    return ask(run, flight.request)
  } finally {
    rule.remove()
  }
}

const errorCode = ({ body, status }: PictureResponse): number | undefined => {
  if (status < 400 || typeof body !== 'string') return undefined
  try {
    const { error } = JSON.parse(body) as { error?: { code?: number } }
    return error?.code
  } catch {
    return undefined
  }
}

/** The service answers a call, with what goes wrong before and at that. */
function answer(flight: Flight): PictureResponse {
  const { scope, call, request } = flight
  const { run, invocation } = scope
  const refusal = refusalOf(flight)
  if (refusal) act(run, refusal.mark, invocation)
  const answered = refusal ? askRefused(run, flight, refusal.code) : ask(run, request)
  call.status = answered.dropped ? undefined : answered.status
  call.code = errorCode(answered)
  if (answered.status >= 400) invocation.troubled = true
  trace(run, `${flight.at} ${request.method} ${request.url} ${answered.status} ${call.code ?? ''}`)
  return answered
}

/** The request reaches the service, or what comes in its way. */
function arrive(flight: Flight): void {
  const { scope, call } = flight
  const { run, invocation } = scope
  const does = (what: Harm['do']) => {
    const found = find(flight, what)
    if (found) act(run, found.mark, invocation)
    return found
  }
  if (does('dies before')) return die(run)
  const meanwhile = find(flight, 'meanwhile')
  if (meanwhile) {
    act(run, meanwhile.mark)
    happen(run, meanwhile.harm.fact)
  }
  if (does('refused')) return flight.settle({ error: connectionError('connect ECONNREFUSED') })
  const status = find(flight, 'status')
  if (status) act(run, status.mark, invocation)
  if (status && !status.harm.after) return flight.settle(gateway(status.harm.status))
  const answered = answer(flight)
  if (does('dies after')) return die(run)
  if (does('answer lost')) return flight.settle({ error: connectionError('read ECONNRESET') })
  if (status) return flight.settle(gateway(status.harm.status))
  const damage = find(flight, 'damaged')
  if (damage) act(run, damage.mark, invocation)
  call.received = !damage
  const late = find(flight, 'answer late')
  if (late) act(run, late.mark)
  flight.settle(
    damage ? damaged(answered, damage.harm.how) : responseOf(answered, call.method),
    late?.harm.steps ?? 0,
  )
}

/** Sends a request on its way: it reaches the service at one point, and its answer arrives at another. */
function send(scope: Scope, request: SentRequest, signal: AbortSignal | undefined): Promise<Response> {
  const { run, invocation } = scope
  const recognized = recognize(run.world, request)
  const { operation, params, reads } = recognized
  const nth = countUp(invocation, operation)
  const at = `${invocation.id}/${operation}/${nth}`
  const { method, url } = request
  const call: Flight['call'] = {
    invocation: invocation.id,
    operation,
    nth,
    method,
    url,
    params: params as Readonly<Record<string, Json>>,
    at: run.world.clock.now,
    status: undefined,
    code: undefined,
    received: false,
  }
  run.calls.push(call)
  run.sites.push({ at, kind: 'call', operation, reads })
  checkLoop(run, invocation.id)
  if (run.stop) return never()
  const marks = marksAt(run, at)
  invocation.waiting++
  return new Promise<Response>((resolve, reject) => {
    let over = false
    const end = (settled: Settled) => {
      if (over) return
      over = true
      invocation.waiting--
      run.activity++
      if ('response' in settled) resolve(settled.response)
      else reject(settled.error)
    }
    signal?.addEventListener('abort', () => end({ error: signal.reason }))
    const settle = (settled: Settled, later = 0) => enqueue(run, invocation, () => end(settled), later)
    const flight: Flight = { scope, request, recognized, call, at, marks, settle }
    const late = find(flight, 'request late')
    if (late) act(run, late.mark)
    enqueue(
      run,
      invocation,
      () => {
        if (!over) arrive(flight)
      },
      late?.harm.steps ?? 0,
    )
  })
}

/** Whether a world answers at an address. */
function isWithin(scope: Scope, url: string, origins: ReadonlySet<string>): boolean {
  if (URL.canParse(url) && origins.has(new URL(url).origin)) return true
  stopRun(scope.run, {
    oracle: 'left the world',
    kind: 'fetch',
    message: `${scope.invocation.id} fetched ${url}, which no world answers: only ${[...origins].join(' and ')}`,
  })
  return false
}

/** Creates the `fetch` of a scope. Requests to other origins stop the run. */
export function createFetch(origins: ReadonlySet<string>, current: () => Scope | undefined): typeof fetch {
  return async (input, init) => {
    const scope = current()
    if (!scope || isDead(scope)) return never()
    const url = input instanceof Request ? input.url : String(input)
    if (!isWithin(scope, url, origins)) return never()
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    signal?.throwIfAborted()
    const request = await sentRequest(input, init)
    return isDead(scope) ? never() : send(scope, request, signal ?? undefined)
  }
}
