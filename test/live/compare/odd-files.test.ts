import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { readTraffic } from '../../../src/live/compare/read-recording.ts'
import { leftOutText } from '../../../src/live/compare/select.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const json = (value: unknown) => bytes(JSON.stringify(value))
const yaml = (value: unknown) => bytes(stringify(value, { customTags: ['binary'] }))

const url = 'https://graph.facebook.com/v24.0/me'
const request = { method: 'GET', url, uri: url, headers: {} }
const body = '{"id":"1"}'
const packed = gzipSync(body)
const TIME = Date.UTC(2014, 11, 26, 14, 54, 14)
const HTTP_TIME = 'Fri, 26 Dec 2014 14:54:14 GMT'

/** A HAR file with one entry, whose answer has members of its own. */
const harOf = (content: object, more: object = {}) =>
  json({ log: { entries: [{ request, response: { status: 200, headers: [], content }, ...more }] } })
const vcrOf = (response: object, more: object = {}) =>
  yaml({
    http_interactions: [{ request, response: { status: { code: 200 }, headers: {}, ...response }, ...more }],
  })
const nockOf = (response: unknown) =>
  json([{ scope: 'https://graph.facebook.com', method: 'GET', path: '/v24.0/me', status: 200, response }])

describe('each recorder has its own way to write a call', () => {
  test.each<[string, Uint8Array, { status?: number; at?: number | undefined }]>([
    [
      'a time of VCR, as headers have it',
      vcrOf({ body: { string: body } }, { recorded_at: HTTP_TIME }),
      { at: TIME },
    ],
    [
      'a time without a zone',
      vcrOf({ body: { string: body } }, { recorded_at: '2014-12-26T14:54:14' }),
      { at: TIME },
    ],
    [
      'the time of the answer',
      vcrOf({ body: { string: body }, headers: { Date: [HTTP_TIME] } }),
      { at: TIME },
    ],
    [
      'go-vcr',
      yaml({ interactions: [{ request, response: { status: '201 Created', code: 201, body } }] }),
      { status: 201 },
    ],
    [
      'PHP-VCR',
      yaml([{ request, response: { status: { http_version: 1.1, code: 201 }, body } }]),
      { status: 201 },
    ],
    ['ExVCR', json([{ request, response: { status_code: 201, body } }]), { status: 201 }],
    ['a mapping of WireMock', json({ request, response: { jsonBody: { id: '1' } } }), {}],
    ['compressed bytes of VCR as base64', vcrOf({ body: { base64_string: packed.toString('base64') } }), {}],
    ['compressed bytes of VCR as YAML', vcrOf({ body: { string: new Uint8Array(packed) } }), {}],
    [
      'compressed pieces of nock',
      nockOf([packed.toString('hex').slice(0, 20), packed.toString('hex').slice(20)]),
      {},
    ],
    ['compressed bytes of HAR', harOf({ encoding: 'base64', text: packed.toString('base64') }), {}],
    [
      'compressed pieces of Polly',
      harOf({ encoding: 'base64', text: JSON.stringify([packed.toString('base64')]) }),
      {},
    ],
  ])('%s', (_, file, { status = 200, at }) => {
    const { exchanges } = readTraffic(file, 'recording')
    expect(exchanges.map(({ response, at: time }) => [response.status, response.body, time])).toEqual([
      [status, body, at],
    ])
  })
})

describe('a file that cannot be read is refused, with what to do', () => {
  test.each<[string, Uint8Array, string]>([
    [
      'an alias in a circle',
      bytes('interactions: &a\n- *a\n'),
      'an alias of YAML refers to a node that contains it',
    ],
    [
      'a name twice in YAML',
      bytes('interactions: []\ninteractions: []\n'),
      'it is not valid YAML: Map keys must be',
    ],
    ['an answer alone', json({ data: [] }), 'is an answer without its request: write [{ "request":'],
    [
      'a body in another file',
      json({ mappings: [{ request, response: { bodyFileName: 'a.json' } }] }),
      'mappings.0 has its body in the file a.json',
    ],
    [
      'a deep answer',
      json([{ request, response: { body: '['.repeat(1_000) } }]),
      '0 has an answer that nests more than 200 deep',
    ],
    [
      'a body that unpacks to more than 16 MiB',
      nockOf([gzipSync(new Uint8Array(17 * 1024 * 1024)).toString('hex')]),
      'has a body of more than',
    ],
    [
      'a damaged body',
      nockOf([packed.toString('hex').replace(/....$/, 'ffff').slice(0, 30)]),
      'cannot be unpacked',
    ],
  ])('%s', (_, file, message) => {
    expect(() => readTraffic(file, 'recording')).toThrow(message)
    expect(() => readTraffic(file, 'recording')).toThrow(/^recording\b/)
  })
})

test('what a browser records beside the calls is left out, and counted', () => {
  const entry = (method: string, address: string, status: number, text = '') => ({
    request: { ...request, method, url: address },
    response: { status, headers: [], content: { text } },
  })
  const { exchanges, leftOut } = readTraffic(
    json({
      log: {
        entries: [
          entry('GET', 'https://static.example.com/a.js', 200),
          entry('OPTIONS', url, 200),
          entry('GET', url, 0),
          entry('GET', url, 502, '{"error":{"message":"…","type":"ProxyError"}}'),
          entry('GET', url, 200, body),
        ],
      },
    }),
    'recording',
  )
  expect(exchanges.map(({ place }) => place)).toEqual(['recording: log.entries.4'])
  expect(leftOutText(leftOut)).toBe(
    '4 requests are left out: 1 to other hosts, 1 preflights of a browser, 2 without an answer',
  )
  expect(leftOutText({})).toBeUndefined()
})
