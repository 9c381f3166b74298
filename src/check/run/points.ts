import type { WriteFaults } from '../durable/part.ts'
import { createInstance, endInstance } from './instance.ts'
import { act, marksAt, type Point, type Run, stopRun, trace } from './run.ts'
import { createInvocation, type Invocation, isDead, never, type Scope, scopes } from './scope.ts'
import { noteWork } from './watchdog.ts'
import { isPreparation, type WriteKind, writeFaults } from './write-kinds.ts'

/** Maximum calls of one run, and of one instant of virtual time. More is an endless loop. */
const callsMax = 2_000
const callsPerInstantMax = 400

/** Calls more, and more of one instant, for each row that a fact made: a program may handle each apart. */
const callsPerRow = 40
const callsPerRowAndInstant = 10

// Taken before anything replaces it.
const realImmediate = setImmediate

/** Lets the code under test run until it waits for something that the run decides, and then calls back. */
export function whenQuiet(run: Run, then: () => void): void {
  let seen = -1
  const turn = () => {
    if (seen === run.activity && run.background === 0) {
      then()
      return
    }
    seen = run.activity
    realImmediate(turn)
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
  trace(run, `${invocation.id} starts`)
  noteWork(invocation.id)
  const scope: Scope = { run, invocation }
  invocation.scope = scope
  const result = scopes.run(scope, async () => {
    try {
      const answer = await work()
      if (answer instanceof Response && !answer.ok && !isDead(scope)) invocation.answeredError = true
      return answer
    } catch (thrown) {
      if (!isDead(scope)) invocation.error = { thrown }
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
 * Ends the process: nothing that it waits for arrives, its timers are gone, and its writes no longer reach
 * the store.
 */
export function die(run: Run, how = 'the process dies'): void {
  trace(run, how)
  run.epoch++
  endInstance(run.instance)
  for (const part of run.durable) part.crash()
  run.instance = createInstance()
  run.activity++
  run.storeOwner = undefined
  run.storeWaiters.length = 0
  run.periodic.all.clear()
  run.timers.dropWhere(({ invocation }) => invocation !== undefined && invocation.epoch !== run.epoch)
  const kept = run.queue.filter(({ invocation }) => invocation.epoch === run.epoch || invocation.epoch < 0)
  run.queue.splice(0, run.queue.length, ...kept)
  for (const invocation of run.invocations) {
    if (!invocation.open || invocation.died) continue
    invocation.troubled = true
    invocation.died = true
  }
  for (const close of [...run.handlers.values()]) close()
  run.handlers.clear()
}

/** Ends the process for a length of time in milliseconds: until then, nothing starts. */
export function goDown(run: Run, length: number): void {
  die(run, 'the process dies, and stays down')
  run.process = {}
  run.started = run.epoch
  run.downUntil = run.world.clock.now + length
}

/** Milliseconds of virtual time in which a process must end that was told to stop. */
const STOP_WITHIN = 30_000

/** Tells the process to stop. It is killed if it does not listen, or does not end in time. */
export function stopProcess(run: Run): void {
  const { epoch, instance } = run
  if (!instance.terminate) {
    die(run, 'the process is stopped')
    return
  }
  trace(run, 'the process is told to stop')
  const fire = () => {
    if (run.epoch === epoch)
      die(run, `the process is killed, because it did not end within ${STOP_WITHIN} ms`)
  }
  const at = run.world.clock.now + STOP_WITHIN
  run.timers.add({ invocation: undefined, at, counted: false, fire })
  instance.terminate()
}

/** A write whose process lives: the fault that happens to it, if one does, and how to end it. */
interface BegunWrite {
  readonly fault: 'conflict' | 'disconnect' | undefined
  readonly end: (line: string) => void
}

/**
 * Comes to the place of a write, where the process may die before or after it. Returns undefined if the
 * process died before it, or in the middle of it, after `faults.torn` performed a part.
 */
export function beginWrite(
  { run, invocation }: Scope,
  kind: WriteKind,
  faults: WriteFaults<unknown> = {},
): BegunWrite | undefined {
  const at = `${invocation.id}/${kind}/${countUp(invocation, kind)}`
  const own = writeFaults.filter((name) => faults[name])
  run.sites.push({ at, kind: 'store', operation: '', reads: false, faults: own })
  const marks = marksAt(run, at)
  const harmed = (name: string) =>
    marks.find(({ harm }) => harm.do === name && (name.startsWith('dies') || own.some((one) => one === name)))
  const before = harmed('dies before') ?? harmed('torn')
  if (before) {
    act(run, before, invocation)
    if (before.harm.do === 'torn') faults.torn?.()
    die(run)
    return undefined
  }
  const fault = harmed('conflict') ?? harmed('disconnect')
  return {
    fault: fault && (fault.harm.do === 'conflict' ? 'conflict' : 'disconnect'),
    end(line) {
      if (fault?.harm.do !== 'conflict') invocation.effective ||= !isPreparation(kind, line)
      trace(run, `${at} ${line}`)
      if (fault) act(run, fault, invocation)
      const after = harmed('dies after')
      if (!after) return
      act(run, after, invocation)
      die(run)
    },
  }
}

/** Performs a write of the store at its own place. */
export function writeAt(scope: Scope, write: () => void, line: string): void {
  const begun = beginWrite(scope, 'store')
  if (!begun) return
  write()
  begun.end(line)
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
