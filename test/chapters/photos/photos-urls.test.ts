import { describe, expect, test } from 'vitest'
import { plantedIn } from '../pictures/findings.ts'
import { jpegWith } from '../pictures/samples.ts'
import { begin, photoRow, picture, refusedBy, upload } from './photo-world.ts'

const start = begin()
const { page, pageToken } = start
const noImage = '(#324) Missing or invalid image file: '
const url = 'https://img.test/known.jpg'

test('the image registered at a URL is stored without its location [PHO-036, PHO-041]', async () => {
  const world = start.world.fork()
  const bytes = await jpegWith({ width: 24, height: 16, orientation: 6 })
  world.actions.registerUrl({ url, bytes, contentType: 'image/jpeg' }).unwrap()
  const { id } = upload(world, pageToken, { page, url }).unwrap()
  const { images = [] } = world.as(pageToken).readPhoto({ photo: id, fields: 'images' }).unwrap()
  expect(images).toMatchObject([{ width: 16, height: 24 }])
  const { body } = world.request({ method: 'GET', url: images[0]?.source ?? '' })
  expect(plantedIn(bytes).length).toBeGreaterThan(0)
  expect(plantedIn(body as Uint8Array)).toEqual([])
})

test('the same URL gives the same picture, another URL another one [PHO-036]', () => {
  const world = start.world.fork()
  const shown = (address: string) => {
    const { id } = upload(world, pageToken, { page, url: address }).unwrap()
    const { source = '' } = world.as(pageToken).readPhoto({ photo: id }).unwrap()
    return Buffer.from(world.request({ method: 'GET', url: source }).body as Uint8Array)
  }
  expect(shown(picture).equals(shown(picture))).toBe(true)
  expect(shown(picture).equals(shown('https://img.test/b.png'))).toBe(false)
})

describe('an unregistered URL', () => {
  test.each(['jpg', 'jpeg', 'PNG', 'gif', 'bmp', 'tif', 'tiff', 'webp'])(
    'is an image if its path ends in .%s [PHO-036]',
    (extension) => {
      const world = start.world.fork()
      expect(upload(world, pageToken, { page, url: `https://img.test/a.${extension}?v=1` }).ok).toBe(true)
    },
  )

  test.each(['https://img.test/', 'http://img.test/pictures/7', 'https://img.test/a.b/c'])(
    'is an image if its path names no file: %s [PHO-036]',
    (address) => {
      expect(upload(start.world.fork(), pageToken, { page, url: address }).ok).toBe(true)
    },
  )

  test.each(['html', 'pdf', 'mp4', 'svg', 'txt'])(
    'is not an image if its path names a .%s file [PHO-036, PHO-040]',
    (extension) => {
      const world = start.world.fork()
      const address = `https://img.test/a.${extension}`
      expect(refusedBy(world, () => upload(world, pageToken, { page, url: address }))).toMatchObject({
        code: 324,
        message: `${noImage}${address} names a file that is not an image`,
      })
    },
  )

  test('is not an image if the policy accepts only registered URLs [PHO-036, PHO-141]', () => {
    const world = start.world.fork({ policy: { photoUrls: 'registered' } })
    expect(refusedBy(world, () => upload(world, pageToken, { page }))).toMatchObject({
      code: 324,
      message: `${noImage}${picture} is not registered in the simulated web`,
    })
  })
})

describe('a registered URL', () => {
  test.each([
    ['as missing', { missing: true }, `nothing is found at ${url}`],
    ['as hidden', { hidden: true }, `nothing is found at ${url}`],
    ['as a page', { title: 'A page' }, `${url} is not a picture`],
    [
      'with bytes of no image',
      { bytes: new Uint8Array([1, 2, 3]) },
      'the bytes must be a complete JPEG, PNG, GIF, BMP, TIFF or WebP picture',
    ],
  ])('%s is refused with 324 [PHO-036, PHO-141]', (_, what, words) => {
    const world = start.world.fork()
    world.actions.registerUrl({ url, ...what }).unwrap()
    const error = refusedBy(world, () => upload(world, pageToken, { page, url }))
    expect(error).toMatchObject({ code: 324, message: noImage + words })
  })
})

test.each(['ftp://img.test/a.png', '/a.png', 'a.png', 'data:image/png;base64,AA==', 'https://', '', 7])(
  '%j is not a URL [PHO-036]',
  (address) => {
    const world = start.world.fork()
    expect(refusedBy(world, () => upload(world, pageToken, { page, url: address }))).toMatchObject({
      code: 100,
      message: `(#100) Param url must be an absolute http or https URL, got ${JSON.stringify(address)}`,
    })
  },
)

test('a photo keeps the picture that its URL had at the upload [PHO-036]', async () => {
  const world = start.world.fork()
  const register = async (width: number) =>
    world.actions.registerUrl({ url, bytes: await jpegWith({ width, height: 16 }) }).unwrap()
  await register(24)
  const { id } = upload(world, pageToken, { page, url }).unwrap()
  await register(48)
  expect(photoRow(world, id).picture).toMatchObject({ width: 24, height: 16 })
  const { source = '' } = world.as(pageToken).readPhoto({ photo: id }).unwrap()
  expect(world.request({ method: 'GET', url: source }).status).toBe(200)
})
