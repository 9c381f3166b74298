import { describe, expect, test } from 'vitest'
import { permissions } from '../../../src/service/caller/caller.ts'
import type { World } from '../../../src/world/world.ts'
import { begin, photoRow, postRow, refusedBy, tokenOf, upload } from './photo-world.ts'

const start = begin()
const { page, pageToken, user } = start

/** The privacy levels, the most open first. */
const levels = ['EVERYONE', 'FRIENDS_OF_FRIENDS', 'ALL_FRIENDS', 'CUSTOM', 'SELF'] as const
type Level = (typeof levels)[number]

/** Returns a world, and the user token of an app with this level granted at login. */
function granted(privacy: Level) {
  const world = start.world.fork()
  const asked = { kind: 'user', app: start.app, user, scopes: permissions, privacy } as const
  return { world, token: world.actions.issueToken(asked).unwrap().token }
}

describe.each(levels)('with the level %s granted at login', (level) => {
  const open = levels.indexOf(level)

  test('the default privacy of photo and post is that level [PHO-065]', () => {
    const { world, token } = granted(level)
    const made = upload(world, token, { page }).unwrap()
    expect(photoRow(world, made.id).privacy).toBe(level)
    expect(postRow(world, made.post_id).privacy).toBe(level)
  })

  test.each(levels.slice(open))('privacy can be %s [PHO-064, PHO-066]', (value) => {
    const { world, token } = granted(level)
    const { id } = upload(world, token, { page, privacy: JSON.stringify({ value }) }).unwrap()
    expect(photoRow(world, id).privacy).toBe(value)
  })

  // No level is more open than the most open one: its row has the level of a page.
  test.each(levels.slice(0, open))('privacy must not be %s [PHO-066]', (value) => {
    const { world, token } = granted(level)
    expect(refusedBy(world, () => upload(world, token, { page, privacy: { value } }))).toMatchObject({
      code: 100,
      message: `(#100) Param privacy must be at most as open as ${level}, the level granted at login, got ${value}`,
    })
  })
})

test('the level granted last applies [PHO-065..066]', () => {
  const { world, token } = granted('EVERYONE')
  world.actions.grantLoginPrivacy({ token, privacy: 'ALL_FRIENDS' }).unwrap()
  expect(photoRow(world, upload(world, token, { page }).unwrap().id).privacy).toBe('ALL_FRIENDS')
  refusedBy(world, () => upload(world, token, { page, privacy: { value: 'EVERYONE' } }))
})

test('a page token has the level EVERYONE [PHO-065..066]', () => {
  const world = start.world.fork()
  world.actions.grantLoginPrivacy({ token: pageToken, privacy: 'SELF' }).unwrap()
  const privacyOf = (params: object) =>
    photoRow(world, upload(world, pageToken, { page, ...params }).unwrap().id).privacy
  expect(privacyOf({})).toBe('EVERYONE')
  expect(privacyOf({ privacy: { value: 'SELF', allow: '1,2', deny: '3' } })).toBe('SELF')
})

describe('a photo with CUSTOM privacy and its post have the audience', () => {
  const asked = { value: 'CUSTOM', allow: `${user},${page}`, deny: page, friends: 'SOME_FRIENDS' }
  const scheduled = {
    published: false,
    temporary: true,
    unpublished_content_type: 'SCHEDULED',
    scheduled_publish_time: start.world.clock.now / 1000 + 3_600,
  }
  const privacyOf = (world: World, post = '') =>
    world.as(pageToken).readPost({ post, fields: 'privacy' }).unwrap().privacy

  test.each([
    ['published at once [FEE-113, FEE-115, FEE-118]', {}],
    ['scheduled [FEE-113, FEE-115, FEE-118]', scheduled],
  ])('%s', (_, when) => {
    const world = start.world.fork()
    const params = { page, ...when, privacy: JSON.stringify(asked) }
    const { id, post_id: post } = upload(world, pageToken, params).unwrap()
    const { value: _value, ...audience } = asked
    expect(photoRow(world, id)).toMatchObject({ privacy: 'CUSTOM', audience })
    expect(privacyOf(world, post)).toEqual({ ...asked, description: 'Custom' })
    world.clock.advance('1h')
    expect(privacyOf(world, post)).toEqual({ ...asked, description: 'Custom' })
  })

  test.each([
    ['what is not given [FEE-113, FEE-115, FEE-118]', { value: 'CUSTOM', deny: user }, { deny: user }],
    ['any other value [FEE-114, FEE-116, FEE-118]', { ...asked, value: 'SELF' }, {}],
  ])('and no audience with %s', (_, privacy, expected) => {
    const world = start.world.fork()
    const { post_id: post } = upload(world, pageToken, { page, privacy }).unwrap()
    expect(privacyOf(world, post)).toMatchObject({ allow: '', deny: '', friends: '', ...expected })
  })
})

test.each([
  ['no object', 'EVERYONE', 'privacy must be a JSON object, got "EVERYONE"'],
  ['no value', {}, undefined],
  [
    'another level',
    { value: 'everyone' },
    `privacy.value must be one of ${levels.join(', ')}, got "everyone"`,
  ],
  [
    'another circle of friends',
    { value: 'CUSTOM', friends: 'NO_FRIENDS' },
    'privacy.friends must be one of ALL_FRIENDS, FRIENDS_OF_FRIENDS, SOME_FRIENDS, got "NO_FRIENDS"',
  ],
])('privacy is refused with %s [PHO-064]', (_, privacy, words) => {
  const world = start.world.fork()
  expect(refusedBy(world, () => upload(world, pageToken, { page, privacy }))).toMatchObject({
    code: 100,
    message: words === undefined ? '(#100) The parameter privacy.value is required' : `(#100) Param ${words}`,
  })
})

test('only people with a task on the page see a photo that is not public [PHO-064]', () => {
  const world = start.world.fork()
  const app = world.actions.createApp({ name: 'Reader', publicContentAccess: true }).unwrap().id
  const stranger = tokenOf(world, page, { tasks: [], kind: 'user', app })
  const [open = '', hidden = ''] = ['EVERYONE', 'FRIENDS_OF_FRIENDS'].map(
    (value) => upload(world, pageToken, { page, privacy: { value } }).unwrap().id,
  )
  const seenBy = (token: string) =>
    world
      .as(token)
      .listPagePhotos({ page, type: 'uploaded' })
      .unwrap()
      .data.map(({ id }) => id)
  expect(seenBy(pageToken)).toEqual([hidden, open])
  expect(seenBy(stranger)).toEqual([open])
  expect(world.as(stranger).readPhoto({ photo: open }).ok).toBe(true)
  expect(refusedBy(world, () => world.as(stranger).readPhoto({ photo: hidden }))).toMatchObject({
    code: 100,
    subcode: 33,
  })
})
