import { performance } from 'node:perf_hooks'
import { DAY_MS } from '../../engine/values/milliseconds.ts'
import type { Replacement } from '../run/replace.ts'
import type { Run } from '../run/run.ts'
import { timeScope } from '../run/scope.ts'

/** Milliseconds since the process started by a clock that stands still while the machine sleeps. */
const elapsed = ({ world, slot: { startedAt, slept } }: Run): number => world.clock.now - startedAt - slept

/** The monotonic clock does not start at 0 with the process. */
const BOOTED = BigInt(DAY_MS)

const nanoseconds = (run: Run): bigint => (BOOTED + BigInt(elapsed(run))) * 1_000_000n

function highResolution(original: typeof process.hrtime) {
  const replaced = (before?: [number, number]): [number, number] => {
    const scope = timeScope()
    if (!scope) return original(before)
    const [seconds = 0, rest = 0] = before ?? []
    const now = nanoseconds(scope.run) - BigInt(seconds) * 1_000_000_000n - BigInt(rest)
    return [Number(now / 1_000_000_000n), Number(now % 1_000_000_000n)]
  }
  const bigint = () => {
    const scope = timeScope()
    return scope ? nanoseconds(scope.run) : original.bigint()
  }
  return Object.assign(replaced, { bigint })
}

const uptime = (original: () => number) => () => {
  const scope = timeScope()
  return scope ? elapsed(scope.run) / 1_000 : original()
}

const performanceNow = (original: () => number) => () => {
  const scope = timeScope()
  return scope ? elapsed(scope.run) : original.call(performance)
}

const timeOrigin = (original: () => number) => () => {
  const scope = timeScope()
  return scope ? scope.run.slot.startedAt : original.call(performance)
}

/** The clocks of a process beside `Date`. */
export const clocks: readonly Replacement[] = [
  { owner: process, name: 'hrtime', make: highResolution },
  { owner: process, name: 'uptime', make: uptime },
  { owner: performance, name: 'now', make: performanceNow },
  { owner: Object.getPrototypeOf(performance), name: 'timeOrigin', make: timeOrigin, isGetter: true },
]
