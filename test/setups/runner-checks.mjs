import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './run-command.mjs'

/** A test of fake timers that are made fake twice, for Jest. */
const follows = (modules) => `${
  modules
    ? "import { expect, jest, test } from '@jest/globals'\nimport { createWorld } from 'fauxgraph'"
    : "const { createWorld } = require('fauxgraph')"
}
test.each(['2020-01-01T00:00:00Z', '2100-01-01T00:00:00Z'])('follows twice from %s', (now) => {
  jest.useFakeTimers()
  const world = createWorld({ now })
  const following = world.clock.follow(jest)
  jest.advanceTimersByTime(3_600_000)
  jest.useRealTimers()
  jest.useFakeTimers()
  jest.advanceTimersByTime(3_600_000)
  expect(Date.now()).toBe(Date.parse(now) + 7_200_000)
  expect(world.clock.now).toBe(Date.now())
  following[Symbol.dispose]()
  jest.useRealTimers()
})
`

/** Tests that report three worlds, and the configuration that prints their coverage, for Vitest. */
const covers = {
  'coverage.config.mjs': `import { coverageReporter } from 'fauxgraph/vitest-reporter'
export default { test: { reporters: ['default', coverageReporter()] } }
`,
  'test/coverage.test.js': `import { describe } from 'vitest'
import { createWorld } from 'fauxgraph'
import { reportCoverage, test } from 'fauxgraph/vitest'
const user = (world) => world.actions.createUser({ name: 'Ann' }).unwrap()
user(reportCoverage(createWorld()))
test('one', ({ world }) => void user(reportCoverage(world)))
describe('suite', () => {
  const world = reportCoverage(createWorld())
  test('two', () => void user(world))
})
`,
}

/** Tests with a callback and with subtests, for node:test. Two of them fail. */
const nested = (modules) => `${
  modules
    ? "import assert from 'node:assert/strict'\nimport { test } from 'fauxgraph/node-test'"
    : "const assert = require('node:assert/strict')\nconst { test } = require('fauxgraph/node-test')"
}
const publish = (world) => world.as(world.names.pageToken).publishPost({ page: world.names.page, message: 'told' })
test('ends with its callback', ({ world }, done) => {
  setTimeout(() => done(publish(world).ok ? undefined : new Error('refused')), 10)
})
test('fails with its callback', ({ world }, done) => {
  publish(world)
  setTimeout(() => done(new Error('called back')), 10)
})
test('parent', async (context) => {
  const before = context.world.hash()
  await context.test('child', ({ world }) => {
    assert.notEqual(world, context.world)
    assert.ok(publish(world).ok)
  })
  await context.test('second child', { timeout: 5_000 }, ({ world }) => assert.notEqual(world, context.world))
  assert.equal(context.world.hash(), before)
})
test('parent of one that fails', (context) =>
  context.test('fails', ({ world }) => {
    publish(world)
    throw new Error('in a subtest')
  }))
`

function checkNested({ manifest, environment }, folder) {
  writeFileSync(join(folder, 'test/nested.test.js'), nested(manifest.type === 'module'))
  const { code, text } = runCommand('node --test test/nested.test.js', folder, environment)
  const told = text.match(/"message":"told"\}\) → ok/g) ?? []
  const isRight =
    code !== 0 &&
    /^# pass 4$/m.test(plainText(text)) &&
    told.length >= 2 &&
    text.includes('"^parent of one that fails$"')
  return [['callbacks end tests, and subtests have worlds of their own', isRight, text]]
}

/** The summary of a run, as both reporters of Node print it. */
const plainText = (text) => text.replaceAll(/^ℹ /gm, '# ')

/** Checks what one runner alone has: coverage in Vitest, and fake timers of its own in Jest. */
export function checkRunner({ packages, manifest, environment }, folder) {
  if (packages.some((name) => name.startsWith('vitest'))) {
    for (const [path, text] of Object.entries(covers)) writeFileSync(join(folder, path), text)
    const command = 'npx vitest run test/coverage.test.js --config coverage.config.mjs'
    const { code, text } = runCommand(command, folder)
    // What makes the starter world is not counted.
    const isPrinted = text.includes('coverage of 3 worlds') && /createUser +3 /.test(text)
    return [['its reporter prints the coverage of all worlds', code === 0 && isPrinted, text]]
  }
  if (packages.length === 0) return checkNested({ manifest, environment }, folder)
  if (!packages.includes('jest@30')) return []
  writeFileSync(join(folder, 'test/follows.test.js'), follows(manifest.type === 'module'))
  const { code, text } = runCommand('npx jest test/follows', folder, environment)
  return [['a world follows timers that are made fake again', code === 0, text]]
}
