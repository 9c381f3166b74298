import { ownAccess } from '../../service/access/ownership.ts'
import { endpoint } from '../../service/routes/define.ts'
import { listResult, recordResult } from '../../service/views/results.ts'
import { childView, mediaView } from './media-view.ts'

const hasNoChildren = (id: number): string => `The media ${id} is not an album: it has no children`

const chapter = 'Endpoints › Reference endpoints'

/** Only the owner's user token with user_media reads media (SIL-183). */
const readsMedia = ownAccess('user_media')

/** Reads an image, a video or an album. Requires a user token of its owner. */
export const readMedia = endpoint({
  route: 'GET /{media}', // USR-021
  chapter,
  access: readsMedia,
  errors: [100, 200],
  ...recordResult(mediaView),
  run({ media, asks, show, refuse }) {
    if (asks('children') && media.type !== 'CAROUSEL_ALBUM') return refuse(100, hasNoChildren(media.id))
    return show(mediaView, media)
  },
})

/** Lists the images and videos of an album, in its order. By default each item has only its id. */
export const listMediaChildren = endpoint({
  route: 'GET /{media}/children', // USR-023
  chapter,
  access: readsMedia,
  errors: [100, 200],
  ...listResult(childView),
  run({ media, refuse, pageOf }) {
    if (media.type !== 'CAROUSEL_ALBUM') return refuse(100, hasNoChildren(media.id))
    const source = { table: 'media', edge: 'children', owner: [media.id], ascending: true } as const
    return pageOf(source, childView)
  },
})

/** Lists the images, videos and albums of a person, newest first. The items of albums are not listed. */
export const listUserMedia = endpoint({
  route: 'GET /{user}/media', // USR-024
  chapter,
  access: readsMedia,
  ...listResult(mediaView),
  run: ({ user, pageOf }) => pageOf({ table: 'media', edge: 'byOwner', owner: [user.id] }, mediaView),
})
