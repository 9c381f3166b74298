import { afterEach, describe, expect, test } from 'vitest'
import { linkOriginOf, publicAddress } from '../../src/server/forwarded.ts'
import { type ListenOptions, listen } from '../../src/server/http/server.ts'
import { begin, forked, jsonOf } from '../service/scene.ts'
import { overSocket } from './transports.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const start = begin()
const { page, pageToken } = start
for (const message of ['a', 'b']) start.world.as(pageToken).publishPost({ page, message }).unwrap()

/** The beginning of the link to the next page, for a request with these headers. */
async function linkBase(options: ListenOptions, headers: Readonly<Record<string, string>>): Promise<string> {
  const server = await listen(forked(start).world, options)
  closing.push(() => server.close())
  const port = Number(new URL(server.url).port)
  const path = `/v26.0/${page}/feed?limit=1&access_token=${pageToken}`
  const answer = await overSocket(port, { method: 'GET', path, headers: { host: 'localhost:1', ...headers } })
  const { paging } = jsonOf(answer) as { paging?: { next: string } }
  return paging?.next.split('/v26.0/')[0] ?? JSON.stringify(jsonOf(answer))
}

const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'graph.example.test' }

describe('links of a server behind a proxy', () => {
  test.each<[string, ListenOptions, Readonly<Record<string, string>>, string]>([
    ['ignore the headers of a proxy that is not trusted', {}, forwarded, 'http://localhost:1'],
    ['begin as a trusted proxy says', { trustProxy: true }, forwarded, 'https://graph.example.test'],
    [
      'begin with the public URL',
      { publicUrl: 'https://public.test/graph/' },
      forwarded,
      'https://public.test/graph',
    ],
    [
      'prefer the public URL to the headers',
      { publicUrl: 'https://public.test', trustProxy: true },
      forwarded,
      'https://public.test',
    ],
    [
      'take the host of the request if the proxy names only the scheme',
      { trustProxy: true },
      { 'x-forwarded-proto': 'https' },
      'https://localhost:1',
    ],
    [
      'take the first of several proxies',
      { trustProxy: true },
      { 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'first.test, second.test' },
      'https://first.test',
    ],
    [
      'ignore headers that are no host and no scheme',
      { trustProxy: true },
      { 'x-forwarded-proto': 'javascript', 'x-forwarded-host': 'a/b' },
      'http://localhost:1',
    ],
  ])('%s', async (_, options, headers, base) => {
    expect(await linkBase(options, headers)).toBe(base)
  })

  test('the host of the public URL is answered', async () => {
    const host = { host: 'public.test' }
    expect(await linkBase({ publicUrl: 'https://public.test' }, host)).toBe('https://public.test')
    expect(await linkBase({ trustProxy: true }, host)).toContain('The host public.test is not served here')
    expect(await linkBase({ trustProxy: true }, host)).toContain(
      'list it in allowedHosts (--allow-host HOST)',
    )
  })

  test.each(['graph.test', 'ftp://graph.test', 'https://graph.test?a=1', 'https://a@graph.test', ''])(
    'the public URL %j is refused',
    async (publicUrl) => {
      await expect(listen(start.world, { publicUrl })).rejects.toThrow(
        'publicUrl must be an http or https URL',
      )
    },
  )

  test('a public URL has no slash at its end', () => {
    expect(publicAddress('HTTPS://Public.test/a/')).toEqual({
      base: 'https://public.test/a',
      origin: 'https://public.test',
      host: 'public.test',
    })
    const head = { method: 'GET', url: '/', headers: {}, host: 'a', origin: 'http://a' }
    expect(linkOriginOf(undefined, false)(head)).toBe('http://a')
  })
})
