import { signal } from '@preact/signals'
import type { Json } from '../../../engine/values/guard.ts'
import type { WorldStep } from '../../../world/history/world-step.ts'
import type { RowPage } from '../../select-rows.ts'
import { followSteps, NO_ANSWER } from './follow-steps.ts'
import { keepUp } from './pace.ts'
import type { Source, Surroundings } from './source.ts'

/** The path of the control plane of a world: of the main world, or of a named one. */
export const controlPath = (world: string): string =>
  world === '' ? '/_sim' : `/_sim/w/${encodeURIComponent(world)}/_sim`

/** The way from the page to the control plane of its world. */
export interface WorldTransport {
  /** Sends a request. Rejects if there is no answer. */
  readonly request: (path: string, init: RequestInit) => Promise<Response>
  /** Adds the steps of a stream to a source, until the page is closed. */
  readonly follow: (path: string, source: Source) => void
}

/** Reaches the server of the page. */
const network: WorldTransport = {
  request: (path, init) =>
    fetch(path, init).catch(() => {
      throw new Error(NO_ANSWER)
    }),
  follow: followSteps,
}

/** Sends a request to the control plane. Throws an Error with its message if it is refused. */
async function sendControl<T>(
  { request }: WorldTransport,
  path: string,
  method: string,
  body?: Json,
): Promise<T> {
  const isWrite = method !== 'GET'
  const response = await request(path, {
    method,
    ...(isWrite && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    }),
  })
  const answer = await response.json()
  if (response.ok) return answer
  throw new Error(answer?.error?.message ?? `The server answered with ${response.status}.`)
}

/** Creates the source of a page that a running world keeps up to date. */
export function liveSource(world: string, transport = network): Source {
  const base = controlPath(world)
  const get = <T>(path: string) => sendControl<T>(transport, `${base}/${path}`, 'GET')
  const source: Source = {
    lines: [],
    count: signal(0),
    notice: signal(''),
    life: signal(0),
    around: signal<Surroundings | undefined>(undefined),
    story: null,
    step: (sequence) => get<WorldStep>(`steps/${sequence}`),
    rows: ({ at, kind, search }) => {
      const query = new URLSearchParams({ kind, search, ...(at !== undefined && { at: String(at) }) })
      return get<RowPage>(`rows?${query}`)
    },
    difference: (from, to) => get(`difference?from=${from}&to=${to}`),
    recording: (until) => get(`recording?until=${until}`),
    send: (method, path, body, other = world) =>
      sendControl(transport, `${controlPath(other)}/${path}`, method, body),
    coverage: () => get('coverage'),
    refresh: () => void refresh(),
    keepUp: () => refreshLater(),
  }
  const refresh = async () => {
    try {
      source.around.value = await get<Surroundings>('around')
    } catch (error) {
      source.notice.value = error instanceof Error ? error.message : String(error)
    }
  }
  const refreshLater = keepUp(refresh)
  transport.follow(`${base}/stream`, source)
  return source
}
