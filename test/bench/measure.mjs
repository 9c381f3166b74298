/** The middle one of some numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

const BATCH_MILLISECONDS = 4
const WARM_MILLISECONDS = 80

async function timed({ run, prepare }, times) {
  prepare?.()
  const from = performance.now()
  for (let time = 0; time < times; time++) {
    const going = run(time)
    if (going instanceof Promise) await going
  }
  return performance.now() - from
}

/** How often a contestant runs in one round, so that a round of it lasts long enough to be timed. */
async function batchOf(contestant) {
  const most = contestant.most ?? 500
  // The compiler needs some thousands of calls before it is done with a path through the whole service.
  const warm = performance.now() + WARM_MILLISECONDS
  while (performance.now() < warm) await timed(contestant, Math.min(20, most))
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
export async function contest(contestants, { rounds = 25, warmUp = 5, sameBatch = false } = {}) {
  const entries = Object.entries(contestants)
  globalThis.gc?.()
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
