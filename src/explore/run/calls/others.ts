import type { PictureResponse } from '../../../world/handle/pictures.ts'
import type { VirtualServer } from '../instance.ts'
import type { OtherService, SentRequest } from '../operation.ts'
import { outsideWork } from '../outside-work.ts'
import { invoke } from '../points.ts'
import type { Run, Scope, Slot } from '../run.ts'
import { scopes } from '../scope.ts'
import { connectionError, responseOf, sentRequest } from './responses.ts'

async function answerOf(
  other: OtherService,
  { method, url, headers, body }: SentRequest,
): Promise<PictureResponse> {
  const bytes = typeof body === 'string' ? body : body && Uint8Array.from(body)
  const response = await other(new Request(url, { method, headers, body: bytes ?? null }))
  const { status } = response
  return {
    status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
    dropped: false,
  }
}

/** Has a service outside the world answer. Its clock and its `fetch` are those of the run. */
export async function askOther(run: Run, other: OtherService, sent: SentRequest): Promise<PictureResponse> {
  const { invocation, end } = outsideWork(run, new URL(sent.url).origin)
  try {
    return await scopes.run({ run, invocation }, () => answerOf(other, sent))
  } finally {
    end()
  }
}

/** A server of the program, and the process that it belongs to. */
export interface OwnServer {
  readonly server: VirtualServer
  readonly slot: Slot
}

/**
 * Sends a request to a server of the program. What the program does with it is work of its own, named after
 * the host that sent the request.
 */
function callProgram(
  run: Run,
  from: Scope,
  { server, slot }: OwnServer,
  sent: SentRequest,
): Promise<Response> {
  run.slot = slot
  const { invocation, result } = invoke(run, new URL(from.invocation.name).host, () => server.request(sent))
  return new Promise((resolve, reject) => {
    const close = () => reject(connectionError('read', 'ECONNRESET'))
    run.handlers.set(invocation, close)
    void result.then((response) => {
      run.handlers.delete(invocation)
      if (response) resolve(response)
      else close()
    })
  })
}

/**
 * Answers a request of a service outside the world: nothing goes wrong with it, and it is no call of the code
 * under test. Undefined if nothing answers there.
 */
export async function fetchForOther(
  scope: Scope,
  request: Request,
  own: OwnServer | undefined,
): Promise<Response | undefined> {
  const { run, invocation } = scope
  const sent = await sentRequest(request, undefined)
  const { origin } = new URL(sent.url)
  run.activity++
  const other = run.others.get(origin)
  if (!other && !own && !run.origins.has(origin)) return undefined
  invocation.waiting++
  try {
    if (own) return await callProgram(run, scope, own, sent)
    const answered = other ? await askOther(run, other, sent) : run.world.request(sent)
    const settled = responseOf(answered, sent.method)
    if ('error' in settled) throw settled.error
    return settled.response
  } finally {
    invocation.waiting--
    run.activity++
  }
}
