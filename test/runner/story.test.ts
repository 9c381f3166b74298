import { describe, expect, test } from 'vitest'
import { toSucceed } from '../../src/front/runners/answers.ts'
import { addToError, failedTestText, patternOf, worldStory } from '../../src/front/runners/story.ts'
import { seedOfTest, starterWorld, testWorlds } from '../../src/front/runners/test-world.ts'
import { readSteps } from '../../src/inspector/step-log.ts'
import { recordScenario } from '../../src/scenario/record/record-scenario.ts'
import { createWorld } from '../../src/world/create-world.ts'
import { runSettled } from '../../src/world/handle/handle.ts'
import { handleOf } from '../../src/world/handles.ts'
import type { World } from '../../src/world/world.ts'
import { notesArea } from '../service/area/notes.ts'

describe('the worlds of tests', () => {
  test('a world depends on the full name of its test alone, not on the order', () => {
    const story = (worldFor: ReturnType<typeof testWorlds>, name: string) => {
      const { world } = worldFor(name)
      const { page, pageToken } = starterWorld().names ?? expect.unreachable('it has names')
      world.actions.createUser({ name: 'Ann' }).unwrap()
      world.as(pageToken).publishPost({ page, message: 'hi' }).unwrap()
      return world.hash('full')
    }
    const [one, other] = [testWorlds(starterWorld), testWorlds(starterWorld)]
    const forwards = ['suite > a', 'suite > b'].map((name) => story(one, name))
    const backwards = ['suite > b', 'suite > a'].map((name) => story(other, name)).reverse()
    expect(backwards).toEqual(forwards)
    expect(new Set(forwards).size).toBe(2)
  })

  test('the baseline is made once, and no test changes it', () => {
    let made = 0
    const worldFor = testWorlds(() => {
      made++
      return starterWorld()
    })
    worldFor('a').world.clock.advance('1d')
    expect([worldFor('b').world.clock.now, made]).toEqual([starterWorld().clock.now, 1])
  })

  test('a name that is no seed becomes one', () => {
    for (const name of ['x'.repeat(100_000), '\ud800'])
      expect(createWorld({ seed: seedOfTest(name) }).seed).toMatch(/^[0-9a-f]{64}$/)
    expect(seedOfTest('suite > a')).toBe('suite > a')
  })

  test.each([
    ['a promise', () => Promise.resolve(createWorld()), 'it returned a promise'],
    ['nothing', () => undefined, 'it returned undefined'],
  ])('a baseline that is %s is refused', (_, make, words) => {
    expect(() => testWorlds(make as unknown as () => ReturnType<typeof createWorld>)('a')).toThrow(words)
  })
})

describe('the story of a failed test', () => {
  test('tells calls, actions, clock moves, due tasks, deliveries and the last refusal', async () => {
    const own = testWorlds(starterWorld)('a test')
    const { world } = own
    const { app, page, form, pageToken, noPermissionToken = '' } = world.names ?? expect.unreachable('names')
    world.as(pageToken).uploadPagePhoto({ page, url: 'https://img.test/a.png', published: false }).unwrap()
    world.actions.installApp({ app, page }).unwrap()
    world.webhooks.connect(app, () => new Response('ok'))
    world.actions.submitLead({ form, answers: { full_name: 'Ann', email: 'ann@example.test' } }).unwrap()
    await world.webhooks.flush()
    world.clock.advance('25h')
    world.request({ method: 'GET', url: `/v26.0/${page}` })
    world.as(noPermissionToken).publishPost({ page, message: 'hi' })
    const lines = worldStory(own).split('\n')
    expect(lines[0]).toBe('The world of this test, at 2026-01-16T10:00:00.000Z with seed "a test":')
    for (const line of [
      /^ {2}2026-01-15T09:00:00Z {2}world\.as\(names\.pageToken\)\.uploadPagePhoto\(\{"page":names\.page,.*\) → ok$/,
      /^ {2}2026-01-15T09:00:00Z {2}world\.actions\.submitLead\(\{"form":names\.form,.*\) → ok$/,
      /^ {2}2026-01-15T09:00:00Z {2}delivery-1 is sent$/,
      /^ {2}2026-01-15T09:00:00Z {2}delivery-1 was answered with \{"status":200\}$/,
      /^ {2}2026-01-16T09:00:00Z {2}due task expirePhoto of /,
      /^ {2}2026-01-16T10:00:00Z {2}the clock moves to 2026-01-16T10:00:00Z$/,
      /^ {2}2026-01-16T10:00:00Z {2}GET \/v26\.0\/\d+ → error 190: /,
      /world\.as\(names\.noPermissionToken\)\.publishPost\(.*\) → error 200: \(#200\) Requires the permission/,
      /^The last refused call: world\.as\(names\.noPermissionToken\)\.publishPost\(/,
      /^ {2}because the token lacks the permission pages_manage_posts$/,
      /^ {2}check that failed: permission \(Authentication\)$/,
      /^ {2}delivery-1 to the app names\.app: delivered, attempts: 1$/,
    ])
      expect(lines.filter((text) => line.test(text))).toHaveLength(1)
  })

  test('leaves out what the baseline did, and shows the last 40 inputs of a long test', () => {
    const own = testWorlds(starterWorld)('a test')
    expect(worldStory(own)).toContain('  no calls, no actions')
    for (let index = 1; index <= 50; index++) own.world.actions.createUser({ name: `User ${index}` }).unwrap()
    const text = worldStory(own)
    expect(text).toContain('(10 earlier inputs)')
    expect(text).not.toContain('"User 10"')
    expect(text).toContain('"User 11"')
    expect(text).toContain('"User 50"')
  })

  test('begins at the last reset', () => {
    const own = testWorlds(starterWorld)('a test')
    own.world.actions.createUser({ name: 'Before' }).unwrap()
    own.world.reset()
    own.world.actions.createUser({ name: 'After' }).unwrap()
    expect(worldStory(own)).toContain('"After"')
    expect(worldStory(own)).not.toContain('"Before"')
  })

  test('is that of its own world: its areas, and the functions of its stubs', () => {
    const own = testWorlds(() => {
      const world = createWorld({ areas: [notesArea] })
      world.starter()
      return world
    })('a test')
    const { page, pageToken } = own.world.names ?? expect.unreachable('names')
    const notes = own.world as unknown as World<typeof notesArea>
    notes.as(pageToken).writeNote({ page, text: 'a' }).unwrap()
    notes.actions.addNote({ page: Number(page), text: 'b' }).unwrap()
    own.world.stub('GET /{page}/fancy', ({ params }) => ({ of: String(params['q']) }))
    own.world.request({ method: 'GET', url: `/${page}/fancy?q=1&access_token=${pageToken}` })
    const story = worldStory(own)
    for (const line of [
      /writeNote\(\{"page":names\.page,"text":"a"\}\) → ok$/m,
      /addNote\(.*\) → ok$/m,
      /Z {2}world\.stub\("GET \/\{page\}\/fancy", …\)$/m,
      /GET \/\d+\/fancy\?q=1&access_token=\w+ → ok$/m,
    ])
      expect(story).toMatch(line)
    expect(story).not.toMatch(/error|refused/i)
  })

  test.each<[unknown, string]>([
    [9e18, '9000000000000000000'],
    [-9e18, '-9000000000000000000'],
    [1e308, '1e+308'],
    ['soon', '"soon"'],
    [null, 'null'],
    [253_402_300_800_000, '253402300800000'],
  ])('tells a refused advance to %j, which is no instant', (to, words) => {
    const own = testWorlds(starterWorld)('a test')
    runSettled(handleOf(own.world), { type: 'advance', to })
    expect(worldStory(own)).toContain(`the clock moves to ${words} → error 100: (#100) An advance needs`)
    const { steps } = own.world.trace()
    expect(steps.at(-1)).toMatchObject({ name: `to ${words}`, ok: false, code: 100 })
    const reader = readSteps(handleOf(own.world), { sequence: 0 }, () => 0)
    const news = reader.next()
    reader.close()
    expect(news?.kind === 'steps' && news.lines.at(-1)?.name).toBe(`to ${words}`)
    expect(recordScenario(own.world).text).toContain('type: advance')
  })

  test('says why there is none', () => {
    const own = testWorlds(() => createWorld({ history: 'off' }))('a test')
    expect(worldStory(own)).toMatch(/^The world of this test cannot be told: This world has no history/)
  })

  test('names fault rules that matched nothing, with the nearest operation that was called', () => {
    const own = testWorlds(starterWorld)('a test')
    const { world } = own
    const { page, pageToken } = world.names
    world.as(pageToken).publishPost({ page, message: 'hi' }).unwrap()
    world.faults.add({ match: { operation: 'publishPost' }, fault: { kind: 'drop' }, times: 1 })
    world.as(pageToken).publishPost({ page, message: 'hi' })
    expect(worldStory(own)).not.toContain('Fault rules that did nothing')
    world.faults.add({ match: { operation: 'updatePost' }, fault: { kind: 'drop' } })
    world.faults.add({ match: { operation: 'publishPost', target: '1' }, fault: { kind: 'drop' } })
    world.faults.add({ match: {}, fault: { kind: 'notice', how: 'drop' } })
    const lines = worldStory(own).split('\n')
    for (const line of [
      /^Fault rules that did nothing:$/,
      /^ {2}fault-\d+ \{.*"operation":"updatePost".*\} matched 0 calls \(nearest operation: publishPost\)$/,
      /^ {2}fault-\d+ .* matched 0 calls \(publishPost was called: the fault does not fit its calls, or another /,
      /^ {2}fault-\d+ \{.*\} matched 0 notices$/,
    ])
      expect(
        lines.filter((text) => line.test(text)),
        `${line}`,
      ).toHaveLength(1)
  })

  test('tells the checks of a refused call once', () => {
    const own = testWorlds(starterWorld)('a test')
    const { page, noPermissionToken } = own.world.names
    const outcome = own.world.as(noPermissionToken).publishPost({ page, message: 'hi' })
    const error = new Error(toSucceed(outcome).message())
    addToError(error, failedTestText(own, 'npx x'))
    for (const text of [
      'check that failed: permission',
      'checks that passed:',
      'lacks the permission pages_manage_posts',
    ])
      expect(error.message.split(text)).toHaveLength(2)
    expect(error.message).toContain('The last refused call: world.as(names.noPermissionToken).publishPost(')
    // Another error, such as that of the code under test, has told none of it.
    const other = new Error('something else')
    addToError(other, failedTestText(own, 'npx x'))
    expect(other.message).toContain('check that failed: permission')
    for (const { message } of [error, other]) expect(message).not.toMatch(/\b[A-Z]{3}-\d{3}\b/)
  })

  test('ends with the command, and is part of the message and the stack of the error', () => {
    const error = new TypeError('broken $& twice')
    expect(
      addToError(error, failedTestText(testWorlds(starterWorld)('a'), 'npx vitest run a -t "^a$"')),
    ).toBe(true)
    for (const text of [error.message, error.stack ?? '']) {
      expect(text).toContain('broken $& twice\n\nThe world of this test')
      expect(text).toContain('\nRun it again: npx vitest run a -t "^a$"\n')
    }
    for (const value of [undefined, 'text', Object.freeze(new Error('frozen'))])
      expect(addToError(value, 'more')).toBe(false)
  })
})

test.each([
  ['adds hits', 'adds hits'],
  ['group (a+b) > fails "quoted" $x', 'group .a.b. . fails .quoted. .x'],
  ['Größe, 大きさ', 'Größe, 大きさ'],
  ['a 🙂 face', 'a .. face'],
])('the pattern of the test name %s matches it in every shell', (name, pattern) => {
  expect(patternOf(name)).toBe(pattern)
  expect(new RegExp(`^${pattern}$`).test(name)).toBe(true)
})
