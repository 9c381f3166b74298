import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPairs, spellOut } from '../../../src/machine/wire/form-text.ts'

// Only escapes of text beyond ASCII: URLSearchParams of Node corrupts such text beside a stray percent sign.
const piece = fc.constantFrom('x', 'y', '=', '&', '+', '%20', '%', '%zz', '%C3%A9', '[0]', '%3D', '%26', ' ')

test('pairs are those of URLSearchParams', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
      const text = pieces.join('')
      expect(readPairs(text, 'body', 1_000)).toEqual({ ok: true, value: [...new URLSearchParams(text)] })
    }),
    { numRuns: 3_000 },
  )
})

type Tree = string | readonly Tree[] | { readonly [member: string]: Tree }

const word = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '1', '&'), maxLength: 4 })
const key = fc.constantFrom('a', 'b', 'name', 'x_y')
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    word,
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
    fc.dictionary(key, tie('tree'), { minKeys: 1, maxKeys: 3 }),
  ),
}))

/** Returns the pairs that a client sends for a value: PHP and qs with indexes, others with empty brackets. */
function pairsOf(name: string, value: Tree, indexed: boolean): [string, string][] {
  if (typeof value === 'string') return [[name, value]]
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => pairsOf(`${name}[${indexed ? index : ''}]`, item, indexed))
  }
  return Object.entries(value).flatMap(([member, inner]) => pairsOf(`${name}[${member}]`, inner, indexed))
}

const read = (pairs: readonly (readonly [string, string])[]) =>
  spellOut(pairs, { bracketDepthMax: 10, paramsMax: 1_000 })

test('a value that clients spell with indexes in brackets is parsed back', () => {
  fc.assert(
    fc.property(tree, (value) => {
      expect(read(pairsOf('p', value, true))).toEqual({
        ok: true,
        value: { params: { p: value }, repeats: [] },
      })
    }),
    { numRuns: 2_000 },
  )
})

test('a list of texts with empty brackets or with a repeated name is parsed back', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 2, maxLength: 5 }), (value) => {
      const expected = (repeats: readonly string[]) => ({
        ok: true,
        value: { params: { p: value }, repeats },
      })
      expect(read(pairsOf('p', value, false))).toEqual(expected([]))
      expect(read(value.map((item) => ['p', item] as const))).toEqual(expected(['p']))
    }),
  )
})
