import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Site } from '../../../src/server/answer.ts'
import { bodyBudget, bodyCollector } from '../../../src/server/bodies.ts'
import { toFetchHandler } from '../../../src/server/fetch.ts'
import { openAuthority } from '../../../src/server/http/authority.ts'
import { makeServerCertificate } from '../../../src/server/http/certificates.ts'
import { closeWithError, parserError } from '../../../src/server/http/connection-errors.ts'
import { connectionsOf } from '../../../src/server/http/connections.ts'
import { serverLimits, serverOf } from '../../../src/server/http/http-server.ts'
import { openFilesMax } from '../../../src/server/http/open-files.ts'
import { responseSender } from '../../../src/server/http/response-sender.ts'
import { type Listening, listen } from '../../../src/server/http/server.ts'
import { worldsFrom } from '../../../src/server/worlds.ts'
import { createWorld } from '../../../src/world/create-world.ts'
import type { Starter } from '../../../src/world/starter/starter-names.ts'
import type { World } from '../../../src/world/world.ts'
import { raw, wire } from './raw.ts'

const MEBIBYTE = 1024 * 1024
const host = { host: 'localhost' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

let world: World
let names: Starter
let server: Listening
let port: number

beforeEach(async () => {
  world = createWorld()
  names = world.starter()
  server = await listen(world)
  port = Number(new URL(server.url).port)
})
afterEach(() => server.close())

const feed = () => `/${names.page}/feed?access_token=${names.pageToken}`
const errorOf = (body: string) => JSON.parse(body).error

describe('an expectation', () => {
  test('other than 100-continue gets 417 and JSON, and changes nothing', async () => {
    const before = world.hash('full')
    const headers = { ...host, ...form, expect: 'x' }
    const { status, head, body } = await raw(port, wire(`POST ${feed()}`, headers, 'message=x'))
    expect([status, errorOf(body)]).toMatchObject([417, { code: 100, fbtrace_id: expect.any(String) }])
    expect(errorOf(body).message).toContain('The header Expect must be 100-continue, got x')
    expect(head).toMatch(/connection: close/i)
    expect(world.hash('full')).toBe(before)
  })

  test('of 100-continue gets its answer after the request is admitted', async () => {
    const headers = { ...host, ...form, expect: '100-continue' }
    const { status, body } = await raw(port, wire(`POST ${feed()}`, headers, 'message=x'))
    expect(status).toBe(100)
    expect(body).toMatch(/^HTTP\/1\.1 200 /)
    const foreign = wire(`POST ${feed()}`, { ...headers, origin: 'http://evil.test' }, 'message=x')
    expect((await raw(port, foreign)).status).toBe(403)
  })
})

test('a client that announces too long a body gets the error in place of 100 Continue', async () => {
  const headers = { ...host, ...form, expect: '100-continue', 'content-length': String(33_554_433) }
  const { status, body } = await raw(port, wire(`POST ${feed()}`, headers))
  expect([status, errorOf(body).message]).toEqual([400, '(#100) The body is larger than 33554432 bytes'])
})

const ownSite = (): Site => ({
  worlds: worldsFrom(world),
  control: true,
  checksHosts: true,
  allowedHosts: [],
  cors: [],
  bodyLimit: 1_000,
  bodies: bodyBudget(),
})

/**
 * Sends the beginning of a request to a server with short time limits. Returns the error, and the
 * milliseconds until it came.
 */
async function timeOut(begin: string, limits: Partial<typeof serverLimits>) {
  const impatient = serverOf(ownSite(), () => {}, { ...serverLimits, checkMilliseconds: 50, ...limits })
  await new Promise<void>((resolve) => impatient.listen(0, '127.0.0.1', resolve))
  const started = performance.now()
  const { status, body } = await raw((impatient.address() as AddressInfo).port, begin, 8_000)
  const milliseconds = performance.now() - started
  impatient.close()
  return { status, body, milliseconds }
}

describe('a request that arrives too late', () => {
  const begin = `POST /a HTTP/1.1\r\nhost: localhost\r\n`

  test.each([
    ['headers', begin, { headersMilliseconds: 400, requestMilliseconds: 60_000 }],
    ['body', `${begin}content-length: 9\r\n\r\nx`, { headersMilliseconds: 300, requestMilliseconds: 400 }],
  ])('with its %s gets 408, and not before its time', async (_, bytes, limits) => {
    const { status, body, milliseconds } = await timeOut(bytes, limits)
    expect([status, errorOf(body).message]).toEqual([
      408,
      '(#100) The request did not arrive in time: headers within 10000 ms, the whole within 14000 ms',
    ])
    expect(milliseconds).toBeGreaterThan(390)
  })

  test('has 10 seconds for its headers and 14 for the whole', () => {
    expect(serverLimits).toMatchObject({ headersMilliseconds: 10_000, requestMilliseconds: 14_000 })
  })
})

describe('an https server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-clients-'))
  const certificate = openAuthority(folder, ['localhost']).then((authority) =>
    makeServerCertificate(authority, ['localhost']),
  )
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each([
    ['never begins a handshake', ''],
    ['stops in the handshake', Buffer.from([0x16, 3, 1, 2, 0, 1])],
  ])('closes the connection of a client that %s', async (_, begin) => {
    const limits = {
      ...serverLimits,
      headersMilliseconds: 300,
      requestMilliseconds: 400,
      checkMilliseconds: 50,
    }
    const server = serverOf(ownSite(), () => {}, limits, { certificate: await certificate })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    socket.write(begin)
    await closed
    server.close()
  })
})

describe('a body', () => {
  test.each([
    ['a foreign page', { origin: 'http://evil.test' }, 403],
    ['a host that is not served', { host: 'evil.test' }, 403],
    ['no host', { host: '[' }, 400],
  ])('of %s is refused before it arrives', async (_, headers, status) => {
    const length = { 'content-length': String(31 * MEBIBYTE), connection: 'keep-alive' }
    const started = performance.now()
    // The body never arrives: only a decision by the headers alone can answer.
    const answer = await raw(port, wire(`POST ${feed()}`, { ...host, ...form, ...headers, ...length }))
    expect(answer.status).toBe(status)
    expect(answer.head).toMatch(/connection: close/i)
    expect(performance.now() - started).toBeLessThan(4_000)
  })

  test('counts toward the bound of all bodies under way, except for its first 64 KiB', () => {
    const budget = bodyBudget()
    const bodies = Array.from({ length: 5 }, () => bodyCollector(budget, 32 * MEBIBYTE))
    const chunk = new Uint8Array(32 * MEBIBYTE)
    expect(bodies.slice(0, 4).map((body) => body.add(chunk))).toEqual(Array(4).fill(undefined))
    // Four bodies leave little of the bound, and the first bytes of a fifth do not count.
    expect(bodies[4]?.add(chunk.subarray(0, 5 * 65_536))).toBeUndefined()
    expect(bodies[4]?.add(chunk.subarray(0, 1))).toMatchObject({
      status: 503,
      message: expect.stringContaining('134217728 bytes'),
    })
    bodies[0]?.release()
    expect(bodies[4]?.add(chunk.subarray(0, 1))).toBeUndefined()
  })

  test('that is refused by the bound gets 503 and changes nothing, and frees its share', async () => {
    const handle = toFetchHandler(world, { bodyLimit: 200 * MEBIBYTE })
    const chunk = new Uint8Array(33 * MEBIBYTE)
    let arrived: (held: ReadableStreamDefaultController<Uint8Array>) => void = () => {}
    const read = new Promise<ReadableStreamDefaultController<Uint8Array>>((resolve) => {
      arrived = resolve
    })
    const holding = (chunks: number) =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < chunks; at++) controller.enqueue(chunk)
        },
        pull: (controller) => arrived(controller),
      })
    const post = (body: BodyInit) =>
      handle(
        new Request(`http://localhost${feed()}`, {
          method: 'POST',
          headers: form,
          body,
          duplex: 'half',
        } as RequestInit),
      )
    const before = world.hash('full')
    const pending = post(holding(3)).catch(() => 'gone')
    const held = await read
    const refused = await post(holding(1))
    expect(refused.status).toBe(503)
    expect((await refused.json()).error).toMatchObject({
      code: 100,
      message: expect.stringContaining('134217728 bytes'),
    })
    expect(world.hash('full')).toBe(before)
    expect((await post('message=small')).status).toBe(200)
    held.error(new Error('The client is gone'))
    await pending
    // Its bytes count no more: the server reads a body that it refused before, and finds no valid form in it.
    expect((await post(chunk)).status).toBe(400)
  })
})

describe('requests on one connection', () => {
  const read = () =>
    `GET /${names.campaign}?fields=name&access_token=${names.userToken} HTTP/1.1\r\nhost: localhost\r\n\r\n`

  test('that are pipelined are answered in order', async () => {
    const body = 'message=first'
    const post = `POST ${feed()} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${form['content-type']}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    const list = `GET /${names.page}/feed?fields=message&limit=1&access_token=${names.pageToken} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`
    const { body: answers } = await raw(port, post + list)
    expect(answers).toContain('"message":"first"')
  })

  test('beyond the bound get 503 with its name, and the connection closes', async () => {
    const most = 33
    const before = world.seq
    const { head, body } = await raw(port, read().repeat(most + 20))
    const statuses = [...`${head}\r\n\r\n${body}`.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) =>
      Number(status),
    )
    expect(statuses).toEqual([...Array(most).fill(200), 503])
    expect(body).toContain(`More than 32 requests wait`)
    expect(world.seq).toBe(before + most)
  })

  test('that is closed meanwhile are not run', async () => {
    const before = world.seq
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(read().repeat(10), () => socket.resetAndDestroy())
    })
    await new Promise((resolve) => socket.on('close', resolve))
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(world.seq - before).toBeLessThanOrEqual(1)
  })
})

describe('connections', () => {
  const socketOf = () => new EventEmitter() as Socket

  test('beyond the limit close the one that has gone longest without an answer', () => {
    const connections = connectionsOf({ connectionsMax: 2, pipelinedMax: 1 })
    const [first, second, third] = [socketOf(), socketOf(), socketOf()]
    expect([connections.add(first), connections.add(second)]).toEqual([undefined, undefined])
    const response = new EventEmitter() as ServerResponse
    connections.enqueue(
      { request: { socket: first } as IncomingMessage, response },
      async () => {},
      async () => {},
    )
    response.emit('close')
    expect(connections.add(third)).toBe(second)
  })

  test('that are closed no longer count', () => {
    const connections = connectionsOf({ connectionsMax: 1, pipelinedMax: 1 })
    const first = socketOf()
    connections.add(first)
    first.emit('close')
    expect(connections.add(socketOf())).toBeUndefined()
  })
})

describe('a client that does not read', () => {
  /** A server that answers through a response sender, with clients that read or not. */
  async function reading(limits: { bytesMax: number; millisecondsMax: number }, length: number) {
    const sender = responseSender(limits)
    const body = new Uint8Array(length)
    const answering = createServer((_, response) =>
      sender.send(response, 'GET', { status: 200, headers: {}, body, dropped: false }),
    )
    await new Promise<void>((resolve) => answering.listen(0, '127.0.0.1', resolve))
    const to = (answering.address() as AddressInfo).port
    const timer = setInterval(sender.closeSlow, 20)
    const get = (reads: boolean) => {
      const socket = connect(to, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'))
      let received = 0
      socket.on('error', () => {})
      if (reads)
        socket.on('data', ({ length: more }) => {
          received += more
        })
      else socket.pause()
      return { socket, received: () => received }
    }
    const open = () =>
      new Promise<number>((resolve) => answering.getConnections((_, count) => resolve(count)))
    const until = async (count: number) => {
      for (let tries = 0; tries < 200 && (await open()) !== count; tries++)
        await new Promise((resolve) => setTimeout(resolve, 20))
      expect(await open()).toBe(count)
    }
    const close = () => {
      clearInterval(timer)
      answering.closeAllConnections()
      answering.close()
    }
    return { get, until, close }
  }

  test('for too long is closed, and one that reads is not', async () => {
    const { get, until, close } = await reading(
      { bytesMax: 100 * MEBIBYTE, millisecondsMax: 1_500 },
      16 * MEBIBYTE,
    )
    const slow = get(false)
    await until(1)
    const quick = get(true)
    await until(2)
    await until(1)
    expect(quick.received()).toBeGreaterThan(16 * MEBIBYTE)
    for (const { socket } of [slow, quick]) socket.destroy()
    close()
  })

  test('is closed sooner if all unread answers exceed their bound', async () => {
    const { get, until, close } = await reading(
      { bytesMax: 20 * MEBIBYTE, millisecondsMax: 60_000 },
      16 * MEBIBYTE,
    )
    const first = get(false)
    await until(1)
    const second = get(false)
    await until(2)
    await until(1)
    for (const { socket } of [first, second]) socket.destroy()
    close()
  })
})

describe('answers that no client reads', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  /** A response whose client never reads. */
  function unreadResponse(writableLength = 1) {
    const socket = { isClosed: false, writableLength, destroy: () => {} }
    socket.destroy = () => {
      socket.isClosed = true
    }
    const response = Object.assign(new EventEmitter(), { socket, writeHead() {}, write() {}, end() {} })
    return { socket, response: response as unknown as ServerResponse }
  }

  test.each([
    ['128 MiB', 134_217_728, 10_000],
    ['a byte more than 128 MiB', 134_217_729, 1_000],
    ['256 MiB', 268_435_456, 1_000],
    ['a byte more than 256 MiB', 268_435_457, 100],
  ])('of %s together are kept for their time', (_, bytes, milliseconds) => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    const sender = responseSender()
    const { socket, response } = unreadResponse()
    sender.send(response, 'GET', { status: 200, headers: {}, body: new Uint8Array(bytes), dropped: false })
    clock.mockReturnValue(milliseconds)
    sender.closeSlow()
    expect(socket.isClosed).toBe(false)
    clock.mockReturnValue(milliseconds + 1)
    sender.closeSlow()
    expect(socket.isClosed).toBe(true)
  })

  test.each([
    ['that the system has taken is not kept', 0, false],
    ['of which the system has not taken the last byte is kept for its time', 1, true],
  ])('a short answer %s', (_, writableLength, isClosed) => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    const sender = responseSender()
    const { socket, response } = unreadResponse(writableLength)
    sender.send(response, 'GET', { status: 200, headers: {}, body: '{}', dropped: false })
    clock.mockReturnValue(10_001)
    sender.closeSlow()
    expect(socket.isClosed).toBe(isClosed)
  })
})

describe('bytes that are not a request', () => {
  test.each([
    ['HPE_HEADER_OVERFLOW', 431],
    ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
    ['ERR_HTTP_REQUEST_TIMEOUT', 408],
    ['HPE_INVALID_METHOD', 400],
  ])('%s is answered with %i', (code, status) => {
    expect(parserError(Object.assign(new Error(code), { code })).status).toBe(status)
  })

  test.each([
    ['a request whose body has not arrived', { complete: false, headersSent: false }, true],
    ['a request that is being answered', { complete: true, headersSent: false }, false],
    ['an answer under way', { complete: false, headersSent: true }, false],
  ])('on the connection of %s get an error or not', async (_, { complete, headersSent }, isAnswered) => {
    const written: string[] = []
    const socket = { writable: true, end: (text: string) => written.push(text), destroy() {} }
    const current = { request: { complete }, response: { headersSent } }
    const answer = { status: 408, headers: {}, body: '{}', dropped: false }
    closeWithError(socket as unknown as Socket, current as Parameters<typeof closeWithError>[1], answer)
    expect(written.length > 0).toBe(isAnswered)
  })
})

test('the limit of open files is known if the system has one', () => {
  const most = openFilesMax()
  expect(most).toBeGreaterThan(64)
  expect(Number.isInteger(most)).toBe(process.platform !== 'win32')
})
