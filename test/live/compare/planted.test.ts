import { describe, expect, test } from 'vitest'
import type { RecordedExchange } from '../../../src/live/compare/exchange.ts'
import { playScan } from '../../../src/live/compare/play.ts'
import { compareRecording } from '../../../src/live/compare/report.ts'
import { scan } from '../../../src/live/compare/scan.ts'
import { judgeDifferences } from '../../../src/live/compare/verdict.ts'
import { contractPolicy, type Policy } from '../../../src/service/policy.ts'
import { calls, story } from './story.ts'

// biome-ignore lint/suspicious/noExplicitAny: a change of any part of an answer
type Body = any
type Change = (body: Body, response: { status: number; headers: Record<string, string> }) => void

/** Returns the exchanges with one changed answer. */
function planted(exchanges: readonly RecordedExchange[], place: number, change: Change): RecordedExchange[] {
  return exchanges.map((exchange, at) => {
    if (at !== place) return exchange
    const body = JSON.parse(exchange.response.body)
    const response = { status: exchange.response.status, headers: { ...exchange.response.headers } }
    change(body, response)
    return { ...exchange, response: { ...response, body: JSON.stringify(body) } }
  })
}

/** The differences of a story, with their verdicts. */
function judged(exchanges: readonly RecordedExchange[]) {
  const scanned = scan(exchanges)
  return judgeDifferences(
    scanned,
    { policy: contractPolicy, areas: [] },
    playScan(scanned, { policy: contractPolicy }),
  )
}

/** The verdicts on the differences at one place, by path. */
const verdictsAt = (found: ReturnType<typeof judged>, place: number) =>
  found
    .filter((difference) => difference.place === `session: ${place}`)
    .map(({ path, kind, verdict, rows, setting }) => ({
      path,
      kind,
      verdict,
      because: setting ?? rows.join(' '),
    }))

const error = (code: number, message: string, subcode?: number) => ({
  error: {
    message,
    type: 'OAuthException',
    code,
    ...(subcode && { error_subcode: subcode }),
    fbtrace_id: 'A1',
  },
})
const to = (body: Body, other: object): void => {
  for (const name of Object.keys(body)) delete body[name]
  Object.assign(body, other)
}

type Row = readonly [
  name: string,
  place: keyof typeof calls,
  change: Change,
  path: string,
  kind: string,
  verdict: string,
  because: RegExp,
]

const rows: readonly Row[] = [
  [
    'a status of success',
    'publish',
    (_, at) => {
      at.status = 201
    },
    'status',
    'status',
    'contract',
    /SIL-034/,
  ],
  [
    'a status of an error',
    'publishNothing',
    (_, at) => {
      at.status = 422
    },
    'status',
    'status',
    'contract',
    /SIL-034/,
  ],
  [
    'a status of an invalid token',
    'badToken',
    (_, at) => {
      at.status = 401
    },
    'status',
    'status',
    'policy',
    /errorStatus\.190=401/,
  ],
  [
    'an error in place of a success',
    'publish',
    (body, at) => {
      at.status = 500
      to(body, error(1, 'x'))
    },
    'status',
    'status',
    'contract',
    /SIL-034/,
  ],
  [
    'a success in place of an error',
    'publishNothing',
    (body, at) => {
      at.status = 200
      to(body, { id: '1_2' })
    },
    'status',
    'status',
    'contract',
    /ERR-002/,
  ],
  [
    'an error code',
    'publishNothing',
    (body) => {
      body.error.code = 1
    },
    'error.code',
    'error',
    'contract',
    /ERR-002/,
  ],
  [
    'an error code of tokens',
    'badToken',
    (body) => {
      body.error.code = 102
    },
    'error.code',
    'error',
    'contract',
    /ERR-005/,
  ],
  [
    'a subcode',
    'badToken',
    (body) => {
      body.error.error_subcode = 460
    },
    'error.error_subcode',
    'error',
    'contract',
    /ERR-005/,
  ],
  [
    'a missing subcode',
    'unknownId',
    (body) => {
      delete body.error.error_subcode
    },
    'error.error_subcode',
    'extra',
    'contract',
    /SIL-036/,
  ],
  [
    'the type of an error',
    'unknownId',
    (body) => {
      body.error.type = 'OAuthException'
    },
    'error.type',
    'value',
    'contract',
    /SIL-035/,
  ],
  [
    'a missing trace',
    'publishNothing',
    (body) => {
      delete body.error.fbtrace_id
    },
    'error.fbtrace_id',
    'extra',
    'contract',
    /SIL-036/,
  ],
  [
    'a missing member of a post',
    'post',
    (body) => {
      delete body.message
    },
    'message',
    'extra',
    'contract',
    /SIL-090/,
  ],
  [
    'a missing member of a row',
    'feed',
    (body) => {
      delete body.data[1].message
    },
    'data.1.message',
    'extra',
    'contract',
    /FEE-001/,
  ],
  [
    'a missing member of a member',
    'post',
    (body) => {
      delete body.from.name
    },
    'from.name',
    'extra',
    'contract',
    /SIL-090/,
  ],
  [
    'a missing member of a campaign',
    'campaign',
    (body) => {
      delete body.effective_status
    },
    'effective_status',
    'extra',
    'contract',
    /CAM-/,
  ],
  [
    'a missing member of paging',
    'firstPage',
    (body) => {
      delete body.paging.next
    },
    'paging.next',
    'extra',
    'contract',
    /CNV-015/,
  ],
  [
    'a list without paging',
    'feed',
    (body) => {
      delete body.paging
    },
    'paging',
    'extra',
    'contract',
    /CNV-011/,
  ],
  [
    'a member that the live service has',
    'page',
    (body) => {
      body.about = 'x'
    },
    'about',
    'missing',
    'not simulated',
    /^$/,
  ],
  [
    'a member of a row that the live service has',
    'feed',
    (body) => {
      body.data[0].coordinates = {}
    },
    'data.0.coordinates',
    'missing',
    'not simulated',
    /^$/,
  ],
  [
    'a member that nobody knows',
    'page',
    (body) => {
      body.zzz = 1
    },
    'zzz',
    'missing',
    'differs',
    /^$/,
  ],
  [
    'a member of a member that nobody knows',
    'post',
    (body) => {
      body.from.zzz = 1
    },
    'from.zzz',
    'missing',
    'differs',
    /^$/,
  ],
  [
    'an id as a number',
    'campaign',
    (body) => {
      body.id = Number(body.id)
    },
    'id',
    'type',
    'contract',
    /CNV-016/,
  ],
  [
    'a boolean as a text',
    'updateCampaign',
    (body) => {
      body.success = 'true'
    },
    'success',
    'type',
    'contract',
    /CAM-/,
  ],
  [
    'a list in place of an object',
    'post',
    (body) => {
      body.from = [body.from]
    },
    'from',
    'type',
    'contract',
    /SIL-090/,
  ],
  [
    'null in place of a text',
    'campaign',
    (body) => {
      body.name = null
    },
    'name',
    'type',
    'contract',
    /CAM-/,
  ],
  [
    'an object in place of data',
    'feed',
    (body) => {
      body.data = {}
    },
    'data',
    'type',
    'contract',
    /CNV-010/,
  ],
  [
    'the order of a list',
    'feed',
    (body) => {
      body.data.reverse()
    },
    'data',
    'order',
    'contract',
    /FEE-124/,
  ],
  [
    'the order of leads',
    'leads',
    (body) => {
      body.data.reverse()
    },
    'data',
    'order',
    'contract',
    /LEA-/,
  ],
  [
    'a shorter page',
    'feed',
    (body) => {
      body.data.pop()
    },
    'data',
    'length',
    'contract',
    /FEE-124/,
  ],
  [
    'a longer page',
    'firstPage',
    (body) => {
      body.data.push({ ...body.data[0] })
    },
    'data',
    'length',
    'contract',
    /FEE-124/,
  ],
  [
    'a default value',
    'campaign',
    (body) => {
      body.status = 'ACTIVE'
    },
    'status',
    'value',
    'contract',
    /SIL-034|CAM-/,
  ],
  [
    'a default of effective_status',
    'campaign',
    (body) => {
      body.effective_status = 'ACTIVE'
    },
    'effective_status',
    'value',
    'contract',
    /CAM-/,
  ],
  [
    'a text',
    'post',
    (body) => {
      body.message = 'Hello!'
    },
    'message',
    'value',
    'contract',
    /SIL-090/,
  ],
  [
    'one time of another form',
    'leads',
    (body) => {
      body.data[0].created_time = body.data[0].created_time.replace('+0000', 'Z')
    },
    'data.0.created_time',
    'time',
    'contract',
    /./,
  ],
  [
    'one time as a number',
    'campaign',
    (body) => {
      body.created_time = 1_770_000_000
    },
    'created_time',
    'time',
    'contract',
    /./,
  ],
  [
    'another id',
    'post',
    (body) => {
      body.id = body.id.replace(/\d$/, (digit: string) => String((Number(digit) + 1) % 10))
    },
    'id',
    'identity',
    'contract',
    /CNV-016/,
  ],
  [
    'a cursor that repeats',
    'secondPage',
    (body) => {
      body.paging.cursors.after = JSON.parse(plain[calls.firstPage]?.response.body ?? '').paging.cursors.after
    },
    'paging.cursors.after',
    'identity',
    'contract',
    /CNV-014/,
  ],
  [
    'a parameter of the next address',
    'firstPage',
    (body) => {
      body.paging.next += '&pretty=0'
    },
    'paging.next',
    'value',
    'contract',
    /CNV-015/,
  ],
  [
    'the media type',
    'feed',
    (_, at) => {
      at.headers['content-type'] = 'text/javascript'
    },
    'headers.content-type',
    'header',
    'differs',
    /^$/,
  ],
  [
    'the version of the answer',
    'feed',
    (_, at) => {
      at.headers['facebook-api-version'] = 'v25.0'
    },
    'headers.facebook-api-version',
    'header',
    'differs',
    /^$/,
  ],
]

const plain = story().exchanges
const ofPlain = judged(plain)

describe('a difference that was planted is found, with its verdict', () => {
  test('there are 40', () => expect(rows).toHaveLength(40))

  test.each(rows)('%s', (_, call, change, path, kind, verdict, because) => {
    const place = calls[call]
    expect(verdictsAt(ofPlain, place)).toEqual([])
    const found = verdictsAt(judged(planted(plain, place, change)), place)
    expect(found).toContainEqual({ path, kind, verdict, because: expect.stringMatching(because) })
  })
})

describe('a service with another policy is explained by its setting', () => {
  test.each<[string, Partial<Policy>]>([
    ['postTimes=iso', { postTimes: 'iso' }],
    ['defaultFields=minimal', { defaultFields: 'minimal' }],
    ['unknownFields=ignore', { unknownFields: 'ignore' }],
    ['errorStatus.190=401', { errorStatus: { 190: 401 } }],
  ])('%s', (setting, policy) => {
    const { differences } = compareRecording(story(policy).exchanges)
    expect(differences.length).toBeGreaterThan(0)
    for (const difference of differences) expect(difference).toMatchObject({ verdict: 'policy', setting })
    expect(compareRecording(story(policy).exchanges, { policy }).differences).toEqual([])
  })
})

test('a report is the allow-list of the next comparison', () => {
  const exchanges = planted(plain, calls.page, (body) => Object.assign(body, { zzz: 1 }))
  const first = compareRecording(exchanges)
  expect(first.differences.map(({ verdict, allowed }) => [verdict, allowed])).toEqual([['differs', false]])
  const allow = JSON.parse(JSON.stringify(first))
  expect(compareRecording(exchanges, { allow }).differences.map(({ allowed }) => allowed)).toEqual([true])
  const more = planted(exchanges, calls.post, (body) => Object.assign(body, { yyy: 1 }))
  expect(compareRecording(more, { allow }).differences.map(({ allowed }) => allowed)).toEqual([true, false])
  expect(() => compareRecording(exchanges, { allow: [] })).toThrow('The allow-list must be a report')
})
