import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { Delivery } from '../../../src/chapters/webhooks/delivery.ts'
import { httpTransport } from '../../../src/server/http/http-transport.ts'
import { type Listening, type ListenOptions, listen } from '../../../src/server/http/server.ts'
import { hooked, submit } from '../../chapters/webhooks/hook-world.ts'
import { forked, type Scene } from '../../service/scene.ts'

const start = hooked()
const { app } = start
let open: (() => Promise<unknown> | unknown)[] = []

afterEach(async () => {
  await Promise.all(open.map((close) => close()))
  open = []
})

/** A webhook endpoint at a loopback address with any behavior. */
async function receiver(
  behaves: RequestListener,
): Promise<{ url: string; server: Server; calls: IncomingMessage[] }> {
  const calls: IncomingMessage[] = []
  const server = createServer((request, response) => {
    calls.push(request)
    response.on('error', () => {})
    behaves(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=1`, server, calls }
}

const text = async (request: IncomingMessage): Promise<string> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks).toString()
}

/** Serves a fork of the world whose webhook is at a url. */
async function serve(url: string, options: ListenOptions = {}): Promise<Scene & { server: Listening }> {
  const scene = forked(start)
  scene.world.actions.setWebhook({ app, url, verify: false }).unwrap()
  const server = await listen(scene.world, options)
  open.push(() => server.close())
  return { ...scene, server }
}

const post = (url: string, body: object = {}) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const outbox = async ({ server }: { server: Listening }): Promise<Delivery[]> =>
  ((await (await fetch(`${server.url}/_sim/webhooks`)).json()) as { deliveries: Delivery[] }).deliveries

/** Waits until a condition holds, at most 10 seconds. */
async function until(wanted: () => boolean): Promise<void> {
  const end = performance.now() + 10_000
  while (!wanted()) {
    if (performance.now() > end) throw new Error(`The condition did not hold within 10 seconds: ${wanted}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const answers = { full_name: 'A', email: 'a@example.test' }

describe('a server', { timeout: 15_000 }, () => {
  test('delivers a lead by itself, with the bytes that the outbox shows [HOK-001..002]', async () => {
    const got: { method: string | undefined; url: string | undefined; headers: object; body: string }[] = []
    const { url } = await receiver(async (request, response) => {
      const { method, url: target, headers } = request
      got.push({ method, url: target, headers, body: await text(request) })
      response.end('EVENT_RECEIVED')
    })
    const scene = await serve(url)
    const { form } = scene
    expect((await post(`${scene.server.url}/_sim/actions/submitLead`, { form, answers })).status).toBe(200)
    await until(() => scene.world.webhooks.outbox[0]?.status === 'delivered')
    const [{ request } = { request: { headers: {} as Record<string, string>, body: '' } }] =
      await outbox(scene)
    expect(got).toMatchObject([{ method: 'POST', url: '/hook?a=1', body: request.body }])
    expect(got[0]?.headers).toMatchObject({
      host: new URL(url).host,
      'content-type': 'application/json',
      'x-hub-signature': request.headers['X-Hub-Signature'],
      'x-hub-signature-256': request.headers['X-Hub-Signature-256'],
      'accept-encoding': 'identity',
    })
  })

  test('verifies the webhook first, and then delivers leads', async () => {
    const { url, calls } = await receiver((request, response) => {
      response.end(new URL(request.url ?? '', 'http://x').searchParams.get('hub.challenge') ?? '')
    })
    const scene = await serve(url)
    const set = { app, url, verifyToken: 't' }
    const answer = await (await post(`${scene.server.url}/_sim/actions/setWebhook`, set)).json()
    expect(answer).toMatchObject({ value: { status: 'pending' } })
    await until(() => scene.world.events.of('webhook.verified').length === 1)
    submit(scene)
    await until(() => calls.length > 1)
    expect(calls.map(({ method }) => method)).toEqual(['GET', 'POST'])
  })

  test('retries after each move of the clock, and delivers when flushed', async () => {
    let status = 500
    const { url, calls } = await receiver((_, response) => response.writeHead(status).end())
    const scene = await serve(url)
    submit(scene)
    await until(() => scene.world.webhooks.outbox[0]?.attempts.length === 2)
    await post(`${scene.server.url}/_sim/clock`, { advance: '1m' })
    await until(() => scene.world.webhooks.outbox[0]?.attempts.length === 3)
    status = 200
    scene.world.clock.advance('4m')
    await post(`${scene.server.url}/_sim/webhooks/flush`)
    expect(scene.world.webhooks.outbox[0]).toMatchObject({ status: 'delivered' })
    expect(calls).toHaveLength(4)
  })

  test('retries in scaled time', async () => {
    let count = 0
    const { url } = await receiver((_, response) => response.writeHead(++count < 4 ? 500 : 200).end())
    const scene = await serve(url, { time: { scale: 1_000 } })
    submit(scene)
    await until(() => scene.world.webhooks.outbox[0]?.status === 'delivered')
    expect(count).toBe(4)
  })

  test('calls no host that is neither loopback nor listed', async () => {
    const scene = await serve('http://203.0.113.1:9/')
    submit(scene)
    await until(() => scene.world.webhooks.outbox[0]?.attempts.length === 2)
    const error =
      'The host of the webhook is neither a loopback host nor listed in webhookHosts (--webhook-host HOST)'
    expect(scene.world.webhooks.outbox[0]?.attempts[0]).toMatchObject({ status: null, error })
  })

  test('connects to the checked address, without a second lookup [S13]', async () => {
    const { url, calls } = await receiver((_, response) => response.end())
    const { port } = new URL(url)
    const scene = forked(start)
    scene.world.actions.setWebhook({ app, url: `http://hook.test:${port}/`, verify: false }).unwrap()
    const lookup = async () => ['127.0.0.1']
    submit(scene)
    await scene.world.webhooks.flush({ transport: httpTransport({ hosts: ['hook.test'], lookup }) })
    expect(scene.world.webhooks.outbox).toMatchObject([{ status: 'delivered' }])
    expect(calls.map(({ headers }) => headers.host)).toEqual([`hook.test:${port}`])
  })

  test('closes in time with a delivery under way', async () => {
    const { url, calls } = await receiver(() => {})
    const scene = await serve(url, { webhookTimeout: 60_000 })
    submit(scene)
    await until(() => calls.length === 1)
    const before = performance.now()
    await scene.server.close()
    expect(performance.now() - before).toBeLessThan(2_000)
    submit(scene)
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(calls).toHaveLength(1)
  })

  test('has at most 8 requests open to an app that never answers [S14]', async () => {
    const { url, calls } = await receiver(() => {})
    const scene = await serve(url, { webhookTimeout: 60_000 })
    for (let count = 1; count <= 12; count++) {
      submit(scene)
      await fetch(`${scene.server.url}/_sim/world`)
      if (count <= 8) await until(() => calls.length === count)
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(calls).toHaveLength(8)
    expect(scene.world.webhooks.outbox.map(({ notices }) => notices)).toEqual([...Array(8).fill(1), 4])
  })

  test.each([0, -1, 0.5, 600_001, '5s'])('refuses a webhookTimeout of %j', async (webhookTimeout) => {
    const options = { webhookTimeout: webhookTimeout as number }
    await expect(listen(forked(start).world, options)).rejects.toThrow(TypeError)
  })
})

type Behavior = (
  request: IncomingMessage,
  response: ServerResponse,
  scene: () => Scene & { server: Listening },
) => void

const drip = (response: ServerResponse, status: number) => {
  response.writeHead(status)
  const timer = setInterval(() => response.write('.'), 10)
  response.on('close', () => clearInterval(timer))
}

const flood = (response: ServerResponse, status: number) => {
  response.writeHead(status, { 'content-length': String(1024 ** 3) })
  const chunk = Buffer.alloc(64 * 1024)
  const more = () => {
    while (response.writable && response.write(chunk)) {}
  }
  response.on('drain', more)
  more()
}

/** The behavior of an endpoint, and the status of its attempts. */
const hostile: Readonly<Record<string, readonly [Behavior, number | null]>> = {
  'never answers': [() => {}, null],
  'sends a byte at a time without an end': [(_, response) => drip(response, 200), null],
  'hangs after its headers': [(_, response) => void response.writeHead(200).flushHeaders(), null],
  resets: [(request) => void request.socket.resetAndDestroy(), null],
  'breaks off': [
    (_, response) =>
      void response.writeHead(200, { 'content-length': '9' }).write('x', () => response.destroy()),
    null,
  ],
  'answers bytes that are not HTTP': [(request) => void request.socket.end('SMTP ready\r\n\r\n'), null],
  'answers 500': [(_, response) => void response.writeHead(500).end('no'), 500],
  'answers 204': [(_, response) => void response.writeHead(204).end(), 204],
  redirects: [(_, response) => void response.writeHead(301, { location: 'http://127.0.0.1:1/' }).end(), 301],
  'sends 1 GB': [(_, response) => flood(response, 500), 500],
  'has 1,000 content encodings': [
    (_, response) =>
      void response.writeHead(500, { 'content-encoding': Array(1_000).fill('gzip').join(', ') }).end('x'),
    500,
  ],
  'has endless headers': [
    (_, response) => void response.writeHead(500, { 'x-long': 'x'.repeat(100_000) }).end(),
    null,
  ],
  'floods with informational answers': [
    (request) => {
      const { socket } = request
      const chunk = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(2_000)
      const more = () => {
        while (socket.writable && socket.write(chunk)) {}
      }
      socket.on('drain', more)
      more()
    },
    null,
  ],
  'calls back before it answers': [
    (_, response, scene) => {
      const { server, page, pageToken } = scene()
      void fetch(`${server.url}/${page}/feed?access_token=${pageToken}`)
        .then((read) => read.json())
        .then(() => response.writeHead(500).end())
    },
    500,
  ],
}

describe('an endpoint that [S14]', { timeout: 15_000 }, () => {
  test.each(Object.entries(hostile))(
    '%s affects neither calls nor the retry schedule',
    async (_, [behaves, status]) => {
      let scene: (Scene & { server: Listening }) | undefined
      const { url, calls } = await receiver((request, response) => {
        if (scene) behaves(request, response, () => scene as Scene & { server: Listening })
      })
      // An endpoint that never answers gets a short timeout.
      scene = await serve(url, { webhookTimeout: status === null ? 200 : 10_000 })
      const { world, server, page, pageToken } = scene
      const first = world.clock.now
      submit(scene)
      await until(() => calls.length > 0)
      // Calls are answered meanwhile.
      const read = await fetch(`${server.url}/${page}/feed?access_token=${pageToken}`)
      expect(read.status).toBe(200)
      await until(() => world.webhooks.outbox[0]?.attempts.length === 2)
      world.clock.advance('1m')
      await until(() => world.webhooks.outbox[0]?.attempts.length === 3)
      const { attempts, due } = world.webhooks.outbox[0] ?? { attempts: [], due: 0 }
      expect(attempts.map(({ at }) => at - first)).toEqual([0, 0, 60_000])
      expect(attempts.map((attempt) => attempt.status)).toEqual([status, status, status])
      expect((due ?? 0) - first).toBe(300_000)
      expect(calls).toHaveLength(3)
    },
  )
})

describe('informational answers', () => {
  const carry = (url: string) => {
    const request = { method: 'POST', url, headers: {}, body: '{}' }
    const delivery = { request, signal: new AbortController().signal }
    return httpTransport()(delivery as unknown as Parameters<ReturnType<typeof httpTransport>>[0])
  }
  const hinting = (hints: number) => (_: IncomingMessage, response: ServerResponse) => {
    for (let at = 0; at < hints; at++) response.writeEarlyHints({ link: `</${at}>; rel=preload` })
    response.writeHead(204).end()
  }

  test('are read up to a bound, and one more closes the connection', async () => {
    const fine = await receiver(hinting(16))
    expect(await carry(fine.url)).toEqual({ status: 204, body: '' })
    const flooding = await receiver(hinting(17))
    await expect(carry(flooding.url)).rejects.toThrow('more than 16 informational answers')
  })
})
