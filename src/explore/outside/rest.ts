import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS, SECOND_MS } from '../../engine/values/milliseconds.ts'
import type { GraphResponse } from '../../machine/wire/response.ts'
import type { RequestHead } from '../../server/admission.ts'
import { adviceOfQuiet, pathOf } from '../report/judge/compared.ts'
import { calledAddress } from './calls.ts'
import { programTime } from './clock.ts'
import type { CommandRun, ServerState } from './start.ts'

/** A run of a server. */
type Place = Pick<CommandRun, 'run' | 'command'> & { readonly server: ServerState }

/** Milliseconds between two looks at a server. */
export const LOOK_MS = 25

/** The least and the longest time without calls after which a server that worked late is at rest. */
const LATE_QUIET_MS = [500, 10_000] as const

/** Milliseconds for which a server that worked late is watched after the next facts. */
const LATE_WATCH_MS = 1_000

/** Leaves out Unix times less than an hour from now: a poll has another one in each call. */
const withoutTimes = (text: string, now: number): string =>
  text.replaceAll(/%[\da-f]{2}|\d+/gi, (part) => {
    const instant = Number(part) * (part.length === 10 ? SECOND_MS : 1)
    return Math.abs(instant - now) < HOUR_MS ? '' : part
  })

/** A call with its answer, in which the same call has the same text later. */
function textOf({ method, url }: RequestHead, { status, body }: GraphResponse, now: number): string {
  // Errors tell the number of their call.
  const answer = status < 400 ? Buffer.from(body).toString('latin1') : ''
  const text = withoutTimes(`${method} ${url} ${status} ${answer}`, now)
  return createHash('sha256').update(text).digest('base64')
}

/**
 * Notes an answer to a server. It is no work if nothing else has happened since a read had the same answer,
 * or a call an error with the same status: one of a poll, or one that is tried again.
 */
export function noteAnswer({ run, server }: Place, head: RequestHead, answer: GraphResponse): void {
  const call = textOf(head, answer, programTime(run.world))
  const before = server.known.get(call)
  if (run.activity !== server.activity) server.since = run.activity
  const writes = answer.status < 400 && head.method !== 'GET'
  if (writes) server.writes++
  if (before === undefined) server.news++
  if (writes || before === undefined || before < server.since) {
    run.activity++
    server.latest = head
  }
  if (writes) server.since = run.activity
  server.known.set(call, run.activity)
  server.activity = run.activity
}

/**
 * Warns that a server never rests. If it does so although nothing went wrong, and has no time of its own, its
 * processor time shows from then on whether it rests.
 */
export function noteNoRest({ run, command, server: { latest } }: Place): void {
  const { name, quiet = 0, config, warnings, watches } = command
  const isNamed = config.server?.quiet !== undefined
  const why =
    isNamed && latest
      ? `. ${quiet / SECOND_MS} s (server.quiet) never passed without a call that wrote or had a new ` +
        `answer, such as ${latest.method} ${pathOf(calledAddress(latest), run.world.names ?? {})}: let it ` +
        'not call so while it is explored, such as by a variable in env, or shorten server.quiet'
      : ''
  warnings.add(`${name} never rests: what it does when is a matter of chance${why}`)
  if (isNamed || run.acted.size > 0) return
  command.quiet = undefined
  watches.length = 0
}

/**
 * Watches a server that seems at rest after a fact in which nothing went wrong. If it writes then, or changes
 * a mirror, warns once, and gives it more time from then on: what it does later comes at any place of a
 * story. A mirror that differs in two reads at once says nothing. A read is only a reason to watch longer.
 */
export async function watchRest(place: Place, held: () => Promise<string>): Promise<void> {
  const { run, command, server } = place
  const { name, words, quiet = 0, watches, config } = command
  const length = watches.shift()
  if (length === undefined || run.stop) return
  const [began, { writes }, before] = [performance.now(), server, await held()]
  const isSteady = (await held()) === before
  let [end, { news }] = [length, server]
  while (server.writes === writes && !(isSteady && (await held()) !== before)) {
    const passed = performance.now() - began
    if (server.news > news) end = Math.min(LATE_QUIET_MS[1], Math.max(end, 2 * passed))
    news = server.news
    if (passed > end) return
    await sleep(LOOK_MS)
  }
  const isNamed = config.server?.quiet !== undefined
  if (!isNamed) {
    const [least, most] = LATE_QUIET_MS
    const late = quiet + performance.now() - began
    command.quiet = Math.min(most, Math.max(least, Math.ceil(2 * late)))
    watches.fill(LATE_WATCH_MS)
  }
  command.warnings.add(
    `${name} (${words.join(' ')}) wrote to the world, or changed a mirror, after it had seemed at rest: ` +
      (isNamed ? '' : 'from then on it had twice that time in each step; ') +
      adviceOfQuiet(isNamed ? Math.ceil((2 * quiet) / SECOND_MS) : undefined),
  )
}
