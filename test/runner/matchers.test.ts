import { describe, expect } from 'vitest'
import { toBeRefusedWith, toSucceed } from '../../src/front/runners/answers.ts'
import { toHaveDelivered } from '../../src/front/runners/delivered.ts'
import {
  assertDelivered,
  assertPublished,
  assertRefusedWith,
  assertSucceeds,
} from '../../src/front/runners/node-test/assertions.ts'
import { toHavePublished } from '../../src/front/runners/published.ts'
import { test } from '../../src/front/runners/vitest/index.ts'
import { createWorld } from '../../src/world/create-world.ts'
import type { World } from '../../src/world/world.ts'

const equals = (actual: unknown, expected: unknown) => Object.is(actual, expected)
const namesOf = ({ names }: World) => names ?? expect.unreachable('the starter world has names')

/** A lead whose notice waits for the next flush. */
function submitLead(world: World): void {
  const { app, page, form } = namesOf(world)
  world.actions.installApp({ app, page }).unwrap()
  world.webhooks.connect(app, () => new Response('ok'))
  world.actions.submitLead({ form, answers: { full_name: 'Ann', email: 'ann@example.test' } }).unwrap()
}

describe('toSucceed and toBeRefusedWith', () => {
  test('tell the check that refused a call, and why', ({ world }) => {
    const { page, noPermissionToken = '' } = namesOf(world)
    const outcome = world.as(noPermissionToken).publishPost({ page, message: 'hi' })
    expect(outcome).toBeRefusedWith(200)
    expect(outcome).not.toSucceed()
    const message = toSucceed(outcome).message()
    for (const part of [
      'expected the call to succeed, but\n  publishPost was refused with code 200: (#200) Requires the permission',
      '\n  because the token lacks the permission pages_manage_posts',
      '\n  checks that passed: request, version, token, ',
      '\n  check that failed: permission (Authentication)\n',
      '\n  checks not reached: parameters, rule of the endpoint, ',
    ])
      expect(message).toContain(part)
    expect(toBeRefusedWith(outcome, 100).message()).toContain(
      'expected the call to be refused with code 100, but\n  publishPost was refused with code 200',
    )
    expect(toBeRefusedWith(outcome, 200).message()).toContain(
      'expected the call not to be refused with code 200',
    )
  })

  test('tell the value of a call that succeeded', ({ world }) => {
    const { page, pageToken } = namesOf(world)
    const outcome = world.as(pageToken).readPage({ page, fields: ['name'] })
    expect(outcome).toSucceed()
    expect(toBeRefusedWith(outcome, 100).message()).toContain('the call succeeded with {"')
  })

  test('read responses, bodies and thrown errors', ({ world }) => {
    const { page, pageToken } = namesOf(world)
    const path = `/v26.0/${page}?access_token=`
    expect(world.request({ method: 'GET', url: `${path}${pageToken}` })).toSucceed()
    const refused = world.request({ method: 'GET', url: `${path}wrong` })
    expect(refused).toBeRefusedWith(190)
    expect(JSON.parse(String(refused.body))).toBeRefusedWith(190)
    const outcome = world.as('wrong').readPage({ page })
    let thrown: unknown
    try {
      outcome.unwrap()
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeRefusedWith(190)
  })

  test('read a batch by its items, and an item as a call', ({ world }) => {
    const { page, pageToken } = namesOf(world)
    const items = (...relative: string[]) => relative.map((url) => ({ method: 'GET', relative_url: url }))
    const [good, mixed] = [items(page, 'me'), items(page, '999999999999')].map((batch) =>
      world.as(pageToken).batch({ batch }),
    )
    expect(good).toSucceed()
    expect(mixed).not.toSucceed()
    expect(toSucceed(mixed).message()).toMatch(
      /^expected the call to succeed, but\n {2}1 of 2 items of the batch were refused:\n {4}item 1: the call was refused with code 100: Unsupported get request/,
    )
    expect(toSucceed(good).message()).toContain('all 2 items of the batch succeeded')
    const [first, second] = mixed?.unwrap() ?? []
    expect(first).toSucceed()
    expect(second).toBeRefusedWith(100)
    expect(() => toBeRefusedWith(mixed, 100)).toThrow(
      'toBeRefusedWith takes one call, got 2 items of the batch: pass one of them',
    )
  })

  test('read the response to a batch, whose items can be left out', ({ world }) => {
    const { page, pageToken } = namesOf(world)
    const respond = (id: string) =>
      world.request({
        method: 'POST',
        path: '/',
        params: {
          access_token: pageToken,
          batch: JSON.stringify([{ method: 'GET', relative_url: id }]),
        },
      })
    expect([null, { code: 200, body: '{}' }]).toSucceed()
    expect([null, { code: 400, body: '{}' }]).not.toSucceed()
    expect(respond(page)).toSucceed()
    expect(respond('999999999999')).not.toSucceed()
    expect(JSON.parse(String(respond('999999999999').body))).not.toSucceed()
  })

  test.for([
    [undefined, 'got nothing'],
    [Promise.resolve(), 'got a promise: await it first'],
    [createWorld(), 'got a world: pass what a call of it returned'],
    ['text', 'got "text"'],
  ] as const)('refuse %s', ([value, words]) => {
    expect(() => toSucceed(value)).toThrow(words)
  })

  test('refuse a code that is no number', () => {
    expect(() => toBeRefusedWith({ error: { code: 100 } }, '100' as unknown as number)).toThrow(
      'toBeRefusedWith takes an error code, such as 100, got "100"',
    )
  })
})

describe('toHavePublished', () => {
  test('compares posts of the page, also by asymmetric matchers', ({ world }) => {
    const { page, pageToken } = namesOf(world)
    const { id } = world.as(pageToken).publishPost({ page, message: 'good morning' }).unwrap()
    expect(world).toHavePublished({ message: 'good morning', id })
    expect(world).toHavePublished({ message: expect.stringContaining('morning'), page })
    expect(world).not.toHavePublished({ message: 'good evening' })
  })

  test('does not count an unpublished post, and lists the posts and the refused calls', ({ world }) => {
    const { page, pageToken, noPermissionToken = '' } = namesOf(world)
    world.as(pageToken).publishPost({ page, message: 'a draft', published: false }).unwrap()
    world.as(pageToken).publishPost({ page, message: 'a post' }).unwrap()
    world.as(noPermissionToken).publishPost({ page, message: 'refused' })
    const { pass, message } = toHavePublished(world, { message: 'a draft' }, equals)
    expect(pass).toBe(false)
    const text = message()
    for (const part of [
      'expected the page names.page to have exactly one published post with {"message":"a draft"}, and none of its posts match\n',
      'The posts of the page, newest first:\n',
      '"message":"a post"}',
      'not published: {',
      'Refused calls of publishPost:\n  2026-01-15T09:00:00Z: code 200: (#200) Requires',
    ])
      expect(text).toContain(part)
  })

  test('is told what to compare', ({ world }) => {
    expect(() => toHavePublished(world, { page: '1' }, equals)).toThrow(
      'needs a member of the post to compare',
    )
    expect(() => toHavePublished(world, { text: 'x' } as object, equals)).toThrow(
      'toHavePublished has no option "text"',
    )
    expect(() => toHavePublished({}, { message: 'x' }, equals)).toThrow(
      'toHavePublished takes a world, as expect(world).toHavePublished(…), got {}',
    )
  })
})

/** Publishes a post so many times. */
function publish(world: World, message: string, times: number): void {
  const { page, pageToken } = namesOf(world)
  for (let time = 0; time < times; time++) world.as(pageToken).publishPost({ page, message }).unwrap()
}

// What is there, what is expected, and whether the matcher and its negation pass. Without `times` one is right, and
// under `not` only none is.
const counted: readonly [there: number, times: number | undefined, passes: boolean, notPasses: boolean][] = [
  [0, undefined, false, true],
  [1, undefined, true, false],
  [2, undefined, false, false],
  [0, 0, true, false],
  [1, 0, false, true],
  [2, 2, true, false],
  [3, 2, false, true],
]

const passes = (check: () => void): boolean => {
  try {
    check()
    return true
  } catch {
    return false
  }
}

describe('how often', () => {
  test.for(counted)(
    '%i posts, times %s: %s, and with not %s',
    ([there, times, right, notRight], { world }) => {
      publish(world, 'the offer of the day', there)
      publish(world, 'another post', 1)
      const expected = { message: 'the offer of the day', ...(times !== undefined && { times }) }
      expect(passes(() => expect(world).toHavePublished(expected))).toBe(right)
      expect(passes(() => expect(world).not.toHavePublished(expected))).toBe(notRight)
      expect(passes(() => assertPublished(world, expected))).toBe(right)
    },
  )

  test.for(counted)(
    '%i leads, times %s: %s, and with not %s',
    async ([there, times, right, notRight], { world }) => {
      const { app, page, form } = namesOf(world)
      world.actions.installApp({ app, page }).unwrap()
      world.webhooks.connect(app, () => new Response('ok'))
      for (let lead = 0; lead < there; lead++)
        world.actions.submitLead({ form, answers: { full_name: 'Ann', email: 'ann@example.test' } }).unwrap()
      await world.webhooks.flush()
      const expected = { field: 'leadgen', ...(times !== undefined && { times }) }
      expect(passes(() => expect(world).toHaveDelivered(expected))).toBe(right)
      expect(passes(() => expect(world).not.toHaveDelivered(expected))).toBe(notRight)
      expect(passes(() => assertDelivered(world, expected))).toBe(right)
      expect(passes(() => expect(world).toHaveDelivered())).toBe(there > 0)
      expect(passes(() => expect(world).not.toHaveDelivered())).toBe(there === 0)
    },
  )

  test('the message counts', ({ world }) => {
    publish(world, 'twice', 2)
    expect(() => expect(world).toHavePublished({ message: 'twice' })).toThrow(
      'to have exactly one published post with {"message":"twice"}, and 2 of its posts match\n',
    )
    expect(() => expect(world).not.toHavePublished({ message: 'twice' })).toThrow(
      'to have no published post with {"message":"twice"}, and 2 of its posts match\n',
    )
    expect(() => expect(world).toHavePublished({ message: 'twice', times: 3 })).toThrow(
      'to have exactly 3 published posts with {"message":"twice"}, and 2 of its posts match\n',
    )
    expect(() => expect(world).not.toHavePublished({ message: 'twice', times: 2 })).toThrow(
      'to have a number other than 2 published posts with {"message":"twice"}, and 2 of its posts match\n',
    )
  })

  test.for([-1, 1.5, '1', null, Number.NaN])('times must be a whole number, not %s', (times, { world }) => {
    const words = 'times must be a whole number of at least 0, got'
    expect(() => expect(world).toHavePublished({ message: 'x', times } as never)).toThrow(words)
    expect(() => expect(world).toHaveDelivered({ times } as never)).toThrow(words)
  })

  test('a list of answers succeeds if each does', ({ world }) => {
    const { page, pageToken } = namesOf(world)
    const read = (token: string) => world.as(token).readPage({ page })
    expect([read(pageToken), read(pageToken)]).toSucceed()
    expect([read(pageToken), read('wrong')]).not.toSucceed()
    expect(() => expect([read(pageToken), read('wrong')]).toSucceed()).toThrow(
      /1 of 2 answers of the list were refused:\n {4}item 1: readPage was refused with code 190/,
    )
    expect(() => expect([]).toSucceed()).toThrow('got an empty list')
    expect(() => expect([read(pageToken)]).toBeRefusedWith(100)).toThrow(
      'got 1 answers of the list: pass one',
    )
  })
})

describe('toHaveDelivered', () => {
  test('compares the changes of deliveries that arrived', async ({ world }) => {
    submitLead(world)
    expect(world).not.toHaveDelivered()
    await world.webhooks.flush()
    const { form, app, page } = namesOf(world)
    expect(world).toHaveDelivered()
    expect(world).toHaveDelivered({ app, field: 'leadgen', value: { form_id: Number(form) } })
    expect(world).not.toHaveDelivered({ app: page })
    expect(world).not.toHaveDelivered({ value: { form_id: 1 } })
  })

  test('lists pending deliveries, the subscription, and how to send them', ({ world }) => {
    submitLead(world)
    const text = toHaveDelivered(world, { field: 'leadgen' }, equals).message()
    for (const part of [
      'expected exactly one change that arrived with {"field":"leadgen"}, and none did\n',
      'delivery-1 to the app names.app: queued, due at 2026-01-15T09:00:00Z; [{"field":"leadgen"',
      'the webhook of the app names.app is active, with the fields leadgen',
      'Due deliveries are sent by await world.webhooks.flush(); it is 2026-01-15T09:00:00Z',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('not installed')
  })

  test('says that there is no webhook, and that the app is not installed', ({ world }) => {
    const { app } = namesOf(world)
    expect(toHaveDelivered(world, {}, equals).message()).toContain(
      'There are no deliveries.\nThe subscriptions:\n  the app names.app has no webhook: ',
    )
    world.webhooks.connect(app, () => new Response('ok'))
    expect(toHaveDelivered(world, {}, equals).message()).toContain(
      'it is not installed on the page names.page',
    )
  })

  test('tells the answer to a failed attempt', async ({ world }) => {
    submitLead(world)
    world.webhooks.connect(namesOf(world).app, () => new Response('no', { status: 500 }))
    await world.webhooks.flush()
    expect(toHaveDelivered(world, {}, equals).message()).toMatch(/attempt \d+ was answered with 500/)
  })
})

test('the assertions of node:test throw the messages of the matchers', async ({ world }) => {
  const { page, pageToken } = namesOf(world)
  const outcome = world.as(pageToken).publishPost({ page, message: 'hello' })
  submitLead(world)
  await world.webhooks.flush()
  assertSucceeds(outcome)
  assertPublished(world, { message: 'hello' })
  assertDelivered(world, { field: 'leadgen' })
  expect(() => assertRefusedWith(outcome, 100)).toThrow('expected the call to be refused with code 100')
  expect(() => assertPublished(world, { message: 'no' })).toThrow('expected the page names.page')
  expect(() => assertDelivered(world, { field: 'x' })).toThrow('expected exactly one change that arrived')
  expect(() => assertSucceeds(world.as('wrong').readPage({ page }))).toThrow(
    'readPage was refused with code 190',
  )
})
