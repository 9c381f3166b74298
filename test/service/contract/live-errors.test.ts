import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { errorCodes, type KnownCode } from '../../../src/service/contract/errors.ts'
import { liveCodes, liveEntry } from '../../../src/service/contract/live-errors.ts'
import { transientCodes } from '../../../src/service/contract/transient.ts'
import { contractPolicy, platformPolicy } from '../../../src/service/policy.ts'
import type { ErrorFault } from '../../../src/world/faults.ts'
import { act, begin, forked, jsonOf, type Scene } from '../scene.ts'

const contract = begin({ policy: contractPolicy })
const platform = begin({ policy: platformPolicy })

type Answer = ReturnType<Scene['world']['request']>
const errorOf = ({ body }: Answer) => jsonOf({ body })['error'] as Record<string, unknown>

const read = ({ world, page, pageToken }: Scene): Answer =>
  world.request({ method: 'GET', path: `/${page}/feed`, params: { access_token: pageToken } })

const publish = ({ world, page, pageToken }: Scene, params: object = { message: 'a' }): Answer =>
  world.request({ method: 'POST', path: `/${page}/feed`, params: { ...params, access_token: pageToken } })

/** The answer to a call that a fault rule fails. */
function faulted(scene: Scene, fault: Omit<ErrorFault, 'kind'>): Answer {
  const fork = forked(scene)
  fork.world.faults.add({ match: { operation: 'listPageFeed' }, fault: { kind: 'error', ...fault } })
  return read(fork)
}

describe('a code of the live service', () => {
  test('is neither one of the contract nor a transient one, and names a public source', () => {
    for (const code of liveCodes) {
      expect([...errorCodes, ...transientCodes]).not.toContain(code)
      expect(new URL(liveEntry(code).source).protocol).toBe('https:')
    }
  })

  test.each<[source: string, code: KnownCode, error: object]>([
    [
      'https://github.com/criso/fbgraph/issues/15',
      506,
      { message: '(#506) Duplicate status message', error_subcode: 1_455_006 },
    ],
    [
      'https://developers.facebook.com/docs/graph-api/reference/page/feed',
      197,
      { message: '(#197) The post is empty. Please enter a message to share.' },
    ],
    [
      'https://github.com/exileum/meta-mcp/issues/138',
      9007,
      { message: 'Media ID is not available', error_subcode: 2_207_027, is_transient: false },
    ],
    [
      'https://github.com/gitroomhq/postiz-app/pull/1900',
      9004,
      {
        message: 'Only photo or video can be accepted as media type.',
        error_subcode: 2_207_052,
        is_transient: false,
        error_user_title: "Media download has failed. The media URI doesn't meet our requirements.",
      },
    ],
    [
      'https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes',
      36000,
      {
        message: 'The image size is too large.',
        error_subcode: 2_207_004,
        is_transient: false,
        error_user_title: 'Image size too large',
        error_user_msg: 'The image is too large to download. It should be less than 8 MiB.',
      },
    ],
    [
      'https://developers.facebook.com/docs/graph-api/overview/rate-limiting',
      80005,
      {
        message:
          '(#80005) There have been too many leadgen api calls to this Page account. Wait a bit and try again. ' +
          'For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.',
        is_transient: true,
      },
    ],
  ])('%s: %i', (_source, code, error) => {
    const answer = faulted(platform, { code })
    expect(answer.status).toBe(400)
    expect(errorOf(answer)).toMatchObject({ code, type: 'OAuthException', ...error })
    expect(() => faulted(contract, { code })).toThrow(
      `Only the live service has the error code ${code}: create the world with policy: platformPolicy`,
    )
  })

  test.each([...errorCodes, ...transientCodes, ...liveCodes])('%i can be injected into any call', (code) => {
    expect(errorOf(faulted(platform, { code }))['code']).toBe(code)
  })

  test('is injected no longer after the world has taken another policy', () => {
    const scene = forked(platform)
    const rule = scene.world.faults.add({ match: {}, fault: { kind: 'error', code: 506 } })
    const later = { ...scene, world: scene.world.fork({ policy: { beyond: 'refuse' } }) }
    expect([read(later).status, read(scene).status, rule.hits]).toEqual([200, 400, 1])
  })
})

describe('an injected error has its own', () => {
  const words = {
    message: 'We limit how often you can post.',
    subcode: 1_390_008,
    title: 'No',
    userMessage: 'Wait',
  }

  test.each<[string, Scene, Omit<ErrorFault, 'kind'>, object]>([
    [
      'words, under the policy of the contract',
      contract,
      { code: 200, ...words, transient: true },
      {
        ...{ message: words.message, type: 'OAuthException', code: 200, error_subcode: 1_390_008 },
        ...{ is_transient: true, error_user_title: 'No', error_user_msg: 'Wait' },
      },
    ],
    [
      'words, at an endpoint whose list lacks the code',
      platform,
      { code: 368, ...words },
      {
        ...{ message: words.message, type: 'OAuthException', code: 368, error_subcode: 1_390_008 },
        ...{ is_transient: false, error_user_title: 'No', error_user_msg: 'Wait' },
      },
    ],
    [
      'message in place of that of a transient code',
      contract,
      { code: 1, message: 'Please reduce the amount of data', transient: false },
      { message: 'Please reduce the amount of data', type: 'OAuthException', code: 1, is_transient: false },
    ],
    [
      'subcode beside the words of the rule',
      contract,
      { code: 190, subcode: 460 },
      {
        message: 'Injected by the fault rule fault-1',
        type: 'OAuthException',
        code: 190,
        error_subcode: 460,
      },
    ],
  ])('%s', (_, scene, fault, error) => {
    expect(errorOf(faulted(scene, fault))).toEqual({ ...error, fbtrace_id: expect.any(String) })
  })

  test('headers, also in a batch', () => {
    const headers = { 'retry-after': '5', 'x-fb-rev': '1' }
    expect(faulted(contract, { code: 2, headers }).headers).toMatchObject(headers)
    const { world, page, pageToken } = forked(contract)
    world.faults.add({ match: { operation: 'listPageFeed' }, fault: { kind: 'error', code: 2, headers } })
    const batch = [{ method: 'GET', relative_url: `${page}/feed` }]
    const answer = world.request({ method: 'POST', path: '/', params: { batch, access_token: pageToken } })
    const [part] = jsonOf(answer) as unknown as { headers: object[] }[]
    expect(part?.headers).toContainEqual({ name: 'Retry-After', value: '5' })
    expect(answer.headers).not.toHaveProperty('retry-after')
  })

  test.each<[object, RegExp]>([
    [
      { headers: { 'Retry-After': '5' } },
      /^The member fault\.headers must have at most 20 names in lower case/,
    ],
    [{ headers: { 'content-length': '5' } }, /none of connection, content-length/],
    [{ transient: 1 }, /^The member fault\.transient must be true or false, got 1$/],
    [{ subcode: -1 }, /^The member fault\.subcode must be 0 or more, got -1$/],
    [{ message: 5 }, /^The member fault\.message must be text, got 5$/],
    [{ title: 'x'.repeat(1_001) }, /^The member fault\.title has more than 1000 characters$/],
  ])('and is refused with %j', (members, message) => {
    expect(() => faulted(contract, { code: 200, ...members } as never)).toThrow(message)
  })
})

describe('a rule of the service answers the code of the live service', () => {
  // https://developers.facebook.com/docs/graph-api/reference/page/feed lists 368 for posts.
  test.each([
    ['368 under the policy of the platform', platform, 368],
    ['200, which the list of the endpoint has, under that of the contract', contract, 200],
  ])('to a blocked page: %s', (_, scene, code) => {
    const fork = forked(scene)
    act(fork.world, 'blockActor', { actor: fork.page }).unwrap()
    expect(errorOf(publish(fork))).toMatchObject({
      code,
      message: `(#${code}) The action attempted has been deemed abusive or is otherwise disallowed`,
    })
  })

  // https://github.com/trypostit/trypost/pull/41
  test.each([
    ['an empty message', platform, { message: '' }, 197],
    ['no message', platform, {}, undefined],
    ['an empty message, under the policy of the contract', contract, { message: '' }, undefined],
  ])('to a post with pictures and %s', (_, scene, params, code) => {
    const fork = forked(scene)
    const { world, page, pageToken } = fork
    const photo = { url: 'https://img.test/a.png', published: false, access_token: pageToken }
    const { id } = jsonOf(world.request({ method: 'POST', path: `/${page}/photos`, params: photo }))
    const answer = publish(fork, { ...params, attached_media: [{ media_fbid: id }] })
    expect(answer.status === 200 ? undefined : errorOf(answer)['code']).toBe(code)
  })
})

describe('an edge that the live service does not have', () => {
  test.each([
    ['https://github.com/sns-sdks/python-facebook/issues/219', 'me/accounts', 'accounts', 'Page'],
    ['https://github.com/strohne/Facepager/issues/190', 'me/comments', 'comments', 'Page'],
  ])('%s: GET /%s with a page token', (_source, path, edge, type) => {
    const { world, pageToken } = platform
    const answer = world.request({ method: 'GET', path: `/${path}`, params: { access_token: pageToken } })
    expect(errorOf(answer)).toMatchObject({
      code: 100,
      message: `(#100) Tried accessing nonexisting field (${edge}) on node type (${type})`,
    })
  })

  test.each([
    ['https://github.com/lucasrcosta/facebook-js-ads-sdk/issues/16', 'me/campaigns', 'campaigns', 'User'],
    [
      'https://github.com/facebook/facebook-nodejs-business-sdk/issues/89',
      `act_${platform.adAccount}/adaccounts`,
      'adaccounts',
      'AdAccount',
    ],
  ])('%s: GET /%s with a user token', (_source, path, edge, type) => {
    const { world, userToken } = platform
    const answer = world.request({ method: 'GET', path: `/${path}`, params: { access_token: userToken } })
    expect(errorOf(answer)).toMatchObject({
      code: 100,
      message: `(#100) Tried accessing nonexisting field (${edge}) on node type (${type})`,
    })
  })
})

test('docs/faults.md has every code of the live service, with its subcode and its source', () => {
  const page = readFileSync(new URL('../../../docs/faults.md', import.meta.url), 'utf8')
  for (const code of liveCodes) {
    const { subcode, source } = liveEntry(code)
    const row = page.split('\n').find((line) => line.startsWith(`| ${code} | ${subcode ?? ''} |`))
    expect(row ?? `no row for ${code}`).toContain(source)
  }
})
