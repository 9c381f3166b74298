import { setTimeout as realTimeout } from 'node:timers/promises'
import type { Process } from '../options.ts'
import { connectWebhook, flushDue } from './notices.ts'
import { invoke, takeNext, untilQuiet } from './points.ts'
import { type Run, stopRun } from './run.ts'
import type { Invocation } from './scope.ts'

/** Milliseconds of real time that the code under test may wait for something outside the world. */
const OUTSIDE_WAIT = 250

/** Maximum timers that fire during one move of the clock. */
const FIRED_MAX = 10_000

function ready(run: Run, process: Process | undefined, invocation: Invocation): void {
  const { error } = invocation
  if (error || typeof process !== 'object' || process === null) {
    const message = error
      ? `sut threw ${String(error.thrown)}`
      : `sut returned ${String(process)}, not a process`
    stopRun(run, { oracle: 'start', kind: 'start', message })
    return
  }
  run.process = process
  if (run.started === 1) connectWebhook(run)
}

/** Starts the process that the epoch asks for. */
async function start(run: Run): Promise<void> {
  run.started = run.epoch
  run.process = {}
  const { invocation, result } = invoke(run, 'start', () => run.boot())
  const over = result.then((process) => {
    if (invocation.epoch === run.epoch) ready(run, process, invocation)
  })
  // A process that is there at once needs no turn of its own.
  await Promise.race([over, untilQuiet(run)])
}

/** Delivers what is pending, first in first out, until only what is held is left. */
export async function drive(run: Run): Promise<void> {
  for (;;) {
    if (run.started !== run.epoch) await start(run)
    flushDue(run)
    await untilQuiet(run)
    if (run.stop) return
    const point = takeNext(run)
    if (point) {
      if (point.invocation.epoch === run.epoch || point.invocation.epoch < 0) point.deliver()
    } else if (!(await cameFromOutside(run)) && run.started === run.epoch) return
  }
}

/** The work that waits for nothing that the run knows of. */
const waitingOutside = ({ invocations, epoch }: Run): Invocation[] => {
  const open = invocations.filter((invocation) => invocation.open && invocation.epoch === epoch)
  return open.some(({ waiting }) => waiting > 0) ? [] : open
}

/** Waits a little for files, sockets and threads. Returns whether anything came of it. */
async function cameFromOutside(run: Run): Promise<boolean> {
  if (run.timers.next() || run.stuck || waitingOutside(run).length === 0) return false
  const { activity } = run
  for (let waited = 0; waited < OUTSIDE_WAIT; waited += 5) {
    await realTimeout(5)
    if (run.activity !== activity) {
      run.outside ??= `${waitingOutside(run)[0]?.id ?? 'the code under test'} waited for ${resources()}`
      return true
    }
  }
  const [first] = waitingOutside(run)
  run.stuck =
    `${first?.id} waits for something that never comes: ` +
    `no call, no timer and no operation of the store is open (${resources()})`
  return false
}

const ordinary = new Set(['TTYWrap', 'PipeWrap', 'Timeout', 'Immediate', 'MessagePort'])

/** The names of what Node still works on. */
function resources(): string {
  const names = process.getActiveResourcesInfo().filter((name) => !ordinary.has(name))
  return names.length > 0 ? [...new Set(names)].join(', ') : 'no file or socket'
}

/** The next instant at which something happens: a timer of the code under test, or a notice. */
function nextInstant(run: Run, end: number): number {
  const { now } = run.world.clock
  const timer = run.timers.next()?.at ?? Number.POSITIVE_INFINITY
  const due = run.process.webhook ? run.world.webhooks.due : undefined
  // A delivery on its way is due all the time: only a later instant is worth a stop.
  const notice = due !== undefined && due > now ? due : Number.POSITIVE_INFINITY
  return Math.min(timer, notice, end)
}

function fireDue(run: Run): boolean {
  const timer = run.timers.next()
  if (!timer || timer.at > run.world.clock.now) return false
  run.timers.remove(timer)
  if (timer.every !== undefined) run.timers.repeat(timer)
  run.activity++
  timer.fire()
  return true
}

/**
 * Moves the time of a run on to an instant. It stops at each timer and each notice on the way, and ends early
 * if `until` returns true.
 */
export async function moveTo(run: Run, end: number, until: () => boolean = () => false): Promise<void> {
  let fired = 0
  await drive(run)
  while (!run.stop && !until()) {
    if (fireDue(run)) {
      fired++
      if (fired > FIRED_MAX)
        stopRun(run, { oracle: 'hot loop', kind: 'timers', message: `More than ${FIRED_MAX} timers fired` })
      await drive(run)
      continue
    }
    const { now } = run.world.clock
    if (now >= end) return
    run.world.clock.advanceTo(Math.max(nextInstant(run, end), now))
    await drive(run)
  }
}
