import { arrive, type Flight, find } from './flight.ts'
import { recognize, type SentRequest } from './operation.ts'
import { checkLoop, countUp, enqueue } from './points.ts'
import { type Settled, sentRequest } from './responses.ts'
import { act, marksAt, stopRun } from './run.ts'
import { currentScope, isDead, never, type Scope } from './scope.ts'
import { noteWork } from './watchdog.ts'

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
    params,
    at: run.world.clock.now,
    status: undefined,
    code: undefined,
    received: false,
  }
  run.calls.push(call)
  run.sites.push({ at, kind: 'call', operation, reads })
  noteWork(invocation.id)
  checkLoop(run, invocation)
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
    const flight: Flight = { scope: { ...scope }, request, recognized, call, at, marks, settle }
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
  for (const origin of origins) if (url.startsWith(`${origin}/`)) return true
  if (URL.canParse(url) && origins.has(new URL(url).origin)) return true
  stopRun(scope.run, {
    oracle: 'left the world',
    kind: 'fetch',
    message:
      `${scope.invocation.id} fetched ${url}, which is outside the world: ` +
      `the world answers at ${[...origins].join(' and ')}`,
  })
  return false
}

/** Creates the `fetch` of the code under test. Requests to other origins stop the run. */
export function createFetch(origins: ReadonlySet<string>): typeof fetch {
  return async (input, init) => {
    const scope = currentScope()
    if (!scope || isDead(scope)) return never()
    const url = input instanceof Request ? input.url : String(input)
    if (!isWithin(scope, url, origins)) return never()
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    signal?.throwIfAborted()
    const request = await sentRequest(input, init)
    return isDead(scope) ? never() : send(scope, request, signal ?? undefined)
  }
}
