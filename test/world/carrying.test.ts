import { expect, test } from 'vitest'
import type { Delivery } from '../../src/areas/webhooks/delivery.ts'
import { transported } from '../../src/world/carrying.ts'

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

/** A response whose body comes in these pieces. */
const pieces = (...parts: readonly (readonly number[])[]): Response =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(Uint8Array.from(part))
        controller.close()
      },
    }),
  )

const most = 64 * 1024
const letters = (count: number): number[] => Array<number>(count).fill(0x61)

test.each<[name: string, parts: number[][], text: string]>([
  ['nothing', [], ''],
  ['a character in two pieces', [[0xe2, 0x98], [0x83]], '☃'],
  ['a byte order mark at the beginning', [[0xef], [0xbb, 0xbf, 0x61]], 'a'],
  // The encoding standard drops a byte order mark at the beginning alone.
  ['one behind ill-formed bytes', [[0xed], [0xbf, 0xef, 0xbb, 0xbf]], '\ufffd\ufffd\ufeff'],
  ['half a character at the end', [[0x61, 0xe2, 0x98]], 'a\ufffd'],
  ['the most bytes', [letters(most - 1), [0x62]], `${'a'.repeat(most - 1)}b`],
  ['a piece beyond them, which is left out', [letters(most - 1), [0x62, 0x63]], 'a'.repeat(most - 1)],
])('the body of an answer to a verification is decoded: %s', async (_, parts, body) => {
  expect(await transported(() => pieces(...parts), verification)).toEqual({ status: 200, body })
})

const notice: Delivery = {
  ...verification,
  kind: 'notices',
  request: { ...verification.request, method: 'POST' },
}

test.each<[string, Delivery, unknown, object]>([
  ['a verification without a body', verification, new Response(null), { status: 200, body: '' }],
  ['a notice, whose body says nothing', notice, new Response('x', { status: 202 }), { status: 202 }],
  ['a notice as a result with a body', notice, { status: 200, body: 'x' }, { status: 200 }],
  [
    'a verification as a result with a body',
    verification,
    { status: 200, body: 'x' },
    { status: 200, body: 'x' },
  ],
  ['null', notice, null, { error: 'The sink answered no result' }],
  ['a text', notice, 'ok', { error: 'The sink answered no result' }],
])('the answer to %s counts', async (_, delivery, given, expected) => {
  expect(await transported((() => given) as never, delivery)).toEqual(expected)
})
