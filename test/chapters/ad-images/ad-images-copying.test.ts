import { describe, expect, test } from 'vitest'
import { type Permission, permissions } from '../../../src/service/caller/caller.ts'
import type { World } from '../../../src/world/world.ts'
import { begin, refusedBy } from '../photos/photo-world.ts'
import { adImageRow, file, found, md5, png, upload } from './ad-image-world.ts'

const start = begin()
const { adAccount, userToken, user, app } = start
const one = png()
const hash = md5(one)

/** A second account with an image, on which the user has a role. */
const source = start.world.actions.createAdAccount({ name: 'Source', administrators: [user] }).unwrap().id
upload(start.world, userToken, { adAccount: source, files: [file('boat.png', one)] }).unwrap()

const copy = (world: World, copy_from: unknown, token = userToken) =>
  upload(world, token, { adAccount, copy_from })
const from = { source_account_id: source, hash }

describe('a copy', () => {
  test('has the hash of its source under the stored name, and its own id [IMG-001, IMG-028..030, IMG-033]', () => {
    const world = start.world.fork()
    world.clock.advance('1h')
    const { images } = copy(world, from).unwrap()
    expect(images).toEqual({ 'boat.png': { hash, url: expect.any(String) } })
    expect(found(world, images['boat.png']?.url).bytes).toEqual(one)
    const [original, copied] = [source, adAccount].map((account) => adImageRow(world, account, hash))
    expect(copied?.id).not.toBe(original?.id)
    expect(copied).toMatchObject({ name: 'boat.png', width: 8, height: 6, format: 'png', status: 'ACTIVE' })
    expect(copied?.createdTime).toBe((original?.createdTime ?? 0) + 3_600_000)
    expect(world.as(userToken).listAdImages({ adAccount }).unwrap().data).toMatchObject([
      { id: `${adAccount}:${hash}`, account_id: adAccount },
    ])
    expect(world.as(userToken).listAdImages({ adAccount: source }).unwrap().data).toMatchObject([
      { id: `${source}:${hash}`, account_id: source },
    ])
  })

  test('can be requested as JSON text [IMG-028]', () => {
    const world = start.world.fork()
    expect(Object.keys(copy(world, JSON.stringify(from)).unwrap().images)).toEqual(['boat.png'])
  })

  test('stays when its source is deleted, and can be deleted alone', () => {
    const world = start.world.fork()
    const { images } = copy(world, from).unwrap()
    world.as(userToken).deleteAdImage({ adAccount: source, hash }).unwrap()
    expect(adImageRow(world, adAccount, hash)?.status).toBe('ACTIVE')
    expect(found(world, images['boat.png']?.url).bytes).toEqual(one)
    copy(world, { source_account_id: adAccount, hash }).unwrap()
    expect(adImageRow(world, source, hash)?.status).toBe('DELETED')
  })

  test('adds a use of the same bytes', () => {
    const world = start.world.fork()
    const uses = () => world.snapshot().state.graph.blobs.map((blob) => blob.uses)
    expect(uses()).toEqual([1])
    copy(world, from).unwrap()
    expect(uses()).toEqual([2])
  })

  test('restores a deleted image under its old name [IMG-023]', () => {
    const world = start.world.fork()
    upload(world, userToken, { adAccount, files: [file('mine.png', one)] }).unwrap()
    world.as(userToken).deleteAdImage({ adAccount, hash }).unwrap()
    expect(Object.keys(copy(world, from).unwrap().images)).toEqual(['boat.png'])
    expect(adImageRow(world, adAccount, hash)).toMatchObject({ name: 'mine.png', status: 'ACTIVE' })
  })

  test('works after a snapshot without bytes', () => {
    const world = start.world.fork()
    world.reset(world.snapshot({ bytes: 'omit' }))
    const { images } = copy(world, from).unwrap()
    expect(images['boat.png']?.hash).toBe(hash)
    expect(found(world, images['boat.png']?.url)).toMatchObject({ status: 404, code: 100 })
  })

  test.each<[string, unknown]>([
    ['an unknown account [IMG-029]', { ...from, source_account_id: '123456789012345' }],
    ['a node of another kind [IMG-029]', { ...from, source_account_id: start.campaign }],
    ['an account with act_ [IMG-029]', { ...from, source_account_id: `act_${source}` }],
    ['no account [IMG-029]', { hash }],
    ['an unknown hash [IMG-030]', { ...from, hash: md5(png(9)) }],
    ['a hash in capitals [IMG-030]', { ...from, hash: hash.toUpperCase() }],
    ['no hash [IMG-030]', { source_account_id: source }],
    ['a text that is not JSON [IMG-028]', 'boat.png'],
    ['a list [IMG-028]', [from]],
  ])('of %s is refused with 100 [IMG-037]', (_, copy_from) => {
    const world = start.world.fork()
    expect(refusedBy(world, () => copy(world, copy_from))).toMatchObject({ code: 100 })
  })

  test.each<[string, unknown]>([
    ['a list', [hash]],
    ['an object', { hash }],
    ['true', true],
    ['null', null],
  ])('of a hash that is %s, and no text, is refused [IMG-030]', (_, value) => {
    const world = start.world.fork()
    const error = refusedBy(world, () => copy(world, { ...from, hash: value }))
    expect([error.code, error.message]).toEqual([100, expect.stringContaining('copy_from.hash')])
  })

  test('of a deleted image is refused with 100 [IMG-021, IMG-037]', () => {
    const world = start.world.fork()
    world.as(userToken).deleteAdImage({ adAccount: source, hash }).unwrap()
    expect(refusedBy(world, () => copy(world, from))).toMatchObject({ code: 100 })
  })
})

/** Returns the token of a person with a role on the first account, and one on the source if asked. */
function tokenWith(world: World, scopes: readonly Permission[], onSource: boolean): string {
  const somebody = world.actions.createUser({ name: 'Somebody' }).unwrap().id
  world.actions.assignAdAccountRole({ adAccount, user: somebody, role: 'ADVERTISER' }).unwrap()
  // The source account is only read.
  if (onSource)
    world.actions.assignAdAccountRole({ adAccount: source, user: somebody, role: 'ANALYST' }).unwrap()
  return world.actions.issueToken({ kind: 'user', app, user: somebody, scopes }).unwrap().token
}

test.each<[string, readonly Permission[], boolean, boolean]>([
  ['all permissions, and a role there', permissions, true, true],
  ['only ads_management, and a role there', ['ads_management'], true, true],
  ['only ads_read, and a role there', ['ads_read'], true, false],
  ['no permission, and a role there', [], true, false],
  ['all permissions, and no role there', permissions, false, false],
])('a copy by a caller who holds %s [IMG-031, IMG-038]', (_, scopes, onSource, taken) => {
  const world = start.world.fork()
  const token = tokenWith(world, scopes, onSource)
  if (taken) expect(copy(world, from, token).ok).toBe(true)
  else expect(refusedBy(world, () => copy(world, from, token))).toMatchObject({ code: 200 })
})

test.each([
  ['ADMIN', undefined],
  ['ADVERTISER', 270],
  ['ANALYST', 270],
] as const)(
  'a copy by an app in development, whose user is %s of the source account, is answered %s [IMG-031]',
  (role, code) => {
    const world = start.world.fork()
    const somebody = world.actions.createUser({ name: 'Somebody' }).unwrap().id
    const own = world.actions.createApp({ name: 'New', administrators: [somebody] }).unwrap().id
    world.actions.setAppAccessLevel({ app: own, accessLevel: 'development' }).unwrap()
    world.actions.assignAdAccountRole({ adAccount, user: somebody, role: 'ADMIN' }).unwrap()
    world.actions.assignAdAccountRole({ adAccount: source, user: somebody, role }).unwrap()
    const issue = { kind: 'user', app: own, user: somebody, scopes: permissions } as const
    const { token } = world.actions.issueToken(issue).unwrap()
    if (code === undefined) expect(copy(world, from, token).ok).toBe(true)
    else expect(refusedBy(world, () => copy(world, from, token))).toMatchObject({ code })
  },
)

test('a caller without a role on the source account does not learn which images it has [IMG-031]', () => {
  const world = start.world.fork()
  const token = tokenWith(world, permissions, false)
  const strange = { ...from, hash: md5(png(9)) }
  expect(refusedBy(world, () => copy(world, strange, token))).toMatchObject({ code: 200 })
})
