import { describe, expect, test } from 'vitest'
import { jsonSize } from '../../src/service/values/shared-records.ts'
import { begin, forked } from './scene.ts'

const start = begin()
const { page, pageToken } = start
const LONG = 500_000

/** A page with twenty posts of half a million characters each: 10 of them fit in one answer. */
function withLongPosts() {
  const { world } = forked(start)
  const client = world.as(pageToken)
  const ids = Array.from({ length: 20 }, (_, place) =>
    client.publishPost({ page, message: String(place % 10).repeat(LONG) }).unwrap(),
  )
  return { world, client, ids: ids.map(({ id }) => id) }
}

const { world, client, ids } = withLongPosts()
const fields = 'message'
const refusal = {
  code: 100,
  message: expect.stringContaining(`at most 8388608 characters together`),
}

describe('an answer', () => {
  test('of a list is refused when it is too long, and the message says what to do', () => {
    const outcome = client.listPageFeed({ page, fields, limit: 20 })
    expect(outcome).toMatchObject({ ok: false, error: refusal })
    expect(!outcome.ok && outcome.error.message).toContain('a smaller limit')
  })

  test('of a list is returned if it fits', () => {
    expect(client.listPageFeed({ page, fields, limit: 10 }).unwrap().data).toHaveLength(10)
    expect(client.listPageFeed({ page, fields: 'id', limit: 20 }).unwrap().data).toHaveLength(20)
  })

  test('of several ids is refused as a whole', () => {
    expect(client.readMany({ ids, fields } as never)).toMatchObject({ ok: false, error: refusal })
    expect(client.readMany({ ids: ids.slice(0, 10), fields } as never)).toMatchObject({ ok: true })
  })

  test('is the same over HTTP', () => {
    const url = `/${page}/feed?fields=message&limit=20&access_token=${pageToken}`
    const { status, body } = world.request({ method: 'GET', url })
    expect(status).toBe(400)
    expect(JSON.parse(String(body))).toMatchObject({ error: refusal })
  })
})

describe('the answers of a batch', () => {
  const feed = (limit: number) => ({ relative_url: `${page}/feed?fields=message&limit=${limit}` })

  test('share the bound: a read beyond it is refused, and so is each later read', () => {
    const items = [feed(10), feed(10), { relative_url: 'me?fields=id' }]
    const done = client.batch({ batch: items as never }).unwrap()
    expect(done.map((item) => item?.code)).toEqual([200, 400, 400])
    expect(done[1]?.body).toMatchObject({ error: refusal })
    expect(done[2]?.body).toMatchObject({ error: refusal })
  })

  test('of writes are returned after any reads', () => {
    const fork = world.fork()
    const post = { method: 'POST', relative_url: `${page}/feed`, body: { message: 'written' } }
    const done = fork
      .as(pageToken)
      .batch({ batch: [feed(20), post] as never })
      .unwrap()
    expect(done.map((item) => item?.code)).toEqual([400, 200])
    expect(fork.as(pageToken).listPageFeed({ page, fields, limit: 1 }).unwrap().data).toMatchObject([
      { message: 'written' },
    ])
  })

  test('begin with the whole bound in each request', () => {
    const one = () => client.batch({ batch: [feed(10)] as never }).unwrap()
    expect([one(), one()].map(([item]) => item?.code)).toEqual([200, 200])
  })
})

describe('an answer to a batch is never longer than its bound, for any characters to escape', () => {
  const quotes = 'x"\u0001'.repeat(10)
  const { world: quoting } = forked(start)
  const client = quoting.as(start.pageToken)
  const { id } = client.publishPost({ page, message: quotes.repeat(20_000) }).unwrap()

  test.each(['message', 'id,message'])('the fields %s of a post of 600,000 characters', (fields) => {
    const batch = Array.from({ length: 50 }, () => ({
      method: 'GET',
      relative_url: `${id}?fields=${fields}`,
    }))
    const { body } = quoting.request({
      method: 'POST',
      url: `/?access_token=${start.pageToken}&include_headers=false`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ batch }),
    })
    const codes = JSON.parse(String(body)).map((item: { code: number }) => item.code)
    expect(codes).toContain(200)
    expect(codes).toContain(400)
    // Fifty short errors come on top.
    expect(String(body).length).toBeLessThan(8_388_608 + 50 * 1_000)
  })
})

describe('the size of a value', () => {
  const texts = ['', 'a'.repeat(100), '\u0001'.repeat(100), '"'.repeat(64), '💥'.repeat(32)]

  test.each(texts)('of a long text is that of its JSON: %j', (text) => {
    const size = JSON.stringify(text).length
    expect(jsonSize(text, false)).toBe(size)
  })

  test.each([...texts, '"', '\\', '\n', '\u0001'.repeat(31), 'a"b'])(
    'within a batch is that of its JSON as a text within JSON: %j',
    (text) => {
      expect(jsonSize(text, true)).toBe(JSON.stringify(JSON.stringify(text)).length - 2)
    },
  )

  test.each(['"', '\u0001'.repeat(31), '\ud800'])('of a short text is that of its JSON: %j', (text) => {
    expect(jsonSize(text, false)).toBe(JSON.stringify(text).length)
  })

  test('grows with each item and each member', () => {
    expect(jsonSize(Array(1_000).fill(''), false)).toBeGreaterThanOrEqual(3_000)
    expect(jsonSize({ a: '', bc: { d: '' } }, false)).toBeGreaterThanOrEqual('{"a":"","bc":{"d":""}}'.length)
  })
})
