import { readSteps } from '../inspector/step-log.ts'
import type { EventFeed } from '../wire/response.ts'
import { handleOf } from '../world/handles.ts'
import type { World } from '../world/world.ts'
import { numberIn } from './control-call.ts'

/** The number and the epoch in the header `last-event-id`, which a browser sends when it connects again. */
function lastEvent(id: string | undefined): { sequence: number; epoch?: string } | undefined {
  const [, epoch, digits] = /^([0-9a-z]{1,20}-[0-9]{1,9})\.([0-9]{1,15})$/.exec(id ?? '') ?? []
  return epoch === undefined ? undefined : { sequence: Number(digits), epoch }
}

/**
 * Returns the steps of a world as server-sent events: after the step `since` of the query, or after an event
 * whose id is in `last-event-id` or in `after` of the query. Throws a RangeError if `since` is no number.
 */
export function stepStream(
  world: World,
  query: string,
  headers: Readonly<Record<string, string>>,
): EventFeed {
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
