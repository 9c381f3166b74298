import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { PictureFormat } from '../../../src/chapters/pictures/read.ts'
import type { World } from '../../../src/world/world.ts'
import { pixels, plantedIn } from '../pictures/findings.ts'
import { bmp, pngWith, sampleMakers } from '../pictures/samples.ts'
import { begin, jsonOf, multipart, photoRow, picture, refusedBy, type Upload } from './photo-world.ts'

const start = begin()
const { page, pageToken } = start
const formats = Object.keys(sampleMakers) as PictureFormat[]
const turnable: readonly PictureFormat[] = ['jpeg', 'png', 'tiff', 'webp']
const noImage = '(#324) Missing or invalid image file: '

const send = (world: World, params: Omit<Upload, 'page'>) =>
  world.as(pageToken).uploadPagePhoto({ page, ...params })
const post = (world: World, request: { headers: Record<string, string>; body: Uint8Array }) =>
  world.request({ method: 'POST', url: `https://graph.test/v26.0/${page}/photos`, ...request })

/** The ways to send a file: with a typed call, and in a multipart body. */
const ways: readonly [string, (world: World, bytes: Uint8Array) => string][] = [
  ['a typed call', (world, source) => send(world, { source }).unwrap().id],
  [
    'a multipart body',
    (world, bytes) => {
      const file = { part: 'source', name: 'a.bin', bytes }
      return String(jsonOf(post(world, multipart({ access_token: pageToken }, [file])))['id'])
    },
  ],
]

/** Returns the bytes at the URL of the first image of a photo. */
function firstImage(world: World, id: string) {
  const { images = [], width, height } = world.as(pageToken).readPhoto({ photo: id }).unwrap()
  const [first] = images
  const { status, headers, body } = world.request({ method: 'GET', url: first?.source ?? '' })
  if (typeof body === 'string') throw new Error(`There are no bytes at ${first?.source}: ${body}`)
  return { images, size: { width, height }, status, type: headers['content-type'], body }
}

describe.each(ways)('a file in %s', (_, uploaded) => {
  test.each(formats)('is stored without its location: %s [PHO-035, PHO-040..041]', async (format) => {
    const world = start.world.fork()
    const bytes = await sampleMakers[format]({ width: 24, height: 16, orientation: 6 })
    const turned = turnable.includes(format)
    const size = turned ? { width: 16, height: 24 } : { width: 24, height: 16 }
    const shown = firstImage(world, uploaded(world, bytes))
    expect(shown).toMatchObject({ status: 200, type: `image/${format}`, size })
    expect(shown.images).toEqual([{ ...size, source: expect.stringMatching(/^https:\/\/web\.test\//) }])
    expect(plantedIn(bytes).length > 0).toBe(format !== 'bmp')
    expect(plantedIn(shown.body)).toEqual([])
    // The sample of a BMP has only headers and pixels, and sharp does not read BMP.
    if (format === 'bmp') expect(Buffer.from(shown.body).equals(bytes)).toBe(true)
    else expect((await pixels(shown.body)).equals(await pixels(bytes))).toBe(true)
    if (turned) expect((await sharp(shown.body).metadata()).orientation).toBe(6)
  })
})

test('a snapshot has no bytes of a location [PHO-041]', async () => {
  const world = start.world.fork()
  send(world, { source: await sampleMakers.jpeg({ width: 24, height: 16 }) }).unwrap()
  const kept = world.snapshot().state.graph.blobs.map(({ base64 }) => Buffer.from(base64, 'base64'))
  expect(kept).toHaveLength(1)
  expect(kept.flatMap(plantedIn)).toEqual([])
})

describe('a part of a multipart body', () => {
  test.each(['source', 'file', 'picture', '', 'größe'])('may have the name %j [PHO-035]', async (part) => {
    const world = start.world.fork()
    const file = { part, name: 'a.png', bytes: await pngWith({ width: 5, height: 4 }) }
    const { id } = jsonOf(post(world, multipart({ access_token: pageToken, caption: 'é' }, [file])))
    expect(photoRow(world, String(id))).toMatchObject({ caption: 'é', picture: { width: 5, height: 4 } })
  })

  test('can have any file name, which does not decide the format [PHO-040]', async () => {
    const world = start.world.fork()
    const file = { name: 'a.txt', bytes: await pngWith({ width: 5, height: 4 }) }
    const { id } = jsonOf(post(world, multipart({ access_token: pageToken }, [file])))
    expect(photoRow(world, String(id)).picture.format).toBe('png')
  })
})

describe('images', () => {
  test.each([
    [2400, 1200, ['2400x1200', '2048x1024', '960x480', '720x360', '480x240', '320x160']],
    [961, 480, ['961x480', '960x480', '720x360', '480x240', '320x160']],
    [960, 480, ['960x480', '720x360', '480x240', '320x160']],
    [320, 200, ['320x200']],
  ])('of a picture of %i by %i are resized for display [PHO-042]', async (width, height, expected) => {
    const world = start.world.fork()
    const { id } = send(world, { source: await bmp({ width, height }) }).unwrap()
    const { images = [] } = world.as(pageToken).readPhoto({ photo: id, fields: 'images' }).unwrap()
    expect(images.map((image) => `${image.width}x${image.height}`)).toEqual(expected)
  })

  test('by URL are generated in the sizes that they name [PHO-042]', async () => {
    const world = start.world.fork()
    const { id } = send(world, { url: picture }).unwrap()
    const { images = [] } = world.as(pageToken).readPhoto({ photo: id, fields: 'images' }).unwrap()
    expect(images.length).toBeGreaterThan(1)
    for (const { source, width, height } of images) {
      const { body } = world.request({ method: 'GET', url: source })
      expect(await sharp(body as Uint8Array).metadata()).toMatchObject({ width, height })
    }
  })
})

describe('a file that is not an image', () => {
  const png = () => pngWith({ width: 5, height: 4 })
  const size = { width: 24, height: 16 }
  const cut = (bytes: Uint8Array) => bytes.subarray(0, 40)
  const unreadable = 'the bytes must be a complete JPEG, PNG, GIF, BMP, TIFF or WebP picture'
  const incomplete = (format: string) => `${unreadable}, got an incomplete or invalid ${format}`
  test.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
    ['an empty file', () => new Uint8Array(), 'the file is empty'],
    ['a text', () => Buffer.from('hello'), unreadable],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), unreadable],
    ['a PDF', () => Buffer.from('%PDF-1.7\n'), unreadable],
    ['a PNG cut in its header', async () => (await png()).subarray(0, 20), incomplete('PNG')],
    ['a JPEG cut after 40 bytes', async () => cut(await sampleMakers.jpeg(size)), incomplete('JPEG')],
    ['a GIF cut after 40 bytes', async () => cut(await sampleMakers.gif(size)), incomplete('GIF')],
    ['a BMP cut after 40 bytes', async () => cut(await sampleMakers.bmp(size)), incomplete('BMP')],
    ['a TIFF cut after 40 bytes', async () => cut(await sampleMakers.tiff(size)), incomplete('TIFF')],
    ['a WebP cut after 40 bytes', async () => cut(await sampleMakers.webp(size)), incomplete('WebP')],
  ])('is refused with 324: %s [PHO-040, PHO-141]', async (_, made, words) => {
    const world = start.world.fork()
    const source = new Uint8Array(await made())
    const error = refusedBy(world, () => send(world, { source }))
    expect(error).toMatchObject({ code: 324, message: noImage + words })
  })

  test('is refused in a multipart body too [PHO-040, PHO-141]', () => {
    const world = start.world.fork()
    const before = world.hash()
    const file = { name: 'a.png', bytes: Buffer.from('no picture') }
    const response = post(world, multipart({ access_token: pageToken }, [file]))
    expect([response.status, jsonOf(response)['error']]).toMatchObject([400, { code: 324 }])
    expect(world.hash()).toBe(before)
  })

  test('is larger than 10 MB [PHO-040, PHO-141]', async () => {
    const world = start.world.fork()
    const most = 10 * 1024 * 1024
    const sized = async (length: number) => {
      const bytes = new Uint8Array(length)
      bytes.set(await bmp({ width: 8, height: 8 }))
      return bytes
    }
    for (const length of [most - 1, most]) expect(send(world, { source: await sized(length) }).ok).toBe(true)
    const source = await sized(most + 1)
    expect(refusedBy(world, () => send(world, { source }))).toMatchObject({
      code: 324,
      message: `${noImage}a picture has at most 10485760 bytes, got 10485761`,
    })
  })
})

describe('exactly one of url, a file and a vault image', () => {
  const vault = '123456789012345'
  const both = (sources: string) => `(#100) Exactly one of url and a file is needed, got ${sources}`
  const unknownVault = `(#100) Param vault_image_id must name a vault image, got ${vault}`
  test.each<[string, ('url' | 'file' | 'vault')[], number | undefined, string?]>([
    ['url [PHO-036..037]', ['url'], undefined],
    ['file [PHO-037]', ['file'], undefined],
    ['neither [PHO-037..038, PHO-141]', [], 324, `${noImage}send a file, or the url of one`],
    ['url and file [PHO-037, PHO-039]', ['url', 'file'], 100, both('url and a file')],
    ['vault alone, which none is known of [PHO-124]', ['vault'], 100, unknownVault],
    ['vault and url [PHO-125]', ['url', 'vault'], 100, both('url and vault_image_id')],
    ['vault and file [PHO-125]', ['file', 'vault'], 100, both('vault_image_id and a file')],
    ['all [PHO-039, PHO-125]', ['url', 'file', 'vault'], 100, both('url and vault_image_id and a file')],
    ['two files [PHO-031, PHO-037]', ['file', 'file'], 100, '(#100) Exactly one file is needed, got 2'],
  ])('%s', async (_, sources, code, message) => {
    const world = start.world.fork()
    const bytes = await pngWith({ width: 5, height: 4 })
    const files = sources
      .filter((source) => source === 'file')
      .map((part, index) => ({ part: `${part}${index}`, name: `${index}.png`, bytes }))
    const params = {
      ...(sources.includes('url') && { url: picture }),
      ...(sources.includes('vault') && { vault_image_id: vault }),
      files,
    }
    if (code === undefined) expect(send(world, params).ok).toBe(true)
    else expect(refusedBy(world, () => send(world, params))).toMatchObject({ code, message })
  })

  test.each(['an image', -1, '1.5', true])('vault_image_id must not be %j [PHO-124]', (value) => {
    const world = start.world.fork()
    const params = { vault_image_id: value } as unknown as Omit<Upload, 'page'>
    expect(refusedBy(world, () => send(world, params))).toMatchObject({
      code: 100,
      message: `(#100) Param vault_image_id must be a numeric id, got ${JSON.stringify(value)}`,
    })
  })
})
