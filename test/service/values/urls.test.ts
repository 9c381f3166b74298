import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { URL as Whole } from 'whatwg-url'
import project from '../../../package.json' with { type: 'json' }
import {
  hostOf,
  isHttpUrl,
  lastSegmentOf,
  spelledUrl,
  urlExcess,
  urlWith,
} from '../../../src/service/values/urls.ts'
import { holds } from '../../chance.ts'

/** What the URL standard says of hosts, with the tables of Unicode 16.0. */
test.each<[url: string, host: string | undefined]>([
  ['http://A.Test/', 'a.test'],
  ['https://a.test:8443/b', 'a.test'],
  ['https://user:word@a.test/', 'a.test'],
  ['http:\\\\a.test\\b', 'a.test'],
  ['http:///a.test/', 'a.test'],
  ['http:a.test', 'a.test'],
  ['ht\ttp://a.\ntest/', 'a.test'],
  [' http://a.test', 'a.test'],
  ['http://a@b@c.test/', 'c.test'],
  ['http://a_b.test/', 'a_b.test'],
  ['http://-a-.test./', '-a-.test.'],
  ['http://ab--cd.test/', 'ab--cd.test'],
  ['http://[::1]/', '[::1]'],
  ['http://[1:0::0:127.0.0.1]/', '[1::7f00:1]'],
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://127.1', '127.0.0.1'],
  ['http://017700000001/', '127.0.0.1'],
  ['http://1.2.3.4.5/', undefined],
  ['http://a.1/', undefined],
  ['http://256.0.0.1/', undefined],
  ['http://[::1', undefined],
  ['http://[fe80::1%25en0]/', undefined],
  ['http://MÜNCHEN.test/', 'xn--mnchen-3ya.test'],
  ['http://m%C3%BCnchen.test/', 'xn--mnchen-3ya.test'],
  ['http://faß.test/', 'xn--fa-hia.test'],
  ['http://a\u3002test/', 'a.test'],
  ['http://\uff41\uff0e\uff54\uff45\uff53\uff54/', 'a.test'],
  ['http://a\u00adb.test/', 'ab.test'],
  // Labels in Punycode that decode to ASCII, or to nothing, or not at all.
  ['http://xn--mnchen-3ya.test/', 'xn--mnchen-3ya.test'],
  ['http://axn--a/', 'axn--a'],
  ['http://xn--a/', undefined],
  ['http://a.xn--/', undefined],
  ['http://XN--ASDF-/', undefined],
  // Cyrillic capital tje came with Unicode 16.0, the letters of Sidetic with 17.0.
  ['http://\u1c89.test/', 'xn--d4f.test'],
  ['http://xn--d4f.test/', 'xn--d4f.test'],
  ['http://\u{10940}.test/', undefined],
  ['http://\ufdd0.test/', undefined],
  ['http://a b.test/', undefined],
  ['http://a%00b.test/', undefined],
  ['http://a<b.test/', undefined],
  ['http://', undefined],
  ['http://:80/', undefined],
  ['http://user@/', undefined],
  ['http://a.test:65536/', undefined],
  ['http://a.test:8x/', undefined],
  ['fbgeo://48.2,16.4/x', '48.2,16.4'],
  ['mailto:a@b.test', ''],
  ['//a.test/', undefined],
  ['a.test', undefined],
  ['', undefined],
])('the host of %j is %j', (url, host) => {
  expect(hostOf(url)).toBe(host)
})

const pieces = [
  ...[
    'http',
    'https',
    'HTTP',
    'fbgeo',
    'ws',
    'file',
    'mailto',
    ':',
    ':',
    '//',
    '//',
    '/',
    '\\',
    '?',
    '#',
    '@',
  ],
  ...['a', 'b.test', 'xn--', '-', '_', '.', '..', '1', '0x7f', '[::1]', '%41', '%', '%2e', '\t', '\n', ' '],
  ...[
    '80',
    '65536',
    'ü',
    '漢',
    '\u00ad',
    '\u3002',
    '\u1c89',
    '\u200d',
    '\ufdd0',
    '🙂',
    'ß',
    '.png',
    '{',
    '^',
  ],
]
const texts = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')),
  fc
    .array(fc.constantFrom(...pieces), { maxLength: 12 })
    .map((parts) => `http${parts.length % 2 ? 's' : ''}://${parts.join('')}`),
)

/** The answer for the whole URL, where ours looks at its front alone. */
function wholly<Result>(text: string, read: (url: Whole) => Result): Result | undefined {
  try {
    return read(new Whole(text))
  } catch {
    return undefined
  }
}

describe('of any text', () => {
  test('the host is that of the whole URL', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(hostOf(text)).toBe(wholly(text, ({ hostname }) => hostname))
      }),
      { numRuns: 3_000 },
    )
  })

  test('the last segment of a path has the same file extension as in the whole URL', () => {
    const extension = /\.[a-z0-9]{1,5}$/i
    fc.assert(
      fc.property(texts.filter(isHttpUrl), (text) => {
        const whole = wholly(text, ({ pathname }) => pathname.split('/').at(-1)) ?? ''
        expect(extension.exec(lastSegmentOf(text))?.[0]).toBe(extension.exec(whole)?.[0])
      }),
      { numRuns: 3_000 },
    )
  })
})

test.each([
  ['https://a.test/x.png', 'x.png'],
  ['https://a.test/x.png?y.gif#z.bmp', 'x.png'],
  ['https://a.test\\b\\x.e\txe \n', 'x.exe'],
  ['https://a.test', ''],
  ['https://a.test?x.png', ''],
])('the last segment of %j is %j', (url, segment) => {
  expect(lastSegmentOf(url)).toBe(segment)
})

test.each([
  ['https://A.test', 'https://a.test/'],
  ['https://ü.test/ü b?ü c#\r\nX-A: 1', 'https://xn--tda.test/%C3%BC%20b?%C3%BC%20c#X-A:%201'],
])('%j is spelled %j', (url, spelled) => {
  expect(spelledUrl(url)).toBe(spelled)
})

test('parameters are added to the query, and the fragment is left out', () => {
  expect(urlWith('https://a.test/hook?x=%20#top', [['hub.mode', 'a b&ü']])).toBe(
    'https://a.test/hook?x=+&hub.mode=a+b%26%C3%BC',
  )
})

test('added parameters are encoded as URLSearchParams of Node encodes them', () => {
  const ascii = String.fromCharCode(...Array.from({ length: 128 }, (_, code) => code))
  const encoded = (name: string, value: string) => {
    const expected = `https://a.test/?${new URLSearchParams([[name, value]])}`
    expect(urlWith('https://a.test/', [[name, value]])).toBe(expected)
  }
  encoded(ascii, ascii)
  // Texts of any code units: half a surrogate pair becomes U+FFFD.
  const text = fc.string({ unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)) })
  holds(500, fc.property(text, text, encoded))
})

describe('a URL beyond the bounds', () => {
  const [most, front] = [16_384, 512]

  test.each([
    ['of the most characters', `http://a.test/${'b'.repeat(most - 14)}`, undefined],
    ['of one more', `http://a.test/${'b'.repeat(most - 13)}`, `at most ${most} characters, got ${most + 1}`],
    ['with the longest front', `http://${'a'.repeat(front - 7)}/`, undefined],
    [
      'with a longer front',
      `http://${'ü'.repeat(front - 6)}/`,
      `at most ${front} characters before its path, got ${front + 1}`,
    ],
    ['that is none', 'a'.repeat(front + 1), undefined],
  ])('%s', (_, url, excess) => {
    expect(urlExcess(url, most)).toBe(excess)
    if (excess?.includes('before its path')) expect(hostOf(url)).toBeUndefined()
  })
})

test('the library and its tables are pinned and bundled, so that no install gets other versions', () => {
  const { dependencies, devDependencies } = project
  expect(Object.keys(dependencies)).not.toContain('whatwg-url')
  expect(devDependencies).toMatchObject({ 'whatwg-url': '14.2.0', tr46: '5.1.1' })
})
