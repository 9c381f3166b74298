import { describe, expect, test } from 'vitest'
import type { World } from '../../../src/world/world.ts'
import { begin, jsonOf, refusedBy } from '../photos/photo-world.ts'
import { adImageRow, file, md5, png, upload } from './ad-image-world.ts'

const start = begin()
const { adAccount, userToken, adSet } = start

const fork = () => {
  const world = start.world.fork()
  return { world, client: world.as(userToken) }
}

/** Uploads pictures one second apart, and returns their hashes. */
function uploaded(world: World, ...pictures: Uint8Array[]): string[] {
  return pictures.map((bytes, at) => {
    world.clock.advance('1s')
    return upload(world, userToken, { adAccount, files: [file(`${at}.png`, bytes)] }).unwrap().images[
      `${at}.png`
    ]?.hash as string
  })
}

type Fields = Record<string, unknown>
const records = (world: World, params: Fields = {}): Fields[] =>
  world
    .as(userToken)
    .listAdImages({ adAccount, ...params } as never)
    .unwrap().data as Fields[]
const hashes = (world: World, params: Fields = {}) => records(world, params).map(({ hash }) => hash)

describe('the record of an ad image', () => {
  test('has exactly the fields of the contract [IMG-002..009, IMG-011..017, IMG-019..020, IMG-043]', () => {
    const world = begin({ now: '2026-01-15T09:00:00Z' }).world
    const names = world.starter({ publications: false })
    const bytes = png(2_160, 1_000)
    const send = () =>
      upload(world, names.userToken, { adAccount: names.adAccount, files: [file('boat.png', bytes)] })
    world.clock.advanceTo('2026-02-01T10:00:00Z')
    send().unwrap()
    world.clock.advanceTo('2026-02-02T11:30:00Z')
    send().unwrap()
    const { data } = world.as(names.userToken).listAdImages({ adAccount: names.adAccount }).unwrap()
    const [account, hash] = [names.adAccount, md5(bytes)]
    expect(hash).toMatch(/^[0-9a-f]{32}$/)
    expect(data).toEqual([
      {
        id: `${account}:${hash}`,
        account_id: account,
        created_time: '2026-02-01T10:00:00+0000',
        creatives: [],
        hash,
        height: 500,
        is_associated_creatives_in_adgroups: false,
        name: 'boat.png',
        original_height: 1_000,
        original_width: 2_160,
        permalink_url: expect.stringMatching(/^https:\/\/[^?]+$/),
        status: 'ACTIVE',
        updated_time: '2026-02-02T11:30:00+0000',
        url: expect.stringMatching(/^https:\/\/[^?]+\?.*expires=\d+/),
        url_128: expect.stringMatching(/^https:\/\/[^?]+\?.*expires=\d+/),
        width: 1_080,
      },
    ])
  })

  test.each([
    ['smaller than 1080', 1_079, 500, 1_079, 500],
    ['of 1080', 1_080, 1_080, 1_080, 1_080],
    ['wider than 1080', 1_081, 1_081, 1_080, 1_080],
    ['twice as wide', 2_160, 3, 1_080, 2],
    ['twice as high', 3, 2_160, 2, 1_080],
  ])(
    '%s has its current and its original size [IMG-007, IMG-011..012, IMG-020]',
    (_, width, height, w, h) => {
      const { world } = fork()
      uploaded(world, png(width, height))
      expect(records(world)).toMatchObject([
        { original_width: width, original_height: height, width: w, height: h },
      ])
    },
  )

  test('lists the creatives that use it, oldest first [IMG-005, IMG-008]', () => {
    const { world } = fork()
    const [hash = '', other = ''] = uploaded(world, png(7), png(8))
    const create = (imageHash: string) => world.actions.createCreative({ adAccount, imageHash }).unwrap().id
    const flags = () => {
      const [record] = records(world, { hashes: [hash] })
      return [record?.['creatives'], record?.['is_associated_creatives_in_adgroups']]
    }
    expect(flags()).toEqual([[], false])
    const [first, second] = [create(hash), create(hash)]
    create(other)
    expect(flags()).toEqual([[first, second], false])
    world.actions.createAdWithCreative({ adSet, creative: second }).unwrap()
    expect(flags()).toEqual([[first, second], true])
    world.actions.deleteCreative({ creative: second }).unwrap()
    expect(flags()).toEqual([[first], false])
  })

  test('belongs to its own account only [IMG-003, IMG-005, IMG-041]', () => {
    const { world } = fork()
    const [hash = ''] = uploaded(world, png(7))
    const other = world.actions.createAdAccount({ name: 'Other', administrators: [start.user] }).unwrap().id
    upload(world, userToken, { adAccount: other, files: [file('a.png', png(7))] }).unwrap()
    const creative = world.actions.createCreative({ adAccount, imageHash: hash }).unwrap().id
    expect(records(world)).toMatchObject([{ account_id: adAccount, creatives: [creative] }])
    expect(world.as(userToken).listAdImages({ adAccount: other }).unwrap().data).toMatchObject([
      { id: `${other}:${hash}`, account_id: other, creatives: [], name: 'a.png' },
    ])
  })

  test('is not readable by its id [IMG-002]', () => {
    const { world } = fork()
    const [hash = ''] = uploaded(world, png(7))
    const row = adImageRow(world, adAccount, hash)?.id
    for (const id of [`${adAccount}:${hash}`, row]) {
      const url = `https://graph.test/v26.0/${id}?access_token=${userToken}`
      expect(jsonOf(world.request({ method: 'GET', url }))).toMatchObject({
        error: { code: 100, error_subcode: 33 },
      })
    }
  })
})

describe('a list', () => {
  test('has the images of the account, newest first [IMG-001, IMG-041]', () => {
    const { world } = fork()
    const made = uploaded(world, png(7), png(8), png(9))
    expect(hashes(world)).toEqual(made.toReversed())
    const url = `https://graph.test/v26.0/act_${adAccount}/adimages?fields=hash&access_token=${userToken}`
    expect(jsonOf(world.request({ method: 'GET', url }))['data']).toEqual(
      made.toReversed().map((hash) => ({ id: `${adAccount}:${hash}`, hash })),
    )
  })

  test('has images of the same time in the reverse order of creation [IMG-041]', () => {
    const { world } = fork()
    const made = [png(7), png(8)].map((bytes) => {
      upload(world, userToken, { adAccount, files: [file('a.png', bytes)] }).unwrap()
      return md5(bytes)
    })
    expect(hashes(world)).toEqual(made.toReversed())
  })

  test('leaves out deleted images, unless hashes names them [IMG-014..015, IMG-021, IMG-042]', () => {
    const { world, client } = fork()
    const [first = '', second = '', third = ''] = uploaded(world, png(7), png(8), png(9))
    client.deleteAdImage({ adAccount, hash: second }).unwrap()
    expect(hashes(world)).toEqual([third, first])
    expect(records(world, { hashes: [first, second] })).toMatchObject([
      { hash: second, status: 'DELETED' },
      { hash: first, status: 'ACTIVE' },
    ])
  })

  test.each<[string, (first: string, second: string, third: string) => unknown, readonly number[]]>([
    ['a list', (first, _, third) => [first, third], [3, 1]],
    ['a list in another order', (first, _, third) => [third, first], [3, 1]],
    ['JSON text', (first, second) => JSON.stringify([first, second]), [2, 1]],
    ['one text', (_, second) => second, [2]],
    ['texts separated by commas', (first, second) => `${first},${second}`, [2, 1]],
    ['one of them twice', (first) => [first, first], [1]],
    ['an unknown one', (first) => [first, 'f'.repeat(32)], [1]],
    ['one in capitals', (first) => [first.toUpperCase()], []],
    ['none', () => [], []],
    ['nothing', () => undefined, [3, 2, 1]],
  ])('with hashes as %s selects those images, newest first [IMG-042]', (_, given, expected) => {
    const { world } = fork()
    const made = uploaded(world, png(7), png(8), png(9))
    const [first = '', second = '', third = ''] = made
    expect(hashes(world, { hashes: given(first, second, third) })).toEqual(
      expected.map((place) => made[place - 1]),
    )
  })

  test.each([
    ['an object', { hashes: [{}] }],
    ['a boolean', { hashes: true }],
    ['broken JSON', { hashes: '["a"' }],
    ['a limit of 0', { limit: 0 }],
    ['an unknown field', { fields: 'pixels' }],
    ['an invalid cursor', { after: 'x' }],
  ])('is refused with %s [IMG-042]', (_, params) => {
    const { world, client } = fork()
    expect(refusedBy(world, () => client.listAdImages({ adAccount, ...params } as never))).toMatchObject({
      code: 100,
    })
  })

  test('has pages, with hashes too [IMG-041..042]', () => {
    const { world } = fork()
    const made = uploaded(world, ...Array.from({ length: 7 }, (_, at) => png(10 + at)))
    for (const [params, expected] of [
      [{}, made.toReversed()],
      [{ hashes: made.slice(1, 6) }, made.slice(1, 6).toReversed()],
    ] as const) {
      const seen: unknown[] = []
      let url: string | undefined =
        `https://graph.test/v26.0/act_${adAccount}/adimages?limit=2&access_token=${userToken}` +
        ('hashes' in params ? `&hashes=${JSON.stringify(params.hashes)}` : '')
      for (let page = 0; url !== undefined && page < 9; page += 1) {
        const body = jsonOf(world.request({ method: 'GET', url })) as {
          data: Fields[]
          paging: { next?: string }
        }
        expect(body.data.length).toBeLessThanOrEqual(2)
        seen.push(...body.data.map(({ hash }) => hash))
        url = body.paging.next
      }
      expect(seen).toEqual(expected)
    }
  })

  test('has 25 images by default [IMG-041]', () => {
    const { world } = fork()
    uploaded(world, ...Array.from({ length: 26 }, (_, at) => png(10 + at)))
    expect(records(world)).toHaveLength(25)
  })
})
