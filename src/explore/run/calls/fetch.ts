import type { Instance, VirtualServer } from '../instance.ts'
import { type Recognized, recognize, type SentRequest } from '../operation.ts'
import type { Place } from '../place.ts'
import { checkLoop, countUp, enqueue } from '../points.ts'
import type { Run, Scope } from '../run.ts'
import { instanceOf, isDead, isOutside, never, timeScope } from '../scope.ts'
import { actLate, marksAt, stopRun } from '../trace.ts'
import { noteWork } from '../watchdog.ts'
import { arrive, type Flight, find } from './flight.ts'
import { fetchForOther } from './others.ts'
import { type Settled, sentRequest } from './responses.ts'

/** A request to a service outside the world is named after its host. */
const recognizeOther = ({ method, url }: SentRequest): Recognized => ({
  operation: new URL(url).host,
  params: {},
  reads: method === 'GET',
})

/** The place of a call, where something can go wrong. */
function placeOf(at: string, recognized: Recognized, other: unknown): Place {
  const { operation, params, reads, lists, calls } = recognized
  const place = { at, kind: other ? 'other' : 'call', operation, reads } as const
  if (calls) {
    const sizes = calls.filter((call) => call.lists && Number(call.params['limit']) > 0)
    const limit = Math.max(0, ...sizes.map((call) => Number(call.params['limit'])))
    return { ...place, calls: calls.map((call) => call.operation), ...(limit > 0 && { limit }) }
  }
  if (!lists) return place
  const limit = Number(params['limit'])
  return { ...place, fromCursor: params['after'] !== undefined, ...(limit > 0 && { limit }) }
}

/** A call that begins: what it is, its place, and what goes wrong with it. */
type BegunCall = Pick<Flight, 'recognized' | 'call' | 'at' | 'marks' | 'other'>

/**
 * Notes that a call begins. Undefined if the run is stopped, because its code makes calls without end.
 *
 * @param nameOf Returns the name of the call: that of its operation, if left out.
 */
export function beginCall(
  { run, invocation }: Scope,
  request: SentRequest,
  nameOf = ({ operation }: Recognized) => operation,
): BegunCall | undefined {
  const other = run.others.size > 0 ? run.others.get(new URL(request.url).origin) : undefined
  const recognized = other ? recognizeOther(request) : recognize(run.world, request)
  const name = nameOf(recognized)
  const nth = countUp(invocation, name)
  const at = `${invocation.id}/${name}/${nth}`
  const { method, url } = request
  const call: Flight['call'] = {
    invocation: invocation.id,
    operation: name,
    nth,
    method,
    url,
    params: recognized.params,
    at: run.world.clock.now,
    status: undefined,
    code: undefined,
    received: false,
  }
  run.calls.push(call)
  run.sites.push(placeOf(at, recognized, other))
  noteWork(invocation.id)
  checkLoop(run, invocation)
  return run.stop ? undefined : { recognized, call, at, marks: marksAt(run, at), other }
}

/** Sends a request on its way: it reaches the service at one point, and its answer arrives at another. */
export function sendCall(scope: Scope, request: SentRequest, signal?: AbortSignal): Promise<Response> {
  const { run, invocation } = scope
  const begun = beginCall(scope, request)
  if (!begun) return never()
  const { call, marks } = begun
  invocation.waiting++
  return new Promise<Response>((resolve, reject) => {
    let over = false
    const end = (settled: Settled) => {
      if (over) return
      over = true
      run.answered.set(call, run.calls.length)
      invocation.waiting--
      run.activity++
      if ('response' in settled) resolve(settled.response)
      else reject(settled.error)
    }
    signal?.addEventListener('abort', () => end({ error: signal.reason }))
    const isLate = marks.some(({ harm }) => harm.do === 'request late' || harm.do === 'answer late')
    const settle = (settled: Settled, later = 0) => {
      const arrives = () => {
        if (isLate && !over && !invocation.error) invocation.lateSince = undefined
        end(settled)
      }
      enqueue(run, invocation, arrives, later)
    }
    const flight: Flight = { scope: { ...scope }, request, settle, ...begun }
    const late = find(flight, 'request late')
    if (late) actLate(run, late.mark, invocation)
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

/** Stops a run whose code under test reached for something outside the world, unless its process died. */
export function leaveWorld(scope: Scope, what: string, advice: string): void {
  const { run, invocation } = scope
  if (isDead(scope)) return
  stopRun(run, {
    oracle: 'left the world',
    kind: 'fetch',
    message: `${invocation.id} ${what}, which is outside the world: ${advice}`,
  })
}

/** The origins at which requests are answered, for messages. */
export const answeredAt = ({ origins, others }: Run): string =>
  `the world answers at ${[...origins].join(', ')}` +
  (others.size > 0 ? `, and others at ${[...others.keys()].join(', ')}` : '') +
  '. To answer for another service, list its origin in `others`'

/** Whether something answers at an address: the world, or another service of the options. */
function isAnswered({ run }: Scope, url: string): boolean {
  for (const origin of run.origins) if (url.startsWith(`${origin}/`)) return true
  if (!URL.canParse(url)) return false
  const { origin } = new URL(url)
  return run.origins.has(origin) || run.others.has(origin)
}

const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/

function serverIn(instance: Instance | undefined, { run }: Scope, url: string): VirtualServer | undefined {
  if (!instance || instance.servers.size === 0 || !URL.canParse(url)) return undefined
  const { protocol, hostname, port, origin } = new URL(url)
  if (!loopback.test(hostname) || run.origins.has(origin)) return undefined
  return instance.servers.get(Number(port || (protocol === 'https:' ? 443 : 80)))
}

/** The server of the code under test that listens at an address of this machine. */
export const ownServerAt = (scope: Scope, url: string): VirtualServer | undefined =>
  serverIn(instanceOf(scope), scope, url)

/** Sends a request of a service outside the world. One to an origin where nothing answers stops the run. */
async function fetchOutside(scope: Scope, request: Request): Promise<Response> {
  const servers = scope.run.slots.flatMap((slot) => {
    const server = serverIn(slot.instance, scope, request.url)
    return server ? [{ server, slot }] : []
  })
  const response = await fetchForOther(scope, request, servers[0])
  if (response) return response
  leaveWorld(scope, `fetched ${request.url}`, answeredAt(scope.run))
  return never()
}

/** Sends a request of the code under test. One to an origin where nothing answers stops the run. */
function fetchInRun(input: string | URL | Request, init: RequestInit | undefined): Promise<Response> {
  const scope = timeScope()
  if (!scope || isDead(scope)) return never()
  const url = input instanceof Request ? input.url : String(input)
  if (isOutside(scope.invocation)) return fetchOutside(scope, new Request(input, init))
  const local = ownServerAt(scope, url)
  if (!local && !isAnswered(scope, url)) {
    leaveWorld(scope, `fetched ${url}`, answeredAt(scope.run))
    return never()
  }
  const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
  signal?.throwIfAborted()
  const send = (request: SentRequest): Promise<Response> => {
    if (isDead(scope)) return never()
    return local ? local.request(request) : sendCall(scope, request, signal ?? undefined)
  }
  const request = sentRequest(input, init)
  return request instanceof Promise ? request.then(send) : send(request)
}

/** Creates the `fetch` of the code under test. */
export function createFetch(): typeof fetch {
  return (input, init) => {
    try {
      return fetchInRun(input, init)
    } catch (error) {
      return Promise.reject(error)
    }
  }
}
