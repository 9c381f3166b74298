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

const { page, adAccount, campaign, form, userToken, pageToken } = scene

describe('facebook-php-business-sdk', () => {
  /** Every body is multipart, and has the token and the parameters, also of a DELETE. */
  const sdk = (method: string, path: string, token: string, ...parts: string[]): Sent => ({
    method,
    url: `/v25.0/${path}`,
    headers: MULTIPART,
    body: multipart(...parts, textPart('access_token', token)),
  })

  test.each<Row>([
    [
      '10, 19 multipart without any file; false is an empty text',
      sdk('POST', `${page}/feed`, pageToken, textPart('message', 'php'), textPart('published', '')),
      { id: madePost },
      (world, { id }) =>
        expect(read(world, 'readPost', id)).toMatchObject({ message: 'php', is_published: false }),
    ],
    [
      '10 true is 1',
      sdk('POST', `${page}/feed`, pageToken, textPart('message', 'php'), textPart('published', '1')),
      { id: madePost },
      (world, { id }) => expect(read(world, 'readPost', id)).toMatchObject({ is_published: true }),
    ],
    [
      '10 an empty text that is no boolean stays one: an empty list, and no name',
      sdk(
        'POST',
        `${account}/campaigns`,
        userToken,
        textPart('name', ''),
        textPart('special_ad_categories', ''),
      ),
      { success: true },
      (world, { id }) => expect(read(world, 'readCampaign', id)).toMatchObject({ special_ad_categories: [] }),
    ],
    [
      '11, 19 nested values as JSON text, a slash behind the node',
      sdk(
        'POST',
        `${account}/campaigns/`,
        userToken,
        textPart('special_ad_categories', '["HOUSING"]'),
        textPart('objective', 'REACH'),
        textPart('daily_budget', '1000'),
      ),
      { success: true },
      (world, { id }) =>
        expect(read(world, 'readCampaign', id)).toMatchObject({
          special_ad_categories: ['HOUSING'],
          daily_budget: '1000',
        }),
    ],
    [
      '4, 11 a DELETE with the token and the parameters in a multipart body [AUT-002]',
      sdk('DELETE', `${campaign}/`, userToken, textPart('id', campaign)),
      { success: true },
      (world) => expect(read(world, 'readCampaign', campaign)).toMatchObject({ status: 'DELETED' }),
    ],
    [
      '4 a DELETE whose parameters decide, in its body',
      sdk(
        'DELETE',
        `${account}/campaigns`,
        userToken,
        textPart('delete_strategy', 'DELETE_OLDEST'),
        textPart('object_count', '1'),
      ),
      { deleted_object_ids: [campaign] },
    ],
    [
      '10 a query writes booleans as 1 and 0',
      { method: 'GET', url: `/v25.0/${page}/feed?is_published=0&${pageQuery}` },
      { data: [] },
    ],
    [
      '18, 20 a file under its whole path: the image is called by its base name',
      sdk(
        'POST',
        `${account}/adimages`,
        userToken,
        part(
          'Content-Disposition: form-data; name="filename"; filename="/path/to/a.png"\r\nContent-Type: image/png',
          png,
        ),
      ),
      { images: { 'a.png': { hash: expect.stringMatching(/^[0-9a-f]{32}$/) } } },
      (world, { images }) => {
        const { hash } = (images as Record<string, { hash: string }>)['a.png'] ?? {}
        const { data } = world.as(userToken).listAdImages({ adAccount, fields: 'id' }).unwrap()
        expect(data).toEqual([{ id: `${adAccount}:${hash}` }])
      },
    ],
  ])('%s', (...row) => play(...row))
})

describe('php-graph-sdk', () => {
  const post = (path: string, body: string): Sent => ({
    method: 'POST',
    url: `/v24.0/${path}`,
    headers: FORM,
    body: `${body}&${pageQuery}`,
  })

  test.each<Row>([
    [
      '1, 10 a GET says url-encoded and has no body; booleans are 1 and 0',
      { method: 'GET', url: `/v24.0/${page}/feed?is_published=1&${pageQuery}`, headers: FORM },
      { data: [] },
    ],
    [
      '9 a list of objects in brackets with indexes',
      post(
        `${page}/feed`,
        'message=x&actions%5B0%5D%5Blink%5D=https%3A%2F%2Fa.test%2F&actions%5B0%5D%5Bname%5D=Go&published=1',
      ),
      { id: madePost },
      (world, { id }) => {
        const post = String(id)
        const { actions } = world.as(pageToken).readPost({ post, fields: 'actions' }).unwrap()
        expect(JSON.stringify(actions)).toContain('https://a.test/')
      },
    ],
    [
      '10 an unpublished post: published=0',
      post(`${page}/feed`, 'message=x&published=0'),
      { id: madePost },
      (world, { id }) => expect(read(world, 'readPost', id)).toMatchObject({ is_published: false }),
    ],
    [
      '9, 18 a file and names in brackets in one multipart body',
      {
        method: 'POST',
        url: `/v24.0/${page}/photos`,
        headers: MULTIPART,
        body: multipart(
          textPart('targeting[geo_locations][countries][0]', 'US'),
          textPart('caption', 'bracketed'),
          part(
            'Content-Disposition: form-data; name="source"; filename="a.png"\r\nContent-Type: image/png',
            png,
          ),
          textPart('access_token', pageToken),
        ),
      },
      { post_id: madePost },
      (world, { id }) => expect(read(world, 'readPhoto', id)).toMatchObject({ name: 'bracketed' }),
    ],
    [
      'a DELETE says url-encoded and has no body',
      { method: 'DELETE', url: `/v24.0/${campaign}?${userQuery}`, headers: FORM },
      { success: true },
    ],
  ])('%s', (...row) => play(...row))

  test('26 the version is in a header, and an ETag that is sent back is answered 304 without a body', () => {
    const { world } = forked(scene)
    const url = `/v24.0/${form}/leads?${pageQuery}`
    const first = answerTo(world, { method: 'GET', url, headers: FORM })
    expect(first.headers).toMatchObject({ 'facebook-api-version': 'v24.0', etag: expect.any(String) })
    const headers = { ...FORM, 'If-None-Match': first.headers['etag'] ?? '' }
    expect(answerTo(world, { method: 'GET', url, headers })).toMatchObject({ status: 304, body: '' })
  })

  const batchBody = (batch: readonly object[], more = '') =>
    `batch=${encodeURIComponent(JSON.stringify(batch))}&include_headers=1&${pageQuery}${more}`

  test('23 a batch: a slash, the version and a token of its own in each url, headers as lines, a number as name', () => {
    const { world } = forked(scene)
    const headers = ['User-Agent: fb-php-5.7.0', 'Accept-Encoding: *']
    const batch = [
      {
        method: 'GET',
        relative_url: `/v24.0/${campaign}?fields=name&${userQuery}`,
        headers,
        name: 0,
      },
      {
        method: 'POST',
        relative_url: `/v24.0/${page}/feed?${pageQuery}`,
        headers,
        body: 'message=one&published=1',
        name: 1,
      },
      { method: 'DELETE', relative_url: `/v24.0/${campaign}?${userQuery}`, headers, name: '0' },
    ]
    const response = answerTo(world, { method: 'POST', url: '/v24.0', headers: FORM, body: batchBody(batch) })
    expect(itemsOf(response)).toMatchObject([
      { code: 200, body: { id: campaign, name: 'Starter Campaign' } },
      { code: 200, body: { id: madePost } },
      { code: 200, body: { success: true } },
    ])
  })

  test('23 an entity tag in the headers of a call of a batch is answered 304', () => {
    const { world } = forked(scene)
    const ask = (headers: readonly string[]) => {
      const batch = [{ method: 'GET', relative_url: `/v24.0/${page}/feed`, headers }]
      const response = answerTo(world, {
        method: 'POST',
        url: '/v24.0',
        headers: FORM,
        body: batchBody(batch),
      })
      return JSON.parse(String(response.body))[0]
    }
    const tag = ask([]).headers.find(({ name }: { name: string }) => name === 'ETag').value
    expect(ask([`If-None-Match: ${tag}`])).toMatchObject({ code: 304, body: '' })
  })

  test('23 include_headers=false leaves the headers out', () => {
    const { world } = forked(scene)
    const body = batchBody([{ relative_url: `${page}/feed` }]).replace(
      'include_headers=1',
      'include_headers=false',
    )
    const response = answerTo(world, { method: 'POST', url: '/', headers: FORM, body })
    expect(JSON.parse(String(response.body))).toEqual([{ code: 200, body: '{"data":[],"paging":{}}' }])
  })

  test('23 a file of the form is named by the call of the batch that it is for', () => {
    const { world } = forked(scene)
    const batch = JSON.stringify([
      { method: 'POST', relative_url: `/v24.0/${page}/photos`, body: 'caption=x', attached_files: 'f1,f2' },
    ])
    const response = answerTo(world, {
      method: 'POST',
      url: '/v24.0',
      headers: MULTIPART,
      body: multipart(
        textPart('access_token', pageToken),
        textPart('batch', batch),
        textPart('include_headers', ''),
        part('Content-Disposition: form-data; name="f1"; filename="a.png"', png),
      ),
    })
    expect(JSON.parse(String(response.body))).toEqual([
      { code: 200, body: expect.stringContaining('post_id') },
    ])
  })
})
