import { constants, deflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { isZip, readZip, type ZippedFile } from '../../../src/chapters/ad-images/zip.ts'
import { setUint32 } from '../../../src/chapters/pictures/bytes.ts'
import { noCost } from '../../../src/chapters/pictures/cost.ts'
import { joined } from '../../../src/engine/values/byte-arrays.ts'
import { isCallError } from '../../../src/service/contract/errors.ts'
import { crc32, type Ending, type Packing, type Said, zipOf } from './zip-samples.ts'

const encoder = new TextEncoder()
const words = encoder.encode('Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(4))
const other = encoder.encode('Ut enim ad minim veniam')

function filesOf(bytes: Uint8Array): readonly ZippedFile[] {
  const files = readZip(bytes, noCost())
  if (isCallError(files)) throw new Error(files.message)
  return files
}

/** The labels and contents of the files of a zip file. */
const listed = (bytes: Uint8Array) =>
  filesOf(bytes).map(({ label, bytes: content }) => [label, new TextDecoder().decode(content)])

function reasonOf(bytes: Uint8Array): string {
  const files = readZip(bytes, noCost())
  if (!isCallError(files)) throw new Error(`It was read: ${files.map(({ path }) => path).join()}`)
  expect(files.code).toBe(100)
  return files.message.replace('The zip file cannot be read: ', '')
}

const text = new TextDecoder().decode(words)
const one: Packing = { name: 'a.txt', data: words }
const program = encoder.encode('MZ, or any other program that unpacks what stands behind it')

/** The header of a streaming writer: zip64 sizes in the header, 32-bit sizes in the directory. */
const ownZip64: Said = {
  size: 0xffffffff,
  packedSize: 0xffffffff,
  extra: joined([
    Uint8Array.of(9, 0, 1, 0, 7, 1, 0, 16, 0),
    number64(words.length),
    number64(deflateRawSync(words).length),
  ]),
}

function number64(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  setUint32(bytes, 0, value, true)
  return bytes
}

describe('a zip file is read', () => {
  test.each<[string, Uint8Array]>([
    ['deflated', zipOf([one])],
    ['stored', zipOf([{ ...one, method: 0 }])],
    ['with its sizes behind the data, signed', zipOf([{ ...one, described: 'signed' }])],
    ['with its sizes behind the data, unsigned', zipOf([{ ...one, described: 'plain' }])],
    [
      'with its sizes both before and behind the data',
      zipOf([
        {
          ...one,
          method: 0,
          described: 'signed',
          header: { checksum: crc32(words), packedSize: words.length, size: words.length },
        },
      ]),
    ],
    ['with a comment', zipOf([one], { comment: encoder.encode('PK\x05\x06 is no end here') })],
    ['with extra fields', zipOf([{ ...one, extra: Uint8Array.of(0x55, 0x54, 1, 0, 9) }])],
    ['with other extra fields in its own header', zipOf([{ ...one, header: { extra: new Uint8Array(7) } }])],
    [
      'with another name, method and size in the header of the file',
      zipOf([{ ...one, header: { name: 'b', method: 0, size: 9 } }]),
    ],
    ['with a gap before the directory', zipOf([one], { between: new Uint8Array(64) })],
    ['behind a program', zipOf([one], { before: program })],
    ['behind a program that was put there later', zipOf([one], { before: program, origin: program.length })],
    ['of the kind zip64', zipOf([{ ...one, zip64: true }], { zip64: true })],
    ['of the kind zip64, stored', zipOf([{ ...one, method: 0, zip64: true }], { zip64: true })],
    ['of the kind zip64 in its end alone', zipOf([one], { zip64: true })],
    ['of the kind zip64 in its files alone', zipOf([{ ...one, zip64: true }])],
    ['of the kind zip64 in the header of a file', zipOf([{ ...one, header: ownZip64 }])],
    [
      'of the kind zip64, with its sizes behind the data, signed',
      zipOf([{ ...one, zip64: true, described: 'signed' }], { zip64: true }),
    ],
    [
      'of the kind zip64, with its sizes behind the data, unsigned',
      zipOf([{ ...one, zip64: true, described: 'plain' }], { zip64: true }),
    ],
    [
      'of the kind zip64, behind a program that was put there later',
      zipOf([{ ...one, zip64: true }], { zip64: true, before: program, origin: program.length }),
    ],
    ['behind another zip file', joined([zipOf([{ name: 'b.txt', data: other }]), zipOf([one])])],
    ['by another writer', zipSync({ 'a.txt': words })],
    ['by another writer, stored', zipSync({ 'a.txt': [words, { level: 0 }] })],
  ])('%s', (_, bytes) => {
    expect(isZip(bytes)).toBe(true)
    expect(listed(bytes)).toEqual([['a.txt', text]])
  })

  test('without any file', () => {
    expect(filesOf(zipOf([]))).toEqual([])
  })

  test('with an empty file', () => {
    expect(listed(zipOf([{ name: 'a.txt' }, { name: 'b.txt', method: 0 }]))).toEqual([
      ['a.txt', ''],
      ['b.txt', ''],
    ])
  })

  test.each([
    ['0 entries', 0, true],
    ['49 entries', 49, true],
    ['50 entries', 50, true],
    ['51 entries', 51, false],
    ['300 entries', 300, false],
  ])('within the limit of 50 entries: %s', (_, count, taken) => {
    const files = Array.from({ length: count }, (__, index) => ({ name: `${index}.txt`, data: other }))
    if (taken) expect(filesOf(zipOf(files))).toHaveLength(count)
    else expect(reasonOf(zipOf(files))).toBe(`it has more than 50 entries, got ${count}`)
  })

  test.each([
    ['at', 100, true],
    ['above', 101, false],
  ])('within the limit of the ratio: %s 100', (_, ratio, taken) => {
    // A raw deflate stream padded behind its end packs to the length that the test wants.
    const data = new Uint8Array(ratio * 64)
    const packed = new Uint8Array(64)
    packed.set(deflateRawSync(data))
    const bytes = zipOf([{ name: 'a.txt', data, packed }])
    if (taken) expect(filesOf(bytes)).toHaveLength(1)
    else expect(reasonOf(bytes)).toBe('a file in it unpacks to more than 100 times its compressed size')
  })

  test('up to 16 MiB in total', () => {
    const half = new Uint8Array(8 * 1024 * 1024)
    const two = (more: number) =>
      zipOf([
        { name: 'a', data: half, method: 0 },
        { name: 'b', data: new Uint8Array(half.length + more), method: 0 },
      ])
    expect(filesOf(two(0))).toHaveLength(2)
    expect(reasonOf(two(1))).toBe('its files unpack to 16777217 bytes, at most 16777216 are allowed')
  })
})

describe('names are labels', () => {
  const labels = (...names: (string | Uint8Array)[]) =>
    filesOf(zipOf(names.map((name) => ({ name, data: other })))).map(({ name, label }) => [name, label])

  test.each<[string, (string | Uint8Array)[], [string, string][]]>([
    ['a base name', ['a.png'], [['a.png', 'a.png']]],
    ['the base name of a path', ['d/e/a.png'], [['a.png', 'a.png']]],
    ['the base name of a path with backslashes', ['d\\e\\a.png'], [['a.png', 'a.png']]],
    ['the base name of a path that climbs', ['../../a.png'], [['a.png', 'a.png']]],
    ['the base name of an absolute path', ['/etc/a.png'], [['a.png', 'a.png']]],
    ['the base name of a path with a drive', ['C:\\a.png'], [['a.png', 'a.png']]],
    ['a name of every object', ['__proto__'], [['__proto__', '__proto__']]],
    [
      'the full path of a later one of the same name',
      ['d/a.png', 'e/a.png', 'f/a.png'],
      [
        ['a.png', 'a.png'],
        ['a.png', 'e/a.png'],
        ['a.png', 'f/a.png'],
      ],
    ],
    [
      'the full path of an earlier one, where the later is the name itself',
      ['d/a.png', 'a.png'],
      [
        ['a.png', 'd/a.png'],
        ['a.png', 'a.png'],
      ],
    ],
    ['UTF-8', ['Größe 🚢.png'], [['Größe 🚢.png', 'Größe 🚢.png']]],
    ['nothing of a directory', ['d/', 'd/a.png'], [['a.png', 'a.png']]],
    ['nothing of a dot file', ['.DS_Store', 'd/._a.png', '..', 'a.png'], [['a.png', 'a.png']]],
    ['nothing of __MACOSX', ['__MACOSX/a.png', 'd/__MACOSX/a.png', 'a.png'], [['a.png', 'a.png']]],
    ['a name that begins like __MACOSX', ['__MACOSX2/a.png'], [['a.png', 'a.png']]],
  ])('%s', (_, names, expected) => {
    expect(labels(...names)).toEqual(expected)
  })

  test('are read as code page 437 if they are neither valid nor declared UTF-8', () => {
    const name = Uint8Array.of(0x9a, 0x62, 0x75, 0x6e, 0x67, 0x80, 0xe1, 0xff)
    const bytes = zipOf([{ name, flags: 0, data: other }])
    expect(filesOf(bytes)[0]?.name).toBe('ÜbungÇß\u00a0')
    expect(reasonOf(zipOf([{ name, data: other }]))).toBe('a file name in it is not valid UTF-8')
  })

  test('are refused if a path occurs twice', () => {
    expect(reasonOf(zipOf([one, { ...one, data: other }]))).toBe('it has "a.txt" twice')
  })
})

const packed = new Uint8Array(deflateRawSync(words))
const nested = zipOf([one])

describe('a zip file is refused that', () => {
  test.each<[string, Packing[], Ending, string]>([
    ['is encrypted', [{ ...one, flags: 1 }], {}, 'a file in it is encrypted'],
    ['is strongly encrypted', [{ ...one, flags: 0x40 }], {}, 'a file in it is encrypted'],
    ['hides its headers', [{ ...one, flags: 0x2000 }], {}, 'a file in it is encrypted'],
    ['is packed by bzip2', [{ ...one, method: 12 }], {}, 'a file in it has the compression method 12'],
    ['is packed by deflate64', [{ ...one, method: 9 }], {}, 'a file in it has the compression method 9'],
    ['has a wrong checksum', [{ ...one, checksum: crc32(other) }], {}, '"a.txt" is corrupt'],
    [
      'has a wrong checksum, stored',
      [{ ...one, method: 0, checksum: crc32(other) }],
      {},
      '"a.txt" is corrupt',
    ],
    ['says too small a size', [{ ...one, size: words.length - 1 }], {}, '"a.txt" is corrupt'],
    ['says too large a size', [{ ...one, size: words.length + 1 }], {}, '"a.txt" is corrupt'],
    [
      'says another size, stored',
      [{ ...one, method: 0, size: words.length + 1 }],
      {},
      'a stored file in it has different',
    ],
    ['stops too early', [{ ...one, packedSize: packed.length - 3 }], {}, '"a.txt" is corrupt'],
    ['is packed to nonsense', [{ ...one, packed: new Uint8Array(40).fill(255) }], {}, '"a.txt" is corrupt'],
    [
      'marks its size as zip64',
      [{ ...one, listing: { size: 0xffffffff } }],
      {},
      'a file in it lacks its zip64 size or offset',
    ],
    [
      'marks its packed size as zip64',
      [{ ...one, listing: { packedSize: 0xffffffff } }],
      {},
      'a file in it lacks its zip64 size or offset',
    ],
    [
      'marks its place as zip64',
      [{ ...one, listing: { headerAt: 0xffffffff } }],
      {},
      'a file in it lacks its zip64 size or offset',
    ],
    [
      'has zeros behind its directory',
      [one],
      { behind: new Uint8Array(76) },
      'its central directory is malformed',
    ],
    [
      'names more files than it has, as zip64',
      [one],
      { count: 2, zip64: true },
      'its central directory is malformed',
    ],
    [
      'begins on another disk',
      [{ ...one, listing: { disk: 1 } }],
      {},
      'it is one part of a multi-part archive',
    ],
    ['ends on another disk', [one], { disk: 1 }, 'it is one part of a multi-part archive'],
    ['has its directory on another disk', [one], { firstDisk: 1 }, 'it is one part of a multi-part archive'],
    ['has other files elsewhere', [one], { here: 0 }, 'it is one part of a multi-part archive'],
    [
      'names fewer files than it has',
      [one, { name: 'b' }],
      { count: 1 },
      'its central directory has more entries',
    ],
    ['names more files than it has', [one], { count: 2 }, 'its central directory is malformed'],
    [
      'has its directory elsewhere',
      [one],
      { directoryAt: 3 },
      'a file in it is not where the central directory says',
    ],
    [
      'has its directory behind its end',
      [one],
      { directoryAt: 9_999 },
      'the offset of its central directory is wrong',
    ],
    ['has a longer directory', [one], { directorySize: 9 }, 'its central directory is malformed'],
    [
      'is hidden behind something',
      [one],
      { before: encoder.encode('MZ'), directoryAt: 0 },
      'a file in it is not where',
    ],
    [
      'is hidden behind something, and says so',
      [{ ...one, listing: { headerAt: 0 } }],
      { before: encoder.encode('MZ') },
      'a file in it is not where the central directory says',
    ],
    [
      'grows by a thousand times',
      [{ name: 'a', data: new Uint8Array(1e6) }],
      {},
      'a file in it unpacks to more than',
    ],
    [
      'says nothing is packed',
      [{ ...one, listing: { packedSize: 0 } }],
      {},
      'a file in it unpacks to more than',
    ],
  ])('%s', (_, packings, ending, problem) => {
    expect(reasonOf(zipOf(packings, ending))).toMatch(new RegExp(`^${problem}`))
  })

  test('has bytes after its end; a zip file inside a zip file is not opened', () => {
    expect(reasonOf(joined([nested, Uint8Array.of(0)]))).toBe('it has no end record, so it is cut short')
    expect(filesOf(zipOf([{ name: 'b.zip', data: nested }]))[0]?.bytes).toEqual(nested)
  })
})

const several = zipOf([
  { ...one, described: 'signed' },
  { name: 'd/b.txt', data: other, method: 0, extra: Uint8Array.of(1, 0, 0, 0) },
  { name: 'c.txt', data: joined([words, other]) },
])

test('a zip file that is cut short at any place is refused', () => {
  for (let length = 0; length < several.length; length += 1) {
    expect(reasonOf(several.subarray(0, length))).not.toBe('')
  }
})

test('a zip file with one changed bit is refused, or has the same contents', () => {
  const contents = (bytes: Uint8Array) => listed(bytes).map(([, content]) => content)
  const expected = contents(several)
  let refused = 0
  for (let bit = 0; bit < several.length * 8; bit += 1) {
    const changed = several.slice()
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    const files = readZip(changed, noCost())
    if (isCallError(files)) refused += 1
    else expect(contents(changed)).toEqual(expected)
  }
  expect(refused).toBeGreaterThan(several.length * 4)
})

test('random bytes are read or refused without an exception', () => {
  let state = 7
  const draw = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  for (let round = 0; round < 10_000; round += 1) {
    const bytes = several.slice(0, draw(3) === 0 ? draw(several.length) : several.length)
    for (let change = draw(6); change >= 0; change -= 1) {
      const at = draw(bytes.length)
      if (draw(2)) bytes[at] = draw(256)
      else bytes.copyWithin(at, draw(bytes.length), draw(bytes.length))
    }
    const before = bytes.slice()
    const files = readZip(bytes, noCost())
    if (isCallError(files)) expect(files.code).toBe(100)
    expect(Buffer.compare(bytes, before)).toBe(0)
  }
})

/** Returns a deflate stream of many blocks, each with its own Huffman table, without a final block. */
function ofManyBlocks(length: number): Packing {
  const options = { finishFlush: constants.Z_SYNC_FLUSH }
  const block = new Uint8Array(deflateRawSync(words, options))
  const last = new Uint8Array(deflateRawSync(words))
  const count = Math.floor(length / block.length)
  const data = joined(Array<Uint8Array>(count + 1).fill(words))
  return { name: 'a', data, packed: joined([...Array<Uint8Array>(count).fill(block), last]) }
}

const lures: Record<string, (length: number) => Uint8Array> = {
  'a file that grows to gigabytes and says that it is small': (length) => {
    const options = { finishFlush: constants.Z_SYNC_FLUSH }
    const block = new Uint8Array(deflateRawSync(new Uint8Array(200_000), options))
    const packed = joined(Array<Uint8Array>(Math.floor(length / block.length)).fill(block))
    return zipOf([{ name: 'a', packed, data: new Uint8Array(packed.length) }])
  },
  'names without end': (length) =>
    zipOf(
      Array.from({ length: 50 }, (_, at) => ({
        name: `${`${at}`.padEnd(Math.min(65_000, length / 200), '/')}a`,
        data: other,
      })),
    ),
  'ends without end': (length) => joined([zipOf([one]), ends(length)]),
  'files of many blocks': (length) => zipOf([ofManyBlocks(length)]),
  'many bytes, stored': (length) => zipOf([{ name: 'a', data: new Uint8Array(length), method: 0 }]),
}

function ends(length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let at = 0; at + 22 < length; at += 4) setUint32(bytes, at, 0x06054b50, true)
  return bytes
}

describe('bytes made to be slow to read are answered:', () => {
  // A reader with quadratic time would exceed the time limit of the test runner.
  test.each(Object.entries(lures))('%s', (_, make) => {
    const files = readZip(make(2_000_000), noCost())
    if (isCallError(files)) expect(files.code).toBe(100)
    else expect(files.length).toBeGreaterThan(0)
  })
})
