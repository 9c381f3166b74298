import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request as requestHttp } from 'node:http'
import { request } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectSecurely } from 'node:tls'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openAuthority, userFolder } from '../../../src/server/http/authority.ts'
import { listen } from '../../../src/server/http/server.ts'
import { type ListeningProxy, listenAsProxy, listenForCalls } from '../../../src/server/proxy/proxy.ts'
import { createWorld } from '../../../src/world/create-world.ts'
import { raw, wire } from './raw.ts'

const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-authority-'))
const authority = join(folder, 'mine')
const world = createWorld()
const { page, pageToken, campaign, userToken } = world.starter()
const warnings: string[] = []
const path = `/v26.0/${campaign}?fields=name&access_token=${userToken}`
const answered = { id: campaign, name: 'Starter Campaign' }
let proxy: ListeningProxy
let ca: string

const portOf = (url: string) => Number(new URL(url).port)

beforeAll(async () => {
  proxy = await listenAsProxy(world, {
    authority,
    hostNames: ['graph.test'],
    onWarning: (text) => warnings.push(text),
  })
  ca = readFileSync(proxy.certificatePath, 'utf8')
})
afterAll(async () => {
  await proxy.close()
  rmSync(folder, { recursive: true })
})

/** Opens a TLS connection that trusts the authority. */
async function trusting(port: number, trusted: string) {
  const socket = connectSecurely({ port, host: '127.0.0.1', servername: 'graph.facebook.com', ca: trusted })
  socket.on('error', () => {})
  await once(socket, 'secureConnect')
  return socket
}

/** Opens a tunnel through a proxy, and returns its connection. */
function tunnel(target: string, { url } = proxy): Promise<{ status: number; head: string; socket: Socket }> {
  return new Promise((resolve, reject) => {
    const asked = requestHttp({
      host: '127.0.0.1',
      port: portOf(url),
      method: 'CONNECT',
      path: target,
      agent: false,
    })
    asked.on('error', reject)
    asked.on('connect', ({ statusCode = 0, statusMessage = '' }, socket) =>
      resolve({ status: statusCode, head: statusMessage, socket: socket as Socket }),
    )
    asked.end()
  })
}

interface Answered {
  readonly status: number
  readonly body: string
}

/** Reads a URL over TLS on a connection. */
function readOver(socket: Socket, url: string, options: object = {}): Promise<Answered> {
  const { hostname, pathname, search } = new URL(url)
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        createConnection: () => connectSecurely({ socket, servername: hostname, ca, ...options }),
        headers: { host: hostname },
        path: pathname + search,
      },
      (response) => {
        let body = ''
        response.on('data', (part) => {
          body += part
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      },
    )
    asked.on('error', reject)
    asked.end()
  })
}

describe('a proxy', () => {
  test.each(['graph.facebook.com', 'graph-video.facebook.com', 'www.facebook.com', 'graph.test'])(
    'answers https at %s through a tunnel',
    async (host) => {
      const { status, socket } = await tunnel(`${host}:443`)
      expect(status).toBe(200)
      const { status: answer, body } = await readOver(socket, `https://${host}${path}`)
      expect([answer, JSON.parse(body)]).toEqual([200, answered])
    },
  )

  test('links to the https address that the client knows', async () => {
    world.as(pageToken).publishPost({ page, message: 'one' })
    world.as(pageToken).publishPost({ page, message: 'two' })
    const { socket } = await tunnel('graph.facebook.com:443')
    const feed = `/v26.0/${page}/feed?limit=1&access_token=${pageToken}`
    const { body } = await readOver(socket, `https://graph.facebook.com${feed}`)
    expect(JSON.parse(body).paging.next).toMatch(/^https:\/\/graph\.facebook\.com\/v26\.0\//)
  })

  test('answers a client that names no host in the handshake', async () => {
    const { socket } = await tunnel('graph.facebook.com:443')
    const url = `https://graph.facebook.com${path}`
    const options = { servername: '', checkServerIdentity: () => undefined }
    expect(JSON.parse((await readOver(socket, url, options)).body)).toEqual(answered)
  })

  test.each([
    ['http', 'http://graph.facebook.com'],
    ['https, as axios sends it', 'https://graph.facebook.com'],
  ])('answers a request whose target is an absolute URL with %s', async (_, origin) => {
    const line = `GET ${origin}${path}`
    const { status, body } = await raw(portOf(proxy.url), wire(line, { host: 'graph.facebook.com' }))
    expect([status, JSON.parse(body)]).toEqual([200, answered])
  })

  test('serves the world and the control plane at its own address', async () => {
    expect(await (await fetch(proxy.url + path)).json()).toEqual(answered)
    expect((await fetch(`${proxy.url}/_sim/world`)).status).toBe(200)
  })

  test('answers https without a tunnel at its https address', async () => {
    const socket = connect(portOf(proxy.httpsUrl), '127.0.0.1')
    expect(JSON.parse((await readOver(socket, `https://graph.facebook.com${path}`)).body)).toEqual(answered)
  })

  test.each([
    ['a host that it does not serve', 'api.other.test:443', 403, 'add --host-name api.other.test'],
    ['a host below one that it serves', 'graph.facebook.com.other.test:443', 403, 'does not serve'],
    ['another port', 'graph.facebook.com:8443', 403, 'at port 443 only, got 8443'],
    ['no port', 'graph.facebook.com', 400, 'such as graph.facebook.com:443'],
    ['a port that does not exist', 'graph.facebook.com:65536', 400, 'a host with a port'],
    ['a URL', 'https://graph.facebook.com:443/', 400, 'a host with a port'],
  ])('refuses CONNECT to %s', async (_, target, status, message) => {
    const answer = await raw(portOf(proxy.url), `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body).error.message).toContain(message)
  })

  test('refuses a request to another host, and warns of each host once', async () => {
    warnings.length = 0
    for (let at = 0; at < 2; at++) {
      const line = 'GET http://unknown.test/path'
      const { status, body } = await raw(portOf(proxy.url), wire(line, { host: 'unknown.test' }))
      expect([status, JSON.parse(body).error.message]).toEqual([
        403,
        expect.stringContaining('use --others pass'),
      ])
    }
    expect(warnings).toEqual([expect.stringContaining('does not serve unknown.test')])
  })

  test('refuses a request in a tunnel whose Host is another one', async () => {
    const { socket } = await tunnel('graph.facebook.com:443')
    const secure = connectSecurely({ socket, servername: 'graph.facebook.com', ca })
    secure.write(wire('GET /me', { host: 'evil.test' }))
    const answer = await new Promise<string>((resolve) =>
      secure.once('data', (data) => resolve(String(data))),
    )
    expect(answer).toMatch(/^HTTP\/1\.1 403/)
    expect(answer).toContain('--host-name HOST')
  })

  test('says what to set if a client does not trust the authority', async () => {
    const said: string[] = []
    const doubted = await listenAsProxy(createWorld(), { authority, onWarning: (text) => said.push(text) })
    const options = { host: '127.0.0.1', port: portOf(doubted.httpsUrl), servername: 'graph.facebook.com' }
    const socket = connectSecurely({ ...options, ca: [] })
    await new Promise((resolve) => socket.once('error', resolve))
    socket.destroy()
    await vi.waitFor(() => expect(said).toHaveLength(1))
    expect(said[0]).toContain(`NODE_EXTRA_CA_CERTS=${proxy.certificatePath}`)
    await doubted.close()
  })

  test.each<[string, (port: number, ca: string) => Promise<void>]>([
    [
      'looks whether the port is open',
      async (port) => {
        const socket = connect(port, '127.0.0.1')
        await once(socket, 'connect')
        socket.end()
        await once(socket, 'close')
      },
    ],
    [
      'resets a connection without a byte',
      async (port) => {
        const socket = connect(port, '127.0.0.1')
        await once(socket, 'connect')
        socket.resetAndDestroy()
      },
    ],
    [
      'is still connected when the proxy closes',
      async (port, trusted) => void (await trusting(port, trusted)),
    ],
    [
      'keeps a connection for later and does not need it',
      async (port, trusted) => {
        const socket = await trusting(port, trusted)
        await new Promise((resolve) => setTimeout(resolve, 500))
        // The proxy doubts connections of less than two seconds.
        const now = performance.now.bind(performance)
        const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_000)
        onTestFinished(() => later.mockRestore())
        socket.end()
        await once(socket, 'close')
      },
    ],
    [
      'sends a request that is none',
      async (port, trusted) => {
        const socket = await trusting(port, trusted)
        socket.write('nonsense\r\n\r\n')
        await once(socket.resume(), 'close')
      },
    ],
    [
      'ends within a request',
      async (port, trusted) => {
        const socket = await trusting(port, trusted)
        socket.end('GET / HTTP/1.1\r\nHost: gra')
        await once(socket.resume(), 'close')
      },
    ],
  ])('says nothing of trust if a client %s', async (_, act) => {
    const said: string[] = []
    const other = await listenAsProxy(createWorld(), { authority, onWarning: (text) => said.push(text) })
    await act(portOf(other.httpsUrl), readFileSync(other.certificatePath, 'utf8'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    await other.close()
    expect(said).toEqual([])
  })

  test('says that a port is for https if a client sends plain HTTP', async () => {
    warnings.length = 0
    await raw(portOf(proxy.httpsUrl), 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await vi.waitFor(() => expect(warnings).toEqual([expect.stringContaining('plain HTTP')]))
  })

  test('rejects a second proxy at its port, and answers on', async () => {
    await expect(listenAsProxy(createWorld(), { authority, port: portOf(proxy.url) })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      message: expect.stringContaining(`The port ${portOf(proxy.url)} of 127.0.0.1 is in use: choose`),
    })
    expect((await fetch(proxy.url + path)).status).toBe(200)
  })

  test.each([
    ['a host name with a port', { hostNames: ['graph.test:80'] }, /hostNames.*got graph\.test:80/],
    ['a pattern', { hostNames: ['*.test'] }, /hostNames/],
    ['another choice for other hosts', { others: 'all' as 'pass' }, /others must be/],
    ['an unknown option', { hostnames: [] }, /hostnames/],
  ])('refuses %s', async (_, options, message) => {
    await expect(listenAsProxy(world, { authority, ...options })).rejects.toThrow(message)
  })

  test.each(['', '\x16\x03\x01\x02\x00\x01\x00'])(
    'waits for no request of a client that ended its tunnel after %j',
    async (bytes) => {
      await using own = await listenForCalls(createWorld(), vi.fn(), { authority })
      const { socket } = await tunnel('graph.facebook.com:443', own)
      socket.write(bytes, 'latin1')
      expect(await own.waiting()).toBe(1)
      socket.end()
      await vi.waitFor(async () => expect(await own.waiting()).toBe(0), 3_000)
    },
  )

  test('waits for the requests of all connections that a client made before it sent one', async () => {
    let waiting = -1
    await using own = await listenForCalls(
      createWorld(),
      async () => {
        waiting = await own.waiting()
        return { status: 200, headers: {}, body: '', dropped: false }
      },
      { authority },
    )
    const { hostname, port } = new URL(own.url)
    const made = Array.from({ length: 8 }, () => connect(Number(port), hostname))
    made[0]?.write('GET /v24.0/me HTTP/1.1\r\nhost: graph.facebook.com\r\n\r\n')
    await vi.waitFor(() => expect(waiting).toBe(7), 3_000)
    for (const socket of made) socket.destroy()
  })

  test('closes tunnels that never begin a handshake when it closes', async () => {
    const other = await listenAsProxy(createWorld(), { authority })
    const { socket } = await tunnel('graph.facebook.com:443', other)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.resume()
    await other.close()
    await closed
  })
})

describe('a proxy that passes on requests to other hosts', () => {
  test('copies tunnels and requests, and answers 502 if a host cannot be reached', async () => {
    const elsewhere = createServer(({ url, headers }, response) => {
      response.setHeader('x-proxy-header', String(headers['proxy-authorization']))
      response.end(`elsewhere ${url}`)
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const { port } = elsewhere.address() as AddressInfo
    const passing = await listenAsProxy(createWorld(), { authority, others: 'pass' })
    const [mine, host] = [portOf(passing.url), `127.0.0.1:${port}`]
    try {
      const line = `GET http://${host}/a?b=c`
      const direct = await raw(mine, wire(line, { host, 'proxy-authorization': 'Basic eDp5' }))
      expect([direct.status, direct.body]).toEqual([200, expect.stringContaining('elsewhere /a?b=c')])
      expect(direct.head).toContain('x-proxy-header: undefined')
      const { status, socket } = await tunnel(host, passing)
      expect(status).toBe(200)
      socket.write(wire('GET /tunnel', { host }))
      const data = await new Promise<string>((resolve) =>
        socket.once('data', (part) => resolve(String(part))),
      )
      expect(data).toContain('elsewhere /tunnel')
      const dead = await raw(mine, `CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n`)
      expect([dead.status, dead.body]).toEqual([502, expect.stringContaining('cannot reach 127.0.0.1:1')])
      const gone = await raw(mine, wire('GET http://127.0.0.1:1/', { host: '127.0.0.1:1' }))
      expect([gone.status, gone.body]).toEqual([502, expect.stringContaining('cannot reach 127.0.0.1:1')])
    } finally {
      await passing.close()
      elsewhere.closeAllConnections()
      elsewhere.close()
    }
  })
})

describe('an https server', () => {
  test('has a certificate for its hosts, signed by the authority of the folder', async () => {
    const server = await listen(world, { https: true, authority, allowedHosts: ['graph.test'] })
    expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    expect(server.certificatePath).toBe(proxy.certificatePath)
    for (const host of ['graph.test', 'localhost']) {
      const socket = connect(portOf(server.url), '127.0.0.1')
      expect(JSON.parse((await readOver(socket, `https://${host}${path}`)).body)).toEqual(answered)
    }
    await server.close()
  })

  test('closes connections that never begin a handshake when it closes', async () => {
    const server = await listen(world, { https: true, authority })
    const socket = connect(portOf(server.url), '127.0.0.1')
    await new Promise((resolve) => socket.once('connect', resolve))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    await server.close()
    await closed
  })
})

describe('the authority', () => {
  const mode = (file: string) => statSync(file).mode & 0o777

  test('is made once, and only its user can read the folder and the key', async () => {
    const place = join(folder, 'modes')
    const [one, two] = await Promise.all([openAuthority(place), openAuthority(place)])
    expect(one.cert).toBe(two.cert)
    expect((await openAuthority(place)).cert).toBe(one.cert)
    expect([mode(place), mode(join(place, 'authority.key'))]).toEqual([0o700, 0o600])
    expect(readFileSync(one.certificatePath, 'utf8')).not.toContain('PRIVATE KEY')
    expect(readFileSync(one.bundlePath, 'utf8')).not.toContain('PRIVATE KEY')
  })

  test('may sign servers, but no further authority', async () => {
    const { cert } = await openAuthority(join(folder, 'years'))
    const certificate = new X509Certificate(cert)
    expect(certificate.ca).toBe(true)
    expect(certificate.verify(certificate.publicKey)).toBe(true)
  })

  test.each([
    ['another user may have read', (file: string) => chmodSync(file, 0o644)],
    ['is damaged', (file: string) => writeFileSync(file, readFileSync(file, 'utf8').slice(0, 900))],
    ['is empty', (file: string) => writeFileSync(file, '')],
  ])('replaces a key that %s', async (_, spoil) => {
    const place = mkdtempSync(join(folder, 'spoilt-'))
    const before = await openAuthority(place)
    spoil(join(place, 'authority.key'))
    const after = await openAuthority(place)
    expect(after.cert).not.toBe(before.cert)
    expect((await openAuthority(place)).cert).toBe(after.cert)
    expect(mode(join(place, 'authority.key'))).toBe(0o600)
  })

  test('names a folder that it cannot write', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    await expect(openAuthority(join(file, 'below'))).rejects.toThrow(/--authority FOLDER/)
    expect(existsSync(file)).toBe(true)
  })

  test.each([
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/fauxgraph'],
    ['linux', {}, '/.local/share/fauxgraph'],
    ['darwin', {}, '/Library/Application Support/fauxgraph'],
  ] as const)('is in the folder for data of %s', (platform, env, end) => {
    expect(userFolder(env, platform)).toMatch(new RegExp(`${end}$`))
  })
})
