import { describe, expect, test } from 'vitest'
import { begin, call, forked, idsOf, refusedBy, type Scene, tokenOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { page, pageToken, userToken } = start
const url = 'https://img.test/a.png'
const does = ({ world }: Scene, operation: string, params: object, token = pageToken) =>
  call(world, token, operation, params).unwrap()
const made = () => {
  const scene = forked(start)
  const { id } = does(scene, 'createAlbum', { page, name: 'Trip', message: 'To the sea' })
  return { scene, album: String(id) }
}

describe('an album', () => {
  test('has its name, its page and the number of its photos', () => {
    const { scene, album } = made()
    const fields = 'name,description,from,count,photo_count,created_time,updated_time,cover_photo{id},type'
    const shown = {
      ...{ id: album, name: 'Trip', description: 'To the sea', type: 'normal' },
      ...{ from: { id: page, name: 'Starter Page' }, created_time: '2026-01-15T09:00:00+0000' },
    }
    const read = () => does(scene, 'readAlbum', { album, fields }, userToken)
    expect(read()).toEqual({ ...shown, updated_time: '2026-01-15T09:00:00+0000', count: 0, photo_count: 0 })
    scene.world.clock.advance('1m')
    const { id: photo, post_id: post } = does(scene, 'uploadAlbumPhoto', { album, url })
    expect(post).toMatch(new RegExp(`^${page}_`))
    does(scene, 'uploadAlbumPhoto', { album, url, published: false })
    expect(read()).toEqual({
      ...{ ...shown, updated_time: '2026-01-15T09:01:00+0000', count: 1, photo_count: 1 },
      cover_photo: { id: photo },
    })
    expect(does(scene, 'readPhoto', { photo, fields: 'album' })).toEqual({
      id: photo,
      album: { id: album, name: 'Trip', created_time: '2026-01-15T09:00:00+0000' },
    })
    expect(idsOf(does(scene, 'listAlbumPhotos', { album }))).toEqual([photo])
    expect(idsOf(does(scene, 'listPageAlbums', { page }))).toEqual([album, scene.album])
    does(scene, 'deletePhoto', { photo })
    expect(idsOf(does(scene, 'listAlbumPhotos', { album }))).toEqual([])
  })

  test('has its newest photo as cover, with the description of that photo', () => {
    const { scene, album } = made()
    const { id } = does(scene, 'uploadAlbumPhoto', { album, url, caption: 'The beach' })
    expect(does(scene, 'readAlbum', { album, fields: 'cover_photo' })).toEqual({
      id: album,
      cover_photo: { id, name: 'The beach', created_time: '2026-01-15T09:00:00+0000' },
    })
  })

  test.each<[string, object, number, RegExp]>([
    ['createAlbum', { name: '' }, 100, /name must be text that is not empty/],
    ['createAlbum', { name: ['x'] }, 100, /name must be text/],
    ['uploadAlbumPhoto', {}, 324, /send a file, or the url of one/],
    ['uploadAlbumPhoto', { url: 'x' }, 100, /url must be an absolute/],
  ])('refuses %s with %j', (operation, params, code, message) => {
    const { scene, album } = made()
    const node = operation === 'createAlbum' ? { page } : { album }
    const refused = () => call(scene.world, pageToken, operation, { ...node, ...params })
    expect(refusedBy(scene.world, refused)).toMatchObject({ code, message: expect.stringMatching(message) })
  })

  test('of an unpublished page is seen with a task on the page only', () => {
    const scene = forked(start)
    const { app, user } = start
    const hidden = { name: 'Hidden', administrators: [user], published: false }
    const { id: ofPage } = scene.world.actions.createPage(hidden).unwrap()
    const scopes = ['pages_read_engagement', 'pages_manage_posts'] as const
    const token = scene.world.actions.issueToken({ kind: 'page', app, user, page: ofPage, scopes }).unwrap()
    const { id: album } = does(scene, 'createAlbum', { page: ofPage, name: 'x' }, token.token)
    expect(call(scene.world, userToken, 'readAlbum', { album }).ok).toBe(true)
    expect(call(scene.world, tokenOf(scene), 'readAlbum', { album })).toMatchObject({
      error: { code: 100, subcode: 33 },
    })
  })

  test('is filled by those who publish on the page', () => {
    const { scene, album } = made()
    const moderator = tokenOf(scene, { kind: 'page', tasks: ['MODERATE'] })
    for (const [operation, params] of [
      ['createAlbum', { page, name: 'x' }],
      ['uploadAlbumPhoto', { album, url }],
    ] as const)
      expect(call(scene.world, moderator, operation, params)).toMatchObject({ error: { code: 200 } })
  })
})
