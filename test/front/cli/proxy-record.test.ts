import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createWorld } from '../../../src/index.ts'
import { listen } from '../../../src/server/http/server.ts'
import { listenAsProxy } from '../../../src/server/proxy/proxy.ts'
import { startCommand } from './start-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-record-'))
const authority = join(folder, 'authority')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Asked {
  readonly method?: string
  readonly url: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array
}

/** Sends a request to a proxy as clients do that know one. */
function through(proxy: string, { method = 'GET', url, headers = {}, body }: Asked) {
  const { port } = new URL(proxy)
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: string }>(
    (resolve, reject) => {
      const options = { host: '127.0.0.1', port, method, path: url, agent: false as const }
      const host = new URL(url).host
      const asked = requestHttp({ ...options, headers: { host, ...headers } }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        )
      })
      asked.on('error', reject)
      asked.end(body)
    },
  )
}

/** Runs a command of fauxgraph to its end. */
async function run(...args: string[]) {
  const { written, code } = startCommand(args)
  return { code: await code, ...written }
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** A form with a token and a file. */
function upload(token: string, picture: Uint8Array): Uint8Array {
  const field = `--b\r\nContent-Disposition: form-data; name="access_token"\r\n\r\n${token}\r\n`
  const file = '--b\r\nContent-Disposition: form-data; name="source"; filename="a.png"\r\n\r\n'
  return Buffer.concat([Buffer.from(field + file), picture, Buffer.from('\r\n--b--\r\n')])
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a session with the real service is recorded, scrubbed, compared and imported', async () => {
  const real = createWorld({ seed: 'the real service', now: Date.now() })
  const names = real.starter({ publications: false })
  const service = await listen(real)
  const record = join(folder, 'session.jsonl')
  const proxy = await listenAsProxy(createWorld(), { authority, record, upstream: service.url })
  const ask = (path: string, more: Partial<Asked> = {}) =>
    through(proxy.url, { url: `http://graph.facebook.com/v26.0/${path}`, ...more })
  const token = String(names.pageToken)
  const read = await ask(`${names.page}?fields=id,name&access_token=${token}`)
  expect([read.status, JSON.parse(read.body).id]).toEqual([200, names.page])
  const body = `message=Hello&access_token=${token}`
  const post = JSON.parse((await ask(`${names.page}/feed`, { method: 'POST', headers: form, body })).body)
  await ask(`${post.id}?fields=id,message&access_token=${token}`)
  const type = { 'content-type': 'multipart/form-data; boundary=b' }
  const photo = await ask(`${names.page}/photos`, { method: 'POST', headers: type, body: upload(token, png) })
  expect(photo.status).toBe(200)
  // Each line is there before its answer.
  expect(readFileSync(record, 'utf8').split('\n')).toHaveLength(5)
  expect(statSync(record).mode & 0o777).toBe(0o600)
  expect((await fetch(`${proxy.url}/_sim/world`)).status).toBe(200)
  expect(readFileSync(record, 'utf8')).toContain('https://graph.facebook.com/v26.0/'.replace('https', 'http'))
  await proxy.close()

  const scrubbed = join(folder, 'scrubbed.jsonl')
  expect((await run('scrub', record, '--out', scrubbed)).code).toBe(0)
  const text = readFileSync(scrubbed, 'utf8')
  const uploaded = Buffer.from(JSON.parse(text.split('\n')[3] ?? '').request.bodyBase64, 'base64')
  for (const found of [text, uploaded.toString('latin1')]) expect(found).not.toContain(token)
  expect(uploaded.includes(png)).toBe(true)

  for (const file of [record, scrubbed]) {
    const compared = await run('compare', file)
    expect(compared.out).toMatch(/4 calls, 0 differences, 0 of them new\n$/)
  }
  const scenario = join(folder, 'session.yaml')
  expect((await run('import', scrubbed, '--out', scenario)).code).toBe(0)
  expect((await run('run', scenario)).code).toBe(0)
  await service.close()
})

describe('a recording', () => {
  test('of the world has its answers and its time', async () => {
    const world = createWorld()
    const { page, pageToken } = world.starter()
    const record = join(folder, 'world.jsonl')
    const proxy = await listenAsProxy(world, { authority, record })
    const url = `http://graph.facebook.com/${page}?fields=name&access_token=${pageToken}`
    const { body } = await through(proxy.url, { url })
    await proxy.close()
    const { at, request, response } = JSON.parse(readFileSync(record, 'utf8'))
    expect([Date.parse(at), request.method, request.url]).toEqual([world.clock.now, 'GET', url])
    expect([response.status, response.body]).toEqual([200, body])
  })

  test('without its last end, of a process that was killed, is read without the last line', async () => {
    const line = (id: string) =>
      JSON.stringify({
        request: {
          method: 'GET',
          url: `https://graph.test/v26.0/me?fields=id,name&access_token=one&limit=${id}`,
        },
        response: { status: 200, body: { id: '1001001001', name: 'Ada' } },
      })
    const path = join(folder, 'killed.jsonl')
    writeFileSync(path, `${line('1')}\n${line('2')}\n${line('3').slice(0, 40)}`)
    expect((await run('compare', path)).out).toContain('2 calls, 0 differences')
    const { code, out } = await run('scrub', path)
    expect([code, out.split('\n').length]).toEqual([0, 3])
    writeFileSync(path, `${line('1')}\n${line('2').slice(0, 40)}\n${line('3')}\n`)
    expect(await run('compare', path)).toMatchObject({ code: 2, out: '' })
  })

  test('is never written over a file, and leaves none if there was no request', async () => {
    const record = join(folder, 'none.jsonl')
    await (await listenAsProxy(createWorld(), { authority, record })).close()
    expect(existsSync(record)).toBe(false)
    writeFileSync(record, 'precious')
    await expect(listenAsProxy(createWorld(), { authority, record })).rejects.toThrow('it exists: choose')
    expect(readFileSync(record, 'utf8')).toBe('precious')
  })
})

/** A server that answers as a function says. */
async function serverOf(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const urls: string[] = []
  const server = createServer((request, response) => {
    urls.push(`${request.headers.host} ${request.url}`)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, urls, close }
}

describe('an upstream', () => {
  const json = { 'content-type': 'application/json' }
  test.each<[string, (request: IncomingMessage, response: ServerResponse) => void, number, string]>([
    ['that dies', (request) => request.destroy(), 502, 'did not answer: socket hang up'],
    [
      'that answers no HTTP',
      ({ socket }) => void socket.end('garbage\r\n\r\n'),
      502,
      'did not answer: Parse Error',
    ],
    [
      'that ends too soon',
      (_, response) => {
        response.writeHead(200, { ...json, 'content-length': 99 }).write('{')
        setTimeout(() => response.destroy(), 20)
      },
      502,
      'did not answer: ',
    ],
    [
      'that answers too much',
      (_, response) => {
        response.writeHead(200, json)
        response.end(Buffer.alloc(17 * 1024 * 1024, 32))
      },
      502,
      'has more than 16,777,216 bytes',
    ],
    [
      'that redirects',
      (_, response) => response.writeHead(302, { location: 'https://elsewhere.test/' }).end(),
      302,
      '',
    ],
    [
      'that is slow',
      (_, response) => void setTimeout(() => response.writeHead(200, json).end('{}'), 300),
      200,
      '{}',
    ],
    [
      'that answers an error',
      (_, response) => response.writeHead(400, json).end('{"error":{"code":190}}'),
      400,
      '190',
    ],
  ])('%s', async (_what, answer, status, words) => {
    const upstream = await serverOf(answer)
    const warnings: string[] = []
    const onWarning = (text: string) => warnings.push(text)
    const proxy = await listenAsProxy(createWorld(), { authority, upstream: upstream.url, onWarning })
    const url = 'http://graph.facebook.com/v26.0/me?access_token=a-secret-token'
    const answered = await through(proxy.url, { url })
    expect(answered.status).toBe(status)
    expect(answered.body).toContain(words)
    expect([answered.body, ...warnings].join()).not.toContain('a-secret-token')
    // Nothing is sent to the host that the client named, or to that of a redirect.
    const { host } = new URL(upstream.url)
    expect(upstream.urls).toEqual([`${host} /v26.0/me?access_token=a-secret-token`])
    await proxy.close()
    upstream.close()
  })

  test('gets no requests to other hosts, and none from itself', async () => {
    const upstream = await serverOf((_, response) => response.end('{}'))
    const proxy = await listenAsProxy(createWorld(), { authority, upstream: upstream.url })
    expect((await through(proxy.url, { url: 'http://elsewhere.test/x' })).status).toBe(403)
    const headers = { via: '1.1 fauxgraph' }
    expect((await through(proxy.url, { url: 'http://graph.facebook.com/x', headers })).status).toBe(508)
    expect(upstream.urls).toEqual([])
    await proxy.close()
    upstream.close()
  })

  test('that is a host of the platform gets no requests to another one', async () => {
    const upstream = 'https://graph.facebook.com'
    const proxy = await listenAsProxy(createWorld(), { authority, upstream })
    const { status, body } = await through(proxy.url, { url: 'http://www.facebook.com/x' })
    await proxy.close()
    expect([status, body]).toEqual([
      403,
      expect.stringContaining('passes on requests to graph.facebook.com only'),
    ])
  })

  test.each([
    ['http://graph.example.com', 'upstream (--upstream) must be https'],
    ['https://a:b@graph.example.com', 'must not contain a user name'],
    ['graph.facebook.com', 'must be a URL'],
  ])('%s is refused', async (upstream, message) => {
    await expect(listenAsProxy(createWorld(), { authority, upstream })).rejects.toThrow(message)
  })
})

test('the command says that requests are passed on, and that the recording has tokens', async () => {
  const record = join(folder, 'command.jsonl')
  const args = ['--upstream', 'http://127.0.0.1:9', '--record', record]
  const { written, code, started, stop } = startCommand(['proxy', '--authority', authority, ...args])
  await started
  stop()
  expect(await code).toBe(0)
  expect(written.out).toContain('fauxgraph passes on requests to http://127.0.0.1:9')
  expect(written.out).toContain('it has tokens: scrub it before you commit it')
  expect(written.out).not.toContain('pageToken')
})
