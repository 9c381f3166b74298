import { expect, test } from 'vitest'
import { keepLast } from '../../src/engine/values/keep-last.ts'

test('of three texts the two that were used last are kept', () => {
  const made: string[] = []
  const keep = keepLast<{ text: string }>(2)
  const ask = (text: string) =>
    keep(text, () => {
      made.push(text)
      return { text }
    })
  const first = ask('a')
  ask('b')
  expect(ask('a')).toBe(first)
  ask('c')
  expect(ask('a')).toBe(first)
  expect(made).toEqual(['a', 'b', 'c'])
  expect(ask('b')).toEqual({ text: 'b' })
  expect(made).toEqual(['a', 'b', 'c', 'b'])
})
