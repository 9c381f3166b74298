import { describe, expect, test } from 'vitest'
import { readRequest } from '../../../src/machine/wire/request.ts'
import { begin, forked, jsonOf } from '../../service/scene.ts'

const start = begin()
const FORM = 'application/x-www-form-urlencoded'

describe('a content encoding', () => {
  const sent = (method: string, encoding: string, body = 'message=x') =>
    readRequest({
      method,
      url: '/1',
      headers: { 'Content-Type': FORM, 'CONTENT-Encoding': encoding },
      body,
    })

  test.each(['gzip', 'deflate', 'br', 'gzip, identity', 'GZIP'])('is refused by its name: %s', (encoding) => {
    const message = `The content encoding "${encoding}" is not supported: send the body without encoding`
    expect(sent('POST', encoding)).toEqual({ ok: false, message })
    const { world } = forked(start)
    const headers = { 'content-encoding': encoding }
    const response = world.request({ method: 'POST', url: '/', headers, body: 'x' })
    expect({ status: response.status, ...jsonOf(response) }).toMatchObject({
      status: 400,
      error: { code: 100 },
    })
  })

  test.each([
    ['of identity', 'POST', 'identity', 'message=x'],
    ['of identity between spaces', 'POST', ' Identity ', 'message=x'],
    ['that is empty', 'POST', '', 'message=x'],
    ['of a body that is empty', 'POST', 'gzip', ''],
    ['of a GET, whose body means nothing', 'GET', 'gzip', 'x'],
  ])('%s is accepted', (_, method, encoding, body) => {
    expect(sent(method, encoding, body).ok).toBe(true)
  })
})
