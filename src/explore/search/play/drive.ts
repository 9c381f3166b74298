import { MINUTE_MS } from '../../../engine/values/milliseconds.ts'
import { connectWebhook, flushDue } from '../../run/calls/notices.ts'
import type { Process } from '../../run/options/options.ts'
import { invoke, takeNext, thrownText, whenQuiet } from '../../run/points.ts'
import { processProblem } from '../../run/process.ts'
import { real } from '../../run/real.ts'
import type { Invocation, Run, Slot, VirtualTimer } from '../../run/run.ts'
import { current, resume } from '../../run/scope.ts'
import { enter, isLive, isToStart } from '../../run/slots.ts'
import { checkTime } from '../../run/time-over.ts'
import { stopRun } from '../../run/trace.ts'
import { checkMemory } from '../../time/memory.ts'
import { clockMoves, firePeriodic, hasTurns, nextPeriodic } from '../../time/periodic.ts'

/** The members of `Object.prototype` before any program could add some. */
const known: ReadonlySet<PropertyKey> = new Set(Reflect.ownKeys(Object.prototype))

/** Whether a member of `Object.prototype` can break other code: loops and `await` see it. */
const isHarmful = (key: PropertyKey): boolean =>
  key === 'then' || Object.getOwnPropertyDescriptor(Object.prototype, key)?.enumerable === true

/**
 * Throws if the code under test has added a member to `Object.prototype`, and removes it: every object then
 * has it, so that loops over members, options and promises of other code, of ours too, fail or never end.
 * Members that loops do not see stay, as those of libraries for assertions.
 */
function refuseInherited({ invocations, slot }: Run): void {
  const keys = Reflect.ownKeys(Object.prototype).filter((key) => !known.has(key) && isHarmful(key))
  if (keys.length === 0) return
  for (const key of keys) Reflect.deleteProperty(Object.prototype, key)
  const last = invocations.findLast(({ epoch }) => epoch === slot.epoch)
  throw new Error(
    `explore: ${last?.id ?? 'the program'} added ${keys.map(String).join(', ')} to Object.prototype, ` +
      'so that every object has it, also those of Node and of packages: add it to a class or one object',
  )
}

const realTimeout = (delay: number) => new Promise<void>((resolve) => real.setTimeout(resolve, delay))

/** Milliseconds of real time that the code under test may wait for something outside the world. */
const OUTSIDE_WAIT = 250

/** Maximum timers that fire within a span of virtual time in milliseconds. */
const FIRED_MAX = 5_000
const FIRED_WITHIN = MINUTE_MS

/** Whether the process goes on by itself. */
const isAlive = (run: Run, start: Invocation): boolean =>
  start.waiting > 0 ||
  run.timers.next() !== undefined ||
  hasTurns(run) ||
  run.slot.instance.servers.size > 0 ||
  run.invocations.some((other) => other !== start && other.open && other.epoch === start.epoch)

function ready(run: Run, process: Process | undefined, invocation: Invocation): void {
  enter(run, invocation)
  const { error } = invocation
  const problem = error
    ? `threw ${thrownText(error.thrown)}`
    : processProblem(process, isAlive(run, invocation))
  if (problem !== undefined || !process) {
    stopRun(run, { oracle: 'start', kind: 'start', message: `sut ${problem}` })
    return
  }
  run.slot.process = process
  if (run.slot.started === 1) connectWebhook(run)
}

/** Lets a process start that was down, when its time is over or the faults have stopped. */
function comeUp(run: Run, slot: Slot): void {
  const { downUntil } = slot
  if (downUntil === undefined || (run.world.clock.now < downUntil && !run.calm)) return
  slot.downUntil = undefined
  slot.epoch = ++run.epochs
}

/** Starts the process that the epoch of its place asks for. */
async function start(run: Run, slot: Slot): Promise<void> {
  run.slot = slot
  Object.assign(slot, { started: slot.epoch, startedAt: run.world.clock.now, slept: 0, process: {} })
  const { invocation, result } = invoke(run, 'start', () => run.boot(), true)
  const over = result.then((process) => {
    if (isLive(run, invocation.epoch)) ready(run, process, invocation)
  })
  // A process that is there at once needs no turn of its own.
  await Promise.race([over, new Promise<void>((resolve) => whenQuiet(run, resolve))])
}

/** Delivers one point, unless its process died. Returns whether there was one. */
function deliverNext(run: Run): boolean {
  const point = takeNext(run)
  if (!point) return false
  const { invocation } = point
  if (invocation.epoch >= 0) {
    if (!isLive(run, invocation.epoch)) return true
    enter(run, invocation)
  }
  resume(invocation)
  point.deliver()
  return true
}

/**
 * Delivers what is pending, each time the code under test is quiet, until nothing is left, the process died,
 * or the run was stopped. A loop of awaits would make promises for each point, which cost as much as the
 * point.
 */
function deliverAll(run: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    const goOn = () => {
      try {
        refuseInherited(run)
        checkTime(run)
        checkMemory(run)
        if (run.stop || !deliverNext(run) || run.slots.some(isToStart)) return resolve()
        flushDue(run)
        whenQuiet(run, goOn)
      } catch (error) {
        reject(error)
      }
    }
    flushDue(run)
    whenQuiet(run, goOn)
  })
}

/** Delivers what is pending, first in first out, until only what is held is left. */
export async function drive(run: Run): Promise<void> {
  for (;;) {
    checkTime(run)
    for (const slot of run.slots) {
      comeUp(run, slot)
      if (isToStart(slot) && !run.stop) await start(run, slot)
    }
    await deliverAll(run)
    if (run.stop) return
    if (run.slots.some(isToStart)) continue
    if (!dependsOnOutside(run)) return
    if (!(await cameFromOutside(run)) && !run.slots.some(isToStart)) return
  }
}

/** The work of a run that was open when it was last asked, and how much of all work was seen by then. */
const openWork = new WeakMap<Run, { readonly open: readonly Invocation[]; readonly seen: number }>()

/** The work that is open: what has ended never opens again, and a run has thousands of turns. */
function openIn(run: Run): readonly Invocation[] {
  const { open, seen } = openWork.get(run) ?? { open: [], seen: 0 }
  const now = [...open, ...run.invocations.slice(seen)].filter((invocation) => invocation.open)
  openWork.set(run, { open: now, seen: run.invocations.length })
  return now
}

/** The work that waits for nothing that the run knows of. */
const waitingOutside = (run: Run): Invocation[] =>
  openIn(run).filter(({ waiting, epoch }) => waiting <= 0 && isLive(run, epoch))

/** Whether work can only go on by something outside the run. */
function dependsOnOutside(run: Run): boolean {
  if (run.stuck || waitingOutside(run).length === 0) return false
  // It may also wait for other work, which waits for a timer or a late answer: then nothing is open in Node.
  // That work may go on although its invocation ended, as in a queue.
  const others = run.invocations.some(({ waiting, epoch }) => waiting > 0 && isLive(run, epoch))
  return (!others && !run.timers.next() && !hasTurns(run)) || activeResources().length > 0
}

/** Waits a little for files, sockets and threads. Returns whether anything came of it. */
async function cameFromOutside(run: Run): Promise<boolean> {
  const { activity } = run
  const waitedFor = resources()
  const [first] = waitingOutside(run)
  for (let waited = 0; waited < OUTSIDE_WAIT; waited += 5) {
    await realTimeout(5)
    if (run.activity !== activity) {
      run.outside ??= `${first?.id} waited for ${waitedFor}`
      return true
    }
  }
  run.stuck =
    `${first?.id} waits for something that never comes: ` +
    `no call, no timer and no operation of the store is open (${waitedFor})`
  return false
}

const ordinary = new Set(['TTYWrap', 'PipeWrap', 'Timeout', 'Immediate', 'MessagePort'])

/** The names of what Node works on, apart from what it worked on before the run. */
function activeResources(): string[] {
  const before = [...current.resources]
  return process.getActiveResourcesInfo().filter((name) => {
    const place = before.indexOf(name)
    if (place >= 0) before.splice(place, 1)
    return place < 0 && !ordinary.has(name)
  })
}

/** Names the resources that the code under test may wait for. */
function resources(): string {
  const names = activeResources()
  return names.length > 0 ? [...new Set(names)].join(', ') : 'no file or socket'
}

/** Something that happens in a move of time. */
interface Next {
  readonly at: number
  readonly fire?: () => string
  /** The number of the process to which it happens, if it is one. */
  readonly epoch?: number | undefined
}

/** What happens next in a move of time: a timer that fires once, periodic work, or a notice. */
function nextOf(run: Run, end: number): Next {
  const { now } = run.world.clock
  const timer = run.timers.next()
  const periodic = nextPeriodic(run, end)
  const isTold = run.slots.some(({ process, downUntil }) => process.webhook || downUntil !== undefined)
  const due = isTold ? run.world.webhooks.due : undefined
  // A delivery on its way is due all the time: only a later instant is worth a stop.
  const notice = due !== undefined && due > now ? due : Number.POSITIVE_INFINITY
  const ups = run.slots.map(({ downUntil }) => downUntil ?? end)
  const other = Math.min(notice, ...ups, end)
  const first = Math.min(other, periodic?.at ?? end)
  if (timer && timer.at <= first)
    return { at: timer.at, fire: () => fireOnce(run, timer), epoch: timer.invocation?.epoch }
  if (periodic && periodic.at <= other) {
    const { epoch } = periodic.work.scope.invocation
    return { at: periodic.at, fire: () => firePeriodic(run, periodic.work), epoch }
  }
  return { at: other }
}

/** Fires what is due in the other processes at the same instant, before any of them goes on. */
function fireBeside(run: Run, end: number, first: Next, noteFired: (place: string) => void): void {
  const fired = new Set([first.epoch])
  while (run.slots.length > 1) {
    const { at, fire, epoch } = nextOf(run, end)
    if (at > run.world.clock.now || !fire || epoch === undefined || fired.has(epoch)) return
    fired.add(epoch)
    noteFired(fire())
  }
}

/** Fires a timer, and returns its place. */
function fireOnce(run: Run, timer: VirtualTimer): string {
  run.timers.remove(timer)
  run.activity++
  // A timer that periodic work itself set is part of it.
  if (timer.counted && !timer.invocation?.isTurn) run.periodic.news++
  timer.fire()
  return timer.place ?? timer.invocation?.id ?? 'the platform'
}

/** Counts the timers that fire, and stops a run in which they fire without end. */
function countFired(run: Run): (place: string) => void {
  let fired = 0
  let since = run.world.clock.now
  return (place) => {
    const { now } = run.world.clock
    fired = now - since > FIRED_WITHIN ? 0 : fired + 1
    if (fired === 0) since = now
    if (fired <= FIRED_MAX) return
    const message = `more than ${FIRED_MAX} timers fired within a minute, the last at ${place}`
    stopRun(run, { oracle: 'hot loop', kind: 'timers', message })
  }
}

/**
 * Moves the time of a run on to an instant. It stops at each timer and each notice on the way, and ends early
 * if `until` returns true.
 */
export async function moveTo(run: Run, end: number, until: () => boolean = () => false): Promise<void> {
  const noteFired = countFired(run)
  await drive(run)
  while (!run.stop && !until()) {
    const { now } = run.world.clock
    const next = nextOf(run, end)
    if (next.at <= now && next.fire) {
      noteFired(next.fire())
      fireBeside(run, end, next, noteFired)
    } else if (now >= end) return
    else {
      const to = Math.max(Math.min(next.at, end), now)
      clockMoves(run, to)
      run.world.clock.advanceTo(to)
    }
    await drive(run)
  }
}
