import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Latencies, measureLatencies, p99 } from './latency.ts'
import { largePicture } from './pictures.ts'
import { type ServerProcess, startServer } from './process.ts'

/** The behavior of slow clients. `attackers.mjs` explains the members. */
interface Attack {
  readonly count: number
  readonly perSecond: number
  readonly begin: string
  readonly drip: string
  readonly reads: boolean
  readonly againAfter: number
  /** Seconds from the start to the first measurement. */
  readonly settles: number
}

const WINDOW_MS = 3_000
const WINDOWS = 4

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** When a connection was opened and when its end was seen, in milliseconds since 1970. */
type Held = readonly [opened: number, closed: number]

/** Starts attackers. The returned function ends them, and resolves with the connections that were held. */
function startAttack(port: number, attack: Attack): () => Promise<readonly Held[]> {
  const script = join(import.meta.dirname, 'attackers.mjs')
  const child = spawn('node', [script, String(port), JSON.stringify(attack)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  return async () => {
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    await ended
    return JSON.parse(text).held
  }
}

const host = 'Host: localhost\r\n'
const many = { count: 2_000, perSecond: 2_000, againAfter: 5_000, settles: 2 }
const headers: Attack = {
  ...many,
  begin: `GET / HTTP/1.1\r\n${host}`,
  drip: 'x-more: x\r\n',
  reads: true,
}
const bodies: Attack = {
  ...many,
  begin: `POST /1/feed HTTP/1.1\r\n${host}Content-Length: 1000000\r\n\r\n`,
  drip: 'x'.repeat(64),
  reads: true,
}
/** Each requests a picture, and does not read it. */
const readers = (picture: string): Attack => ({
  ...many,
  perSecond: 400,
  againAfter: 60_000,
  settles: 7,
  begin: `GET ${picture} HTTP/1.1\r\n${host}\r\n`,
  drip: '',
  reads: false,
})
/**
 * Each sends 32 requests, more than the system buffers. 2,000 such clients would exhaust the kernel first.
 */
const blockedReaders = (picture: string): Attack => ({
  ...readers(picture),
  count: 200,
  perSecond: 100,
  settles: 4,
  begin: `GET ${picture} HTTP/1.1\r\n${host}\r\n`.repeat(32),
})

/** Waits until the server has answered the first requests of the attackers, at most half a minute. */
async function idle({ cpu }: ServerProcess): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    const before = cpu()
    await wait(500)
    if (cpu() - before < 100) return
  }
}

/** Measures latencies without and during an attack, in turns, because the load of the machine varies. */
async function measure(server: ServerProcess, attack: Attack) {
  const { campaign, userToken } = server.starter
  const path = `/${campaign}?fields=name&access_token=${userToken}`
  const [without, during, held]: [Latencies[], Latencies[], number[]] = [[], [], []]
  await measureLatencies(server.port, path, WINDOW_MS)
  for (let window = 0; window < WINDOWS; window++) {
    without.push(await measureLatencies(server.port, path, WINDOW_MS))
    const end = startAttack(server.port, attack)
    await wait(attack.settles * 1_000)
    await idle(server)
    // A client that does not read is only silent once the server has sent what the system takes.
    const from = attack.reads ? 0 : Date.now()
    during.push(await measureLatencies(server.port, path, WINDOW_MS))
    if (window === WINDOWS - 1) await wait(16_000)
    const seconds = ([opened, closed]: Held) => (closed - Math.max(opened, from)) / 1_000
    held.push(...(await end()).map(seconds))
    await wait(1_000)
  }
  return {
    quiet: p99(without.flatMap(({ times }) => times)),
    loud: p99(during.flatMap(({ times }) => times)),
    answered: during.flatMap(({ times }) => times).length,
    failed: during.reduce((sum, { failed }) => sum + failed, 0),
    longest: Math.max(0, ...held),
    closed: held.length,
  }
}

describe('slow clients', () => {
  test.each<[string, number, (picture: string) => Attack]>([
    ['2,000 that send headers slowly', 10, () => headers],
    ['2,000 that send bodies slowly', 10, () => bodies],
    ['2,000 that do not read an answer of 0.2 MB', 250, readers],
    ['200 that do not read 32 answers of 0.7 MB', 500, blockedReaders],
  ])('%s at most double the latency of others', async (name, side, attackOf) => {
    await using server = await startServer()
    const attack = attackOf(await largePicture(server, side))
    const { quiet, loud, answered, failed, longest, closed } = await measure(server, attack)
    const { peak } = server.memory()
    console.log(
      `${name}: p99 ${quiet.toFixed(1)} ms without, ${loud.toFixed(1)} ms during; ${failed} failed of ` +
        `${answered + failed}; ${closed} closed, after ${longest.toFixed(1)} s at most; ` +
        `${peak.toFixed(0)} MiB; ${server.cpu()} ms of CPU`,
    )
    expect(failed).toBe(0)
    // Below two milliseconds, the scheduler of the machine dominates.
    expect(loud).toBeLessThanOrEqual(2 * Math.max(quiet, 2))
    expect(closed).toBeGreaterThan(0)
    expect(longest).toBeLessThan(16)
    expect(peak).toBeLessThan(600)
  })
})
