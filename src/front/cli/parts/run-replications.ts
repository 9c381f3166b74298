import { closeSync, openSync, writeSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { progressLine } from '../../../explore/report/progress.ts'
import { unwritable } from '../../../server/recording/unwritable.ts'
import type { StudyPlan } from '../../../simulation/study/check-study.ts'
import {
  createStudyCollection,
  reachedGoals,
  type StudyCollection,
} from '../../../simulation/study/collection.ts'
import type { Replication } from '../../../simulation/study/replicate.ts'
import { seedsOfPlan, takeReplication, tasksOfPlan } from '../../../simulation/study/study.ts'
import type { SimulateResult, SimulateTask } from '../commands/simulate-worker.ts'
import { countFlag, inShard, shardOf } from './seeds.ts'
import type { Shell } from './shell.ts'
import { doTasks } from './workers.ts'

/** The options of the command that say how replications are run. */
interface RunFlags {
  readonly file: string
  readonly shard: string
  readonly workers?: string
  readonly watchdog: string
  readonly out?: string
  readonly keepGoing?: true
}

/** What is known when the replications have ended, or the user has interrupted them. */
interface Replicated {
  readonly collection: StudyCollection
  readonly isInterrupted: boolean
  /** The mistake in the study, or the failure of a replication. */
  readonly problem: Error | undefined
}

/** Opens the file of lines. Its lines are written as they come: a command that is ended loses none. */
function openLines({ out: path, file: study }: RunFlags, plan: StudyPlan) {
  if (path === undefined) return { write() {}, close() {} }
  const checked = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw unwritable(path, error)
    }
  }
  const file = checked(() => openSync(path, 'w'))
  const write = (line: object) => void checked(() => writeSync(file, `${JSON.stringify(line)}\n`))
  write({ ...plan.header, file: study })
  return { write, close: () => closeSync(file) }
}

function* placedTasks(
  plan: StudyPlan,
  file: string,
  shard: string,
): Generator<SimulateTask, void, undefined> {
  let place = 0
  for (const task of tasksOfPlan(plan, inShard(seedsOfPlan(plan), shard)))
    yield { ...task, file, place: place++ }
}

/** The time that is left, and the precision that has been reached. */
function progressOf(
  { header, most }: StudyPlan,
  { collection, done }: Taker,
  { since, shards }: { readonly since: number; readonly shards: number },
): string {
  const worst = reachedGoals(collection).find(({ isReached, halfWidth }) => !isReached && halfWidth !== null)
  const seconds = (performance.now() - since) / 1_000
  const total = Math.ceil((most * header.variants.length) / shards)
  const limit = header.goals.length > 0 ? 'at most ' : ''
  const left = done() === 0 ? '' : `, ${limit}${Math.ceil((seconds / done()) * (total - done()))} s left`
  const precision = worst
    ? `; ${worst.measure}: ± ${worst.halfWidth?.toPrecision(2)} of ± ${worst.enough.toPrecision(2)}`
    : ''
  return `${done()} of ${limit}${total} replications${left}${precision}`
}

/** What a worker made of a task: its process may have ended instead. */
type Outcome = SimulateResult | { readonly error: string }

type Taker = ReturnType<typeof createTaker>

/** Takes outcomes in the order of their places, whoever ran them: the first problem is always the same. */
function createTaker(plan: StudyPlan, keepGoing: boolean, write: (one: Replication) => void) {
  const collection = createStudyCollection(plan.header)
  const waiting = new Map<number, Replication | Error>()
  let [next, done] = [0, 0]
  const take = (place: number): boolean => {
    const outcome = waiting.get(place)
    waiting.delete(place)
    if (!outcome || outcome instanceof Error) throw outcome
    write(outcome)
    const isEnough = takeReplication(plan, collection, outcome)
    const { variant, seed, error } = outcome
    if (error === undefined || keepGoing) return isEnough
    throw new Error(`"${variant}", seed ${seed}: ${error}; --keep-going runs the others`)
  }
  return {
    collection,
    done: () => done,
    /** Takes one, and those that waited for it. Returns whether they are enough. Throws the first problem. */
    add({ place, variant, seed }: SimulateTask, outcome: Outcome): boolean {
      const replication = 'seed' in outcome ? outcome : { variant, seed, error: outcome.error }
      waiting.set(place, 'isInput' in outcome ? new TypeError(outcome.error) : replication)
      done++
      while (waiting.has(next)) if (take(next++)) return true
      return false
    },
    /** Takes those that wait for one that will not come. */
    flush() {
      for (const [, outcome] of [...waiting].sort(([left], [right]) => left - right)) {
        if (outcome instanceof Error) continue
        write(outcome)
        takeReplication(plan, collection, outcome)
      }
    },
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/**
 * Runs the replications of a study in worker processes, until they are enough, the user interrupts them, or
 * there is a problem. They are taken in one order, so that the number of workers changes neither the result
 * nor a line.
 */
export async function runReplications(
  plan: StudyPlan,
  flags: RunFlags,
  { program, terminal, stopped }: Shell,
): Promise<Replicated> {
  const { file, shard, workers, watchdog } = flags
  const progress = { since: performance.now(), shards: shardOf(shard).count }
  const lines = openLines(flags, plan)
  const taker = createTaker(plan, flags.keepGoing ?? plan.options.keepGoing ?? false, lines.write)
  const [line, ending] = [progressLine(terminal), new AbortController()]
  let [isInterrupted, isEnough] = [false, false]
  let problem: Error | undefined
  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      // The command still prints the replications that it has.
      problem ??= asError(error)
    }
  }
  void stopped().then(() => {
    isInterrupted = true
    ending.abort()
  })
  try {
    await doTasks<SimulateTask, SimulateResult>(placedTasks(plan, file, shard), {
      ...{
        program,
        command: 'simulate-worker',
        unit: 'replication',
        code: 'an actor',
        signal: ending.signal,
      },
      workers: workers === undefined ? availableParallelism() : countFlag('--workers', workers),
      watchdog: countFlag('--watchdog', watchdog) * 1_000,
      onResult(task, outcome) {
        attempt(() => {
          isEnough = taker.add(task, outcome)
          line.show(() => progressOf(plan, taker, progress))
        })
        if (isEnough || problem) ending.abort()
      },
    })
    line.clear()
    if (!isEnough) attempt(taker.flush)
  } finally {
    lines.close()
  }
  return { collection: taker.collection, isInterrupted, problem }
}
