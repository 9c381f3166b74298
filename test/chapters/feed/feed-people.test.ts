import { describe, expect, test } from 'vitest'
import { permissions } from '../../../src/service/caller/caller.ts'
import { act, call, rowOf, tokenOf } from '../../service/scene.ts'
import {
  fieldOf,
  forkWorld,
  other,
  page,
  pageToken,
  publishedId,
  readFields,
  start,
  user,
  visitor,
} from './feed-world.ts'

type World = ReturnType<typeof forkWorld>

/** The reading tokens: of the page, of another page, of people, and of no person. */
function readers() {
  const world = forkWorld()
  const { actions } = world
  const reads = { activityStories: true, publicContentAccess: true }
  const app = actions.createApp({ name: 'Stories', ...reads }).unwrap().id
  const named = (id: string, kind: 'user' | 'systemUser' = 'user') => {
    actions.assignTasks({ page, user: id, tasks: ['MODERATE', 'MANAGE', 'CREATE_CONTENT'] }).unwrap()
    return actions.issueToken({ kind, app, user: id, scopes: permissions }).unwrap().token
  }
  const tokens = {
    page: tokenOf({ ...start, world }, { app, kind: 'page' }),
    ada: named(user),
    vera: named(visitor),
    system: named(actions.createUser({ name: 'System' }).unwrap().id, 'systemUser'),
    stranger: tokenOf({ ...start, world }, { app, tasks: [] }),
    app: `${app}|${rowOf(world, app)['secret']}`,
  }
  return { world, tokens }
}

const [ada, vera] = [
  { id: user, name: 'Ada Starter' },
  { id: visitor, name: 'Vera Visitor' },
]
const strangers = ['ada', 'system', 'stranger', 'app'] as const
type Reader = keyof ReturnType<typeof readers>['tokens']

describe('the audience of a CUSTOM post', () => {
  function custom() {
    const { world, tokens } = readers()
    const post = publishedId(world, { message: 'x' })
    const privacy = { value: 'CUSTOM', allow: `${user}, ${visitor},7`, deny: `${visitor},${other}` } as const
    world.actions.setPostPrivacy({ post, privacy }).unwrap()
    return { world, post, tokens, privacy }
  }

  test.each<[string, Reader, { allow: string; deny: string }]>([
    ['all ids to a page token', 'page', { allow: `${user}, ${visitor},7`, deny: `${visitor},${other}` }],
    ['only their own id to a person', 'ada', { allow: user, deny: '' }],
    ['their own id in both lists to a person in both', 'vera', { allow: visitor, deny: visitor }],
    ['no id to another person', 'system', { allow: '', deny: '' }],
  ])('shows %s [AUT-019, FEE-113, FEE-115]', (_, reader, expected) => {
    const { world, post, tokens } = custom()
    expect(fieldOf(world, post, 'privacy', tokens[reader])).toEqual({
      description: 'Custom',
      friends: '',
      value: 'CUSTOM',
      ...expected,
    })
    const list = call(world, tokens[reader], 'listPageFeed', { page, fields: 'privacy{allow,deny}' }).unwrap()
    expect(list['data']).toEqual([{ id: post, privacy: expected }])
  })

  test('is the same in the response of an upload [AUT-019, FEE-113]', () => {
    const { world, tokens } = readers()
    const privacy = { value: 'CUSTOM', allow: `${user},${visitor}` }
    const params = { page, url: 'https://img.test/a.png', privacy }
    const post = String(call(world, tokens.ada, 'uploadPagePhoto', params).unwrap()['post_id'])
    expect(fieldOf(world, post, 'privacy', tokens.ada)).toMatchObject({ allow: user })
    expect(fieldOf(world, post, 'privacy', tokens.page)).toMatchObject({ allow: `${user},${visitor}` })
  })
})

describe('a story that names a person', () => {
  /** Returns the story of a visitor's mention of the page. It names the visitor and the page. */
  function told() {
    const { world, tokens } = readers()
    const visit = world.actions.visitPage({ page, user: visitor, message: 'Hi' }).unwrap().id
    const { id: story = '' } = world.actions.tagPageInPost({ post: visit, page, story: true }).unwrap()
    return { world, story, tokens }
  }
  const pageTag = (offset: number) => ({ id: page, name: 'Starter Page', offset, length: 12, type: 'page' })
  const whole = {
    story: 'Vera Visitor mentioned Starter Page.',
    story_tags: [{ ...vera, offset: 0, length: 12, type: 'user' }, pageTag(23)],
  }

  test.each(['page', 'vera'] as const)(
    'names the person to %s [AUT-019, FEE-054, FEE-074, FEE-076]',
    (by) => {
      const { world, story, tokens } = told()
      expect(readFields(world, story, 'story,story_tags', tokens[by])).toEqual(whole)
    },
  )

  test.each(strangers)('names only the page to %s [AUT-019, FEE-055, FEE-074, FEE-076]', (by) => {
    const { world, story, tokens } = told()
    expect(readFields(world, story, 'story,story_tags', tokens[by])).toEqual({
      story: 'Somebody mentioned Starter Page.',
      story_tags: [pageTag(19)],
    })
  })

  test.each<[Reader, string, object[]]>([
    ['page', '😀 Ada Starter met Vera Visitor.', [tag(ada, 2), tag(vera, 18)]],
    ['ada', '😀 Ada Starter met Somebody.', [tag(ada, 2)]],
    ['vera', '😀 Somebody met Vera Visitor.', [tag(vera, 15)]],
    ['stranger', '😀 Somebody met Somebody.', []],
  ])(
    'set by an action has the same rule: %s [AUT-019, FEE-055, FEE-074, FEE-076]',
    (by, story, story_tags) => {
      const { world, tokens } = readers()
      const text = `😀 @[${user}] met @[${visitor}].`
      const post = world.actions.addPagePost({ page, story: text }).unwrap().id
      expect(readFields(world, post, 'story,story_tags', tokens[by])).toEqual({ story, story_tags })
      const plain = publishedId(world, { message: 'x' })
      act(world, 'setPostInsights', { post: plain, story: text }).unwrap()
      expect(readFields(world, plain, 'story,story_tags', tokens[by])).toEqual({ story, story_tags })
    },
  )
})

/** Returns the tag of a person at an offset. */
function tag(person: { id: string; name: string }, offset: number) {
  return { ...person, offset, length: [...person.name].length, type: 'user' }
}

describe('a message that names people', () => {
  const typed = `@[${other}] 😀 @[${visitor}], @[${user}] and @[${visitor}]`
  const otherTag = { id: other, name: 'Other 🏝️ Page', offset: 0, length: 13, type: 'page' }

  const rows: [Reader, string, object[] | undefined][] = [
    [
      'page',
      'Other 🏝️ Page 😀 Vera Visitor, Ada Starter and Vera Visitor',
      [otherTag, tag(vera, 16), tag(ada, 30), tag(vera, 46)],
    ],
    ['ada', 'Other 🏝️ Page 😀 Somebody, Ada Starter and Somebody', [tag(ada, 26)]],
    ['vera', 'Other 🏝️ Page 😀 Vera Visitor, Somebody and Vera Visitor', [tag(vera, 16), tag(vera, 43)]],
    ['stranger', 'Other 🏝️ Page 😀 Somebody, Somebody and Somebody', undefined],
    ['app', 'Other 🏝️ Page 😀 Somebody, Somebody and Somebody', undefined],
  ]
  const ways: [string, (world: World) => string][] = [
    ['of a visit', (world) => world.actions.visitPage({ page, user: visitor, message: typed }).unwrap().id],
    ['of the platform', (world) => world.actions.addPagePost({ page, message: typed }).unwrap().id],
    [
      'that was edited',
      (world) => {
        const post = publishedId(world, { message: 'x' })
        world.actions.editPost({ post, message: typed }).unwrap()
        return post
      },
    ],
  ]
  test.each(ways.flatMap(([name, make]) => rows.map((row) => [name, ...row, make] as const)))(
    '%s, to %s, names only the person of the token without a page token [AUT-019, FEE-049..056]',
    (_, by, message, message_tags, make) => {
      const { world, tokens } = readers()
      const shown = readFields(world, make(world), 'message,message_tags', tokens[by])
      expect(shown).toEqual({ message, ...(message_tags && { message_tags }) })
    },
  )

  test('adds them to `to`, where a user token sees only its person [AUT-019, FEE-085..086]', () => {
    const { world, tokens } = readers()
    const post = world.actions.addPagePost({ page, message: typed }).unwrap().id
    const otherPage = { id: other, name: 'Other 🏝️ Page' }
    const shown = (by: Reader) => readFields(world, post, 'to', tokens[by])
    expect(shown('page')).toEqual({ to: { data: [otherPage, vera, ada] } })
    expect(shown('vera')).toEqual({ to: { data: [vera] } })
    expect(shown('system')).toEqual({})
  })
})

describe('a mention of a person in a call is not a tag', () => {
  const typed = `@[${other}] and @[${visitor}] and @[100000000000000]`
  const otherTag = { id: other, name: 'Other 🏝️ Page', offset: 0, length: 13, type: 'page' }
  const photo = { page, url: 'https://img.test/a.png', caption: `@[${visitor}] and @[100000000000000]` }
  const ways: [string, string, (world: World) => string][] = [
    ['of a post', 'Other 🏝️ Page and ', (world) => publishedId(world, { message: typed })],
    [
      'of a photo',
      '',
      (world) => String(call(world, pageToken, 'uploadPagePhoto', photo).unwrap()['post_id']),
    ],
  ]

  test.each(ways)(
    '%s: it stays as typed for callers who may see the person [AUT-019, FEE-153]',
    (_, start, make) => {
      const { world, tokens } = readers()
      const post = make(world)
      const message = (by: Reader) => fieldOf(world, post, 'message', tokens[by])
      const whole = `${start}@[${visitor}] and @[100000000000000]`
      expect([message('page'), message('vera')]).toEqual([whole, whole])
      for (const by of strangers) expect(message(by)).toBe(`${start}Somebody and @[100000000000000]`)
      const tags = start === '' ? {} : { message_tags: [otherTag] }
      expect(readFields(world, post, 'message_tags', tokens.page)).toEqual(tags)
      expect(readFields(world, post, 'message_tags', tokens.vera)).toEqual({})
    },
  )

  test('the response of the call has the same rule [AUT-019, FEE-151]', () => {
    const { world, tokens } = readers()
    const params = { page, message: `@[${visitor}]`, fields: 'message' }
    expect(call(world, tokens.ada, 'publishPost', params).unwrap()).toMatchObject({ message: 'Somebody' })
  })
})

test('no person is subscribed to a post for an app token', () => {
  const { world, tokens } = readers()
  expect(fieldOf(world, publishedId(world, { message: 'x' }), 'subscribed', tokens.app)).toBe(false)
})

describe('no field of a post shows another person without a page token', () => {
  /** Returns a post that has a person in each field that can name one. */
  function crowded() {
    const { world, tokens } = readers()
    const { actions } = world
    const text = `With @[${visitor}]`
    const made = actions.addPagePost({ page, creator: visitor, message: text, story: text }).unwrap().id
    const visit = actions.visitPage({ page, user: visitor, message: text }).unwrap().id
    const placed = publishedId(world, { message: text, place: page, tags: [visitor, user] })
    const posts = [made, visit, placed]
    for (const post of posts) {
      const privacy = { value: 'CUSTOM', allow: visitor, deny: visitor } as const
      actions.setPostPrivacy({ post, privacy }).unwrap()
      actions.commentOnPost({ post, user: visitor }).unwrap()
    }
    return { world, tokens, posts }
  }
  const texts = ({ world, posts }: ReturnType<typeof crowded>, token: string) => {
    const nodes = posts.map((post) => call(world, token, 'readPost', { post }).unwrap())
    const list = call(world, token, 'listPageFeed', { page }).unwrap()
    const tagged = call(world, token, 'listTaggedPosts', { page }).unwrap()
    return JSON.stringify([nodes, list['data'], tagged['data']])
  }

  test.each(['ada', 'system'] as const)('to %s [AUT-019]', (by) => {
    const scene = crowded()
    expect(texts(scene, scene.tokens[by])).not.toMatch(new RegExp(`${visitor}|Vera`))
    expect(texts(scene, scene.tokens.page)).toMatch(/Vera/)
  })
})
