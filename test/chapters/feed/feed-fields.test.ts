import { describe, expect, test } from 'vitest'
import { postView } from '../../../src/chapters/feed/post-view.ts'
import { photoappEligibilities, statusTypes } from '../../../src/chapters/feed/records.ts'
import { contractView } from '../../../src/service/views/beyond-fields.ts'
import { act, call, idsOf, tokenOf } from '../../service/scene.ts'
import {
  fieldOf,
  forkWorld,
  link,
  now,
  other,
  page,
  pageToken,
  publishedId,
  readFields,
  start,
  upload,
  user,
  userToken,
  visitor,
} from './feed-world.ts'

/** The fields of a post, in the order of the contract. */
const names = [
  'id',
  'actions',
  'admin_creator',
  'allowed_advertising_objects',
  'application',
  'attachments',
  'backdated_time',
  'call_to_action',
  'context',
  'can_reply_privately',
  'child_attachments',
  'created_time',
  'feed_targeting',
  'from',
  'full_picture',
  'icon',
  'photoapp_eligibility',
  'is_eligible_for_promotion',
  'is_expired',
  'is_hidden',
  'is_photoapp_eligible',
  'is_popular',
  'is_published',
  'is_spherical',
  'message',
  'message_tags',
  'parent_id',
  'permalink_url',
  'place',
  'privacy',
  'promotable_id',
  'properties',
  'sheduled_publish_time',
  'shares',
  'status_type',
  'story',
  'story_tags',
  'subscribed',
  'targeting',
  'to',
  'updated_time',
  'video_buying_eligibility',
]

test('a post has the fields of the contract, in its order and spelling [FEE-069, FEE-130]', () => {
  expect(Object.keys(contractView(postView).fields)).toEqual(names)
})

test('a plain post has these values, without fields that have none [FEE-008, FEE-017..020, FEE-033, FEE-059, FEE-062, FEE-070]', () => {
  const world = forkWorld()
  const post = publishedId(world, { message: 'Hello' })
  const address = `https://web.test/${post}`
  expect(readFields(world, post)).toEqual({
    actions: ['Comment', 'Like', 'Share'].map((name) => ({ name, link: address })),
    application: { id: start.app, name: 'Starter App' },
    backdated_time: null,
    can_reply_privately: false,
    created_time: now,
    from: { id: page, name: 'Starter Page' },
    icon: 'https://web.test/icons/mobile_status_update.png',
    photoapp_eligibility: 'ineligible_post_type',
    is_eligible_for_promotion: true,
    is_expired: false,
    is_hidden: false,
    is_photoapp_eligible: 'false',
    is_popular: false,
    is_published: true,
    is_spherical: false,
    message: 'Hello',
    permalink_url: address,
    privacy: { allow: '', deny: '', description: 'Public', friends: '', value: 'EVERYONE' },
    promotable_id: post,
    shares: { count: 0 },
    status_type: 'mobile_status_update',
    subscribed: true,
    updated_time: now,
    video_buying_eligibility: ['ineligible_post_type'],
  })
})

test('the minimal set is the id, the time and the text, or the story', () => {
  const world = forkWorld({ policy: { defaultFields: 'minimal' } })
  const post = publishedId(world, { message: 'Hello' })
  expect(readFields(world, post)).toEqual({ created_time: now, message: 'Hello' })
})

describe('admin_creator', () => {
  function administered(scopes?: 'without') {
    const world = forkWorld()
    const second = world.actions.createUser({ name: 'Second' }).unwrap().id
    world.actions.assignTasks({ page, user: second, tasks: ['MANAGE'] }).unwrap()
    const caller = scopes ? { without: ['business_management'] as const } : {}
    const scene = { ...start, world }
    return {
      world,
      second,
      token: tokenOf(scene, { kind: 'page', tasks: ['MODERATE', 'CREATE_CONTENT'], ...caller }),
    }
  }

  test('is the person who created the post [FEE-010..012]', () => {
    const { world, token } = administered()
    const post = publishedId(world, { message: 'x' })
    expect(fieldOf(world, post, 'admin_creator', token)).toEqual({ id: Number(user), name: 'Ada Starter' })
  })

  test('is omitted if the page has one admin [FEE-013]', () => {
    const { world, second } = administered()
    const post = publishedId(world, { message: 'x' })
    world.actions.assignTasks({ page, user: second, tasks: ['MODERATE'] }).unwrap()
    expect(readFields(world, post, 'admin_creator')).toEqual({})
  })

  test('is omitted for a user token [FEE-014]', () => {
    const { world } = administered()
    const post = publishedId(world, { message: 'x' })
    expect(readFields(world, post, 'admin_creator', userToken)).toEqual({})
  })

  test('is omitted without business_management [FEE-015]', () => {
    const { world, token } = administered('without')
    const post = publishedId(world, { message: 'x' })
    expect(readFields(world, post, 'admin_creator', token)).toEqual({})
  })
})

describe('can_reply_privately', () => {
  const visit = (world: ReturnType<typeof forkWorld>) =>
    world.actions.visitPage({ page, user: visitor, message: 'Hi' }).unwrap().id

  test('is true for the page, on the post of a person [FEE-023]', () => {
    const world = forkWorld()
    const post = visit(world)
    expect(fieldOf(world, post, 'can_reply_privately')).toBe(true)
    expect(fieldOf(world, post, 'can_reply_privately', userToken)).toBe(false)
    expect(fieldOf(world, publishedId(world, { message: 'x' }), 'can_reply_privately')).toBe(false)
  })

  test('requires read_page_mailboxes [FEE-024]', () => {
    const world = forkWorld()
    const token = tokenOf({ ...start, world }, { kind: 'page', without: ['read_page_mailboxes'] })
    expect(readFields(world, visit(world), 'can_reply_privately', token)).toEqual({})
  })
})

describe('from, to and message_tags', () => {
  /** Returns a visitor's post on the page that mentions the other page. */
  function visited() {
    const world = forkWorld()
    const post = world.actions.visitPage({ page, user: visitor, message: `@[${other}]` }).unwrap().id
    world.actions.assignTasks({ page, user: visitor, tasks: ['MODERATE'] }).unwrap()
    const scopes = ['pages_read_engagement'] as const
    const issue = { kind: 'user', app: start.app, user: visitor, scopes } as const
    const { token } = world.actions.issueToken(issue).unwrap()
    return { world, post, token }
  }
  const fields = 'from,to,message_tags'
  const person = { id: visitor, name: 'Vera Visitor' }

  test('show everyone to a page token [FEE-029, FEE-085]', () => {
    const { world, post } = visited()
    expect(readFields(world, post, fields)).toMatchObject({
      from: person,
      to: { data: [{ id: page }, { id: other }] },
      message_tags: [{ id: other, type: 'page' }],
    })
  })

  test('show only the person of the token to a user token [FEE-030, FEE-056, FEE-086]', () => {
    const { world, post, token } = visited()
    expect(readFields(world, post, fields, token)).toEqual({ from: person })
    expect(readFields(world, post, fields, userToken)).toEqual({})
    const own = publishedId(world, { message: 'x', place: page, tags: [visitor, user] })
    expect(readFields(world, own, fields, token)).toEqual({ to: { data: [person] } })
    expect(readFields(world, own, fields, userToken)).toEqual({
      to: { data: [{ id: user, name: 'Ada Starter' }] },
    })
  })

  test('keep a page in from if the policy says so [FEE-030]', () => {
    const { world, post } = visited()
    const kept = world.fork({ policy: { fromForUserTokens: 'keepPages' } })
    const own = publishedId(kept, { message: 'x' })
    expect(fieldOf(kept, own, 'from', userToken)).toEqual({ id: page, name: 'Starter Page' })
    expect(readFields(kept, post, 'from', userToken)).toEqual({})
  })
})

describe('the post of a person on the page', () => {
  test('is a published wall post without an app, and never hidden [FEE-039, FEE-044]', () => {
    const world = forkWorld()
    const post = world.actions.visitPage({ page, user: visitor, message: 'Hi' }).unwrap().id
    world.actions.hidePost({ post }).unwrap()
    const fields = 'is_published,status_type,application,is_hidden,message,admin_creator'
    expect(readFields(world, post, fields)).toEqual({
      is_published: true,
      status_type: 'wall_post',
      message: 'Hi',
    })
    expect(idsOf(call(world, pageToken, 'listPageFeed', { page }).unwrap())).toEqual([post])
  })
})

test('is_published is true for a post published at once [FEE-045]', () => {
  const world = forkWorld()
  expect(fieldOf(world, publishedId(world, { message: 'x' }), 'is_published')).toBe(true)
})

test('a hidden post is still in the feed, with is_hidden [FEE-038, FEE-040]', () => {
  const world = forkWorld()
  const post = publishedId(world, { message: 'x' })
  world.actions.hidePost({ post }).unwrap()
  const list = call(world, pageToken, 'listPageFeed', { page, fields: 'is_hidden' }).unwrap()
  expect(list['data']).toEqual([{ id: post, is_hidden: true }])
})

describe('updated_time', () => {
  test('changes on creation, edit and comment only [FEE-087..088]', () => {
    const world = forkWorld()
    const post = publishedId(world, { message: 'x' })
    const after = (change: () => unknown) => {
      world.clock.advance('1m')
      change()
      return fieldOf(world, post, 'updated_time')
    }
    expect(fieldOf(world, post, 'updated_time')).toBe(now)
    expect(after(() => world.actions.recordEngagement({ post, reach: 9 }).unwrap())).toBe(now)
    expect(after(() => world.actions.editPost({ post, message: 'y' }).unwrap())).toBe(now + 120)
    expect(after(() => world.actions.commentOnPost({ post, user: visitor }).unwrap())).toBe(now + 180)
    expect(readFields(world, post, 'created_time,message')).toEqual({ created_time: now, message: 'y' })
  })
})

test('the created_time of a life event is the time of the event [FEE-027]', () => {
  const world = forkWorld()
  const post = world.actions.addPagePost({ page, story: 'Founded', eventTime: '1999-12-31' }).unwrap().id
  expect(readFields(world, post, 'created_time,updated_time')).toEqual({
    created_time: Date.UTC(1999, 11, 31) / 1000,
    updated_time: now,
  })
})

test('a life event is in the feed at the time of the event, and counts for that year [FEE-027, FEE-137]', () => {
  const world = forkWorld({ policy: { rankedPostsPerYear: 1 } })
  const older = publishedId(world, { message: 'x' })
  world.clock.advance('1m')
  const newer = publishedId(world, { message: 'y' })
  const event = world.actions.addPagePost({ page, story: 'Founded', eventTime: '1999-12-31' }).unwrap().id
  const listed = (reading: ReturnType<typeof forkWorld>) =>
    idsOf(call(reading, pageToken, 'listPageFeed', { page }).unwrap())
  expect(listed(world)).toEqual([newer, event])
  expect(listed(world.fork({ policy: { rankedPostsPerYear: 600 } }))).toEqual([newer, older, event])
})

describe('photoapp_eligibility', () => {
  test('is eligible for photo posts, and ineligible_post_type otherwise [FEE-034, FEE-041]', () => {
    const world = forkWorld()
    const photos = publishedId(world, { attached_media: [{ media_fbid: upload(world) }] })
    const fields = 'photoapp_eligibility,is_photoapp_eligible'
    expect(readFields(world, photos, fields)).toEqual({
      photoapp_eligibility: 'eligible',
      is_photoapp_eligible: 'true',
    })
    expect(readFields(world, publishedId(world, { link }), fields)).toEqual({
      photoapp_eligibility: 'ineligible_post_type',
      is_photoapp_eligible: 'false',
    })
  })

  test('has the values of the contract [FEE-035]', () => {
    const reasons = [
      'caption_mentions_not_allowed',
      'caption_too_long',
      'media_aspect_ratio',
      'media_dimension',
      'media_square_aspect_ratio',
      'media_square_dimension',
      'post_type',
      'unknown_error',
      'video_length',
    ]
    expect(photoappEligibilities).toEqual(['eligible', ...reasons.map((reason) => `ineligible_${reason}`)])
    const world = forkWorld()
    const post = publishedId(world, { message: 'x' })
    for (const value of photoappEligibilities) {
      world.actions.setPostInsights({ post, photoapp_eligibility: value }).unwrap()
      expect(readFields(world, post, 'photoapp_eligibility,is_photoapp_eligible')).toEqual({
        photoapp_eligibility: value,
        is_photoapp_eligible: String(value === 'eligible'),
      })
    }
    expect(act(world, 'setPostInsights', { post, photoapp_eligibility: 'maybe' }).ok).toBe(false)
  })
})

test('is_eligible_for_promotion is false for a scheduled post [FEE-036]', () => {
  const world = forkWorld()
  const eligible = (params: object) =>
    fieldOf(world, publishedId(world, { message: 'x', ...params }), 'is_eligible_for_promotion')
  const scheduled = { unpublished_content_type: 'SCHEDULED', scheduled_publish_time: now + 3_600 }
  expect([{}, { published: false }, { published: false, ...scheduled }].map(eligible)).toEqual([
    true,
    true,
    false,
  ])
})

describe('is_popular', () => {
  test.each([
    [0, 0, false],
    [5, 0, false],
    [10, 100, false],
    [11, 100, true],
    [100, 1_000, false],
    [101, 1_000, true],
  ])('%i actions, a reach of %i: %j [FEE-042]', (actions, reach, popular) => {
    const world = forkWorld()
    const post = publishedId(world, { message: 'x' })
    world.actions.recordEngagement({ post, actions, reach }).unwrap()
    expect(fieldOf(world, post, 'is_popular')).toBe(popular)
  })

  test('counts comments as actions [FEE-042]', () => {
    const world = forkWorld()
    const post = publishedId(world, { message: 'x' })
    world.actions.recordEngagement({ post, actions: 10, reach: 100 }).unwrap()
    world.actions.commentOnPost({ post, user: visitor }).unwrap()
    expect(fieldOf(world, post, 'is_popular')).toBe(true)
  })
})

describe('shares', () => {
  test('count deleted posts and posts hidden by privacy [FEE-070..071]', () => {
    const world = forkWorld()
    const post = publishedId(world, { message: 'x' })
    const [first = '', second = ''] = [1, 2].map(
      () => world.actions.sharePost({ post, page: other }).unwrap().id,
    )
    expect(readFields(world, first, 'parent_id,status_type', userToken)).toEqual({
      parent_id: post,
      status_type: 'shared_story',
    })
    call(world, userToken, 'deletePost', { post: first }).unwrap()
    world.actions.setPostPrivacy({ post: second, privacy: { value: 'SELF' } }).unwrap()
    expect(fieldOf(world, post, 'shares')).toEqual({ count: 2 })
    world.actions.recordEngagement({ post, shares: 7 }).unwrap()
    expect(fieldOf(world, post, 'shares')).toEqual({ count: 7 })
  })
})

describe('privacy', () => {
  test.each([
    ['EVERYONE', 'Public'],
    ['FRIENDS_OF_FRIENDS', 'Friends of friends'],
    ['ALL_FRIENDS', 'Friends'],
    ['SELF', 'Only me'],
  ] as const)(
    '%s has a description and no audience [FEE-061, FEE-114, FEE-116..118, FEE-120..121]',
    (value, description) => {
      const world = forkWorld()
      const post = publishedId(world, { message: 'x' })
      const privacy = { value, allow: '1', deny: '2', friends: 'SOME_FRIENDS' } as const
      world.actions.setPostPrivacy({ post, privacy }).unwrap()
      expect(fieldOf(world, post, 'privacy')).toEqual({
        allow: '',
        deny: '',
        description,
        friends: '',
        value,
      })
    },
  )

  test.each(['ALL_FRIENDS', 'FRIENDS_OF_FRIENDS', 'SOME_FRIENDS'] as const)(
    'CUSTOM has the audience and the friends %s [FEE-113..121]',
    (friends) => {
      const world = forkWorld()
      const post = publishedId(world, { message: 'x' })
      const given = { value: 'CUSTOM', allow: `${user},${visitor}`, deny: other, friends } as const
      world.actions.setPostPrivacy({ post, privacy: given }).unwrap()
      expect(fieldOf(world, post, 'privacy')).toEqual({ ...given, description: 'Custom' })
    },
  )

  test.each([{ value: 'FRIENDS' }, { value: 'CUSTOM', friends: 'NO_FRIENDS' }])(
    'is not %j [FEE-119, FEE-121]',
    (privacy) => {
      const world = forkWorld()
      const post = publishedId(world, { message: 'x' })
      expect(act(world, 'setPostPrivacy', { post, privacy }).ok).toBe(false)
    },
  )
})

describe('full_picture', () => {
  const photoNamed = (world: ReturnType<typeof forkWorld>, name: string) =>
    upload(world, { url: `https://img.test/${name}.png`, published: false })
  const pictureOf = (world: ReturnType<typeof forkWorld>, post: string) =>
    /\/pictures\/(\d+)\//.exec(String(fieldOf(world, post, 'full_picture')))?.[1]

  test('is of the first photo, in the order of the call [FEE-031]', () => {
    const world = forkWorld()
    const [older, newer, third] = ['a', 'b', 'c'].map((name) => photoNamed(world, name))
    const showing = (...photos: unknown[]) =>
      publishedId(world, { link, attached_media: photos.map((media_fbid) => ({ media_fbid })) })
    const post = showing(newer, older, third)
    expect(pictureOf(world, post)).toBe(newer)
    expect(pictureOf(world, showing(older, newer))).toBe(older)
    const after = [newer, older, third].map((photo) => {
      call(world, pageToken, 'deletePhoto', { photo }).unwrap()
      return pictureOf(world, post)
    })
    expect(after).toEqual([older, third, undefined])
  })

  test('prefers a photo to the link [FEE-031]', () => {
    const world = forkWorld()
    const photo = photoNamed(world, 'a')
    const chosen = photoNamed(world, 'b')
    const post = publishedId(world, {
      link,
      object_attachment: chosen,
      attached_media: [{ media_fbid: photo }],
    })
    expect(pictureOf(world, post)).toBe(photo)
  })

  test('is absent for a post without a picture [FEE-031]', () => {
    const world = forkWorld()
    expect(readFields(world, publishedId(world, { message: 'x', link }), 'full_picture')).toEqual({})
  })
})

describe('parent_id', () => {
  const reader = (world: ReturnType<typeof forkWorld>) => {
    const app = world.actions.createApp({ name: 'Reader', publicContentAccess: true }).unwrap().id
    return tokenOf({ ...start, world }, { app, tasks: [] })
  }

  test.each<[string, (world: ReturnType<typeof forkWorld>, parent: string) => void]>([
    [
      'is not for everybody',
      ({ actions }, post) => void actions.setPostPrivacy({ post, privacy: { value: 'SELF' } }).unwrap(),
    ],
    ['has expired', ({ actions }, post) => void actions.setPostExpiry({ post, expiresAt: now }).unwrap()],
    ['was deleted', (world, post) => void call(world, pageToken, 'deletePost', { post }).unwrap()],
  ])('is absent if the parent %s, for callers who cannot read it [FEE-057, FEE-138]', (_, change) => {
    const world = forkWorld()
    const parent = publishedId(world, { message: 'x' })
    const share = world.actions.sharePost({ post: parent, page: other }).unwrap().id
    const token = reader(world)
    expect(readFields(world, share, 'parent_id', token)).toEqual({ parent_id: parent })
    change(world, parent)
    expect(readFields(world, share, 'parent_id', token)).toEqual({})
  })

  test('names an unpublished parent only for callers with a task on its page [FEE-057, FEE-124]', () => {
    const world = forkWorld()
    const parent = publishedId(world, { message: 'x', published: false })
    const share = world.actions.sharePost({ post: parent, page: other }).unwrap().id
    expect(readFields(world, share, 'parent_id', reader(world))).toEqual({})
    expect(readFields(world, share, 'parent_id', userToken)).toEqual({ parent_id: parent })
  })
})

describe('a video post', () => {
  const video = { title: 'Tour', seconds: 75 }

  test('has the properties of its video [FEE-064..067, FEE-072]', () => {
    const world = forkWorld()
    const post = world.actions.addPagePost({ page, message: 'x', video }).unwrap().id
    const fields = 'properties,is_spherical,status_type,video_buying_eligibility,attachments{data}'
    expect(readFields(world, post, fields)).toEqual({
      properties: { name: 'Length', text: '01:15', href: `https://web.test/videos/${post.split('_')[1]}` },
      is_spherical: false,
      status_type: 'added_video',
      video_buying_eligibility: [],
      attachments: {
        data: [{ type: 'video_inline', title: 'Tour', url: `https://web.test/videos/${post.split('_')[1]}` }],
      },
    })
    expect(readFields(world, publishedId(world, { message: 'x' }), 'properties')).toEqual({})
  })

  test('may be spherical [FEE-047]', () => {
    const world = forkWorld()
    const post = world.actions.addPagePost({ page, video: { ...video, spherical: true } }).unwrap().id
    expect(fieldOf(world, post, 'is_spherical')).toBe(true)
  })

  test('has video buying options while it can be promoted; other posts give a reason [FEE-089..090]', () => {
    const world = forkWorld()
    const post = world.actions.addPagePost({ page, video }).unwrap().id
    world.actions.setPostInsights({ post, is_eligible_for_promotion: false }).unwrap()
    expect(fieldOf(world, post, 'video_buying_eligibility')).toEqual(['ineligible_post_type'])
    world.actions.setPostInsights({ post, video_buying_eligibility: ['too_short'] }).unwrap()
    expect(fieldOf(world, post, 'video_buying_eligibility')).toEqual(['too_short'])
  })

  test('is only visible to administrators of the page', () => {
    const world = forkWorld()
    const post = world.actions.addPagePost({ page, video }).unwrap().id
    const scene = { ...start, world }
    for (const kind of ['user', 'page'] as const) {
      const moderator = tokenOf(scene, { kind, tasks: ['MODERATE', 'CREATE_CONTENT'] })
      expect(idsOf(call(world, moderator, 'listPageFeed', { page }).unwrap())).toEqual([])
      expect(call(world, moderator, 'readPost', { post })).toMatchObject({
        error: { code: 100, subcode: 33 },
      })
      const manager = tokenOf(scene, { kind, tasks: ['MANAGE'] })
      expect(idsOf(call(world, manager, 'listPageFeed', { page }).unwrap())).toEqual([post])
    }
  })
})

test.each([...statusTypes])('a post may be of the status type %s [FEE-072..073]', (statusType) => {
  const world = forkWorld()
  const post = world.actions.addPagePost({ page, statusType }).unwrap().id
  expect(readFields(world, post, 'status_type,icon')).toEqual({
    status_type: statusType,
    icon: `https://web.test/icons/${statusType}.png`,
  })
})

test('the status types and profile types are those of the contract [FEE-054, FEE-073]', () => {
  expect(statusTypes.join(' ')).toBe(
    'added_photos added_video app_created_story approved_friend created_event created_group created_note ' +
      'mobile_status_update published_story shared_story tagged_in_photo wall_post',
  )
  const world = forkWorld()
  expect(act(world, 'addPagePost', { page, statusType: 'status' }).ok).toBe(false)
  const type = postView.fields.message_tags.type.element.shape.type
  expect(type.options).toEqual(['user', 'page', 'group'])
})

describe('a story', () => {
  function told() {
    const world = forkWorld()
    const app = world.actions.createApp({ name: 'Stories', activityStories: true }).unwrap().id
    const token = tokenOf({ ...start, world }, { kind: 'page', app })
    const post = publishedId(world, { message: 'x' })
    const { id: mention = '' } = world.actions.tagPageInPost({ post, page: other, story: true }).unwrap()
    return { world, app, token, post, mention }
  }

  test('describes a mention, and its parent is the post [FEE-057..058, FEE-074, FEE-076]', () => {
    const { world, app, post, mention } = told()
    const reader = tokenOf({ ...start, world, page: other }, { app, kind: 'page' })
    expect(readFields(world, mention, 'story,story_tags,parent_id,message', reader)).toEqual({
      story: 'Starter Page mentioned Other 🏝️ Page.',
      story_tags: [
        { id: page, name: 'Starter Page', offset: 0, length: 12, type: 'page' },
        { id: other, name: 'Other 🏝️ Page', offset: 23, length: 13, type: 'page' },
      ],
      parent_id: post,
    })
    expect(readFields(world, post, 'parent_id')).toEqual({})
  })

  test('is only visible to apps with the migration [FEE-075]', () => {
    const { world, token } = told()
    const post = world.actions.addPagePost({ page, story: 'Ada is 10.' }).unwrap().id
    expect(readFields(world, post, 'story', token)).toEqual({ story: 'Ada is 10.' })
    expect(readFields(world, post, 'story,story_tags')).toEqual({})
  })
})

test('subscribed is true for the creator of a post and those who commented on it [FEE-077]', () => {
  const world = forkWorld()
  const scene = { ...start, world }
  const post = publishedId(world, { message: 'x' })
  const reader = world.actions.createUser({ name: 'R' }).unwrap().id
  world.actions.assignTasks({ page, user: reader, tasks: ['MODERATE'] }).unwrap()
  const issue = { kind: 'user', app: start.app, user: reader, scopes: ['pages_read_engagement'] } as const
  const { token } = world.actions.issueToken(issue).unwrap()
  expect([token, userToken, tokenOf(scene)].map((one) => fieldOf(world, post, 'subscribed', one))).toEqual([
    false,
    true,
    false,
  ])
  world.actions.commentOnPost({ post, user: reader }).unwrap()
  expect([token, userToken, tokenOf(scene)].map((one) => fieldOf(world, post, 'subscribed', one))).toEqual([
    true,
    true,
    false,
  ])
})

describe('values set by an action', () => {
  test.each<[string, string, unknown]>([
    ['promotable_id, which need not be the id [FEE-063]', 'promotable_id', '7_7'],
    ['allowed_advertising_objects [FEE-016]', 'allowed_advertising_objects', 'LINK_CLICKS'],
    ['is_eligible_for_promotion', 'is_eligible_for_promotion', false],
    ['is_photoapp_eligible [FEE-041]', 'is_photoapp_eligible', 'true'],
    ['is_popular', 'is_popular', true],
    ['subscribed', 'subscribed', false],
    ['can_reply_privately', 'can_reply_privately', true],
    ['icon [FEE-033]', 'icon', 'https://a.test/i.png'],
    ['permalink_url', 'permalink_url', 'https://a.test/p'],
    ['properties', 'properties', { name: 'a', text: 'b', href: 'c' }],
    ['status_type', 'status_type', 'created_event'],
  ])('%s', (_, name, value) => {
    const world = forkWorld()
    const post = publishedId(world, { message: 'x' })
    const before = fieldOf(world, post, name)
    expect(before).not.toEqual(value)
    act(world, 'setPostInsights', { post, [name]: value }).unwrap()
    expect(fieldOf(world, post, name)).toEqual(value)
    act(world, 'setPostInsights', { post }).unwrap()
    expect(fieldOf(world, post, name)).toEqual(before)
  })
})

test('context equals call_to_action, and both are omitted without one [FEE-021..022]', () => {
  const world = forkWorld()
  const post = publishedId(world, { link, call_to_action: { type: 'SIGN_UP' } })
  expect(readFields(world, post, 'call_to_action,context')).toEqual({
    call_to_action: { type: 'SIGN_UP' },
    context: { type: 'SIGN_UP' },
  })
  expect(readFields(world, publishedId(world, { link }), 'call_to_action,context,child_attachments')).toEqual(
    {},
  )
})
