// Makes a fresh project for each test runner, installs the packed package there, and runs the tests that
// `fauxgraph init` writes. Called by test/pack.mjs; `node test/pack-runners.mjs PACKAGE.tgz [name …]` runs it
// alone.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projects } from './setups/projects.mjs'
import { runCommand } from './setups/run-command.mjs'
import { checkEntries, checkRunner } from './setups/runner-checks.mjs'

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
  const onServer = runCommand(again, folder, { ...project.environment, CI: 'true' })
  const page = /See its world in a browser: (.*)/.exec(onServer.text)?.[1] ?? ''
  const tells = (printed) =>
    printed.includes('"message":"once"}) → ok') && printed.includes('published post with {"message":"nope"}')
  return [
    ['a failed test tells its story', code !== 0 && tells(text), text],
    [
      `it leaves a page on a CI server: ${page}`,
      page !== '' && existsSync(join(folder, page)),
      onServer.text,
    ],
    ['and none elsewhere', !/See its world/.test(second.text), second.text],
    [
      `its command runs it alone: ${again}`,
      again !== '' && second.code !== 0 && tells(second.text) && !second.text.includes('another test ran'),
      second.text,
    ],
  ]
}

const copiedTests = fileURLToPath(new URL('./setups/copied-tests.mjs', import.meta.url))
const copiedCommands = {
  vitest: 'npx vitest run test/copied',
  jest: 'npx jest test/copied',
  node: 'node --test test/copied-*.test.js',
}

/** Checks that tests which are copied from the inspector pass, and fail if the expectation is another. */
function checkCopied({ packages, environment }, folder) {
  const runner = ['vitest', 'jest'].find((one) => packages.some((name) => name.startsWith(one))) ?? 'node'
  const written = runCommand(`node ${copiedTests} ${folder} ${runner}`, folder)
  const right = runCommand(copiedCommands[runner], folder, environment)
  const refused = join(folder, 'test/copied-refused.test.js')
  const text = written.code === 0 ? readFileSync(refused, 'utf8') : ''
  writeFileSync(refused, text.replace('200)\n})', '100)\n})'))
  const wrong = runCommand(copiedCommands[runner], folder, environment)
  return [
    ['tests are copied from the inspector', written.code === 0, written.text],
    ['the copied tests pass', right.code === 0, right.text],
    [
      'one fails if its expectation is another',
      wrong.code !== 0 && wrong.text.includes('refused with code 200'),
      wrong.text,
    ],
  ]
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
        : [
            ...checkStory(project, folder, command),
            ...checkRunner(project, folder),
            ...checkEntries(project, folder),
          ].map(([title, ...rest]) => [`${name}: ${title}`, ...rest])),
      // A copied test is a module, as the inspector writes it.
      ...(typed || manifest.type !== 'module'
        ? []
        : checkCopied(project, folder).map(([title, ...rest]) => [`${name}: ${title}`, ...rest])),
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
