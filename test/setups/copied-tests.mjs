// Writes into a fresh project the tests that a person copies from the inspector, one of each kind of step.
// Called by test/pack-runners.mjs; `node test/setups/copied-tests.mjs FOLDER vitest|jest|node` runs it alone.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const entry = fileURLToPath(new URL('../../src/inspector/test-copies.ts', import.meta.url))

/** The steps that are copied: each makes the last input of a new world. */
const steps = {
  call: (world, { page, pageToken }) => world.as(pageToken).publishPost({ page, message: 'Hi' }),
  refused: (world, { page, noPermissionToken }) =>
    world.as(noPermissionToken).publishPost({ page, message: 'Hi' }),
  version: (world, { page, pageToken }) => world.as(pageToken, { version: 'v25.0' }).readPage({ page }),
  upload: (world, { page, pageToken }) =>
    world.as(pageToken).uploadPagePhoto({ page, source: new Uint8Array([1, 2, 3]) }),
  action: (world) => world.actions.createUser({ name: 'Ann \u202e `"</script>' }),
  'refused-action': (world) => world.actions.submitLead({ form: '1', answers: {} }),
  clock: (world) => world.clock.advance('1h'),
  request: (world, { page, pageToken }) =>
    world.request({ method: 'GET', url: `/${page}?access_token=${pageToken}` }),
}

/** The module that makes the copies, as the page has it. */
async function copies() {
  const { output } = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry, formats: ['es'] } },
  }).then((built) => (Array.isArray(built) ? built[0] : built))
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-copies-'))
  try {
    const file = join(folder, 'copies.mjs')
    writeFileSync(file, output[0].code)
    return await import(pathToFileURL(file).href)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const [, , folder = '.', runner] = process.argv
const { createWorld } = createRequire(join(resolve(folder), 'package.json'))('fauxgraph')
const { recordingUntil, testOf } = await copies()
for (const [name, make] of Object.entries(steps)) {
  const world = createWorld()
  const names = world.starter()
  make(world, names)
  const trace = JSON.parse(JSON.stringify(world.trace({ steps: 1 })))
  const text = testOf(trace.steps[0], recordingUntil(trace.recording, 1), runner)
  writeFileSync(join(folder, 'test', `copied-${name}.test.js`), text)
}
