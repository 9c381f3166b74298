import { expect, test } from 'vitest'
import { begin, forked, jsonOf } from '../../service/scene.ts'
import { MULTIPART, multipart, part, png, textPart } from './clients/scene.ts'

const start = begin()
const { page, campaign, user, pageToken, userToken } = start

/** Sends a batch, and returns its answer. */
function sent(batch: readonly object[], world = forked(start).world): unknown {
  const params = { access_token: userToken, include_headers: false, batch: JSON.stringify(batch) }
  return jsonOf(world.request({ method: 'POST', path: '/', params }))
}

const me = { name: 'me', relative_url: 'me?fields=id' }
const meRead = { code: 200, body: JSON.stringify({ id: user }) }
const named = { relative_url: '{result=me:$.id}?fields=id' }
const dependent = { relative_url: `${campaign}?fields=id`, depends_on: 'me' }
const campaignRead = { code: 200, body: JSON.stringify({ id: campaign }) }
const unknown = { name: 'me', relative_url: 'no-such-object' }
const lost = expect.objectContaining({ code: 400 })

// The rules are those of developers.facebook.com/docs/graph-api/batch-requests, and the answers those that
// the test suite of koala recorded: spec/fixtures/mock_facebook_responses.yml.
test.each<[string, readonly object[], unknown]>([
  ['a call that another refers to is null', [me, named], [null, meRead]],
  ['a call that another depends on is null', [me, dependent], [null, campaignRead]],
  [
    'a call that another refers to with escapes is null',
    [me, { relative_url: '%7Bresult%3Dme%3A%24.id%7D?fields=id' }],
    [null, meRead],
  ],
  [
    'a call that nobody uses has its body, with a name too',
    [me, { relative_url: 'me?fields=id' }],
    [meRead, meRead],
  ],
  [
    'a used call has its body with omit_response_on_success: false',
    [{ ...me, omit_response_on_success: false }, named],
    [meRead, meRead],
  ],
  [
    'omit_response_on_success leaves out no result that nobody uses',
    [{ ...me, omit_response_on_success: true }, { relative_url: 'me?fields=id' }],
    [meRead, meRead],
  ],
  ['a failed call has its error, and a call that depends on it is null', [unknown, dependent], [lost, null]],
  ['a failed call has its error, and a call that refers to it is null', [unknown, named], [lost, null]],
  [
    'a call that depends on a call which was not made is null too',
    [unknown, { ...dependent, name: 'second' }, { ...dependent, depends_on: 'second' }, me],
    [lost, null, null, meRead],
  ],
  [
    'a list in depends_on',
    [me, { ...unknown, name: 'b' }, { ...dependent, depends_on: ['me', 'b'] }],
    [null, lost, null],
  ],
  [
    'a name that is a number',
    [
      { ...me, name: 7 },
      { ...dependent, depends_on: '7' },
    ],
    [null, campaignRead],
  ],
  [
    'a name with an ampersand, in a reference',
    [{ ...me, name: 'A & B' }, { relative_url: '{result=A & B:$.id}?fields=id' }],
    [null, meRead],
  ],
  [
    'a name with a plus sign, in a reference that is not escaped',
    [{ ...me, name: 'A+B' }, { relative_url: '{result=A+B:$.id}?fields=id' }],
    [null, meRead],
  ],
  [
    'a name with a space, which an escaped reference spells as a plus sign',
    [{ ...me, name: 'A B' }, { relative_url: '%7Bresult%3DA+B%3A%24.id%7D?fields=id' }],
    [null, meRead],
  ],
  ['an empty depends_on names no call', [{ ...dependent, depends_on: '' }], [campaignRead]],
  [
    'the name undefined, beside a call without a name',
    [
      { ...me, name: 'undefined' },
      { relative_url: campaign },
      { relative_url: '{result=undefined:$.id}?fields=id' },
    ],
    [null, expect.objectContaining({ code: 200 }), meRead],
  ],
  [
    'of two calls with a name, the last before it counts',
    [unknown, me, dependent],
    [lost, null, campaignRead],
  ],
])('%s', (_, batch, answer) => {
  expect(sent(batch)).toEqual(answer)
})

test.each<[string, readonly object[], number, string]>([
  ['in depends_on', [me, { ...dependent, depends_on: 'i-dont-exist' }], 1, 'i-dont-exist'],
  ['in a reference', [me, { relative_url: '?ids={result=i-dont-exist:$.data.*.id}' }], 1, 'i-dont-exist'],
  ['in an escaped reference', [{ relative_url: '?ids=%7Bresult%3Df%3A%24.id%7D' }], 0, 'f'],
  ['in a body', [{ method: 'POST', relative_url: 'me/feed', body: { message: '{result=f:$.id}' } }], 0, 'f'],
  [
    'in a body as text',
    [{ method: 'POST', relative_url: 'me/feed', body: 'message={result=f:$.id}' }],
    0,
    'f',
  ],
  ['of a later call', [dependent, me], 0, 'me'],
  ['of itself', [{ ...dependent, name: 'me' }], 0, 'me'],
])('a name %s that no call before it has refuses the whole batch', (_, batch, index, name) => {
  const { world } = forked(start)
  const calls = world.calls.length
  expect(sent(batch, world)).toMatchObject({
    error: {
      code: 100,
      message: expect.stringContaining(
        `Request ${index} cannot depend on an unresolved request with name "${name}"`,
      ),
    },
  })
  expect(world.calls.all().slice(calls)).toMatchObject([{ operation: 'batch', outcome: { ok: false } }])
})

test('a call that is not made has no effect and no entry in the call log', () => {
  const { world } = forked(start)
  const calls = world.calls.length
  const post = { method: 'POST', relative_url: `${page}/feed`, body: 'message=a', depends_on: 'me' }
  sent([unknown, post], world)
  expect(world.calls.all().slice(calls)).toHaveLength(2)
  expect(world.as(pageToken).listPageFeed({ page }).unwrap().data).toEqual([])
})

test('a call whose answer a fault drops is a failed call', () => {
  const { world } = forked(start)
  world.faults.add({ match: { operation: 'me' }, fault: { kind: 'drop' } })
  expect(sent([me, dependent], world)).toEqual([null, null])
})

test('typed, the values are those of the request', () => {
  const { world } = forked(start)
  const client = world.as(userToken)
  expect(client.batch({ batch: [me, dependent] }).unwrap()).toEqual([
    null,
    { code: 200, body: { id: campaign } },
  ])
  expect(client.batch({ batch: [unknown, dependent] }).unwrap()).toEqual([lost, null])
})

test('a file that is sent under two part names is one picture of a single call', () => {
  const answer = forked(start).world.request({
    method: 'POST',
    url: `/${page}/photos?access_token=${pageToken}`,
    headers: { 'content-type': MULTIPART['Content-Type'] },
    body: multipart(
      part('Content-Disposition: form-data; name="source"; filename="a.png"', png),
      part('Content-Disposition: form-data; name="source0"; filename="a.png"', png),
    ),
  })
  expect(answer.status).toBe(200)
})

test('two calls with files of equal bytes have a file each', () => {
  const { world } = forked(start)
  const upload = (file: string) => ({ method: 'POST', relative_url: `${page}/photos`, attached_files: file })
  const answer = world.request({
    method: 'POST',
    url: `/?access_token=${pageToken}`,
    headers: { 'content-type': MULTIPART['Content-Type'] },
    body: multipart(
      part('Content-Disposition: form-data; name="file1"; filename="a.png"', png),
      part('Content-Disposition: form-data; name="file2"; filename="a.png"', png),
      textPart('batch', JSON.stringify([upload('file1'), upload('file2')])),
    ),
  })
  expect(JSON.parse(String(answer.body))).toMatchObject([{ code: 200 }, { code: 200 }])
})
