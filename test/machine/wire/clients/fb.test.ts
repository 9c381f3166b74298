import { describe, expect, test } from 'vitest'
import { forked, jsonOf } from '../../../service/scene.ts'
import {
  account,
  answerTo,
  FORM,
  itemsOf,
  MULTIPART,
  madePost,
  multipart,
  pageQuery,
  part,
  play,
  png,
  type Row,
  read,
  scene,
  textPart,
  userQuery,
} from './scene.ts'

const { page, campaign, userToken, pageToken } = scene
const categories = (world: Parameters<NonNullable<Row[3]>>[0], id: unknown) =>
  (read(world, 'readCampaign', id) as { special_ad_categories?: string[] }).special_ad_categories

describe('fb', () => {
  test.each<Row>([
    [
      '7 fields as a JSON array',
      { method: 'GET', url: `/v24.0/${campaign}?fields=%5B%22id%22%2C%22name%22%5D&${userQuery}` },
      { id: campaign, name: 'Starter Campaign' },
    ],
    [
      '11 an old version in front of the path',
      { method: 'GET', url: `/v2.4/${page}/feed?${pageQuery}` },
      { data: [] },
    ],
    [
      '3 a url-encoded body, nested values as JSON text, the token in the query',
      {
        method: 'POST',
        url: `/v24.0/${account}/campaigns?${userQuery}`,
        headers: FORM,
        body: 'objective=REACH&special_ad_categories=%5B%22CREDIT%22%5D',
      },
      { success: true },
      (world, { id }) => expect(categories(world, id)).toEqual(['CREDIT']),
    ],
    [
      '18 a file with a content type',
      {
        method: 'POST',
        url: `/v24.0/${page}/photos?${pageQuery}`,
        headers: MULTIPART,
        body: multipart(
          part(
            'Content-Disposition: form-data; name="source"; filename="a.png"\r\nContent-Type: image/png',
            png,
          ),
          textPart('caption', 'by fb'),
        ),
      },
      { post_id: madePost },
      (world, { id }) => expect(read(world, 'readPhoto', id)).toMatchObject({ name: 'by fb' }),
    ],
    [
      'a real DELETE without a content type',
      { method: 'DELETE', url: `/v24.0/${campaign}?${userQuery}` },
      { success: true },
    ],
  ])('%s', (...row) => play(...row))

  test('23 a batch: JSON text in a form, the token in the query', () => {
    const { world } = forked(scene)
    const batch = JSON.stringify([
      { method: 'get', relative_url: campaign },
      { method: 'post', relative_url: campaign, body: 'name=fb' },
    ])
    const sent = {
      method: 'POST',
      url: `/v24.0/?${userQuery}`,
      headers: FORM,
      body: `batch=${encodeURIComponent(batch)}`,
    }
    expect(itemsOf(answerTo(world, sent)).map(({ code }) => code)).toEqual([200, 200])
    expect(read(world, 'readCampaign', campaign)).toMatchObject({ name: 'fb' })
  })
})

describe('fbgraph', () => {
  /** The token is in the query and in the body, and the body has no content type. */
  const post = (path: string, body: string, token = userToken) => ({
    method: 'POST',
    url: `/v24.0/${path}${path.includes('?') ? '&' : '?'}access_token=${encodeURIComponent(token)}`,
    body: `${body}&access_token=${encodeURIComponent(token)}`,
  })

  test.each<Row>([
    [
      '17 a url-encoded body without a content type, the token twice',
      post(`${page}/feed`, 'message=hello%20you&published=false', pageToken),
      { id: madePost },
      (world, { id }) =>
        expect(read(world, 'readPost', id)).toMatchObject({ message: 'hello you', is_published: false }),
    ],
    [
      '8 a list in brackets with an index',
      post(`${account}/campaigns`, 'objective=REACH&special_ad_categories%5B0%5D=NONE'),
      { success: true },
      (world, { id }) => expect(categories(world, id)).toEqual(['NONE']),
    ],
    [
      '8, 15 an empty list is left out, and so is missing',
      post(`${account}/campaigns`, 'objective=REACH'),
      { error: { code: 100, message: expect.stringContaining('special_ad_categories is required') } },
    ],
    [
      '9 a list of objects in brackets with indexes in a query',
      {
        method: 'GET',
        url: `/v24.0/${account}/targetingvalidation?targeting_list%5B0%5D%5Btype%5D=interests&targeting_list%5B0%5D%5Bid%5D=6003&${userQuery}`,
      },
      { data: [{ id: '6003', type: 'interests', valid: false }] },
    ],
    [
      '16 del: a POST with method=delete in the query',
      post(`${campaign}?method=delete`, ''),
      { success: true },
      (world) => expect(read(world, 'readCampaign', campaign)).toMatchObject({ status: 'DELETED' }),
    ],
  ])('%s', (...row) => play(...row))

  test('23, 26 a batch: token and batch in a body without a content type, answered as JSON', () => {
    const { world } = forked(scene)
    const batch = JSON.stringify([{ method: 'GET', relative_url: `${page}/feed` }])
    const response = answerTo(world, {
      method: 'POST',
      url: '/v24.0/',
      body: `access_token=${encodeURIComponent(pageToken)}&batch=${encodeURIComponent(batch)}`,
    })
    expect(itemsOf(response)).toMatchObject([{ code: 200, body: { data: [] } }])
    expect(response.headers['content-type']).toContain('json')
  })
})

test.each(['%7C', '%7c', '|'])('25 any client: the bar in an app token written %s', (bar) => {
  const { world } = forked(scene)
  const ask = (token: string) =>
    jsonOf(answerTo(world, { method: 'GET', url: `/${page}/feed?access_token=${token}` }))
  // The token is valid, and has no permission.
  expect(ask(scene.appToken.replace('|', bar))).toMatchObject({ error: { code: 200 } })
  expect(ask(`${scene.appToken.replace('|', bar)}x`)).toMatchObject({ error: { code: 190 } })
})
