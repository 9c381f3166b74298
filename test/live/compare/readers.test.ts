import { describe, expect, test } from 'vitest'
import type { RecordedExchange } from '../../../src/live/compare/exchange.ts'
import { readTraffic } from '../../../src/live/compare/read-recording.ts'
import { compareRecording } from '../../../src/live/compare/report.ts'
import { formats, pathOf } from './formats.ts'
import { story } from './story.ts'

const { exchanges } = story()
const bytes = (text: string) => new TextEncoder().encode(text)
const json = (value: unknown) => bytes(JSON.stringify(value))

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
  test.each(formats)('$name', ({ format, hasTimes, write }) => {
    const read = readTraffic(write(exchanges), 'recording')
    expect(read.format).toBe(format)
    expect(shapeOf(read.exchanges)).toEqual(shapeOf(exchanges))
    expect(read.exchanges.map(({ at }) => at)).toEqual(exchanges.map(({ at }) => (hasTimes ? at : undefined)))
    if (hasTimes) expect(compareRecording(read.exchanges).differences).toEqual([])
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
