import { describe, expect, test } from 'vitest'
import { act, begin, call, forked, idsOf, refusedBy, type Scene, tokenOf } from '../../service/scene.ts'

const start = (() => {
  const scene = begin({ policy: { beyond: 'serve' } })
  const { world, page, pageToken } = scene
  const post = String(call(world, pageToken, 'publishPost', { page, message: 'Hello' }).unwrap()['id'])
  const visitor = String(act(world, 'createUser', { name: 'Vera Visitor' }).unwrap()['id'])
  const said = { post, user: visitor, message: 'A question' }
  const comment = String(act(world, 'commentOnPost', said).unwrap()['id'])
  return { ...scene, post, visitor, comment }
})()
const { page, pageToken, userToken, post, visitor, comment } = start
const fresh = () => forked(start)
const does = ({ world }: Scene, operation: string, params: object, token = pageToken) =>
  call(world, token, operation, params).unwrap()
const read = (scene: Scene, fields: string, token = pageToken, id = comment) =>
  does(scene, 'readComment', { comment: id, fields }, token)
const reply = (scene: Scene, message: string, to = comment) =>
  String(does(scene, 'replyToComment', { comment: to, message })['id'])

describe('the replies to a comment', () => {
  test('are listed apart from the comments on the post, oldest first', () => {
    const scene = fresh()
    const first = reply(scene, 'An answer')
    scene.world.clock.advance('1m')
    const said = { post, user: visitor, message: 'Thanks', parent: comment }
    const second = String(act(scene.world, 'commentOnPost', said).unwrap()['id'])
    expect(idsOf(does(scene, 'listCommentReplies', { comment }))).toEqual([first, second])
    const reversed = { comment, order: 'reverse_chronological' }
    expect(idsOf(does(scene, 'listCommentReplies', reversed))).toEqual([second, first])
    expect(idsOf(does(scene, 'listPostComments', { post }))).toEqual([comment])
    expect(idsOf(does(scene, 'listPostComments', { post, filter: 'stream' }))).toEqual([
      comment,
      first,
      second,
    ])
    const total = (filter: string) =>
      does(scene, 'listPostComments', { post, filter, summary: true })['summary']
    expect(total('toplevel')).toMatchObject({ total_count: 1 })
    expect(total('stream')).toMatchObject({ total_count: 3 })
    expect(read(scene, 'comment_count')).toEqual({ id: comment, comment_count: 2 })
    expect(read(scene, 'parent{id,message},can_comment', pageToken, second)).toEqual({
      id: second,
      parent: { id: comment, message: 'A question' },
      can_comment: false,
    })
  })

  test('to a reply are replies to its comment', () => {
    const scene = fresh()
    const second = reply(scene, 'Second', reply(scene, 'First'))
    expect(read(scene, 'parent{id}', pageToken, second)).toMatchObject({ parent: { id: comment } })
  })

  test('go with the comment', () => {
    const scene = fresh()
    const first = reply(scene, 'An answer')
    does(scene, 'deleteComment', { comment })
    expect(call(scene.world, pageToken, 'readComment', { comment: first })).toMatchObject({ ok: false })
    does(fresh(), 'deletePost', { post })
  })

  test.each<[object, RegExp]>([
    [{ parent: start.page }, /Param parent must be the id of an existing comment/],
    [{ parent: 'x' }, /Param parent must be the id of a node/],
  ])('are refused with %j', (params, message) => {
    const said = { post, user: visitor, message: 'x', ...params }
    expect(refusedBy(start.world, () => act(start.world, 'commentOnPost', said)).message).toMatch(message)
  })

  test('are refused for a reply, and for a comment on another post', () => {
    const scene = fresh()
    const { world } = scene
    const said = { post, user: visitor, message: 'x', parent: reply(scene, 'First') }
    expect(refusedBy(world, () => act(world, 'commentOnPost', said)).message).toMatch(/must not be a reply/)
    const { id: other } = does(scene, 'publishPost', { page, message: 'Other' })
    const elsewhere = { ...said, post: other, parent: comment }
    expect(refusedBy(world, () => act(world, 'commentOnPost', elsewhere)).message).toMatch(/on the same post/)
  })
})

describe('a hidden comment', () => {
  test('is read with page tokens only, until it is shown again', () => {
    const scene = fresh()
    expect(read(scene, 'is_hidden,can_hide')).toEqual({ id: comment, is_hidden: false, can_hide: true })
    expect(does(scene, 'updateComment', { comment, is_hidden: true })).toEqual({ success: true })
    expect(read(scene, 'is_hidden')).toMatchObject({ is_hidden: true })
    expect(idsOf(does(scene, 'listPostComments', { post }))).toEqual([comment])
    expect(idsOf(does(scene, 'listPostComments', { post }, userToken))).toEqual([])
    expect(call(scene.world, userToken, 'readComment', { comment })).toMatchObject({
      ok: false,
      error: { code: 100, subcode: 33 },
    })
    does(scene, 'updateComment', { comment, is_hidden: false })
    expect(idsOf(does(scene, 'listPostComments', { post }, userToken))).toEqual([comment])
  })
})

describe('a change of a comment', () => {
  test('gives that of the page another text', () => {
    const scene = fresh()
    const { id } = does(scene, 'createComment', { post, message: 'Old' })
    does(scene, 'updateComment', { comment: id, message: `New @[${page}]` })
    expect(read(scene, 'message,can_hide', pageToken, String(id))).toEqual({
      id,
      message: 'New Starter Page',
      can_hide: false,
    })
    const hide = () => call(scene.world, pageToken, 'updateComment', { comment: id, is_hidden: true })
    expect(refusedBy(scene.world, hide).message).toMatch(/is_hidden must be false: the page wrote/)
  })

  test.each<[object, RegExp]>([
    [{}, /One of the params message and is_hidden is required/],
    [{ message: 'Mine' }, /Param message must be left out: the page did not write this comment/],
    [{ message: '' }, /Param message must be text that is not empty/],
    [{ is_hidden: 'maybe' }, /Param is_hidden must be true or false/],
  ])('is refused with %j', (params, message) => {
    const refused = () => call(start.world, pageToken, 'updateComment', { comment, ...params })
    expect(refusedBy(start.world, refused)).toMatchObject({
      code: 100,
      message: expect.stringMatching(message),
    })
  })
})

describe('the likes of a comment', () => {
  test('count the page once', () => {
    const scene = fresh()
    for (const _time of [1, 2]) does(scene, 'likeComment', { comment })
    expect(read(scene, 'like_count,user_likes')).toMatchObject({ like_count: 1, user_likes: true })
    expect(read(scene, 'user_likes', userToken)).toMatchObject({ user_likes: false })
    for (const _time of [1, 2]) does(scene, 'unlikeComment', { comment })
    expect(read(scene, 'like_count,user_likes')).toMatchObject({ like_count: 0, user_likes: false })
  })

  test('and its other reactions are listed, and are none of its post', () => {
    const scene = fresh()
    const { world } = scene
    does(scene, 'likeComment', { comment })
    world.clock.advance('1m')
    act(world, 'setCommentReaction', { comment, user: visitor, reaction: 'LOVE' }).unwrap()
    const list = (operation: string, params: object = {}, token = pageToken) =>
      does(scene, operation, { comment, fields: 'id', summary: true, ...params }, token)
    expect(list('listCommentReactions', { fields: 'name,type' })).toMatchObject({
      data: [
        { id: visitor, name: 'Vera Visitor', type: 'LOVE' },
        { id: page, name: 'Starter Page', type: 'LIKE' },
      ],
      summary: { total_count: 2, viewer_reaction: 'LIKE' },
    })
    expect(list('listCommentReactions', { type: 'LOVE' })).toMatchObject({ summary: { total_count: 1 } })
    const likes = { data: [{ id: page }], summary: { total_count: 1, can_like: true, has_liked: true } }
    expect(list('listCommentLikes')).toMatchObject(likes)
    // Without a page token, a person sees pages and themselves only. The total counts all.
    expect(list('listCommentReactions', {}, userToken)).toMatchObject({
      data: [{ id: page }],
      summary: { total_count: 2, viewer_reaction: 'NONE' },
    })
    expect(list('listCommentReactions', { limit: 1 })).toMatchObject({ data: [{ id: visitor }] })
    expect(read(scene, 'like_count,reactions.summary(total_count).limit(0)')).toMatchObject({
      like_count: 1,
      reactions: { summary: { total_count: 2 } },
    })
    const ofPost = does(scene, 'listPostReactions', { post, summary: true })
    expect(ofPost).toMatchObject({ data: [], summary: { total_count: 0 } })
  })

  test.each(['deleteComment', 'deletePost'])('end with %s', (operation) => {
    const scene = fresh()
    const answer = reply(scene, 'An answer')
    for (const one of [comment, answer])
      act(scene.world, 'setCommentReaction', { comment: one, user: visitor }).unwrap()
    does(scene, operation, { comment, post })
    const { rows } = scene.world.snapshot().state.graph
    expect(rows.filter(({ kind }) => kind === 'likes' || kind === 'comments')).toEqual([])
  })
})

describe('a photo whose upload made a post', () => {
  const uploaded = (params: object = {}) => {
    const scene = fresh()
    const upload = { page, url: 'https://img.test/a.png', ...params }
    const { id, post_id } = does(scene, 'uploadPagePhoto', upload)
    return { scene, photo: String(id), story: String(post_id) }
  }

  test('has its comments and likes', () => {
    const { scene, photo, story } = uploaded()
    const said = { post: story, user: visitor, message: 'Nice' }
    const { id: first } = act(scene.world, 'commentOnPost', said).unwrap()
    scene.world.clock.advance('1m')
    const { id: second } = does(scene, 'commentOnPhoto', { photo, message: `Thanks, @[${page}]` })
    const comments = does(scene, 'listPhotoComments', { photo, summary: true })
    expect(idsOf(comments)).toEqual([first, second])
    expect(comments['summary']).toEqual({ order: 'chronological', total_count: 2, can_comment: true })
    expect(idsOf(does(scene, 'listPostComments', { post: story }))).toEqual([first, second])
    for (const _time of [1, 2]) expect(does(scene, 'likePhoto', { photo })).toEqual({ success: true })
    expect(idsOf(does(scene, 'listPostLikes', { post: story }))).toEqual([page])
    expect(
      does(scene, 'readPhoto', { photo, fields: 'likes.summary(true),comments.limit(1){message}' }),
    ).toMatchObject({
      likes: { data: [{ id: page }], summary: { total_count: 1, has_liked: true } },
      comments: { data: [{ id: first, message: 'Nice' }] },
    })
    for (const _time of [1, 2]) expect(does(scene, 'unlikePhoto', { photo })).toEqual({ success: true })
    expect(idsOf(does(scene, 'listPhotoLikes', { photo }))).toEqual([])
  })

  test.each([{ published: false }, { no_story: true }])('not one uploaded with %j', (params) => {
    const { scene, photo } = uploaded(params)
    for (const operation of ['listPhotoComments', 'listPhotoLikes'])
      expect(does(scene, operation, { photo, summary: true })).toMatchObject({
        data: [],
        summary: { total_count: 0 },
      })
    for (const operation of ['commentOnPhoto', 'likePhoto', 'unlikePhoto']) {
      const refused = () => call(scene.world, pageToken, operation, { photo, message: 'Hi' })
      expect(refusedBy(scene.world, refused)).toMatchObject({
        code: 100,
        message: expect.stringContaining('of this photo are not simulated'),
      })
    }
  })

  test('loses them with that post', () => {
    const { scene, photo, story } = uploaded()
    act(scene.world, 'commentOnPost', { post: story, user: visitor, message: 'Nice' }).unwrap()
    act(scene.world, 'setPostExpiry', { post: story, expiresAt: '2026-01-15T09:30:00Z' }).unwrap()
    scene.world.clock.advance('1h')
    expect(idsOf(does(scene, 'listPhotoComments', { photo }))).toEqual([])
  })

  test('is commented and liked by a moderator with a page token only', () => {
    const { scene, photo } = uploaded()
    for (const operation of ['commentOnPhoto', 'likePhoto', 'unlikePhoto']) {
      const refused = () => call(scene.world, userToken, operation, { photo, message: 'Hi' })
      expect(refusedBy(scene.world, refused).code).toBe(200)
    }
  })
})

test('the permanent URL of a comment names its page, its post and itself', () => {
  const [first, second] = comment.split('_')
  const { permalink_url: url } = read(start, 'permalink_url')
  expect(url).toMatch(new RegExp(`/${page}/posts/${first}/\\?comment_id=${second}$`))
})

test('only a page token of a moderator changes, answers and likes comments', () => {
  const { world } = fresh()
  const scene = { ...start, world }
  const tokens = [
    userToken,
    tokenOf(scene, { kind: 'page', tasks: ['ADVERTISE'] }),
    tokenOf(scene, { kind: 'page', without: ['pages_read_engagement'] }),
  ]
  for (const token of tokens)
    for (const [operation, params] of [
      ['updateComment', { is_hidden: true }],
      ['replyToComment', { message: 'x' }],
      ['likeComment', {}],
      ['unlikeComment', {}],
    ] as const)
      expect(call(world, token, operation, { comment, ...params })).toMatchObject({ error: { code: 200 } })
})

describe('the reactions to a post', () => {
  const reacted = () => {
    const scene = fresh()
    const react = (user: string, reaction: string) =>
      act(scene.world, 'setPostLike', { post, user, reaction }).unwrap()
    react(start.user, 'LIKE')
    scene.world.clock.advance('1m')
    react(visitor, 'WOW')
    return { scene, react }
  }

  test('are of many types, and only likes are likes', () => {
    const { scene } = reacted()
    expect(does(scene, 'listPostReactions', { post, summary: true })).toMatchObject({
      data: [
        { id: visitor, name: 'Vera Visitor', type: 'WOW' },
        { id: start.user, type: 'LIKE' },
      ],
      summary: { total_count: 2, viewer_reaction: 'NONE' },
    })
    expect(idsOf(does(scene, 'listPostReactions', { post, type: 'WOW' }))).toEqual([visitor])
    expect(does(scene, 'listPostReactions', { post, type: 'SAD', summary: true })).toMatchObject({
      data: [],
      summary: { total_count: 0 },
    })
    expect(does(scene, 'listPostLikes', { post, summary: true })).toMatchObject({
      data: [{ id: start.user }],
      summary: { total_count: 1 },
    })
    const fields = 'reactions.limit(1).summary(true){type}'
    expect(does(scene, 'readPost', { post, fields })['reactions']).toMatchObject({
      data: [{ type: 'WOW' }],
      summary: { total_count: 2 },
    })
  })

  test('replace each other', () => {
    const { scene, react } = reacted()
    react(visitor, 'LIKE')
    expect(idsOf(does(scene, 'listPostLikes', { post }))).toEqual([visitor, start.user])
    does(scene, 'likePost', { post })
    expect(does(scene, 'listPostReactions', { post, summary: true, limit: 1 })).toMatchObject({
      summary: { total_count: 3, viewer_reaction: 'LIKE' },
    })
    const refused = () => call(scene.world, pageToken, 'listPostReactions', { post, type: 'MEH' })
    expect(refusedBy(scene.world, refused).message).toMatch(/Param type must be one of LIKE, LOVE/)
  })
})

describe('a picture of a comment', () => {
  const scene = forked(begin({ policy: { beyond: 'serve' } }))
  const { page, pageToken, world } = scene
  const post = call(world, pageToken, 'publishPost', { page, message: 'x' }).unwrap()['id']
  const comment = (attachment_url: unknown) =>
    call(world, pageToken, 'createComment', { post, message: 'My car', attachment_url })

  test('is shown as its attachment', () => {
    const { id } = comment('https://img.test/car.png').unwrap()
    const read = call(world, pageToken, 'readComment', { comment: id, fields: 'attachment' }).unwrap()
    const { attachment } = read as { attachment: { url: string; media: { image: object } } }
    const { url } = attachment
    expect(attachment).toEqual({
      ...{ type: 'photo', target: { id: String(id).split('_')[1], url }, url },
      media: { image: { src: url, width: expect.any(Number), height: expect.any(Number) } },
    })
    expect(world.request({ method: 'GET', url }).status).toBe(200)
  })

  test.each([
    ['car.png', /attachment_url must be an absolute http or https URL/],
    [['https://img.test/car.png'], /attachment_url must be/],
    ['https://img.test/car.html', /attachment_url: .*not an image/],
  ])('is refused from %j', (url, message) => {
    expect(refusedBy(world, () => comment(url))).toMatchObject({
      ...{ code: 100, message: expect.stringMatching(message) },
    })
  })
})
