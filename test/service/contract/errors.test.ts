import { describe, expect, test } from 'vitest'
import {
  type ErrorCode,
  fitting,
  graphError,
  isErrorCode,
  isTransient,
} from '../../../src/service/contract/errors.ts'
import { contractPolicy, statusOf } from '../../../src/service/policy.ts'
import { begin, jsonOf } from '../scene.ts'

const everyCode = [
  100, 102, 104, 190, 200, 270, 278, 294, 324, 368, 2625, 2633, 2634, 2635, 3001, 80001, 80004,
] as const

test('the codes are those of the contract and no others [ERR-001, ERR-020]', () => {
  expect(Array.from({ length: 100_000 }, (_, code) => code).filter(isErrorCode)).toEqual(everyCode)
  expect([-1, 100.5, '100', undefined].filter(isErrorCode)).toEqual([])
})

describe('the error that a caller gets', () => {
  test.each(everyCode)('%i begins with its number, except for 190 [ERR-026]', (code) => {
    const { message } = graphError({ code, message: 'Words' })
    expect(message).toBe(code === 190 ? 'Words' : `(#${code}) Words`)
  })

  test.each(everyCode)('%i is an OAuthException; 100 with subcode 33 is a GraphMethodException', (code) => {
    expect(graphError({ code, message: '' }).type).toBe('OAuthException')
    const type = code === 100 ? 'GraphMethodException' : 'OAuthException'
    expect(graphError({ code, message: '', subcode: 33 }).type).toBe(type)
  })

  test('80004 has the subcode 2446079, and no other code has one by default [ERR-019]', () => {
    const withSubcode = everyCode.filter((code) => 'subcode' in graphError({ code, message: '' }))
    expect(withSubcode).toEqual([80004])
    expect(graphError({ code: 80004, message: '' }).subcode).toBe(2_446_079)
  })

  test('only 80001, 80004 and 102 are transient', () => {
    expect(everyCode.filter(isTransient)).toEqual([102, 80001, 80004])
  })

  test('contains the missing permissions, and the fault rule that injected it', () => {
    expect(graphError({ code: 200, message: 'No', because: ['x'], injectedBy: 'fault-1' })).toEqual({
      code: 200,
      message: '(#200) No',
      type: 'OAuthException',
      because: ['x'],
      injectedBy: 'fault-1',
    })
    expect(graphError({ code: 100, message: 'Gone', unanswered: 'ConnectionDropped' })).toMatchObject({
      code: 0,
      message: 'Gone',
    })
  })
})

describe('a code that an endpoint does not list is replaced', () => {
  const all = new Set<ErrorCode>(everyCode)
  const without = (...codes: ErrorCode[]) => new Set(everyCode.filter((code) => !codes.includes(code)))
  test.each<[ErrorCode, ErrorCode[], object]>([
    [278, [278], { code: 200 }],
    [294, [294], { code: 200 }],
    [200, [200], { code: 100, subcode: 33 }],
    [278, [278, 200], { code: 100, subcode: 33 }],
    [294, [294, 200], { code: 100, subcode: 33 }],
    [368, [368], { code: 200 }],
    [368, [368, 200], { code: 100 }],
    [324, [324], { code: 100 }],
    [102, [102], { code: 190 }],
    [104, [104], { code: 100 }],
    [3001, [3001], { code: 100 }],
  ])('%i, for an endpoint without %j [ERR-025]', (code, lacking, expected) => {
    expect(fitting({ code, message: 'Words' }, without(...lacking))).toEqual({
      message: 'Words',
      ...expected,
    })
  })

  test.each(everyCode)('%i is kept if it is listed [ERR-025]', (code) => {
    expect(fitting({ code, message: '' }, all).code).toBe(code)
  })
})

describe('the body of an error', () => {
  test('has a message, a type, a code, perhaps more, and a trace id [ERR-026]', () => {
    const { world, page, pageToken } = begin()
    const url = `/v26.0/${page}/nothing?access_token=${pageToken}`
    const response = world.request({ method: 'GET', url })
    expect(response.status).toBe(400)
    expect(response.headers['content-type']).toMatch(/^application\/json/)
    expect(jsonOf(response)).toEqual({
      error: {
        message: expect.stringMatching(/^Unsupported get request\. /),
        type: 'GraphMethodException',
        code: 100,
        error_subcode: 33,
        fbtrace_id: expect.any(String),
      },
    })
    const again = jsonOf(world.request({ method: 'GET', url })) as { error: { fbtrace_id: string } }
    expect(again.error.fbtrace_id).not.toBe((jsonOf(response) as typeof again).error.fbtrace_id)
  })

  test('marks a rate limit as transient [ERR-018]', () => {
    const { pageCallLimit: _, ...policy } = contractPolicy
    const limited = { ...policy, pageCallLimit: { perEngagedUser: 0, seconds: 60 } }
    const { world, page, pageToken } = begin({ policy: limited })
    const response = world.request({ method: 'GET', url: `/${page}/feed?access_token=${pageToken}` })
    expect(jsonOf(response)).toMatchObject({ error: { code: 80001, is_transient: true } })
    expect(response.headers).not.toHaveProperty('retry-after')
  })
})

test.each(everyCode)('%i has the status 400, and another where the policy says so [ERR-026]', (code) => {
  expect(statusOf(contractPolicy, { code })).toBe(400)
  expect(statusOf({ ...contractPolicy, errorStatus: { [code]: 503 } }, { code })).toBe(503)
})
