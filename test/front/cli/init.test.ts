import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { main } from '../../../src/front/cli/command.ts'
import { runInit } from '../../../src/front/cli/commands/init.ts'
import { playScenarioFile } from '../../../src/front/runners/scenario-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fauxgraph-init-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs `init` in the folder, with a package.json if one is given. */
function init(manifest?: object | string, runner?: string): string {
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest)
  if (manifest !== undefined) writeFileSync(join(folder, 'package.json'), text)
  let written = ''
  const out = (more: string) => {
    written += more
  }
  runInit(folder, runner === undefined ? {} : { runner }, { out })
  return written
}

const installed = (...names: string[]) => ({
  devDependencies: Object.fromEntries(names.map((name) => [name, '*'])),
})
const read = (name: string) => readFileSync(join(folder, 'test', name), 'utf8')

describe.each([
  ['Vitest', installed('vitest'), 'js', "from 'fauxgraph/vitest'", 'npx vitest run test/fauxgraph'],
  [
    'Vitest with TypeScript',
    installed('vitest', 'typescript'),
    'ts',
    "from 'fauxgraph/vitest'",
    'npx vitest run test/fauxgraph',
  ],
  ['Jest in CommonJS', installed('jest'), 'js', "require('fauxgraph/jest')", 'npx jest test/fauxgraph'],
  [
    'Jest in ES modules',
    { ...installed('jest'), type: 'module' },
    'js',
    "from 'fauxgraph/jest'",
    'NODE_OPTIONS=--experimental-vm-modules npx jest test/fauxgraph',
  ],
  [
    'Jest with ts-jest',
    installed('jest', 'ts-jest'),
    'ts',
    "from 'fauxgraph/jest'",
    'npx jest test/fauxgraph',
  ],
  [
    'node:test in CommonJS',
    { scripts: { test: 'node --test' } },
    'js',
    "require('fauxgraph/node-test')",
    'node --test',
  ],
  [
    'node:test in ES modules',
    { scripts: { test: 'node --test' }, type: 'module' },
    'js',
    "from 'fauxgraph/node-test'",
    'node --test',
  ],
])('a project with %s', (_, manifest, suffix, marker, command) => {
  test('gets a unit test, an exploration and a scenario, and is told the command', () => {
    const names = [`fauxgraph-explore.test.${suffix}`, `fauxgraph.test.${suffix}`]
    const printed = init(manifest)
    expect(readdirSync(join(folder, 'test')).sort()).toEqual(names)
    expect(read(`fauxgraph.test.${suffix}`)).toContain(marker)
    for (const name of names) {
      const choice =
        / {2}\/\/ platform answers as the live service does, contract .*\n {2}.*policy: 'platform'/g
      expect(read(name).match(choice), name).toHaveLength(1)
    }
    // The types say that the starter world has names.
    expect(read(`fauxgraph.test.${suffix}`)).not.toContain('names!')
    expect(read(`fauxgraph.test.${suffix}`)).toMatch(/[sS]cenario\('scenarios\/post-is-published.yaml'\)/)
    playScenarioFile(join(folder, 'scenarios/post-is-published.yaml'))
    expect(printed).toBe(
      `wrote test/fauxgraph.test.${suffix}\nwrote test/fauxgraph-explore.test.${suffix}\n` +
        `wrote scenarios/post-is-published.yaml\n\nRun the tests: ${command}\n`,
    )
  })
})

// Jest runs TypeScript only if something compiles it: Babel without its preset cannot read types.
describe.each([
  ['Babel with its preset of TypeScript', ['@babel/preset-typescript'], true, 'ts'],
  ['SWC', ['@swc/jest'], true, 'ts'],
  ['ts-jest', ['ts-jest'], true, 'ts'],
  ['Babel without a preset of TypeScript', ['@babel/preset-env', 'typescript'], true, 'js'],
  ['Babel with the preset, and no tsconfig.json', ['@babel/preset-typescript'], false, 'js'],
  ['no compiler', ['typescript'], true, 'js'],
])('a project of Jest and %s', (_, packages, hasConfig, suffix) => {
  test(`gets tests in .${suffix}`, () => {
    if (hasConfig) writeFileSync(join(folder, 'tsconfig.json'), '{}')
    init(installed('jest', ...packages))
    expect(readdirSync(join(folder, 'test')).sort()).toEqual([
      `fauxgraph-explore.test.${suffix}`,
      `fauxgraph.test.${suffix}`,
    ])
    expect(read(`fauxgraph.test.${suffix}`)).toMatch(
      suffix === 'ts'
        ? /^import \{ expect, test \} from '@jest\/globals'/
        : /^const \{ expect, test \} = require/,
    )
  })
})

test('--runner decides where package.json names no runner', () => {
  expect(init({}, 'node')).toContain('Run the tests: node --test')
})

test.each([
  ['jest --coverage', 'npx jest test/fauxgraph'],
  ['vitest run', 'npx vitest run test/fauxgraph'],
  ['node --test', 'node --test'],
  ['tsc && true', 'npx vitest run test/fauxgraph'],
])('of several runners, a project uses the one of its script %j', (script, command) => {
  expect(init({ ...installed('vitest', 'jest'), scripts: { test: script } })).toContain(
    `Run the tests: ${command}\n`,
  )
})

test('a link to nothing counts as a file of the project', () => {
  mkdirSync(join(folder, 'test'))
  symlinkSync('nowhere', join(folder, 'test/fauxgraph-explore.test.js'))
  expect(() => init(installed('vitest'))).toThrow('test/fauxgraph-explore.test.js exists already')
  expect(existsSync(join(folder, 'test/fauxgraph.test.js'))).toBe(false)
})

test('several files of a project stay as they are, and the message says so', () => {
  init(installed('vitest'))
  expect(() => init(installed('vitest'))).toThrow(/yaml exist already: move them or remove them first$/)
})

test('the files of a project stay as they are', () => {
  mkdirSync(join(folder, 'test'))
  writeFileSync(join(folder, 'test/fauxgraph-explore.test.js'), 'mine')
  expect(() => init(installed('vitest'))).toThrow(
    'fauxgraph init overwrites nothing, and test/fauxgraph-explore.test.js exists already: move it or remove it first',
  )
  expect(read('fauxgraph-explore.test.js')).toBe('mine')
  expect(existsSync(join(folder, 'test/fauxgraph.test.js'))).toBe(false)
})

test.each([
  [
    'no package.json',
    undefined,
    undefined,
    /^There is no package\.json in this folder: run fauxgraph init in /,
  ],
  ['a package.json that is no JSON', '{', undefined, /^package\.json cannot be read as JSON: /],
  ['a package.json that is no object', '[]', undefined, /^package\.json must contain an object$/],
  [
    'no known runner',
    {},
    undefined,
    /^package\.json names no test runner that fauxgraph init knows: install /,
  ],
  ['an unknown runner', {}, 'mocha', /^--runner must be one of vitest, jest, node, got mocha$/],
] as const)('%s is an error that says what to do', (_, manifest, runner, message) => {
  expect(() => init(manifest, runner)).toThrow(message)
  expect(existsSync(join(folder, 'test'))).toBe(false)
})

test('a wrong runner ends the command with code 2', async () => {
  const errors: string[] = []
  const shell = {
    out: () => {},
    err: (text: string) => void errors.push(text),
    terminal: { write: () => {} },
    program: '',
    stopped: () => Promise.resolve(),
  }
  expect(await main(['init', '--runner', 'mocha'], shell)).toBe(2)
  expect(errors.join('')).toBe('error: --runner must be one of vitest, jest, node, got mocha\n')
})
