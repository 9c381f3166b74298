import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { type ServerProcess, startServer } from './process.ts'

const CALLS = 1_000_000

/** The requests that a client sends at once: fewer than a server lets wait on a connection. */
const PORTION = 20

const SAMPLES = 50

/** Fewer calls than a page may get in a day. */
const DAILY_CALLS = 40_000

/** A connection that sends requests at once and reads all of their answers. */
async function pipelined({ port }: ServerProcess) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let text = ''
  let isAnswered = () => {}
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
    isAnswered()
  })
  return {
    async ask(requests: readonly string[]): Promise<readonly string[]> {
      text = ''
      socket.write(requests.join(''))
      for (;;) {
        const answers = text.split(/(?=HTTP\/1\.1 )/)
        const last = answers.at(-1) ?? ''
        const end = last.indexOf('\r\n\r\n')
        const [, length = ''] = /\r\ncontent-length: (\d+)/i.exec(last.slice(0, Math.max(0, end))) ?? []
        if (answers.length === requests.length && length !== '' && last.length >= end + 4 + Number(length))
          return answers
        await new Promise<void>((resolve) => {
          isAnswered = resolve
        })
      }
    },
    close: () => socket.destroy(),
  }
}

const idIn = (answer: string): string => /"id":"(\d+_\d+)"/.exec(answer)?.[1] ?? expect.fail(answer)

test('a server that keeps the default history has flat memory over a million calls', async () => {
  await using server = await startServer()
  const { page, pageToken, noPermissionToken } = server.starter
  const request = (method: string, path: string, token = pageToken, body = '') =>
    `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n` +
    'content-type: application/x-www-form-urlencoded\r\n' +
    `content-length: ${body.length}\r\n\r\n${body}`
  const client = await pipelined(server)
  // The world stays as large as it is: each post is deleted. What was deleted is in the history for a while.
  const publish = (at: number) => request('POST', `/${page}/feed`, pageToken, `message=Message+${at}`)
  const refused = request('POST', `/${page}/feed`, noPermissionToken, 'message=Refused')
  const read = request('GET', `/${page}?fields=name`)
  const third = Array(PORTION / 2).fill('')
  const samples: number[] = []
  for (let calls = 0; calls < CALLS; calls += 2 * PORTION) {
    if (calls % DAILY_CALLS === 0)
      await fetch(`http://127.0.0.1:${server.port}/_sim/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"advance":"25h"}',
      })
    const answers = await client.ask(third.flatMap((_, at) => [publish(calls + at), read]))
    const posts = answers.filter((_, at) => at % 2 === 0).map(idIn)
    await client.ask(posts.flatMap((post) => [request('DELETE', `/${post}`), refused]))
    if (calls % (CALLS / SAMPLES) < 2 * PORTION) samples.push(server.memory().now)
  }
  client.close()
  const steps = await (await fetch(`http://127.0.0.1:${server.port}/_sim/around`)).json()
  console.log(
    `memory of a server after each ${CALLS / SAMPLES} calls, in MiB: ${samples.map(Math.round).join(' ')}; ` +
      `${server.memory().peak.toFixed(0)} at most; ${steps.missing.text}`,
  )
  expect(steps.missing.last).toBeGreaterThan(CALLS - 11_000)
  const largest = (part: readonly number[]) => Math.max(...part)
  // The first tenth fills the history and the log.
  const [early, late] = [samples.slice(SAMPLES / 10, SAMPLES / 2), samples.slice(SAMPLES / 2)]
  expect(largest(late)).toBeLessThan(1.1 * largest(early))
  expect(server.memory().peak).toBeLessThan(400)
}, 3_600_000)
