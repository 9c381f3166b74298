import type { Timers, VirtualTimer } from '../run/run.ts'

/** Whether a timer fires before another: earlier, or set earlier for the same instant. */
export const isBefore = (a: Pick<VirtualTimer, 'at' | 'order'>, b: typeof a): boolean =>
  a.at < b.at || (a.at === b.at && a.order < b.order)

/** Creates an empty list of timers. */
export function createTimers(): Timers {
  let list: VirtualTimer[] = []
  let order = 0
  /** The place of the first timer that is not before another. */
  const placeOf = (timer: VirtualTimer): number => {
    let [low, high] = [0, list.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = list[middle]
      if (other && isBefore(other, timer)) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    get size() {
      return list.length
    },
    add(timer) {
      const added = { ...timer, order: order++ }
      list.splice(placeOf(added), 0, added)
      return added
    },
    remove(timer) {
      const place = placeOf(timer)
      const isThere = list[place] === timer
      if (isThere) list.splice(place, 1)
      return isThere
    },
    next: () => list[0],
    dropWhere(isOver) {
      list = list.filter((timer) => !isOver(timer))
    },
  }
}
