import { describe, expect, test } from 'vitest'
import type { World } from '../../../src/world/world.ts'
import { begin } from '../photos/photo-world.ts'
import { readPicture } from '../pictures/read-picture.ts'
import { file, found, png, upload } from './ad-image-world.ts'

const start = begin()
const { adAccount, userToken } = start
const wide = png(2_160, 1_080)
upload(start.world, userToken, { adAccount, files: [file('wide.png', wide)] }).unwrap()

interface Links {
  readonly url: string
  readonly url_128: string
  readonly permalink_url: string
}

const linksIn = (world: World): Links =>
  world.as(userToken).listAdImages({ adAccount }).unwrap().data[0] as unknown as Links

const links = linksIn(start.world)
const kinds = ['url', 'url_128', 'permalink_url'] as const
const noPicture = { status: 404, code: 100 }

test.each(kinds)('%s leads to the picture on the web address [IMG-013, IMG-017, IMG-019]', (kind) => {
  expect(new URL(links[kind]).origin).toBe('https://web.test')
  expect(found(start.world, links[kind])).toEqual({ status: 200, bytes: wide })
  expect(start.world.request({ method: 'GET', url: links[kind] }).headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
  })
})

test.each([
  ['wide', 2_160, 1_080, 'resize', { width: 128, height: 64 }],
  ['high', 64, 256, 'resize', { width: 32, height: 128 }],
  ['small', 100, 50, 'as it is', undefined],
  ['of 128', 128, 128, 'as it is', undefined],
  ['of 129', 129, 129, 'resize', { width: 128, height: 128 }],
])('url_128 of a picture that is %s fits into 128 pixels [IMG-019]', (_, width, height, __, resize) => {
  const world = begin().world
  const names = world.starter({ publications: false })
  upload(world, names.userToken, { adAccount: names.adAccount, files: [file('a.png', png(width, height))] })
  const [image] = world.as(names.userToken).listAdImages({ adAccount: names.adAccount }).unwrap().data
  const response = world.request({ method: 'GET', url: image?.url_128 ?? '' })
  expect(response.status).toBe(200)
  expect((response as { resize?: unknown }).resize).toEqual(resize)
  expect(readPicture(response.body as Uint8Array)).toMatchObject({ width, height })
})

describe('a temporary URL', () => {
  test.each(['url', 'url_128'] as const)(
    '%s ends a day after it was given out [IMG-017, IMG-019]',
    (kind) => {
      const world = start.world.fork()
      expect(Number(new URL(links[kind]).searchParams.get('expires'))).toBe(
        Math.floor(world.clock.now / 1000) + 86_400,
      )
      world.clock.advance('86399s')
      expect(found(world, links[kind])).toMatchObject({ status: 200 })
      world.clock.advance('1s')
      expect(found(world, links[kind])).toMatchObject(noPicture)
      expect(found(world, linksIn(world)[kind])).toMatchObject({ status: 200 })
      expect(found(world, links[kind])).toMatchObject(noPicture)
    },
  )

  const { pathname } = new URL(links.url)
  const [later, other] = [linksIn(start.world.fork()), new URL(links.url_128)]
  test.each<[string, string]>([
    ['without an expiry', links.url.replace(/\?.*/, '')],
    ['with a later expiry', links.url.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 1}`)],
    ['with another signature', later.url.replace(/signature=./, 'signature=x')],
    ['without a signature', links.url.replace(/&signature=.*/, '')],
    ['with an empty signature', links.url.replace(/signature=.*/, 'signature=')],
    ['with the query of another size', links.url.replace(/\?.*/, other.search)],
    ['of another size', links.url.replace(/\d+x\d+/, '64x64')],
    ['of another extension', links.url.replace('.png', '.jpg')],
    ['of another image', links.url.replace(/adimages\/\d+/, 'adimages/123456789012345')],
    ['of a page', links.url.replace(/adimages\/\d+/, `adimages/${start.page}`)],
    ['among the photos', links.url.replace('adimages', 'pictures')],
    ['with more behind it', `${links.url}&a=b`],
    ['of nothing', 'https://web.test/adimages/x'],
    ['permanent, of another extension', links.permalink_url.replace('.png', '.gif')],
    ['permanent, of a page', links.permalink_url.replace(/adimages\/\d+/, `adimages/${start.page}`)],
    ['hostile', `https://web.test${pathname}?expires=__proto__&signature=${'9'.repeat(400)}`],
  ])('that was not issued is not found: %s [IMG-017]', (_, url) => {
    expect(found(start.world, url)).toMatchObject(noPicture)
  })

  test('of another world is not found, although the image exists [IMG-017]', () => {
    const world = start.world.fork({ seed: 'another' })
    expect(found(world, links.permalink_url)).toMatchObject({ status: 200 })
    expect(found(world, links.url)).toMatchObject(noPicture)
    expect(found(world, linksIn(world).url)).toMatchObject({ status: 200 })
  })
})

test('the permanent URL has no expiry and stays valid [IMG-013]', () => {
  const world = start.world.fork()
  expect(new URL(links.permalink_url).search).toBe('')
  world.clock.advance('4000d')
  expect(found(world, links.permalink_url)).toMatchObject({ status: 200 })
})
