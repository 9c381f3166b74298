import type { ProcessContext } from '../../src/explore/run/options/options.ts'
import type { Json } from '../../src/index.ts'

export type Row = { readonly [field: string]: Json }

/**
 * The end of a call. `refused`: the error is final, and nothing changed. `later`: a rate limit or the token
 * stops all calls for some time, and nothing changed. `unknown`: a write may have taken effect.
 */
export type Reply<T = Row> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly code: number }
  | { readonly kind: 'later' | 'unknown' }

type Params = Readonly<Record<string, string>>

const MINUTE = 60_000
const rateLimits = [4, 17, 32, 613, 80000, 80001, 80004]
const readWaits = ['1s', '8s', '60s'] as const
const pagesMax = 40

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value if it is an object, else an empty one. */
export const rowOf = (value: unknown): Row => (isRow(value) ? value : {})

/** Calls the service with one token. After a rate limit or a refused token, it makes no call for some time. */
export function graphClient(
  { fetch, baseUrl, clock }: Pick<ProcessContext, 'fetch' | 'baseUrl' | 'clock'>,
  token: string,
  { limitCodes = rateLimits }: { limitCodes?: readonly number[] } = {},
) {
  let pausedUntil = 0

  function pause(minutes: number): Reply<never> {
    pausedUntil = clock.now() + minutes * MINUTE
    return { kind: 'later' }
  }

  function replyTo(response: Response, body: unknown): Reply {
    const { code } = rowOf(rowOf(body).error)
    if (response.ok && isRow(body) && body.error === undefined) return { kind: 'done', value: body }
    if (response.status >= 500 || typeof code !== 'number') return { kind: 'unknown' }
    if (code === 190) return pause(60)
    if (limitCodes.includes(code)) return pause(15)
    return { kind: 'refused', code }
  }

  async function send(method: string, path: string, body: URLSearchParams | FormData): Promise<Reply> {
    if (clock.now() < pausedUntil) return { kind: 'later' }
    body.set('access_token', token)
    const url = `${baseUrl}/v24.0/${path}`
    try {
      const response = await (method === 'POST'
        ? fetch(url, { method, body })
        : fetch(`${url}?${body}`, { method }))
      return replyTo(response, await response.json())
    } catch {
      // The connection broke, or the answer is not JSON.
      return { kind: 'unknown' }
    }
  }

  /** Reads, and tries again after growing waits. */
  async function get(path: string, params: Params): Promise<Reply> {
    for (const wait of readWaits) {
      const reply = await send('GET', path, new URLSearchParams(params))
      if (reply.kind !== 'unknown') return reply
      await clock.sleep(wait)
    }
    return send('GET', path, new URLSearchParams(params))
  }

  /** Reads one page of a list. */
  async function page(path: string, params: Params): Promise<Reply<{ rows: Row[]; after?: string }>> {
    const reply = await get(path, params)
    if (reply.kind !== 'done') return reply
    const { data, paging } = reply.value
    if (!Array.isArray(data)) return { kind: 'unknown' }
    const { next, cursors } = rowOf(paging)
    const { after } = rowOf(cursors)
    const isLast = next === undefined || typeof after !== 'string'
    return { kind: 'done', value: { rows: data.map(rowOf), ...(!isLast && { after }) } }
  }

  /** Reads a list to its end. */
  async function list(path: string, params: Params): Promise<Reply<Row[]>> {
    const rows: Row[] = []
    let cursor: Params = {}
    for (let pages = 0; pages < pagesMax; pages++) {
      const reply = await page(path, { ...params, ...cursor })
      if (reply.kind !== 'done') return reply
      rows.push(...reply.value.rows)
      if (reply.value.after === undefined) return { kind: 'done', value: rows }
      cursor = { after: reply.value.after }
    }
    return { kind: 'unknown' }
  }

  return {
    get,
    page,
    list,
    /** Writes once: the caller knows whether a second time is harmless. */
    post: (path: string, params: Params | FormData) =>
      send('POST', path, params instanceof FormData ? params : new URLSearchParams(params)),
    delete: (path: string) => send('DELETE', path, new URLSearchParams()),
  }
}

/** Returns a job that does nothing while an earlier start of it is still running. */
export function exclusive(job: () => Promise<void>): () => Promise<void> {
  let running = false
  return async () => {
    if (running) return
    running = true
    try {
      await job()
    } finally {
      running = false
    }
  }
}
