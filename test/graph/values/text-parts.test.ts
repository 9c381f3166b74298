import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyHash, hashAfter } from '../../../src/engine/values/text-hash.ts'
import {
  addText,
  type KeptText,
  type TextPart,
  wholeBytes,
  wholeHash,
  wholeText,
} from '../../../src/graph/values/text-parts.ts'

const partsArb = fc.array(
  fc.tuple(fc.string({ unit: fc.constantFrom('a', '"', ',', 'é', '€', '😀'), maxLength: 20 }), fc.boolean()),
  { maxLength: 12 },
)

describe('a text in parts', () => {
  test('has the text, the hash and the bytes of the whole, whichever parts are kept', () => {
    fc.assert(
      fc.property(partsArb, (added) => {
        const parts: TextPart[] = []
        for (const [text, isKept] of added) isKept ? parts.push({ text }) : addText(parts, text)
        const whole = added.map(([text]) => text).join('')
        for (const _ of ['first', 'again']) {
          expect(wholeText(parts)).toBe(whole)
          expect(wholeHash(parts)).toEqual(hashAfter(emptyHash, whole))
          expect(Buffer.from(wholeBytes(parts)).toString()).toBe(whole)
        }
      }),
    )
  })

  test('has texts that follow one another as one part', () => {
    const parts: TextPart[] = []
    for (const text of ['[', '{', '']) addText(parts, text)
    parts.push({ text: 'kept' })
    for (const text of ['}', ']']) addText(parts, text)
    expect(parts).toEqual(['[{', { text: 'kept' }, '}]'])
  })

  test('gives bytes of which a change changes no other answer', () => {
    const kept: KeptText = { text: '{"id":"1"}' }
    wholeBytes([kept]).fill(0)
    expect(Buffer.from(wholeBytes([kept])).toString()).toBe('{"id":"1"}')
  })
})
