import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { unixTime } from '../../../src/service/values/times.ts'
import { act, begin, call, forked, jsonOf, type Scene } from '../../service/scene.ts'

/*
 * The members of the values, their verbs and items: the reference of the field, at
 * https://developers.facebook.com/docs/graph-api/webhooks/reference/page/#feed
 */

const start = begin({ policy: { beyond: 'serve', webhookIds: 'text' } })
act(start.world, 'setWebhook', { app: start.app, fields: ['leadgen', 'feed'], verify: false }).unwrap()
act(start.world, 'installApp', { app: start.app, page: start.page }).unwrap()
const { page, user, app, pageToken } = start

type Change = { readonly field: string; readonly value: Record<string, unknown> }
type Payload = { readonly object: string; readonly entry: readonly { id: string; changes: Change[] }[] }

/** The changes of which the app is told, in their order. */
const changesIn = ({ webhooks: { outbox } }: Scene['world']): Change[] =>
  outbox
    .filter(({ kind, status }) => kind === 'notices' && status === 'queued')
    .flatMap(({ request }) => (JSON.parse(request.body) as Payload).entry)
    .flatMap(({ changes }) => changes)
const valuesIn = (world: Scene['world']) => changesIn(world).map(({ value }) => value)

const idIn = (made: Record<string, unknown>): string => String(made['post_id'] ?? made['id'])
const ada = { id: user, name: 'Ada Starter' }
const itself = { id: page, name: 'Starter Page' }
const png = 'https://img.test/one.png'

/** A scene with a post of the page, a visitor's comment on it, and the likes of the visitor. */
function lively() {
  const scene = forked(start)
  const { world } = scene
  const post = idIn(call(world, pageToken, 'publishPost', { page, message: 'Hello' }).unwrap())
  const comment = idIn(act(world, 'commentOnPost', { post, user, message: 'Nice' }).unwrap())
  act(world, 'setPostLike', { post, user }).unwrap()
  act(world, 'setCommentReaction', { comment, user }).unwrap()
  world.clock.advance('1 minute')
  const before = valuesIn(world).length
  return { world, post, comment, rest: () => valuesIn(world).slice(before) }
}
type Lively = ReturnType<typeof lively>
const now = ({ world }: Pick<Lively, 'world'>) => unixTime(world.clock.now)

/** One call by a request, as clients send it. */
const request = ({ world }: Lively, method: string, url: string, body: object = {}) =>
  jsonOf(
    world.request({
      method,
      url: `/v24.0/${url}${url.includes('?') ? '&' : '?'}access_token=${pageToken}`,
      headers: { 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    }),
  )

const onPost = ({ post }: Lively) => ({ post_id: post, parent_id: post })

/** The changes of a lively scene, by what they are about. */
const changesSeen = (post: string) =>
  ['status', 'comment', 'reaction', 'reaction'].map((item) => ({
    field: 'feed',
    value: expect.objectContaining({ item, verb: 'add', post_id: post }),
  }))

type Way = readonly [string, (scene: Lively) => unknown, (scene: Lively) => readonly object[]]

const removed = (scene: Lively) => [
  {
    ...{ item: 'post', verb: 'remove', post_id: scene.post, from: itself },
    ...{ recipient_id: page, created_time: now(scene) },
  },
]
const commentRemoved = (scene: Lively) => [
  {
    ...{ item: 'comment', verb: 'remove', comment_id: scene.comment, from: ada },
    ...{ ...onPost(scene), created_time: now(scene) },
  },
]
const commentOf = (scene: Lively, from: object, message: string, more: object = {}) => ({
  ...{ item: 'comment', verb: 'add', from, message, ...onPost(scene), created_time: now(scene) },
  ...{ comment_id: expect.stringMatching(/^\d+_\d+$/) },
  ...{
    post: expect.objectContaining({ id: scene.post, is_published: true, status_type: expect.any(String) }),
  },
  ...more,
})
const reactionOf = (scene: Lively, from: object, verb: string, type: string, more: object = {}) => ({
  ...{ item: 'reaction', verb, reaction_type: type, from, ...onPost(scene), created_time: now(scene) },
  ...more,
})
const statusOf = (scene: Lively, message: string, more: object = {}) => ({
  ...{ item: 'status', verb: 'add', from: itself, message, published: 1, created_time: now(scene) },
  ...{ post_id: expect.stringContaining(`${page}_`), ...more },
})

const ways: readonly Way[] = [
  [
    'a post by a typed call',
    ({ world }) => call(world, pageToken, 'publishPost', { page, message: 'Hi' }).unwrap(),
    (scene) => [statusOf(scene, 'Hi')],
  ],
  [
    'a post by a request',
    (s) => request(s, 'POST', `${page}/feed`, { message: 'Hi' }),
    (s) => [statusOf(s, 'Hi')],
  ],
  [
    'a post by GET with method=post',
    (s) => request(s, 'GET', `${page}/feed?message=Hi&method=post`),
    (s) => [statusOf(s, 'Hi')],
  ],
  [
    'two posts of a batch, and not the one that is refused',
    (s) =>
      request(s, 'POST', '', {
        batch: [
          { method: 'POST', relative_url: `${page}/feed`, body: 'message=One' },
          { method: 'POST', relative_url: `${page}/feed`, body: '' },
          { method: 'POST', relative_url: `${page}/feed`, body: 'message=Two' },
        ],
      }),
    (s) => [statusOf(s, 'One'), statusOf(s, 'Two')],
  ],
  [
    'a post with a link',
    (s) => request(s, 'POST', `${page}/feed`, { message: 'Hi', link: 'https://shop.test/' }),
    (s) => [statusOf(s, 'Hi', { item: 'share', link: 'https://shop.test/' })],
  ],
  [
    'a photo with its story',
    (s) => request(s, 'POST', `${page}/photos`, { url: png, caption: 'A cat' }),
    (s) => [statusOf(s, 'A cat', { item: 'photo', photo_id: expect.stringMatching(/^\d+$/) })],
  ],
  [
    'a post with two photos, without a text',
    (s) => {
      const photo = () => request(s, 'POST', `${page}/photos`, { url: png, published: false })['id']
      request(s, 'POST', `${page}/feed`, {
        attached_media: [photo(), photo()].map((id) => ({ media_fbid: id })),
      })
    },
    (s) => {
      const { message: _, ...post } = statusOf(s, '')
      const id = expect.stringMatching(/^\d+$/)
      return [{ ...post, photo_ids: [id, id] }]
    },
  ],
  [
    'a photo without a story is in no feed',
    (s) => request(s, 'POST', `${page}/photos`, { url: png, no_story: true }),
    () => [],
  ],
  [
    'a post with a video',
    ({ world }) => act(world, 'addPagePost', { page, message: 'See', video: { seconds: 3 } }).unwrap(),
    (s) => [statusOf(s, 'See', { item: 'video' })],
  ],
  [
    "a visitor's post",
    ({ world }) => act(world, 'visitPage', { page, user, message: 'Hello' }).unwrap(),
    (s) => [statusOf(s, 'Hello', { item: 'post', from: ada })],
  ],
  [
    'a post that is shared',
    ({ world, post }) => act(world, 'sharePost', { post, page }).unwrap(),
    (s) => {
      const { message: _message, ...share } = statusOf(s, '', { item: 'share' })
      return [share]
    },
  ],
  [
    'a scheduled post: at its time, and not before',
    (scene) => {
      const time = now(scene) + 3_600
      request(scene, 'POST', `${page}/feed`, {
        ...{ message: 'Later', published: false, scheduled_publish_time: time },
      })
      expect(scene.rest()).toEqual([])
      scene.world.clock.advance('1 hour')
    },
    (s) => [statusOf(s, 'Later')],
  ],
  [
    'an unpublished post that is never published',
    (scene) => {
      const id = idIn(request(scene, 'POST', `${page}/feed`, { message: 'Draft', published: false }))
      request(scene, 'POST', id, { message: 'Draft 2' })
      request(scene, 'DELETE', id)
    },
    () => [],
  ],
  [
    'a post that is edited by its app',
    (s) => request(s, 'POST', s.post, { message: 'Bye' }),
    (s) => [statusOf(s, 'Bye', { verb: 'edited', post_id: s.post, created_time: now(s) - 60 })],
  ],
  [
    'a post that is edited by an action',
    ({ world, post }) => act(world, 'editPost', { post, message: 'Bye' }).unwrap(),
    (s) => [statusOf(s, 'Bye', { verb: 'edited', post_id: s.post, created_time: now(s) - 60 })],
  ],
  [
    'a post that is hidden, and shown again',
    ({ world, post }) => {
      for (const hidden of [true, false]) act(world, 'hidePost', { post, hidden }).unwrap()
    },
    (s) => ['hide', 'unhide'].map((verb) => statusOf(s, 'Hello', { verb, created_time: now(s) - 60 })),
  ],
  ['a post that is deleted: alone, with all below it', (s) => request(s, 'DELETE', s.post), removed],
  [
    'a post that is deleted by POST with method=delete',
    (s) => request(s, 'POST', `${s.post}?method=delete`),
    removed,
  ],
  [
    "a visitor's comment",
    ({ world, post }) => act(world, 'commentOnPost', { post, user, message: 'Yes' }).unwrap(),
    (s) => [commentOf(s, ada, 'Yes')],
  ],
  [
    "the page's comment",
    (s) => request(s, 'POST', `${s.post}/comments`, { message: 'Thanks' }),
    (s) => [commentOf(s, itself, 'Thanks')],
  ],
  [
    'a reply',
    (s) => request(s, 'POST', `${s.comment}/comments`, { message: 'Thanks' }),
    (s) => [commentOf(s, itself, 'Thanks', { parent_id: s.comment })],
  ],
  [
    'a comment without text is none',
    ({ world, post }) => act(world, 'commentOnPost', { post, user }).unwrap(),
    () => [],
  ],
  [
    'a comment that is edited',
    (scene) => {
      const id = idIn(request(scene, 'POST', `${scene.post}/comments`, { message: 'Thanks' }))
      request(scene, 'POST', id, { message: 'Thank you' })
      request(scene, 'POST', id, { message: 'Thank you' })
    },
    (s) => [commentOf(s, itself, 'Thanks'), commentOf(s, itself, 'Thank you', { verb: 'edited' })],
  ],
  [
    'a comment that is hidden, and shown again',
    (s) => {
      for (const is_hidden of [true, false]) request(s, 'POST', s.comment, { is_hidden })
    },
    (s) => ['hide', 'unhide'].map((verb) => commentOf(s, ada, 'Nice', { verb })),
  ],
  [
    'a comment that is deleted, with its replies and likes',
    (scene) => {
      request(scene, 'POST', `${scene.comment}/comments`, { message: 'Thanks' })
      request(scene, 'DELETE', scene.comment)
    },
    (s) => [commentOf(s, itself, 'Thanks', { parent_id: s.comment }), ...commentRemoved(s)],
  ],
  [
    'a like of the page',
    (s) => request(s, 'POST', `${s.post}/likes`),
    (s) => [reactionOf(s, itself, 'add', 'like')],
  ],
  [
    'a reaction to a comment',
    (s) => request(s, 'POST', `${s.comment}/likes`),
    (s) => [reactionOf(s, itself, 'add', 'like', { comment_id: s.comment })],
  ],
  [
    'a reaction that changes, and is taken back',
    ({ world, post }) => {
      for (const reaction of ['LIKE', 'SAD', 'ANGRY', 'CARE'])
        act(world, 'setPostLike', { post, user, reaction }).unwrap()
      act(world, 'setPostLike', { post, user, liked: false }).unwrap()
      act(world, 'setPostLike', { post, user, liked: false }).unwrap()
    },
    (s) => [
      ...['sorry', 'anger', 'care'].map((type) => reactionOf(s, ada, 'edit', type)),
      reactionOf(s, ada, 'remove', 'care'),
    ],
  ],
  [
    'reads',
    (s) => {
      request(s, 'GET', `${page}/feed?fields=comments{message},reactions`)
      request(s, 'GET', `?ids=${s.post},${s.comment}`)
    },
    () => [],
  ],
  [
    'counts and targeting, which nobody wrote',
    ({ world, post }) => {
      act(world, 'recordEngagement', { post, shares: 3 }).unwrap()
      act(world, 'setPostExpiry', { post }).unwrap()
    },
    () => [],
  ],
  [
    'a write of a blocked person',
    (scene) => {
      act(scene.world, 'blockActor', { actor: user }).unwrap()
      request(scene, 'POST', `${page}/feed`, { message: 'Spam' })
    },
    () => [],
  ],
  [
    'a write whose answer is lost afterwards',
    (scene) => {
      const fault = { kind: 'error', code: 2, when: 'afterCommit' } as const
      scene.world.faults.add({ match: { operation: 'publishPost' }, times: 1, fault })
      request(scene, 'POST', `${page}/feed`, { message: 'Hi' })
    },
    (s) => [statusOf(s, 'Hi')],
  ],
]

describe('each change of a feed is one change of a notice', () => {
  test.each(ways)('%s', (_title, write, expected) => {
    const scene = lively()
    write(scene)
    expect(scene.rest()).toEqual(expected(scene))
  })

  test('the id of a notice is a number for clients of the description', () => {
    const { world } = forked(start, { policy: { webhookIds: 'number' } })
    const { id } = call(world, pageToken, 'publishPost', { page, message: 'Hello' }).unwrap()
    call(world, pageToken, 'deletePost', { post: String(id) }).unwrap()
    expect(valuesIn(world).at(-1)).toMatchObject({ post_id: id, recipient_id: Number(page) })
  })
})

type World = Scene['world']
const has = (text: string) => expect.stringContaining(text)
const subscribed = (fields: string) => (world: World) =>
  call(world, pageToken, 'subscribeApp', { page, subscribed_fields: fields }).unwrap()
const watching = (fields: readonly string[]) => (world: World) =>
  act(world, 'setWebhook', { app, fields, verify: false }).unwrap()

describe('who is told of a post and of a lead', () => {
  test.each<[string, (world: World) => unknown, string[], unknown[]]>([
    ['an app that has every field', () => undefined, ['feed', 'leadgen'], []],
    ['one that watches leads alone', watching(['leadgen']), ['leadgen'], []],
    ['one that watches the feed alone', watching(['feed']), ['feed'], [has('leadgen: the webhook')]],
    ['one that chose leads for the page', subscribed('leadgen'), ['leadgen'], [has('subscribed_fields')]],
    ['one that chose the feed for the page', subscribed('feed'), ['feed'], [has('leadgen: the app')]],
    [
      'one that chose both, and whose webhook has leads alone',
      (world) => [watching(['leadgen'])(world), subscribed('feed,leadgen')(world)],
      ['leadgen'],
      [has('feed: the webhook')],
    ],
    [
      'one that is uninstalled',
      (world) => call(world, pageToken, 'unsubscribeApp', { page }).unwrap(),
      [],
      [has('feed: no app is installed'), has('leadgen: no app is installed')],
    ],
    [
      'one that is deleted',
      (world) => act(world, 'deleteApp', { app }).unwrap(),
      [],
      [has('feed'), has('leadgen')],
    ],
    [
      'one whose webhook has not answered',
      (world) =>
        act(world, 'setWebhook', { app, url: 'https://hook.test/', fields: ['feed', 'leadgen'] }).unwrap(),
      [],
      [has('feed: the webhook'), has('leadgen: the webhook')],
    ],
  ])('%s', (_title, how, told, missed) => {
    const { world } = forked(start)
    how(world)
    act(world, 'addPagePost', { page, message: 'Hello' }).unwrap()
    const answers = { full_name: 'A', email: 'a@example.test' }
    act(world, 'submitLead', { form: start.form, answers }).unwrap()
    expect(changesIn(world).map(({ field }) => field)).toEqual(told)
    expect(world.webhooks.missed.map(({ field, reason }) => `${field}: ${reason}`)).toEqual(missed)
  })

  test('a feed that nobody subscribed to is missed by none', () => {
    const scene = begin({ policy: { beyond: 'serve' } })
    act(scene.world, 'visitPage', { page: scene.page, user: scene.user, message: 'Hello' }).unwrap()
    expect(scene.world.webhooks.missed).toEqual([])
  })

  test('the description knows leads alone [HOK-021]', () => {
    const { world } = forked(start, { policy: { beyond: 'refuse' } })
    act(world, 'visitPage', { page, user, message: 'Hello' }).unwrap()
    expect(world.webhooks.outbox).toEqual([])
    expect(act(world, 'setWebhook', { app, fields: ['feed'] })).toMatchObject({
      ok: false,
      error: { message: has("policy: 'platform'") },
    })
  })
})

describe('a notice of a feed is delivered as one of a lead', () => {
  test('signed, with all changes that are due together, and retried until it is answered', async () => {
    const { world, post } = lively()
    const requests: { body: string; signature: string }[] = []
    world.webhooks.connect(app, async (request) => {
      const body = await request.text()
      requests.push({ body, signature: request.headers.get('x-hub-signature-256') ?? '' })
      return new Response(null, { status: requests.length === 1 ? 500 : 200 })
    })
    await world.webhooks.flush()
    const [first, second, ...more] = requests
    expect(more).toEqual([])
    expect(second?.body).toBe(first?.body)
    expect(JSON.parse(first?.body ?? '')).toEqual({
      object: 'page',
      entry: [{ id: page, time: now({ world }), changes: changesSeen(post) }],
    })
    const hmac = createHmac('sha256', start.appSecret).update(first?.body ?? '')
    expect(first?.signature).toBe(`sha256=${hmac.digest('hex')}`)
  })

  test('the test notice of the dashboard is that of a post', () => {
    const { world } = forked(start)
    act(world, 'sendTestNotice', { app, field: 'feed' }).unwrap()
    expect(changesIn(world)).toEqual([
      {
        field: 'feed',
        value: {
          ...{ item: 'status', verb: 'add', post_id: '44444444_444444444', published: 1 },
          ...{ created_time: now({ world }), message: 'Example post content.' },
          from: { name: 'Test Page', id: '1067280970047460' },
        },
      },
    ])
  })
})
