import { z } from 'zod'
import { type Access, lacking, pageAccess } from '../../graph/access/access.ts'
import { ownAccess } from '../../graph/access/ownership.ts'
import { isVisible } from '../../graph/access/visibility.ts'
import { isSelf } from '../../graph/caller/caller.ts'
import { endpoint } from '../../graph/define.ts'
import { unsupported } from '../../graph/pipeline.ts'
import { defaulted, oneOf } from '../../graph/values/scalars.ts'
import { nonexisting } from '../../graph/views/fields.ts'
import { listOf, pagingParams } from '../../graph/views/paging.ts'
import { record } from '../../graph/views/record.ts'
import { childView, mediaView } from '../media/media.ts'
import { photoView } from '../photos/photo.ts'
import { pageTasks } from './records.ts'
import { managedPageView, meView, pageView, userView } from './user-view.ts'

const chapter = 'Endpoints › Reference endpoints'

/** Reading a person: himself with user_profile; of others everybody sees who they are (SIL-182, SIL-183). */
const readsPerson: Access = {
  ...ownAccess('user_profile'),
  refuse({ viewer }, _account, node) {
    const self = viewer.user !== undefined && isSelf(viewer, node?.id ?? viewer.user.id)
    return self ? lacking(viewer, ['user_profile']) : undefined
  },
}

const readsMedia = ownAccess('user_media')

/**
 * Lists photos of a person, newest first: by default those that he is tagged in, with `type` those that he
 * uploaded. His own user token alone may read them. Unpublished photos are in neither list.
 */
export const listUserPhotos = endpoint({
  route: 'GET /{user}/photos',
  also: {
    'GET /{user}/photos/uploaded': { type: 'uploaded' },
    'GET /{user}/photos/tagged': { type: 'tagged' },
  },
  chapter: 'Endpoints › User photos',
  access: ownAccess('user_photos'),
  errors: [100, 190, 200, 104, 102],
  params: z.object({ type: defaulted(oneOf(['tagged', 'uploaded']), 'tagged'), ...pagingParams }),
  view: photoView,
  result: listOf(record(photoView)),
  run(asking) {
    const { user, params, pageOf } = asking
    const source = {
      table: 'photos',
      edge: params.type,
      owner: [user.id],
      where: (photo: Parameters<typeof isVisible>[1]) => isVisible(asking, photo),
    } as const
    return pageOf(source, photoView)
  },
})

/** Reads the current user: the person of a user token, or the page of a page token, as its id and name. */
export const me = endpoint({
  route: 'GET /me',
  chapter,
  access: readsPerson,
  errors: [100, 200],
  params: z.object({}),
  view: meView,
  result: record(meView),
  run({ viewer: { kind, page, user }, policy, asks, show, refuseFor }) {
    if (kind !== 'page') return user ? show(meView, user) : refuseFor(unsupported('GET', ['me']))
    if (!page) return refuseFor(unsupported('GET', ['me']))
    const strange = Object.keys(meView.fields).find(
      (name) => asks(name) && !Object.hasOwn(pageView.fields, name),
    )
    if (strange !== undefined && policy.unknownFields === 'refuse')
      return refuseFor(nonexisting(strange, pageView.name))
    return show(pageView, page)
  },
})

/** Reads a person. Of another person than the token's only the id and the name are shown. */
export const readUser = endpoint({
  route: 'GET /{user}',
  chapter,
  access: readsPerson,
  errors: [],
  params: z.object({}),
  view: userView,
  result: record(userView),
  run: ({ user, show }) => show(userView, user),
})

/** Reads a page. */
export const readPage = endpoint({
  route: 'GET /{page}',
  chapter,
  access: pageAccess({ tasks: pageTasks, permissions: ['pages_read_engagement'], publicContent: true }),
  errors: [],
  params: z.object({}),
  view: pageView,
  result: record(pageView),
  run: ({ page, show }) => show(pageView, page),
})

/** Lists the pages on which a person has a task, each with a token of it that speaks for the page. */
export const listManagedPages = endpoint({
  route: 'GET /{user}/accounts',
  chapter: 'Authentication',
  access: ownAccess(),
  errors: [],
  params: z.object(pagingParams),
  view: managedPageView,
  result: listOf(record(managedPageView)),
  run: ({ user, pageOf }) =>
    pageOf({ table: 'pageRoles', edge: 'byUser', owner: [user.id] }, managedPageView),
})

/** Reads an image, a video or an album of the person who owns it. */
export const readMedia = endpoint({
  route: 'GET /{media}',
  chapter,
  access: readsMedia,
  errors: [100, 200],
  params: z.object({}),
  view: mediaView,
  result: record(mediaView),
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
  result: listOf(record(childView)),
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
  result: listOf(record(mediaView)),
  run: ({ user, pageOf }) => pageOf({ table: 'media', edge: 'byOwner', owner: [user.id] }, mediaView),
})
