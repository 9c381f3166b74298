import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import type { RecordedExchange } from '../../src/compare/exchange.ts'
import { readTraffic } from '../../src/compare/read-recording.ts'
import { compareRecording } from '../../src/compare/report.ts'
import { story } from './story.ts'

const { exchanges } = story()
const bytes = (text: string) => new TextEncoder().encode(text)
const json = (value: unknown) => bytes(JSON.stringify(value))
const pairs = (headers: object) => Object.entries(headers).map(([name, value]) => ({ name, value }))
const lists = (headers: object) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
const iso = (at = 0) => new Date(at).toISOString()
const base64 = (text: string) => Buffer.from(text).toString('base64')
const pathOf = (url: string) => url.replace('https://graph.test', '')

const har = {
  log: {
    version: '1.2',
    entries: exchanges.map(({ request, response, at }) => ({
      startedDateTime: iso(at),
      request: {
        method: request.method,
        url: request.url,
        headers: pairs(request.headers),
        ...(request.body && { postData: { mimeType: 'x', text: request.body } }),
      },
      response: {
        status: response.status,
        headers: pairs(response.headers),
        content: { encoding: 'base64', text: base64(response.body) },
      },
    })),
  },
}

const ruby = {
  http_interactions: exchanges.map(({ request, response, at }) => ({
    request: {
      method: request.method.toLowerCase(),
      uri: request.url,
      body: { encoding: 'UTF-8', string: request.body },
      headers: lists(request.headers),
    },
    response: {
      status: { code: response.status, message: '' },
      headers: lists(response.headers),
      body: { encoding: 'UTF-8', base64_string: base64(response.body) },
    },
    recorded_at: iso(at),
  })),
}

const python = {
  interactions: exchanges.map(({ request, response }) => ({
    request: {
      method: request.method,
      uri: request.url,
      body: request.body,
      headers: lists(request.headers),
    },
    response: {
      status: { code: response.status },
      headers: lists(response.headers),
      body: { string: response.body },
    },
  })),
  version: 1,
}

const nock = exchanges.map(({ request, response }) => ({
  scope: 'https://graph.test',
  method: request.method,
  path: pathOf(request.url),
  body: request.body,
  reqheaders: request.headers,
  status: response.status,
  response: JSON.parse(response.body),
  rawHeaders: Object.entries(response.headers).flat(),
}))

const wiremock = {
  mappings: exchanges.map(({ request, response }) => ({
    request: {
      method: request.method,
      url: pathOf(request.url),
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, equalTo]) => [name, { equalTo }]),
      ),
      ...(request.body && { bodyPatterns: [{ equalTo: request.body }] }),
    },
    response: { status: response.status, headers: response.headers, jsonBody: JSON.parse(response.body) },
  })),
}

const plain = exchanges.map(({ request, response, at }) => ({ at: iso(at), request, response }))

const shapeOf = (found: readonly RecordedExchange[]) =>
  found.map(({ request, response }) => [
    request.method.toUpperCase(),
    pathOf(request.url),
    request.body,
    response.status,
    JSON.parse(response.body),
    response.headers['content-type'],
  ])

describe('a recording is read from each format, and compared', () => {
  test.each<[string, string, Uint8Array, boolean]>([
    ['HAR', 'har', json(har), true],
    ['VCR of Ruby as YAML', 'vcr', bytes(stringify(ruby)), true],
    ['VCR of Ruby as JSON', 'vcr', json(ruby), true],
    ['VCR of Python as YAML', 'vcr', bytes(stringify(python)), false],
    ['nock', 'nock', json(nock), false],
    ['WireMock', 'wiremock', json(wiremock), false],
    ['plain JSON', 'json', json(plain), true],
    ['plain JSON with a byte order mark', 'json', bytes(`\ufeff${JSON.stringify(plain)}`), true],
  ])('%s', (_, format, file, hasTimes) => {
    const read = readTraffic(file, 'recording')
    expect(read.format).toBe(format)
    expect(shapeOf(read.exchanges)).toEqual(shapeOf(exchanges))
    expect(read.exchanges.map(({ at }) => at)).toEqual(exchanges.map(({ at }) => (hasTimes ? at : undefined)))
    if (hasTimes) expect(compareRecording(read.exchanges).differences).toEqual([])
  })

  test('is the same as YAML and as JSON', () => {
    expect(parse(stringify(ruby))).toEqual(ruby)
  })
})

describe('a file that is no recording is refused by name', () => {
  test.each<[string, Uint8Array, string]>([
    ['compressed', new Uint8Array([0x1f, 0x8b, 8, 0]), 'it is compressed with gzip: unpack it first'],
    ['a zip file', bytes('PK\u0003\u0004'), 'it is a zip file: unpack it first'],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x5b, 0]), 'it is UTF-16: save it as UTF-8'],
    ['binary', new Uint8Array([0x7b, 0, 1, 2]), 'it is binary: expected text in UTF-8'],
    ['Latin-1', new Uint8Array([0x5b, 0x22, 0xe9, 0x22, 0x5d]), 'it is not UTF-8: save it as UTF-8'],
    ['cut short', bytes('{"log": {"entries": ['), 'it begins as JSON, but is malformed: was it cut short?'],
    ['deep', bytes('['.repeat(100_000)), 'recording cannot be read as a recording: it'],
    ['deep YAML', bytes('- '.repeat(5_000)), 'cannot be read as a recording'],
    [
      'an alias bomb',
      bytes(
        `a: &a [x]\n${'bcdefghi'
          .split('')
          .map((name, at) => `${name}: &${name} [${`*${'abcdefghi'[at]},`.repeat(9)}]`)
          .join('\n')}\n`,
      ),
      'cannot be read as a recording',
    ],
    ['another JSON', json({ a: 1 }), 'has no requests and responses in a known form'],
    ['a text', bytes('hello'), 'has no requests and responses in a known form'],
    ['empty', bytes(''), 'has no requests and responses in a known form'],
    [
      'without a method',
      json([{ request: { method: '', url: '/a' }, response: {} }]),
      'recording: 0 has no method',
    ],
    ['without a URL', json([{ request: { method: 'GET' }, response: {} }]), 'recording: 0 has no URL'],
    [
      'with a wrong status',
      json([{ request: { url: '/a' }, response: { status: 7 } }]),
      'recording: 0 has no status',
    ],
  ])('%s', (_, file, message) => {
    expect(() => readTraffic(file, 'recording')).toThrow(TypeError)
    expect(() => readTraffic(file, 'recording')).toThrow(message)
  })

  test('too large', () => {
    expect(() => readTraffic({ length: 200 * 1024 * 1024 + 1 } as Uint8Array, 'big.har')).toThrow(
      'big.har has 209,715,201 bytes: a recording has at most 209,715,200',
    )
  })
})

test('a redirect is not followed, so redirects in a circle end', () => {
  const url = 'https://graph.test/v26.0/1/picture'
  const response = { status: 302, headers: { location: url }, body: '' }
  const circle: RecordedExchange[] = [0, 1, 2].map((place) => ({
    place: String(place),
    at: undefined,
    request: { method: 'GET', url, headers: {}, body: '' },
    response,
  }))
  expect(compareRecording(circle).calls).toBe(3)
})
