import { describe, expect, test } from 'vitest'
import { forked } from '../../../service/scene.ts'
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
  type Sent,
  scene,
  textPart,
  userQuery,
} from './scene.ts'

const { page, campaign, form, userToken, pageToken } = scene
const categories = (world: Parameters<NonNullable<Row[3]>>[0], id: unknown) =>
  (read(world, 'readCampaign', id) as { special_ad_categories?: string[] }).special_ad_categories

describe('koala', () => {
  /** The token is first in a form, and last in a multipart form. */
  const post = (path: string, body: string, token = pageToken): Sent => ({
    method: 'POST',
    url: `/v24.0/${path}`,
    headers: FORM,
    body: `access_token=${encodeURIComponent(token)}&${body}`,
  })

  test.each<Row>([
    [
      '4 put_wall_post: the token in the form',
      post(`${page}/feed`, 'message=hello+w%C3%B6rld'),
      { id: madePost },
      (world, { id }) => expect(read(world, 'readPost', id)).toMatchObject({ message: 'hello wörld' }),
    ],
    [
      '2 with format json: the token in the JSON body [CNV-007]',
      {
        method: 'POST',
        url: `/v24.0/${page}/feed`,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ message: 'x', published: false, access_token: pageToken }),
      },
      { id: madePost },
      (world, { id }) => expect(read(world, 'readPost', id)).toMatchObject({ is_published: false }),
    ],
    [
      '8 a list as commas',
      post(`${account}/campaigns`, 'objective=REACH&special_ad_categories=CREDIT%2CHOUSING', userToken),
      { success: true },
      (world, { id }) => expect(categories(world, id)).toEqual(['CREDIT', 'HOUSING']),
    ],
    [
      '8 an empty list as an empty text',
      post(`${account}/campaigns`, 'objective=REACH&special_ad_categories=', userToken),
      { success: true },
      (world, { id }) => expect(categories(world, id)).toEqual([]),
    ],
    [
      '9 a list of objects in brackets without an index',
      post(
        `${page}/feed`,
        'link=https%3A%2F%2Fa.test%2F&child_attachments[][link]=https%3A%2F%2Fa.test%2F1&child_attachments[][picture]=https%3A%2F%2Fa.test%2F1.png&child_attachments[][link]=https%3A%2F%2Fa.test%2F2&child_attachments[][picture]=https%3A%2F%2Fa.test%2F2.png',
      ),
      { id: madePost },
    ],
    [
      '9 an object in brackets',
      post(`${page}/feed`, 'message=x&targeting[age_min]=21&targeting[geo_locations][countries]=US'),
      { id: madePost },
    ],
    [
      '16 delete_object: a POST with method=delete in the form',
      post(campaign, 'method=delete', userToken),
      { success: true },
      (world) => expect(read(world, 'readCampaign', campaign)).toMatchObject({ status: 'DELETED' }),
    ],
    ['11 no version', { method: 'GET', url: `/${page}/feed?${pageQuery}` }, { data: [] }],
    [
      '4, 18 put_picture: headers of the part of its own, the token after the file [CNV-009, AUT-002]',
      {
        method: 'POST',
        url: `/v24.0/${page}/photos`,
        headers: MULTIPART,
        body: multipart(
          part(
            'Content-Disposition: form-data; name="source"; filename="a.png"\r\nContent-Length: 70\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: binary',
            png,
          ),
          textPart('caption', 'by koala'),
          textPart('access_token', pageToken),
        ),
      },
      { id: expect.stringMatching(/^\d+$/), post_id: madePost },
      (world, { id }) => expect(read(world, 'readPhoto', id)).toMatchObject({ name: 'by koala', width: 8 }),
    ],
    [
      '22 get_objects',
      { method: 'GET', url: `/v24.0/?ids=${campaign}&${userQuery}` },
      { [campaign]: { id: campaign } },
    ],
    [
      '15 an invalid token is an OAuthException of code 190, without a number in its words',
      { method: 'GET', url: `/v24.0/${page}/feed?access_token=nobody` },
      { error: { type: 'OAuthException', code: 190, message: 'Invalid OAuth access token' } },
    ],
  ])('%s', (...row) => play(...row))

  test.each(['/', '/v24.0/'])(
    '23 a batch at %s: small methods, arguments of DELETE in the url, files',
    (url) => {
      const { world } = forked(scene)
      const batch = JSON.stringify([
        { method: 'get', relative_url: `${page}/feed?limit=1` },
        { method: 'post', relative_url: `${page}/photos`, body: 'caption=x', attached_files: 'op1_file0' },
        { method: 'delete', relative_url: `${campaign}?access_token=${userToken}` },
      ])
      const body = multipart(
        part('Content-Disposition: form-data; name="op1_file0"; filename="a.png"', png),
        textPart('batch', batch),
        textPart('access_token', pageToken),
      )
      const items = itemsOf(answerTo(world, { method: 'POST', url, headers: MULTIPART, body }))
      expect(items).toMatchObject([
        { code: 200, body: { data: [], paging: {} } },
        { code: 200, body: { post_id: madePost } },
        { code: 200, body: { success: true } },
      ])
    },
  )

  test('12 next keeps the version in its path and every parameter in its query', () => {
    const { world } = forked(scene)
    const ask = (url: string) => JSON.parse(String(answerTo(world, { method: 'GET', url }).body))
    const { next } = ask(`/v24.0/${form}/leads?limit=2&${pageQuery}`).paging
    const { pathname, search } = new URL(next)
    expect(pathname).toBe(`/v24.0/${form}/leads`)
    expect(ask(pathname + search)).toMatchObject({
      data: [{ id: expect.any(String) }],
      paging: { previous: expect.any(String) },
    })
  })
})

describe('facebook-ruby-business-sdk', () => {
  test.each<Row>([
    [
      '3, 6 the token in the query, nested values as JSON text',
      {
        method: 'POST',
        url: `/v25.0/${account}/campaigns?${userQuery}`,
        headers: FORM,
        body: 'name=R&objective=REACH&special_ad_categories=%5B%22NONE%22%5D&daily_budget=1000',
      },
      { success: true },
      (world, { id }) =>
        expect(read(world, 'readCampaign', id)).toMatchObject({ name: 'R', daily_budget: '1000' }),
    ],
    [
      '6, 13 every edge read has limit=10',
      { method: 'GET', url: `/v25.0/${account}/campaigns?limit=10&fields=name&${userQuery}` },
      { data: [{ name: 'Starter Campaign' }], paging: { cursors: { after: expect.any(String) } } },
      (_, { paging }) => expect(paging).not.toHaveProperty('next'),
    ],
    [
      '6 an edge read with parameters that the edge does not know',
      { method: 'GET', url: `/v25.0/${account}/targetingbrowse?limit=10&summary=true&${userQuery}` },
      { data: expect.any(Array) },
    ],
  ])('%s', (...row) => play(...row))

  test('23 a batch: parameters of a GET in its body, random names, headers as a list', () => {
    const { world } = forked(scene)
    const batch = JSON.stringify([
      {
        method: 'GET',
        relative_url: campaign,
        body: 'fields=name',
        name: '4f5e',
        omit_response_on_success: false,
      },
      {
        method: 'POST',
        relative_url: campaign,
        body: 'name=Ruby',
        name: 'a01b',
        omit_response_on_success: false,
      },
      { method: 'GET', relative_url: '1', name: 'ffff', omit_response_on_success: false },
    ])
    const response = answerTo(world, {
      method: 'POST',
      url: `/v25.0/?${userQuery}`,
      headers: FORM,
      body: `batch=${encodeURIComponent(batch)}`,
    })
    expect(response).toMatchObject({ status: 200, headers: { 'facebook-api-version': 'v25.0' } })
    // The body of the GET requests only the name.
    expect(itemsOf(response)[0]).toEqual({ code: 200, body: { id: campaign, name: 'Starter Campaign' } })
    expect(itemsOf(response)).toMatchObject([
      { code: 200 },
      { code: 200, body: { success: true } },
      { code: 400, body: { error: { code: 100, error_subcode: 33 } } },
    ])
    const items = JSON.parse(String(response.body)) as { headers: object[] }[]
    for (const { headers } of items) {
      expect(headers).toContainEqual({ name: 'Content-Type', value: 'application/json; charset=utf-8' })
      expect(headers).toContainEqual({ name: 'Facebook-Api-Version', value: 'v25.0' })
    }
    expect(items[0]?.headers).toContainEqual({ name: 'ETag', value: expect.stringMatching(/^".+"$/) })
  })
})
