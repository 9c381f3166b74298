import { describe, expect, test } from 'vitest'
import type { PictureFormat } from '../../../src/chapters/pictures/read.ts'
import { joined } from '../../../src/engine/values/byte-arrays.ts'
import type { TypedFile } from '../../../src/service/typed-call.ts'
import { begin, jsonOf, multipart, refusedBy } from '../photos/photo-world.ts'
import { plantedIn } from '../pictures/findings.ts'
import { sampleMakers } from '../pictures/samples.ts'
import { type Answered, adImageRow, base64, file, found, md5, png, upload } from './ad-image-world.ts'
import { zipOf } from './zip-samples.ts'

const start = begin()
const { adAccount, userToken } = start
const formats = Object.keys(sampleMakers) as PictureFormat[]
const address = `https://graph.test/v26.0/act_${adAccount}/adimages`
const one = png()

const fork = () => {
  const world = start.world.fork()
  const send = (params: Record<string, unknown>) => upload(world, userToken, { adAccount, ...params })
  return { world, send, sendFile: (...files: TypedFile[]) => send({ files }) }
}

const keysOf = (images: Record<string, Answered>) =>
  Object.fromEntries(Object.entries(images).map(([key, { hash }]) => [key, hash]))

const answered = { hash: expect.any(String), url: expect.stringMatching(/^https?:/) }

describe('an upload', () => {
  test('is a multipart POST to the adimages edge, and returns hash and url by name [IMG-001, IMG-024, IMG-033..035]', () => {
    const { world } = fork()
    const body = multipart({ access_token: userToken }, [file('boat.png', one)])
    const response = world.request({ method: 'POST', url: address, ...body })
    expect(response.status).toBe(200)
    const { images } = jsonOf(response) as { images: Record<string, Answered> }
    expect(images).toEqual({ 'boat.png': { hash: md5(one), url: expect.stringMatching(/^https:/) } })
    expect(Object.keys(images['boat.png'] ?? {})).toEqual(['hash', 'url'])
    expect(found(world, images['boat.png']?.url).bytes).toEqual(one)
    expect(adImageRow(world, adAccount, md5(one))).toMatchObject({ name: 'boat.png', status: 'ACTIVE' })
  })

  test.each([
    ['filename [IMG-025]', 'filename', 'a.png', 'a.png'],
    ['another name [IMG-025]', 'source', 'a.png', 'a.png'],
    ['the name of the file', 'a.png', 'a.png', 'a.png'],
    ['any name, with a path [IMG-025]', 'x', '/home/me/a.png', 'a.png'],
    ['any name, with a path of Windows', 'x', 'C:\\\\me\\\\a.png', 'a.png'],
  ])('accepts a part with %s', (_, part, name, expected) => {
    const { world } = fork()
    const body = multipart({ access_token: userToken }, [file(name, one, part)])
    const { images } = jsonOf(world.request({ method: 'POST', url: address, ...body }))
    expect(images).toEqual({ [expected]: answered })
  })

  test.each(['d/a.png', '/home/me/a.png', 'C:\\me\\a.png'])(
    'of a typed call takes the name without the path, as of bytes: %s [IMG-009, IMG-025]',
    (name) => {
      const { world, sendFile } = fork()
      expect(Object.keys(sendFile(file(name, one)).unwrap().images)).toEqual(['a.png'])
      expect(adImageRow(world, adAccount, md5(one))?.name).toBe('a.png')
    },
  )

  test('prefers the part called filename, and needs one file otherwise [IMG-025, IMG-032]', () => {
    const { world, sendFile } = fork()
    const [a, b, c] = [file('a.png', one, 'x'), file('b.png', png(9)), file('c.png', png(7), 'y')]
    expect(Object.keys(sendFile(a, b, c).unwrap().images)).toEqual(['b.png'])
    for (const files of [
      [a, c],
      [b, { ...c, part: 'filename' }],
    ]) {
      expect(refusedBy(world, () => sendFile(...files)).message).toBe(
        '(#100) Exactly one file is needed, got 2',
      )
    }
  })

  test.each(formats)('takes a picture, and keeps it without its location: %s [IMG-025]', async (format) => {
    const { world, sendFile } = fork()
    const bytes = await sampleMakers[format]({ width: 24, height: 16 })
    const { images } = sendFile(file('a.bin', bytes)).unwrap()
    expect(keysOf(images)).toEqual({ 'a.bin': md5(bytes) })
    const kept = found(world, images['a.bin']?.url)
    expect(kept.status).toBe(200)
    expect(plantedIn(kept.bytes)).toEqual([])
    expect(adImageRow(world, adAccount, md5(bytes))).toMatchObject({ format, width: 24, height: 16 })
  })

  const noImage = 'Missing or invalid image file: '
  test.each<[string, Uint8Array, string]>([
    ['nothing', new Uint8Array(0), `${noImage}the file is empty`],
    ['a text', new TextEncoder().encode('hello'), `${noImage}the bytes must be a complete`],
    ['a picture cut short', one.subarray(0, 20), `${noImage}the bytes must be a complete`],
    ['a zip file without an image', zipOf([]), 'The zip file contains no image'],
    [
      'a zip file cut short',
      zipOf([{ data: one }]).subarray(0, 50),
      'The zip file cannot be read: it has no end record',
    ],
    ['PK and nothing', new TextEncoder().encode('PK'), 'The zip file cannot be read: it has no end record'],
  ])('refuses %s [IMG-025, IMG-037]', (_, bytes, message) => {
    const { world, sendFile } = fork()
    const error = refusedBy(world, () => sendFile(file('a.png', bytes)))
    expect(error.code).toBe(100)
    expect(error.message.startsWith(`(#100) ${message}`)).toBe(true)
  })

  const mebibytes = 1024 * 1024
  test.each([
    ['10 MiB', 10 * mebibytes, true],
    ['one byte more', 10 * mebibytes + 1, false],
  ])('accepts pictures up to 10 MiB: %s [IMG-037]', (_, length, taken) => {
    const bytes = joined([one, new Uint8Array(length - one.length)])
    for (const params of [{ files: [file('a.png', bytes)] }, { bytes: base64(bytes) }]) {
      const { world, send } = fork()
      if (taken) expect(send(params).unwrap().images).toEqual(expect.objectContaining({}))
      else expect(refusedBy(world, () => send(params))).toMatchObject({ code: 100 })
    }
  })
})

describe('a file name', () => {
  test.each([
    ['of 99 characters [IMG-010, LIM-018]', `${'a'.repeat(95)}.png`, true],
    ['of 100 characters [IMG-010, LIM-018]', `${'a'.repeat(96)}.png`, true],
    ['of 100 characters outside the basic plane [IMG-010, LIM-018]', `${'🚢'.repeat(96)}.png`, true],
    ['of 101 characters outside the basic plane [IMG-010, LIM-018]', `${'🚢'.repeat(97)}.png`, false],
    ['of 101 characters [IMG-010, IMG-037, LIM-018]', `${'a'.repeat(97)}.png`, false],
    ['with an extension of another kind [IMG-026]', 'a.tar.gz', true],
    ['with an extension of one letter [IMG-026]', 'a.b', true],
    ['without an extension [IMG-026]', 'boat', false],
    ['with a dot at the end [IMG-026]', 'boat.', false],
    ['with a dot only at the beginning [IMG-026]', '.png', false],
    ['that is empty [IMG-026]', '', false],
    ['that is a property of every object [IMG-026]', '__proto__', false],
    ['that is a property of every object, with an extension [IMG-026]', '__proto__.png', true],
    ['that is a method of every object [IMG-026]', 'toString', false],
  ])('%s is accepted: %s', (_, name, taken) => {
    for (const bytes of [one, zipOf([{ name: 'z.png', data: one }])]) {
      const { world, sendFile } = fork()
      if (!taken) {
        expect(refusedBy(world, () => sendFile(file(name, bytes)))).toMatchObject({ code: 100 })
        continue
      }
      const { images } = sendFile(file(name, bytes)).unwrap()
      expect(Object.keys(images)).toEqual([bytes === one ? name : 'z.png'])
      expect(Object.getPrototypeOf(images)).toBe(Object.prototype)
    }
  })
})

describe('a zip file', () => {
  const zipped = (...names: string[]) => zipOf(names.map((name, at) => ({ name, data: png(8, 8 + at) })))

  test('gives an image for each picture in it, by base name, or by path if the name is taken [IMG-025, IMG-033]', () => {
    const { world, sendFile } = fork()
    const bytes = zipped('a.png', 'd/b.png', 'e/b.png', 'd/', '.hidden', '__MACOSX/a.png')
    const { images } = sendFile(file('all.zip', bytes)).unwrap()
    expect(keysOf(images)).toEqual({
      'a.png': md5(png(8, 8)),
      'b.png': md5(png(8, 9)),
      'e/b.png': md5(png(8, 10)),
    })
    expect(adImageRow(world, adAccount, md5(png(8, 10)))?.name).toBe('b.png')
    expect(adImageRow(world, adAccount, md5(png(8, 12)))).toBeUndefined()
  })

  test('is recognized by its content, not by its name [IMG-025]', () => {
    const { sendFile } = fork()
    expect(Object.keys(sendFile(file('boat.png', zipped('a.png'))).unwrap().images)).toEqual(['a.png'])
    expect(Object.keys(sendFile(file('boat.zip', one)).unwrap().images)).toEqual(['boat.zip'])
  })

  test('with the same picture twice gives two entries and stores one image [IMG-006]', () => {
    const { world, sendFile } = fork()
    const bytes = zipOf([
      { name: 'a.png', data: one },
      { name: 'b.png', data: one },
    ])
    expect(keysOf(sendFile(file('all.zip', bytes)).unwrap().images)).toEqual({
      'a.png': md5(one),
      'b.png': md5(one),
    })
    expect(world.as(userToken).listAdImages({ adAccount }).unwrap().data).toHaveLength(1)
  })

  test.each<[string, Uint8Array]>([
    [
      'a text',
      zipOf([
        { name: 'a.png', data: one },
        { name: 'readme.txt', data: new Uint8Array(9) },
      ]),
    ],
    [
      'a zip file',
      zipOf([
        { name: 'a.png', data: one },
        { name: 'b.zip', data: zipped('c.png') },
      ]),
    ],
    [
      'a picture without an extension',
      zipOf([
        { name: 'a.png', data: one },
        { name: 'b', data: png(9) },
      ]),
    ],
    [
      'a name of every object',
      zipOf([
        { name: 'a.png', data: one },
        { name: '__proto__', data: png(9) },
      ]),
    ],
    [
      'a long name',
      zipOf([
        { name: 'a.png', data: one },
        { name: `${'b'.repeat(97)}.png`, data: png(9) },
      ]),
    ],
    ['nothing but what is passed over', zipOf([{ name: 'd/' }, { name: '.a.png', data: one }])],
    ['51 pictures', zipped(...Array.from({ length: 51 }, (_, at) => `${at}.png`))],
    [
      'a wrong checksum',
      zipOf([
        { name: 'a.png', data: one },
        { name: 'b.png', data: png(9), checksum: 1 },
      ]),
    ],
    [
      'an encrypted file',
      zipOf([
        { name: 'a.png', data: one },
        { name: 'b.png', data: png(9), flags: 1 },
      ]),
    ],
  ])('with %s is refused as a whole [IMG-025, IMG-037]', (_, bytes) => {
    const { world, sendFile } = fork()
    expect(refusedBy(world, () => sendFile(file('all.zip', bytes)))).toMatchObject({ code: 100 })
    expect(world.as(userToken).listAdImages({ adAccount }).unwrap().data).toEqual([])
  })

  test('of 50 pictures is accepted [IMG-025]', () => {
    const { sendFile } = fork()
    const bytes = zipped(...Array.from({ length: 50 }, (_, at) => `${at}.png`))
    expect(Object.keys(sendFile(file('all.zip', bytes)).unwrap().images)).toHaveLength(50)
  })
})

describe('bytes', () => {
  test('are the Base64 text of an image, whose name is its hash [IMG-027, IMG-033]', async () => {
    const { world, send } = fork()
    const jpeg = await sampleMakers.jpeg({ width: 24, height: 16 })
    for (const [bytes, extension] of [
      [one, 'png'],
      [jpeg, 'jpg'],
    ] as const) {
      const { images } = send({ bytes: base64(bytes) }).unwrap()
      expect(images).toEqual({ bytes: { hash: md5(bytes), url: expect.stringMatching(/^http/) } })
      expect(adImageRow(world, adAccount, md5(bytes))?.name).toBe(`${md5(bytes)}.${extension}`)
    }
  })

  test('can be sent as a form, as JSON and as multipart [IMG-027]', () => {
    const { world } = fork()
    const fields = { bytes: base64(one), access_token: userToken }
    const lines = { ...fields, bytes: fields.bytes.replaceAll(/.{76}/g, '$&\r\n') }
    const bodies = [
      { headers: { 'content-type': 'application/json' }, body: JSON.stringify(lines) },
      multipart(lines, []),
      { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) },
      {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      },
      multipart(fields, []),
    ]
    for (const body of bodies) {
      expect(jsonOf(world.request({ method: 'POST', url: address, ...body }))).toEqual({
        images: { bytes: { hash: md5(one), url: expect.any(String) } },
      })
    }
  })

  test.each<[string, (text: string) => string]>([
    ['with lines of 76 characters, as MIME has them', (text) => `${text.replaceAll(/.{76}/g, '$&\r\n')}\r\n`],
    ['with lines of 64 characters', (text) => text.replaceAll(/.{64}/g, '$&\n')],
    ['without padding', (text) => text.replace(/=+$/, '')],
    ['with lines and without padding', (text) => text.replace(/=+$/, '').replaceAll(/.{60}/g, '$&\n')],
  ])('can be sent %s, and give the same image [IMG-027, IMG-034]', (_, spelled) => {
    for (const more of [0, 1, 2]) {
      const bytes = joined([one, new Uint8Array(more)])
      expect(
        fork()
          .send({ bytes: spelled(base64(bytes)) })
          .unwrap().images['bytes']?.hash,
      ).toBe(md5(bytes))
    }
  })

  const unpadded = base64(one).replace(/=+$/, '')
  test.each<[string, unknown]>([
    ['empty', ''],
    ['lines alone', '\r\n\r\n'],
    ['no Base64', 'no base64!'],
    ['cut within a byte', unpadded.slice(0, unpadded.length - (unpadded.length % 4) - 3)],
    ['of the alphabet for addresses', `${base64(Uint8Array.of(251, 239, 190))}-_==`],
    ['with a space inside', base64(one).replace(/^.{76}/, '$& ')],
    ['with a pad too many', `${base64(one)}=`],
    ['a data URL', `data:image/png;base64,${base64(one)}`],
    ['the text of no image', base64(new TextEncoder().encode('hello'))],
    ['the text of a zip file', base64(zipOf([{ data: one }]))],
    ['a list', [base64(one)]],
    ['an object', { $base64: base64(one) }],
  ])('are refused when they are %s [IMG-027, IMG-037]', (_, bytes) => {
    const { world, send } = fork()
    expect(refusedBy(world, () => send({ bytes }))).toMatchObject({ code: 100 })
  })
})

describe('the source of an upload', () => {
  const copy = { source_account_id: adAccount, hash: md5(one) }
  test.each<[string, Record<string, unknown>, string]>([
    ['nothing', {}, 'none'],
    ['a text as file name', { filename: 'a.png' }, 'none'],
    ['a file and bytes', { files: [file('a.png')], bytes: base64(one) }, 'a file and bytes'],
    ['a file and a copy', { files: [file('a.png')], copy_from: copy }, 'a file and copy_from'],
    ['bytes and a copy', { bytes: base64(one), copy_from: copy }, 'bytes and copy_from'],
    [
      'all three',
      { files: [file('a.png')], bytes: base64(one), copy_from: copy },
      'a file and bytes and copy_from',
    ],
  ])('is exactly one of the three, not %s [IMG-032, IMG-037]', (_, params, got) => {
    const { world, send } = fork()
    send({ files: [file('known.png', one)] }).unwrap()
    expect(refusedBy(world, () => send(params))).toMatchObject({
      code: 100,
      message: `(#100) Exactly one of a file, bytes and copy_from is needed, got ${got}`,
    })
  })
})

describe('the same bytes again', () => {
  test('give the same image, with its old name and a new update time [IMG-006, IMG-016, IMG-023]', () => {
    const { world, send, sendFile } = fork()
    const first = sendFile(file('first.png', one)).unwrap().images['first.png']
    const row = adImageRow(world, adAccount, md5(one))
    world.clock.advance('1h')
    expect(Object.keys(sendFile(file('second.png', one)).unwrap().images)).toEqual(['second.png'])
    expect(send({ bytes: base64(one) }).unwrap().images['bytes']?.hash).toBe(first?.hash)
    const later = adImageRow(world, adAccount, md5(one))
    expect(later).toEqual({ ...row, updatedTime: (row?.updatedTime ?? 0) + 3_600_000 })
    expect(world.as(userToken).listAdImages({ adAccount }).unwrap().data).toHaveLength(1)
  })

  test('restore a deleted image with the same id [IMG-021, IMG-023]', () => {
    const { world, sendFile } = fork()
    const client = world.as(userToken)
    sendFile(file('a.png', one)).unwrap()
    const [before] = client.listAdImages({ adAccount }).unwrap().data
    client.deleteAdImage({ adAccount, hash: md5(one) }).unwrap()
    expect(client.listAdImages({ adAccount }).unwrap().data).toEqual([])
    sendFile(file('b.png', one)).unwrap()
    expect(client.listAdImages({ adAccount }).unwrap().data).toEqual([before])
    expect(before).toMatchObject({ id: `${adAccount}:${md5(one)}`, status: 'ACTIVE', name: 'a.png' })
  })
})
