import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PageTask } from '../../src/chapters/people/records.ts'
import { permissions } from '../../src/service/caller/caller.ts'
import { createWorld } from '../../src/world/create-world.ts'
import type { World } from '../../src/world/world.ts'
import { holds, path, scale } from '../chance.ts'
import { act, call, jsonOf } from '../service/scene.ts'
import { type Came, cameOf, countOf, type Expected } from './agreement.ts'
import { anyCommand, type Caller, type Command, type List } from './photo-post-commands.ts'
import {
  changePost,
  followLink,
  readList,
  readPhoto,
  readPost,
  setProfile,
  verify,
} from './photo-post-lists.ts'
import {
  advanceTo,
  deletePhoto,
  deletePost,
  emptyModel,
  type Model,
  nextDue,
  pick,
  publish,
  upload,
} from './photo-post-model.ts'

const RUNS = 200
const picture = 'https://img.test/a.png'
const unknownId = '123456789012345'
const pageNames = ['Starter Page', 'Other 🏝️ Page'] as const

/** Two pages, and a token for each caller. */
const start = (() => {
  const world = createWorld({ validateAnswers: true })
  const { app, user, page, pageToken, userToken } = world.starter({ publications: false })
  const { actions } = world
  const pages = [page, actions.createPage({ name: pageNames[1], administrators: [user] }).unwrap().id]
  actions.registerUrl({ url: 'https://img.test/missing.png', missing: true }).unwrap()
  actions.registerUrl({ url: 'https://web.test/hidden', hidden: true }).unwrap()
  const reader = actions.createApp({ name: 'Reader', publicContentAccess: true }).unwrap().id
  const tokenOf = (tasks: readonly PageTask[], without: string[] = [], by = app) => {
    const holder = actions.createUser({ name: 'Holder' }).unwrap().id
    for (const of of pages) actions.assignTasks({ page: of, user: holder, tasks }).unwrap()
    const scopes = permissions.filter((permission) => !without.includes(permission))
    return actions.issueToken({ kind: 'user', app: by, user: holder, scopes }).unwrap().token
  }
  const all = ['CREATE_CONTENT', 'MANAGE', 'MODERATE'] as const
  const tokens: Record<Exclude<Caller, 'owner'>, string> = {
    writer: tokenOf(['CREATE_CONTENT']),
    moderator: tokenOf(['MODERATE']),
    reader: tokenOf(all, ['pages_manage_posts']),
    blind: tokenOf(all, ['pages_read_engagement']),
    stranger: tokenOf([], [], reader),
    outsider: tokenOf([]),
    nobody: 'nobody',
  }
  return { world, user, pages, tokens: { ...tokens, owner: [pageToken, userToken] } }
})()

/** The worlds in which a sequence starts: a feed shows 600 posts of a year, as in the contract, or two. */
const policies = [600, 2].map((rankedPostsPerYear) => ({
  rankedPostsPerYear,
  world: start.world.fork({ policy: { rankedPostsPerYear } }),
}))

/** The world of one sequence, and its model. */
interface Run {
  readonly world: World
  readonly model: Model
}

const tokenFor = (by: Caller, page: number): string =>
  by === 'owner' ? (start.tokens.owner[page] ?? '') : start.tokens[by]

/** Returns the parameters that control the publication of a post or photo. */
function publicationParams(how: string, at: number): object {
  const scheduled = { unpublished_content_type: 'SCHEDULED', scheduled_publish_time: at }
  const ways: Record<string, object> = {
    now: {},
    noStory: { no_story: true },
    draft: { published: false },
    typed: { published: false, unpublished_content_type: 'DRAFT' },
    temporary: { published: false, temporary: true },
    temporaryNow: { temporary: true },
    scheduled: { published: false, ...scheduled },
    scheduledNoStory: { published: false, no_story: true, ...scheduled },
  }
  return ways[how] ?? {}
}

/** Returns parameters with one mistake. */
function wrongParams(wrong: string | undefined, at: number): object {
  const later = { scheduled_publish_time: at, temporary: true }
  const type = 'unpublished_content_type'
  const ways: Record<string, object> = {
    neither: { url: undefined },
    both: { source: new Uint8Array(9) },
    noUrl: { url: 'ftp://img.test/a.png' },
    missing: { url: 'https://img.test/missing.png' },
    target: { target_id: 1 },
    timeOfPublished: { ...later, published: true, [type]: 'SCHEDULED' },
    timeOfDraft: { ...later, published: false, [type]: 'DRAFT' },
    notTemporary: { ...later, published: false, [type]: 'SCHEDULED', temporary: false },
    noTime: { published: false, [type]: 'SCHEDULED', temporary: true, scheduled_publish_time: undefined },
    typePublished: { published: false, [type]: 'PUBLISHED', scheduled_publish_time: undefined },
    unknownType: { published: false, [type]: 'LATER' },
    noLink: { link: 'ftp://img.test/' },
    hiddenLink: { link: 'https://web.test/hidden', attached_media: undefined },
    unknownPhoto: { attached_media: [{ media_fbid: unknownId }] },
    actions: { published: false, actions: [{ name: 'Look', link: picture }], message: 'x' },
  }
  return wrong === undefined ? {} : (ways[wrong] ?? {})
}

function sendUpload({ world, model }: Run, command: Extract<Command, { kind: 'upload' }>): Came {
  const { by, page, how, delay, caption, tagged, wrong } = command
  return cameOf(
    call(world, tokenFor(by, page), 'uploadPagePhoto', {
      page: start.pages[page],
      url: picture,
      ...(caption !== undefined && { caption }),
      ...(tagged !== undefined && { tags: [{ tag_uid: start.pages[tagged], x: 1, y: 2 }] }),
      ...publicationParams(how, model.now + delay),
      ...(how.startsWith('scheduled') && { temporary: true }),
      ...wrongParams(wrong, model.now + 3_600),
    }),
  )
}

function sendPost({ world, model }: Run, command: Extract<Command, { kind: 'publish' }>): Came {
  const { by, page, how, delay, message, mention, link, media, wrong } = command
  const photos = media.flatMap((number) => pick(model.photos, number)?.id ?? [])
  const mentioned = mention === undefined ? '' : ` @[${start.pages[mention]}]`
  return cameOf(
    call(world, tokenFor(by, page), 'publishPost', {
      page: start.pages[page],
      ...(message !== undefined && { message: message + mentioned }),
      ...(link && { link: 'https://shop.test/' }),
      attached_media: photos.map((media_fbid) => ({ media_fbid })),
      ...publicationParams(how, model.now + delay),
      ...wrongParams(wrong, model.now + 3_600),
    }),
  )
}

interface ListAnswer {
  readonly data: readonly object[]
  readonly paging: { readonly next?: string; readonly previous?: string }
}

function listedIn(answer: Record<string, unknown>): Omit<Came, 'refused'> {
  const { data, paging } = answer as unknown as ListAnswer
  const { next, previous } = paging
  return {
    value: { data, next: next !== undefined, previous: previous !== undefined },
    answer: { next, previous },
  }
}

const photoFields = 'id,page_story_id,name,created_time,updated_time'
const postFields = 'id,message,created_time,updated_time'

/** Reads a list. Parameters that the list does not have are ignored. */
function sendList({ world }: Run, list: List): Came {
  const { kind, by, page, limit } = list
  const filter = 'filter' in list ? list.filter : undefined
  const params = {
    page: start.pages[page],
    ...(limit !== undefined && { limit }),
    ...('type' in list && list.type !== undefined && { type: list.type }),
    ...(filter !== undefined && kind === 'listFeed' && { is_published: filter }),
    fields: 'asked' in list ? postFields + (list.asked ? ',is_published' : '') : photoFields,
    pretty: 1,
    locale: 'en_US',
  }
  const operation = { listPhotos: 'listPagePhotos', listFeed: 'listPageFeed', listTagged: 'listTaggedPosts' }
  return cameOf(call(world, tokenFor(by, page), operation[kind], params), listedIn)
}

function sendFollow({ world, model }: Run, to: 'next' | 'previous' | 'otherList'): Came {
  const link = String(model.lastPage?.[to === 'previous' ? to : 'next'])
  const edges: Record<string, string> = { photos: 'feed', feed: 'tagged', tagged: 'feed' }
  const otherList = link
    .replace(/\/(photos|feed|tagged)\?/, (_, edge: string) => `/${edges[edge]}?`)
    .replace(/fields=[^&]*&?/, '')
  const answer = jsonOf(world.request({ method: 'GET', url: to === 'otherList' ? otherList : link }))
  const { error } = answer as { error?: { code: number } }
  return error ? { refused: error.code, answer: {} } : listedIn(answer)
}

function sendAction({ world, model }: Run, command: Extract<Command, { post: number; kind: string }>): Came {
  const post = pick(model.posts, command.post)?.id ?? unknownId
  const { kind } = command
  const actions: Record<string, [string, object]> = {
    comment: ['commentOnPost', { user: start.user }],
    hide: ['hidePost', { hidden: kind === 'hide' && command.hidden }],
    expire: [
      'setPostExpiry',
      kind === 'expire' && command.delay !== undefined ? { expiresAt: model.now + command.delay } : {},
    ],
    rank: ['rankPost', { rank: kind === 'rank' && command.score }],
    tag: ['tagPageInPost', { page: kind === 'tag' && start.pages[command.page] }],
  }
  const [action = '', params = {}] = actions[kind] ?? []
  return cameOf(act(world, action, { post, ...params }))
}

/** Returns the record of a node, with the ids of its attached photos in place of its attachments. */
function nodeIn(answer: Record<string, unknown>): { value: object } {
  const { attachments, ...rest } = answer
  if (!('is_hidden' in rest)) return { value: rest }
  interface Shown {
    readonly type: string
    readonly target?: { readonly id: string }
    readonly subattachments?: { readonly data: readonly Shown[] }
  }
  const { data } = (attachments ?? { data: [] }) as { data: readonly Shown[] }
  const shown = data.flatMap((one) => one.subattachments?.data ?? one).filter(({ type }) => type === 'photo')
  return { value: { ...rest, photos: shown.map(({ target }) => target?.id) } }
}

const sendNodeCall = (run: Run, by: Caller, operation: string, params: object, page = 0): Came =>
  cameOf(call(run.world, tokenFor(by, page), operation, params), nodeIn)

function advanceWorld({ world, model }: Run, to: number): [Expected, Came] {
  const time = Math.max(to, model.now)
  world.clock.advanceTo(time * 1000)
  advanceTo(model, time)
  return [{}, { answer: {} }]
}

const yearEnd = (now: number): number => Date.UTC(new Date(now * 1000).getUTCFullYear() + 1, 0) / 1000

const postReadFields = `${postFields},attachments,is_published,sheduled_publish_time,is_hidden,is_expired,is_eligible_for_promotion`

/** Plays a command in the model and in the world; undefined if the command has no target. */
function playCommand(run: Run, command: Command): [Expected, Came] | undefined {
  const { model, world } = run
  switch (command.kind) {
    case 'upload':
      return [upload(model, command), sendUpload(run, command)]
    case 'publish':
      return [publish(model, command), sendPost(run, command)]
    case 'deletePhoto':
    case 'readPhoto': {
      const { kind, by } = command
      const known = pick(model.photos, command.photo)
      const params = { photo: known?.id ?? unknownId, ...(kind === 'readPhoto' && { fields: photoFields }) }
      const expected = kind === 'readPhoto' ? readPhoto(model, by, known) : deletePhoto(model, by, known)
      return [expected, sendNodeCall(run, by, kind, params, known?.page)]
    }
    case 'deletePost':
    case 'readPost': {
      const { kind, by } = command
      const known = pick(model.posts, command.post)
      const params = { post: known?.id ?? unknownId, ...(kind === 'readPost' && { fields: postReadFields }) }
      const expected = kind === 'readPost' ? readPost(model, by, known) : deletePost(model, by, known)
      return [expected, sendNodeCall(run, by, kind, params, known?.page)]
    }
    case 'listPhotos':
    case 'listFeed':
    case 'listTagged':
      return [readList(model, command), sendList(run, command)]
    case 'follow': {
      const expected = followLink(model, command)
      return expected && [expected, sendFollow(run, command.to)]
    }
    case 'profile': {
      const photo = pick(model.photos, command.photo)
      const params = { page: start.pages[command.page], photo: photo?.id ?? unknownId }
      return [setProfile(model, command.page, photo), cameOf(act(world, 'setProfilePicture', params))]
    }
    case 'verify': {
      const { page, verified } = command
      const params = { page: start.pages[page] ?? unknownId, verified }
      return [verify(model, page, verified), cameOf(act(world, 'verifyPage', params))]
    }
    case 'advance':
      return advanceWorld(run, model.now + command.seconds)
    case 'advanceToDue':
      return advanceWorld(run, nextDue(model) + command.offset)
    case 'advanceToYearEnd':
      return advanceWorld(run, yearEnd(model.now) + command.offset)
    default:
      return [changePost(model, command), sendAction(run, command)]
  }
}

const tally = countOf()

test('sequences of calls about photos and posts agree with the model', () => {
  const sequences = fc.array(anyCommand, { maxLength: 100, size: 'max' })
  const property = fc.property(
    sequences,
    fc.constantFrom(...policies),
    (commands, { rankedPostsPerYear, ...from }) => {
      const world = from.world.fork()
      const run = { world, model: emptyModel(world.clock.now / 1000, rankedPostsPerYear, pageNames) }
      tally.play(commands, (command) => playCommand(run, command))
    },
  )
  holds(RUNS, property)
  if (process.env['FAUXGRAPH_RATES'] !== undefined) console.info(tally.count, tally.kinds)
}, 600_000)

test.skipIf(path !== undefined)('the sequences are long, and each command succeeds and fails often', () => {
  expect(tally.count.sequences).toBe(RUNS * scale)
  expect(tally.count.longest).toBe(100)
  expect(tally.count.commands).toBeGreaterThan(40 * RUNS * scale)
  const alwaysSucceed = ['advance', 'advanceToDue', 'advanceToYearEnd']
  const rare = tally.rare({ succeeded: 0.12 * RUNS * scale, refused: 0.06 * RUNS * scale }, alwaysSucceed)
  expect(rare).toEqual([])
})
