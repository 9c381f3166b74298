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

/** Tests that intercept, for Jest: the second sees that the first is over. */
const intercepts = (modules) => `${
  modules
    ? "import { expect, test } from '@jest/globals'\nimport { useWorld } from 'fauxgraph/jest'"
    : "const { useWorld } = require('fauxgraph/jest')"
}
const world = useWorld()
const before = globalThis.fetch
let kept
test('answers', async () => {
  await world.intercept()
  kept = world()
  const { page, pageToken } = kept.names
  const answer = await fetch(\`https://graph.facebook.com/\${page}?access_token=\${pageToken}\`)
  expect(await answer.json()).toSucceed()
})
test('has ended', () => {
  expect(globalThis.fetch).toBe(before)
  expect(() => kept.as('token').me()).toThrow('The test "answers" is over')
})
`

/** A test that Jest runs apart from its hooks. */
const concurrent = (modules) => `${
  modules
    ? "import { test } from '@jest/globals'\nimport { useWorld } from 'fauxgraph/jest'"
    : "const { useWorld } = require('fauxgraph/jest')"
}
const world = useWorld()
test.concurrent('at once', async () => void world())
`

function checkJest({ manifest, environment }, folder) {
  const modules = manifest.type === 'module'
  const run = (name, text) => {
    writeFileSync(join(folder, `test/${name}.test.js`), text)
    return runCommand(`npx jest test/${name}`, folder, environment)
  }
  const followed = run('follows', follows(modules))
  const intercepted = run('intercepts', intercepts(modules))
  const refused = run('concurrent', concurrent(modules))
  return [
    ['a world follows timers that are made fake again', followed.code === 0, followed.text],
    ['an intercept ends with its test', intercepted.code === 0, intercepted.text],
    [
      'concurrent tests get no world of another test',
      refused.code !== 0 && refused.text.includes('useWorld gives no world to test.concurrent'),
      refused.text,
    ],
  ]
}

const runnerOf = (packages) =>
  ['vitest', 'jest'].find((one) => packages.some((name) => name.startsWith(one))) ?? 'node:test'

/** The entries of the runners, and the commands that run a test of one. */
const runners = {
  vitest: { entry: 'fauxgraph/vitest', name: 'Vitest', command: 'npx vitest run' },
  jest: { entry: 'fauxgraph/jest', name: 'Jest', command: 'npx jest' },
  'node:test': { entry: 'fauxgraph/node-test', name: 'node:test', command: 'node --test' },
}

/** Checks that the entry of another runner says which one to take. */
export function checkEntries({ packages, manifest, environment }, folder) {
  const { entry: own, name, command } = runners[runnerOf(packages)]
  const loads = (entry) =>
    manifest.type === 'module' || own === 'fauxgraph/vitest' ? `import '${entry}'` : `require('${entry}')`
  return Object.values(runners)
    .filter(({ entry }) => entry !== own)
    .map(({ entry }) => {
      writeFileSync(join(folder, 'test/entry.test.js'), `${loads(entry)}\n`)
      const { code, text } = runCommand(`${command} test/entry.test.js`, folder, environment)
      const isNamed = text.includes(`${entry} is for `) && text.includes(`this test runs in ${name}: import`)
      return [`${entry} says that it is not for ${name}`, code !== 0 && isNamed && text.includes(own), text]
    })
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
  return packages.includes('jest@30') ? checkJest({ manifest, environment }, folder) : []
}
