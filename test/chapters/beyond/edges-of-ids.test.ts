import { describe, expect, test } from 'vitest'
import { act, begin, call, forked, jsonOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { page, user, userToken, pageToken, adAccount, app } = start
const other = String(act(start.world, 'createPage', { name: 'Other', administrators: [user] }).unwrap()['id'])
const account = `act_${adAccount}`

const ask = (path: string, params: object, { world } = forked(start), token = userToken) =>
  world.request({ method: 'GET', path: `/v24.0${path}`, params: { access_token: token, ...params } })

const picture = { data: { height: 200, is_silhouette: true, url: expect.any(String), width: 200 } }

describe('an edge of several ids', () => {
  test.each([{}, { redirect: 0 }, { redirect: 'true' }])(
    'is described and never a redirect: %j',
    (params) => {
      const asked = { ids: `${page},${other}`, ...params }
      expect(jsonOf(ask('/picture', asked))).toEqual({ [page]: picture, [other]: picture })
    },
  )

  test.each([
    [
      '/campaigns',
      { ids: account, fields: 'name' },
      { [account]: { data: [{ id: start.campaign, name: 'Starter Campaign' }] } },
    ],
    // An error of one read is that of the whole call.
    ['/subscribed_apps', { ids: other }, 210],
    ['/roles', { ids: app }, 100],
    ['/picture', { ids: `${page},1`, redirect: 0 }, 100],
    ['/picture', { ids: `${page},${account}`, redirect: 0 }, 100],
    ['/picture', { ids: '' }, 100],
    [
      '/picture',
      {
        ids: Array.from({ length: 51 }, () => page)
          .map((id, at) => id + at)
          .join(),
      },
      100,
    ],
    ['/picture', { ids: `${page}/albums` }, 100],
    ['/picture', {}, 100],
    ['/nothing', { ids: page }, 100],
    ['/__proto__', { ids: page }, 100],
    ['/picture/data', { ids: page }, 100],
  ])('%s with %j', (path, params, expected) => {
    const body = jsonOf(ask(path, params))
    if (typeof expected === 'number') expect(body).toMatchObject({ error: { code: expected } })
    else expect(body).toMatchObject(expected)
  })

  test('keeps the permissions of each edge', () => {
    const { world } = forked(start)
    const stranger = act(world, 'createUser', { name: 'Stranger' }).unwrap()['id']
    const { token } = act(world, 'issueToken', { kind: 'user', app, user: stranger }).unwrap()
    const asked = ask('/campaigns', { ids: account }, { ...start, world }, String(token))
    expect(jsonOf(asked)).toMatchObject({
      error: { code: 200, message: '(#200) Requires the extended permission ads_read' },
    })
  })

  test('is read by GET alone, and not by default', () => {
    const { world } = forked(start)
    const path = '/v24.0/picture'
    const params = { access_token: pageToken, ids: page, redirect: 0 }
    for (const method of ['POST', 'DELETE'])
      expect(jsonOf(world.request({ method, path, params }))).toMatchObject({ error: { code: 100 } })
    expect(world.request({ method: 'HEAD', path, params })).toMatchObject({ status: 200, body: '' })
    const plain = world.fork({ policy: { beyond: 'refuse' } })
    expect(jsonOf(plain.request({ method: 'GET', path: '/v24.0/campaigns', params }))).toMatchObject({
      error: { code: 100, error_subcode: 33 },
    })
  })

  test('is logged with its reads', () => {
    const scene = forked(start)
    const before = scene.world.calls.length
    ask('/picture', { ids: `${page},${other}` }, scene)
    expect(
      scene.world.calls
        .all()
        .slice(before)
        .map(({ operation }) => operation),
    ).toEqual(['readMany', 'readPagePicture', 'readPagePicture'])
  })

  test('stands in a batch', () => {
    const { world } = forked(start)
    const batch = [{ relative_url: `picture?ids=${page}&redirect=0` }]
    const [answer] = call(world, pageToken, 'batch', { batch }).unwrap() as unknown as object[]
    expect(answer).toEqual({ code: 200, body: { [page]: picture } })
  })
})

test('a call of a batch has the headers about origins and caches of the live service', () => {
  const headers = (policy: object) => {
    const { world } = forked(start, { policy })
    const batch = JSON.stringify([{ relative_url: page }, { relative_url: '2' }])
    const params = { access_token: pageToken, batch }
    const answers = jsonOf(world.request({ method: 'POST', path: '/v24.0/', params })) as unknown as {
      headers: { name: string; value: string }[]
    }[]
    return answers.map((answer) =>
      answer.headers.filter(({ name }) => name === 'Access-Control-Allow-Origin' || name === 'Vary'),
    )
  }
  const live = [
    { name: 'Access-Control-Allow-Origin', value: '*' },
    { name: 'Vary', value: 'Accept-Encoding' },
  ]
  expect(headers({ beyond: 'serve' })).toEqual([live, live])
  expect(headers({ beyond: 'refuse' })).toEqual([[], []])
})
