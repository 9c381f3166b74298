import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { appSecretProof } from '../../../src/graph/caller/proof.ts'
import { begin, get, rowOf } from '../scene.ts'

const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex')

test.each([
  ['token', 'secret'],
  ['', ''],
  ['1|né', '😀'],
])('the proof of %j under %j is the HMAC-SHA256 of the platform', (token, secret) => {
  // An empty key is padded with zeros, as any short key.
  expect(appSecretProof(token, secret)).toBe(hmac(token, secret))
})

describe('appsecret_proof', () => {
  const { world, app, page, pageToken, appToken } = begin()
  const secret = String(rowOf(world, app)['secret'])
  const read = (proof: string) =>
    get(world, `/${page}/feed?access_token=${pageToken}${proof && `&appsecret_proof=${proof}`}`)

  test('may be absent or correct', () => {
    expect(read('')).toHaveProperty('data')
    expect(read(hmac(pageToken, secret))).toHaveProperty('data')
  })

  test.each<[string, string]>([
    ['of another token', hmac(`${pageToken}x`, secret)],
    ['under another secret', hmac(pageToken, `${secret}x`)],
    ['in capitals', hmac(pageToken, secret).toUpperCase()],
    ['cut short', hmac(pageToken, secret).slice(0, -1)],
    ['of nothing', '%20'],
  ])('%s is refused with 100 if 104 is not listed [ERR-004]', (_, proof) => {
    expect(read(proof)).toMatchObject({
      error: { code: 100, message: expect.stringContaining('appsecret_proof') },
    })
  })

  test('of an app token uses the same secret', () => {
    const url = `/${page}/feed?access_token=${encodeURIComponent(appToken)}&appsecret_proof=`
    expect(get(world, url + hmac(appToken, secret))).toMatchObject({ error: { code: 200 } })
    expect(get(world, url + hmac(appToken, 'x'))).toMatchObject({ error: { code: 100 } })
  })
})
