import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createWorld } from '../../../src/index.ts'
import { pictureRenderer } from '../../../src/server/http/pictures.ts'
import { call, refusedBy } from '../../service/scene.ts'

// "facebook convert anything you give to JPG": https://github.com/facebookarchive/php-graph-sdk/issues/839.

const drawn = sharp({ create: { width: 60, height: 40, channels: 3, background: '#c84' } })
const gif = new Uint8Array(await drawn.clone().gif().toBuffer())
const heifBytes = await drawn.clone().heif({ compression: 'av1' }).toBuffer()
// HEIF is the same file as AVIF but for its brand.
heifBytes.write('mif1', 8, 'latin1')
const heif = new Uint8Array(heifBytes)

function worldOf(policy: 'contract' | 'platform') {
  const world = createWorld({ policy, validateAnswers: true })
  return { world, ...world.starter() }
}
const upload = ({ world, page, pageToken }: ReturnType<typeof worldOf>, bytes: Uint8Array) =>
  call(world, pageToken, 'uploadPagePhoto', { page, published: false, source: bytes })

type Image = { readonly source: string; readonly width: number; readonly height: number }
const imagesOf = ({ world, pageToken }: ReturnType<typeof worldOf>, photo: unknown): readonly Image[] =>
  call(world, pageToken, 'readPhoto', { photo, fields: 'images' }).unwrap()['images'] as readonly Image[]

describe('under the policy of the platform, the picture of an upload', () => {
  test.each([
    ['a GIF', gif, 'image/gif'],
    ['a HEIF', heif, 'image/heic'],
  ])('is served as JPEG where it can be converted: %s', async (_, bytes, stored) => {
    const scene = worldOf('platform')
    const photo = upload(scene, bytes).unwrap()['id']
    const [image] = imagesOf(scene, photo)
    expect(image).toMatchObject({ width: 60, height: 40, source: expect.stringMatching(/60x40\.jpg$/) })
    const { pathname } = new URL(image?.source ?? '', 'http://localhost')
    const asked = { method: 'GET', url: pathname }
    // A world alone has no renderer: it answers the stored bytes, and says so.
    const { headers } = scene.world.request(asked)
    expect(headers).toMatchObject({ 'content-type': stored, 'x-fauxgraph-picture': 'original' })
    const renderer = await pictureRenderer()
    const response = scene.world.request(asked) as {
      body: Uint8Array
      resize?: { width: number; height: number }
    }
    const rendered = response.resize && (await renderer?.(response.body, response.resize))
    if (!rendered || rendered === 'busy') throw new Error('It was not rendered')
    expect(rendered.contentType).toBe('image/jpeg')
    expect(await sharp(rendered.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 60, height: 40 })
  })

  test('is stored without its metadata, and refused if that cannot be found', () => {
    const scene = worldOf('platform')
    const broken = () => upload(scene, heif.subarray(0, 200))
    expect(refusedBy(scene.world, broken)).toMatchObject({
      code: 324,
      message: expect.stringContaining(
        'a complete HEIC or HEIF picture, whose metadata can be found and removed',
      ),
    })
  })

  test('may be at a URL that ends in heic', () => {
    const { world, page, pageToken } = worldOf('platform')
    const url = 'https://img.test/photo.heic'
    expect(call(world, pageToken, 'uploadPagePhoto', { page, url }).ok).toBe(true)
  })
})

describe('in a world of the description alone', () => {
  test('a GIF stays one', () => {
    const scene = worldOf('contract')
    const [image] = imagesOf(scene, upload(scene, gif).unwrap()['id'])
    expect(image?.source).toMatch(/60x40\.gif$/)
  })

  test('a HEIF is no picture, and the hint says who takes it', () => {
    const scene = worldOf('contract')
    expect(refusedBy(scene.world, () => upload(scene, heif))).toMatchObject({
      code: 324,
      message:
        '(#324) Missing or invalid image file: the bytes must be a complete JPEG, PNG, GIF, BMP, TIFF or WebP picture',
    })
    expect(scene.world.calls.last()?.hint).toContain("policy: 'platform'")
  })
})
