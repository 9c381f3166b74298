import type { Expected } from './agreement.ts'
import type { Place } from './list-model.ts'
import type { Caller, Command, List } from './photo-post-commands.ts'

/** A photo of a page. */
export interface Photo {
  readonly id: string
  readonly page: number
  readonly temporary: boolean
  readonly caption: string | undefined
  readonly tagged: number | undefined
  readonly created: number
  published: boolean
  /** Whether its upload published it. */
  publishedByUpload: boolean
  /** When a photo that was uploaded with a time and without a story is published. */
  publishTime: number | undefined
  updated: number
  /** The start of the 24 hours after which an unpublished photo without a post is deleted. */
  unusedSince: number
  profileTime: number | undefined
  deleted: boolean
}

/** A post of a page. */
export interface Post {
  readonly id: string
  readonly page: number
  readonly message: string | undefined
  readonly link: boolean
  /** The photo whose upload created this post. */
  readonly upload: Photo | undefined
  photos: Photo[]
  tagged: number[]
  published: boolean
  /** When a scheduled post is published. */
  publishTime: number | undefined
  created: number
  updated: number
  expires: number | undefined
  hidden: boolean
  rank: number
  deleted: boolean
}

/** The state that the contract requires: photos and posts in order of creation, and the time in seconds. */
export interface Model {
  now: number
  readonly postsPerYear: number
  readonly pageNames: readonly string[]
  readonly photos: Photo[]
  readonly posts: Post[]
  readonly verified: boolean[]
  /** The last list page that was read: its links, its first and last item, and its command. */
  lastPage: { next?: unknown; previous?: unknown; first: Place; last: Place; list: List } | undefined
}

const MINUTE = 60
const DAY = 86_400

/** Returns the model of a world without photos and posts. */
export const emptyModel = (now: number, postsPerYear: number, pageNames: readonly string[]): Model => ({
  now,
  postsPerYear,
  pageNames,
  photos: [],
  posts: [],
  verified: [false, false],
  lastPage: undefined,
})

/** The error of a call with an unknown token. */
export const invalidToken = { refused: 190, subcode: 467 } as const

/** The error of a call for a node that does not exist, or that the caller may not see. */
export const notFound = { refused: 100, subcode: 33 } as const

/** The error of a call with an invalid parameter. */
export const invalid = { refused: 100 } as const

const tasks: Readonly<Record<Caller, readonly string[]>> = {
  owner: ['CREATE_CONTENT', 'MANAGE', 'MODERATE'],
  writer: ['CREATE_CONTENT'],
  moderator: ['MODERATE'],
  reader: ['CREATE_CONTENT', 'MANAGE', 'MODERATE'],
  blind: ['CREATE_CONTENT', 'MANAGE', 'MODERATE'],
  stranger: [],
  outsider: [],
  nobody: [],
}

/** The error if the caller lacks a task or permission for an operation on a page. */
export function permissionError(
  by: Caller,
  operation: 'photos' | 'feed' | 'create' | 'delete',
): Expected | undefined {
  const held = tasks[by]
  const creates = held.includes('CREATE_CONTENT') && by !== 'reader'
  const isAllowed = {
    photos: (held.includes('MODERATE') && by !== 'blind') || by === 'stranger',
    feed: (held.length > 0 && by !== 'blind') || by === 'stranger',
    create: creates && by !== 'blind',
    delete: creates,
  }
  return isAllowed[operation] ? undefined : { refused: 200 }
}

const isExpired = ({ now }: Model, { expires }: Post): boolean => expires !== undefined && now >= expires

/** Whether the caller may see a post. Without a task on the page they see only published posts. */
export const seesPost = (model: Model, by: Caller, post: Post): boolean =>
  !post.deleted && !isExpired(model, post) && (post.published || tasks[by].length > 0)

/** Whether the caller may see a photo. */
export const seesPhoto = (by: Caller, photo: Photo): boolean =>
  !photo.deleted && (photo.published || tasks[by].length > 0)

/** Returns the item with a number, counted back from the newest; undefined if the list is empty. */
export const pick = <T>(all: readonly T[], number: number): T | undefined =>
  all[all.length - 1 - (number % Math.max(1, all.length))]

/** Returns the existing posts of a photo. */
export const postsOf = (model: Model, photo: Photo): Post[] =>
  model.posts.filter((post) => !post.deleted && post.photos.includes(photo))

/** Whether an unpublished photo does not expire: a post uses it, or it is scheduled. */
const isWaiting = (model: Model, photo: Photo): boolean =>
  photo.publishTime !== undefined || postsOf(model, photo).length > 0

function publishPhotos(photos: readonly Photo[], at: number): void {
  for (const photo of photos) {
    photo.updated = at
    photo.published = true
  }
}

/** Moves time on. Scheduled posts and photos are published; unused photos are deleted after a day. */
export function advanceTo(model: Model, to: number): void {
  const due = [...model.posts, ...model.photos].flatMap((node) =>
    node.deleted || node.publishTime === undefined || node.publishTime > to
      ? []
      : { node, time: node.publishTime },
  )
  for (const { node, time } of due.sort((a, b) => a.time - b.time)) {
    node.publishTime = undefined
    if ('photos' in node) Object.assign(node, { published: true, created: time, updated: time })
    else node.publishedByUpload = true
    publishPhotos('photos' in node ? node.photos : [node], time)
  }
  expire(model, to)
  model.now = to
}

/** Deletes the unpublished photos without a post whose 24 hours are over. */
function expire(model: Model, to: number): void {
  for (const photo of model.photos) {
    if (photo.published || isWaiting(model, photo)) continue
    if (photo.unusedSince + DAY <= to) photo.deleted = true
  }
}

/** Returns the time of the next publication, deletion or expiry. */
export function nextDue(model: Model): number {
  const posts = model.posts.filter((post) => !post.deleted)
  const instants = [
    ...posts.flatMap(({ publishTime, expires }) => [publishTime ?? 0, expires ?? 0]),
    ...model.photos
      .filter((photo) => !photo.deleted && !photo.published)
      .map(({ unusedSince, publishTime }) => publishTime ?? unusedSince + DAY),
  ]
  return Math.min(...instants.filter((instant) => instant > model.now), model.now + 20 * MINUTE)
}

const isBadTime = (how: string, delay: number): boolean =>
  how.startsWith('scheduled') && (delay < 10 * MINUTE || delay > 75 * DAY)

type PostContent = Pick<Post, 'page' | 'message' | 'link' | 'upload' | 'photos' | 'tagged'>

function addPost(model: Model, id: unknown, how: string, delay: number, content: PostContent): void {
  const { now } = model
  const published = how === 'now'
  const publishTime = how === 'scheduled' ? now + delay : undefined
  const rest = { expires: undefined, hidden: false, rank: 0, deleted: false }
  model.posts.push({
    id: String(id),
    ...content,
    published,
    publishTime,
    created: now,
    updated: now,
    ...rest,
  })
  if (published) publishPhotos(content.photos, now)
}

type Upload = Extract<Command, { kind: 'upload' }>

/** Returns the expected outcome of an upload. */
export function upload(model: Model, { by, page, how, delay, caption, tagged, wrong }: Upload): Expected {
  if (by === 'nobody') return invalidToken
  const no = permissionError(by, 'create')
  if (no) return no
  if (wrong) return { refused: wrong === 'neither' || wrong === 'missing' ? 324 : 100 }
  if (isBadTime(how, delay)) return invalid
  return {
    after({ id, post_id }) {
      const [created, temporary] = [model.now, /^(temporary|scheduled)/.test(how)]
      const published = how === 'now' || how === 'temporaryNow' || how === 'noStory'
      const publishTime = how === 'scheduledNoStory' ? created + delay : undefined
      const times = {
        created,
        updated: created,
        unusedSince: created,
        profileTime: undefined,
        publishTime,
      }
      const columns = { id: String(id), page, caption, tagged, temporary }
      const photo: Photo = { ...columns, ...times, published, publishedByUpload: published, deleted: false }
      model.photos.push(photo)
      const hasPost = (published && how !== 'noStory') || how === 'scheduled'
      if (hasPost !== (post_id !== undefined)) throw new Error('post_id')
      const content = { page, message: caption, link: false, upload: photo, photos: [photo], tagged: [] }
      if (post_id !== undefined) addPost(model, post_id, published ? 'now' : how, delay, content)
    },
  }
}

type Publish = Extract<Command, { kind: 'publish' }>

/** Returns a message with the name of the page in place of its mention. */
function textOf(model: Model, { message, mention }: Pick<Publish, 'message' | 'mention'>) {
  if (message === undefined || mention === undefined) return message
  return `${message} ${model.pageNames[mention]}`
}

/** Returns the expected outcome of publishing a post. */
export function publish(model: Model, command: Publish): Expected {
  const { by, page, how, delay, message, mention, link, media, wrong } = command
  if (by === 'nobody') return invalidToken
  const no = permissionError(by, 'create')
  if (no) return no
  if (wrong) return wrong === 'hiddenLink' ? { refused: 100, subcode: 1609005 } : invalid
  const photos = media.flatMap((number) => pick(model.photos, number) ?? [])
  if (message === undefined && !link && photos.length === 0) return invalid
  if (photos.some((photo, at) => photo.deleted || photo.page !== page || photos.indexOf(photo) < at))
    return invalid
  if (isBadTime(how, delay) || (how === 'scheduled' && photos.some(({ temporary }) => !temporary)))
    return invalid
  const tagged = message === undefined || mention === undefined ? [] : [mention]
  const content = { page, message: textOf(model, command), link, upload: undefined, photos, tagged }
  return { after: ({ id }) => addPost(model, id, how, delay, content) }
}

/**
 * Removes a post. A photo stays published if its upload published it, if it is a profile picture, or if
 * another published post shows it. A photo that only this post published has 24 hours, and any other
 * unpublished photo what is left of the 24 hours since its upload, unless a post uses it or it is scheduled.
 */
function removePost(model: Model, post: Post): void {
  post.deleted = true
  for (const photo of post.photos) {
    const staysPublished =
      photo.publishedByUpload ||
      photo.profileTime !== undefined ||
      postsOf(model, photo).some((one) => one.published)
    if (photo.published ? staysPublished : isWaiting(model, photo)) continue
    const unusedSince = photo.published && !isWaiting(model, photo) ? model.now : photo.created
    Object.assign(photo, { published: false, unusedSince, updated: model.now })
  }
  expire(model, model.now)
}

/** Returns the expected outcome of deleting a post. */
export function deletePost(model: Model, by: Caller, post: Post | undefined): Expected {
  if (by === 'nobody') return invalidToken
  if (!post || !seesPost(model, by, post)) return notFound
  return permissionError(by, 'delete') ?? { value: { success: true }, after: () => removePost(model, post) }
}

/** Removes a photo, its story, and the posts that it leaves empty. */
function removePhoto(model: Model, photo: Photo): void {
  photo.deleted = true
  for (const post of postsOf(model, photo)) {
    post.photos = post.photos.filter((other) => other !== photo)
    const isEmpty = post.photos.length === 0 && post.message === undefined && !post.link
    if (isEmpty || post.upload === photo) removePost(model, post)
  }
}

/** Returns the expected outcome of deleting a photo. */
export function deletePhoto(model: Model, by: Caller, photo: Photo | undefined): Expected {
  if (by === 'nobody') return invalidToken
  if (!photo || !seesPhoto(by, photo)) return notFound
  return permissionError(by, 'delete') ?? { value: { success: true }, after: () => removePhoto(model, photo) }
}
