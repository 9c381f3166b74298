import { call, type Scene, serveWhile } from '../../service/scene.ts'
import { blockedUser, everyPage, type Rows, wrongFields, wrongLimit } from './story.ts'

/** For albums valid parameters, and a story for each of their codes. */
export function albumCodes(start: Scene): Rows {
  const { page, pageToken, world } = start
  const made = serveWhile(start, () => call(world, pageToken, 'createAlbum', { page, name: 'Album' }))
  const album = String(made.unwrap()['id'])
  return {
    listPageAlbums: { params: { page }, codes: { ...everyPage, 100: wrongLimit } },
    createAlbum: { params: { page, name: 'Album' }, codes: { ...everyPage, 100: { params: { name: '' } } } },
    readAlbum: { params: { album }, codes: { ...everyPage, 100: wrongFields } },
    listAlbumPhotos: { params: { album }, codes: { ...everyPage, 100: wrongLimit } },
    uploadAlbumPhoto: {
      params: { album, url: 'https://img.test/a.png' },
      codes: {
        ...everyPage,
        100: { params: { target_id: '1' } },
        324: { params: { url: 'https://img.test/page.html' } },
        368: blockedUser,
      },
    },
  }
}
