import { describe, expect, test } from 'vitest'
import { adImageView } from '../../../src/chapters/ad-images/ad-image.ts'
import { begin, jsonOf, refusedBy } from '../photos/photo-world.ts'
import { adImageRow, file, md5, png, upload } from './ad-image-world.ts'

const start = begin()
const { adAccount, userToken, adSet } = start
const one = png()
const hash = md5(one)
upload(start.world, userToken, { adAccount, files: [file('a.png', one)] }).unwrap()

const fork = () => {
  const world = start.world.fork()
  return { world, client: world.as(userToken) }
}

test('a delete with a hash returns success, and the image is DELETED [IMG-014..015, IMG-021, IMG-044..046, IMG-048]', () => {
  const { world } = fork()
  world.clock.advance('1h')
  const url = `https://graph.test/v26.0/act_${adAccount}/adimages?hash=${hash}&access_token=${userToken}`
  const response = world.request({ method: 'DELETE', url })
  expect([response.status, jsonOf(response)]).toEqual([200, { success: true }])
  const { data } = world
    .as(userToken)
    .listAdImages({ adAccount, hashes: [hash] })
    .unwrap()
  expect(data).toMatchObject([{ hash, status: 'DELETED', name: 'a.png' }])
  const row = adImageRow(world, adAccount, hash)
  expect((row?.updatedTime ?? 0) - (row?.createdTime ?? 0)).toBe(3_600_000)
})

test('a delete affects only the image of its own account [IMG-006]', () => {
  const { world, client } = fork()
  const other = world.actions.createAdAccount({ name: 'Other', administrators: [start.user] }).unwrap().id
  expect(refusedBy(world, () => client.deleteAdImage({ adAccount: other, hash }))).toMatchObject({
    code: 100,
  })
  upload(world, userToken, { adAccount: other, files: [file('a.png', one)] }).unwrap()
  client.deleteAdImage({ adAccount: other, hash }).unwrap()
  expect(adImageRow(world, adAccount, hash)?.status).toBe('ACTIVE')
})

test.each<[string, Record<string, unknown>]>([
  ['no hash [IMG-046]', {}],
  ['a list as hash [IMG-045]', { hash: [hash] }],
  ['an unknown hash [IMG-045]', { hash: md5(png(9)) }],
  ['the id of the image [IMG-045]', { hash: `${adAccount}:${hash}` }],
  ['a hash in capitals [IMG-045]', { hash: hash.toUpperCase() }],
  ['a hash with an extra character [IMG-045]', { hash: `${hash}0` }],
])('a delete with %s is refused [IMG-049]', (_, params) => {
  const { world, client } = fork()
  expect(refusedBy(world, () => client.deleteAdImage({ adAccount, ...params } as never))).toMatchObject({
    code: 100,
  })
})

test('an image can be deleted only once [IMG-021, IMG-023, IMG-049]', () => {
  const { world, client } = fork()
  client.deleteAdImage({ adAccount, hash }).unwrap()
  expect(refusedBy(world, () => client.deleteAdImage({ adAccount, hash }))).toMatchObject({ code: 100 })
})

describe('an image that a creative uses', () => {
  test('cannot be deleted before all its creatives are [IMG-001, IMG-022, IMG-047, IMG-049]', () => {
    const { world, client } = fork()
    const creatives = [1, 2].map(
      () => world.actions.createCreative({ adAccount, imageHash: hash }).unwrap().id,
    )
    for (const creative of creatives) {
      expect(refusedBy(world, () => client.deleteAdImage({ adAccount, hash }))).toMatchObject({
        code: 100,
        message: `(#100) The image "${hash}" cannot be deleted while an ad creative uses it`,
      })
      world.actions.deleteCreative({ creative }).unwrap()
    }
    expect(client.deleteAdImage({ adAccount, hash }).unwrap()).toEqual({ success: true })
  })

  test('through an ad created with it cannot be deleted [IMG-022, IMG-047]', () => {
    const { world, client } = fork()
    client.createAd({ adAccount, adset_id: adSet, name: 'Ad', creative: { image_hash: hash } }).unwrap()
    expect(refusedBy(world, () => client.deleteAdImage({ adAccount, hash }))).toMatchObject({ code: 100 })
  })

  test('of another account can be deleted [IMG-022, IMG-047]', () => {
    const { world, client } = fork()
    const other = world.actions.createAdAccount({ name: 'Other', administrators: [start.user] }).unwrap().id
    upload(world, userToken, { adAccount: other, files: [file('a.png', one)] }).unwrap()
    world.actions.createCreative({ adAccount: other, imageHash: hash }).unwrap()
    expect(client.deleteAdImage({ adAccount, hash }).ok).toBe(true)
    expect(client.deleteAdImage({ adAccount: other, hash }).ok).toBe(false)
  })
})

describe('a creative created by the action', () => {
  const temporary = start.world.as(userToken).listAdImages({ adAccount }).unwrap().data[0]?.url ?? ''
  test.each<[string, Record<string, unknown>]>([
    ['an unknown image', { imageHash: md5(png(9)) }],
    ['the temporary url of an image [IMG-018]', { objectUrl: temporary }],
    ['the temporary url of an image in its text [IMG-018]', { body: `See ${temporary}` }],
  ])('is refused with %s', (_, params) => {
    const { world } = fork()
    expect(refusedBy(world, () => world.actions.createCreative({ adAccount, ...params }))).toMatchObject({
      code: 100,
    })
  })

  test('is refused with a deleted image [IMG-021]', () => {
    const { world, client } = fork()
    client.deleteAdImage({ adAccount, hash }).unwrap()
    expect(
      refusedBy(world, () => world.actions.createCreative({ adAccount, imageHash: hash })),
    ).toMatchObject({ code: 100 })
  })

  test('cannot be used by a new ad once it is deleted, or if it is unknown', () => {
    const { world } = fork()
    const creative = world.actions.createCreative({ adAccount, imageHash: hash }).unwrap().id
    world.actions.deleteCreative({ creative }).unwrap()
    expect(refusedBy(world, () => world.actions.createAdWithCreative({ adSet, creative }))).toMatchObject({
      code: 100,
    })
    expect(refusedBy(world, () => world.actions.deleteCreative({ creative: adSet }))).toMatchObject({
      code: 100,
    })
  })
})

test('the status of an image has two values: ACTIVE, and DELETED after its deletion [IMG-015]', () => {
  expect(adImageView.fields.status.type.safeParse('ACTIVE').success).toBe(true)
  expect(adImageView.fields.status.type.safeParse('DELETED').success).toBe(true)
  for (const other of ['PAUSED', 'ARCHIVED', 'active', ''])
    expect(adImageView.fields.status.type.safeParse(other).success).toBe(false)
  const { world } = fork()
  const status = () =>
    world
      .as(userToken)
      .listAdImages({ adAccount, hashes: [hash] })
      .unwrap().data[0]?.status
  const before = status()
  world.as(userToken).deleteAdImage({ adAccount, hash }).unwrap()
  expect([before, status()]).toEqual(['ACTIVE', 'DELETED'])
})
