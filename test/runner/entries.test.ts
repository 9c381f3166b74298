import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { notLoaded, runnerHere } from '../../src/front/runners/expected-runner.ts'
import { sample } from '../chance.ts'

// The pairs that need Jest are played by `npm run check -- pack` and `npm run check -- setups`.

const root = fileURLToPath(new URL('../..', import.meta.url))
const entry = (name: string) => `${root}/src/front/runners/${name}/index.ts`

afterEach(() => void vi.unstubAllEnvs())

test.each([
  [
    'jest',
    "fauxgraph/jest is for Jest, and this test runs in Vitest: import { test } from 'fauxgraph/vitest'",
  ],
  [
    'node-test',
    "fauxgraph/node-test is for node:test, and this test runs in Vitest: import { test } from 'fauxgraph/vitest'",
  ],
])('in Vitest, the entry %s says which one to take', async (name, message) => {
  await expect(import(entry(name))).rejects.toThrow(message)
})

/** The error of a module that imports an entry outside Vitest, in a process with these variables. */
function errorOutside(name: string, variables: Readonly<Record<string, string>>): string {
  const text = `await import('${entry(name)}').then(() => console.log('none'), ({ message }) => console.log(message))`
  const flags = [
    '--no-warnings',
    '--import',
    './test/native/register.mjs',
    '--input-type=module',
    '--eval',
    text,
  ]
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env
  const env = { ...environment, ...variables }
  return execFileSync(process.execPath, flags, { cwd: root, env, encoding: 'utf8', timeout: 60_000 }).trim()
}

const outside: readonly (readonly [
  entry: string,
  variables: Readonly<Record<string, string>>,
  said: string,
])[] = [
  [
    'vitest',
    { NODE_TEST_CONTEXT: 'child-v8' },
    "fauxgraph/vitest is for Vitest, and this test runs in node:test: import { test } from 'fauxgraph/node-test'",
  ],
  [
    'jest',
    { NODE_TEST_CONTEXT: 'child-v8' },
    "fauxgraph/jest is for Jest, and this test runs in node:test: import { test } from 'fauxgraph/node-test'",
  ],
  [
    'jest',
    {},
    'fauxgraph/jest is for Jest, and this is no test of it: fauxgraph/vitest is for Vitest, ' +
      'fauxgraph/node-test is for node:test; in any other runner, create the world of each test with ' +
      "createWorld({ starter: true }) of 'fauxgraph'",
  ],
  ['node-test', { VITEST: 'true', JEST_WORKER_ID: '1' }, 'none'],
]

// Each starts a process.
test.each(sample(outside, 1))('outside Vitest, the entry %s with %j: %s', (name, variables, message) => {
  expect(errorOutside(name, variables)).toBe(message)
})

test('a package that is not installed is named', () => {
  expect(notLoaded('vitest', 'vitest', undefined).message).toBe(
    'fauxgraph/vitest needs the package vitest: npm install --save-dev vitest',
  )
})

test('the runner is told by what it leaves in the process, before what it hands to processes that it starts', () => {
  vi.stubEnv('NODE_TEST_CONTEXT', 'child-v8')
  expect(runnerHere()).toBe('vitest')
})
