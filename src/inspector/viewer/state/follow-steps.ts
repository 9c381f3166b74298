import type { StepLine } from '../../../world/history/world-step.ts'
import { atMostEvery, drawn } from './pace.ts'
import type { Source } from './source.ts'

/** What a page says while its server is away. */
export const NO_ANSWER = 'The server does not answer: start it again, and this page continues.'

/** The rest after new steps were drawn: in milliseconds, and as a multiple of the time that it took. */
const SHOW_MS = 200
const SHOW_REST = 4

/** The milliseconds after which a page asks again for a stream that was refused. */
const REFUSED_MS = 5_000

/** The steps that an open page keeps: with one more it drops the oldest tenth. */
const LINES_MAX = 200_000

/** Adds steps to a source. Steps of a server that ran for days do not fill the memory of a page. */
function addLines(source: Source, added: readonly StepLine[], linesMax: number): void {
  const { lines } = source
  for (const line of added) lines.push(line)
  if (lines.length <= linesMax) return
  lines.splice(0, lines.length - linesMax + Math.floor(linesMax / 10))
  source.notice.value = `This page keeps the last steps only, from step ${lines[0]?.sequence} on.`
}

/**
 * Adds what a stream tells to a source: `steps` with their lines, `reset` when they begin again, or `gone`.
 * New steps are drawn when the count of the source is set.
 */
export function takeNews(source: Source, kind: string, data: string, linesMax = LINES_MAX): void {
  if (kind === 'steps') {
    addLines(source, JSON.parse(data), linesMax)
    return
  }
  if (kind === 'reset') {
    source.lines.length = 0
    source.count.value = 0
    source.life.value += 1
    source.refresh()
  }
  source.notice.value = JSON.parse(data).message
}

/** Why the server refuses a stream; undefined if it does not any more. */
async function refusalOf(path: string): Promise<string | undefined> {
  const asked = new AbortController()
  try {
    const response = await fetch(path, { signal: asked.signal })
    if (response.ok) return undefined
    const { error } = await response.json()
    return `${error?.message ?? `The server answered with ${response.status}`}. This page asks again.`
  } catch {
    return NO_ANSWER
  } finally {
    asked.abort()
  }
}

/**
 * Adds the steps of a stream to a source until the page is closed. A page that nobody sees closes its stream,
 * because browsers open only six connections to a server for all of its pages, and goes on where it was.
 *
 * @param linesMax The steps that the page keeps.
 */
export function followSteps(path: string, source: Source, linesMax = LINES_MAX): void {
  const show = atMostEvery(SHOW_MS, SHOW_REST, async () => {
    source.count.value = source.lines.at(-1)?.sequence ?? 0
    await drawn()
  })
  let events: EventSource | undefined
  let last = ''
  let problem = ''
  const tell = (text: string) => {
    if (source.notice.value === problem) source.notice.value = text
    problem = text
  }
  const take = ({ type, data, lastEventId }: MessageEvent<string>) => {
    last = lastEventId
    takeNews(source, type, data, linesMax)
    if (type === 'steps') show()
  }
  const retry = async (closed: EventSource) => {
    tell((await refusalOf(path)) ?? '')
    setTimeout(() => {
      if (events === closed) open()
    }, REFUSED_MS)
  }
  function open(): void {
    const opened = new EventSource(last === '' ? path : `${path}?after=${encodeURIComponent(last)}`)
    events = opened
    for (const kind of ['steps', 'reset', 'gone']) opened.addEventListener(kind, take)
    opened.addEventListener('open', () => {
      tell('')
      source.refresh()
    })
    opened.addEventListener('error', () => {
      // A stream that was refused stays closed.
      if (opened.readyState === EventSource.CLOSED) void retry(opened)
      else tell(NO_ANSWER)
    })
  }
  document.addEventListener('visibilitychange', () => {
    events?.close()
    if (!document.hidden) open()
  })
  if (!document.hidden) open()
}
