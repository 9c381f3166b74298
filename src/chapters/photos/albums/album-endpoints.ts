import { z } from '../../../engine/schema/zod.ts'
import { publishesContent } from '../../../service/access/access.ts'
import { isCallError } from '../../../service/contract/errors.ts'
import { endpoint } from '../../../service/routes/define.ts'
import { present } from '../../../service/values/references.ts'
import { filledText, text } from '../../../service/values/scalars.ts'
import { listResult, recordResult } from '../../../service/views/results.ts'
import { isVisible } from '../../content/visibility.ts'
import { readsFeed } from '../../feed/feed-read.ts'
import type { PhotoRow } from '../../rows.ts'
import { photoParams } from '../photo-params.ts'
import { photoView } from '../photo-view.ts'
import { uploadPhoto } from '../upload-photo.ts'
import { uploadedIds, uploadResult } from '../upload-result.ts'
import { albumView } from './album-view.ts'

const albumsSource = 'https://developers.facebook.com/docs/graph-api/reference/page/albums/'
const photosSource = 'https://developers.facebook.com/docs/graph-api/reference/album/photos/'

/** Lists the albums of a page, newest first. */
export const listPageAlbums = endpoint({
  route: 'GET /{page}/albums',
  source: albumsSource,
  access: readsFeed,
  ...listResult(albumView),
  run: ({ page, pageOf }) => pageOf({ table: 'albums', edge: 'byPage', owner: [page.id] }, albumView),
})

/** Makes an album of a page, which photos can be added to. */
export const createAlbum = endpoint({
  route: 'POST /{page}/albums',
  source: albumsSource,
  access: publishesContent,
  params: z.object({
    /** The title of the album. */
    name: filledText,
    /** The description of the album. */
    message: text.optional(),
  }),
  ...recordResult(albumView),
  run({ page, params, tx, readBack }) {
    const { name, message: description } = params
    const times = { createdTime: tx.now, updatedTime: tx.now }
    const row = { page: page.id, name, ...times, ...(description !== undefined && { description }) }
    const album = tx.insert('albums', row)
    return { ...readBack(albumView, album), id: String(album.id) }
  },
})

/** Reads an album. */
export const readAlbum = endpoint({
  route: 'GET /{album}',
  source: 'https://developers.facebook.com/docs/graph-api/reference/album/',
  access: readsFeed,
  ...recordResult(albumView),
  run: ({ album, show }) => show(albumView, album),
})

/** Lists the published photos of an album, newest first. */
export const listAlbumPhotos = endpoint({
  route: 'GET /{album}/photos',
  source: photosSource,
  access: readsFeed,
  ...listResult(photoView),
  run(context) {
    const where = (photo: PhotoRow) => isVisible(context, photo)
    const source = { table: 'photos', edge: 'byAlbum', owner: [context.album.id], where } as const
    return context.pageOf(source, photoView)
  },
})

/** Uploads a photo to an album, like `uploadPagePhoto`. */
export const uploadAlbumPhoto = endpoint({
  route: 'POST /{album}/photos',
  source: photosSource,
  access: publishesContent,
  errors: [200, 100, 368, 324],
  params: photoParams,
  files: ['source'],
  view: photoView,
  result: uploadResult,
  run(context) {
    const { album, params, tx, refuseFor, readBack } = context
    const photo = uploadPhoto(context, present(tx, 'pages', album.page), params)
    if (isCallError(photo)) return refuseFor(photo)
    const placed = tx.patch('photos', photo.id, { album: album.id })
    tx.patch('albums', album.id, { updatedTime: tx.now })
    return { ...readBack(photoView, placed), ...uploadedIds(placed, album.page) }
  },
})
