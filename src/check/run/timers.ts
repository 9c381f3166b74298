import type { Invocation } from './scope.ts'

/** A timer on virtual time. */
export interface VirtualTimer {
  readonly order: number
  readonly invocation: Invocation | undefined
  /** Virtual time, in Unix milliseconds. */
  at: number
  /** The interval in milliseconds; undefined for a timer that fires once. */
  readonly every: number | undefined
  /** Whether its invocation waits for it. */
  readonly counted: boolean
  readonly fire: () => void
}

/** The timers of a run, in the order in which they are due. */
export interface Timers {
  add(timer: Omit<VirtualTimer, 'order'>): VirtualTimer
  remove(timer: VirtualTimer): boolean
  /** Sets a timer with an interval again. */
  repeat(timer: VirtualTimer): void
  next(): VirtualTimer | undefined
  /** Removes the timers of invocations that are over. */
  dropWhere(isOver: (timer: VirtualTimer) => boolean): void
}

const isBefore = (a: VirtualTimer, b: VirtualTimer): boolean =>
  a.at < b.at || (a.at === b.at && a.order < b.order)

/** Creates an empty list of timers. */
export function createTimers(): Timers {
  let list: VirtualTimer[] = []
  let order = 0
  const insert = (timer: VirtualTimer) => {
    const place = list.findIndex((other) => isBefore(timer, other))
    list.splice(place < 0 ? list.length : place, 0, timer)
    return timer
  }
  return {
    add: (timer) => insert({ ...timer, order: order++ }),
    remove(timer) {
      const place = list.indexOf(timer)
      if (place >= 0) list.splice(place, 1)
      return place >= 0
    },
    repeat(timer) {
      timer.at += timer.every ?? 0
      insert(timer)
    },
    next: () => list[0],
    dropWhere(isOver) {
      list = list.filter((timer) => !isOver(timer))
    },
  }
}
