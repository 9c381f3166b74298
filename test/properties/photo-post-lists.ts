import type { Expected } from './agreement.ts'
import { type From, pageOf, type Row } from './list-model.ts'
import type { Caller, Command, List } from './photo-post-commands.ts'
import {
  invalid,
  invalidToken,
  type Model,
  notFound,
  type Photo,
  type Post,
  permissionError,
  pick,
  postsOf,
  seesPhoto,
  seesPost,
} from './photo-post-model.ts'

const yearOf = (second: number): number => new Date(second * 1000).getUTCFullYear()

/** Returns Unix seconds as the service writes a datetime. */
const isoOf = (second: number): string => new Date(second * 1000).toISOString().replace('.000Z', '+0000')

const withoutAbsent = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))

/** Returns the record of a photo. */
function shownPhoto(model: Model, by: Caller, photo: Photo): object {
  const posts = postsOf(model, photo).filter((post) => seesPost(model, by, post))
  return withoutAbsent({
    id: photo.id,
    page_story_id: (posts.find(({ upload }) => upload === photo) ?? posts[0])?.id,
    name: photo.caption,
    created_time: isoOf(photo.created),
    updated_time: isoOf(photo.updated),
  })
}

/** Returns the record of a post in a list. */
const shownPost = (post: Post, withIsPublished: boolean) =>
  withoutAbsent({
    id: post.id,
    message: post.message,
    created_time: post.created,
    updated_time: post.updated,
    ...(withIsPublished && { is_published: post.published }),
  })

/** Returns the expected outcome of reading a photo. */
export function readPhoto(model: Model, by: Caller, photo: Photo | undefined): Expected {
  if (by === 'nobody') return invalidToken
  if (!photo || !seesPhoto(by, photo)) return notFound
  return permissionError(by, 'photos') ?? { value: shownPhoto(model, by, photo) }
}

/** Returns the expected outcome of reading a post. */
export function readPost(model: Model, by: Caller, post: Post | undefined): Expected {
  if (by === 'nobody') return invalidToken
  if (!post || !seesPost(model, by, post)) return notFound
  const value = withoutAbsent({
    ...shownPost(post, true),
    photos: post.photos.map(({ id }) => id),
    sheduled_publish_time: post.publishTime,
    is_hidden: post.hidden,
    is_expired: false,
    is_eligible_for_promotion: post.publishTime === undefined,
  })
  return permissionError(by, 'feed') ?? { value }
}

function photoRows(model: Model, { by, page, type = 'profile' }: Extract<List, { type: unknown }>): Row[] {
  const belongs = (photo: Photo) =>
    type === 'tagged'
      ? photo.tagged === page
      : photo.page === page && (type === 'uploaded' || photo.profileTime)
  return model.photos.flatMap((photo, order) => {
    if (photo.deleted || !photo.published || !belongs(photo)) return []
    const instant = type === 'profile' ? (photo.profileTime ?? 0) : photo.created
    return [{ at: [instant, order] as const, shown: shownPhoto(model, by, photo) }]
  })
}

/** Returns the posts that the feed can contain: of each year, the published posts with the highest rank. */
function ranked({ postsPerYear }: Model, posts: readonly Post[], all: readonly Post[]): Post[] {
  const better = (a: Post, b: Post) =>
    b.rank - a.rank || b.created - a.created || all.indexOf(b) - all.indexOf(a)
  return posts.filter((post) => {
    const rivals = posts.filter(
      (other) => other.published && yearOf(other.created) === yearOf(post.created) && better(other, post) < 0,
    )
    return !post.published || rivals.length < postsPerYear
  })
}

function postRows(model: Model, list: Extract<List, { asked: unknown }>): Row[] {
  const { posts } = model
  const { by, page, asked, filter } = list
  const seen = posts.filter((post) => seesPost(model, by, post))
  const wanted = (post: Post) => (filter === undefined ? asked || post.published : post.published === filter)
  const tagging = ({ tagged, page: of, published }: Post) =>
    tagged.includes(page) && (of === page || model.verified[of]) && published
  const members =
    list.kind === 'listTagged'
      ? seen.filter(tagging)
      : ranked(
          model,
          seen.filter((post) => post.page === page),
          posts,
        ).filter(wanted)
  return members.map((post) => ({
    at: [post.created, posts.indexOf(post)] as const,
    shown: shownPost(post, asked),
  }))
}

function pageFrom(model: Model, list: List, from?: From): Expected {
  const rows = list.kind === 'listPhotos' ? photoRows(model, list) : postRows(model, list)
  const { value, ends } = pageOf(rows, list.limit, from)
  return {
    value,
    after({ next, previous }) {
      if (ends && (next || previous)) model.lastPage = { next, previous, ...ends, list }
    },
  }
}

/** Returns the expected first page of a list. */
export function readList(model: Model, list: List): Expected {
  const { by, limit = 25 } = list
  if (by === 'nobody') return invalidToken
  const no = permissionError(by, list.kind === 'listPhotos' ? 'photos' : 'feed')
  if (no) return no
  if (limit < 1 || (list.kind === 'listPhotos' ? list.type === 'album' : limit > 100)) return invalid
  return pageFrom(model, list)
}

/** Returns the expected page behind a link of the last page. The cursor of another list is invalid. */
export function followLink(model: Model, { to }: Extract<Command, { kind: 'follow' }>): Expected | undefined {
  const { lastPage } = model
  if (!lastPage?.[to === 'previous' ? to : 'next']) return undefined
  if (to === 'otherList') return invalid
  return pageFrom(model, lastPage.list, to === 'next' ? { after: lastPage.last } : { before: lastPage.first })
}

/** Returns the expected outcome of an action on a post. */
export function changePost(model: Model, command: Extract<Command, { post: number }>): Expected {
  const post = pick(model.posts, command.post)
  if (!post || post.deleted) return invalid
  if (command.kind === 'rank' && !Number.isInteger(command.score)) return invalid
  const { now } = model
  return {
    after() {
      if (command.kind === 'comment') post.updated = now
      if (command.kind === 'hide') post.hidden = command.hidden
      if (command.kind === 'expire')
        post.expires = command.delay === undefined ? undefined : now + command.delay
      if (command.kind === 'rank') post.rank = command.score
      if (command.kind === 'tag') post.tagged.push(command.page)
    },
  }
}

/** Returns the expected outcome of making a photo the profile picture of a page. */
export function setProfile(model: Model, page: number, photo: Photo | undefined): Expected {
  if (!photo || photo.deleted || !photo.published || photo.page !== page) return invalid
  return {
    after() {
      photo.profileTime = model.now
    },
  }
}

/** Returns the expected outcome of verifying a page. Only the pages 0 and 1 exist. */
export function verify({ verified }: Model, page: number, value: boolean): Expected {
  if (page > 1) return invalid
  return {
    after() {
      verified[page] = value
    },
  }
}
