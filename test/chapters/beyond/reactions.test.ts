import { describe, expect, test } from 'vitest'
import {
  act,
  begin,
  call,
  forked,
  idsOf,
  jsonOf,
  refusedBy,
  rowOf,
  type Scene,
  tokenOf,
} from '../../service/scene.ts'
import { withBounds } from '../../service/with-bounds.ts'

const start = (() => {
  const scene = begin({ policy: { beyond: 'serve' } })
  const { world, page, pageToken } = scene
  const post = String(call(world, pageToken, 'publishPost', { page, message: 'Hello' }).unwrap()['id'])
  const visitor = String(act(world, 'createUser', { name: 'Vera Visitor' }).unwrap()['id'])
  return { ...scene, post, visitor }
})()
const { page, pageToken, userToken, appToken, user, post, visitor } = start
const fresh = () => forked(start)
const postNumber = post.split('_')[1]

const comment = ({ world }: Scene, message: string, token = pageToken) =>
  call(world, token, 'createComment', { post, message })
const listed = ({ world }: Scene, operation: string, params: object = {}, token = pageToken) =>
  call(world, token, operation, { post, ...params }).unwrap()
const read = ({ world }: Scene, fields: string, token = pageToken) =>
  call(world, token, 'readPost', { post, fields }).unwrap()

describe('the comments on a post', () => {
  test('are those of the page and of people, oldest first', () => {
    const scene = fresh()
    const { id: first } = comment(scene, `Welcome to @[${page}]`).unwrap()
    scene.world.clock.advance('1m')
    const { id: second } = act(scene.world, 'commentOnPost', {
      post,
      user: visitor,
      message: 'Thanks',
    }).unwrap()
    act(scene.world, 'commentOnPost', { post, user: visitor }).unwrap()
    expect(first).toMatch(new RegExp(`^${postNumber}_\\d+$`))
    expect(
      listed(scene, 'listPostComments', { fields: 'created_time,from,message,message_tags{name}' })['data'],
    ).toEqual([
      {
        id: first,
        created_time: '2026-01-15T09:00:00+0000',
        from: { id: page, name: 'Starter Page' },
        message: 'Welcome to Starter Page',
        message_tags: [{ id: page, name: 'Starter Page' }],
      },
      {
        id: second,
        created_time: '2026-01-15T09:01:00+0000',
        from: { id: visitor, name: 'Vera Visitor' },
        message: 'Thanks',
      },
    ])
    expect(idsOf(listed(scene, 'listPostComments', { order: 'reverse_chronological' }))).toEqual([
      second,
      first,
    ])
    expect(idsOf(listed(scene, 'listPostComments', { limit: 1 }))).toEqual([first])
  })

  test.each([
    ['true', { order: 'chronological', total_count: 1, can_comment: true }],
    [true, { order: 'chronological', total_count: 1, can_comment: true }],
    ['total_count', { total_count: 1 }],
    [['total_count'], { total_count: 1 }],
    ['false', undefined],
    ['', undefined],
  ])('have a summary with summary=%j', (summary, expected) => {
    const scene = fresh()
    comment(scene, 'One').unwrap()
    expect(listed(scene, 'listPostComments', { summary, limit: 1 })['summary']).toEqual(expected)
    expect(listed(scene, 'listPostComments')).not.toHaveProperty('summary')
  })

  test.each([0, '0'])('have no rows with limit=%j, but a summary', (limit) => {
    const scene = fresh()
    comment(scene, 'One').unwrap()
    expect(listed(scene, 'listPostComments', { limit, summary: true })).toEqual({
      data: [],
      paging: {},
      summary: { order: 'chronological', total_count: 1, can_comment: true },
    })
    const { world } = begin()
    const refused = () => call(world, pageToken, 'listPageFeed', { page, limit })
    expect(refusedBy(world, refused)).toMatchObject({ message: expect.stringMatching(/Param limit must be/) })
  })

  test('hide other people from a user token', () => {
    const scene = fresh()
    act(scene.world, 'commentOnPost', { post, user: visitor, message: `I am @[${visitor}]` }).unwrap()
    const { data, summary } = listed(scene, 'listPostComments', { summary: true }, userToken)
    expect(data).toMatchObject([{ message: 'I am Somebody' }])
    expect(JSON.stringify(data)).not.toContain(visitor)
    expect(summary).toMatchObject({ can_comment: false })
  })

  test('count as an action on the post, and change its updated_time', () => {
    const scene = fresh()
    act(scene.world, 'recordEngagement', { post, actions: 0, reach: 9 }).unwrap()
    scene.world.clock.advance('1m')
    comment(scene, 'One').unwrap()
    expect(read(scene, 'is_popular,updated_time')).toMatchObject({
      is_popular: true,
      updated_time: scene.world.clock.now / 1000,
    })
  })

  test('answer a write with the fields that it names', () => {
    const { world } = fresh()
    const params = { post, message: 'One', fields: 'message' }
    expect(call(world, pageToken, 'createComment', params).unwrap()).toMatchObject({ message: 'One' })
  })

  test('are refused empty', () => {
    const { world } = fresh()
    expect(refusedBy(world, () => comment({ ...start, world }, '')).code).toBe(100)
  })
})

describe('the likes of a post', () => {
  test('are those of the page and of people, each once, newest first', () => {
    const scene = fresh()
    const { world } = scene
    act(world, 'recordEngagement', { post, actions: 0, reach: 29 }).unwrap()
    for (const _ of [1, 2]) {
      act(world, 'setPostLike', { post, user: visitor }).unwrap()
      world.clock.advance('1m')
      call(world, pageToken, 'likePost', { post }).unwrap()
    }
    expect(listed(scene, 'listPostLikes', { summary: true })).toMatchObject({
      data: [
        { id: page, name: 'Starter Page' },
        { id: visitor, name: 'Vera Visitor' },
      ],
      summary: { total_count: 2, can_like: true, has_liked: true },
    })
    // Two actions are not more than 10 percent of 29 people, but would be as four.
    expect(read(scene, 'is_popular')).toMatchObject({ is_popular: false })
    for (const _ of [1, 2]) call(world, pageToken, 'unlikePost', { post }).unwrap()
    act(world, 'setPostLike', { post, user: visitor, liked: false }).unwrap()
    expect(listed(scene, 'listPostLikes', { summary: true })).toMatchObject({
      data: [],
      summary: { total_count: 0, has_liked: false },
    })
    expect(rowOf(world, post)['engagement']).toMatchObject({ actions: 0 })
  })

  test('hide other people from a user token, and count them', () => {
    const scene = fresh()
    for (const person of [visitor, user]) act(scene.world, 'setPostLike', { post, user: person }).unwrap()
    call(scene.world, pageToken, 'likePost', { post }).unwrap()
    const list = listed(scene, 'listPostLikes', { summary: true }, userToken)
    expect(new Set(idsOf(list))).toEqual(new Set([page, user]))
    expect(list['summary']).toEqual({ total_count: 3, can_like: false, has_liked: true })
  })

  test('are made and taken back over HTTP', () => {
    const { world } = fresh()
    const ask = (method: string) =>
      jsonOf(
        world.request({ method, path: `/${post}/likes`, params: { access_token: pageToken, summary: true } }),
      )
    expect(ask('POST')).toEqual({ success: true })
    expect(ask('GET')).toMatchObject({ summary: { total_count: 1 } })
    expect(ask('DELETE')).toEqual({ success: true })
    expect(ask('GET')).toMatchObject({ data: [], summary: { total_count: 0 } })
  })
})

describe('comments and likes are fields of a post', () => {
  const scene = fresh()
  comment(scene, 'One').unwrap()
  scene.world.clock.advance('1m')
  comment(scene, 'Two').unwrap()
  call(scene.world, pageToken, 'likePost', { post }).unwrap()

  const cursors = { before: expect.any(String), after: expect.any(String) }
  const one = { id: expect.any(String), message: 'One' }
  const two = { id: expect.any(String), message: 'Two' }
  const whole = { cursors }
  const cut = { cursors, next: expect.any(String) }

  test.each<[string, object]>([
    ['comments{message}', { comments: { data: [one, two], paging: whole } }],
    ['comments.limit(1){message}', { comments: { data: [one], paging: cut } }],
    ['comments{message}.limit(1)', { comments: { data: [one], paging: cut } }],
    ['comments.order(reverse_chronological).limit(1){message}', { comments: { data: [two], paging: cut } }],
    [
      'comments.limit(0).summary(true){message},likes.summary(total_count).limit(0)',
      {
        comments: {
          data: [],
          summary: { order: 'chronological', total_count: 2, can_comment: true },
        },
        likes: { data: [], summary: { total_count: 1 } },
      },
    ],
    ['likes', { likes: { data: [{ id: page, name: 'Starter Page' }], paging: whole } }],
  ])('%s', (fields, expected) => {
    expect(read(scene, fields)).toEqual({ id: post, ...expected })
  })

  test.each([
    ['comments.limit(1){message}', 'comments', { limit: '1', fields: 'message' }],
    ['comments.limit(1)', 'comments', { limit: '1' }],
    [
      'comments.order(reverse_chronological).limit(1).summary(true){from{name},message}',
      'comments',
      { limit: '1', fields: 'from{name},message', order: 'reverse_chronological', summary: 'true' },
    ],
    ['likes.limit(1){name}', 'likes', { limit: '1', fields: 'name' }],
  ])('%s: its next page is the next page of the edge', (fields, edge, params) => {
    const { world } = forked(scene)
    call(world, userToken, 'readPost', { post }).unwrap()
    act(world, 'setPostLike', { post, user: visitor }).unwrap()
    const ask = (path: string, query: object) =>
      jsonOf(world.request({ method: 'GET', path, params: { access_token: pageToken, ...query } }))
    const nested = ask(`/v19.0/${post}`, { fields })[edge] as { data: object[]; paging: { next: string } }
    const first = ask(`/v19.0/${post}/${edge}`, params)
    const second = jsonOf(world.request({ method: 'GET', url: nested.paging.next }))
    const { origin, pathname, searchParams } = new URL(nested.paging.next)
    expect(first).toMatchObject({ data: nested.data })
    expect(`${origin}${pathname}`).toBe(`https://graph.test/v19.0/${post}/${edge}`)
    const { after, access_token: token, ...others } = Object.fromEntries(searchParams)
    expect({ after, token, others }).toEqual({
      after: (first['paging'] as { cursors: { after: string } }).cursors.after,
      token: pageToken,
      others: params,
    })
    expect(second['data']).toHaveLength(1)
    expect(second['data']).not.toEqual(first['data'])
  })

  test('the list of posts links to the edge of each post', () => {
    const { world } = forked(scene)
    const query = { fields: 'comments.limit(1){message}', access_token: pageToken }
    const { data } = jsonOf(world.request({ method: 'GET', path: `/${page}/feed`, params: query }))
    const found = (data as { id: string; comments: { paging: { next: string } } }[]).find(
      ({ id }) => id === post,
    )
    expect(found?.comments.paging.next).toContain(`/${post}/comments?`)
  })

  test('only on request', () => {
    const record = call(scene.world, pageToken, 'readPost', { post }).unwrap()
    expect(record).not.toHaveProperty('comments')
    expect(record).not.toHaveProperty('likes')
  })

  test('with other modifiers ignored, and noted', () => {
    const { world } = forked(scene)
    expect(read({ ...scene, world }, 'comments.nothing(1){message}')).toMatchObject({
      comments: { data: [one, two] },
    })
    expect(world.calls.last()?.notSimulated).toEqual(['comments.nothing()'])
  })
})

test('a post has at most so many comments and likes, and takes them with it', () => {
  const scene = fresh()
  const { world } = scene
  withBounds({ commentsPerPostMax: 1, likesPerPostMax: 1 }, () => {
    comment(scene, 'One').unwrap()
    call(world, pageToken, 'likePost', { post }).unwrap()
    const refusals = [
      () => comment(scene, 'Two'),
      () => act(world, 'commentOnPost', { post, user, message: 'Two' }),
      () => act(world, 'setPostLike', { post, user }),
    ]
    for (const refused of refusals)
      expect(refusedBy(world, refused)).toMatchObject({
        code: 100,
        message: expect.stringMatching(
          new RegExp(`^\\(#100\\) A post has at most 1 \\w+, and ${post} has as many$`),
        ),
      })
    expect(call(world, pageToken, 'likePost', { post }).ok).toBe(true)
  })
  call(world, pageToken, 'deletePost', { post }).unwrap()
  const kinds = [...world.state.graph.rows.values()].map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'comments' || kind === 'likes')).toEqual([])
})

describe('permission', () => {
  const writes: [string, object][] = [
    ['createComment', { message: 'One' }],
    ['likePost', {}],
    ['unlikePost', {}],
  ]

  test.each(writes)(
    '%s needs a page token, the task MODERATE and pages_read_engagement [AUT-009]',
    (operation, params) => {
      const scene = fresh()
      const other = String(act(scene.world, 'createPage', { name: 'Other' }).unwrap()['id'])
      const tokens: [string, RegExp][] = [
        [userToken, /A page access token is required/],
        [appToken, /A page access token is required/],
        [tokenOf(scene, { kind: 'page', page: other }), /the task MODERATE/],
        [tokenOf(scene, { kind: 'page', tasks: ['CREATE_CONTENT', 'MANAGE'] }), /the task MODERATE/],
        [tokenOf(scene, { kind: 'page', without: ['pages_read_engagement'] }), /pages_read_engagement/],
      ]
      for (const [token, message] of tokens) {
        const refused = () => call(scene.world, token, operation, { post, ...params })
        expect(refusedBy(scene.world, refused)).toMatchObject({
          code: 200,
          message: expect.stringMatching(message),
        })
      }
      const moderator = tokenOf(scene, { kind: 'page', tasks: ['MODERATE'] })
      expect(call(scene.world, moderator, operation, { post, ...params }).ok).toBe(true)
    },
  )

  test.each(['listPostComments', 'listPostLikes'])('%s is that of the feed', (operation) => {
    const scene = fresh()
    const stranger = tokenOf(scene, { tasks: [] })
    expect(refusedBy(scene.world, () => call(scene.world, stranger, operation, { post })).code).toBe(200)
    expect(call(scene.world, userToken, operation, { post }).ok).toBe(true)
  })

  test.each(['listPostComments', 'likePost'])('%s finds no post that the caller cannot see', (operation) => {
    const scene = fresh()
    act(scene.world, 'setPostExpiry', { post, expiresAt: scene.world.clock.now / 1000 }).unwrap()
    const refused = () => call(scene.world, pageToken, operation, { post })
    expect(refusedBy(scene.world, refused)).toMatchObject({ code: 100, subcode: 33 })
  })
})

describe('a comment', () => {
  const made = (scene = fresh()) => ({
    ...scene,
    scene,
    comment: String(
      act(scene.world, 'commentOnPost', { post, user: visitor, message: 'Thanks' }).unwrap()['id'],
    ),
  })
  const remove = ({ world }: Scene, id: string, token = pageToken) =>
    call(world, token, 'deleteComment', { comment: id })

  test('is read by its id, as the list shows it', () => {
    const { scene, world, comment: id } = made()
    const [first] = listed(scene, 'listPostComments')['data'] as object[]
    expect(call(world, pageToken, 'readComment', { comment: id }).unwrap()).toEqual(first)
    expect(call(world, userToken, 'readComment', { comment: id, fields: 'message' }).unwrap()).toEqual({
      id,
      message: 'Thanks',
    })
  })

  test('is deleted by its page, whoever wrote it', () => {
    const { scene, world, comment: id } = made()
    const { id: own } = comment(scene, 'Welcome').unwrap()
    expect(remove(scene, id).unwrap()).toEqual({ success: true })
    expect(refusedBy(world, () => remove(scene, id)).code).toBe(100)
    expect(refusedBy(world, () => call(world, pageToken, 'readComment', { comment: id })).code).toBe(100)
    expect(idsOf(listed(scene, 'listPostComments'))).toEqual([own])
    expect(listed(scene, 'listPostComments', { summary: true })['summary']).toMatchObject({ total_count: 1 })
  })

  test('takes back its share of the actions of the post when it is deleted', () => {
    const { scene, comment: id } = made()
    const before = rowOf(scene.world, String(postNumber))['engagement']
    comment(scene, 'Welcome').unwrap()
    const [, last = ''] = idsOf(listed(scene, 'listPostComments'))
    remove(scene, last).unwrap()
    expect(rowOf(scene.world, String(postNumber))['engagement']).toEqual(before)
    expect(id).not.toBe(last)
  })

  test('is deleted with a page token and the task MODERATE only', () => {
    const { scene, world, comment: id } = made()
    const refusal = (token: string) => refusedBy(world, () => remove(scene, id, token))
    expect(refusal(userToken)).toMatchObject({
      code: 200,
      message: expect.stringContaining('page access token'),
    })
    expect(refusal(tokenOf(scene, { kind: 'page', tasks: ['CREATE_CONTENT'] }))).toMatchObject({
      code: 200,
      message: '(#200) Requires the task MODERATE on the page',
    })
  })

  test('of another page cannot be deleted', () => {
    const { scene, world } = made()
    const other = String(act(world, 'createPage', { name: 'Other', administrators: [user] }).unwrap()['id'])
    const foreign = act(world, 'addPagePost', { page: other, message: 'Elsewhere' }).unwrap()['id']
    const { id } = act(world, 'commentOnPost', { post: foreign, user: visitor, message: 'Hi' }).unwrap()
    expect(refusedBy(world, () => remove(scene, String(id))).code).toBe(200)
  })
})
