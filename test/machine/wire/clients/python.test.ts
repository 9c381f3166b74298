import { describe, expect, test } from 'vitest'
import { syntheticPicture } from '../../../../src/chapters/pictures/synthetic.ts'
import { appSecretProof } from '../../../../src/service/caller/proof.ts'
import { forked } from '../../../service/scene.ts'
import {
  account,
  answerTo,
  content,
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

const { page, adAccount, campaign, ad, form, userToken, pageToken, app } = scene
const secret = String(
  forked(scene)
    .world.snapshot()
    .state.graph.rows.find(({ id }) => id === Number(app))?.['secret'],
)
const proof = appSecretProof(userToken, secret)
const image = { hash: expect.stringMatching(/^[0-9a-f]{32}$/), url: expect.any(String) }

/** facebook-python-business-sdk: the token in the query, a slash behind each node. */
const business = (method: string, path: string, query = '', body?: string, headers = FORM): Sent => ({
  method,
  url: `/v25.0/${path}?${query === '' ? '' : `${query}&`}${userQuery}`,
  headers,
  ...(body !== undefined && { body }),
})

describe('facebook-python-business-sdk', () => {
  test.each<Row>([
    [
      '11 a node with a slash behind it',
      business('GET', `${campaign}/`, 'fields=name'),
      { id: campaign, name: 'Starter Campaign' },
    ],
    [
      '28 an appsecret_proof that is right',
      business('GET', `${campaign}/`, `appsecret_proof=${proof}`),
      { id: campaign },
    ],
    [
      '28 an appsecret_proof that is wrong',
      business('GET', `${campaign}/`, 'appsecret_proof=00'),
      { error: { code: 100, message: expect.stringContaining('appsecret_proof') } },
    ],
    [
      '6, 13, 21 every edge read says summary=true',
      business('GET', `${account}/campaigns`, 'summary=true&fields=id'),
      {
        data: [{ id: campaign }],
        paging: { cursors: { before: expect.any(String), after: expect.any(String) } },
      },
    ],
    [
      '22 get_by_ids: two slashes',
      business('GET', '/', `ids=${campaign}%2C${ad}&fields=name`),
      { [campaign]: { name: 'Starter Campaign' }, [ad]: { name: 'Starter Ad' } },
    ],
    [
      '3 a url-encoded body, its nested values as JSON, the token in the query [CNV-008]',
      business(
        'POST',
        `${account}/campaigns`,
        '',
        'name=A+%26+B&objective=REACH&special_ad_categories=%5B%22HOUSING%22%2C%22CREDIT%22%5D&daily_budget=1000',
      ),
      { id: expect.any(String), success: true },
      (world, { id }) =>
        expect(read(world, 'readCampaign', id)).toMatchObject({
          name: 'A & B',
          special_ad_categories: ['HOUSING', 'CREDIT'],
          daily_budget: '1000',
        }),
    ],
    ['a real DELETE', business('DELETE', `${campaign}/`), { success: true }],
    [
      '18 add_file: a file part without a content type, before the fields',
      {
        ...business('POST', `${account}/adimages`, '', undefined, MULTIPART),
        body: multipart(
          part('Content-Disposition: form-data; name="source0"; filename="a.png"', png),
          textPart('name', 'a'),
        ),
      },
      { images: { 'a.png': image } },
    ],
    [
      '18, 20 AdImage.remote_create: the same file under two names is one image',
      {
        ...business('POST', `${account}/adimages`, '', undefined, MULTIPART),
        body: multipart(
          part('Content-Disposition: form-data; name="filename"; filename="a.png"', png),
          part('Content-Disposition: form-data; name="source0"; filename="a.png"', png),
        ),
      },
      { images: { 'a.png': image } },
      (world, { images }) => {
        expect(Object.keys(images as object)).toEqual(['a.png'])
        expect(world.as(userToken).listAdImages({ adAccount }).unwrap().data).toHaveLength(1)
      },
    ],
    [
      '18 AdImage.remote_create_from_zip: the part is called like the path of the file',
      {
        ...business('POST', `${account}/adimages`, '', undefined, MULTIPART),
        body: multipart(part('Content-Disposition: form-data; name="/path/to/a.png"; filename="a.png"', png)),
      },
      { images: { 'a.png': image } },
    ],
    [
      'page.create_photo with a path: the path goes as text, and no file is there',
      {
        method: 'POST',
        url: `/v25.0/${page}/photos?${pageQuery}`,
        headers: FORM,
        body: 'source=%2Fpath%2Fto%2Fa.png',
      },
      { error: { code: 324 } },
    ],
  ])('%s', (...row) => play(...row))

  test('23 a batch: JSON text in a form, bodies percent-encoded, paths with a trailing slash', () => {
    const { world } = forked(scene)
    const batch = JSON.stringify([
      { method: 'GET', relative_url: `${campaign}/?fields=id%2Cname` },
      {
        method: 'POST',
        relative_url: `${account}/campaigns`,
        body: 'name=A+%26+B&objective=REACH&special_ad_categories=%5B%5D',
        attached_files: '',
      },
    ])
    const sent = business('POST', '', '', `batch=${encodeURIComponent(batch)}`)
    const items = itemsOf(answerTo(world, sent))
    expect(items[0]).toEqual({ code: 200, body: { id: campaign, name: 'Starter Campaign' } })
    expect(read(world, 'readCampaign', items[1]?.body['id'])).toMatchObject({ name: 'A & B' })
  })

  test('23 a batch with attached files: each call has its own', () => {
    const { world } = forked(scene)
    const other = content(syntheticPicture({ url: 'https://img.test/b.png', width: 9, height: 9 }))
    const call = (file: string) => ({
      method: 'POST',
      relative_url: `${account}/adimages`,
      attached_files: file,
    })
    const body = multipart(
      textPart('batch', JSON.stringify([call('one'), call('two'), call('')])),
      part('Content-Disposition: form-data; name="one"; filename="a.png"', png),
      part('Content-Disposition: form-data; name="two"; filename="b.png"', other),
    )
    const items = itemsOf(answerTo(world, { ...business('POST', '', '', undefined, MULTIPART), body }))
    expect(items).toMatchObject([
      { code: 200, body: { images: { 'a.png': image } } },
      { code: 200, body: { images: { 'b.png': image } } },
      { code: 400, body: { error: { code: 100 } } },
    ])
  })

  test('13 a cursor continues with after and its first parameters while there is a next page [CNV-012..015]', () => {
    const { world } = forked(scene)
    const ask = (after: string) =>
      JSON.parse(
        String(
          answerTo(world, {
            method: 'GET',
            url: `/v25.0/${form}/leads?summary=true&limit=2&fields=id${after}&${pageQuery}`,
          }).body,
        ),
      )
    const first = ask('')
    const second = ask(`&after=${first.paging.cursors.after}`)
    expect([first.data.length, second.data.length]).toEqual([2, 1])
    expect(first.paging.next).toMatch(/^https:\/\/graph\.test\//)
    expect(second.paging).not.toHaveProperty('next')
    expect(ask(`&before=${second.paging.cursors.before}`).data).toEqual(first.data)
  })
})

describe('mobolic/facebook-sdk', () => {
  const body = (form: string) => `access_token=${encodeURIComponent(pageToken)}&${form}`
  const post = (path: string, form: string): Sent => ({
    method: 'POST',
    url: `/v8.0/${path}`,
    headers: FORM,
    body: body(form),
  })

  test.each<Row>([
    [
      '4, 10 the token in the body, booleans in title case [AUT-002]',
      post(`${page}/feed`, 'message=hello&published=False'),
      { id: madePost },
      (world, { id }) =>
        expect(read(world, 'readPost', id)).toMatchObject({ message: 'hello', is_published: false }),
    ],
    [
      '8 a list as repeated keys',
      {
        method: 'POST',
        url: `/v8.0/${account}/campaigns`,
        headers: FORM,
        body: `access_token=${userToken}&special_ad_categories=HOUSING&special_ad_categories=CREDIT&objective=REACH`,
      },
      { success: true },
      (world, { id }) =>
        expect(read(world, 'readCampaign', id)).toMatchObject({
          special_ad_categories: ['HOUSING', 'CREDIT'],
        }),
    ],
    [
      '18 put_photo: the token before the file',
      {
        method: 'POST',
        url: `/v8.0/${page}/photos`,
        headers: MULTIPART,
        body: multipart(
          textPart('access_token', pageToken),
          textPart('published', 'False'),
          part('Content-Disposition: form-data; name="source"; filename="a.png"', png),
        ),
      },
      { id: expect.stringMatching(/^\d+$/) },
      (_, answer) => expect(answer).not.toHaveProperty('post_id'),
    ],
    [
      '22 get_objects',
      { method: 'GET', url: `/v8.0/?ids=${campaign}&${userQuery}` },
      { [campaign]: { id: campaign } },
    ],
    ['a real DELETE', { method: 'DELETE', url: `/v8.0/${campaign}?${userQuery}` }, { success: true }],
  ])('%s', (...row) => play(...row))

  test('12, 26 paging.next has an access_token, and answers say JSON and their version', () => {
    const { world } = forked(scene)
    const response = answerTo(world, { method: 'GET', url: `/v8.0/${form}/leads?limit=1&${pageQuery}` })
    const { paging } = JSON.parse(String(response.body))
    expect(new URL(paging.next).searchParams.get('access_token')).toBe(pageToken)
    expect(response.headers).toMatchObject({
      'content-type': expect.stringContaining('json'),
      'facebook-api-version': 'v8.0',
    })
  })
})
