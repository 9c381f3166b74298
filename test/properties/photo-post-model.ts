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
  /** Whether its own upload published it. */
  own: boolean
  /** When its upload publishes it without a story. */
  time: number | undefined
  updated: number
  /** From when on its day runs, if it is unpublished and in no post. */
  since: number
  profile: number | undefined
  gone: boolean
}

/** A post of a page. */
export interface Post {
  readonly id: string
  readonly page: number
  readonly message: string | undefined
  readonly link: boolean
  /** The photo whose upload made this post. */
  readonly upload: Photo | undefined
  photos: Photo[]
  names: number[]
  published: boolean
  /** When it will be published. */
  time: number | undefined
  created: number
  updated: number
  expires: number | undefined
  hidden: boolean
  rank: number
  gone: boolean
}

/** All that the contract says there is: what was made, in the order of its making, and the second it is. */
export interface Model {
  now: number
  readonly postsPerYear: number
  readonly pageNames: readonly string[]
  readonly photos: Photo[]
  readonly posts: Post[]
  readonly verified: boolean[]
  /** The last page of a list that was read: its links, the places of its ends, and what was asked. */
  left: { next?: unknown; previous?: unknown; first: Place; last: Place; list: List } | undefined
}

const MINUTE = 60
const DAY = 86_400

/** The model of a world without photos and posts. */
export const begin = (now: number, postsPerYear: number, pageNames: readonly string[]): Model => ({
  now,
  postsPerYear,
  pageNames,
  photos: [],
  posts: [],
  verified: [false, false],
  left: undefined,
})

/** What a call is refused with whose token is unknown. */
export const noToken = { refused: 190, subcode: 467 } as const

/** What a call is refused with whose node is not there, or is not shown to the caller. */
export const unseen = { refused: 100, subcode: 33 } as const
/** What a call is refused with that says something wrong. */
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

/** What a caller is refused with who may not do this on a page. */
export function forbidden(by: Caller, what: 'photos' | 'feed' | 'create' | 'delete'): Expected | undefined {
  const held = tasks[by]
  const creates = held.includes('CREATE_CONTENT') && by !== 'reader'
  const may = {
    photos: (held.includes('MODERATE') && by !== 'blind') || by === 'stranger',
    feed: (held.length > 0 && by !== 'blind') || by === 'stranger',
    create: creates && by !== 'blind',
    delete: creates,
  }
  return may[what] ? undefined : { refused: 200 }
}

const isExpired = ({ now }: Model, { expires }: Post): boolean => expires !== undefined && now >= expires

/** Whether a caller sees a post: one that has no task on the page sees what is published. */
export const seesPost = (model: Model, by: Caller, post: Post): boolean =>
  !post.gone && !isExpired(model, post) && (post.published || tasks[by].length > 0)

/** Whether a caller sees a photo. */
export const seesPhoto = (by: Caller, photo: Photo): boolean =>
  !photo.gone && (photo.published || tasks[by].length > 0)

/** The photo or post of a number, counted back from the newest; undefined before there is one. */
export const pick = <T>(all: readonly T[], number: number): T | undefined =>
  all[all.length - 1 - (number % Math.max(1, all.length))]

/** The posts that a photo is in. */
export const holders = (model: Model, photo: Photo): Post[] =>
  model.posts.filter((post) => !post.gone && post.photos.includes(photo))

/** Whether an unpublished photo is kept: a post shows it, or its own upload will publish it. */
const waits = (model: Model, photo: Photo): boolean =>
  photo.time !== undefined || holders(model, photo).length > 0

function publishPhotos(photos: readonly Photo[], at: number): void {
  for (const photo of photos) {
    photo.updated = at
    photo.published = true
  }
}

/** What time does: scheduled posts are published, and unpublished photos in no post go after a day. */
export function pass(model: Model, to: number): void {
  const due = [...model.posts, ...model.photos].flatMap((node) =>
    node.gone || node.time === undefined || node.time > to ? [] : { node, time: node.time },
  )
  for (const { node, time } of due.sort((a, b) => a.time - b.time)) {
    node.time = undefined
    if ('photos' in node) Object.assign(node, { published: true, created: time, updated: time })
    else node.own = true
    publishPhotos('photos' in node ? node.photos : [node], time)
  }
  for (const photo of model.photos) {
    if (photo.published || waits(model, photo)) continue
    if (photo.since + DAY <= to) photo.gone = true
  }
  model.now = to
}

/** The next instant at which something is due: a publication, a deletion, an expiry. */
export function nextDue(model: Model): number {
  const posts = model.posts.filter((post) => !post.gone)
  const instants = [
    ...posts.flatMap(({ time, expires }) => [time ?? 0, expires ?? 0]),
    ...model.photos
      .filter((photo) => !photo.gone && !photo.published)
      .map(({ since, time }) => time ?? since + DAY),
  ]
  return Math.min(...instants.filter((instant) => instant > model.now), model.now + 20 * MINUTE)
}

const badTime = (how: string, delay: number): boolean =>
  how.startsWith('scheduled') && (delay < 10 * MINUTE || delay > 75 * DAY)

type Made = Pick<Post, 'page' | 'message' | 'link' | 'upload' | 'photos' | 'names'>

function addPost(model: Model, id: unknown, how: string, delay: number, made: Made): void {
  const { now } = model
  const published = how === 'now'
  const time = how === 'scheduled' ? now + delay : undefined
  const rest = { expires: undefined, hidden: false, rank: 0, gone: false }
  model.posts.push({ id: String(id), ...made, published, time, created: now, updated: now, ...rest })
  if (published) publishPhotos(made.photos, now)
}

type Upload = Extract<Command, { kind: 'upload' }>

/** Uploads a photo. */
export function upload(model: Model, { by, page, how, delay, caption, tagged, wrong }: Upload): Expected {
  if (by === 'nobody') return noToken
  const no = forbidden(by, 'create')
  if (no) return no
  if (wrong) return { refused: wrong === 'neither' || wrong === 'missing' ? 324 : 100 }
  if (badTime(how, delay)) return invalid
  return {
    after({ id, post_id }) {
      const [created, temporary] = [model.now, /^(temporary|scheduled)/.test(how)]
      const published = how === 'now' || how === 'temporaryNow' || how === 'noStory'
      const time = how === 'scheduledNoStory' ? created + delay : undefined
      const times = { created, updated: created, since: created, profile: undefined, time }
      const about = { id: String(id), page, caption, tagged, temporary }
      const photo: Photo = { ...about, ...times, published, own: published, gone: false }
      model.photos.push(photo)
      const hasPost = (published && how !== 'noStory') || how === 'scheduled'
      if (hasPost !== (post_id !== undefined)) throw new Error('post_id')
      const made = { page, message: caption, link: false, upload: photo, photos: [photo], names: [] }
      if (post_id !== undefined) addPost(model, post_id, published ? 'now' : how, delay, made)
    },
  }
}

type Publish = Extract<Command, { kind: 'publish' }>

/** The text of a message as it is read: a mention of a page is its name. */
export function textOf(model: Model, { message, mention }: Pick<Publish, 'message' | 'mention'>) {
  if (message === undefined || mention === undefined) return message
  return `${message} ${model.pageNames[mention]}`
}

/** Publishes a post. */
export function publish(model: Model, command: Publish): Expected {
  const { by, page, how, delay, message, mention, link, media, wrong } = command
  if (by === 'nobody') return noToken
  const no = forbidden(by, 'create')
  if (no) return no
  if (wrong) return wrong === 'hiddenLink' ? { refused: 100, subcode: 1609005 } : invalid
  const photos = media.flatMap((number) => pick(model.photos, number) ?? [])
  if (message === undefined && !link && photos.length === 0) return invalid
  if (photos.some((photo, at) => photo.gone || photo.page !== page || photos.indexOf(photo) < at))
    return invalid
  if (badTime(how, delay) || (how === 'scheduled' && photos.some(({ temporary }) => !temporary)))
    return invalid
  const names = message === undefined || mention === undefined ? [] : [mention]
  const made = { page, message: textOf(model, command), link, upload: undefined, photos, names }
  return { after: ({ id }) => addPost(model, id, how, delay, made) }
}

/**
 * Takes a post away. A photo stays published by its own upload, as a profile picture, or by another published
 * post. One that is unpublished has a day, unless another post shows it or its own time is still to come.
 */
function dropPost(model: Model, post: Post): void {
  post.gone = true
  for (const photo of post.photos) {
    const stays =
      photo.own || photo.profile !== undefined || holders(model, photo).some((one) => one.published)
    if (photo.published ? stays : waits(model, photo)) continue
    Object.assign(photo, { published: false, since: model.now, updated: model.now })
  }
}

/** Deletes a post. */
export function deletePost(model: Model, by: Caller, post: Post | undefined): Expected {
  if (by === 'nobody') return noToken
  if (!post || !seesPost(model, by, post)) return unseen
  return forbidden(by, 'delete') ?? { value: { success: true }, after: () => dropPost(model, post) }
}

/** A photo goes with the post that its upload made, and with a post that would have nothing left to show. */
function dropPhoto(model: Model, photo: Photo): void {
  photo.gone = true
  for (const post of holders(model, photo)) {
    post.photos = post.photos.filter((other) => other !== photo)
    const empty = post.photos.length === 0 && post.message === undefined && !post.link
    if (empty || post.upload === photo) dropPost(model, post)
  }
}

/** Deletes a photo. */
export function deletePhoto(model: Model, by: Caller, photo: Photo | undefined): Expected {
  if (by === 'nobody') return noToken
  if (!photo || !seesPhoto(by, photo)) return unseen
  return forbidden(by, 'delete') ?? { value: { success: true }, after: () => dropPhoto(model, photo) }
}
