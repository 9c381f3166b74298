import { expect } from 'vitest'
import * as posts from '../../../src/chapters/feed/actions.ts'
import { act, call, idsOf, rowOf } from '../../service/scene.ts'
import { describeActions, stage } from '../action-table.ts'

const { page, user, photo, post, pageToken } = stage
const reading = (world: typeof stage.world, fields: string, of = post) =>
  call(world, pageToken, 'readPost', { post: of, fields }).unwrap()

describeActions(posts, {
  addPagePost: {
    params: { page, creator: user, message: `@[${page}]`, video: { seconds: '90' } },
    names: { page: photo, creator: page },
    does({ world }, { id }) {
      expect(rowOf(world, String(id))).toMatchObject({
        creator: Number(user),
        message: 'Starter Page',
        video: { title: '', seconds: 90, spherical: false },
        statusType: 'added_video',
      })
      expect(world.events.last()).toMatchObject({ type: 'post.created', data: { post: id, published: true } })
    },
    refuses: [
      [{ statusType: 'x' }, /Param statusType must be one of added_photos/],
      [{ eventTime: 'then' }, /Param eventTime must be an ISO 8601 time/],
      [{ video: { seconds: -1 } }, /Param video.seconds must be an integer from 0 to 100000/],
    ],
  },
  visitPage: {
    params: { page, user, message: 'Hi' },
    names: { page: user, user: page },
    does({ world }, { id }) {
      expect(idsOf(call(world, pageToken, 'listTaggedPosts', { page }).unwrap())).toEqual([id])
      expect(reading(world, 'from', String(id))['from']).toEqual({ id: user, name: 'Ada Starter' })
    },
    refuses: [[{ message: undefined }, /The parameter message is required/]],
  },
  commentOnPost: {
    params: { post, user },
    names: { post: page, user: page },
    before: ({ world }) => void world.clock.advance('1h'),
    does: ({ world }) =>
      expect(rowOf(world, post)).toMatchObject({
        updatedTime: world.clock.now,
        engagement: { actions: 1, shares: 0, reach: 0 },
        subscribers: [Number(user)],
      }),
    refuses: [[{ message: '' }, /Param message must/]],
  },
  setPostLike: {
    params: { post, user },
    names: { post: page, user: page },
    does: ({ world }) =>
      expect(rowOf(world, post)).toMatchObject({ engagement: { actions: 1, shares: 0, reach: 0 } }),
    refuses: [[{ liked: 'perhaps' }, /Param liked must be true or false/]],
  },
  editPost: {
    params: { post, message: `To @[${page}]` },
    names: { post: page },
    does: ({ world }) =>
      expect(reading(world, 'message,message_tags')).toMatchObject({
        message: 'To Starter Page',
        message_tags: [{ id: page, offset: 3 }],
      }),
    refuses: [[{ message: undefined }, /The parameter message is required/]],
  },
  tagPageInPost: {
    params: { post, page },
    names: { post: page, page: post },
    does({ world }, value) {
      expect(value).toEqual({ success: true })
      expect(rowOf(world, post)).toMatchObject({ to: [Number(page)] })
      expect(idsOf(call(world, pageToken, 'listTaggedPosts', { page }).unwrap())).toEqual([post])
    },
    refuses: [[{ story: 'x' }, /Param story must be true or false/]],
  },
  sharePost: {
    params: { post, page },
    names: { post: page, page: post },
    does({ world }, { id }) {
      expect(reading(world, 'parent_id', String(id))['parent_id']).toBe(post)
      expect(reading(world, 'shares')['shares']).toEqual({ count: 1 })
      expect(rowOf(world, post)).toMatchObject({ engagement: { actions: 1, shares: 1, reach: 0 } })
    },
    refuses: [],
  },
  recordEngagement: {
    params: { post, reach: 10 },
    before: ({ world }) => void world.actions.recordEngagement({ post: post, actions: 2, shares: 3 }),
    names: { post: page },
    does: ({ world }) =>
      expect(rowOf(world, post)).toMatchObject({ engagement: { actions: 2, shares: 3, reach: 10 } }),
    refuses: [
      [{ reach: -1 }, /Param reach must be an integer of 0 or more/],
      [{ actions: 0.5 }, /Param actions must be an integer of 0 or more/],
    ],
  },
  setPostInsights: {
    params: { post, story: 'S', is_popular: 'true' },
    names: { post: page },
    does: ({ world }) => expect(reading(world, 'is_popular')['is_popular']).toBe(true),
    refuses: [
      [{ status_type: 'x' }, /Param status_type must be one of/],
      [{ properties: { name: 'x' } }, /The parameter properties.text is required/],
    ],
  },
  setPostTargeting: {
    params: { post, interestedIn: [1] },
    names: { post: page },
    does: ({ world }) =>
      expect(reading(world, 'feed_targeting')['feed_targeting']).toMatchObject({ interested_in: [1] }),
    refuses: [[{ interestedIn: [3] }, /Param interestedIn.0 must be an integer from 1 to 2/]],
  },
  setPostPrivacy: {
    params: { post, privacy: { value: 'SELF' } },
    names: { post: page },
    does: ({ world }) => expect(reading(world, 'privacy')['privacy']).toMatchObject({ value: 'SELF' }),
    refuses: [[{ privacy: { value: 'ALL' } }, /Param privacy.value must be one of EVERYONE/]],
  },
  addReel: {
    params: { page },
    names: { page: post },
    does: ({ world }, { id }) =>
      expect(idsOf(call(world, pageToken, 'listPageReels', { page }).unwrap())).toEqual([id]),
    refuses: [],
  },
  createActivityObject: {
    params: { name: 'A book' },
    does({ world }, { id }) {
      const activity = { og_action_type_id: '1', og_object_id: id }
      expect(call(world, pageToken, 'publishPost', { page, message: 'x', ...activity }).ok).toBe(true)
    },
    refuses: [[{ name: undefined }, /The parameter name is required/]],
  },
  registerDomain: {
    params: { page, domain: 'Own.TEST' },
    names: { page: post },
    does({ world }) {
      act(world, 'registerDomain', { page, domain: 'own.test' }).unwrap()
      expect(rowOf(world, page)).toMatchObject({ ownedDomains: ['own.test'] })
    },
    refuses: ['', 'https://own.test', 'own.test/x', 'a b', 7, 'own.test:80'].map((domain) => [
      { domain },
      /Param domain must be a domain name/,
    ]),
  },
  verifyPage: {
    params: { page },
    names: { page: post },
    does({ world }) {
      expect(rowOf(world, page)).toMatchObject({ verified: true })
      act(world, 'verifyPage', { page, verified: false }).unwrap()
      expect(rowOf(world, page)).toMatchObject({ verified: false })
    },
    refuses: [[{ verified: 'x' }, /Param verified must be true or false/]],
  },
})
