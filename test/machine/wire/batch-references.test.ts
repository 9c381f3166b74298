import { describe, expect, test } from 'vitest'
import { begin, forked, jsonOf, type Scene } from '../../service/scene.ts'

const start = begin()
const { page, pageToken } = start
const messages = ['first & foremost', 'second, third', 'fourth']
for (const message of messages) {
  start.world.as(pageToken).publishPost({ page, message }).unwrap()
  start.world.clock.advance('1m')
}

/** Sends a batch, and returns the bodies of its answers. */
function answers({ world }: Scene, batch: readonly object[]): readonly Record<string, unknown>[] {
  const params = { access_token: pageToken, batch: JSON.stringify(batch) }
  const body = jsonOf(world.request({ method: 'POST', path: '/', params })) as unknown as (Answer | null)[]
  return body.map((answer) => JSON.parse(answer?.body ?? '{}') as Record<string, unknown>)
}

interface Answer {
  readonly body: string
}

const feed = { name: 'posts', method: 'GET', relative_url: `${page}/feed?fields=id,message&limit=3` }
const [list] = answers(forked(start), [feed])
const posts = (list?.['data'] ?? []) as readonly { id: string; message: string }[]
const ids = posts.map(({ id }) => id)

describe('a call of a batch that refers to an earlier result', () => {
  test.each<[string, string, readonly string[]]>([
    ['one item by its index', '?ids={result=posts:$.data[1].id}', [ids[1] ?? '']],
    ['one item by a name in quotes', "?ids={result=posts:$['data'][0]['id']}", [ids[0] ?? '']],
    ['one item by a name in double quotes', '?ids={result=posts:$["data"][0]["id"]}', [ids[0] ?? '']],
    ['every item with a star', '?ids={result=posts:$.data.*.id}', ids],
    ['every item with a star in brackets', '?ids={result=posts:$.data[*].id}', ids],
    ['a reference that koala escapes as CGI.escape does', '?ids=%7Bresult%3Dposts%3A%24.data.%2A.id%7D', ids],
    ['a reference in lower-case escapes', '?ids=%7bresult%3dposts%3a%24.data.%2a.id%7d', ids],
    ['a reference whose star is escaped', '?ids={result=posts:$.data.%2A.id}', ids],
    [
      'two references',
      '?ids={result=posts:$.data[0].id},{result=posts:$.data[2].id}',
      [ids[0] ?? '', ids[2] ?? ''],
    ],
    [
      'as many references as a call may have',
      `?ids=${Array(50).fill('{result=posts:$.data[0].id}').join(',')}`,
      [ids[0] ?? ''],
    ],
  ])('has the value of %s', (_, relative_url, read) => {
    expect(read.length).toBeGreaterThan(0)
    const [, second] = answers(forked(start), [feed, { method: 'GET', relative_url }])
    expect(Object.keys(second ?? {})).toEqual([...read])
  })

  test.each<[string, unknown]>([
    ['as text', 'message={result=posts:$.data[2].message}&fields=message'],
    ['as escaped text', `message=${encodeURIComponent('{result=posts:$.data[2].message}')}&fields=message`],
    ['as an object', { message: '{result=posts:$.data[2].message}', fields: 'message' }],
  ])('has the value in a body %s, with its ampersand', (_, body) => {
    const [, second] = answers(forked(start), [feed, { method: 'POST', relative_url: `${page}/feed`, body }])
    expect(second).toMatchObject({ message: 'first & foremost' })
  })

  test('reads a new object by its id in the path', () => {
    const publish = { name: 'new', method: 'POST', relative_url: `${page}/feed`, body: 'message=fresh' }
    const read = { method: 'GET', relative_url: '{result=new:$.id}?fields=message' }
    expect(answers(forked(start), [publish, read])[1]).toMatchObject({ message: 'fresh' })
  })

  test.each<[string, readonly object[], string]>([
    [
      'a path with nothing',
      [feed, { relative_url: '?ids={result=posts:$.rows.*.id}' }],
      'has nothing at the path',
    ],
    [
      'a path that ends at nothing',
      [feed, { relative_url: '?ids={result=posts:$.rows}' }],
      'has nothing at the path',
    ],
    [
      'a path to a name with a quote',
      [feed, { relative_url: `?ids={result=posts:$["data'"]}` }],
      '"$[\\"data\'\\"]"',
    ],
    [
      'a star of a text',
      [feed, { relative_url: '?ids={result=posts:$.data[0].id.*}' }],
      'has nothing at the path',
    ],
    [
      'a body as an object whose path leads to nothing',
      [feed, { method: 'POST', relative_url: `${page}/feed`, body: { message: '{result=posts:$.rows}' } }],
      'has nothing at the path',
    ],
    [
      'a path into a text',
      [feed, { relative_url: '?ids={result=posts:$.data[0].id.length}' }],
      'has nothing at the path',
    ],
    ['a reference without a path', [feed, { relative_url: '?ids=%7Bresult%3Dposts%7D' }], 'does not exist'],
    [
      'a path of another form',
      [feed, { relative_url: '?ids={result=posts:$..id}' }],
      'a path such as $.data.*.id',
    ],
    [
      'too many references',
      [feed, { relative_url: `?ids=${'{result=posts:$.data[0].id},'.repeat(51)}` }],
      'at most 50 references',
    ],
  ])('is refused for %s, and the other call is made', (_, batch, words) => {
    const [first, second] = answers(forked(start), batch)
    expect(first).not.toHaveProperty('error')
    expect(second).toMatchObject({ error: { code: 100, message: expect.stringContaining(words) } })
  })

  test('is refused if its text is longer than a mebibyte with the values', () => {
    const publish = { name: 'new', method: 'POST', relative_url: `${page}/feed?fields=message` }
    const long = { ...publish, body: { message: 'x'.repeat(30_000) } }
    const body = { message: '{result=new:$.message}'.repeat(36) }
    const [, second] = answers(forked(start), [long, { method: 'POST', relative_url: `${page}/feed`, body }])
    const words = /1048576 characters with their values/
    expect(second).toMatchObject({ error: { code: 100, message: expect.stringMatching(words) } })
  })

  test('leaves other braces as they are', () => {
    const body = `message=${encodeURIComponent('{result=posts} and {"a":"$.b"}')}&fields=message`
    const [, second] = answers(forked(start), [feed, { method: 'POST', relative_url: `${page}/feed`, body }])
    expect(second).toMatchObject({ message: '{result=posts} and {"a":"$.b"}' })
  })
})
