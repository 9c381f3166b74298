import { describe, expect, test } from 'vitest'
import { type Policy, platformPolicy } from '../../../src/service/policy.ts'
import { begin, jsonOf } from '../../service/scene.ts'

const tooMuch = "Please reduce the amount of data you're asking for, then retry your request"

const served = begin({ policy: platformPolicy })
const { page, form, pageToken, userToken, adAccount } = served

/** The status and the body of a GET in a world of the policy. */
function asked(path: string, policy: Partial<Policy> = platformPolicy, token = pageToken) {
  const world = served.world.fork({ policy })
  const glue = path.includes('?') ? '&' : '?'
  const answer = world.request({ method: 'GET', url: `/v24.0/${path}${glue}access_token=${token}` })
  return { status: answer.status, hint: answer.headers['x-fauxgraph-hint'], body: jsonOf(answer) }
}

const refusal = { status: 500, body: { error: { code: 1, message: tooMuch, type: 'OAuthException' } } }

describe('a list whose limit is too large is code 1 with the status 500', () => {
  test.each<[string, string, string]>([
    ['forms (https://github.com/frappe/crm/issues/2870)', `${page}/leadgen_forms?limit=15000`, pageToken],
    ['leads', `${form}/leads?limit=5001`, pageToken],
    ['campaigns', `act_${adAccount}/campaigns?limit=9223372036854775807`, userToken],
    ['pages of a person', 'me/accounts?limit=15000', userToken],
    ['an edge within a record', `${page}?fields=leadgen_forms.limit(15000){id}`, pageToken],
    ['an edge of several ids', `leads?ids=${form}&limit=15000`, pageToken],
    ['a limit that is sent twice', `${form}/leads?limit=1&limit=15000`, pageToken],
  ])('%s', (_title, path, token) => {
    expect(asked(path, platformPolicy, token)).toMatchObject(refusal)
  })

  test('in a batch', () => {
    const world = served.world.fork({})
    const batch = JSON.stringify([{ method: 'GET', relative_url: `${form}/leads?limit=15000` }])
    const url = `/v24.0/?batch=${encodeURIComponent(batch)}&access_token=${pageToken}`
    const [part] = jsonOf(world.request({ method: 'POST', url })) as unknown as {
      code: number
      body: string
    }[]
    expect({ status: part?.code, body: JSON.parse(part?.body ?? '') }).toMatchObject(refusal)
  })

  test('with a hint that names the option', () => {
    expect(asked(`${form}/leads?limit=15000`).hint).toContain(
      '15000 is above 5000, the pageSizeMax of the policy',
    )
  })

  test('by the option alone too', () => {
    const policy = { ...platformPolicy, beyond: 'refuse', pageSizeMax: 10 } as const
    expect(asked(`${form}/leads?limit=11`, policy)).toMatchObject(refusal)
    expect(asked(`${form}/leads?limit=10`, policy).status).toBe(200)
  })
})

test.each<[string, string, Partial<Policy>]>([
  ['of the largest size', `${form}/leads?limit=5000`, platformPolicy],
  ['of any size, with null', `${form}/leads?limit=15000`, { ...platformPolicy, pageSizeMax: null }],
  ['of any size, by default', `${form}/leads?limit=15000`, {}],
  ['of any size, for what is no list', `${form}?limit=15000`, platformPolicy],
])('a list is answered %s', (_title, path, policy) => {
  const scene = policy === platformPolicy || 'beyond' in policy ? served : begin()
  const world = scene.world.fork({ policy })
  const url = `/v24.0/${path.replace(form, scene.form)}&access_token=${scene.pageToken}`
  expect(world.request({ method: 'GET', url }).status).toBe(200)
})

test.each([0, -1, 1.5, '5'])('a wrong size is refused: %j', (pageSizeMax) => {
  expect(() => begin({ policy: { pageSizeMax: pageSizeMax as never } })).toThrow(
    /The policy pageSizeMax must be/,
  )
})

test('a limit that the description refuses stays 100', () => {
  expect(asked(`${page}/feed?limit=15000`).body).toMatchObject({ error: { code: 100 } })
})
