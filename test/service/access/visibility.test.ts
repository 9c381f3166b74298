import { describe, expect, test } from 'vitest'
import { begin, call, forked, idsOf, refusedBy, tokenOf } from '../scene.ts'

const start = begin()
const { page, pageToken, user, app } = start
const caller = start.world.as(pageToken)
const published = caller.publishPost({ page, message: 'Public' }).unwrap().id
const unpublished = caller.publishPost({ page, message: 'Draft', published: false }).unwrap().id
const publicContentAccess = true
const reader = start.world.actions.createApp({ name: 'Reader', publicContentAccess }).unwrap().id
const stranger = tokenOf(start, { app: reader, tasks: [] })

describe('a caller without a task on the page', () => {
  test('sees its published posts, and no other [FEE-141]', () => {
    const { world } = forked(start)
    expect(idsOf(call(world, stranger, 'listPageFeed', { page }).unwrap())).toEqual([published])
    const all = { page, fields: 'is_published' }
    expect(idsOf(call(world, stranger, 'listPageFeed', all).unwrap())).toEqual([published])
    expect(idsOf(call(world, pageToken, 'listPageFeed', all).unwrap())).toEqual([unpublished, published])
    expect(call(world, stranger, 'readPost', { post: published }).ok).toBe(true)
  })

  test('gets the same error for an unpublished post as for a missing one', () => {
    const { world } = forked(start)
    const hidden = refusedBy(world, () => call(world, stranger, 'readPost', { post: unpublished }))
    const none = refusedBy(world, () =>
      call(world, stranger, 'readPost', { post: `${page}_100000000000000` }),
    )
    expect(hidden).toMatchObject({ code: 100, subcode: 33 })
    expect(hidden.message.replace(unpublished, '…')).toBe(none.message.replace(/"[^"]*"/, '"…"'))
  })

  test('sees no post with restricted privacy', () => {
    const scene = forked(start)
    const { world } = scene
    const scopes = ['pages_read_engagement', 'pages_manage_posts'] as const
    const issue = { kind: 'user', app, user, scopes, privacy: 'SELF' } as const
    const { token } = world.actions.issueToken(issue).unwrap()
    const mine = world.as(token).publishPost({ page, message: 'Mine' }).unwrap().id
    expect(idsOf(call(world, stranger, 'listPageFeed', { page }).unwrap())).toEqual([published])
    expect(call(world, stranger, 'readPost', { post: mine }).ok).toBe(false)
    expect(idsOf(call(world, pageToken, 'listPageFeed', { page }).unwrap())).toEqual([mine, published])
  })
})

test('an unpublished page is visible only to people with a task on it', () => {
  const scene = forked(start)
  const { world } = scene
  const { actions } = world
  const secret = actions.createPage({ name: 'Secret', administrators: [user], published: false }).unwrap().id
  const ask = (token: string) => call(world, token, 'listPageFeed', { page: secret })
  expect(ask(start.userToken).ok).toBe(true)
  for (const token of [stranger, tokenOf(scene), start.pageToken, start.appToken]) {
    expect(refusedBy(world, () => ask(token))).toMatchObject({ code: 100, subcode: 33 })
  }
})
