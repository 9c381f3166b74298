import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { interceptFetch, toFetchHandler } from '../../src/server/fetch.ts'
import { pictureRenderer } from '../../src/server/http/pictures.ts'
import { createWorld } from '../../src/world/create-world.ts'
import type { Starter } from '../../src/world/starter/starter-names.ts'
import type { World } from '../../src/world/world.ts'
import { readPicture } from '../chapters/pictures/read-picture.ts'
import { plainJpeg } from '../chapters/pictures/samples.ts'

let world: World
let names: Starter

beforeEach(() => {
  world = createWorld()
  names = world.starter()
})
afterEach(() => {
  vi.useRealTimers()
})

const address = () => `https://graph.test/v26.0/${names.campaign}?fields=name&access_token=${names.userToken}`
const campaign = () => ({ id: names.campaign, name: 'Starter Campaign' })
const publishing = (body: RequestInit['body'], headers: Record<string, string> = {}) =>
  new Request(`https://graph.test/${names.page}/feed?access_token=${names.pageToken}`, {
    method: 'POST',
    ...(body !== undefined && { body }),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    duplex: 'half',
  } as RequestInit)

describe('a fetch handler', () => {
  const faked = ['setTimeout', 'setInterval', 'setImmediate', 'Date', 'performance'] as const

  test('answers a read under fake timers that never advance, even if they fake queueMicrotask', async () => {
    const handle = toFetchHandler(world)
    vi.useFakeTimers({ toFake: [...faked, 'queueMicrotask'] })
    const response = await handle(new Request(address()))
    expect(await response.json()).toEqual(campaign())
  })

  test('copies the bytes of a picture for each reader', async () => {
    const url = 'https://img.test/a.png'
    world.actions.registerUrl({ url, bytes: await plainJpeg(8, 8) }).unwrap()
    const { id } = world.as(names.pageToken).uploadPagePhoto({ page: names.page, url }).unwrap()
    const handle = toFetchHandler(world)
    const { images } = world.as(names.pageToken).readPhoto({ photo: id, fields: 'images' }).unwrap()
    const [{ source = '' } = {}] = images as { source: string }[]
    const read = async () => (await (await handle(new Request(source))).body?.getReader().read())?.value
    const first = await read()
    const before = first?.slice()
    first?.fill(0)
    expect(before?.length).toBeGreaterThan(100)
    expect(await read()).toEqual(before)
  })

  // The platform closes the body of a Request in a microtask, which therefore must not be faked.
  test('answers a write under fake timers that never advance', async () => {
    const handle = toFetchHandler(world)
    vi.useFakeTimers({ toFake: [...faked] })
    const response = await handle(publishing('message=x'))
    vi.useRealTimers()
    expect(response.status).toBe(200)
  })

  test('links to the web address only from the base address of the world', async () => {
    const url = 'https://img.test/a.png'
    const { id } = world.as(names.pageToken).uploadPagePhoto({ page: names.page, url }).unwrap()
    const path = `/${id}?fields=images&access_token=${names.pageToken}`
    const sourceAt = async (origin: string) => {
      const response = await toFetchHandler(world)(new Request(origin + path))
      return new URL((await response.json()).images[0].source).origin
    }
    expect(await sourceAt('https://graph.test')).toBe('https://web.test')
    expect(await sourceAt('https://elsewhere.test:8443')).toBe('https://elsewhere.test:8443')
  })

  test('reads a body up to the limit, counted while it streams', async () => {
    const handle = toFetchHandler(world, { bodyLimit: 20 })
    const streamed = (length: number) => {
      const chunks = Array.from({ length: Math.ceil(length / 8) }, (_, at) => Math.min(8, length - 8 * at))
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          const size = chunks.shift()
          if (size === undefined) controller.close()
          else controller.enqueue(new TextEncoder().encode(`message=${'x'.repeat(64)}`.slice(0, size)))
        },
      })
    }
    const before = world.hash('full')
    const refused = await handle(publishing(streamed(21)))
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      error: { code: 100, message: expect.stringContaining('20') },
    })
    expect(world.hash('full')).toBe(before)
    expect((await handle(publishing(streamed(20)))).status).toBe(200)
    expect((await handle(publishing('message='.padEnd(21, 'x')))).status).toBe(400)
  })

  test('answers with a network error if the connection is dropped', async () => {
    world.faults.add({ match: {}, fault: { kind: 'drop' } })
    expect(await toFetchHandler(world)(new Request(address()))).toMatchObject({ type: 'error', status: 0 })
  })

  test('answers 500 with an error without a code if the simulation throws', async () => {
    const broken: World = {
      ...world,
      seq: 0,
      request() {
        throw new Error('an invariant is broken')
      },
    }
    const response = await toFetchHandler(broken)(new Request(address()))
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      error: { message: 'fauxgraph failed: an invariant is broken', type: 'InternalError' },
    })
  })

  test.each([
    ['of another origin', { origin: 'https://evil.com' }, 403],
    ['of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['of an allowed origin', { origin: 'https://app.test', 'sec-fetch-site': 'cross-site' }, 200],
    ['of its own origin', { origin: 'https://graph.test', 'sec-fetch-site': 'same-origin' }, 200],
  ])('a page %s may write, or gets 403', async (_, headers, status) => {
    const before = world.hash('full')
    const handle = toFetchHandler(world, { cors: ['https://app.test'] })
    const response = await handle(publishing('message=x', headers as Record<string, string>))
    expect(response.status).toBe(status)
    expect(world.hash('full') === before).toBe(status === 403)
  })
})

describe('a picture in another size than the original', () => {
  async function smallerPicture() {
    const source = await plainJpeg(1200, 600)
    const made = world.as(names.pageToken).uploadPagePhoto({ page: names.page, source }).unwrap()
    const photo = world.as(names.pageToken).readPhoto({ photo: made.id, fields: 'images' }).unwrap()
    const image = (photo.images ?? []).find(({ width }) => width === 960)
    return { source, address: image?.source ?? '' }
  }

  test('is resized if there is a renderer', async () => {
    const { address } = await smallerPicture()
    const pictures = await pictureRenderer()
    const response = await toFetchHandler(world, pictures ? { pictures } : {})(new Request(address))
    expect([response.headers.get('content-type'), response.headers.get('x-fauxgraph-picture')]).toEqual([
      'image/jpeg',
      null,
    ])
    const picture = readPicture(new Uint8Array(await response.arrayBuffer()))
    expect(picture).toMatchObject({ format: 'jpeg', width: 960, height: 480 })
  })

  test.each([
    ['there is no renderer', {}],
    ['the renderer cannot decode it', { pictures: async () => undefined }],
  ])('is the original with a header if %s', async (_, options) => {
    const { source, address } = await smallerPicture()
    const response = await toFetchHandler(world, options)(new Request(address))
    expect(response.headers.get('x-fauxgraph-picture')).toBe('original')
    expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), source)).toBe(0)
  })

  test('gets 503 if too many pictures wait', async () => {
    const { address } = await smallerPicture()
    const pictures = async () => 'busy' as const
    const response = await toFetchHandler(world, { pictures })(new Request(address))
    expect(response.status).toBe(503)
    expect((await response.json()).error.message).toContain('exceed 67108864 bytes together')
  })

  test('is not resized for a HEAD', async () => {
    const { address } = await smallerPicture()
    const pictures = vi.fn(async () => undefined)
    const response = await toFetchHandler(world, { pictures })(new Request(address, { method: 'HEAD' }))
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(pictures).not.toHaveBeenCalled()
  })
})

describe('an intercepted fetch', () => {
  const real = globalThis.fetch
  const elsewhere = vi.fn(async () => new Response('elsewhere'))
  beforeEach(() => {
    elsewhere.mockClear()
    globalThis.fetch = elsewhere
  })
  afterEach(() => {
    globalThis.fetch = real
  })

  test.each([
    ['a text', () => fetch(address())],
    ['an address', () => fetch(new URL(address()))],
    ['a request', () => fetch(new Request(address()))],
  ])('answers %s for its origins only, until it is disposed', async (_, ask) => {
    const intercept = interceptFetch(world, { origins: ['https://graph.test/'.slice(0, -1)] })
    expect(await (await ask()).json()).toEqual(campaign())
    expect(elsewhere).not.toHaveBeenCalled()
    for (const other of [
      'https://graph.test:8443/',
      'http://graph.test/',
      'https://graph.test.evil.com/',
      '/relative',
    ])
      expect(await (await fetch(other, { method: 'POST' })).text()).toBe('elsewhere')
    expect(elsewhere).toHaveBeenLastCalledWith('/relative', { method: 'POST' })
    intercept[Symbol.dispose]()
    expect(globalThis.fetch).toBe(elsewhere)
  })

  test('is disposed in any order', async () => {
    const first = interceptFetch(world, { origins: ['https://graph.test'] })
    const second = interceptFetch(createWorld(), { origins: ['https://other.test'] })
    first[Symbol.dispose]()
    expect(await (await fetch(address())).text()).toBe('elsewhere')
    expect((await fetch('https://other.test/me')).headers.get('facebook-api-version')).toBe('v26.0')
    second[Symbol.dispose]()
    expect(await (await fetch('https://other.test/me')).text()).toBe('elsewhere')
    expect(globalThis.fetch).toBe(elsewhere)
  })

  test('leaves a fetch in place that other code put over it', async () => {
    const intercept = interceptFetch(world, { origins: ['https://graph.test'] })
    const below = globalThis.fetch
    const above: typeof fetch = (input, init) => below(input, init)
    globalThis.fetch = above
    intercept[Symbol.dispose]()
    expect(globalThis.fetch).toBe(above)
    expect(await (await fetch(address())).text()).toBe('elsewhere')
  })

  test('rejects as fetch does if the connection is dropped', async () => {
    const intercept = interceptFetch(world, { origins: ['https://graph.test'] })
    world.faults.add({ match: {}, fault: { kind: 'drop' } })
    await expect(fetch(address())).rejects.toMatchObject({
      name: 'TypeError',
      message: 'fetch failed',
      cause: expect.any(Error),
    })
    intercept[Symbol.dispose]()
  })

  test('is aborted by a signal', async () => {
    const intercept = interceptFetch(world, { origins: ['https://graph.test'] })
    const before = world.hash('full')
    await expect(fetch(address(), { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(world.hash('full')).toBe(before)
    intercept[Symbol.dispose]()
  })

  test('refuses an option of another name', () => {
    const options = { origins: ['https://graph.test'], orgins: [] }
    expect(() => interceptFetch(world, options)).toThrow(
      'interceptFetch has no option "orgins": did you mean origins?',
    )
    expect(globalThis.fetch).toBe(elsewhere)
  })

  test('refuses names that are not origins', () => {
    expect(() => interceptFetch(world, { origins: ['graph.test'] })).toThrow(TypeError)
    expect(globalThis.fetch).toBe(elsewhere)
  })
})

test.each([
  [{ inspecter: false }, 'toFetchHandler has no option "inspecter": did you mean inspector?'],
  [{ controll: false }, 'toFetchHandler has no option "controll": did you mean control?'],
])('toFetchHandler refuses %o, which would leave the control plane open', (options: object, message) => {
  expect(() => toFetchHandler(createWorld(), options)).toThrow(message)
})
