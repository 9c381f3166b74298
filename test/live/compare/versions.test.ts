import { describe, expect, test } from 'vitest'
import type { RecordedExchange } from '../../../src/live/compare/exchange.ts'
import { compareRecording } from '../../../src/live/compare/report.ts'
import { reportText } from '../../../src/live/compare/report-text.ts'
import { platformPolicy } from '../../../src/service/policy.ts'
import { recorder } from './sessions.ts'

/** A recording that says it was made at another version. */
const recordedAt = (version: string, exchanges: readonly RecordedExchange[]): RecordedExchange[] =>
  exchanges.map((exchange) => {
    const at = (text: string) => text.replaceAll('v26.0', version)
    const { request, response } = exchange
    return {
      ...exchange,
      request: { ...request, url: at(request.url) },
      response: {
        ...response,
        headers: { ...response.headers, 'facebook-api-version': version },
        body: at(response.body),
      },
    }
  })

/** Reads of the ads surface and of a page, whose answers have links with the version. */
function reads() {
  const at = recorder(5, platformPolicy)
  const { adAccount, page, userToken } = at.names
  at.ask('GET', 'me', { fields: 'id,name' }, userToken)
  at.ask('GET', 'me/accounts', { fields: 'id,name,access_token' }, userToken)
  at.ask('GET', `act_${adAccount}/campaigns`, { fields: 'id,name,objective,status', limit: '1' }, userToken)
  at.ask('GET', page, { fields: 'id,name' })
  return at.exchanges
}

const older = { policy: platformPolicy }

describe('a recording of an older version', () => {
  test('is played at the oldest version of ads calls that is served, and the report says so', () => {
    const report = compareRecording(recordedAt('v12.0', reads()), older)
    expect(report.differences).toEqual([])
    expect(report.playedAt).toEqual([{ recorded: 'v12.0', played: 'v20.0', calls: 1 }])
    expect(reportText(report)).toContain(
      '1 call recorded at v12.0 was played at v20.0: the policy versions and adsMinVersion say what is served',
    )
  })

  test('is played at the nearest version that is served, if the world does not know its own', () => {
    const newer = compareRecording(recordedAt('v99.0', reads()), older)
    expect(newer.playedAt).toEqual([{ recorded: 'v99.0', played: 'v26.0', calls: 4 }])
    expect(newer.differences).toEqual([])
    const oldest = compareRecording(recordedAt('v1.0', reads()), older)
    expect(oldest.playedAt?.map(({ played, calls }) => [played, calls])).toEqual([
      ['v2.0', 3],
      ['v20.0', 1],
    ])
  })

  test('is played as it is where it was refused for its version', () => {
    const at = recorder(5, platformPolicy)
    const { adAccount, userToken } = at.names
    at.ask('GET', 'me', { fields: 'id,name' }, userToken)
    at.ask('GET', `act_${adAccount}/campaigns`, { fields: 'id,name,objective,status' }, userToken)
    const url = `https://graph.test/v12.0/act_${adAccount}/campaigns?access_token=${userToken}`
    const { status, headers, body } = at.world.request({ method: 'GET', url })
    const request = { method: 'GET', url, headers: {}, body: '' }
    const response = { status, headers: headers as Record<string, string>, body: String(body) }
    const refused = { place: 'refused', request, response, at: at.world.clock.now }
    const report = compareRecording([...at.exchanges, refused], older)
    expect([report.differences, report.playedAt]).toEqual([[], undefined])
    expect(JSON.parse(String(body)).error.code).toBe(2635)
  })

  test('says nothing of versions that are served', () => {
    expect(compareRecording(reads(), older)).not.toHaveProperty('playedAt')
  })
})

describe('one cause has one verdict and its own decision', () => {
  /** A list that the live service answered, with a time that no world reads. */
  const report = (() => {
    const at = recorder(6, platformPolicy)
    const { page } = at.names
    at.ask('GET', 'me', { fields: 'id,name' }, at.names.userToken)
    at.ask('GET', 'me/accounts', { fields: 'id,name,access_token' }, at.names.userToken)
    const answered = at.exchanges.length
    for (const edge of ['feed', 'posts', 'published_posts']) at.ask('GET', `${page}/${edge}`)
    const exchanges = at.exchanges.map((exchange, place) =>
      place < answered
        ? exchange
        : { ...exchange, request: { ...exchange.request, url: `${exchange.request.url}&since=a+while+ago` } },
    )
    return compareRecording(exchanges, { policy: platformPolicy })
  })()

  test('on a described edge and on one beyond the description', () => {
    expect(report.differences.map(({ call, verdict, rows }) => [call, verdict, rows])).toEqual([
      ['GET /#/feed', 'contract', ['ERR-002', 'SIL-023']],
      ['GET /#/posts', 'contract', ['ERR-002', 'SIL-023']],
      ['GET /#/published_posts', 'contract', ['ERR-002', 'SIL-023']],
    ])
  })
})
