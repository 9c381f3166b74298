import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../engine/values/milliseconds.ts'
import type { GraphResponse } from '../../machine/wire/response.ts'
import type { RequestHead } from '../../server/admission.ts'
import { adviceOfQuiet, pathOf } from '../report/judge/compared.ts'
import { isOverdue } from '../run/time-over.ts'
import { calledAddress } from './calls.ts'
import { programTime } from './clock.ts'
import type { CommandRun, ServerState } from './start.ts'

/** A run of a server. */
type Place = Pick<CommandRun, 'run' | 'setup' | 'command'> & { readonly server: ServerState }

/** Milliseconds between two looks at a server. */
export const LOOK_MS = 25

/** The least and the longest time without calls after which a server that worked late is at rest. */
const LATE_QUIET_MS = [500, 10_000] as const

/** Milliseconds for which a server that worked late is watched after the next facts. */
const LATE_WATCH_MS = 1_000

/** Milliseconds between two looks at the mirrors of a server that is watched. */
const MIRRORS_MS = 250

/** The longest distance from now of a time that a poll asks for. */
const RECENT_MS = 90 * DAY_MS

/** Writes recent Unix times as whole minutes from now: a poll has another time in each call. */
const withoutTimes = (text: string, now: number): string =>
  text.replaceAll(/%[\da-f]{2}|\d+(?:\.\d+)?/gi, (part) => {
    const [whole = ''] = part.split('.')
    const ahead = Number(part) * (whole.length === 10 ? SECOND_MS : 1) - now
    return Math.abs(ahead) < RECENT_MS ? `${Math.round(ahead / MINUTE_MS)} min` : part
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
  const address = latest && calledAddress(latest)
  const why =
    isNamed && address !== undefined && URL.canParse(address)
      ? `. ${quiet / SECOND_MS} s (server.quiet) never passed without a call that wrote, or had a new ` +
        `address or answer, such as ${latest?.method} ${pathOf(address, run.world.names ?? {})}: let it ` +
        'not call so while it is explored, such as by a variable in env, or shorten server.quiet'
      : ''
  warnings.add(`${name} never rests: what it does when is a matter of chance${why}`)
  if (isNamed || run.acted.size > 0) return
  command.quiet = undefined
  watches.length = 0
}

/**
 * Watches a server that seems at rest. Returns the milliseconds after which it wrote, or changed a mirror;
 * undefined if it did not. A mirror that differs in two reads at once, or cannot be read, says nothing. A
 * read of something new is only a reason to watch longer.
 */
async function latenessOf(
  { run, setup, server }: Place,
  length: number,
  held: () => Promise<string>,
): Promise<number | undefined> {
  const { writes } = server
  let [end, { news }, looked] = [length, server, 0]
  const began = performance.now()
  const before = await held()
  const isSteady = before !== '' && (await held()) === before
  for (;;) {
    const passed = performance.now() - began
    if (server.writes > writes) return passed
    if (server.news > news) end = Math.min(LATE_QUIET_MS[1], Math.max(end, 2 * passed))
    news = server.news
    const isOver = passed > end || run.stop !== undefined || isOverdue(setup)
    if (isSteady && (isOver || passed - looked > MIRRORS_MS)) {
      const now = await held()
      if (now !== '' && now !== before) return passed
      looked = performance.now() - began
    }
    if (isOver) return undefined
    await sleep(LOOK_MS)
  }
}

/**
 * Watches a server after a fact in which nothing went wrong. If it works late, warns once, and gives it more
 * time from then on: what it does later comes at any place of a story.
 */
export async function watchRest(place: Place, held: () => Promise<string>): Promise<void> {
  const { run, command } = place
  const { name, words, quiet = 0, watches, config } = command
  const length = watches.shift()
  if (length === undefined || run.stop) return
  const late = await latenessOf(place, length, held)
  if (late === undefined) return
  const isNamed = config.server?.quiet !== undefined
  if (!isNamed) {
    const [least, most] = LATE_QUIET_MS
    command.quiet = Math.min(most, Math.max(least, Math.ceil(2 * (quiet + late))))
    watches.fill(LATE_WATCH_MS)
  }
  command.warnings.add(
    `${name} (${words.join(' ')}) wrote to the world, or changed a mirror, after it had seemed at rest: ` +
      (isNamed ? '' : 'from then on it had twice that time in each step; ') +
      adviceOfQuiet(isNamed ? Math.ceil((2 * quiet) / SECOND_MS) : undefined),
  )
}
