import { expect, test } from 'vitest'
import type { Delivery } from '../../../src/chapters/webhooks/delivery.ts'
import { attemptDelivery } from '../../../src/world/sending/webhooks.ts'

const verification: Delivery = {
  id: 'delivery-1',
  app: '1',
  kind: 'verification',
  status: 'queued',
  due: 0,
  attempts: [],
  notices: 0,
  reason: null,
  request: { method: 'GET', url: 'https://sink.test/1', headers: {}, body: '' },
}

/** A response whose body arrives in these parts. */
const inParts = (...parts: readonly (readonly number[])[]): Response =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(Uint8Array.from(part))
        controller.close()
      },
    }),
  )

const bytesMax = 64 * 1024
const letters = (count: number): number[] => Array<number>(count).fill(0x61)

test.each<[name: string, parts: number[][], text: string]>([
  ['an empty body', [], ''],
  ['a character in two parts', [[0xe2, 0x98], [0x83]], '☃'],
  ['a byte order mark at the start', [[0xef], [0xbb, 0xbf, 0x61]], 'a'],
  // The encoding standard drops a byte order mark only at the start.
  ['a byte order mark after invalid bytes', [[0xed], [0xbf, 0xef, 0xbb, 0xbf]], '\ufffd\ufffd\ufeff'],
  ['half a character at the end', [[0x61, 0xe2, 0x98]], 'a\ufffd'],
  ['as many bytes as are read', [letters(bytesMax - 1), [0x62]], `${'a'.repeat(bytesMax - 1)}b`],
  ['a part beyond them, which is ignored', [letters(bytesMax - 1), [0x62, 0x63]], 'a'.repeat(bytesMax - 1)],
])('a verification decodes the body of the answer: %s', async (_, parts, body) => {
  expect(await attemptDelivery(() => inParts(...parts), verification)).toEqual({ status: 200, body })
})

const notice: Delivery = {
  ...verification,
  kind: 'notices',
  request: { ...verification.request, method: 'POST' },
}

test.each<[string, Delivery, unknown, object]>([
  ['a verification: a Response without a body', verification, new Response(null), { status: 200, body: '' }],
  ['a notice: the body is ignored', notice, new Response('x', { status: 202 }), { status: 202 }],
  ['a notice: a result whose body is ignored', notice, { status: 200, body: 'x' }, { status: 200 }],
  [
    'a verification: a result with a body',
    verification,
    { status: 200, body: 'x' },
    { status: 200, body: 'x' },
  ],
  [
    'a notice: null',
    notice,
    null,
    { error: 'The handler must return a Response or a result such as { status: 200 }, got null' },
  ],
  [
    'a notice: a text',
    notice,
    'ok',
    { error: 'The handler must return a Response or a result such as { status: 200 }, got "ok"' },
  ],
])('an attempt reports the answer to %s', async (_, delivery, given, expected) => {
  expect(await attemptDelivery((() => given) as never, delivery)).toEqual(expected)
})
