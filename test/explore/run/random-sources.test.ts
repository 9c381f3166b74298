import nodeCrypto, { randomFill } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { fillElements } from '../../../src/explore/time/random-sources.ts'
import { inJob } from '../play.ts'

const bytes = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)

test.each<[what: string, view: () => ArrayBufferView, bigEndian: number[]]>([
  ['bytes', () => new Uint8Array(8), [1, 2, 3, 4, 5, 6, 7, 8]],
  ['elements of two bytes', () => new Uint16Array(4), [2, 1, 4, 3, 6, 5, 8, 7]],
  ['elements of four bytes', () => new Int32Array(2), [4, 3, 2, 1, 8, 7, 6, 5]],
  ['elements of eight bytes', () => new BigUint64Array(1), [8, 7, 6, 5, 4, 3, 2, 1]],
  ['a DataView, which has no elements', () => new DataView(new ArrayBuffer(8)), [1, 2, 3, 4, 5, 6, 7, 8]],
])('hosts of both byte orders draw equal numbers into %s', (_, view, bigEndian) => {
  const filled = (order: 'LE' | 'BE') => [...new Uint8Array(fillElements(view(), bytes, 0, order).buffer)]
  expect(filled('LE')).toEqual([...bytes])
  expect(filled('BE')).toEqual(bigEndian)
})

const zerosOf = (buffer: ArrayBufferLike) =>
  [...new Uint8Array(buffer)].flatMap((byte, place) => (byte === 0 ? [place] : []))

/** The types of Node leave out that it fills an ArrayBuffer. */
const bufferOf = (filled: unknown) => filled as ArrayBuffer

// Long enough that a drawn byte is not zero by chance in these stories.
test.each<[what: string, fill: () => ArrayBufferLike | Promise<ArrayBufferLike>, zeros: number[]]>([
  ['an ArrayBuffer', () => bufferOf(nodeCrypto.randomFillSync(new ArrayBuffer(8) as never)), []],
  [
    'elements from an offset, which counts elements',
    () => nodeCrypto.randomFillSync(new Uint16Array(4), 3).buffer,
    [0, 1, 2, 3, 4, 5],
  ],
  [
    'as many elements as the size says',
    async () =>
      (await promisify<Uint32Array, number, number, Uint32Array>(randomFill)(new Uint32Array(3), 1, 1))
        .buffer,
    [0, 1, 2, 3, 8, 9, 10, 11],
  ],
  [
    'a part of a buffer that the view shows',
    () => crypto.getRandomValues(new Uint8Array(new ArrayBuffer(6), 2, 3)).buffer,
    [0, 1, 5],
  ],
])('a draw of an exploration fills %s, as in Node', async (_, fill, zeros) => {
  expect(zerosOf(await inJob(fill))).toEqual(zeros)
  expect(zerosOf(await fill())).toEqual(expect.arrayContaining(zeros))
})
