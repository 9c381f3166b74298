import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type NamedField, parseFields } from '../../../src/service/views/field-text.ts'
import { holds } from '../../chance.ts'

/** Writes parsed names again, with the modifiers before the braces. */
const written = (fields: readonly NamedField[] | undefined): string | undefined =>
  fields
    ?.map(({ name, modifiers, inner }) => {
      const calls = modifiers.map(([modifier, argument]) => `.${modifier}(${argument})`).join('')
      return `${name}${calls}${inner ? `{${written(inner)}}` : ''}`
    })
    .join(',')

describe('names with modifiers and braces', () => {
  test.each<[string, string]>([
    ['id', 'id'],
    [' id , name ', 'id,name'],
    ['id,', 'id'],
    ['ads{id,}', 'ads{id}'],
    ['ads . limit ( 5 ) { name }', 'ads.limit(5){name}'],
    ['ads{name}.limit(5)', 'ads.limit(5){name}'],
    ['ads.limit(5){name}.as(first)', 'ads.limit(5).as(first){name}'],
    ['ads.limit()', 'ads.limit()'],
    ['a{b{c{d{e{f{g{h}}}}}}}', 'a{b{c{d{e{f{g{h}}}}}}}'],
    [
      'insights.time_range({"since":"2026-01-01","until":"2026-01-02"}){spend}',
      'insights.time_range({"since":"2026-01-01","until":"2026-01-02"}){spend}',
    ],
    ['ads.filtering([{"value":"a)b,{c"}])', 'ads.filtering([{"value":"a)b,{c"}])'],
    ['ads.q("\\")")', 'ads.q("\\")")'],
    ['ads.q(f(1),(2)),id', 'ads.q(f(1),(2)),id'],
  ])('%s', (text, expected) => {
    expect(written(parseFields(text))).toBe(expected)
  })

  test('keep the texts that were written', () => {
    expect(parseFields('ads.limit(5){ name , id }.as(a)')).toMatchObject([
      { name: 'ads', written: '.limit(5).as(a)', innerText: ' name , id ' },
    ])
  })
})

describe('a malformed text', () => {
  test.each([
    ...['', ' ', ',', ',id', 'id,,name', 'id name', '{id}', 'ads{}', 'ads{,}', 'ads{id', 'ads{id}}', 'ads}'],
    ...[
      '.limit(5)',
      'ads.',
      'ads.limit',
      'ads.(5)',
      'ads.limit(5',
      'ads.limit(5))',
      'ads.q("a)',
      'ads.q((1)',
    ],
    ...['ads{id}name', 'ads.limit(5)name', 'ads(5)', 'a-b', 'a{b{c{d{e{f{g{h{i}}}}}}}}', 'é'],
  ])('%j', (text) => {
    expect(parseFields(text)).toBeUndefined()
  })

  test('of any characters throws nothing', () => {
    const piece = fc.constantFrom('a', 'limit', '.', '(', ')', '{', '}', ',', '"', '\\', ' ', '1', '\u0000')
    holds(
      500,
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const parsed = parseFields(pieces.join(''))
        if (parsed) expect(written(parseFields(written(parsed) ?? ''))).toBe(written(parsed))
      }),
    )
  })
})

test.each<[string, string]>([
  ['braces', '{'.repeat(1_000_000)],
  ['opening braces with names', 'a{'.repeat(500_000)],
  ['names', 'a,'.repeat(100_000)],
  ['modifiers', `a${'.b(c)'.repeat(200_000)}`],
  ['parentheses', `a.b${'('.repeat(1_000_000)}`],
  ['quotes', `a.b(${'"'.repeat(1_000_001)}`],
  ['open modifiers', 'a.b(,'.repeat(200_000)],
  ['spaces', `a${' '.repeat(1_000_000)}b`],
])('a million characters of %s are read before the test times out: in linear time', (_, text) => {
  expect(() => parseFields(text)).not.toThrow()
})
