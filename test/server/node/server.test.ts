import { connect } from 'node:net'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toFetchHandler } from '../../../src/server/fetch.ts'
import { type Listening, type ListenOptions, listen } from '../../../src/server/http/server.ts'
import { createWorld } from '../../../src/world/create-world.ts'
import type { Starter } from '../../../src/world/starter/starter-names.ts'
import type { World } from '../../../src/world/world.ts'
import { scale as times } from '../../chance.ts'
import { readPicture } from '../../chapters/pictures/read-picture.ts'
import { plainJpeg } from '../../chapters/pictures/samples.ts'
import { overSocket } from '../transports.ts'
import { raw, wire } from './raw.ts'

let world: World
let names: Starter
let open: Listening[] = []

beforeEach(() => {
  world = createWorld()
  names = world.starter()
})
afterEach(async () => {
  await Promise.all(open.map((server) => server.close()))
  open = []
})

async function serve(options: ListenOptions = {}, served = world) {
  const server = await listen(served, options)
  open.push(server)
  return { ...server, port: Number(new URL(server.url).port) }
}

const host = { host: 'localhost' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const target = () => `/${names.campaign}?fields=name&access_token=${names.userToken}`
const feed = () => `/${names.page}/feed?access_token=${names.pageToken}`
const errorOf = (body: string) => JSON.parse(body).error

describe('a Host [S1]', () => {
  test.each([
    ['none', undefined, 400],
    ['an empty one', '', 400],
    ['a bracket', '[', 400],
    ['half an address', '[::1', 400],
    ['a percent sign', '%', 400],
    ['a space', 'a b', 400],
    ['a user', 'a@b', 400],
    ['a byte beyond ASCII', '\xff', 400],
    ['a bad port', 'localhost:99999', 400],
    ['a port followed by a name', 'localhost:4555.evil.com', 400],
    ['another name', 'evil.com', 403],
    ['a name with a dot at the end', 'localhost.', 403],
    ['a short loopback', '127.1', 403],
    ['a decimal loopback', '2130706433', 403],
    ['a hexadecimal loopback', '0x7f.1', 403],
    ['a mapped loopback', '[::ffff:127.0.0.1]', 403],
    ['the unspecified address', '0.0.0.0', 403],
    ['upper case', 'LOCALHOST:1', 200],
    ['a loopback', '127.0.0.1:1', 200],
    ['an IPv6 loopback', '[::1]', 200],
  ])('%s', async (_, given, status) => {
    const { port } = await serve()
    const before = world.hash('full')
    const headers = given === undefined ? {} : { host: given }
    for (const path of ['/_sim/world', target()]) {
      const answer = await raw(port, wire(`GET ${path}`, headers as Record<string, string>))
      expect(answer.status).toBe(status)
      if (status !== 200)
        expect(errorOf(answer.body)).toMatchObject({ code: 100, fbtrace_id: expect.any(String) })
    }
    expect(world.hash('full') === before).toBe(status !== 200)
    expect((await raw(port, wire('GET /_sim/world', host))).status).toBe(200)
  })

  test('sent twice is refused', async () => {
    const { port } = await serve()
    const twice =
      'GET /_sim/world HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\nConnection: close\r\n\r\n'
    expect((await raw(port, twice)).status).toBe(400)
  })

  test('that is listed is allowed', async () => {
    const { port } = await serve({ allowedHosts: ['box.test'] })
    expect((await raw(port, wire('GET /_sim/world', { host: 'box.test:81' }))).status).toBe(200)
  })
})

describe('a web page of another origin [S2]', () => {
  const crossSite = [
    ['another host', { origin: 'http://evil.com' }],
    ['a hidden origin', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host, by its Referer', { referer: 'http://evil.com/page' }],
  ] as const
  const sameSite = [
    ['another port', { origin: 'http://localhost:1' }],
    ['another port, by its site', { 'sec-fetch-site': 'same-site' }],
    ['another port, by its Referer', { referer: 'http://localhost:1/page' }],
  ] as const

  const writes = (headers: Readonly<Record<string, string>>) => {
    const all = { ...host, ...headers }
    const json = { ...all, 'content-type': 'application/json' }
    return [
      wire(`POST ${feed()}`, { ...all, ...form }, 'message=x'),
      wire(`POST ${feed()}&method=get`, { ...all, ...form }, 'a=b'),
      wire(`DELETE /${names.campaign}?access_token=${names.userToken}`, all),
      wire('POST /_sim/clock', json, '{"advance":"1h"}'),
      wire('GET /_sim/world', all),
      wire('GET /_sim/w/new/_sim/world', all),
      wire(`GET /_sim/w/new${target()}`, all),
      wire(`GET ${exchange()}`, all),
      wire(`HEAD ${exchange()}`, all),
      wire(`GET /v26.0${exchange()}`, all),
      wire(`GET /oauth//./access%5Ftoken?${exchange().split('?')[1]}`, all),
      wire(`GET ${login()}`, { ...all, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }),
      wire(`HEAD ${login()}`, all),
      wire(`OPTIONS ${feed()}`, { ...all, 'access-control-request-method': 'POST' }),
    ]
  }
  const exchange = () => {
    const [id, secret] = names.appToken.split('|')
    const client = `client_id=${id}&client_secret=${secret}`
    return `/oauth/access_token?grant_type=fb_exchange_token&${client}&fb_exchange_token=${names.userToken}`
  }
  const login = () =>
    `/oauth/authorize?client_id=${names.app}&response_type=code&redirect_uri=http://app.test/`
  const reads = (headers: Readonly<Record<string, string>>) => {
    const all = { ...host, ...headers }
    return [
      wire(`GET ${target()}`, all),
      wire(`HEAD ${target()}`, all),
      wire(`GET ${target()}`, { ...all, upgrade: 'websocket', connection: 'Upgrade, close' }),
    ]
  }
  const expectRefused = async (tries: readonly string[]) => {
    const { port } = await serve()
    const [before, calls] = [world.hash('full'), world.calls.all()]
    for (const bytes of tries) {
      const answer = await raw(port, bytes)
      expect(answer.status, bytes).toBe(403)
      expect(answer.head).not.toMatch(/access-control/i)
      if (!bytes.startsWith('HEAD'))
        expect(errorOf(answer.body).message).toMatch(/--cors ORIGIN|cannot create it/)
    }
    expect(world.hash('full')).toBe(before)
    expect(world.calls.all()).toEqual(calls)
    expect(JSON.parse((await raw(port, wire('GET /_sim/worlds', host))).body)).toEqual({ worlds: [] })
  }

  test.each(crossSite)('of %s neither reads nor writes', async (_, headers) => {
    await expectRefused([...writes(headers), ...reads(headers)])
  })

  test.each(sameSite)('of %s does not write', async (_, headers) => {
    await expectRefused(writes(headers))
  })

  test.each(sameSite)(
    'of %s reads, without CORS headers that would show it the answer',
    async (_, headers) => {
      const { port } = await serve()
      for (const bytes of reads(headers)) {
        const { status, head } = await raw(port, bytes)
        expect(status, bytes).toBe(200)
        expect(head).not.toMatch(/access-control/i)
      }
    },
  )

  const window = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

  test('of the same site opens the login page in a window', async () => {
    const { port } = await serve()
    const { status } = await raw(
      port,
      wire(`GET ${login()}`, { ...host, ...window, 'sec-fetch-site': 'same-site' }),
    )
    expect(status).toBe(302)
  })

  test('opens the login page in a window, and in nothing else', async () => {
    const { port } = await serve()
    const page = { ...host, 'sec-fetch-site': 'cross-site' }
    const refusedTries: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      [`GET ${login()}`, { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
      [`GET ${login()}`, { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
      [`GET ${login()}`, { ...window, 'sec-purpose': 'prefetch' }],
      [`GET ${login()}`, { ...window, purpose: 'prefetch' }],
      [`GET ${login()}`, {}],
      [`HEAD ${login()}`, window],
      [`POST ${login()}`, window],
      [`GET ${target()}`, window],
      ['GET /oauth/access_token?client_id=1', window],
      ['GET /oauth/authorize/x', window],
      [`GET /_sim/w/new${login()}`, window],
    ]
    await expectRefused(refusedTries.map(([line, headers]) => wire(line, { ...page, ...headers })))
    for (const version of ['', '/v26.0']) {
      const answer = await raw(port, wire(`GET ${version}${login()}`, { ...page, ...window }))
      expect([answer.status, answer.head]).toEqual([
        302,
        expect.stringContaining('location: http://app.test/'),
      ])
    }
  })

  test('that is listed passes its preflight, and then reads and writes', async () => {
    const origin = 'http://localhost:5173'
    const { port } = await serve({ cors: [origin] })
    const page = { ...host, origin, 'sec-fetch-site': 'same-site' }
    const asked = await raw(
      port,
      wire(`OPTIONS ${feed()}`, { ...page, 'access-control-request-method': 'POST' }),
    )
    expect(asked.status).toBe(204)
    expect(asked.head).toContain(`access-control-allow-origin: ${origin}`)
    expect(asked.head).toMatch(/access-control-allow-methods: .*DELETE/)
    expect(asked.head).toMatch(/access-control-allow-headers: .*content-type/)
    const made = await raw(port, wire(`POST ${feed()}`, { ...page, ...form }, 'message=x'))
    expect([made.status, made.head]).toEqual([
      200,
      expect.stringContaining(`access-control-allow-origin: ${origin}`),
    ])
    const moved = { ...page, 'content-type': 'application/json' }
    expect((await raw(port, wire('POST /_sim/clock', moved, '{"advance":"1h"}'))).status).toBe(200)
    const other = await raw(port, wire(`GET ${target()}`, { ...host, origin: 'http://evil.com' }))
    expect(other.head).toMatch(/vary: origin/i)
    expect(other.head).not.toMatch(/access-control/i)
  })
})

describe('a target [S4]', () => {
  test.each([
    '//evil.com/x',
    '/\\evil.com',
    'http://evil.com/',
    '///evil.com',
    '*',
    '/#',
    '/%',
    '/..//_sim/nothing',
    'http://[',
    '/%C3%A9',
    '/%FF',
  ])('such as %j is answered as the world answers it', async (url) => {
    const { port } = await serve()
    const own = createWorld()
    own.starter()
    const expected = own.request({ method: 'GET', url, headers: host, base: 'http://localhost' })
    const answer = await raw(port, wire(`GET ${url}`, host))
    expect(answer.status).toBeGreaterThanOrEqual(400)
    if (url.includes('_sim')) expect(answer.status).toBe(404)
    else expect([answer.status, answer.body]).toEqual([expected.status, expected.body])
  })

  test('with bytes beyond ASCII is refused with a message', async () => {
    const { port } = await serve()
    const { status, body } = await raw(port, wire('GET /\xc3\xa9', host))
    expect([status, errorOf(body).message]).toEqual([400, expect.stringContaining('must percent-encode')])
  })

  test('means the same by socket and by fetch', async () => {
    const { port } = await serve({}, createWorld())
    const handle = toFetchHandler(createWorld())
    const piece = fc.constantFrom(
      '_sim',
      'world',
      'w',
      'a',
      'v7.0',
      '..',
      '.',
      '',
      '%2e',
      '%5f',
      'é',
      '%zz',
      ';',
      '@',
    )
    const path = fc.array(piece, { maxLength: 6 }).map((pieces) => `/${pieces.map(encodeOdd).join('/')}`)
    await fc.assert(
      fc.asyncProperty(path, fc.constantFrom('', '?a=b', '?_sim', '?x=%zz'), async (way, query) => {
        const url = way + query
        const near = await handle(new Request(`http://localhost:4711${url}`))
        const far = await overSocket(port, { method: 'GET', path: url })
        // Trace ids count requests, each world its own; and a message may quote the path as it was sent.
        const strip = (text: string) => text.replace(/"fbtrace_id":"\w+"|"seq":\d+|\\".*?\\"/g, '')
        expect([far.status, strip(new TextDecoder().decode(far.body))]).toEqual([
          near.status,
          strip(await near.text()),
        ])
      }),
      { numRuns: 250 * times },
    )
  })
})

/** Encodes a character that node:http refuses to send. */
const encodeOdd = (piece: string) => (piece === 'é' ? encodeURIComponent(piece) : piece)

describe('a body [S6]', () => {
  const chunked = (length: number) => {
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
    const text = 'message='.padEnd(length, 'x')
    const body = `${chunk(text.slice(0, 50))}${chunk(text.slice(50))}0\r\n\r\n`
    const head = { ...host, ...form, 'transfer-encoding': 'chunked', connection: 'close' }
    return `POST ${feed()} HTTP/1.1\r\n${Object.entries(head)
      .map(([n, v]) => `${n}: ${v}\r\n`)
      .join('')}\r\n${body}`
  }
  const whole = (length: number) =>
    wire(`POST ${feed()}`, { ...host, ...form }, 'message='.padEnd(length, 'x'))

  test.each([
    ['of known length', whole],
    ['in chunks', chunked],
  ])('%s is read up to the limit, and not a byte more', async (_, bytesOf) => {
    const { port } = await serve({ bodyLimit: 100 })
    expect((await raw(port, bytesOf(99))).status).toBe(200)
    expect((await raw(port, bytesOf(100))).status).toBe(200)
    const before = world.hash('full')
    const refused = await raw(port, bytesOf(101))
    expect(refused.status).toBe(400)
    expect(errorOf(refused.body)).toMatchObject({ code: 100, message: expect.stringContaining('100 bytes') })
    expect(refused.head).toMatch(/connection: close/i)
    expect(world.hash('full')).toBe(before)
  })

  test('beyond 32 MiB is refused while it arrives', async () => {
    const { port } = await serve()
    const head = wire(`POST ${feed()}`, { ...host, ...form, 'content-length': String(64 * 1024 * 1024) })
    const { status } = await raw(port, Buffer.concat([Buffer.from(head), Buffer.alloc(2 * 1024 * 1024, 'x')]))
    expect(status).toBe(400)
  })

  test('that ends too soon changes nothing', async () => {
    const { port } = await serve()
    const before = world.hash('full')
    const bytes = wire(`POST ${feed()}`, { ...host, ...form }, 'message=hello')
    for (let length = 1; length < bytes.length; length += 7) {
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(bytes.slice(0, length), () => socket.destroy()),
        )
        socket.on('error', () => {})
        socket.on('close', () => resolve())
      })
    }
    await raw(port, wire('GET /_sim/world', host))
    expect(world.hash('full')).toBe(before)
  })
})

describe('a server', () => {
  test('answers bytes that are not HTTP with JSON', async () => {
    const { port } = await serve()
    for (const bytes of ['nonsense\r\n\r\n', 'GET / HTTP/1.1\r\nbad header\r\n\r\n', '\x16\x03\x01']) {
      const { status, body } = await raw(port, bytes)
      expect(status).toBe(400)
      expect(errorOf(body)).toMatchObject({ code: 100 })
    }
    const smuggled = wire(`POST ${feed()}`, { ...host, 'transfer-encoding': 'chunked' }, 'x')
    expect((await raw(port, smuggled)).status).toBe(400)
    const large = await raw(port, wire('GET /', { ...host, 'x-large': 'x'.repeat(90_000) }))
    expect([large.status, errorOf(large.body).message]).toEqual([
      431,
      '(#100) The request line and the headers exceed 82944 bytes together',
    ])
    const chunks = `1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`
    const extended = `POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n${chunks}`
    const overflow = await raw(port, extended)
    expect([overflow.status, errorOf(overflow.body).message]).toEqual([
      413,
      '(#100) The chunk extensions of the body exceed 16384 bytes',
    ])
  })

  test.each([
    [65_536, 200],
    [65_537, 400],
  ])('reads headers of %d characters, names included: %d', async (characters, status) => {
    const { port } = await serve()
    const head = { host: 'localhost', connection: 'close' }
    const others = Object.entries(head).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
    const headers = { ...head, 'x-large': 'x'.repeat(characters - others - 'x-large'.length) }
    const answer = await raw(port, wire(`GET ${target()}`, headers))
    expect(answer.status).toBe(status)
    if (status === 400)
      expect(errorOf(answer.body).message).toContain('has 65537 characters, the limit is 65536')
  })

  test('answers 500 with JSON if the simulation throws, and goes on', async () => {
    let fails = true
    const broken: World = Object.defineProperty(world.fork(), 'request', {
      value: (request: Parameters<World['request']>[0]) => {
        if (fails) throw new Error('an invariant is broken')
        return world.request(request)
      },
    })
    const { port } = await serve({}, broken)
    const { status, body } = await raw(port, wire(`GET ${target()}`, host))
    expect([status, errorOf(body)]).toMatchObject([500, { type: 'InternalError' }])
    fails = false
    expect((await raw(port, wire(`GET ${target()}`, host))).status).toBe(200)
  })

  test('names the length of a body, and no date', async () => {
    const { port } = await serve()
    const { head, body } = await raw(port, wire(`GET ${target()}`, host))
    expect(head).toMatch(new RegExp(`content-length: ${Buffer.byteLength(body)}\\b`, 'i'))
    expect(head).not.toMatch(/^date:/im)
  })

  test('listens at a loopback address by default', async () => {
    expect((await serve()).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  test('serves both addresses at one port', async () => {
    const { url, webUrl } = await serve()
    expect(webUrl).toBe(url)
  })

  test('resizes a picture', async () => {
    const source = await plainJpeg(1200, 600)
    const made = world.as(names.pageToken).uploadPagePhoto({ page: names.page, source }).unwrap()
    const { url } = await serve()
    const read = await fetch(`${url}/${made.id}?fields=images&access_token=${names.pageToken}`)
    const { images } = (await read.json()) as { images: { width: number; source: string }[] }
    const shown = await fetch(images.find(({ width }) => width === 960)?.source ?? '')
    expect(shown.headers.has('x-fauxgraph-picture')).toBe(false)
    expect(readPicture(new Uint8Array(await shown.arrayBuffer()))).toMatchObject({ width: 960, height: 480 })
  })

  test('closes at once, even with open connections and half a request', async () => {
    const server = await serve()
    const sockets = await Promise.all(
      ['', 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\nx', wireKeptOpen].map(
        (bytes) =>
          new Promise<ReturnType<typeof connect>>((resolve) => {
            const socket = connect(server.port, '127.0.0.1', () =>
              socket.write(bytes || ' ', () => resolve(socket)),
            )
            socket.on('error', () => {})
          }),
      ),
    )
    const start = performance.now()
    await server.close()
    await server.close()
    expect(performance.now() - start).toBeLessThan(2_000)
    for (const socket of sockets) socket.destroy()
    await expect(fetch(server.url)).rejects.toThrow()
  })

  test('closes when its `await using` block ends', async () => {
    const server = await listen(world)
    await server[Symbol.asyncDispose]()
    await expect(fetch(server.url)).rejects.toThrow()
  })

  test('rejects if the port is in use', async () => {
    const { port } = await serve()
    await expect(listen(world, { port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      message: `The port ${port} of 127.0.0.1 is in use: choose another one with the option port, or take a free one with port: 0`,
    })
  })

  test.each([
    ['port', { port: 70_000 }],
    ['origin', { cors: ['*'] }],
    ['body limit', { bodyLimit: -1 }],
    ['time scale', { time: { scale: 0 } }],
    ['time', { time: 'fast' }],
  ])('with an invalid %s is refused, and nothing listens', async (_, options) => {
    const listening = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length
    const before = listening()
    await expect(listen(world, options as ListenOptions)).rejects.toThrow()
    expect(listening()).toBe(before)
  })
})

const wireKeptOpen = 'GET /_sim/world HTTP/1.1\r\nhost: localhost\r\n\r\n'

describe('time', () => {
  const until = async (holds: () => boolean) => {
    for (let tries = 0; tries < 100 && !holds(); tries++)
      await new Promise((resolve) => setTimeout(resolve, 50))
    expect(holds()).toBe(true)
  }

  test('stands still by default', async () => {
    const before = world.clock.now
    await serve()
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(world.clock.now).toBe(before)
  })

  test.each([
    ['real', 1],
    [{ scale: 86_400 }, 86_400],
  ] as const)('runs as asked: %j', async (time, scale) => {
    const before = world.clock.now
    const start = performance.now()
    const server = await serve({ time })
    await until(() => world.clock.now > before)
    expect(world.clock.now - before).toBeLessThanOrEqual((performance.now() - start) * scale)
    await server.close()
    const after = world.clock.now
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(world.clock.now).toBe(after)
  })

  test('stops at the end of the year 9999, and the server goes on', async () => {
    const { port } = await serve({ time: { scale: 1e15 } })
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect((await raw(port, wire('GET /_sim/world', host))).status).toBe(200)
  })
})
