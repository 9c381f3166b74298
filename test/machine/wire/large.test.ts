import { describe, expect, test } from 'vitest'
import { readRequest } from '../../../src/machine/wire/request.ts'
import type { World } from '../../../src/world/world.ts'
import { begin, forked, jsonOf } from '../../service/scene.ts'

const start = begin()
const { page, adAccount, pageToken, userToken } = start
const MEBIBYTE = 1024 * 1024
const LIMIT = 10 * MEBIBYTE

/** Returns a picture of this many bytes: a bitmap of one row, followed by zeros. */
function bitmap(size: number): Buffer {
  const bytes = Buffer.alloc(size)
  bytes.write('BM')
  bytes.writeUInt32LE(size, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeUInt32LE(2, 18)
  bytes.writeUInt32LE(2, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  return bytes
}

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const MULTIPART = 'multipart/form-data; boundary=b'

const bodies: readonly [string, (name: string, value: string) => string][] = [
  [FORM, (name, value) => `${name}=${encodeURIComponent(value)}`],
  [JSON_TYPE, (name, value) => `{ "${name}" : "${value}" }`],
  [
    MULTIPART,
    (name, value) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--`,
  ],
]

function post(world: World, url: string, type: string, body: string | Uint8Array) {
  const { status, body: answer } = world.request({
    method: 'POST',
    url,
    headers: { 'Content-Type': type },
    body,
  })
  return { status, ...jsonOf({ body: answer }) }
}

const images = (token: string) => `/act_${adAccount}/adimages?access_token=${token}`

describe.each(bodies)('Base64 text in a body of %s', (type, bodyOf) => {
  test('may hold a picture of 10 MB, and the log has only its length', () => {
    const { world } = forked(start)
    const text = bitmap(LIMIT).toString('base64')
    expect(post(world, images(userToken), type, bodyOf('bytes', text))).toMatchObject({
      status: 200,
      images: { bytes: { hash: expect.any(String) } },
    })
    expect(world.calls.last()?.params).toEqual({ bytes: { length: text.length } })
  })

  test('of a larger picture is refused by the service, after the check of the token', () => {
    const { world } = forked(start)
    const body = bodyOf('bytes', bitmap(LIMIT + 1).toString('base64'))
    expect(post(world, images('nobody'), type, body)).toMatchObject({ error: { code: 190 } })
    const message = expect.stringContaining(`at most ${LIMIT} bytes`)
    expect(post(world, images(userToken), type, body)).toMatchObject({ error: { code: 100, message } })
  })

  test.each([
    ['beyond 20 MiB', 'bytes', 20 * MEBIBYTE + 1],
    ['under another name', 'bytes2', 2 * MEBIBYTE],
    ['under a name in brackets', 'bytes[0]', 2 * MEBIBYTE],
  ])('is refused %s', (_, name, size) => {
    const understood = readRequest({
      method: 'POST',
      url: '/1',
      headers: { 'content-type': type },
      body: bodyOf(name, 'A'.repeat(size)),
    })
    expect(understood).toMatchObject({ ok: false, message: expect.stringContaining('the limit is') })
  })
})

test.each([
  [FORM, `a=${'x'.repeat(MEBIBYTE)}&bytes=AAAA`],
  [FORM, `bytes=${'A'.repeat(MEBIBYTE)}&a=${'x'.repeat(MEBIBYTE)}&b=y`],
  [JSON_TYPE, `{"bytes":"${'A'.repeat(MEBIBYTE)}","bytes":"${'A'.repeat(MEBIBYTE)}"}`],
  [JSON_TYPE, `{"bytes":"AAAA","a":[${'1,'.repeat(MEBIBYTE)}1]}`],
  [JSON_TYPE, `{"a":"bytes${'x'.repeat(MEBIBYTE)}"}`],
])('the rest of a body of %s has its own limit beside a large text', (type, body) => {
  const understood = readRequest({ method: 'POST', url: '/1', headers: { 'content-type': type }, body })
  expect(understood).toMatchObject({ ok: false, message: expect.stringMatching(/the limit is 1048576$/) })
})

describe('a file above 10 MB', () => {
  const file = (size: number) =>
    Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="source"; filename="a.bmp"\r\n\r\n'),
      bitmap(size),
      Buffer.from('\r\n--b--'),
    ])
  const photos = (token: string) => `/${page}/photos?access_token=${token}`

  test.each<[string, string, number, object]>([
    ['fails with 324 at the photos edge [ERR-011]', photos(pageToken), LIMIT + 1, { error: { code: 324 } }],
    ['fails with 100 at the ad images edge', images(userToken), LIMIT + 1, { error: { code: 100 } }],
    ['fails with the error of its token first', photos('nobody'), LIMIT + 1, { error: { code: 190 } }],
    [
      'fails with the error of its permission first',
      photos(start.noPermissionToken),
      LIMIT + 1,
      { error: { code: 200 } },
    ],
    ['fails with 324 up to 29 MiB', photos(pageToken), 29 * MEBIBYTE, { error: { code: 324 } }],
    ['is accepted with exactly 10 MB', photos(pageToken), LIMIT, { post_id: expect.any(String) }],
  ])('%s', (_, url, size, expected) => {
    expect(post(forked(start).world, url, MULTIPART, file(size))).toMatchObject(expected)
  })
})

describe('an empty text in place of a boolean', () => {
  const isPublished = (type: string, body: string, query = '') => {
    const { world } = forked(start)
    const url = `/${page}/feed?access_token=${pageToken}&fields=is_published${query}`
    return post(world, url, type, body)['is_published' as never]
  }
  const multipart = (...fields: [string, string][]) =>
    `${fields.map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--b--`

  test.each<[string, string, string, string, boolean]>([
    ['is false in multipart', MULTIPART, multipart(['message', 'x'], ['published', '']), '', false],
    ['is absent in a url-encoded body', FORM, 'message=x&published=', '', true],
    ['is absent in JSON', JSON_TYPE, '{"message":"x","published":""}', '', true],
    [
      'is absent in the query of a multipart body',
      MULTIPART,
      multipart(['message', 'x']),
      '&published=',
      true,
    ],
    ['is ignored if a value follows', MULTIPART, multipart(['message', 'x'], ['published', '1']), '', true],
  ])('%s', (_, type, body, query, expected) => {
    expect(isPublished(type, body, query)).toBe(expected)
  })
})
