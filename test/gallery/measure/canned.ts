import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { currentScope } from '../../../src/explore/run/scope.ts'
import { stopRun } from '../../../src/explore/run/trace.ts'

/** What goes wrong with one call of a stub: nothing, or a transient error. */
export const troubles = [
  'none',
  'refused',
  'HTTP 500',
  'HTTP 503',
  'code 2',
  'code 4',
  'truncated',
  'empty',
] as const
export type Trouble = (typeof troubles)[number]

interface Answer {
  readonly status: number
  readonly body: string
}

/** The last answer that a program got, by the address of the call and by its shape. */
export type Recording = Map<string, Answer>

type Fetch = ProcessContext['fetch']

const methodOf = (init: RequestInit | undefined) => init?.method ?? 'GET'

/** The keys under which an answer is found: the exact call, then calls of the same shape. */
function keysOf(input: Parameters<Fetch>[0], init: RequestInit | undefined): string[] {
  const { pathname, search } = new URL(String(input))
  const body =
    init?.body === undefined ? '' : init.body instanceof URLSearchParams ? String(init.body) : 'body'
  const shape = `${methodOf(init)} ${pathname.replaceAll(/\d{6,}/g, 'id')}`
  return [`${methodOf(init)} ${pathname}${search} ${body}`, shape]
}

/** A `fetch` that notes each answer of the world. */
export function recorder(fetch: Fetch, recording: Recording): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const body = await response.text()
    for (const key of keysOf(input, init)) recording.set(key, { status: response.status, body })
    return new Response(body, response)
  }
}

const json = (status: number, value: unknown) => new Response(JSON.stringify(value), { status })

/** The response of a call that goes wrong. */
function troubled(trouble: Trouble, body: string): Response {
  if (trouble === 'refused') throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
  if (trouble.startsWith('HTTP')) return new Response('<h1>Error</h1>', { status: Number(trouble.slice(5)) })
  if (trouble.startsWith('code'))
    return json(400, {
      error: { message: 'Try later', type: 'OAuthException', code: Number(trouble.slice(5)) },
    })
  return new Response(trouble === 'empty' ? '' : body.slice(0, body.length / 2))
}

/** Calls of one run of stubs; more is an endless loop. */
const CALLS_MAX = 2_000

/** A `fetch` that answers from a recording, and with trouble at the first calls. The world is not asked. */
export function canned(recording: Recording, list: readonly Trouble[], pause: () => Promise<unknown>): Fetch {
  let calls = 0
  return async (input, init) => {
    // A turn of its own, as every call of a run has.
    await pause()
    const scope = currentScope()
    calls++
    if (scope && calls > CALLS_MAX)
      stopRun(scope.run, { oracle: 'hot loop', kind: 'stubs', message: `More than ${CALLS_MAX} calls` })
    const key = keysOf(input, init).find((known) => recording.has(known)) ?? ''
    const { status, body } = recording.get(key) ?? { status: 200, body: '{"data":[]}' }
    const trouble = scope?.run.calm ? 'none' : (list[calls - 1] ?? 'none')
    if (trouble !== 'none') {
      if (scope) scope.invocation.troubled = true
      return troubled(trouble, body)
    }
    return new Response(body, { status })
  }
}
