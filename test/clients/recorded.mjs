/**
 * Requests as published clients were observed to send them, with the ids and tokens of a world in place of
 * the observed ones. `expect` checks the parsed answer; its status is 200 unless `status` says otherwise.
 */
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { picture } from './picture.mjs'

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const json = { Accept: 'application/json, text/plain, */*', 'Content-Type': 'application/json' }
const nodeSdk = { ...json, 'User-Agent': 'fbbizsdk-nodejs-v24.0.0' }
const boundary = '----------------------------recorded'
const multipart = { 'Content-Type': `multipart/form-data; boundary=${boundary}` }

const query = (params) => new URLSearchParams(params).toString()

/** Returns a multipart body: each part is its header lines and its content. */
const parts = (...all) =>
  Buffer.concat([
    ...all.flatMap(([head, content]) => [
      Buffer.from(`--${boundary}\r\n${head.join('\r\n')}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])

const field = (name, value) => [[`Content-Disposition: form-data; name="${name}"`], value]
const file = (name, filename, ...more) => [
  [`Content-Disposition: form-data; name="${name}"; filename="${filename}"`, ...more],
  picture,
]

const hasPosts = ({ data }) => ok(data.length > 0)
const hasId = ({ id }) => match(id, /^\d+(_\d+)?$/)
const succeeds = ({ success }) => equal(success, true)
const codes = (items) =>
  deepEqual(
    items.map(({ code, headers, body }) => [code, Array.isArray(headers), typeof JSON.parse(body)]),
    items.map(() => [200, true, 'object']),
  )

/** Returns the requests, in the order in which they must be sent. */
export function recordedRequests(names) {
  const {
    app,
    appSecret,
    userToken,
    page,
    pageToken,
    adAccount,
    campaign,
    adSet,
    post,
    form: leadForm,
  } = names
  const account = `act_${adAccount}`
  const [asPage, asUser] = [query({ access_token: pageToken }), query({ access_token: userToken })]
  const proof = createHmac('sha256', appSecret).update(userToken).digest('hex')
  const isCampaign = ({ id, name }) => deepEqual([id, name], [campaign, 'Starter Campaign'])
  const batch = [
    { method: 'GET', relative_url: `${campaign}?fields=id,name`, attachedFiles: '' },
    {
      method: 'POST',
      relative_url: campaign,
      body: 'name=Starter Campaign',
      name: 'A & B',
      attachedFiles: '',
    },
  ]

  const ofNodeSdk = [
    {
      title: 'GET with the body {}',
      ...{ method: 'GET', path: `/v24.0/${page}/feed?limit=1&fields=id%2Cmessage&${asPage}` },
      ...{ headers: nodeSdk, body: '{}' },
      expect({ data, paging }) {
        equal(data.length, 1)
        const next = new URL(paging.next)
        deepEqual(
          [next.origin, next.searchParams.get('access_token')],
          ['https://graph.facebook.com', pageToken],
        )
      },
    },
    {
      title: 'POST of JSON with the own id and native types',
      ...{ method: 'POST', path: `/v24.0/${page}/feed?${asPage}`, headers: nodeSdk },
      body: JSON.stringify({
        message: 'hé 😀',
        link: 'http://example.com/?a=b&c',
        published: true,
        id: page,
      }),
      expect: hasId,
    },
    {
      title: 'DELETE with the body {}',
      ...{ method: 'DELETE', path: `/v24.0/${page}/subscribed_apps?id=${page}&${asPage}` },
      ...{ headers: nodeSdk, body: '{}', expect: succeeds },
    },
    {
      title: 'empty fields',
      ...{ method: 'GET', path: `/v24.0/${campaign}?fields=&${asUser}`, headers: nodeSdk, body: '{}' },
      expect: ({ id }) => equal(id, campaign),
    },
    {
      title: 'an ad image by bytes',
      ...{ method: 'POST', path: `/v24.0/${account}/adimages?${asUser}`, headers: nodeSdk },
      body: JSON.stringify({ bytes: picture.toString('base64'), id: account }),
      expect: ({ images }) => match(Object.values(images)[0].hash, /^[0-9a-f]{32}$/),
    },
    {
      title: 'a batch as a JSON list',
      ...{ method: 'POST', path: `/v24.0?${asUser}`, headers: nodeSdk, body: JSON.stringify({ batch }) },
      expect: codes,
    },
  ].map((request) => ({ client: 'facebook-nodejs-business-sdk', ...request }))

  const ofPython = [
    {
      title: 'a slash behind the node',
      ...{ method: 'GET', path: `/v25.0/${campaign}/?fields=id%2Cname&summary=true&${asUser}` },
      expect: isCampaign,
    },
    {
      title: 'two slashes and ids',
      ...{ method: 'GET', path: `/v25.0//?ids=${campaign}%2C${adSet}&${asUser}` },
      expect: (found) => deepEqual(Object.keys(found).sort(), [campaign, adSet].sort()),
    },
    {
      title: 'a batch as text in a form',
      ...{ method: 'POST', path: `/v25.0/?${asUser}`, headers: form, expect: codes },
      body: query({
        batch: JSON.stringify([{ method: 'GET', relative_url: `${campaign}/?fields=id%2Cname` }]),
      }),
    },
    {
      title: 'a picture without content type',
      ...{ method: 'POST', path: `/v25.0/${page}/photos?${asPage}`, headers: multipart, expect: hasId },
      body: parts(field('caption', 'python'), file('source', 'a.png')),
    },
    {
      title: 'one ad image sent twice',
      ...{ method: 'POST', path: `/v25.0/${account}/adimages?${asUser}`, headers: multipart },
      body: parts(file('filename', 'a.png'), file('source0', 'a.png')),
      expect: ({ images }) => deepEqual(Object.keys(images), ['a.png']),
    },
  ].map((request) => ({ client: 'facebook-python-business-sdk', ...request }))

  const ofRuby = [
    {
      client: 'koala',
      title: 'a picture with more part headers, the token last',
      ...{ method: 'POST', path: `/v24.0/${page}/photos`, headers: multipart, expect: hasId },
      body: parts(
        file(
          'source',
          'a.png',
          `Content-Length: ${picture.length}`,
          'Content-Type: image/png',
          'Content-Transfer-Encoding: binary',
        ),
        field('access_token', pageToken),
      ),
    },
    {
      client: 'koala',
      title: 'a list between commas, an object in brackets',
      ...{ method: 'POST', path: `/v24.0/${account}/campaigns`, headers: form, expect: succeeds },
      body:
        `name=koala&objective=REACH&special_ad_categories=HOUSING%2CCREDIT&` +
        `promoted_object%5Bpage_id%5D=${page}&${asUser}`,
    },
    {
      client: 'koala',
      title: 'POST with method=delete in the form',
      ...{
        method: 'POST',
        path: `/v24.0/${post}`,
        headers: form,
        body: `method=delete&${asPage}`,
        expect: succeeds,
      },
    },
    {
      client: 'facebook-ruby-business-sdk',
      title: 'limit=10 and a proof of the secret',
      ...{ method: 'GET', path: `/v25.0/${account}/campaigns?limit=10&appsecret_proof=${proof}&${asUser}` },
      expect: hasPosts,
    },
  ]

  const ofPhp = [
    {
      client: 'facebook-php-business-sdk',
      title: 'multipart without a file, an empty text for false',
      ...{ method: 'POST', path: `/v25.0/${page}/feed/`, headers: multipart, expect: hasId },
      body: parts(field('message', 'php'), field('published', ''), field('access_token', pageToken)),
    },
    {
      client: 'facebook-php-business-sdk',
      title: 'a picture by its full path',
      ...{ method: 'POST', path: `/v25.0/${account}/adimages`, headers: multipart },
      body: parts(
        field('access_token', userToken),
        file('filename', '/path/to/b.png', 'Content-Type: image/png'),
      ),
      expect: ({ images }) => deepEqual(Object.keys(images), ['b.png']),
    },
    {
      client: 'php-graph-sdk',
      title: 'a list of objects in brackets',
      method: 'GET',
      path:
        `/v24.0/${account}/targetingvalidation?targeting_list%5B0%5D%5Btype%5D=interests&` +
        `targeting_list%5B0%5D%5Bid%5D=6003&${asUser}`,
      headers: form,
      expect: ({ data }) => deepEqual(data, [{ id: '6003', type: 'interests', valid: false }]),
    },
    {
      client: 'php-graph-sdk',
      title: 'a batch with versions and tokens in its paths',
      ...{ method: 'POST', path: '/v24.0', headers: form, expect: codes },
      body: query({
        batch: JSON.stringify([{ method: 'GET', name: 0, relative_url: `/v24.0/${campaign}?${asUser}` }]),
        ...{ include_headers: 1, access_token: userToken },
      }),
    },
  ]

  const ofOthers = [
    {
      client: 'facebook-sdk (mobolic)',
      title: 'True, and a list as repeated names',
      ...{ method: 'POST', path: `/v8.0/${page}/feed`, headers: form },
      body: `message=mobolic&published=True&fields=is_published&fields=message&${asPage}`,
      expect: ({ message, is_published: published }) => deepEqual([message, published], ['mobolic', true]),
    },
    {
      client: 'fb',
      title: 'fields as a JSON list',
      ...{ method: 'GET', path: `/v24.0/${campaign}?fields=%5B%22id%22%2C%22name%22%5D&${asUser}` },
      expect: isCampaign,
    },
    {
      client: 'fbgraph',
      title: 'a form without content type, the token twice',
      ...{ method: 'POST', path: `/v24.0/${page}/feed?${asPage}`, expect: hasId },
      body: `message=hello%20you&published=false&${asPage}`,
    },
    {
      client: 'n8n',
      title: 'the token in a header',
      ...{ method: 'GET', path: `/v21.0/${leadForm}?fields=id%2Cname` },
      headers: { accept: 'application/json', authorization: `Bearer ${userToken}` },
      expect: ({ name }) => equal(name, 'Starter Form'),
    },
    {
      client: 'any',
      title: 'no version',
      ...{ method: 'GET', path: `/${campaign}?fields=id,name&${asUser}`, expect: isCampaign },
    },
    {
      client: 'any',
      title: 'the bar of an app token',
      ...{ method: 'GET', path: `/v24.0/${app}/subscriptions?access_token=${app}%7C${appSecret}` },
      expect: ({ data }) => deepEqual(data, []),
    },
    {
      client: 'any',
      title: 'an error',
      ...{ method: 'GET', path: '/v24.0/me?access_token=wrong', status: 400 },
      expect: ({ error }) => deepEqual([error.code, error.type], [190, 'OAuthException']),
    },
    {
      client: 'fbgraph',
      title: 'POST with method=delete in the query',
      ...{ method: 'POST', path: `/v24.0/${page}/subscribed_apps?method=delete&${asPage}`, body: asPage },
      expect: succeeds,
    },
    {
      client: 'facebook-php-business-sdk',
      title: 'DELETE with a multipart body',
      ...{ method: 'DELETE', path: `/v25.0/${campaign}/`, headers: multipart, expect: succeeds },
      body: parts(field('id', campaign), field('access_token', userToken)),
    },
  ]
  return [...ofNodeSdk, ...ofPython, ...ofRuby, ...ofPhp, ...ofOthers]
}
