import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median, quick } from './measure.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = process.env.BENCH_DIST ?? join(root, 'dist')
const core = `file://${dist}/index.js`
const zod = new URL('../../node_modules/zod/index.js', import.meta.url).href

/** Milliseconds that a fresh process takes to import a module, and to use it. */
function coldStart(url, use = '') {
  const script =
    `const from = performance.now(); const imported = await import(${JSON.stringify(url)}); ` +
    `${use}; console.log(performance.now() - from)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  if (stdout === '') throw new Error(stderr)
  return Number(stdout)
}

const firstRead = `const world = imported.createWorld(); const { page, pageToken } = world.starter();
  world.as(pageToken).readPage({ page }).unwrap()`

/** Importing the core in a fresh process, and reading from its first world, against importing zod alone. */
function importRows() {
  const [ours, theirs, started] = [[], [], []]
  for (let round = 0; round < (quick ? 7 : 21); round++) {
    ours.push(coldStart(core))
    theirs.push(coldStart(zod))
    started.push(coldStart(core, firstRead))
  }
  const [mine, alone] = [median(ours), median(theirs)]
  return [
    { row: 'import of the core', milliseconds: mine, against: 'importing zod alone', ratio: mine / alone },
    { row: 'import of zod', milliseconds: alone },
    { row: 'import of the core beyond zod', milliseconds: mine - alone, goal: '≤ 30 ms' },
    { row: 'import, world, starter and a first read', milliseconds: median(started), goal: '≤ 100 ms' },
  ]
}

const withWorld = `
import { createWorld } from 'fauxgraph'
import { expect, test } from 'vitest'

const world = createWorld()
const { page, pageToken } = world.starter()

test('a page has an id', () => {
  expect(world.as(pageToken).readPage({ page }).unwrap().id).toBe(page)
})
`

const withoutWorld = `
import { expect, test } from 'vitest'

test('a page has an id', () => {
  expect({ id: '1' }.id).toBe('1')
})
`

/** Makes a project with one test file. It has fauxgraph installed as a user has: outside of what vitest transforms. */
function projectOf(folder, test) {
  const { name, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, name), { recursive: true })
  cpSync(join(root, 'package.json'), join(modules, name, 'package.json'))
  cpSync(dist, join(modules, name, 'dist'), { recursive: true })
  for (const library of ['vitest', ...Object.keys(dependencies)]) {
    mkdirSync(dirname(join(modules, library)), { recursive: true })
    symlinkSync(join(root, 'node_modules', library), join(modules, library))
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  writeFileSync(join(folder, 'a.test.js'), test)
  return folder
}

/** Milliseconds that vitest takes for a project, from the start of the process to its end. */
function vitestRun(folder) {
  const script = join(folder, 'node_modules/vitest/vitest.mjs')
  const from = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'run'], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stdout + stderr)
  return performance.now() - from
}

/** A test file that makes a world against one that does not, in turns. */
function vitestRows() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-vitest-'))
  try {
    const ours = projectOf(join(folder, 'with'), withWorld)
    const theirs = projectOf(join(folder, 'without'), withoutWorld)
    // The first runs fill the caches of the system.
    for (const project of [ours, theirs]) vitestRun(project)
    const spent = { ours: [], theirs: [] }
    for (let round = 0; round < 7; round++) {
      spent.ours.push(vitestRun(ours))
      spent.theirs.push(vitestRun(theirs))
    }
    const [mine, alone] = [median(spent.ours), median(spent.theirs)]
    const against = 'a test file without fauxgraph'
    return [
      { row: 'vitest with one file that makes a world', milliseconds: mine, against, ratio: mine / alone },
      { row: 'vitest with one file that makes none', milliseconds: alone },
      { row: 'the world in a test file of vitest', milliseconds: mine - alone, goal: '≤ 120 ms' },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The start of the core in fresh processes: alone, and in a test file. */
export async function rows() {
  return [...importRows(), ...vitestRows()]
}
