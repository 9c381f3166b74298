import { readSteps } from '../inspector/step-log.ts'
import type { EventFeed, GraphResponse } from '../machine/wire/response.ts'
import { handleOf } from '../world/handles.ts'
import type { World } from '../world/world.ts'
import type { RequestHead } from './admission.ts'
import { controlPaths } from './control.ts'
import { controlError, numberIn } from './control-call.ts'
import { isInspectorPath } from './inspector-controls.ts'
import type { ControlTarget } from './target.ts'
import type { Worlds } from './worlds.ts'

/** The number and the epoch in the header `last-event-id`, which a browser sends when it connects again. */
function lastEvent(id: string | undefined): { sequence: number; epoch?: string } | undefined {
  const [, epoch, digits] = /^([0-9a-z]{1,20}-[0-9]{1,9})\.([0-9]{1,15})$/.exec(id ?? '') ?? []
  return epoch === undefined ? undefined : { sequence: Number(digits), epoch }
}

/**
 * Returns the steps of a world as server-sent events: after the step `since` of the query, or after an event
 * whose id is in `last-event-id` or in `after` of the query. Throws a RangeError if `since` is no number.
 */
function stepStream(world: World, query: string, headers: Readonly<Record<string, string>>): EventFeed {
  const after = new URLSearchParams(query).get('after') ?? undefined
  const since = lastEvent(headers['last-event-id'] ?? after) ?? { sequence: numberIn(query, 'since', 0) }
  const reader = readSteps(handleOf(world), since, () => Date.now())
  return {
    next() {
      const news = reader.next()
      if (!news) return ''
      const data = news.kind === 'steps' ? news.lines : { message: news.message }
      return `id: ${reader.epoch}.${reader.sequence}\nevent: ${news.kind}\ndata: ${JSON.stringify(data)}\n\n`
    },
    close: reader.close,
  }
}

/** Maximum streams of steps that are open at one address. */
const STREAMS_MAX = 64

const openStreams = new WeakMap<Worlds, number>()

const acceptsHtml = ({ headers }: RequestHead): boolean => headers['accept']?.includes('text/html') === true

const isGet = ({ method }: RequestHead): boolean => method === 'GET' || method === 'HEAD'

/** Leads a browser that asks for `/` to the inspector; undefined for every other request. */
export function rootAnswer(head: RequestHead, { url, prefix }: ControlTarget): GraphResponse | undefined {
  if (!isGet(head) || !/^\/?(?:\?|$)/.test(url) || !acceptsHtml(head)) return undefined
  const headers = { location: `${prefix}/_sim/`, 'cache-control': 'no-store', vary: 'accept' }
  return { status: 302, headers, body: '', dropped: false }
}

/** The page of a world. Its code is loaded when somebody first opens it. */
async function livePage(world: string): Promise<GraphResponse> {
  const { htmlPage, pagePolicy } = await import('../inspector/page.ts')
  const title = world === '' ? 'fauxgraph' : `fauxgraph: ${world}`
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${pagePolicy("'self'")}; frame-ancestors 'none'`,
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
    body: htmlPage(title, { live: { world } }, "'self'"),
    dropped: false,
  }
}

/** The message for a program that asks for the page. */
const pageForBrowsers = (): string =>
  `/_sim/ is the page of the inspector: open it in a browser, or send Accept: text/html. ` +
  `The control plane has ${controlPaths().join(', ')}`

/** Counts a stream until it is closed. */
function counted(worlds: Worlds, feed: EventFeed): EventFeed {
  openStreams.set(worlds, (openStreams.get(worlds) ?? 0) + 1)
  let isOpen = true
  return {
    next: feed.next,
    close() {
      if (isOpen) openStreams.set(worlds, (openStreams.get(worlds) ?? 1) - 1)
      isOpen = false
      feed.close()
    },
  }
}

function streamAnswer(worlds: Worlds, world: World, query: string, { headers }: RequestHead): GraphResponse {
  if ((openStreams.get(worlds) ?? 0) >= STREAMS_MAX)
    return controlError(503, `There are ${STREAMS_MAX} open streams already: close a page of the inspector`)
  return {
    status: 200,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    body: '',
    feed: counted(worlds, stepStream(world, query, headers)),
    dropped: false,
  }
}

/**
 * Answers a request for the page of the inspector or for its stream of steps; undefined if the control plane
 * answers the request. Unlike every other request, none of the inspector makes a world that does not exist.
 */
export function inspectorAnswer(
  worlds: Worlds,
  head: RequestHead,
  { control: path = [], world: name = '', query }: ControlTarget,
): GraphResponse | Promise<GraphResponse> | undefined {
  if (!isInspectorPath(path)) return undefined
  const [first = ''] = path
  if (first === '' && isGet(head))
    return acceptsHtml(head) ? livePage(name) : controlError(404, pageForBrowsers())
  const world = name === '' ? worlds.main : worlds.has(name) ? worlds.select(name) : undefined
  if (!world)
    return controlError(
      404,
      `There is no world ${name.slice(0, 80)}: it was deleted, or never made. The main world is at /_sim/`,
    )
  if (first !== 'stream') return undefined
  if (head.method !== 'GET') return controlError(405, 'The method must be GET')
  try {
    return streamAnswer(worlds, world, query, head)
  } catch (error) {
    if (error instanceof RangeError) return controlError(400, error.message)
    throw error
  }
}
