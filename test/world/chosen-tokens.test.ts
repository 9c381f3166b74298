import { describe, expect, test } from 'vitest'
import { beginningWorld } from '../../src/front/cli/parts/served-world.ts'
import { createWorld, replay } from '../../src/index.ts'
import { parseScenario, recordScenario, runScenario } from '../../src/scenario/index.ts'
import { act, begin, call, get } from '../service/scene.ts'

const text = 'EAABsbCS1iHgBAKZC2ZBpZAt.page_token-0'

describe('issueToken with a text', () => {
  const { world, app, user, page } = begin()
  const issue = (token: string, more: object = {}) =>
    act(world, 'issueToken', {
      kind: 'page',
      app,
      user,
      page,
      scopes: ['pages_read_engagement'],
      token,
      ...more,
    })

  test('makes a token of this text, which calls may have', () => {
    expect(issue(text).unwrap()).toEqual({ token: text })
    expect(call(world, text, 'readPage', { page }).unwrap()).toMatchObject({ id: page })
    expect(get(world, `/v24.0/me?fields=id&access_token=${encodeURIComponent(text)}`)).toEqual({ id: page })
    world.actions.revokeToken({ token: text }).unwrap()
    expect(call(world, text, 'readPage', { page })).toMatchObject({ error: { code: 190 } })
  })

  test('is refused for a second token, also after the first is revoked', () => {
    expect(issue(text, { kind: 'user', page: undefined })).toMatchObject({
      error: { message: expect.stringContaining('Param token must be the text of no other token') },
    })
  })

  test.each([['a'], ['x'.repeat(1_000)], ['!#$%&()*+,-./:;<=>?@[]^_`{}~"\'\\']])('takes %s', (given) => {
    expect(issue(given).unwrap()).toEqual({ token: given })
  })

  test('gives page tokens to the text of a user token', () => {
    const token = 'a-user-token'
    const scopes = ['pages_read_engagement', 'pages_manage_posts']
    issue(token, { kind: 'user', page: undefined, scopes }).unwrap()
    const { data } = get(world, `/v24.0/me/accounts?access_token=${token}`) as {
      data: { access_token: string }[]
    }
    expect(call(world, data[0]?.access_token ?? '', 'publishPost', { page, message: 'x' }).ok).toBe(true)
  })
})

describe('the starter', () => {
  const tokens = { pageToken: text, userToken: 'the user'.replace(' ', '-') }

  test('has tokens of chosen texts, and all others as without them', () => {
    const world = createWorld({ seed: 'tokens', starter: { tokens } })
    const { names: plain } = createWorld({ seed: 'tokens', starter: true })
    expect(world.names).toEqual({ ...plain, ...tokens })
    expect(call(world, text, 'publishPost', { page: world.names.page, message: 'x' }).ok).toBe(true)
  })

  test('has them again in a replay, and in a recorded scenario', () => {
    const world = createWorld({ starter: { tokens } })
    world.actions.createUser({ name: 'x' })
    const recording = JSON.parse(JSON.stringify(world.history.recording()))
    expect(replay(recording).world.names).toEqual(world.names)
    expect(runScenario(parseScenario(recordScenario(world).text)).world.hash('full')).toBe(world.hash('full'))
  })

  test.each<[object, string]>([
    [{ pageTokens: 'a' }, 'did you mean pageToken?'],
    [{ appToken: 'a' }, 'appToken'],
    [{ pageToken: '' }, 'The option starter.tokens.pageToken must be 1 to 1000 visible ASCII characters'],
    [{ pageToken: 5 }, 'The option starter.tokens.pageToken must be 1 to 1000 visible ASCII characters'],
    [{ pageToken: 'a|b' }, 'visible ASCII characters without |'],
    [
      { userToken: 'a', pageToken: 'a' },
      'The option starter.tokens.pageToken must be another text than that of userToken',
    ],
  ])('refuses %j', (given, message) => {
    expect(() => createWorld({ starter: { tokens: given as never } })).toThrow(TypeError)
    expect(() => createWorld({ starter: { tokens: given as never } })).toThrow(message)
    expect(() => createWorld().starter({ tokens: given as never })).toThrow(message)
  })
})

describe('a scenario', () => {
  const scenario = (tokens: string) => `
fauxgraph: 1
title: A program with constants
given:
  starter: { publications: false, tokens: ${tokens} }
steps:
  - title: The constant reads the page.
    call: readPage
    as: '${text}'
    with: { page: $page }
`

  test('begins with chosen tokens', () => {
    const { difference } = runScenario(parseScenario(scenario(`{ pageToken: ${text} }`)))
    expect(difference).toBeUndefined()
  })

  test('names a token that the starter does not have', () => {
    expect(() => parseScenario(scenario(`{ pageTokens: ${text} }`))).toThrow(/pageTokens/)
  })
})

describe('the flag --token', () => {
  const flags = { port: '0', time: 'manual', history: 'off' }

  test('chooses texts of the served world, which may have =', () => {
    const world = beginningWorld({ ...flags, token: ['pageToken=a=b', 'userToken=c'] })
    expect(world.names).toMatchObject({ pageToken: 'a=b', userToken: 'c' })
  })

  test.each([
    ['pageToken', '--token takes name=text, such as pageToken=EAAB123'],
    ['=text', '--token takes name=text, such as pageToken=EAAB123'],
    ['pageToken=', 'The option starter.tokens.pageToken must be 1 to 1000'],
    ['token=text', 'The option starter.tokens has no option'],
  ])('refuses %s', (token, message) => {
    expect(() => beginningWorld({ ...flags, token: [token] })).toThrow(message)
  })

  test('is refused beside a scenario, which has its own tokens', () => {
    const scenario = 'scenarios/lead.yaml'
    expect(() => beginningWorld({ ...flags, scenario, token: ['pageToken=a'] })).toThrow(
      '--scenario decides the seed, the time, the policy, the bounds, the tokens and the objects',
    )
  })
})
