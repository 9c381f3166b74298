import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { scrubRecordings } from '../../../src/live/scrub/scrub.ts'
import { isLong, sample } from '../../chance.ts'
import { hidden } from './hidden.ts'

function scrub(document: unknown) {
  const { texts, ...found } = scrubRecordings([{ text: JSON.stringify(document), isYaml: false }])
  return { document: JSON.parse(texts[0] ?? ''), ...found }
}

test('there are 68 kinds of hidden values', () => {
  expect(new Set(hidden.map(({ title }) => title)).size).toBe(68)
})

describe('a hidden value is replaced', () => {
  test.each(hidden)('$title', ({ secret, document, read }) => {
    const scrubbed = scrub(document).document
    expect(read(document).toLowerCase()).toContain(secret.toLowerCase())
    for (const text of [read(scrubbed), JSON.stringify(scrubbed)]) {
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
      expect(text).not.toContain(Buffer.from(secret).toString('base64').slice(0, 12))
    }
    // The text around it stays.
    expect(read(scrubbed).includes('stays')).toBe(read(document).includes('stays'))
  })
})

const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64')

describe('what only looks like a hidden value stays', () => {
  test.each<[string, unknown]>([
    ['a word after the name of a token', { message: 'Error validating access token: Session has expired' }],
    ['a word after a compound name', { message: 'Invalid parameter access_token: missing' }],
    ['the name of a token alone', { message: 'An access_token is required, see the code: it says why' }],
    ['a type in a schema', { query: 'type Login { accessToken: String, password: String! }' }],
    ['a variable of GraphQL', { query: 'mutation($t: String) { login(accessToken: $t) { id } }' }],
    ['the address of a picture', { url: 'https://scontent.test/v/t1.0-9/12345_67890_n.jpg?oh=a&oe=b' }],
    ['the address of a page', { url: 'https://www.test/tokens/about-tokens/verify/156646000000001' }],
    ['a path of the service', { path: '/v26.0/156646000000001/feed' }],
    ['the path of a field', { path: '/v26.0/oauth/access_token' }],
    ['a cursor', { after: 'QVFIUmx1WTBpMGpJWXprYzVYaVhabW55dVpyc' }],
    ['a cursor of JSON', { after: base64('{"after":"156646000000001"}') }],
    ['an id in hexadecimal digits', { trace: '4bf92f3577b34da6a3ce929d0e0e4736' }],
    ['the id of a trace', { 'x-fb-trace-id': 'GqyBzW0xAbc' }],
    ['names of headers', { headers: { 'x-fb-rev': '1', 'sec-ch-ua-platform': 'a', 'x-amz-cf-id2': 'b' } }],
    ['zeros in a number', { text: 'It costs 0.0012345678, order 1-0012345678' }],
    ['an id that begins with zeros', { text: 'order 00012345678 of 2026-01-01T00:12:34' }],
    ['HTML', { html: '<p class="a">Buy <code>npm install</code> &amp; more</p><a href="/a?b=1">c</a>' }],
    ['a comparison', { text: 'a < b and c > d' }],
    ['compressed text', { body: base64(gzipSync('nothing of interest here')) }],
    ['an address of data', { src: `data:text/plain;base64,${base64('nothing of interest')}` }],
    ['a message', { message: 'Ratio 3:4, see a/b, key=value, time 12:30' }],
    ['two words with a dot', { text: 'eyJhbGciOiJub25lIn0.html is a file' }],
  ])('%s', (_, document) => {
    expect(scrub(document).document).toEqual(document)
  })
})

test('the values of one person have one replacement in both spellings', () => {
  const { document } = scrub({
    email: ['ada@mail.example', 'ada＠mail.example'],
    phone: ['+49 30 12345678', '0049 30 12345678'],
  })
  expect(document.email[1]).toBe(document.email[0])
  expect(document.phone[1]).toBe(document.phone[0].replace('+', '00'))
})

test('compressed YAML bytes are read', () => {
  const bytes = gzipSync('{"access_token":"q7Wx9rT2kLm4Zb8Y"}').toString('base64')
  const [text = ''] = scrubRecordings([{ text: `body: !!binary ${bytes}\n`, isYaml: true }]).texts
  expect(text).not.toContain(bytes)
  expect(parse(text).body.subarray(0, 2)).toEqual(gzipSync('').subarray(0, 2))
})

describe('what was not read is counted', () => {
  const noise = Buffer.from(Array.from({ length: 400 }, (_, at) => (at * at * 31 + at * 7 + 128) % 253))
  const signed = (...signs: number[]) => base64(Buffer.concat([Buffer.from(signs), noise]))
  test.each<[string, unknown, object]>([
    ['damaged gzip', [signed(0x1f, 0x8b, 8, 0)], { compressed: 1 }],
    [
      'Zstandard, and a zip file',
      [signed(0x28, 0xb5, 0x2f, 0xfd), signed(0x50, 0x4b, 3, 4)],
      { compressed: 2 },
    ],
    ['a body that is cut short', [base64(gzipSync(noise)).slice(0, 400)], { compressed: 1 }],
    ['a picture', [signed(0x89, 0x50, 0x4e, 0x47)], { picture: 1 }],
    ['bytes of no known kind', [signed(0xc1, 0xc0)], { bytes: 1 }],
    [
      'a file in a form',
      [`--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n\u0001\u0002\r\n--b--\r\n`],
      { file: 1 },
    ],
    ['nothing in a text', ['hello'], {}],
  ])('%s', (_, document, unread) => {
    expect(scrub(document)).toEqual({ document, counts: {}, unread })
  })
})

describe('a bomb ends', () => {
  const large = Buffer.alloc(64 * 1024 * 1024, 'a')
  const bombs = { gzip: gzipSync(large), brotli: brotliCompressSync(large) }
  test.each(Object.entries(bombs))('of %s', { timeout: 60_000 }, (_, bomb) => {
    const document = Array.from({ length: isLong ? 200 : 20 }, () => base64(bomb).padEnd(400, 'A'))
    const started = performance.now()
    expect(scrub(document).document).toEqual(document)
    expect(performance.now() - started).toBeLessThan(30_000)
  })

  test('of many layers', () => {
    let text = '{"access_token":"q7Wx9rT2kLm4Zb8Y"}'
    for (let layer = 0; layer < 40; layer++) text = base64(gzipSync(text))
    expect(scrub({ text }).document).toEqual({ text })
  })
})

describe('a long text takes linear time', () => {
  const pieces: readonly (readonly [string, string])[] = [
    ['separators', '='],
    ['names', 'a_token:'],
    ['quotes', 'password="'],
    ['open tags', '<a b="'],
    ['sections', '<![CDATA['],
    ['entities', '&quot;'],
    ['at signs', '＠'],
    ['web tokens', 'eyJ.'],
    ['schemes', 'Bearer '],
    ['cookies', 'Cookie:'],
    ['segments', '/token'],
    ['phone numbers', '00491'],
    ['options of curl', 'curl -b '],
    ['addresses of data', 'data:a;base64,'],
  ]

  test.each(sample(pieces, 3))('%s', { timeout: 60_000 }, (_, piece) => {
    const time = (length: number) => {
      const text = piece.repeat(Math.ceil(length / piece.length))
      const started = performance.now()
      scrub({ text })
      return performance.now() - started
    }
    // Quadratic time would be minutes.
    expect(time(300_000)).toBeLessThan(10_000)
  })
})
