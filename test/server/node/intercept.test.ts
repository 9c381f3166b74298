import http, { createServer } from 'node:http'
import https, { get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { interceptFetch } from '../../../src/server/fetch.ts'
import { type Intercept, type InterceptOptions, intercept } from '../../../src/server/node/intercept.ts'
import { reachesPlatform } from '../../../src/server/platform-hosts.ts'
import { createWorld } from '../../../src/world/create-world.ts'

const world = createWorld()
const { campaign, page, pageToken, userToken } = world.starter()
const path = `/v26.0/${campaign}?fields=name&access_token=${userToken}`
const url = `https://graph.facebook.com${path}`
const answered = { id: campaign, name: 'Starter Campaign' }
const before = { fetch: globalThis.fetch, request: https.request, get: https.get, plain: http.request }
const untouched = () => {
  expect(globalThis.fetch).toBe(before.fetch)
  expect([https.request, https.get, http.request]).toEqual([before.request, before.get, before.plain])
}

const running: Intercept[] = []
const start = (options?: InterceptOptions, answering = world) => {
  const made = intercept(answering, options)
  running.push(made)
  return made
}
afterEach(() => {
  for (const made of running.splice(0)) made.restore()
  untouched()
})

/** Reads a URL with a function such as `https.get`. */
const byNode = (asking: typeof https.get, address: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const asked = asking(address, (response) => {
      let body = ''
      response.on('data', (part) => {
        body += part
      })
      response.on('end', () => resolve(JSON.parse(body)))
    })
    asked.on('error', reject)
    asked.end()
  })

/** The error of the connection by which a request fails: `fetch` has it as the cause of its own. */
const failureOf = async (asked: Promise<unknown>): Promise<Error> => {
  const error: unknown = await asked.then(
    () => new Error('The request did not fail'),
    (reason) => (reason instanceof TypeError ? reason.cause : reason),
  )
  return error instanceof Error ? error : new Error(`The failure is no error: ${error}`)
}

const clients: [string, (address: string) => Promise<unknown>][] = [
  ['fetch', async (address) => (await fetch(address)).json()],
  ['https.request', (address) => byNode(https.request, address)],
  ['https.get', (address) => byNode(https.get, address)],
  ['https.get, imported by name', (address) => byNode(get, address)],
]

describe.each(clients)('an intercept of %s', (_, read) => {
  test('answers every host of the platform', async () => {
    start()
    for (const host of ['graph.facebook.com', 'graph-video.facebook.com', 'www.facebook.com'])
      expect(await read(`https://${host}${path}`)).toEqual(answered)
  })

  test('fails requests to hosts of the platform that it does not answer, whatever the options say', async () => {
    start({ origins: ['https://graph.test'], onUnhandled: 'bypass' })
    expect(await read(`https://graph.test${path}`)).toEqual(answered)
    const failure = await failureOf(read(url))
    const { message } = failure
    expect(message).toContain('No intercept answers GET https://graph.facebook.com/v26.0/')
    expect(message).not.toContain(userToken)
  })

  test.each([
    'https://graph.facebook.com.',
    'https://rupload.facebook.com',
    'https://m.facebook.com',
    'https://graph.instagram.com',
    'https://graph.threads.net',
  ])('fails requests to %s, which a world does not answer', async (origin) => {
    start({ onUnhandled: 'bypass' })
    const { message } = await failureOf(read(`${origin}${path}`))
    expect(message).toContain(`No intercept answers GET ${origin}/v26.0/`)
  })

  test('breaks the connection if a fault drops it', async () => {
    const faulty = world.fork()
    faulty.faults.add({ match: {}, fault: { kind: 'drop' } })
    start({}, faulty)
    const failure = await failureOf(read(url))
    expect(failure).toMatchObject({ message: 'socket hang up', code: 'ECONNRESET' })
  })
})

test.each(['notfacebook.com', 'facebook.com.test', 'graph.test', '127.0.0.1'])(
  'the host %s is not one of the platform',
  (host) => {
    expect(reachesPlatform(host)).toBe(false)
  },
)

describe('an intercept', () => {
  test('takes the body of a POST of node:https', async () => {
    start()
    const made = await new Promise((resolve, reject) => {
      const asked = https.request(
        `https://graph.facebook.com/v26.0/${page}/feed`,
        { method: 'POST' },
        (response) => {
          response.on('data', (part) => resolve(JSON.parse(String(part))))
        },
      )
      asked.on('error', reject)
      asked.setHeader('content-type', 'application/json')
      asked.end(JSON.stringify({ message: 'by https', access_token: pageToken }))
    })
    expect(made).toEqual({ id: expect.stringMatching(new RegExp(`^${page}_\\d+$`)) })
  })

  test('lets requests to loopback hosts pass, and fails or reports others as the option says', async () => {
    const elsewhere = createServer((_, response) => response.end('"elsewhere"'))
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const local = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const failing = start({ onUnhandled: 'error' })
    expect(await (await fetch(local)).json()).toBe('elsewhere')
    expect(await byNode(http.get as typeof https.get, local)).toBe('elsewhere')
    await expect(fetch('https://nowhere.test/')).rejects.toMatchObject({
      cause: { message: expect.stringContaining('list https://nowhere.test in origins') },
    })
    failing.restore()
    start({ onUnhandled: 'warn' })
    await expect(byNode(https.get, 'https://nowhere.invalid/')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('GET https://nowhere.invalid/'))
    warn.mockRestore()
    elsewhere.closeAllConnections()
    elsewhere.close()
  })

  test.each([
    ['the order in which they were made', [0, 1, 2]],
    ['the reverse order', [2, 1, 0]],
    ['another order', [1, 2, 0]],
  ])('restores everything if several end in %s', async (_, order) => {
    const other = createWorld({ seed: 'other' })
    other.starter()
    const made = [
      start(),
      start({ origins: ['https://graph.facebook.com'] }, other),
      interceptFetch(world, { origins: ['https://graph.test'] }),
    ]
    const [first] = order
    if (first === 1) expect(await (await fetch(url)).json()).toMatchObject({ error: { code: 190 } })
    for (const at of order) {
      if (first === 1 && at === 2) expect(await (await fetch(url)).json()).toEqual(answered)
      made[at]?.[Symbol.dispose]()
    }
    untouched()
  })

  test('restores fetch if an older replacement of it ends first', () => {
    const older = interceptFetch(world, { origins: ['https://graph.test'] })
    const newer = start()
    older[Symbol.dispose]()
    newer.restore()
    newer.restore()
    untouched()
  })

  test.each([
    ['a host in place of an origin', { origins: ['graph.facebook.com'] }, /origins/],
    ['another choice', { onUnhandled: 'pass' as 'warn' }, /onUnhandled must be/],
    ['an unknown option', { origin: [] }, /origin/],
  ])('refuses %s', (_, options: object, message) => {
    expect(() => intercept(world, options)).toThrow(message)
  })
})
