import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holds, scale } from '../chance.ts'
import { zipOf } from '../chapters/ad-images/zip-samples.ts'
import { multipart } from '../chapters/photos/photo-world.ts'
import { bitmapOfLength } from '../chapters/pictures/bitmaps.ts'
import { begin, forked } from '../service/scene.ts'
import { expectCheap } from './cost.ts'
import { costlyPictures, costlyZips } from './costly-pictures.ts'
import { deflatedBlocks } from './deflate-blocks.ts'

const start = begin()
const { page, pageToken, userToken } = start
const MEBIBYTE = 1024 * 1024
const other = start.world.actions.createAdAccount({ name: 'Other' }).unwrap().id
start.world.actions.assignAdAccountRole({ adAccount: other, user: start.user, role: 'ADMIN' }).unwrap()

interface Item {
  readonly method: 'POST'
  readonly relative_url: string
  readonly attached_files?: string
  readonly body?: string
}

const photo = (files: string): Item => ({
  method: 'POST',
  relative_url: `${page}/photos?published=false&access_token=${pageToken}`,
  attached_files: files,
})
const image = (files: string): Item => ({
  method: 'POST',
  relative_url: `act_${start.adAccount}/adimages`,
  attached_files: files,
})

type Files = Readonly<Record<string, Uint8Array>>

function send(items: readonly Item[], files: Files, scene = forked(start)) {
  const named = Object.entries(files).map(([part, bytes]) => ({ part, name: `${part}.bin`, bytes }))
  const { headers, body } = multipart({ access_token: userToken, batch: JSON.stringify(items) }, named)
  return () => {
    const { world } = forked(scene)
    const { body: answer } = world.request({ method: 'POST', url: '/', headers, body })
    const parts = JSON.parse(String(answer)) as { code: number; body: string }[]
    return parts.map(({ code, body: text }) => ({ code, body: JSON.parse(text) as Record<string, unknown> }))
  }
}

const times = <T>(count: number, value: T): T[] => Array<T>(count).fill(value)

// Two thousand batches take minutes on a busy machine.
test('the calls of a batch that name the same files have the answers of single calls', {
  timeout: 600_000,
}, () => {
  const [one, two] = [bitmapOfLength(600, 1), bitmapOfLength(600, 2)]
  const zip = zipOf([
    { name: 'a.bmp', data: one },
    { name: 'b.bmp', data: two },
  ])
  const files = { one, two, zip, text: Uint8Array.of(1, 2, 3) }
  const kinds = Object.keys(files).flatMap((name) => [photo(name), image(name)])
  holds(
    20,
    fc.property(fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 50 }), (items) => {
      const together = send(items, files)()
      const scene = forked(start)
      const alone = items.map((item) => {
        const named = { [item.attached_files ?? '']: files[item.attached_files as keyof typeof files] }
        const { headers, body } = multipart(
          { access_token: userToken, batch: JSON.stringify([item]) },
          Object.entries(named).map(([part, bytes]) => ({ part, name: `${part}.bin`, bytes })),
        )
        const answer = scene.world.request({ method: 'POST', url: '/', headers, body }).body
        const [only] = JSON.parse(String(answer)) as { code: number }[]
        return only?.code
      })
      expect(together.map(({ code }) => code)).toEqual(alone)
    }),
  )
})

test('a picture past the bound on the bytes of a request is refused with a message that names the bound', () => {
  const half = bitmapOfLength(8_388_608, 1)
  const rest = bitmapOfLength(8_388_608, 2)
  const more = bitmapOfLength(1_000, 3)
  const items = [photo('half'), photo('rest'), photo('half'), photo('more'), photo('rest')]
  const answers = send(items, { half, rest, more })()
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 400, 200])
  expect(answers[3]?.body['error']).toMatchObject({
    code: 324,
    message:
      '(#324) Missing or invalid image file: the pictures of one request have at most 16777216 bytes together, ' +
      'got 16778216',
  })
})

test('the unpacked files of a zip file count for the bound on bytes', () => {
  const most = 16_777_216
  const zip = (length: number) => zipOf([{ name: '.hidden', data: new Uint8Array(length), method: 0 }])
  const answers = send([image('one'), image('two'), image('one')], { one: zip(most - 9), two: zip(10) })()
  expect(answers.map(({ body }) => (body['error'] as { message: string }).message)).toEqual([
    '(#100) The zip file contains no image',
    `(#100) The zip file cannot be read: the pictures of one request have at most ${most} bytes together, got ${most + 1}`,
    '(#100) The zip file contains no image',
  ])
})

test('an image in a zip file that two calls name counts once', () => {
  const data = bitmapOfLength(10_485_760, 1)
  const zip = zipOf([{ name: 'a.bmp', data, method: 0 }])
  expect(send([image('zip'), image('zip')], { zip })().map(({ code }) => code)).toEqual([200, 200])
})

test('a picture or zip file of many parts is read once for 50 calls that name it', () => {
  const parts = 12_500
  const gif = costlyPictures['GIF of empty extensions']?.(3 * parts) ?? new Uint8Array()
  const photos = send(times(50, photo('gif')), { gif })()
  expect(photos.map(({ code }) => code)).toEqual(times(50, 200))
  const packed = deflatedBlocks(parts)
  const zip = zipOf([
    { name: 'a.bmp', data: bitmapOfLength(600, 1) },
    { name: '.b', data: new Uint8Array(), packed },
  ])
  const images = send(times(50, image('zip')), { zip })()
  expect(images.map(({ code }) => code)).toEqual(times(50, 200))
})

describe('50 calls take little more time than one call that', () => {
  // The suite takes smaller pictures: what is read once for each call shows as a factor of fifty as well.
  const size = (scale === 1 ? 3 : 10) * MEBIBYTE

  test('uploads a large photo', () => {
    const files = { one: bitmapOfLength(size, 1) }
    const many = send(times(50, photo('one')), files)
    expect(many().every(({ code }) => code === 200)).toBe(true)
    expectCheap(many, send([photo('one')], files), 1.8)
  })

  test('uploads a large ad image', () => {
    const files = { one: bitmapOfLength(size, 1) }
    const many = send(times(50, image('one')), files)
    expect(many().every(({ code }) => code === 200)).toBe(true)
    expectCheap(many, send([image('one')], files), 1.6)
  })

  test('uploads a zip file that is refused', () => {
    const make = Object.values(costlyZips)[0]
    const files = { one: make?.(size) ?? new Uint8Array() }
    const many = send(times(50, image('one')), files)
    expect(many().every(({ code }) => code === 400)).toBe(true)
    expectCheap(many, send([image('one')], { one: bitmapOfLength(size, 1) }), 1.6)
  })

  test('copies a large ad image to another account', () => {
    const scene = forked(start)
    const images = [1, 2, 3].map((number) => bitmapOfLength(size, number))
    const hashes = images.map((source) => {
      const params = {
        adAccount: scene.adAccount,
        files: [{ part: 'filename', name: 'a.bmp', bytes: source }],
      }
      const answer = scene.world
        .as(userToken)
        .uploadAdImage(params as never)
        .unwrap()
      return Object.values(answer.images)[0]?.hash
    })
    const copy = (hash: string | undefined): Item => ({
      method: 'POST',
      relative_url: `act_${other}/adimages`,
      body: `copy_from=${encodeURIComponent(JSON.stringify({ source_account_id: scene.adAccount, hash }))}`,
    })
    const many = send(
      Array.from({ length: 50 }, (_, at) => copy(hashes[at % 3])),
      {},
      scene,
    )
    expect(many().every(({ code }) => code === 200)).toBe(true)
    // A copy reads no bytes: each may take a hundredth of the time of an upload.
    expectCheap(many, send([image('one')], { one: bitmapOfLength(size, 1) }), 0.5)
  })

  test('names the url of a large picture', () => {
    const scene = forked(start)
    const url = 'https://img.test/large.bmp'
    scene.world.actions.registerUrl({ url, bytes: bitmapOfLength(size, 1) }).unwrap()
    const named: Item = {
      method: 'POST',
      relative_url: photo('').relative_url,
      body: `url=${encodeURIComponent(url)}`,
    }
    const many = send(times(50, named), {}, scene)
    expect(many().every(({ code }) => code === 200)).toBe(true)
    expectCheap(many, send([named], {}, scene), 2.5)
  })
})
