import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../../engine/values/milliseconds.ts'
import { ANSWER_WITHIN, connectWebhook, flushDue, releaseHeld } from '../run/calls/notices.ts'
import { die } from '../run/death.ts'
import { ProcessFailed } from '../run/died.ts'
import { takeNext } from '../run/points.ts'
import type { Invocation, Run } from '../run/run.ts'
import { isLive, isToStart } from '../run/slots.ts'
import { isOverdue, TimeOver } from '../run/time-over.ts'
import { stopRun, trace } from '../run/trace.ts'
import { CALM } from '../search/play/play.ts'
import { answerAtProxy } from './calls.ts'
import { followMachine, hasGivenTime, moveOn, programTime, secondAfter } from './clock.ts'
import { endText, type Started } from './host.ts'
import { ownTime } from './own-time.ts'
import { acceptsAt } from './ports.ts'
import { type GroupWork, groupWork, hasRunningThread } from './processes.ts'
import { LOOK_MS, noteAnswer, noteNoRest } from './rest.ts'
import { type CommandRun, clearProcess, renewProcess, type ServerState } from './start.ts'

/** Milliseconds in which a server answers whether it is ready. */
const READY_MS = 5_000

/**
 * Looks without any work after which a server is quiet: 50 ms later at least. They are counted, because time
 * in which the explorer had to wait shows nothing: a call may wait for it.
 */
const QUIET_LOOKS = 2

/** The times that a server may end by itself in one run. */
const ENDS_MAX = 20

/** The work of a server that was not seen at rest. */
const noRest: ServerState['rest'] = { done: '', looks: 0 }

export const newServer = (): ServerState => ({
  process: undefined,
  calls: 0,
  looks: new Set(),
  answered: new Map(),
  known: new Map(),
  activity: 0,
  since: 0,
  writes: 0,
  news: 0,
  latest: undefined,
  isStopping: false,
  ends: 0,
  rest: noRest,
})

type Place = CommandRun & { readonly server: ServerState; readonly port: number }

/** Ends a run whose server did nothing at its first request: to wait at each of the next takes minutes. */
function stopAtSilence({ run, command }: Place, path: string): void {
  if (run.calls.length > 0) return
  stopRun(run, {
    ...{ oracle: 'start', kind: 'webhook' },
    message:
      `${command.name} (${command.words.join(' ')}) called nothing, and did not answer the first request ` +
      `to its webhook within ${ANSWER_WITHIN / SECOND_MS} s: check server.webhook, which is ${path}`,
  })
}

/**
 * Sends a request to the server over a connection of its own. Resolves with the status; undefined if there is
 * no answer: of a notice, in the time that it takes by itself.
 */
const send = (place: Place, path: string, sent?: Request, body?: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    const { run, port, server, command } = place
    const { endings } = run.slot.instance
    const time = ownTime(LOOK_MS)
    const look = (work: GroupWork) => {
      if (time(work) <= ANSWER_WITHIN) return
      if (server.answered.size === 0) stopAtSilence(place, path)
      if (run.acted.size === 0)
        command.warnings.add(
          `${command.name} did not answer notices at its webhook ${command.config.server?.webhook} within ` +
            `${ANSWER_WITHIN / SECOND_MS} s, although nothing went wrong`,
        )
      close()
    }
    const options = {
      ...{ host: 'localhost', port, path, agent: false as const },
      ...(sent && { method: sent.method, headers: Object.fromEntries(sent.headers) }),
      ...(!sent && { signal: AbortSignal.timeout(READY_MS) }),
    }
    const end = (status = 0) => {
      endings.delete(close)
      server.looks.delete(look)
      // Others are no statuses of HTTP.
      resolve(status < 200 || status > 599 ? undefined : status)
    }
    const call = request(options, (response) => {
      response.resume()
      response.once('close', () => end(response.complete ? response.statusCode : undefined))
    })
    const close = () => void call.destroy()
    endings.add(close)
    if (sent) server.looks.add(look)
    call.once('error', () => end())
    call.end(body)
  })

/**
 * Hands a notice to the server, as the platform would. One that was sent before comes again in a later
 * second, so that a server which knows work by its time shows it.
 */
const webhookOf = (place: Place, path: string) => async (notice: Request) => {
  const { run, server } = place
  const body = await notice.text()
  const address = path + new URL(notice.url).search
  // The challenge of each handshake is another one, so that none of them waits.
  const key = `${address} ${body}`
  const before = server.answered.get(key)
  const { epoch } = run.slot
  if (before !== undefined) await secondAfter(run.world, before)
  if (run.stop || run.ended || !isLive(run, epoch)) return new Response(null, { status: 503 })
  const status = (await send(place, address, notice, body)) ?? 503
  server.answered.set(key, programTime(run.world))
  return new Response(null, { status })
}

/** The work that a call of the server belongs to: the newest notice, or the start of the process. */
function workNow({ slot: { epoch }, invocations }: Run): Invocation | undefined {
  const own = invocations.filter((one) => one.epoch === epoch)
  return own.findLast(({ open, isProcess }) => open && !isProcess) ?? own.at(-1)
}

/** Returns what is wrong with a server if its time is over now; undefined if it listens. */
async function missingAtStart(place: Place, process: Started): Promise<string | undefined> {
  const { port, command } = place
  const { ready = '' } = command.config.server ?? {}
  const time = `${command.endsWithin / SECOND_MS} s`
  const elsewhere = `at port ${port} within ${time}: let it use the variable PORT, or name its port`
  if (ready.startsWith('/')) {
    const status = await send(place, ready)
    if (status === undefined) return `did not answer ${ready} at all ${elsewhere}`
    return status < 500
      ? undefined
      : `still answered ${ready} at port ${port} with ${status} after ${time}: it has started when that is ` +
          'below 500, so check what it waits for, or name another path in server.ready'
  }
  if (ready !== '')
    return process.output.text().includes(ready)
      ? undefined
      : `did not print ${ready} within ${time} (a program may buffer what it prints to a pipe)`
  return (await acceptsAt(port)) ? undefined : `did not listen ${elsewhere}`
}

/** Waits until the server listens. Returns what is wrong if it does not. */
async function problemAtStart(place: Place, process: Started): Promise<string | undefined> {
  const { command, setup } = place
  const time = ownTime(LOOK_MS)
  let ended: string | undefined
  void process.ended.then((end) => {
    ended = endText(end) ?? 'ended: it must stay in the foreground'
  })
  for (;;) {
    const missing = await missingAtStart(place, process)
    if (ended !== undefined || missing === undefined) return ended
    if (isOverdue(setup)) throw new TimeOver('')
    if (time(groupWork(process.group)) > command.endsWithin) return missing
    await sleep(LOOK_MS)
  }
}

/** Notes that a server ended by itself. Its supervisor starts it again, as after a death. */
function noteEnd({ run, server, command }: Place, process: Started, start: Invocation, how: string): void {
  server.isStopping = false
  if (!isLive(run, start.epoch) || run.ended) return
  const own = run.invocations.filter(({ epoch }) => epoch === start.epoch)
  start.troubled ||= own.some(({ troubled }) => troubled)
  start.open = false
  const words = process.output.after(how)
  if (!start.troubled) start.error = { thrown: new ProcessFailed(words), at: run.world.clock.now }
  if (++server.ends > ENDS_MAX)
    stopRun(run, {
      oracle: 'hot loop',
      kind: 'exits',
      message: `${command.name} ended ${server.ends} times in one run; it ${words} last`,
    })
  die(run, `${start.id} ${words}`)
}

/** Ends the server that runs, with all that it started. */
export async function clearServer({ server, command }: CommandRun): Promise<void> {
  if (server?.process) await clearProcess(command, server.process)
}

/** Starts the server of a run, and waits until it listens. */
async function startServer(place: Place): Promise<void> {
  const { run, command, folder, environment, server, port } = place
  await clearServer(place)
  const isFirst = run.slot.started === 0
  const fail = (problem: string) =>
    stopRun(run, {
      ...{ oracle: 'start', kind: `start ${command.name}` },
      message: `${command.name} (${command.words.join(' ')}) ${problem}`,
    })
  if (await acceptsAt(port))
    return fail(`cannot listen at port ${port}, which is in use: end what listens there, or leave out port`)
  const process = command.start(command.words, { folder, environment }, async (head, body) => {
    const invocation = workNow(run) ?? start
    server.calls++
    const answer = await answerAtProxy({ run, invocation }, head, body, command.waiting).finally(() => {
      server.calls--
    })
    noteAnswer(place, head, answer)
    return answer
  })
  server.process = process
  server.isStopping = false
  const start = renewProcess(run, process, 'start', true)
  const { slot } = run
  slot.process = {}
  slot.instance.terminate = () => {
    server.isStopping = true
    process.stop()
  }
  const problem = await problemAtStart(place, process)
  if (!isLive(run, start.epoch)) return
  if (problem !== undefined) return fail(process.output.after(problem))
  void process.ended.then((end) => noteEnd(place, process, start, endText(end) ?? 'ended'))
  trace(run, `${start.id} listens`)
  const { webhook } = command.config.server ?? {}
  slot.process = webhook === undefined ? {} : { webhook: webhookOf(place, webhook) }
  if (isFirst) connectWebhook(run)
}

/** Lets what is due happen: notices, and what waits for a time. Returns whether there was something. */
function takeDue(run: Run): boolean {
  flushDue(run)
  const timer = run.timers.next()
  if (timer && timer.at <= run.world.clock.now) {
    run.timers.remove(timer)
    timer.fire()
    return true
  }
  const point = takeNext(run)
  point?.deliver()
  return point !== undefined
}

/** Returns true while a call, a notice or the stop of a server has not ended. */
const isOpen = ({ run, server }: Place): boolean =>
  server.calls > 0 || run.handlers.size > 0 || server.isStopping

/** Starts the server if it does not run, and waits until it is quiet: for the time of a start at most. */
export async function settle(place: Place): Promise<void> {
  const { run, setup, command, server } = place
  const { quiet } = command
  const quietLooks = Math.max(QUIET_LOOKS, Math.ceil((quiet ?? 0) / LOOK_MS))
  const time = ownTime(LOOK_MS)
  followMachine(run.world)
  for (;;) {
    if (isOverdue(setup)) throw new TimeOver('')
    if (run.stop) return
    if (isToStart(run.slot)) await startServer(place)
    if (takeDue(run)) continue
    const work = groupWork(server.process?.group)
    for (const look of server.looks) look(work)
    // A fact, and the end of the faults, may be work for a server that polls.
    const seen = `${run.activity} ${run.happened.length} ${run.calm}`
    // One that looks for work at intervals uses processor time all along.
    const done = quiet === undefined ? `${seen} ${work.times}` : seen
    const before = done === server.rest.done ? server.rest.looks : -1
    const isBusy = work.isRunning || isOpen(place)
    // A poll that is open, or computed, takes nothing of the time that has passed.
    const looks = isBusy ? (quiet === undefined ? 0 : Math.max(0, before)) : before + 1
    server.rest = { done, looks }
    if (looks >= quietLooks && !isOpen(place)) {
      if (!hasRunningThread(server.process?.group)) return
      server.rest = { done, looks: quietLooks - QUIET_LOOKS }
    }
    if (time(work) > command.endsWithin + (quiet ?? 0) && !isOpen(place)) {
      noteNoRest(place)
      return
    }
    await sleep(LOOK_MS)
  }
}

/** Lets time pass in the world, with the notices that are due in it; for the server, if it has that time. */
export async function passTime(place: Place, length: number): Promise<void> {
  const { run, server, command } = place
  const { clock, webhooks } = run.world
  const end = clock.now + length
  const moveTo = (instant: number) => {
    moveOn(run.world, instant)
    // A server that reads the new time may have work to do, and one that polls the new state of the world.
    if (hasGivenTime(run.world) || (instant === end && command.quiet !== undefined)) server.rest = noRest
  }
  for (;;) {
    await settle(place)
    // A notice that was due before is under way, or waits for the next one.
    const ahead = [webhooks.due ?? 0, run.timers.next()?.at ?? 0].filter((at) => at > clock.now)
    const next = Math.min(...ahead)
    if (run.stop || next > end) break
    moveTo(next)
  }
  if (end > clock.now) moveTo(end)
  await settle(place)
}

/** Lets the platform send all notices again that were not taken. */
export async function calmServer(place: Place): Promise<void> {
  releaseHeld(place.run)
  await passTime(place, CALM)
}

/** The server of a run, with its port; undefined for a command. */
export const listenerOf = (state: CommandRun): Place | undefined => {
  const { server, command } = state
  return server && command.port !== undefined ? { ...state, server, port: command.port } : undefined
}
