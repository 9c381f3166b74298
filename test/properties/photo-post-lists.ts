import type { Expected } from './agreement.ts'
import { type From, pageOf, type Row } from './list-model.ts'
import type { Caller, Command, List } from './photo-post-commands.ts'
import {
  forbidden,
  holders,
  invalid,
  type Model,
  noToken,
  type Photo,
  type Post,
  pick,
  seesPhoto,
  seesPost,
  unseen,
} from './photo-post-model.ts'

const yearOf = (second: number): number => new Date(second * 1000).getUTCFullYear()

/** The instant of a datetime as it is read. */
export const isoOf = (second: number): string =>
  new Date(second * 1000).toISOString().replace('.000Z', '+0000')

const withoutAbsent = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))

/** A photo as it is read. */
function shownPhoto(model: Model, by: Caller, photo: Photo): object {
  // A stranger is told of published posts alone.
  const posts = holders(model, photo).filter(({ published }) => published || by !== 'stranger')
  return withoutAbsent({
    id: photo.id,
    page_story_id: (posts.find(({ upload }) => upload === photo) ?? posts[0])?.id,
    name: photo.caption,
    created_time: isoOf(photo.created),
    updated_time: isoOf(photo.updated),
  })
}

/** A post as it is listed. */
const shownPost = (post: Post, asked: boolean) =>
  withoutAbsent({
    id: post.id,
    message: post.message,
    created_time: post.created,
    updated_time: post.updated,
    ...(asked && { is_published: post.published }),
  })

/** Reads a photo. */
export function readPhoto(model: Model, by: Caller, photo: Photo | undefined): Expected {
  if (by === 'nobody') return noToken
  if (!photo || !seesPhoto(by, photo)) return unseen
  return forbidden(by, 'photos') ?? { value: shownPhoto(model, by, photo) }
}

/** Reads a post. */
export function readPost(model: Model, by: Caller, post: Post | undefined): Expected {
  if (by === 'nobody') return noToken
  if (!post || !seesPost(model, by, post)) return unseen
  const value = withoutAbsent({
    ...shownPost(post, true),
    photos: post.photos.map(({ id }) => id),
    sheduled_publish_time: post.time,
    is_hidden: post.hidden,
    is_expired: false,
    is_eligible_for_promotion: post.time === undefined,
  })
  return forbidden(by, 'feed') ?? { value }
}

function photoRows(model: Model, { by, page, type = 'profile' }: Extract<List, { type: unknown }>): Row[] {
  const belongs = (photo: Photo) =>
    type === 'tagged' ? photo.tagged === page : photo.page === page && (type === 'uploaded' || photo.profile)
  return model.photos.flatMap((photo, order) => {
    if (photo.gone || !photo.published || !belongs(photo)) return []
    const instant = type === 'profile' ? (photo.profile ?? 0) : photo.created
    return [{ at: [instant, order] as const, shown: shownPhoto(model, by, photo) }]
  })
}

/** Of a year's published posts the feed has the highest in rank, then the newest. */
function readable({ postsPerYear }: Model, posts: readonly Post[], all: readonly Post[]): Post[] {
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
  const tagging = ({ names, page: of, published }: Post) =>
    names.includes(page) && (of === page || model.verified[of]) && published
  const members =
    list.kind === 'listTagged'
      ? seen.filter(tagging)
      : readable(
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
      if (ends && (next || previous)) model.left = { next, previous, ...ends, list }
    },
  }
}

/** Reads a list from its beginning. */
export function readList(model: Model, list: List): Expected {
  const { by, limit = 25 } = list
  if (by === 'nobody') return noToken
  const no = forbidden(by, list.kind === 'listPhotos' ? 'photos' : 'feed')
  if (no) return no
  if (limit < 1 || (list.kind === 'listPhotos' ? list.type === 'album' : limit > 100)) return invalid
  return pageFrom(model, list)
}

/** Goes on where a list was left, whatever has happened since. Another list does not take its cursor. */
export function follow(model: Model, { to }: Extract<Command, { kind: 'follow' }>): Expected | undefined {
  const { left } = model
  if (!left?.[to === 'previous' ? to : 'next']) return undefined
  if (to === 'astray') return invalid
  return pageFrom(model, left.list, to === 'next' ? { after: left.last } : { before: left.first })
}

/** What people and the platform do to a post. */
export function affect(model: Model, command: Extract<Command, { post: number }>): Expected {
  const post = pick(model.posts, command.post)
  if (!post || post.gone) return invalid
  if (command.kind === 'rank' && !Number.isInteger(command.score)) return invalid
  const { now } = model
  return {
    after() {
      if (command.kind === 'comment') post.updated = now
      if (command.kind === 'hide') post.hidden = command.hidden
      if (command.kind === 'expire')
        post.expires = command.delay === undefined ? undefined : now + command.delay
      if (command.kind === 'rank') post.rank = command.score
      if (command.kind === 'tag') post.names.push(command.page)
    },
  }
}

/** Makes a published photo of a page its profile picture. */
export function setProfile(model: Model, page: number, photo: Photo | undefined): Expected {
  if (!photo || photo.gone || !photo.published || photo.page !== page) return invalid
  return {
    after() {
      photo.profile = model.now
    },
  }
}

/** Says whether a page is authentic. There are two pages. */
export function verify({ verified }: Model, page: number, value: boolean): Expected {
  if (page > 1) return invalid
  return {
    after() {
      verified[page] = value
    },
  }
}
