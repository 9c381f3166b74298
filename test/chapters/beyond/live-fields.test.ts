import { describe, expect, test } from 'vitest'
import { act, begin, call, forked, jsonOf, type Scene } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { page, pageToken, userToken, user } = start
const does = ({ world }: Scene, operation: string, params: object, token = pageToken) =>
  call(world, token, operation, params).unwrap()
const publish = (scene: Scene, params: object = { message: 'Hello' }) =>
  String(does(scene, 'publishPost', { page, ...params })['id'])
const upload = (scene: Scene, params: object = {}) =>
  String(does(scene, 'uploadPagePhoto', { page, url: 'https://img.test/a.png', ...params })['id'])
const stranger = ({ world }: Scene) => String(act(world, 'createUser', { name: 'Vera' }).unwrap()['id'])

describe('a post', () => {
  const later = start.world.clock.now / 1000 + 3_600
  test.each<[string, object, object]>([
    ['published', { message: 'Hello' }, { timeline_visibility: 'normal' }],
    [
      'scheduled',
      { message: 'Later', published: false, scheduled_publish_time: later },
      { timeline_visibility: 'no timeline unit for this post' },
    ],
  ])('%s says whether its timeline shows it', (_title, params, expected) => {
    const scene = forked(start)
    const post = publish(scene, params)
    expect(does(scene, 'readPost', { post, fields: 'timeline_visibility,promotion_status' })).toEqual({
      id: post,
      promotion_status: 'inactive',
      ...expected,
    })
  })

  test('that is hidden says so', () => {
    const scene = forked(start)
    const post = publish(scene)
    act(scene.world, 'hidePost', { post }).unwrap()
    expect(does(scene, 'readPost', { post, fields: 'timeline_visibility' })).toMatchObject({
      timeline_visibility: 'hidden',
    })
  })

  test('is eligible for Instagram as its description says', () => {
    const scene = forked(start)
    const post = publish(scene)
    const eligible = (photoapp_eligibility: string) => {
      act(scene.world, 'setPostInsights', { post, photoapp_eligibility }).unwrap()
      return does(scene, 'readPost', { post, fields: 'is_instagram_eligible' })['is_instagram_eligible']
    }
    expect([eligible('eligible'), eligible('ineligible_post_type')]).toEqual([true, false])
  })

  test('has the picture of full_picture, if it has one', () => {
    const scene = forked(start)
    const photo = upload(scene, { published: false })
    const post = publish(scene, { message: 'Look', attached_media: [{ media_fbid: photo }] })
    const { picture, full_picture: full } = does(scene, 'readPost', { post, fields: 'picture,full_picture' })
    expect([picture, typeof picture]).toEqual([full, 'string'])
    const plain = publish(scene)
    expect(does(scene, 'readPost', { post: plain, fields: 'picture' })).toEqual({ id: plain })
  })

  test('gives its text to the attachment of its one photo', () => {
    const scene = forked(start)
    const post = publish(scene, {
      message: `By @[${page}]`,
      attached_media: [{ media_fbid: upload(scene, { published: false }) }],
    })
    const { attachments } = does(scene, 'readPost', {
      post,
      fields: 'attachments{type,title,description,description_tags}',
    })
    const tag = { id: page, name: 'Starter Page', type: 'page', offset: 3, length: 12 }
    expect(attachments).toEqual({
      data: [{ type: 'photo', description: 'By Starter Page', description_tags: [tag] }],
    })
  })

  test('names the attachment of several photos', () => {
    const scene = forked(start)
    const media_fbid = [1, 2].map(() => upload(scene, { published: false }))
    const post = publish(scene, {
      message: 'Two',
      attached_media: media_fbid.map((id) => ({ media_fbid: id })),
    })
    const { attachments } = does(scene, 'readPost', { post, fields: 'attachments{title,description,target}' })
    const id = post.split('_')[1]
    expect(attachments).toEqual({
      data: [
        { title: "Photos from Starter Page's post", target: { id, url: expect.stringContaining(post) } },
      ],
    })
  })
})

describe('a comment', () => {
  test.each<[string, boolean]>([
    ['of somebody else can be answered in a message', true],
    ['of the page itself cannot', false],
  ])('%s', (_title, expected) => {
    const scene = forked(start)
    const post = publish(scene)
    const made = expected
      ? act(scene.world, 'commentOnPost', { post, user: stranger(scene), message: 'Hi' }).unwrap()
      : does(scene, 'createComment', { post, message: 'Hi' })
    const fields = 'is_private,can_reply_privately'
    expect(does(scene, 'readComment', { comment: made['id'], fields })).toEqual({
      ...{ id: made['id'], is_private: false, can_reply_privately: expected },
    })
  })
})

describe('a like', () => {
  const liked = () => {
    const scene = forked(start)
    const post = publish(scene)
    act(scene.world, 'setPostLike', { post, user: stranger(scene) }).unwrap()
    scene.world.clock.advance('1s')
    does(scene, 'likePost', { post })
    return { scene, post }
  }

  test('says what profile it is of, and shows its picture in sizes', () => {
    const { scene, post } = liked()
    const { data } = does(scene, 'listPostLikes', {
      post,
      fields: 'profile_type,can_post,pic,pic_large,pic_small,pic_square,pic_crop,picture{url}',
    }) as { data: Record<string, unknown>[] }
    expect(data.map(({ profile_type: type, can_post: can }) => [type, can])).toEqual([
      ['page', true],
      ['user', false],
    ])
    for (const { id, pic_crop: crop, picture, ...sizes } of data) {
      const { url } = (picture as { data: { url: string } }).data
      expect(crop).toEqual({ width: 200, height: 200, left: 0, top: 0, right: 1, bottom: 1, url })
      for (const name of ['pic', 'pic_large', 'pic_small', 'pic_square'])
        expect([name, String(sizes[name]).includes(`/pictures/${id}/`)]).toEqual([name, true])
    }
  })

  test('has its id and name alone without fields', () => {
    const { scene, post } = liked()
    const { data } = does(scene, 'listPostLikes', { post }) as { data: object[] }
    expect(data[0]).toEqual({ id: page, name: 'Starter Page' })
  })

  test.each(['THANKFUL', 'PRIDE'])('is never of the type %s, by which a read may choose', (type) => {
    const { scene, post } = liked()
    expect(does(scene, 'listPostReactions', { post, type, summary: 'total_count' })).toMatchObject({
      data: [],
      summary: { total_count: 0 },
    })
    expect(() => act(scene.world, 'setPostLike', { post, user, reaction: type }).unwrap()).toThrow(
      /reaction must be one of/,
    )
  })
})

test('a photo has its versions in the WebP format too', () => {
  const scene = forked(start)
  const { images, webp_images: webp } = does(scene, 'readPhoto', {
    photo: upload(scene),
    fields: 'images,webp_images',
  })
  expect(webp).toEqual(images)
})

test('a person is read with id and name without fields, as /me is', () => {
  const { world } = begin({ policy: { beyond: 'serve', defaultFields: 'minimal' } })
  for (const path of ['/me', `/${user}`])
    expect(jsonOf(world.request({ method: 'GET', path, params: { access_token: userToken } }))).toEqual({
      id: user,
      name: 'Ada Starter',
    })
})
