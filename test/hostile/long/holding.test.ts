import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { measureLatencies, p99 } from './latency.ts'
import { largePicture } from './pictures.ts'
import { builtCommand, type ServerProcess, startServer } from './process.ts'

const MEBIBYTE = 1024 * 1024
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A connection that a client holds. */
interface HeldConnection {
  readonly socket: Socket
  /** The text received so far. */
  readonly text: () => string
  /** Resolves with the seconds until the server closed it, at most `most`. */
  readonly seconds: (most: number) => Promise<number>
}

function hold(port: number, begin: string, reads = true): HeldConnection {
  const started = performance.now()
  const chunks: Buffer[] = []
  const socket = connect(port, '127.0.0.1', () => socket.write(begin, 'latin1'))
  // If nobody reads from a connection, only a write shows that the other side has closed it. HTTP ignores
  // empty lines before a request.
  const timer = setInterval(() => reads || socket.write('\r\n'), 500)
  const closed = new Promise<number>((resolve) =>
    socket.on('close', () => {
      clearInterval(timer)
      resolve((performance.now() - started) / 1_000)
    }),
  )
  socket.on('error', () => {})
  if (reads) socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  else socket.pause()
  return {
    socket,
    text: () => Buffer.concat(chunks).toString('latin1'),
    seconds: (most) => Promise.race([closed, wait(most * 1_000).then(() => most)]),
  }
}

/** Prints a measurement, and returns the peak memory of the server in MiB. */
function report(what: string, server: ServerProcess, more: string): number {
  const { peak } = server.memory()
  console.log(`${what}: ${more}; ${peak.toFixed(0)} MiB at most; ${server.cpu()} ms of CPU`)
  return peak
}

const posting = ({ starter }: ServerProcess, length: number, more = '') =>
  `POST /${starter['page']}/feed?access_token=${starter['pageToken']} HTTP/1.1\r\nHost: localhost\r\n` +
  `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n${more}\r\n`

const campaignPath = ({ starter: { campaign, userToken } }: ServerProcess) =>
  `/${campaign}?fields=name&access_token=${userToken}`

describe('one client', () => {
  test('that sends 600 requests at once and never reads is closed, and costs little memory', async () => {
    await using server = await startServer()
    const picture = await largePicture(server, 800)
    const before = server.memory().now
    const { socket, seconds } = hold(
      server.port,
      `GET ${picture} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(600),
      false,
    )
    const held = await seconds(75)
    socket.destroy()
    const peak = report('a reader that never reads', server, `held ${held.toFixed(1)} s`)
    expect(held).toBeLessThan(16)
    expect(peak - before).toBeLessThan(200)
  })

  test('that sends a body slowly gets an error within 15 s', async () => {
    await using server = await startServer()
    const { socket, text, seconds } = hold(server.port, posting(server, 1_000))
    const dripping = setInterval(() => socket.write('x'), 500)
    const held = await seconds(40)
    clearInterval(dripping)
    report('a slow body', server, `held ${held.toFixed(1)} s, ${text().slice(0, 12) || 'no answer'}`)
    expect(held).toBeLessThan(15)
    expect(text()).toMatch(/^HTTP\/1\.1 408 /)
    expect(text()).toContain('"code":100')
  })
})

describe('60 bodies of 31 MiB', () => {
  const sendAll = async (server: ServerProcess, more: string) => {
    const chunk = Buffer.alloc(MEBIBYTE, 'x')
    const begin = posting(server, 31 * MEBIBYTE, more)
    const clients = Array.from({ length: 60 }, () => hold(server.port, begin))
    // All but the last byte, because a complete body would be answered and released.
    for (const { socket } of clients)
      socket.on('connect', () => {
        for (let at = 0; at < 31; at++) socket.write(at < 30 ? chunk : chunk.subarray(1))
      })
    await wait(6_000)
    const answers = clients.map(({ text }) => text().slice(9, 12))
    for (const { socket } of clients) socket.destroy()
    return answers
  }

  test('of a foreign page are refused before they are read', async () => {
    await using server = await startServer()
    const before = server.memory().now
    const answers = await sendAll(server, 'Origin: http://evil.test\r\n')
    const peak = report('60 foreign bodies', server, `${answers.filter(Boolean).length} answered`)
    expect(new Set(answers)).toEqual(new Set(['403']))
    expect(peak - before).toBeLessThan(100)
  })

  test('of any client are held up to a bound, and small ones still work', async () => {
    await using server = await startServer()
    const before = server.memory().now
    const sending = sendAll(server, '')
    await wait(3_000)
    const small = hold(server.port, `${posting(server, 9)}message=x`)
    await wait(1_000)
    const answers = await sending
    const refused = answers.filter((status) => status === '503').length
    const peak = report(
      '60 own bodies',
      server,
      `${refused} refused, a small one ${small.text().slice(9, 12)}`,
    )
    small.socket.destroy()
    expect(refused).toBeGreaterThanOrEqual(56)
    expect(small.text()).toMatch(/^HTTP\/1\.1 200 /)
    expect(peak - before).toBeLessThan(600)
  })
})

test('a webhook endpoint that floods with 1xx answers is disconnected soon', async () => {
  await using server = await startServer()
  let flooded = 0
  const endpoint = createServer(({ socket }) => {
    const chunk = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(2_000)
    const more = () => {
      while (socket.writable && socket.write(chunk)) flooded += chunk.length
    }
    socket.on('drain', more)
    socket.on('error', () => {})
    more()
  })
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
  const { app, form, page } = server.starter
  const call = (path: string, body: object) =>
    fetch(`http://127.0.0.1:${server.port}/_sim/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const path = campaignPath(server)
  await measureLatencies(server.port, path, 2_000)
  const quiet = p99((await measureLatencies(server.port, path, 5_000)).times)
  const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`
  await call('actions/installApp', { app, page })
  await call('actions/setWebhook', { app, url, verify: false })
  const submitting = (async () => {
    for (let leads = 0; leads < 8; leads++) {
      await call('actions/submitLead', { form, answers: { full_name: 'A', email: 'a@example.test' } })
      await wait(600)
    }
  })()
  const loud = p99((await measureLatencies(server.port, path, 5_000)).times)
  await submitting
  endpoint.closeAllConnections()
  endpoint.close()
  report('a flood of 1xx answers', server, `p99 ${quiet.toFixed(1)} ms without, ${loud.toFixed(1)} ms during`)
  expect(flooded).toBeGreaterThan(0)
  // Node's parser reads what is in one buffer of 64 KiB to its end, which takes about 30 ms.
  expect(loud).toBeLessThanOrEqual(2 * quiet + 50)
})

describe('few open files', () => {
  test('if they are too few to start, end the command with one line', () => {
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', `ulimit -n 24; exec node ${builtCommand()} serve --port 0`],
      {
        encoding: 'utf8',
        timeout: 20_000,
      },
    )
    expect(status).toBe(1)
    expect(stderr).toMatch(/^error: .*ulimit -n 1024.*\n$/)
  })

  test('reduce the connections, and the server survives 300', async () => {
    await using server = await startServer('ulimit -n 128')
    const idle = Array.from({ length: 300 }, () => hold(server.port, 'GET / HTTP/1.1\r\n'))
    await wait(1_000)
    const { times, failed } = await measureLatencies(server.port, campaignPath(server), 2_000)
    for (const { socket } of idle) socket.destroy()
    expect([failed, times.length > 100]).toEqual([0, true])
    expect(server.errors()).toMatch(/^warning: the limit of open files is 128[^\n]*\n$/)
  })
})
