import { toFetchHandler, type World } from '../../src/index.ts'
import { listen } from '../../src/server/http/server.ts'

/** A call as a client sends it. */
export interface SentCall {
  readonly method?: 'GET' | 'POST'
  /** The path with its query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** What a client sees: the message of an error, or nothing, and the hint in the headers. */
export interface Seen {
  readonly message: string
  readonly hint: string
}

/** The time of the machine of a client, when the page of mistakes is written. */
export const clientTime = Date.parse('2026-11-20T10:00:00Z')

const seen = (body: string, hint: string | null | undefined): Seen => {
  const value: unknown = JSON.parse(body)
  const { error } = value as { error?: { message?: string } }
  return { message: error?.message ?? '', hint: hint ?? '' }
}

/** Makes a call by `world.request`. */
export function byRequest(world: World, { method = 'GET', path, headers = {}, body }: SentCall): Seen {
  const sent = { method, url: path, headers, clientTime, ...(body !== undefined && { body }) }
  const answer = world.request(sent)
  return seen(String(answer.body), answer.headers['x-fauxgraph-hint'])
}

type Send = (path: string, init: RequestInit) => Promise<Response>

async function bySending(send: Send, { method = 'GET', path, headers = {}, body }: SentCall): Promise<Seen> {
  const response = await send(path, { method, headers, ...(body !== undefined && { body }) })
  return seen(await response.text(), response.headers.get('x-fauxgraph-hint'))
}

/** Makes a call by the fetch handler. */
export const byFetch = (world: World, call: SentCall): Promise<Seen> =>
  bySending((path, init) => toFetchHandler(world)(new Request(`http://localhost${path}`, init)), call)

/** Makes a call at the address of a server. */
export const byAddress = (url: string, call: SentCall): Promise<Seen> =>
  bySending((path, init) => fetch(`${url}${path}`, init), call)

/** Makes a call by a socket. */
export async function byHttp(world: World, call: SentCall): Promise<Seen> {
  await using server = await listen(world)
  return await byAddress(server.url, call)
}

/** Makes a call as the only part of a batch, with the token that is in its path or body. */
export function byBatch(world: World, { method = 'GET', path, headers = {}, body }: SentCall): Seen {
  const item = { method, relative_url: path.slice(1), ...(body !== undefined && { body }) }
  const token = /access_token=([^&]*)/.exec(`${path}&${body ?? ''}`)?.[1] ?? ''
  const params = { batch: [item], access_token: decodeURIComponent(token) }
  const answer = world.request({ method: 'POST', path: '/', params, headers, clientTime })
  const [part] = JSON.parse(String(answer.body))
  const hint = part.headers.find(({ name }: { name: string }) => name === 'X-Fauxgraph-Hint')
  return seen(part.body, hint?.value)
}
