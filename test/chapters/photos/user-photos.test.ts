import { describe, expect, test } from 'vitest'
import { permissions } from '../../../src/service/caller/caller.ts'
import type { World } from '../../../src/world/world.ts'
import { begin, call, forked, get, idsOf, jsonOf, refusedBy, tokenOf } from '../../service/scene.ts'

const start = begin()
const { user, userToken, page, pageToken, app, appToken } = start
const url = 'https://img.test/a.png'

const upload = (world: World, more: object = {}): string =>
  world.actions.uploadUserPhoto({ user, url, ...more }).unwrap().id
const listIds = (world: World, params: object = {}): string[] =>
  idsOf(call(world, userToken, 'listUserPhotos', { user, limit: 1_000, ...params }).unwrap())

/**
 * A world with three photos of a person: one of their own, one that also tags them, and one of another
 * person.
 */
function withOneOfEach() {
  const { world } = forked(start)
  const before = { uploaded: listIds(world, { type: 'uploaded' }), tagged: listIds(world) }
  const other = world.actions.createUser({ name: 'Other' }).unwrap().id
  world.clock.advance('1m')
  const own = upload(world)
  const self = upload(world, { tags: [user] })
  const ofOther = upload(world, { user: other, tags: [user, page] })
  const ofPage = world
    .as(pageToken)
    .uploadPagePhoto({ page, url, tags: [{ tag_uid: user }] })
    .unwrap().id
  const another = upload(world, { user: other })
  return { world, before, own, self, ofOther, ofPage, another }
}

describe('the photos of a person [USR-001]', () => {
  test('are those that tag the person, newest first, from any uploader [USR-001, USR-007]', () => {
    const { world, before, self, ofOther, ofPage } = withOneOfEach()
    const expected = [ofPage, ofOther, self, ...before.tagged]
    expect(listIds(world)).toEqual(expected)
    expect(listIds(world, { type: 'tagged' })).toEqual(expected)
  })

  test('are with type=uploaded those that the person uploaded, tagged or not [USR-005..006, USR-009]', () => {
    const { world, before, own, self } = withOneOfEach()
    expect(listIds(world, { type: 'uploaded' })).toEqual([self, own, ...before.uploaded])
  })

  test.each(['profile', 'all', '', 'Uploaded', 'tagged,uploaded'])('refuse the type %j [USR-006]', (type) => {
    const { world } = forked(start)
    const error = refusedBy(world, () => call(world, userToken, 'listUserPhotos', { user, type }))
    expect(error).toMatchObject({
      code: 100,
      message: `(#100) Param type must be one of tagged, uploaded, got ${JSON.stringify(type)}`,
    })
  })

  test('exclude an unpublished photo until it is published (SIL-068)', () => {
    const { world } = forked(start)
    const before = listIds(world)
    const hidden = { page, url, tags: [{ tag_uid: user }], published: false }
    const { id } = world.as(pageToken).uploadPagePhoto(hidden).unwrap()
    expect(listIds(world)).toEqual(before)
    world
      .as(pageToken)
      .publishPost({ page, attached_media: [{ media_fbid: id }] })
      .unwrap()
    expect(listIds(world)).toEqual([id, ...before])
  })

  test('exclude photos of pages that the person may not see', () => {
    const { world, ofPage } = withOneOfEach()
    expect(listIds(world)).toContain(ofPage)
    world.actions.assignTasks({ page, user, tasks: [] }).unwrap()
    expect(listIds(world)).toContain(ofPage)
    const hidden = forked(start).world
    const secret = hidden.actions.createPage({ name: 'S', administrators: [user], published: false }).unwrap()
    const { token } = hidden.actions
      .issueToken({ kind: 'page', app, user, page: secret.id, scopes: permissions })
      .unwrap()
    const { id } = hidden
      .as(token)
      .uploadPagePhoto({ page: secret.id, url, tags: [{ tag_uid: user }] })
      .unwrap()
    expect(listIds(hidden)).toContain(id)
    hidden.actions.assignTasks({ page: secret.id, user, tasks: [] }).unwrap()
    expect(listIds(hidden)).not.toContain(id)
  })

  test('are in the tagged photos of a page, and in no other list of a page (SIL-068)', () => {
    const { world, ofOther } = withOneOfEach()
    const list = (type: string) =>
      idsOf(call(world, pageToken, 'listPagePhotos', { page, type }).unwrap()).includes(ofOther)
    expect(['tagged', 'uploaded', 'profile'].map(list)).toEqual([true, false, false])
    expect(world.actions.setProfilePicture({ page, photo: ofOther }).ok).toBe(false)
  })

  test('exist in the starter world', () => {
    const { world } = forked(start)
    expect(listIds(world).length).toBeGreaterThan(0)
    expect(listIds(world, { type: 'uploaded' }).length).toBeGreaterThan(0)
  })
})

describe('a photo of a person', () => {
  test('has the fields of a photo that have a value [USR-012]', () => {
    const { world } = forked(start)
    world.clock.advance('1m')
    const id = upload(world, { caption: 'Hill', place: page, tags: [user] })
    const answer = call(world, userToken, 'listUserPhotos', { user, limit: 1 }).unwrap()
    const { data } = answer as unknown as { data: Record<string, unknown>[] }
    const profile = { id: user, name: 'Ada Starter' }
    expect(data).toEqual([
      {
        id,
        created_time: '2026-01-15T09:01:00+0000',
        updated_time: '2026-01-15T09:01:00+0000',
        name: 'Hill',
        backdated_time_granularity: 'none',
        from: profile,
        height: expect.any(Number),
        width: expect.any(Number),
        images: expect.any(Array),
        icon: expect.stringMatching(/^http/),
        link: expect.stringContaining(id),
        picture: expect.stringContaining(id),
        source: expect.stringContaining(id),
        place: { id: page, name: 'Starter Page' },
        target: profile,
        can_delete: false,
        can_backdate: false,
        can_tag: false,
        name_tags: [profile],
      },
    ])
    const { status, body } = world.request({ method: 'GET', url: String(data[0]?.['source']) })
    expect([status, body.length > 100]).toEqual([200, true])
  })

  test('shows the fields that are asked for [USR-012]', () => {
    const { world } = forked(start)
    const id = upload(world, { caption: 'Hill' })
    const params = { user, type: 'uploaded', limit: 1, fields: 'name,from{name}' }
    expect(call(world, userToken, 'listUserPhotos', params).unwrap()['data']).toEqual([
      { id, name: 'Hill', from: { id: user, name: 'Ada Starter' } },
    ])
    const wrong = { user, fields: 'caption' }
    expect(refusedBy(world, () => call(world, userToken, 'listUserPhotos', wrong)).message).toBe(
      '(#100) Tried accessing nonexisting field (caption) on node type (Photo)',
    )
  })

  test('is read by its id only by its owner, and never deleted (SIL-064) [USR-020]', () => {
    const scene = forked(start)
    const { world } = scene
    const photo = upload(world)
    expect(call(world, userToken, 'readPhoto', { photo, fields: 'id' }).unwrap()).toEqual({ id: photo })
    for (const token of [tokenOf(scene), pageToken, appToken, start.noPermissionToken])
      expect(refusedBy(world, () => call(world, token, 'readPhoto', { photo })).code).toBe(200)
    expect(refusedBy(world, () => call(world, userToken, 'deletePhoto', { photo })).code).toBe(200)
  })
})

describe('the list over HTTP', () => {
  const list = (world: World, path: string) =>
    idsOf(get(world, `https://graph.test/${path}access_token=${userToken}`))

  test.each<[string, string, 'uploaded' | 'tagged']>([
    ['by id [USR-004, USR-007]', `v26.0/${user}/photos?`, 'tagged'],
    ['without a version [USR-004]', `${user}/photos?`, 'tagged'],
    ['by type [USR-005, USR-009]', `v7.0/${user}/photos?type=uploaded&`, 'uploaded'],
    ['by path [USR-008]', `v26.0/${user}/photos/uploaded?`, 'uploaded'],
    ['by path without a version [USR-008]', `${user}/photos/uploaded?`, 'uploaded'],
    ['by path, whatever type says [USR-008]', `${user}/photos/uploaded?type=tagged&`, 'uploaded'],
    ['by the other path', `${user}/photos/tagged?`, 'tagged'],
    ['of me', 'v26.0/me/photos?type=uploaded&', 'uploaded'],
    ['of me, by path', 'me/photos/uploaded?', 'uploaded'],
  ])('is read %s', (_, path, type) => {
    const { world, before, own, self, ofOther, ofPage } = withOneOfEach()
    const expected = { uploaded: [self, own], tagged: [ofPage, ofOther, self] }[type]
    expect(list(world, path)).toEqual([...expected, ...before[type]])
  })

  test('has data and paging, also if it is empty [USR-012]', () => {
    const { world } = forked(start)
    const person = world.actions.createUser({ name: 'Nobody' }).unwrap().id
    const { token } = world.actions
      .issueToken({ kind: 'user', app, user: person, scopes: ['user_photos'] })
      .unwrap()
    expect(get(world, `/${person}/photos?access_token=${token}`)).toEqual({ data: [], paging: {} })
  })

  test.each(['photos?type=uploaded&', 'photos/uploaded?'])(
    'is paged by link and cursor: %s [USR-012]',
    (path) => {
      const { world } = forked(start)
      const before = listIds(world, { type: 'uploaded' })
      const ids = ['1', '2', '3'].map(() => {
        world.clock.advance('1s')
        return upload(world)
      })
      const all = [...ids.toReversed(), ...before]
      const pages: string[][] = []
      let next: string | undefined = `https://graph.test/${user}/${path}limit=2&access_token=${userToken}`
      while (next !== undefined) {
        const body = get(world, next) as { data: { id: string }[]; paging: { next?: string } }
        pages.push(idsOf(body))
        next = body.paging.next
      }
      expect(pages.flat()).toEqual(all)
      expect(pages.slice(0, -1).every(({ length }) => length === 2)).toBe(true)
      const first = call(world, userToken, 'listUserPhotos', { user, type: 'uploaded', limit: 1 }).unwrap()
      const { cursors } = first['paging'] as { cursors: { after: string } }
      expect(listIds(world, { type: 'uploaded', ...cursors, before: undefined })).toEqual(all.slice(1))
      const wrong = () => call(world, userToken, 'listUserPhotos', { user, after: cursors.after })
      expect(refusedBy(world, wrong).code).toBe(100)
    },
  )

  test.each([
    ['POST', 'photos', '[USR-018]'],
    ['POST', 'photos/uploaded', '[USR-018]'],
    ['PUT', 'photos', '[USR-019]'],
    ['PATCH', 'photos', '[USR-019]'],
    ['DELETE', 'photos', '[USR-020]'],
    ['DELETE', 'photos/uploaded', '[USR-020]'],
  ])('%s of %s is unsupported %s', (method, edge) => {
    const { world } = forked(start)
    const url = `/v26.0/${user}/${edge}?url=https://img.test/a.png&access_token=${userToken}`
    const { graph } = world.state
    const response = world.request({ method, url })
    expect(jsonOf(response)['error']).toMatchObject({ code: 100, error_subcode: 33 })
    expect(jsonOf(response)['error']).toMatchObject({ message: expect.stringContaining('does not support') })
    expect(world.state.graph).toBe(graph)
  })
})

describe('the token that reads them', () => {
  const scene = forked(start)
  const only = tokenFor(['user_photos'])
  const lacking = tokenFor(permissions.filter((name) => name !== 'user_photos'))

  function tokenFor(scopes: readonly (typeof permissions)[number][]): string {
    return scene.world.actions.issueToken({ kind: 'user', app, user, scopes }).unwrap().token
  }

  test.each<[string, string, number | 'answered']>([
    ['a token of the person with only user_photos [USR-010..011, AUT-014]', only, 'answered'],
    ['a token of the person without user_photos [USR-011, USR-015, AUT-014]', lacking, 200],
    ["another person's token with all permissions [USR-010, USR-015]", tokenOf(scene), 200],
    ['a page token of the person [USR-010]', pageToken, 200],
    ['an app token [USR-010]', appToken, 200],
    ['an expired token [USR-014]', start.expiredToken, 190],
    ['an unknown token [USR-014]', 'nobody', 190],
    ['no token [USR-014]', '', 190],
  ])('%s: %s', (_, token, expected) => {
    for (const type of ['tagged', 'uploaded']) {
      const outcome = call(scene.world, token, 'listUserPhotos', { user, type })
      expect(outcome.ok ? 'answered' : outcome.error.code).toBe(expected)
    }
  })

  test.each<[number, string, object, (world: World) => unknown]>([
    [102, 'an ended session [USR-017]', {}, (world) => world.actions.endSession({ token: userToken })],
    [104, 'a wrong proof of the secret [USR-016]', { appsecret_proof: 'x' }, () => undefined],
    [190, 'a revoked token [USR-014]', {}, (world) => world.actions.revokeToken({ token: userToken })],
    [100, 'a limit below 1 [USR-013]', { limit: 0 }, () => undefined],
    [100, 'two cursors [USR-013]', { after: 'x', before: 'x' }, () => undefined],
    [100, 'another kind of node [USR-013]', { user: start.campaign }, () => undefined],
  ])('%i for %s', (code, _, params, before) => {
    const { world } = forked(start)
    before(world)
    expect(refusedBy(world, () => call(world, userToken, 'listUserPhotos', { user, ...params })).code).toBe(
      code,
    )
  })
})
