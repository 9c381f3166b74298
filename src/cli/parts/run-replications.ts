import { closeSync, openSync, writeSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { progressLine } from '../../explore/report/progress.ts'
import type { StudyPlan } from '../../simulation/study/check-study.ts'
import { createCollection, reachedGoals, type StudyCollection } from '../../simulation/study/collection.ts'
import type { Replication } from '../../simulation/study/replicate.ts'
import { seedsOfPlan, takeReplication, tasksOfPlan } from '../../simulation/study/study.ts'
import { headerLine, replicationLine } from '../../simulation/study/study-lines.ts'
import type { SimulateResult, SimulateTask } from '../commands/simulate-worker.ts'
import { countOf, inShard } from './seeds.ts'
import type { Shell } from './shell.ts'
import { doTasks } from './workers.ts'
import { unwritable } from './write-whole.ts'

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
  /** What is wrong with the study, or which replication failed. */
  readonly problem: Error | undefined
}

/** Opens the file of lines. Its lines are written as they come: a command that is ended loses none. */
function openLines(path: string | undefined, plan: StudyPlan) {
  if (path === undefined) return { write() {}, close() {} }
  try {
    const file = openSync(path, 'w')
    const write = (text: string) => {
      try {
        writeSync(file, text)
      } catch (error) {
        throw unwritable(path, error)
      }
    }
    write(headerLine(plan.header))
    return { write: (one: Replication) => write(replicationLine(one)), close: () => closeSync(file) }
  } catch (error) {
    throw error instanceof TypeError ? error : unwritable(path, error)
  }
}

function* placedTasks(plan: StudyPlan, { file, shard }: RunFlags): Generator<SimulateTask, void, undefined> {
  let place = 0
  for (const task of tasksOfPlan(plan, inShard(seedsOfPlan(plan), shard)))
    yield { ...task, file, place: place++ }
}

/** The time that is left, and the precision that has been reached. */
function progressOf(plan: StudyPlan, collection: StudyCollection, done: number, since: number): string {
  const goals = reachedGoals(collection).filter(({ isReached }) => !isReached)
  const worst = goals.find(({ halfWidth }) => halfWidth !== null)
  const seconds = (performance.now() - since) / 1_000
  const total = plan.most * plan.header.variants.length
  const left = done === 0 ? '' : `, at most ${Math.ceil((seconds / done) * (total - done))} s left`
  const precision = worst
    ? `; ${worst.measure}: ± ${worst.halfWidth?.toPrecision(2)} of ± ${worst.enough.toPrecision(2)}`
    : ''
  return `${done} of ${plan.header.goals.length > 0 ? 'at most ' : ''}${total} replications${left}${precision}`
}

/** Replications in the order of their places, whoever ran them. */
function createTaker(plan: StudyPlan, write: (one: Replication) => void) {
  const collection = createCollection(plan.header)
  const waiting = new Map<number, Replication>()
  let next = 0
  const take = (place: number): boolean => {
    const replication = waiting.get(place)
    if (!replication) return false
    waiting.delete(place)
    write(replication)
    return takeReplication(plan, collection, replication)
  }
  return {
    collection,
    /** Takes one, and those that waited for it. Returns whether they are enough. */
    add(place: number, replication: Replication): boolean {
      waiting.set(place, replication)
      while (waiting.has(next)) if (take(next++)) return true
      return false
    },
    /** Takes those that wait for one that will not come. */
    flush() {
      for (const place of [...waiting.keys()].sort((left, right) => left - right)) take(place)
    },
  }
}

/**
 * Runs the replications of a study in worker processes. They are taken in one order, so that the number of
 * workers changes neither the result nor a line.
 */
export async function runReplications(plan: StudyPlan, flags: RunFlags, shell: Shell): Promise<Replicated> {
  const { workers, watchdog, keepGoing = plan.options.keepGoing } = flags
  const [count, limit] = [
    workers === undefined ? availableParallelism() : countOf('--workers', workers),
    countOf('--watchdog', watchdog) * 1_000,
  ]
  const lines = openLines(flags.out, plan)
  const taker = createTaker(plan, lines.write)
  const line = progressLine(shell.terminal)
  const [ending, since] = [new AbortController(), performance.now()]
  let [isInterrupted, isEnough, done] = [false, false, 0]
  let problem: Error | undefined
  void shell.stopped().then(() => {
    isInterrupted = true
    ending.abort()
  })
  const end = (error?: Error) => {
    problem ??= error
    ending.abort()
  }
  const accept = (
    { place, variant, seed }: SimulateTask,
    result: SimulateResult | { readonly error: string },
  ) => {
    if ('isInput' in result) return end(new TypeError(result.error))
    const replication: Replication = 'seed' in result ? result : { variant, seed, ...result }
    done++
    line.show(() => progressOf(plan, taker.collection, done, since))
    isEnough = taker.add(place, replication)
    if (isEnough) return end()
    if (replication.error !== undefined && !keepGoing)
      end(new Error(`"${variant}", seed ${seed}: ${replication.error}; --keep-going runs the others`))
  }
  try {
    await doTasks<SimulateTask, SimulateResult>(placedTasks(plan, flags), {
      ...{ program: shell.program, command: 'simulate-worker', workers: count, watchdog: limit },
      ...{ unit: 'replication', signal: ending.signal },
      onResult(task, result) {
        try {
          accept(task, result)
        } catch (error) {
          end(error instanceof Error ? error : new Error(String(error)))
        }
      },
    })
    if (!isEnough) taker.flush()
  } catch (error) {
    // What has been taken is printed all the same.
    end(error instanceof Error ? error : new Error(String(error)))
  } finally {
    line.clear()
    lines.close()
  }
  return { collection: taker.collection, isInterrupted, problem }
}
