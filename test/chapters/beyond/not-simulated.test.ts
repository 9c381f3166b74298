import { describe, expect, test } from 'vitest'
import { platformPolicy } from '../../../src/index.ts'
import { begin, call, jsonOf } from '../../service/scene.ts'

const policy = { beyond: 'serve' } as const
const { world, page, form, pageToken, userToken } = begin({ policy })

/** Makes a request, and returns the error and the hint of its answer. */
function asked(method: string, path: string, token = pageToken, at = world) {
  const { headers, body } = at.request({ method, path, params: { access_token: token } })
  return { error: jsonOf({ body })['error'], hint: headers['x-fauxgraph-hint'] }
}

describe('a path that begins with an unknown word', () => {
  const unsupported = { code: 100, error_subcode: 33 }

  test('has a hint with the paths that begin with one, and the nearest', () => {
    const { error, hint } = asked('GET', '/v26.0/debug_tokens')
    expect(error).toMatchObject(unsupported)
    expect(hint).toMatch(/^GET of the path "debug_tokens" is not simulated; the paths without an id are /)
    expect(hint).toMatch(/\bdebug_token\b.* did you mean debug_token\?/)
  })

  test.each(['/1', `/act_${page}`, `/${page}_1`, '/me_'])('%s: only a word has the paths', (path) => {
    const { error, hint } = asked('GET', path)
    expect(error).toMatchObject(unsupported)
    expect(hint?.includes('the paths without an id')).toBe(path === '/me_')
  })

  test('has the hint under the default policy too, without the paths that it refuses', () => {
    const strict = begin()
    const { error, hint } = asked('GET', '/unknown_word', strict.pageToken, strict.world)
    expect(error).toMatchObject(unsupported)
    expect(hint).toMatch(/^GET of the path "unknown_word" is not simulated; the paths without an id are /)
    expect(hint).not.toMatch(/\bpages\/search\b/)
  })
})

describe('an edge that is not simulated', () => {
  test('has the code 100 without a subcode, names the nearest edge, and has a hint with all of them', () => {
    const { error, hint } = asked('GET', `/${page}/leadgen_form`)
    expect(error).toEqual({
      code: 100,
      type: 'OAuthException',
      message:
        '(#100) Unsupported get request: the edge "leadgen_form" of a page is not simulated, ' +
        'the nearest is leadgen_forms',
      fbtrace_id: expect.any(String),
    })
    expect(hint).toMatch(/^the edge "leadgen_form" of a page is not simulated; its edges are .*\bfeed\b/)
  })

  test('names the nearest edge however far it is', () => {
    expect(asked('GET', `/${form}/leads_of_today`).error).toMatchObject({
      message: expect.stringMatching(/the nearest is leads$/),
    })
  })

  test('says which methods the edge takes', () => {
    expect(asked('DELETE', `/${page}/leadgen_forms`)).toMatchObject({
      error: {
        code: 100,
        message:
          '(#100) Unsupported delete request: DELETE of the edge "leadgen_forms" of a page ' +
          'is not simulated: it takes GET',
      },
      hint: expect.stringMatching(
        /it takes GET; to stub it: world\.stub\('DELETE \/\{page\}\/leadgen_forms', \{ success: true \}\)$/,
      ),
    })
  })

  test('has a hint in ASCII, of bounded length', () => {
    const { hint } = asked('GET', `/${page}/${'ü'.repeat(1_000)}`)
    expect(hint).toMatch(/^[ -~]+$/)
    expect(hint?.length).toBeLessThanOrEqual(1_000)
  })

  test('is answered in the same way in a batch', () => {
    const batch = [{ method: 'GET', relative_url: `${page}/leadgen_form` }]
    const { body } = world.request({ method: 'POST', path: '/', params: { batch, access_token: pageToken } })
    expect(JSON.parse(String(body))[0].headers).toContainEqual({
      name: 'X-Fauxgraph-Hint',
      value: expect.stringMatching(/leadgen_forms/),
    })
  })
})

describe('what does not exist keeps the subcode 33, and its hint says why', () => {
  const hidden = () => {
    const other = world.fork()
    const id = other.actions.createPage({ name: 'Hidden', published: false }).unwrap().id
    return asked('GET', `/${id}/conversations`, userToken, other)
  }

  test.each<[string, () => ReturnType<typeof asked>, RegExp]>([
    [
      'an unknown node',
      () => asked('GET', '/99/feed'),
      /^there is no object with the id "99" in this world$/,
    ],
    ['a change of the root', () => asked('DELETE', '/'), /^the path names no object$/],
    ['a node that the caller cannot see', hidden, /this caller cannot see it|is not simulated/],
    [
      'any edge under the default policy',
      () => asked('GET', `/${page}/nothing`, pageToken, begin().world),
      /^the edge "nothing" of a page is not simulated; its edges are /,
    ],
  ])('%s', (_, ask, reason) => {
    const { error, hint } = ask()
    expect(error).toMatchObject({ code: 100, error_subcode: 33, type: 'GraphMethodException' })
    expect(hint).toMatch(reason)
  })
})

test('a call by name of a node of another kind keeps the subcode 33', () => {
  expect(call(world, userToken, 'readCampaign', { campaign: page })).toMatchObject({
    error: {
      code: 100,
      subcode: 33,
      message: expect.stringMatching(/^Unsupported get request. Object with/),
    },
  })
})

test('the platform preset answers in the same way', () => {
  const scene = begin({ policy: platformPolicy })
  expect(asked('GET', `/${scene.page}/nothing`, scene.pageToken, scene.world).hint).toBeDefined()
})
