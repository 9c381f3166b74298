import https from 'node:https'
import { afterAll, describe, expect, test as plain } from 'vitest'
import { testWorldOf } from '../../src/front/runners/test-world.ts'
import { test } from '../../src/front/runners/vitest/index.ts'
import { interceptFetch } from '../../src/server/fetch.ts'
import { listen } from '../../src/server/http/server.ts'
import { type Intercept, intercept as interceptProcess } from '../../src/server/node/intercept.ts'
import { createWorld } from '../../src/world/create-world.ts'
import type { StarterWorld, World } from '../../src/world/world.ts'

const origin = 'https://graph.facebook.com'
const addressOf = ({ names }: StarterWorld) => `${origin}/${names.page}/feed?access_token=${names.pageToken}`

/** A world with one post, by which it is told from others. */
function worldWith(message: string): StarterWorld {
  const world = createWorld({ starter: { publications: false } })
  publish(world, message)
  return world
}

function publish(world: StarterWorld, message: string): void {
  const { page, pageToken } = world.names
  world.as(pageToken).publishPost({ page, message }).unwrap()
}

type Feed = { readonly data: readonly { readonly message?: string }[] }
const messagesIn = (body: unknown) => (body as Feed).data.map(({ message }) => message)

const byFetch = async (address: string) => messagesIn(await (await fetch(address)).json())

const byHttps = (address: string) =>
  new Promise<readonly (string | undefined)[]>((resolve, reject) => {
    const asked = https.get(address, (response) => {
      let body = ''
      response.on('data', (part) => {
        body += part
      })
      response.on('end', () => resolve(messagesIn(JSON.parse(body))))
    })
    asked.on('error', reject)
  })

/** The message of the error by which a request fails: `fetch` has it as the cause of its own. */
const failureOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    (value) => `it was answered: ${JSON.stringify(value)}`,
    (error) => String((error.cause ?? error).message),
  )

const clients: [string, (address: string) => Promise<unknown>][] = [
  ['fetch', byFetch],
  ['https', byHttps],
]

const before = { fetch: globalThis.fetch, get: https.get }
const alone = test.baseline(() => worldWith('in the baseline'))

describe('the fixture intercept', () => {
  alone('answers for the world of the test', async ({ world, intercept }) => {
    await intercept()
    publish(world, 'in the test')
    for (const [, read] of clients)
      expect(await read(addressOf(world))).toEqual(['in the test', 'in the baseline'])
  })

  plain('has ended with the test before', () => {
    expect([globalThis.fetch, https.get]).toEqual([before.fetch, before.get])
  })

  alone('takes the options of intercept', async ({ world, intercept }) => {
    await intercept({ origins: ['https://graph.test'] })
    expect(await byFetch(addressOf(world).replace(origin, 'https://graph.test'))).toEqual(['in the baseline'])
    await expect(intercept({ origin: [] } as object)).rejects.toThrow('has no option "origin"')
  })
})

describe('an intercept that is left on', () => {
  const left: Disposable[] = []
  const kept: { world?: StarterWorld; fork?: World; url?: string } = {}
  const lateText = 'The test "an intercept that is left on > leaves everything on" is over, but '

  alone('leaves everything on', async ({ world }) => {
    kept.world = world
    kept.fork = world.fork()
    left.push(interceptProcess(world), interceptFetch(world, { origins: ['https://graph.test'] }))
    const server = await listen(world)
    kept.url = server.url
    left.push({ [Symbol.dispose]: () => void server.close() })
    expect(await byFetch(addressOf(world))).toEqual(['in the baseline'])
  })

  plain.each(clients)('fails a later call by %s, and names its test', async (_, read) => {
    const { world = expect.unreachable() } = kept
    const failure = await failureOf(read(addressOf(world)))
    expect(failure).toContain(`${lateText}GET ${origin}/${world.names.page}/feed reached its world`)
    expect(failure).not.toContain(world.names.pageToken)
  })

  plain('fails a later call by interceptFetch', async () => {
    const { world = expect.unreachable() } = kept
    const address = addressOf(world).replace(origin, 'https://graph.test')
    expect(await failureOf(byFetch(address))).toContain(lateText)
  })

  plain('fails a later call by its server', async () => {
    const { world = expect.unreachable(), url = '' } = kept
    const answer = await fetch(addressOf(world).replace(origin, url))
    expect(answer.status).toBe(500)
    const { error } = await answer.json()
    expect(error.message).toContain(`${lateText}a call reached its world`)
    expect(error.message).not.toContain('fauxgraph failed')
  })

  plain('fails later typed calls, actions and requests, also of a fork', () => {
    const { world = expect.unreachable(), fork = expect.unreachable() } = kept
    const { page, pageToken } = world.names
    for (const one of [world, fork]) {
      expect(() => one.as(pageToken).readPage({ page })).toThrow(lateText)
      expect(() => one.actions.createUser({ name: 'Ann' })).toThrow(`${lateText}actions.createUser`)
      expect(() => one.request({ method: 'GET', url: `/${page}` })).toThrow(lateText)
    }
  })

  plain('lets what reads the world look at it', () => {
    const { world = expect.unreachable() } = kept
    const { page, pageToken } = world.names
    expect(world.calls.length).toBeGreaterThan(0)
    expect(world.why({ operation: 'readPage', token: pageToken, params: { page } }).status).toBe(200)
    expect(world.trace().steps.length).toBeGreaterThan(0)
  })

  alone('gives way to the intercept of the next test', async ({ world, intercept }) => {
    await intercept()
    publish(world, 'in the next test')
    for (const [, read] of clients)
      expect(await read(addressOf(world))).toEqual(['in the next test', 'in the baseline'])
  })

  afterAll(() => {
    for (const one of left) one[Symbol.dispose]()
    expect(globalThis.fetch).toBe(before.fetch)
  })
})

/** A point that a number of tests reach together, so that their requests mix in time. */
function meeting(count: number): () => Promise<void> {
  let waiting = count
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    waiting -= 1
    if (waiting === 0) open()
    return opened
  }
}

/** Reads the feed several times while another test does so. */
async function reads(world: StarterWorld): Promise<unknown[]> {
  const all: unknown[] = []
  for (let time = 0; time < 3; time++)
    for (const [, read] of clients) {
      await new Promise((resolve) => setTimeout(resolve, 1))
      all.push(await read(addressOf(world)))
    }
  return all
}

describe('tests that start in the same flow', () => {
  /** Starts tests as a runner starts concurrent ones: without waiting, each after the other. */
  const together = async (tests: readonly (() => Promise<void>)[]) => {
    await Promise.all(tests.map((start) => start()))
  }

  type Way = (world: StarterWorld) => Disposable
  const ways: [string, Way][] = [
    ['intercept', (world) => interceptProcess(world)],
    ['interceptFetch', (world) => interceptFetch(world, { origins: [origin] })],
  ]

  test.each(ways)('%s tells worlds without a test apart', async (_, on) => {
    const meet = meeting(3)
    const seen: unknown[] = []
    const body = (name: string) => async () => {
      const world = worldWith(name)
      const running = on(world)
      await meet()
      seen.push([name, await byFetch(addressOf(world))])
      running[Symbol.dispose]()
    }
    await together(['one', 'two', 'three'].map(body))
    expect(seen).toEqual(['one', 'two', 'three'].map((name) => [name, [name]]))
  })

  test.each(ways)('%s tells worlds of tests apart, and never answers for another one', async (_, on) => {
    const meet = meeting(3)
    const seen: unknown[] = []
    const body = (name: string) => async () => {
      const world = worldWith(name)
      testWorldOf(world, name)
      const running = on(world)
      await meet()
      seen.push(await byFetch(addressOf(world)))
      if (name === 'two') {
        running[Symbol.dispose]()
        seen.push(await failureOf(byFetch(addressOf(world))))
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
      running[Symbol.dispose]()
    }
    await together(['one', 'two', 'three'].map(body))
    expect(seen).toHaveLength(4)
    expect(seen.slice(0, 3)).toEqual([['one'], ['two'], ['three']])
    expect(seen[3]).toContain(`Several worlds answer GET ${origin}/`)
  })

  test('two intercepts of one test, made without waiting, answer both', async () => {
    const [outer, inner] = [worldWith('outer'), worldWith('inner')]
    const far = 'https://graph.test'
    const first = interceptProcess(outer)
    const second = interceptFetch(inner, { origins: [far] })
    expect(await byFetch(addressOf(outer))).toEqual(['outer'])
    expect(await byFetch(addressOf(inner).replace(origin, far))).toEqual(['inner'])
    second[Symbol.dispose]()
    first.restore()
  })
})

const six = (messages: readonly string[]) => Array.from({ length: 6 }, () => messages)

describe('tests that run at the same time', () => {
  const meet = meeting(2)
  for (const name of ['one', 'two'])
    alone.concurrent(`with the fixture: ${name}`, async ({ world, intercept }) => {
      intercept()
      publish(world, name)
      await meet()
      expect(await reads(world)).toEqual(six([name, 'in the baseline']))
    })

  const meetPlain = meeting(2)
  for (const name of ['one', 'two'])
    plain.concurrent(`with worlds that they make: ${name}`, async () => {
      const world = worldWith(name)
      using _ = interceptProcess(world)
      await meetPlain()
      expect(await reads(world)).toEqual(six([name]))
    })

  const meetMixed = meeting(2)
  for (const name of ['one', 'two'])
    plain.concurrent(`with intercept and interceptFetch: ${name}`, async () => {
      const world = worldWith(name)
      const running = name === 'one' ? interceptProcess(world) : interceptFetch(world, { origins: [origin] })
      await meetMixed()
      for (let time = 0; time < 3; time++) expect(await byFetch(addressOf(world))).toEqual([name])
      running[Symbol.dispose]()
    })

  const meetApart = meeting(2)
  const worlds: StarterWorld[] = []
  for (const name of ['one', 'two'])
    alone.concurrent(`are refused where they cannot be told apart: ${name}`, async ({ world, intercept }) => {
      worlds.push(world)
      // What starts after an await lies beside the body of the test, not around it.
      const setUp = async () => {
        await Promise.resolve()
        await intercept()
      }
      await setUp()
      await meetApart()
      for (const [, read] of clients) {
        const failure = await failureOf(read(addressOf(world)))
        expect(failure).toContain(`Several worlds answer GET ${origin}/`)
        for (const { seed } of worlds)
          expect(failure).toContain(`the world of the test ${JSON.stringify(seed)}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    })
})

describe('intercepts of one test', () => {
  const running: Intercept[] = []

  plain('the one that was made last answers, also if it was made in a function that waits', async () => {
    const [outer, inner] = [worldWith('outer'), worldWith('inner')]
    const first = interceptProcess(outer)
    const setUp = async () => {
      await Promise.resolve()
      return interceptProcess(inner)
    }
    const second = await setUp()
    expect(await byFetch(addressOf(inner))).toEqual(['inner'])
    second.restore()
    expect(await byFetch(addressOf(outer))).toEqual(['outer'])
    first.restore()
  })

  plain('many that end leave nothing behind', async () => {
    const world = worldWith('many')
    for (let time = 0; time < 100; time++) interceptProcess(world).restore()
    running.push(interceptProcess(world))
    expect(await byFetch(addressOf(world))).toEqual(['many'])
    for (const one of running) one.restore()
    expect(globalThis.fetch).toBe(before.fetch)
  })
})
