import { expect, test } from 'vitest'
import { runNatively } from '../native/run-natively.ts'

/** Tests of `node:test`, which a process of its own runs. */
const program = `import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { intercept as interceptProcess } from './src/server/node/intercept.ts'
import { createWorld } from './src/index.ts'
import { test } from './src/front/runners/node-test/index.ts'
const read = async ({ names }) => {
  const url = 'https://graph.facebook.com/' + names.page + '/feed?access_token=' + names.pageToken
  const { data } = await (await fetch(url)).json()
  return data.map(({ message }) => message)
}
const publish = ({ names, as }, message) => as(names.pageToken).publishPost({ page: names.page, message }).unwrap()
const alone = test.baseline(() => createWorld({ starter: { publications: false } }))
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const before = globalThis.fetch

alone('the intercept answers for the world of the test', async ({ world, intercept }) => {
  await intercept()
  publish(world, 'told')
  assert.deepEqual(await read(world), ['told'])
})
alone('the intercept has ended with the test', () => assert.equal(globalThis.fetch, before))

const tells = (name) => async ({ world, intercept }) => {
  await wait(5)
  await intercept()
  publish(world, name)
  for (let time = 0; time < 3; time++) {
    await wait(5)
    assert.deepEqual(await read(world), [name])
  }
}
describe('at the same time', { concurrency: true }, () => {
  alone('one test', tells('one'))
  alone('another test', tells('another'))
})
alone('a parent of subtests', { concurrency: true }, async (context) => {
  await context.intercept()
  publish(context.world, 'parent')
  const children = ['one', 'another'].map((name) => context.test(name + ' subtest', tells(name)))
  for (let time = 0; time < 5; time++) {
    assert.deepEqual(await read(context.world), ['parent'])
    await wait(5)
  }
  await Promise.all(children)
})

let kept
alone('leaves it on, and uses its world in a hook', async (context) => {
  kept = context.world
  interceptProcess(kept)
  context.after(() => publish(kept, 'in a hook'))
})
alone('calls the world of the test before', async () => {
  const late = /^The test "leaves it on, and uses its world in a hook" is over, but GET /
  await assert.rejects(read(kept), ({ cause }) => late.test(cause.message))
  assert.throws(() => publish(kept, 'late'), /^LateCallError: The test "leaves it on/)
})
alone('takes too long', { timeout: 200 }, async ({ world, intercept }) => {
  kept = world
  await intercept()
  await wait(400)
})
alone('calls the world of a test that took too long', () => {
  assert.throws(() => publish(kept, 'late'), /^LateCallError: The test "takes too long" is over/)
})
`

/** What the reporter writes, also if a test fails. */
function reportOf(text: string): string {
  try {
    return runNatively(text)
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout)
  }
}

test('each test of node:test has an intercept of its own, and a call to the world of an earlier one fails', () => {
  const report = reportOf(program)
  const ended = [...report.matchAll(/^ *((?:not )?ok) \d+ - (.*)$/gm)].map(
    ([, how, name]) => `${how} ${name}`,
  )
  expect(ended, report).toEqual([
    'ok the intercept answers for the world of the test',
    'ok the intercept has ended with the test',
    'ok one test',
    'ok another test',
    'ok at the same time',
    'ok one subtest',
    'ok another subtest',
    'ok a parent of subtests',
    'ok leaves it on, and uses its world in a hook',
    'ok calls the world of the test before',
    'not ok takes too long',
    'ok calls the world of a test that took too long',
  ])
})
