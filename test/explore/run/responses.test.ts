import { expect, test } from 'vitest'
import { damaged, responseOf } from '../../../src/explore/run/calls/responses.ts'

const answer = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
  dropped: false,
}

test.each([
  [204, 'GET'],
  [304, 'GET'],
  [200, 'HEAD'],
])('an answer without a body stays one if it is damaged: %i to %s', async (status, method) => {
  for (const how of ['truncated', 'empty'] as const) {
    const settled = damaged({ ...answer, status }, method, how)
    const response = 'response' in settled ? settled.response : expect.unreachable()
    expect([response.status, response.body, await response.text()]).toEqual([status, null, ''])
  }
})

test('an answer with bytes has these bytes', async () => {
  const settled = responseOf({ ...answer, body: Uint8Array.of(255, 0) }, 'GET')
  const response = 'response' in settled ? settled.response : expect.unreachable()
  expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([255, 0])
})

test('a connection that breaks stays broken if its answer is damaged', () => {
  expect(damaged({ ...answer, dropped: true }, 'GET', 'truncated')).toHaveProperty('error')
})
