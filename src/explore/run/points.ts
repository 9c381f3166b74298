import { real } from './real.ts'
import type { Invocation, Point, Run, Scope } from './run.ts'
import { createInvocation, isDead, never, scopes } from './scope.ts'
import { isOverdue } from './time-over.ts'
import { stopRun, trace, traceStart } from './trace.ts'
import { noteWork } from './watchdog.ts'

/** Maximum calls of one run, and of one instant of virtual time. More is an endless loop. */
const callsMax = 2_000
const callsPerInstantMax = 400

/** Calls more, and more of one instant, for each row that a fact made: a program may handle each apart. */
const callsPerRow = 40
const callsPerRowAndInstant = 10

/** Milliseconds of real time that work on other threads may take while nothing else happens. */
const THREADS_WITHIN = 60_000

/** Turns of the event loop after which the next one waits a little: it would only keep the processor busy. */
const TURNS_AT_ONCE = 1_000

/** Begins work that the run waits for before it goes on, such as that of threads. Returns how to end it. */
export function beginBackground(run: Run): () => void {
  let isOver = false
  run.background++
  return () => {
    if (isOver) return
    isOver = true
    run.background--
    run.activity++
  }
}

/** Lets the run wait for asynchronous work before it goes on. */
export async function inBackground<T>(run: Run, perform: () => T | Promise<T>): Promise<T> {
  const end = beginBackground(run)
  try {
    return await perform()
  } finally {
    end()
  }
}

/** Whether work on other threads goes on, which the run waits for. Gives up if it does not end. */
function awaitsThreads(run: Run, since: number): boolean {
  if (run.background === 0 || run.stuck !== undefined) return false
  if (performance.now() - since > THREADS_WITHIN)
    run.stuck =
      `work outside the run did not end within ${THREADS_WITHIN / 1_000} s ` +
      `(${[...new Set(process.getActiveResourcesInfo())].join(', ')})`
  return run.stuck === undefined
}

/** Lets the code under test run until it waits for something that the run decides, and then calls back. */
export function whenQuiet(run: Run, then: () => void): void {
  let seen = -1
  let turns = 0
  let since = 0
  const turn = () => {
    const isSilent = seen === run.activity
    if (isSilent && turns === 0) since = performance.now()
    if (run.stop || isOverdue(run) || (isSilent && !awaitsThreads(run, since))) {
      then()
      return
    }
    turns = isSilent ? turns + 1 : 0
    seen = run.activity
    if (turns < TURNS_AT_ONCE) real.setImmediate(turn)
    else real.setTimeout(turn, 1)
  }
  turn()
}

/** Puts something in the queue, for a step from now on. */
export function enqueue(run: Run, invocation: Invocation, deliver: () => void, later = 0): void {
  run.activity++
  run.queue.push({ invocation, notBefore: later === 0 ? 0 : run.step + later, deliver })
}

/**
 * Returns a promise that the run settles at a point of its own, in the order of the queue. If the process
 * dies before that, the promise never settles.
 */
export function atPoint<T>(scope: Scope, work: () => T): Promise<T> {
  const { run, invocation } = scope
  if (isDead(scope)) return never()
  invocation.waiting++
  return new Promise<T>((resolve, reject) => {
    enqueue(run, invocation, () => {
      invocation.waiting--
      try {
        resolve(work())
      } catch (error) {
        reject(error)
      }
    })
  })
}

/** Takes the next thing that may happen now out of the queue. */
export function takeNext(run: Run): Point | undefined {
  const place = run.queue.findIndex(({ notBefore }) => run.calm || notBefore <= run.step)
  return place < 0 ? undefined : run.queue.splice(place, 1)[0]
}

/** Describes a thrown value in one line. */
export const thrownText = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)

/** The next ordinal of invocations of a name. */
export function nextOrdinal({ ordinals }: Run, name: string): number {
  const ordinal = (ordinals.get(name) ?? 0) + 1
  ordinals.set(name, ordinal)
  return ordinal
}

/**
 * Starts a piece of work of the code under test. Its promise settles when the work is over, or never.
 * `isProcess` says that the code goes on for as long as its process lives.
 */
export function invoke<T>(
  run: Run,
  name: string,
  work: () => T | Promise<T>,
  isProcess = false,
): { invocation: Invocation; result: Promise<T | undefined> } {
  const invocation = createInvocation(name, nextOrdinal(run, name), run.epoch, isProcess)
  invocation.open = true
  run.invocations.push(invocation)
  run.activity++
  traceStart(run, invocation.id)
  noteWork(invocation.id)
  const scope: Scope = { run, invocation }
  invocation.scope = scope
  const result = scopes.run(scope, async () => {
    try {
      const answer = await work()
      if (answer instanceof Response && !answer.ok && !isDead(scope)) invocation.answeredError = true
      return answer
    } catch (thrown) {
      if (!isDead(scope)) invocation.error = { thrown, at: run.world.clock.now }
      return undefined
    } finally {
      if (!isDead(scope)) {
        invocation.open = false
        run.activity++
        trace(
          run,
          `${invocation.id} ${invocation.error ? `throws ${thrownText(invocation.error.thrown)}` : 'ends'}`,
        )
      }
    }
  })
  return { invocation, result }
}

/** The next number of a kind of call, or of a write, in an invocation. */
export function countUp(invocation: Invocation, name: string): number {
  const count = (invocation.counts.get(name) ?? 0) + 1
  invocation.counts.set(name, count)
  return count
}

/**
 * Stops a run whose code under test makes calls without end. A turn of periodic work counts for itself: how
 * many turns there are depends on the time that passes.
 */
export function checkLoop(run: Run, { id, isTurn, counts }: Invocation): void {
  const { now } = run.world.clock
  const atThisInstant = run.calls.length - run.calls.findLastIndex(({ at }) => at !== now) - 1
  const rows = run.labels.size
  if (isTurn) run.periodic.calls++
  const made = isTurn
    ? [...counts.values()].reduce((sum, count) => sum + count, 0)
    : run.calls.length - run.periodic.calls
  const tooMany = made > callsMax + callsPerRow * rows
  if (!tooMany && atThisInstant <= callsPerInstantMax + callsPerRowAndInstant * rows) return
  const what = tooMany
    ? `made ${made} calls in one ${isTurn ? 'turn' : 'run'}`
    : `made ${atThisInstant} calls while no time passed`
  stopRun(run, { oracle: 'hot loop', kind: `${id.split('#')[0]}`, message: `${id} ${what}` })
}
