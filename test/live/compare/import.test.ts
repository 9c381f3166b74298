import { describe, expect, test } from 'vitest'
import { platformPolicy } from '../../../src/index.ts'
import type { RecordedExchange } from '../../../src/live/compare/exchange.ts'
import { importRecording } from '../../../src/live/compare/import.ts'
import { parseScenario, runScenario } from '../../../src/scenario/index.ts'
import { calls, story } from './story.ts'

const { exchanges, names } = story()

/** The steps that send requests. */
const requestsOf = ({ scenario }: ReturnType<typeof importRecording>) =>
  scenario.document.steps.flatMap((step) => ('request' in step ? [step] : []))

/** Plays an imported scenario, and returns what was wrong. */
const problemOf = ({ scenario }: ReturnType<typeof importRecording>) =>
  runScenario(scenario).difference?.message

/** The exchanges, in which one answer has another body. */
const changed = (place: number, change: (body: Record<string, unknown>) => object): RecordedExchange[] =>
  exchanges.map((exchange, at) => {
    const body = JSON.parse(exchange.response.body)
    return at === place
      ? { ...exchange, response: { ...exchange.response, body: JSON.stringify(change(body)) } }
      : exchange
  })

describe('a story', () => {
  const imported = importRecording(exchanges)
  const requests = requestsOf(imported)

  test('passes, and has all facts as what is given: its steps are the recorded requests', () => {
    expect(problemOf(imported)).toBeUndefined()
    const { given, steps } = imported.scenario.document
    expect(given?.steps?.map((step) => 'call' in step && step.call)).toEqual(
      expect.arrayContaining(['publishPost', 'createCampaign']),
    )
    expect(steps.filter((step) => 'call' in step || 'action' in step)).toEqual([])
    expect('request' in (steps[0] ?? {})).toBe(true)
    expect(imported.scenario.document.given?.actions?.map((step) => 'action' in step && step.action)).toEqual(
      expect.arrayContaining(['createUser', 'createApp', 'createPage', 'createAdAccount', 'createLeadForm']),
    )
  })

  test('has names in place of ids and tokens', () => {
    const { text } = imported.scenario
    // A node that the recording never shows keeps its id, because no step makes it.
    expect([...new Set(text.match(/\d{9,}/g))]).toEqual(['998877665544332'])
    for (const secret of [names.pageToken, names.userToken]) expect(text).not.toContain(secret)
    expect(requests[calls.feed]?.request.path).toMatch(/^\/v26\.0\/\$\{page\}\/feed$/)
    expect(requests[calls.feed]?.request.params?.['access_token']).toMatch(/^\$token\d*$/)
    expect(requests[calls.deletePost]?.request.path).toMatch(/^\/v26\.0\/\$\{\w+\}$/)
  })

  test('expects what was recorded, and the errors by their codes', () => {
    expect(requests[calls.me]?.expect).toEqual({ value: { id: '$user2', name: 'Ada Starter' } })
    expect(requests[calls.publishNothing]?.expect).toEqual({ error: 100 })
    expect(requests[calls.unknownId]?.expect).toEqual({ error: { code: 100, subcode: 33 } })
    expect(requests[calls.updateCampaign]?.expect).toEqual({ value: { success: true } })
  })

  test.each([
    ['name', 'value: { id: $user2, name: Ada Starter }', 'value: { id: $user2, name: Ada Other }'],
    ['member of a list', 'message: Before 3\n            privacy', 'message: Before 2\n            privacy'],
    ['code', 'expect: { error: 100 }', 'expect: { error: 190 }'],
  ])('fails if it expects another %s', (_, from, to) => {
    const { text } = imported.scenario
    expect(text).toContain(from)
    expect(runScenario(parseScenario(text.replace(from, () => to))).ok).toBe(false)
  })
})

test('a call that the simulator answers differently says so, and expects nothing', () => {
  const imported = importRecording(changed(calls.post, (body) => ({ ...body, is_hidden: 'no', extra: 1 })))
  expect(imported.differing).toBe(1)
  const { title, expect: expected } = requestsOf(imported)[calls.post] ?? {}
  expect([title, expected]).toEqual(['The recorded answer differs in is_hidden, extra.', undefined])
  expect(problemOf(imported)).toBeUndefined()
})

test('a recording that somebody wrote by hand passes', () => {
  const url = 'https://graph.facebook.com/v24.0'
  const call = (method: string, path: string, body: string, answer: object): RecordedExchange => ({
    place: path,
    at: undefined,
    request: {
      method,
      url: `${url}/${path}`,
      headers: body === '' ? {} : { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    },
    response: { status: 'error' in answer ? 400 : 200, headers: {}, body: JSON.stringify(answer) },
  })
  const imported = importRecording(
    [
      call('GET', 'me/accounts?fields=id,name&access_token=one', '', {
        data: [{ id: '1001001001', name: 'Roses' }],
      }),
      call('GET', '1001001001?fields=name&access_token=one', '', { name: 'Roses', id: '1001001001' }),
      call('POST', '1001001001/feed', 'message=Hello&access_token=two', { id: '1001001001_2002002002' }),
      call('GET', '1001001001_2002002002?fields=message&access_token=two', '', {
        message: 'Hello',
        id: '1001001001_2002002002',
      }),
      call('DELETE', '1001001001_2002002002?access_token=two', '', { success: true }),
    ],
    { policy: platformPolicy },
  )
  expect(imported.lacking).toEqual([])
  expect(problemOf(imported)).toBeUndefined()
  expect(requestsOf(imported).map(({ title }) => title)).toEqual([
    'The recorded answer differs in paging.',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(requestsOf(imported).at(-2)?.expect).toEqual({ value: { message: 'Hello', id: '$post' } })
})

test('facts that cannot be made are named', () => {
  const unknown = changed(calls.post, (body) => body).map((exchange) => ({
    ...exchange,
    request: {
      ...exchange.request,
      url: exchange.request.url.replace(`/${names.form}/leads`, '/77777777777/other'),
    },
  }))
  const { lacking } = importRecording(unknown)
  expect(lacking[0]).toEqual({ id: '77777777777', reason: 'the recording does not show what it is' })
})

test('a recording with more requests than a scenario has steps is refused before it is played', () => {
  const [first = expect.unreachable('the story has exchanges')] = exchanges
  expect(() => importRecording(Array.from({ length: 10_001 }, () => first))).toThrow(
    'The recording has 10,001 requests: a scenario has at most 10,000 steps; import a part of it',
  )
})
