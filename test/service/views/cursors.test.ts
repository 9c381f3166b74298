import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from '../../../src/service/views/paging.ts'
import { holds } from '../../chance.ts'

test('a cursor is the base64url text of its JSON, and gives it back', () => {
  const text = fc.oneof(fc.string({ unit: 'binary-ascii' }), fc.string({ unit: 'grapheme' }))
  holds(
    300,
    fc.property(text, fc.nat(), (list, position) => {
      const cursor = encodeCursor([list, [position]])
      expect(cursor).toBe(Buffer.from(JSON.stringify([list, [position]])).toString('base64url'))
      expect(decodeCursor(cursor)).toEqual([list, [position]])
    }),
  )
})
