import { z } from 'zod'
import { ownAccess } from '../../graph/access/ownership.ts'
import { endpoint } from '../../graph/define.ts'
import { listOf, pagingParams } from '../../graph/views/paging.ts'
import { recordSchema } from '../../graph/views/record.ts'
import { childView, mediaView } from './media-view.ts'

const chapter = 'Endpoints › Reference endpoints'

const readsMedia = ownAccess('user_media')

/** Reads an image, a video or an album of the person who owns it. */
export const readMedia = endpoint({
  route: 'GET /{media}',
  chapter,
  access: readsMedia,
  errors: [100, 200],
  params: z.object({}),
  view: mediaView,
  result: recordSchema(mediaView),
  run({ media, asks, show, refuse }) {
    if (asks('children') && media.type !== 'CAROUSEL_ALBUM')
      return refuse(100, `The media ${media.id} is no album: it has no children`)
    return show(mediaView, media)
  },
})

/** Lists what an album holds, in its order: the ids, and with `fields` the rest of each. */
export const listMediaChildren = endpoint({
  route: 'GET /{media}/children',
  chapter,
  access: readsMedia,
  errors: [100, 200],
  params: z.object(pagingParams),
  view: childView,
  result: listOf(recordSchema(childView)),
  run({ media, refuse, pageOf }) {
    if (media.type !== 'CAROUSEL_ALBUM')
      return refuse(100, `The media ${media.id} is no album: it has no children`)
    const source = { table: 'media', edge: 'children', owner: [media.id], ascending: true } as const
    return pageOf(source, childView)
  },
})

/** Lists the images, videos and albums of a person, newest first. What stands in an album is not listed. */
export const listUserMedia = endpoint({
  route: 'GET /{user}/media',
  chapter,
  access: readsMedia,
  errors: [],
  params: z.object(pagingParams),
  view: mediaView,
  result: listOf(recordSchema(mediaView)),
  run: ({ user, pageOf }) => pageOf({ table: 'media', edge: 'byOwner', owner: [user.id] }, mediaView),
})
