import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Run } from '../run/run.ts'
import { slotOf } from '../run/slots.ts'

/** The part of the memory that Node may use, as `--max-old-space-size` sets it, that a run may keep. */
const KEPT = 0.6

/** The part of it in use, with garbage, at which the garbage is collected to see what is kept. */
const USED = 0.8

/** Looks at a run between two looks at the memory: a look takes some microseconds. */
const STRIDE = 8

const MEGABYTE = 1_000_000

/** The bytes in use, in and outside of the heap: those of buffers are outside. */
function used(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics()
  return heap + external
}

/** Frees what nothing refers to. */
function collect(): void {
  setFlagsFromString('--expose-gc')
  const gc: () => void = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  gc()
}

/** What is in use in a run: when it was first looked at, and what is wrong with it now. */
interface Use {
  readonly before: number
  looks: number
  problem: string | undefined
}

const uses = new WeakMap<Run, Use>()

function useOf(run: Run): Use {
  const use = uses.get(run) ?? { before: used(), looks: 0, problem: undefined }
  uses.set(run, use)
  return use
}

const megabytes = (bytes: number): string => `${Math.round(bytes / MEGABYTE)} MB`

function problemOf(run: Run, before: number): string | undefined {
  const { heap_size_limit: limit } = getHeapStatistics()
  if (used() < USED * limit) return undefined
  collect()
  const kept = used()
  if (kept < KEPT * limit) return undefined
  const last = run.invocations.findLast(({ epoch }) => slotOf(run, epoch) !== undefined)
  const who = last?.id ?? 'the program'
  const grown = `${megabytes(kept)} are kept (${megabytes(before)} when its run began)`
  const bound = `more than ${KEPT * 100} % of the ${megabytes(limit)} that Node may use`
  const advice = 'Let go of what is not needed any more, or raise --max-old-space-size'
  return `${who} ran last, and ${grown}: ${bound}. ${advice}`
}

/** Whether a run keeps so much memory that Node would soon end the process. */
export function keepsTooMuch(run: Run): boolean {
  const use = useOf(run)
  if (use.looks++ % STRIDE === 0) use.problem ??= problemOf(run, use.before)
  return use.problem !== undefined
}

/** Throws if a run keeps so much memory that Node would soon end the process, without a message. */
export function checkMemory(run: Run): void {
  if (keepsTooMuch(run)) throw new Error(`explore: ${useOf(run).problem}`)
}
