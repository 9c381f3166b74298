// Makes a fresh project for each test runner, installs the packed package there, and runs the tests that
// `fauxgraph init` writes. Called by test/pack.mjs; `node test/pack-runners.mjs PACKAGE.tgz [name …]` runs it
// alone.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const { devDependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const typescript = 'typescript@5.9'
const nodeTypes = `@types/node@${devDependencies['@types/node']}`

const compilerOptions = {
  target: 'ES2023',
  lib: ['ES2024', 'DOM'],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
  types: ['node'],
}
const tsconfig = JSON.stringify({ compilerOptions, include: ['test'] })
/** Types of fauxgraph/check that need no fast-check. */
const explores = `import { explore, type ExploreOptions } from 'fauxgraph/check'
export const start = async (options: ExploreOptions): Promise<boolean> => (await explore(options)).ok
// @ts-expect-error a run has options
export const wrong = explore(5)
`
/** Types of fauxgraph/check that do. */
const draws = `import { arbitraries } from 'fauxgraph/check'
import fc from 'fast-check'
export const names: string[] = fc.sample(arbitraries.operations)
// @ts-expect-error names are texts
export const wrong: number[] = fc.sample(arbitraries.operations)
`
const tsJest = { preset: 'ts-jest', testEnvironment: 'node' }

/** The projects: what their package.json contains, what they install, and other files. */
const projects = [
  { name: 'vitest 4', manifest: { type: 'module' }, packages: ['vitest@4'] },
  { name: 'vitest 3 in a CommonJS project', manifest: {}, packages: ['vitest@3'] },
  {
    name: 'vitest 4 with strict TypeScript',
    manifest: { type: 'module' },
    // Without fast-check, which only the arbitraries need.
    packages: ['vitest@4', typescript, nodeTypes],
    files: { 'tsconfig.json': tsconfig, 'test/explores.ts': explores },
    typed: true,
  },
  { name: 'jest 30 in CommonJS', manifest: {}, packages: ['jest@30'] },
  {
    name: 'jest 30 in ES modules',
    manifest: { type: 'module', jest: { transform: {} } },
    packages: ['jest@30'],
    environment: { NODE_OPTIONS: '--experimental-vm-modules' },
  },
  {
    name: 'ts-jest',
    manifest: { jest: tsJest },
    packages: ['jest@30', 'ts-jest@29', typescript, nodeTypes, 'fast-check@4'],
    files: { 'tsconfig.json': tsconfig, 'test/draws.ts': draws },
    typed: true,
  },
  {
    name: 'node:test in ES modules',
    manifest: { type: 'module', scripts: { test: 'node --test' } },
    packages: [],
  },
  { name: 'node:test in CommonJS', manifest: { scripts: { test: 'node --test' } }, packages: [] },
]

/** A test of each runner that fails, to see the story and the command that runs it again. */
const failing = {
  vitest: `import { describe, expect } from 'vitest'
import { test } from 'fauxgraph/vitest'
describe('group (a+b)', () => {
  test('fails "quoted" $x', ({ world }) => {
    world.as(world.names.pageToken).publishPost({ page: world.names.page, message: 'once' })
    expect(world).toHavePublished({ message: 'nope' })
  })
})
test('another', () => console.log(['another', 'test', 'ran'].join(' ')))
`,
  jest: (modules) => `${
    modules
      ? "import { describe, expect, test } from '@jest/globals'\nimport { useWorld } from 'fauxgraph/jest'"
      : "const { useWorld } = require('fauxgraph/jest')"
  }
const world = useWorld()
describe('group (a+b)', () => {
  test('fails "quoted" $x', () => {
    world().as(world().names.pageToken).publishPost({ page: world().names.page, message: 'once' })
    expect(world()).toHavePublished({ message: 'nope' })
  })
})
test('another', () => console.log(['another', 'test', 'ran'].join(' ')))
`,
  node: (modules) => `${
    modules
      ? "import { test, assertPublished } from 'fauxgraph/node-test'"
      : "const { test, assertPublished } = require('fauxgraph/node-test')"
  }
test('fails "quoted" $x', ({ world }) => {
  world.as(world.names.pageToken).publishPost({ page: world.names.page, message: 'once' })
  assertPublished(world, { message: 'nope' })
})
test('another', () => console.log(['another', 'test', 'ran'].join(' ')))
`,
}

function failingTest({ manifest, packages }) {
  const modules = manifest.type === 'module'
  if (packages.some((name) => name.startsWith('vitest'))) return failing.vitest
  return packages.some((name) => name.startsWith('jest')) ? failing.jest(modules) : failing.node(modules)
}

/** Runs a shell command. Returns its exit code and everything that it printed. */
function runCommand(command, cwd, environment = {}) {
  const env = { ...process.env, NO_COLOR: '1', ...environment }
  try {
    return { code: 0, text: execFileSync(`${command} 2>&1`, { cwd, env, shell: true, encoding: 'utf8' }) }
  } catch (error) {
    return { code: error.status, text: error.stdout }
  }
}

/** Checks that a failed test tells its story, and that the printed command runs that test alone. */
function checkStory(project, folder, command) {
  writeFileSync(join(folder, 'test/failing.test.js'), failingTest(project))
  const { code, text } = runCommand(
    command.replace('test/fauxgraph', 'test/failing'),
    folder,
    project.environment,
  )
  const again = /Run it again: (.*)/.exec(text)?.[1] ?? ''
  const second = runCommand(again, folder, project.environment)
  const tells = (printed) =>
    printed.includes('"message":"once"}) → ok') && printed.includes('published post with {"message":"nope"}')
  return [
    ['a failed test tells its story', code !== 0 && tells(text), text],
    [
      `its command runs it alone: ${again}`,
      again !== '' && second.code !== 0 && tells(second.text) && !second.text.includes('another test ran'),
      second.text,
    ],
  ]
}

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

/** Checks what one runner alone has: coverage in Vitest, and fake timers of its own in Jest. */
function checkRunner({ packages, manifest, environment }, folder) {
  if (packages.some((name) => name.startsWith('vitest'))) {
    for (const [path, text] of Object.entries(covers)) writeFileSync(join(folder, path), text)
    const command = 'npx vitest run test/coverage.test.js --config coverage.config.mjs'
    const { code, text } = runCommand(command, folder)
    // The starter world has one user.
    const isPrinted = text.includes('coverage of 3 worlds') && /createUser +4 /.test(text)
    return [['its reporter prints the coverage of all worlds', code === 0 && isPrinted, text]]
  }
  if (!packages.includes('jest@30')) return []
  writeFileSync(join(folder, 'test/follows.test.js'), follows(manifest.type === 'module'))
  const { code, text } = runCommand('npx jest test/follows', folder, environment)
  return [['a world follows timers that are made fake again', code === 0, text]]
}

/** Makes a project, and returns what was checked in it: a title, whether it is right, and what was printed. */
function checkProject(project, packed) {
  const { name, manifest, packages, files = {}, typed = false, environment } = project
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-runner-'))
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'fresh', ...manifest }))
    mkdirSync(join(folder, 'test'))
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
    const install = `npm install --save-dev --no-audit --no-fund ${[packed, ...packages].join(' ')}`
    const installed = runCommand(install, folder)
    const made = runCommand('npx fauxgraph init', folder)
    const command = /Run the tests: (.*)/.exec(made.text)?.[1] ?? 'false'
    const tests = runCommand(command, folder, environment)
    const types = typed ? runCommand('npx tsc -p tsconfig.json', folder) : { code: 0, text: '' }
    const again = runCommand('npx fauxgraph init', folder)
    return [
      [`${name}: installs`, installed.code === 0, installed.text],
      [`${name}: init writes tests`, made.code === 0, made.text],
      [`${name}: they pass with ${command}`, tests.code === 0, tests.text],
      ...(typed ? [[`${name}: they compile under strict`, types.code === 0, types.text]] : []),
      [`${name}: a second init ends with 2`, again.code === 2, again.text],
      ...(typed
        ? []
        : [...checkStory(project, folder, command), ...checkRunner(project, folder)].map(
            ([title, ...rest]) => [`${name}: ${title}`, ...rest],
          )),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Checks all projects, or those whose names contain one of the words. Returns what was checked. */
export function* checkRunners(packed, words = ['']) {
  for (const project of projects)
    if (words.some((word) => project.name.includes(word))) yield* checkProject(project, packed)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [packed, ...words] = process.argv.slice(2)
  for (const [title, isRight, text] of checkRunners(resolve(packed), words.length > 0 ? words : undefined)) {
    console.log(`${isRight ? 'ok  ' : 'FAIL'} ${title}`)
    if (!isRight) console.log(text)
    if (!isRight) process.exitCode = 1
  }
}
