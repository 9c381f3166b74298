import { expect, test } from 'vitest'
import { isCallError } from '../../../src/service/contract/errors.ts'
import { plain } from '../../../src/service/values/plain.ts'

test.each<[unknown, unknown]>([
  [{ a: undefined, b: { c: undefined, d: 1 } }, { b: { d: 1 } }],
  [
    [{ a: undefined }, undefined, null],
    [{}, null, null],
  ],
  [undefined, null],
  [null, null],
  [0, 0],
  ['', ''],
  [false, false],
])('%j as plain JSON is %j', (value, expected) => {
  expect(plain(value)).toStrictEqual(expected)
})

test.each<[unknown, boolean]>([
  [{ code: 100, message: 'no' }, true],
  [{ code: 100 }, false],
  [{ message: 'no' }, false],
  [Object.create({ code: 100, message: 'no' }), false],
  [null, false],
  [undefined, false],
  ['code', false],
])('%j is a problem: %s', (value, expected) => {
  expect(isCallError(value)).toBe(expected)
})
