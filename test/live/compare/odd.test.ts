import { describe, expect, test } from 'vitest'
import type { RecordedExchange } from '../../../src/live/compare/exchange.ts'
import { compareRecording } from '../../../src/live/compare/report.ts'
import { reportText } from '../../../src/live/compare/report-text.ts'
import { scan } from '../../../src/live/compare/scan.ts'
import { platformPolicy } from '../../../src/service/policy.ts'

type Headers = Readonly<Record<string, string>>

/** A call that somebody recorded with a client, and its answer. */
const call = (
  [method, path]: readonly [string, string],
  answer: object,
  { token = 'a-token-of-somebody', headers = {} }: { token?: string; headers?: Headers } = {},
): RecordedExchange => {
  const [before, query = ''] = path.split('?')
  const url = `https://graph.facebook.com/v24.0/${before}?${query}&access_token=${encodeURIComponent(token)}`
  return {
    place: path,
    at: undefined,
    request: { method, url, headers: {}, body: '' },
    response: { status: 'error' in answer ? 400 : 200, headers, body: JSON.stringify(answer) },
  }
}

const page = { id: '124', name: 'Roses', category: 'Local business' }
const reading = ['GET', '124?fields=id,name,category'] as const
const EMPTY = '{"data":[]}'

/** The differences of calls, with verdict and note. */
const differencesOf = (calls: readonly RecordedExchange[]) =>
  compareRecording(calls, { policy: platformPolicy }).differences.map(
    ({ call: name, path, verdict, first }) => [name, path, verdict, first.note],
  )

describe('what real clients and recorders write is no difference', () => {
  test.each<[string, readonly RecordedExchange[]]>([
    ['a short id', [call(reading, page)]],
    [
      'a read of several ids',
      [call(['GET', '?ids=124,125&fields=id,name,category'], { 124: page, 125: { ...page, id: '125' } })],
    ],
    [
      'the proof of a token',
      [call(['GET', `124?fields=id,name&appsecret_proof=${'ab'.repeat(32)}`], { id: '124', name: 'Roses' })],
    ],
    [
      'a media type with another case, or without its charset',
      [
        call(reading, page, { headers: { 'content-type': 'application/json; charset=UTF-8' } }),
        call(reading, page, { headers: { 'content-type': 'application/json' } }),
      ],
    ],
    [
      'other words for an answer that nobody may keep',
      [call(reading, page, { headers: { 'cache-control': 'no-store, private' } })],
    ],
  ])('%s', (_, calls) => {
    const facts = call(reading, { ...page, fan_count: 1 })
    expect(differencesOf([facts, ...calls])).toEqual([
      ['GET /#', 'fan_count', 'not simulated', null].with(2, expect.any(String)),
    ])
  })
})

describe('the verdict on a call', () => {
  test.each<[string, RecordedExchange, readonly unknown[]]>([
    [
      'of a node whose kind nobody knows',
      call(['GET', '777'], { id: '777' }),
      ['GET /#', 'status', 'differs', 'the facts of 777 were not made'],
    ],
    [
      'of several such nodes',
      call(['GET', '?ids=777,778'], { 777: { id: '777' } }),
      ['GET /', 'status', 'differs', 'the facts of 777 were not made'],
    ],
    [
      'that lists such nodes',
      call(['GET', '124/photos'], { data: [{ id: '779' }] }),
      ['GET /#/photos', 'data', 'differs', 'the facts of 779 were not made'],
    ],
    [
      'of an edge that is not simulated shows the stub',
      call(['GET', '124/conversations'], { data: [] }),
      [
        'GET /#/conversations',
        'status',
        'not simulated',
        expect.stringContaining("to stub it: world.stub('GET /{page}/conversations', { data: [] })"),
      ],
    ],
  ])('%s', (_, exchange, expected) => {
    expect(differencesOf([call(reading, page), exchange])).toContainEqual(expected)
  })
})

test('a call with the token of an app has that app', () => {
  const recorded = call(['GET', '9988776655/subscriptions'], { data: [] }, { token: '9988776655|abcdefghij' })
  expect(recorded.response.body).toBe(EMPTY)
  expect(differencesOf([recorded])).toEqual([])
})

test('a report has no tokens, and a line for each reason why facts were not made', () => {
  const token = 'EAAB0123456789abcdef'
  const text = reportText(
    compareRecording([
      call(['GET', '124/albums'], { data: [{ id: '801' }, { id: '802' }, { id: '803' }] }, { token }),
      call(
        ['GET', 'me'],
        { id: '5', access_token: token, link: `https://a.test/?access_token=${token}` },
        { token },
      ),
    ]),
  )
  expect(text).not.toContain(token)
  expect(text).toContain('recorded  "…"')
  expect(text).toContain(
    'The facts of 803, 802, 801, 124 were not made: the recording does not show what it is',
  )
})

test('a setting under which calls are refused explains no difference', () => {
  const calls = [
    call(reading, page),
    call(['GET', '124?fields=id,about,likes{id}'], { id: '124', about: 'x', likes: { data: [{ id: '3' }] } }),
  ]
  const { differences } = compareRecording(calls, { policy: platformPolicy })
  expect(differences.map(({ setting }) => setting)).not.toContain('beyond=refuse')
})

test.each([
  [100_000, true],
  [100_001, false],
])('a recording that shows %d nodes is taken: %s', (count, isTaken) => {
  // The page is one of them.
  const data = Array.from({ length: count - 1 }, (_, at) => ({ id: `124_${1_000_000 + at}` }))
  const read = () => scan([call(['GET', '124/feed'], { data })])
  if (isTaken) expect(read().facts.size).toBe(count)
  else expect(read).toThrow(/^The recording shows more than 100,000 nodes.*use a part of it$/)
})
