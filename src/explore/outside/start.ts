import { setTimeout as sleep } from 'node:timers/promises'
import type { RequestHead } from '../../server/admission.ts'
import { millisecondsOf } from '../../world/time/durations.ts'
import { die } from '../run/death.ts'
import { ProcessFailed } from '../run/died.ts'
import { createInstance } from '../run/instance.ts'
import { nextOrdinal } from '../run/points.ts'
import type { Invocation, Run } from '../run/run.ts'
import { createInvocation, isDead } from '../run/scope.ts'
import { isOverdue, TimeOver } from '../run/time-over.ts'
import { stopRun, trace, traceStart } from '../run/trace.ts'
import type { Setup } from '../search/play/create-run.ts'
import { answerAtProxy } from './calls.ts'
import { followMachine, hasGivenTime, moveOn, secondAfter } from './clock.ts'
import { endText, type Started } from './host.ts'
import type { OpenCommand } from './open.ts'
import { ownTime } from './own-time.ts'
import { type GroupWork, groupWork } from './processes.ts'

/** Milliseconds between two looks at a process that runs: its end shows at once. */
const LOOK_MS = 100

/** The server of a run: the process that runs now, and how much it does. */
export interface ServerState {
  process: Started | undefined
  /** Calls of it that are not answered yet. */
  calls: number
  /** Looks at what it does, for each request that it has not answered. */
  readonly looks: Set<(work: GroupWork) => void>
  /** The time at which each request was answered last, by its address and body, in the program's clock. */
  readonly answered: Map<string, number>
  /** Its calls with their answers, and the activity of the run when each was answered last. */
  readonly known: Map<string, number>
  /** The activity of the run at its latest answer, and when something else happened last. */
  activity: number
  since: number
  /** The numbers of its calls that wrote, and of those with an answer that was not known. */
  writes: number
  news: number
  /** Its latest call that wrote, or had a new answer. */
  latest: RequestHead | undefined
  /** True from SIGTERM until the process has ended. */
  isStopping: boolean
  /** The times that it ended by itself. */
  ends: number
  /** Its work so far, as a text, and the looks at it in a row that found no more. */
  rest: { readonly done: string; readonly looks: number }
}

/** A run of a command, in its working folder. */
export interface CommandRun {
  readonly run: Run
  /** The setup that all runs share. The user may end its time early. */
  readonly setup: Setup
  readonly command: OpenCommand
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** For each start of a command, the number of facts before it. */
  readonly factsBefore: number[]
  /** The server of the run; undefined if it is a command that ends. */
  readonly server: ServerState | undefined
}

/** Waits until a process has ended. Calls `look` at intervals with the time that it takes by itself. */
export async function watch(process: Started, look: (own: number) => void): Promise<void> {
  const time = ownTime(LOOK_MS)
  let isOver = false
  const ended = process.ended.then(() => {
    isOver = true
  })
  while (!isOver) {
    await Promise.race([ended, sleep(LOOK_MS)])
    if (!isOver) look(time(groupWork(process.group)))
  }
}

/** Renews the process of a run, for each start is one of its own. Returns the start. */
export function renewProcess(run: Run, process: Started, name: string, isServer = false): Invocation {
  const { slot } = run
  slot.epoch = ++run.epochs
  slot.started = slot.epoch
  slot.instance = createInstance()
  slot.instance.endings.add(process.kill)
  slot.instance.terminate = process.stop
  const start = createInvocation(name, nextOrdinal(run, name), run.epoch, isServer)
  start.open = true
  run.invocations.push(start)
  traceStart(run, start.id)
  return start
}

/** Ends what is left of a process, and warns if some of it had left the group. */
export async function clearProcess({ name, warnings }: OpenCommand, process: Started): Promise<void> {
  const left = await process.clear()
  if (left > 0) warnings.add(`${name} left processes behind that had left its group: they were ended`)
}

/** Starts the program once, as its scheduler would, and lets it end. Facts before it lie a second back. */
export async function startOnce(state: CommandRun): Promise<void> {
  const { run, setup, command, folder, environment, factsBefore } = state
  const last = run.happened.at(-1)
  if (last) await secondAfter(run.world, last.at)
  if (factsBefore.length > 0 && hasGivenTime(run.world))
    moveOn(run.world, run.world.clock.now + millisecondsOf(command.config.every ?? '15m'))
  followMachine(run.world)
  factsBefore.push(run.happened.length)
  const { name, words } = command
  // A request that arrives before this line belongs to no process: its answer waits for one.
  const process = command.start(words, { folder, environment }, (head, body) =>
    answerAtProxy(scope, head, body, command.waiting),
  )
  const invocation = renewProcess(run, process, name)
  const scope = { run, invocation }
  await watch(process, (own) => {
    if (own > command.endsWithin)
      stopRun(run, {
        ...{ oracle: 'never ended', kind: name },
        message: `${invocation.id} did not end within ${command.endsWithin / 1_000} s`,
      })
    if (run.stop !== undefined || isOverdue(setup)) process.kill()
  })
  command.rest()
  await clearProcess(command, process)
  if (isOverdue(setup)) throw new TimeOver('')
  followMachine(run.world)
  const problem = endText(await process.ended)
  if (isDead(scope) || run.stop) return
  invocation.open = false
  if (problem !== undefined) {
    const how = process.output.after(problem)
    invocation.error = { thrown: new ProcessFailed(how), at: run.world.clock.now }
    trace(run, `${invocation.id} ${how}`)
  } else trace(run, `${invocation.id} ends`)
}

/** Ends the process of a run that is over. */
export function endCommand({ run }: CommandRun): void {
  run.ended = true
  if (run.slot.instance.endings.size > 0) die(run, 'the run ends')
}
