/** The middle one of some numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

const BATCH_MILLISECONDS = 4
const WARM_RUNS = 4_000
const WARM_MILLISECONDS = 1_000

async function timed({ run, prepare }, times) {
  prepare?.()
  const from = performance.now()
  for (let time = 0; time < times; time++) {
    const going = run(time)
    if (going instanceof Promise) await going
  }
  return performance.now() - from
}

/**
 * Runs a contestant until the compiler is done with it: it needs some thousands of calls for a path through the
 * whole service. The collection of garbage before a contest takes a part of what it has done away.
 */
async function warm(contestant) {
  const until = performance.now() + WARM_MILLISECONDS
  const times = Math.min(20, contestant.most ?? 20)
  for (let runs = 0; runs < WARM_RUNS && performance.now() < until; runs += times)
    await timed(contestant, times)
}

/** How often a contestant runs in one round, so that a round of it lasts long enough to be timed. */
async function batchOf(contestant) {
  const most = contestant.most ?? 500
  for (let times = 1; ; times *= 2) {
    const spent = await timed(contestant, times)
    if (spent >= BATCH_MILLISECONDS || times >= most) return Math.min(times, most)
  }
}

/**
 * Lets contestants take turns, a batch each, and answers the median microseconds of one operation of each.
 * They meet the same machine in the same minute, and each is as often the first one, so that the ratio of two of
 * them says something on a noisy machine. `prepare` is not timed; it puts a world back, so that a small one
 * stays small. Contestants that do the same, at two sizes, need the `sameBatch`: a call of a longer batch costs
 * up to a third more, because the log and the garbage of its world are longer.
 */
export async function contest(contestants, { rounds = 24, warmUp = 4, sameBatch = false } = {}) {
  const entries = Object.entries(contestants)
  globalThis.gc?.()
  for (const [, contestant] of entries) await warm(contestant)
  const batches = new Map()
  for (const [name, contestant] of entries) batches.set(name, await batchOf(contestant))
  const least = Math.min(...batches.values())
  const spent = new Map(entries.map(([name]) => [name, []]))
  for (let round = -warmUp; round < rounds; round++) {
    entries.push(entries.shift())
    for (const [name, contestant] of entries) {
      const times = sameBatch ? least : batches.get(name)
      const micros = ((await timed(contestant, times)) / times) * 1_000
      if (round >= 0) spent.get(name).push(micros)
    }
  }
  return Object.fromEntries([...spent].map(([name, micros]) => [name, median(micros)]))
}

/** Bytes of heap in use once everything that nobody holds is gone. Needs `--expose-gc`. */
export function heapUsed() {
  globalThis.gc()
  globalThis.gc()
  return process.memoryUsage().heapUsed
}

/** The whole numbers below `below`, in an order that looks random and is always the same. */
export function numbersBelow(below) {
  let state = 12_345
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state % below
  }
}

/** Small sizes and large ones. */
export const quick = process.argv.includes('--quick')
