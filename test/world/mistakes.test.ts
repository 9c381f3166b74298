import { describe, expect, test } from 'vitest'
import { createWorld, replay, restoreWorld } from '../../src/world/create-world.ts'
import { GraphCallError } from '../../src/world/handle/call-error.ts'
import type { World } from '../../src/world/world.ts'

const made = createWorld()
const names = made.starter()
const { page, userToken, pageToken, adAccount, campaign, form } = names
const fresh = (): World => made.fork()

/** Mistakes that a user makes in code: each throws a TypeError at once, with these words. */
const thrown: readonly (readonly [mistake: string, run: () => unknown, words: string])[] = [
  [
    'an option with a typing error',
    () => createWorld({ polcy: {} } as never),
    'createWorld has no option "polcy": did you mean policy?',
  ],
  [
    'an option of another call',
    () => createWorld({ port: 80 } as never),
    'createWorld has no option "port"; its options are seed, now',
  ],
  [
    'a seed in place of options',
    () => createWorld('seed' as never),
    'createWorld takes an object of options, got "seed"',
  ],
  [
    'null in place of options',
    () => createWorld(null as never),
    'createWorld takes an object of options, got null',
  ],
  [
    'a policy key with a typing error',
    () => createWorld({ policy: { photoUrl: 'any' } as never }),
    'did you mean photoUrls?',
  ],
  [
    'a seed for a restored world',
    () => restoreWorld(made.snapshot(), { seed: 1 } as never),
    'restoreWorld has no option "seed"',
  ],
  ['no snapshot', () => restoreWorld(undefined), 'is not plain JSON'],
  [
    'an option of replay with a typing error',
    () => replay(made.history.recording(), { untill: 1 } as never),
    'replay has no option "untill": did you mean until?',
  ],
  [
    'an option of fork with a typing error',
    () => made.fork({ sed: 'a' } as never),
    'fork has no option "sed": did you mean seed?',
  ],
  [
    'a policy of a fork with a typing error',
    () => made.fork({ policy: { unknownField: 'refuse' } as never }),
    'did you mean unknownFields?',
  ],
  [
    'a forgotten token',
    () => made.as(undefined as never),
    'as() takes an access token as text, got undefined',
  ],
  ['the starter in place of a token', () => made.as(names as never), 'as() takes an access token as text'],
  [
    'a version in place of options',
    () => made.as(userToken, 'v7.0' as never),
    'as takes an object of options, got "v7.0"',
  ],
  [
    'an action parameter with a typing error',
    () => fresh().actions.createPage({ nmae: 'A' } as never),
    'actions.createPage has no parameter "nmae": did you mean name?',
  ],
  [
    'an action parameter of another action',
    () => fresh().actions.createUser({ name: 'A', page } as never),
    'actions.createUser has no parameter "page"',
  ],
  [
    'an option of until with a typing error',
    () => fresh().clock.until(() => true, { with: '1h' } as never),
    'until has no option "with": did you mean within?',
  ],
  [
    'an option of drain with a typing error',
    () => fresh().clock.drain({ maxTask: 1 } as never),
    'did you mean maxTasks?',
  ],
  [
    'a unit of time that does not exist',
    () => fresh().clock.advance('3 fortnights' as never),
    "A duration is whole milliseconds, a text such as '25h'",
  ],
  [
    'an option of snapshot with a typing error',
    () => fresh().snapshot({ byte: 'omit' } as never),
    'did you mean bytes?',
  ],
  [
    'a value that the option bytes does not have',
    () => fresh().snapshot({ bytes: 'none' } as never),
    'The option bytes must be one of keep, omit, got none',
  ],
  [
    'a scope of a hash with a capital letter',
    () => fresh().hash('Full' as never),
    'The option scope must be one of graph, full, got Full',
  ],
  [
    'a fork from a state that does not exist',
    () => fresh().fork({ from: 'start' } as never),
    'The option from must be one of here, baseline, got start',
  ],
  [
    'a member of a request with a typing error',
    () => fresh().request({ method: 'POST', pth: '/me' } as never),
    'A request has no member "pth": did you mean path?',
  ],
  [
    'parameters beside a url',
    () => fresh().request({ method: 'GET', url: '/me', params: {} }),
    'A request with a url has no member "params"; its members are method, headers',
  ],
  [
    'a body beside a path',
    () => fresh().request({ method: 'POST', path: '/me', body: '' }),
    'A request with a path has no member "body"',
  ],
  [
    'parameters beside a url that is explained',
    () => fresh().why({ method: 'GET', url: '/me', params: {} }),
    'A request with a url has no member "params"',
  ],
  [
    'a member of an explained call with a typing error',
    () => fresh().why({ operation: 'readPage', token: pageToken, parms: { page } } as never),
    'A call has no member "parms": did you mean params?',
  ],
  [
    'an option of flush with a typing error',
    () => fresh().webhooks.flush({ waits: true } as never),
    'did you mean wait?',
  ],
]

describe('a mistake in code is a TypeError that says what was meant', () => {
  test.each(thrown)('%s', (_, run, words) => {
    expect(run).toThrow(TypeError)
    expect(run).toThrow(words)
  })

  test('the world stays as it was', () => {
    const world = fresh()
    const before = world.hash('full')
    expect(() => world.actions.createPage({ nmae: 'A' } as never)).toThrow()
    expect(world.hash('full')).toBe(before)
  })
})

const get = (path: string, token: string) => ['GET', path, token] as const

/** Calls that answer 100 with subcode 33, and what `because` says of each. */
const missing: readonly (readonly [
  mistake: string,
  request: readonly [method: string, path: string, token: string],
  because: string,
])[] = [
  [
    'an id that does not exist',
    get('/123456/photos', userToken),
    'there is no object with the id "123456" in this world',
  ],
  [
    'a name in place of an id',
    get('/startr-page', userToken),
    'there is no object with the id "startr-page" in this world',
  ],
  [
    'an ad account without act_',
    get(`/${adAccount}/campaigns`, userToken),
    `the id of this ad account is spelled act_${adAccount}`,
  ],
  [
    'an edge with a typing error',
    get(`/${page}/photo`, userToken),
    'the edge "photo" of a page is not simulated; its edges are',
  ],
  ['an edge that resembles another', get(`/${page}/feeds`, userToken), ': did you mean feed?'],
  [
    'an edge of another kind',
    get(`/${campaign}/feed`, userToken),
    'the edge "feed" of a campaign is not simulated; its edges are',
  ],
  [
    'a method of an edge',
    ['DELETE', `/${page}/feed`, pageToken],
    'DELETE of the edge "feed" of a page is not simulated: it takes GET and POST',
  ],
  ['a method of a node', ['DELETE', `/${form}`, userToken], 'DELETE of a lead form is not simulated'],
  [
    'an app',
    get(`/${names.app}`, userToken),
    "GET of an app is beyond the description: policy: 'platform', or its key beyond: 'serve', serves it",
  ],
]

describe('because says why an object or an edge is not found', () => {
  const requested = ([method, path, token]: readonly [string, string, string]) => {
    const world = fresh()
    const response = world.request({ method, url: `/v26.0${path}?access_token=${token}` })
    const error = (world.calls.last()?.outcome as { error?: unknown } | undefined)?.error
    return { body: JSON.parse(String(response.body)), error }
  }

  test.each(missing)('%s', (_, request, because) => {
    const { body, error } = requested(request)
    expect(error).toMatchObject({ code: 100, subcode: 33, because: [expect.stringContaining(because)] })
    expect(JSON.stringify(body)).not.toContain(because)
  })

  test('in a typed call, an id of another kind', () => {
    const outcome = fresh().as(userToken).listPagePhotos({ page: form })
    expect(outcome).toMatchObject({
      ok: false,
      error: {
        subcode: 33,
        because: ['the id is that of a lead form, and listPagePhotos takes the id of a page'],
      },
    })
  })

  test('an object that the caller cannot see', () => {
    const world = fresh()
    const post = world.as(pageToken).publishPost({ page, message: 'x', published: false }).unwrap()
    const stranger = world.actions.createUser({ name: 'Stranger' }).unwrap().id
    const { token } = world.actions
      .issueToken({ kind: 'user', app: names.app, user: stranger, scopes: ['pages_read_engagement'] })
      .unwrap()
    expect(world.as(token).readPost({ post: post.id })).toMatchObject({
      ok: false,
      error: { subcode: 33, because: ['a post has this id, but this caller cannot see it'] },
    })
  })
})

describe('unwrap() throws an error', () => {
  const failing = () => fresh().as(userToken).readPage({ page: '5' })

  test('with a class and the name of the operation', () => {
    expect(() => failing().unwrap()).toThrow(GraphCallError)
    expect(() => failing().unwrap()).toThrow(expect.objectContaining({ operation: 'readPage', code: 100 }))
  })

  test('with a message that names the operation, the error and the reason', () => {
    expect(() => failing().unwrap()).toThrow(
      /^readPage: Unsupported get request\. .* \(there is no object with the id "5" in this world\)$/,
    )
  })

  test('of an action, too', () => {
    const outcome = fresh().actions.submitLead({ form: '5', answers: {} } as never)
    expect(() => outcome.unwrap()).toThrow(/^submitLead: \(#100\) /)
  })
})
