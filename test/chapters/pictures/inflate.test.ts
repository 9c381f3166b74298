import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { noCost } from '../../../src/chapters/pictures/cost.ts'
import { inflate, inflateZlib } from '../../../src/chapters/pictures/inflate.ts'

const MANY = 1_000_000

/** Numbers that follow no rule, the same ones every time. */
function noise(length: number, values = 256): Uint8Array {
  let state = 1
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 16) % values
  })
}

/** Values of which each is 1.7 times as frequent as the one before it: the longest codes are of 15 bits. */
const frequencies = Array.from({ length: 16 }).reduce<number[]>(
  (numbers) => [...numbers, Math.ceil(1.7 * (numbers.at(-1) ?? 0))],
  [1],
)
const skewed = Uint8Array.from(frequencies.flatMap((count, value) => Array<number>(count).fill(value)))

const far = (length: number) => Uint8Array.of(...noise(300), ...new Uint8Array(length), ...noise(300))

const contents: readonly (readonly [string, Uint8Array])[] = [
  ['nothing', new Uint8Array()],
  ['one byte', Uint8Array.of(7)],
  ['one byte repeated', new Uint8Array(70_000).fill(7)],
  ['text', new TextEncoder().encode('Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(40))],
  ['noise', noise(70_000)],
  ['noise of few values', noise(20_000, 5)],
  ['values of which each is more frequent', skewed],
  ['what repeats at any distance', Uint8Array.of(...far(4), ...far(3_000), ...far(26_000), ...far(9_000))],
]

const { Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE } = constants
const ways = [
  ['stored', { level: 0 }],
  ['with fixed codes', { strategy: Z_FIXED }],
  ['with codes of its own', { strategy: Z_DEFAULT_STRATEGY, level: 9 }],
  ['without matches', { strategy: Z_HUFFMAN_ONLY, memLevel: 9 }],
  ['with matches at distance 1', { strategy: Z_RLE }],
  ['in many blocks', { memLevel: 1 }],
] as const

describe.each(contents)('%s', (_name, content) => {
  test.each(ways)('that zlib packed %s is unpacked', (_way, how) => {
    const packed = new Uint8Array(deflateRawSync(content, how))
    expect(Buffer.compare(inflate(packed, MANY, noCost()) ?? Buffer.of(1), content)).toBe(0)
    expect(Buffer.compare(inflate(packed, content.length, noCost()) ?? Buffer.of(1), content)).toBe(0)
    if (content.length > 0) expect(inflate(packed, content.length - 1, noCost())).toBeUndefined()
  })
})

test('bytes behind the last block are left unread', () => {
  const packed = Uint8Array.of(...deflateRawSync(Uint8Array.of(1, 2, 3)), 9, 9)
  expect(inflate(packed, MANY, noCost())).toEqual(Uint8Array.of(1, 2, 3))
})

test.each(ways)('data that zlib packed %s and that is cut short anywhere is refused', (_, how) => {
  const packed = new Uint8Array(deflateRawSync(noise(200, 9), how))
  for (let length = 0; length < packed.length; length += 1)
    expect(inflate(packed.subarray(0, length), MANY, noCost()), `${length} bytes`).toBeUndefined()
})

test('each block counts as a part', () => {
  const blocks = Uint8Array.of(0, 1, 0, 0xfe, 0xff, 65, 0, 1, 0, 0xfe, 0xff, 66, 1, 1, 0, 0xfe, 0xff, 67)
  const cost = noCost()
  expect(inflate(blocks, MANY, cost)).toEqual(Uint8Array.of(65, 66, 67))
  expect(cost.parts).toBe(3)
})

/** Fields of so many bits, the lowest bit first; a Huffman code has its bits the other way round (RFC 1951, 3.1.1). */
function packed(...fields: readonly (readonly [value: number, bits: number])[]): Uint8Array {
  const bits = fields.flatMap(([value, count]) =>
    Array.from({ length: count }, (_, bit) => (value >> bit) & 1),
  )
  return Uint8Array.from({ length: Math.ceil(bits.length / 8) }, (_, at) =>
    bits.slice(8 * at, 8 * at + 8).reduce((sum, bit, place) => sum | (bit << place), 0),
  )
}

const code = (value: number, count: number): readonly [number, number] => [
  Array.from({ length: count }, (_, bit) => ((value >> bit) & 1) << (count - 1 - bit)).reduce(
    (a, b) => a | b,
    0,
  ),
  count,
]

const last = [1, 1] as const
const [stored, fixed, own, reserved] = [0, 1, 2, 3].map((kind) => [kind, 2] as const) as [
  readonly [number, number],
  readonly [number, number],
  readonly [number, number],
  readonly [number, number],
]
/** In the fixed codes: the literal 65, the end of the block, a match of 3 bytes. */
const [letter, end, three] = [code(0x30 + 65, 8), code(0, 7), code(1, 7)]
const distance = (symbol: number) => code(symbol, 5)

/** A block whose codes are told by one length for each symbol of the code of lengths, in their written order. */
const told = (literals: number, distances: number, ...lengths: readonly number[]) =>
  [
    last,
    own,
    [literals - 257, 5],
    [distances - 1, 5],
    [lengths.length - 4, 4],
    ...lengths.map((length) => [length, 3] as const),
  ] as const

describe('data by hand', () => {
  test.each<[string, Uint8Array, readonly number[] | undefined]>([
    ['a stored block', packed(last, stored, [0, 5], [2, 16], [0xfffd, 16], [65, 8], [66, 8]), [65, 66]],
    [
      'a stored block whose lengths differ',
      packed(last, stored, [0, 5], [1, 16], [0xfffd, 16], [65, 8]),
      undefined,
    ],
    [
      'a stored block that is not whole',
      packed(last, stored, [0, 5], [2, 16], [0xfffd, 16], [65, 8]),
      undefined,
    ],
    ['a block of the reserved kind', packed(last, reserved, [0, 29]), undefined],
    ['a literal', packed(last, fixed, letter, end), [65]],
    ['a match', packed(last, fixed, letter, three, distance(0), end), [65, 65, 65, 65]],
    ['the longest match', packed(last, fixed, letter, code(0xc5, 8), distance(0), end), Array(259).fill(65)],
    ['a match before the beginning', packed(last, fixed, letter, three, distance(1), end), undefined],
    [
      'a match of a length that there is not',
      packed(last, fixed, letter, code(0xc6, 8), distance(0), end),
      undefined,
    ],
    [
      'a match at a distance that there is not',
      packed(last, fixed, letter, three, distance(30), end),
      undefined,
    ],
    ['no end of the block', packed(last, fixed, letter), undefined],
    // Length symbols in their order: 16 17 18 0 8 7 9 6 10 5 11 4 12 3 13 2 14 1.
    [
      'codes of one bit for a literal and the end, and none for distances',
      packed(
        ...told(257, 1, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2),
        // Symbol 18 has the code 0, symbol 0 the code 10, symbol 1 the code 11: 65 zeros, a one, 190 zeros, a one.
        ...[code(0, 1), [65 - 11, 7] as const, code(3, 2)],
        ...[code(0, 1), [138 - 11, 7] as const, code(0, 1), [52 - 11, 7] as const],
        ...[code(3, 2), code(2, 2)],
        ...[code(0, 1), code(0, 1), code(1, 1)],
      ),
      [65, 65],
    ],
    [
      'codes of which the first length repeats one before it',
      packed(
        // Symbol 0 has the code 00, symbol 1 the code 01, symbol 16 the code 10, symbol 18 the code 11.
        ...told(257, 1, 2, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2),
        ...[code(2, 2), [0, 2] as const, code(3, 2), [62 - 11, 7] as const, code(1, 2)],
        ...[code(3, 2), [138 - 11, 7] as const, code(3, 2), [52 - 11, 7] as const],
        ...[code(1, 2), code(0, 2), code(0, 1), code(1, 1)],
      ),
      undefined,
    ],
    [
      'codes without an end of the block',
      packed(
        ...told(257, 1, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2),
        ...[code(0, 1), [65 - 11, 7] as const, code(3, 2)],
        ...[code(0, 1), [138 - 11, 7] as const, code(0, 1), [52 - 11, 7] as const],
        ...[code(2, 2), code(2, 2), [0, 16] as const],
      ),
      undefined,
    ],
    ['a code of lengths with room left', packed(...told(257, 1, 0, 0, 2, 2), [0, 32]), undefined],
    ['a code of lengths with too many codes', packed(...told(257, 1, 1, 1, 1, 0), [0, 32]), undefined],
    [
      'more lengths than symbols',
      packed(...told(257, 1, 0, 0, 1, 1), ...[1, 2].flatMap(() => [code(1, 1), [127, 7] as const]), [0, 32]),
      undefined,
    ],
  ])('%s', (_, bytes, expected) => {
    const made = inflate(bytes, MANY, noCost())
    expect(made && [...made]).toEqual(expected)
  })
})

describe('a zlib stream', () => {
  const content = Uint8Array.of(1, 2, 3)
  const stream = new Uint8Array(deflateSync(content))
  const headed = (method: number, flags: number) =>
    inflateZlib(Uint8Array.of(method, flags, ...stream.subarray(2)), MANY, noCost())

  // RFC 1950, 2.2: both bytes together are a multiple of 31; bit 5 of the second says that there is a dictionary.
  test.each<[string, number, number, Uint8Array | undefined]>([
    ['as zlib writes it', 0x78, 0x9c, content],
    ['of the smallest window', 0x08, 0x1d, content],
    ['of another method', 0x79, 0x18, undefined],
    ['whose check fails', 0x78, 0x9d, undefined],
    ['that needs a dictionary', 0x78, 0xbb, undefined],
  ])('%s', (_, method, flags, expected) => {
    expect((method * 256 + flags) % 31 === 0).toBe(flags !== 0x9d)
    expect(headed(method, flags)).toEqual(expected)
  })
})
