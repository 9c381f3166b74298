import { endPortion, forgetUntil, type History, PORTIONS, portionsOf } from '../engine/state/history.ts'
import { bounds } from '../service/contract/bounds.ts'
import type { KeptHistory } from '../world/handle/history-options.ts'
import { handleOf, hasHandle } from '../world/handles.ts'
import type { World } from '../world/world.ts'

/** What has been recorded until an instant of the machine. */
interface Note {
  readonly at: number
  readonly recorded: number
}

/** The mark of the newest portion that does not fit any more, if the newest ones are kept; 0 if all fit. */
function excessMark(histories: readonly History[], bytesMax: number): number {
  const portions = [...new Set(histories.flatMap(portionsOf))].sort((a, b) => b.mark - a.mark)
  let left = bytesMax
  for (const { mark, bytes } of portions) {
    left -= bytes
    if (left < 0) return mark
  }
  return 0
}

const bytesOf = (histories: readonly History[]): number =>
  [...new Set(histories.flatMap(portionsOf))].reduce((sum, { bytes }) => sum + bytes, 0)

/** Keeps histories that share their bounds. Forks of a world do. */
function keeperOf(kept: KeptHistory, all: () => readonly History[], bytesMax: number): () => void {
  // An age is kept in portions, as bytes are.
  const interval = kept.age / PORTIONS
  let notes: readonly Note[] = []
  let fullAt = Number.NEGATIVE_INFINITY
  let last = Date.now()
  let nextNote = last + interval
  const forgetAll = (mark: number) => {
    for (const history of all()) forgetUntil(history, mark)
  }
  function makeRoom(): void {
    // More is forgotten than must be, so that this is done once in a while.
    if (bytesOf(all()) > bytesMax) forgetAll(excessMark(all(), bytesMax - bytesMax / PORTIONS))
    fullAt = kept.recorded + bytesMax - bytesOf(all())
  }
  function forgetOld(now: number): void {
    nextNote = now + interval
    for (const history of all()) endPortion(history)
    // Everything so far was recorded before the last request, or by it.
    notes = [...notes, { at: last, recorded: kept.recorded }]
    const old = notes.findLastIndex(({ at }) => at <= now - kept.age)
    forgetAll(notes[old]?.recorded ?? 0)
    notes = notes.slice(old + 1)
  }
  return () => {
    if (kept.recorded > fullAt) makeRoom()
    if (interval === Number.POSITIVE_INFINITY) return
    const now = Date.now()
    if (now >= nextNote) forgetOld(now)
    last = now
  }
}

/**
 * Returns a function that keeps the histories of all worlds of one address within their bytes and their age:
 * the oldest inputs of all worlds are forgotten. It must be called before each request, and mostly does
 * nothing.
 *
 * @param all Returns the worlds, which are forks of the main world.
 */
export function historyKeeper(
  main: World,
  all: () => readonly World[],
  bytesMax = bounds.historiesBytesMax,
): () => void {
  // A world of another copy of fauxgraph keeps its own bounds.
  if (!hasHandle(main)) return () => {}
  const { history } = handleOf(main).settings
  const histories = () => all().flatMap((world) => handleOf(world).history ?? [])
  return history ? keeperOf(history, histories, bytesMax) : () => {}
}
