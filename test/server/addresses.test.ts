import { afterEach, describe, expect, test } from 'vitest'
import { toFetchHandler } from '../../src/server/fetch.ts'
import { listen } from '../../src/server/http/server.ts'
import { replay } from '../../src/world/create-world.ts'
import type { World } from '../../src/world/world.ts'
import { begin, jsonOf } from '../service/scene.ts'
import { overSocket } from './transports.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

type Ask = (origin: string, path: string) => Promise<Answer>

/**
 * Ways to send a request to an origin: an absolute URL, a fetch, and a socket with the Host of the origin.
 */
const ways: Readonly<Record<string, (world: World) => Promise<Ask>>> = {
  'in process': async (world) => async (origin, path) => world.request({ method: 'GET', url: origin + path }),
  'by fetch': async (world) => {
    const handle = toFetchHandler(world)
    return async (origin, path) => {
      const response = await handle(new Request(origin + path))
      const body = new Uint8Array(await response.arrayBuffer())
      return { status: response.status, headers: Object.fromEntries(response.headers), body }
    }
  },
  'by socket': async (world) => {
    const server = await listen(world, { allowedHosts: ['graph.test', 'web.test', 'one.test', 'other.test'] })
    closing.push(() => server.close())
    const port = Number(new URL(server.url).port)
    return (origin, path) =>
      overSocket(port, { method: 'GET', path, headers: { host: new URL(origin).host } })
  },
  'by a socket with an absolute URL as target': async (world) => {
    const server = await listen(world)
    closing.push(() => server.close())
    const port = Number(new URL(server.url).port)
    return (origin, path) => overSocket(port, { method: 'GET', path: origin + path })
  },
}

/** A world and a path of each kind: calls of the service, the export of leads, and a picture. */
function scene(urls: { baseUrl?: string; webUrl?: string } = {}) {
  const { world, page, form, pageToken, userToken } = begin(urls)
  const photo = world.as(pageToken).uploadPagePhoto({ page, url: 'https://img.test/a.png' }).unwrap().id
  const { images } = world.as(pageToken).readPhoto({ photo, fields: 'images' }).unwrap()
  const source = new URL(String(images?.[0]?.source)).pathname
  const paths = {
    feed: `/v26.0/${page}/feed?access_token=${pageToken}`,
    batch: `/v26.0/?ids=${page}&access_token=${pageToken}`,
    export: `/ads/lead_gen/export_csv/?id=${form}&type=form&access_token=${userToken}`,
    picture: `${source}?access_token=${pageToken}`,
  }
  return { world, paths }
}

type Kind = keyof ReturnType<typeof scene>['paths']

const types: Readonly<Record<Kind, RegExp>> = {
  feed: /^application\/json/,
  batch: /^application\/json/,
  export: /^text\/tab-separated-values/,
  picture: /^image\//,
}

const apart = { baseUrl: 'https://graph.test', webUrl: 'https://web.test' }
const together = { baseUrl: 'https://one.test', webUrl: 'https://one.test' }
const byPort = { baseUrl: 'http://graph.test:8080', webUrl: 'http://graph.test:8081' }

describe.each(Object.entries(ways))('a request %s', (_, way) => {
  test.each<[string, object, string, readonly Kind[]]>([
    ['the base address serves calls only', apart, 'https://graph.test', ['feed', 'batch']],
    ['the web address serves exports and pictures only', apart, 'https://web.test', ['export', 'picture']],
    ['the base address in upper case', apart, 'https://GRAPH.test:443', ['feed', 'batch']],
    ['another origin serves both', apart, 'https://other.test', ['feed', 'batch', 'export', 'picture']],
    ['one origin for both serves both', together, 'https://one.test', ['feed', 'batch', 'export', 'picture']],
    ['a port of the base address', byPort, 'http://graph.test:8080', ['feed', 'batch']],
    ['a port of the web address', byPort, 'http://graph.test:8081', ['export', 'picture']],
  ])('%s [CNV-002, LEA-029]', async (_, urls, origin, served) => {
    const { world, paths } = scene(urls)
    const ask = await way(world)
    for (const kind of Object.keys(paths) as Kind[]) {
      const { status, headers, body } = await ask(origin, paths[kind])
      if (served.includes(kind)) {
        expect([kind, status, headers['content-type']]).toEqual([
          kind,
          200,
          expect.stringMatching(types[kind]),
        ])
      } else {
        expect([kind, status, jsonOf({ body })]).toMatchObject([
          kind,
          400,
          { error: { code: 100, error_subcode: 33 } },
        ])
      }
    }
  })
})

test.each(['feed', 'batch', 'export', 'picture'] as const)(
  'a request without an origin gets the %s [CNV-002]',
  (kind) => {
    const { world, paths } = scene(apart)
    const { status, headers } = world.request({ method: 'GET', url: paths[kind] })
    expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(types[kind])])
  },
)

describe('the calls of a batch', () => {
  const sent = (origin: string) => {
    const { world, paths } = scene(apart)
    const batch = [paths.feed, paths.export].map((path) => ({ method: 'GET', relative_url: path.slice(1) }))
    const [, token = ''] = paths.feed.split('access_token=')
    return world.request({ method: 'POST', path: `${origin}/`, params: { batch, access_token: token } })
  }

  test.each([
    ['https://graph.test', [200, 400]],
    ['', [200, 200]],
  ])('are sent to the address of the batch: %j [CNV-002]', (origin, codes) => {
    const answers = jsonOf(sent(origin)) as unknown as { code: number }[]
    expect(answers.map(({ code }) => code)).toEqual(codes)
  })

  test('are refused at the web address [CNV-002]', () => {
    expect(jsonOf(sent('https://web.test'))).toMatchObject({ error: { code: 100, error_subcode: 33 } })
  })
})

test.each([
  ['https://graph.test', 'https://graph.test', 'https://web.test'],
  ['http://graph.test', 'http://graph.test', 'https://web.test'],
  ['https://graph.test/_sim/w/a', 'https://graph.test/_sim/w/a', 'https://web.test/_sim/w/a'],
  ['http://localhost:4711', 'http://localhost:4711', 'http://localhost:4711'],
  ['http://localhost:4711/_sim/w/a', 'http://localhost:4711/_sim/w/a', 'http://localhost:4711/_sim/w/a'],
])('links in an answer of %s lead to %s, and to pictures at %s', (base, graph, web) => {
  const { world, page, pageToken } = begin()
  for (const name of ['a', 'b'])
    world
      .as(pageToken)
      .uploadPagePhoto({ page, url: `https://img.test/${name}.png` })
      .unwrap()
  const url = `/v26.0/${page}/photos?type=uploaded&fields=images&limit=1&access_token=${pageToken}`
  const { data, paging } = jsonOf(world.request({ method: 'GET', url, base })) as {
    data: [{ images: [{ source: string }] }]
    paging: { next: string }
  }
  expect(paging.next.startsWith(`${graph}/v26.0/`)).toBe(true)
  expect(data[0].images[0].source.startsWith(`${web}/pictures/`)).toBe(true)
})

test('a recording is replayed at the same addresses', () => {
  const { world, paths } = scene(apart)
  for (const origin of Object.values(apart))
    for (const path of Object.values(paths)) world.request({ method: 'GET', url: origin + path })
  const again = replay(world.history.recording())
  expect(again.difference).toBeUndefined()
  expect(again.world.hash('full')).toBe(world.hash('full'))
})
