import { expect, test } from 'vitest'
import { type Memo, once } from '../../src/engine/values/memo.ts'

test('a value is computed once for each name, object and text, even if it is undefined', () => {
  const memo: Memo = new Map()
  const made: unknown[] = []
  const [bytes, same] = [Uint8Array.of(1), Uint8Array.of(1)]
  const ask = (name: string, of: object | string, value: unknown) =>
    once(memo, name, of, () => {
      made.push(value)
      return value
    })
  const asked = [
    ask('digest', bytes, 1),
    ask('digest', bytes, 2),
    ask('digest', same, 3),
    ask('text', bytes, 4),
    ask('text', 'bytes', undefined),
    ask('text', 'bytes', 6),
  ]
  expect(asked).toEqual([1, 1, 3, 4, undefined, undefined])
  expect(made).toEqual([1, 3, 4, undefined])
})
