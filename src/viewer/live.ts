import { signal } from '@preact/signals'
import type { Json } from '../engine/guard.ts'
import type { RowPage } from '../inspector/select-rows.ts'
import type { StepLine, WorldStep } from '../world/world-step.ts'
import { atMostEvery, drawn, keepUp } from './pace.ts'
import type { Source, Surroundings } from './source.ts'

/** The path of the control plane of a world: of the main world, or of a named one. */
export const controlPath = (world: string): string =>
  world === '' ? '/_sim' : `/_sim/w/${encodeURIComponent(world)}/_sim`

/** Sends a request to the control plane. Throws an Error with its message if it is refused. */
async function send<T>(path: string, method: string, body?: Json): Promise<T> {
  const isWrite = method !== 'GET'
  const response = await fetch(path, {
    method,
    ...(isWrite && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    }),
  }).catch(() => {
    throw new Error('The server does not answer: start it again, and this page continues.')
  })
  const answer = await response.json()
  if (response.ok) return answer
  throw new Error(answer?.error?.message ?? `The server answered with ${response.status}.`)
}

/** The rest after new steps were drawn: in milliseconds, and as a multiple of the time that it took. */
const SHOW_MS = 200
const SHOW_REST = 4

const parsed = <T>(event: MessageEvent<string>): T => JSON.parse(event.data)

/** Adds the steps of a stream to a source until the page is closed. */
function follow(path: string, source: Source): void {
  const show = atMostEvery(SHOW_MS, SHOW_REST, async () => {
    source.count.value = source.lines.length
    await drawn()
  })
  const events = new EventSource(path)
  events.addEventListener('steps', (event) => {
    for (const line of parsed<StepLine[]>(event)) source.lines.push(line)
    show()
  })
  events.addEventListener('reset', (event) => {
    source.lines.length = 0
    source.count.value = 0
    source.notice.value = parsed<{ message: string }>(event).message
    source.refresh()
  })
  events.addEventListener('gone', (event) => {
    source.notice.value = parsed<{ message: string }>(event).message
  })
  events.addEventListener('open', () => {
    if (source.notice.value.startsWith('The server')) source.notice.value = ''
    source.refresh()
  })
  events.addEventListener('error', () => {
    // A stream that was refused stays closed: the surroundings are refused with the reason.
    if (events.readyState === EventSource.CLOSED) source.refresh()
    else source.notice.value = 'The server does not answer: start it again, and this page continues.'
  })
}

/** Creates the source of a page that a server keeps up to date. */
export function liveSource(world: string): Source {
  const base = controlPath(world)
  const get = <T>(path: string) => send<T>(`${base}/${path}`, 'GET')
  const source: Source = {
    lines: [],
    count: signal(0),
    notice: signal(''),
    around: signal<Surroundings | undefined>(undefined),
    story: null,
    step: (sequence) => get<WorldStep>(`steps/${sequence}`),
    rows: ({ at, kind, search }) => {
      const query = new URLSearchParams({ kind, search, ...(at !== undefined && { at: String(at) }) })
      return get<RowPage>(`rows?${query}`)
    },
    difference: (from, to) => get(`difference?from=${from}&to=${to}`),
    recording: (until) => get(`recording?until=${until}`),
    send: (method, path, body) => send(`${base}/${path}`, method, body),
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
  follow(`${base}/stream`, source)
  return source
}
