import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'watchdog-'))
const built = join(folder, 'watchdog.mjs')

beforeAll(async () => {
  const ssr = fileURLToPath(new URL('../../../src/explore/run/watchdog.ts', import.meta.url))
  const output = { entryFileNames: 'watchdog.mjs' }
  await build({
    configFile: false,
    logLevel: 'silent',
    build: { ssr, outDir: folder, emptyOutDir: false, rolldownOptions: { output } },
  })
})
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0

const textFor = (program: string) =>
  `import { noteKnown, noteWork, startWatchdog } from '${built}'\n${program}`

function fileFor(program: string): string {
  const file = join(folder, `program-${files++}.mjs`)
  writeFileSync(file, textFor(program))
  return file
}

/** Runs a program in a process of its own. The tests wait for theirs at the same time. */
async function run(program: string, flags = [fileFor(program)], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, flags, { env: { ...process.env, ...env }, timeout: 60_000 })
  const [stdout, stderr, [status, signal]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, 'close'),
  ])
  return { stdout, stderr, status, signal }
}

test.concurrent('a process that stands still is ended, and what ran last is told', async () => {
  const { signal, stderr } = await run(
    `startWatchdog(500); noteWork('sync#2'); setTimeout(() => { for (;;) {} }, 100)`,
  )
  expect(signal).toBe('SIGKILL')
  expect(stderr).toBe('explore: no sign of life for 500 ms, so the process is ended. sync#2 ran last.\n')
})

test.concurrent('a watchdog that starts again after it was stopped ends a process too', async () => {
  const { signal, stderr } = await run(
    `startWatchdog(500)(); startWatchdog(500); noteWork('sync#3'); setTimeout(() => { for (;;) {} }, 100)`,
  )
  expect(signal).toBe('SIGKILL')
  expect(stderr).toBe('explore: no sign of life for 500 ms, so the process is ended. sync#3 ran last.\n')
})

test.concurrent.each<[where: string, flags: readonly string[], env: NodeJS.ProcessEnv]>([
  ['a flag of the process', ['--input-type=module'], {}],
  ['the variable NODE_OPTIONS', [], { NODE_OPTIONS: '--input-type=module' }],
])('a program that is a text, and a module by %s, is watched like any other', async (_, flags, env) => {
  const program = `startWatchdog(500); setTimeout(() => { for (;;) {} }, 400)`
  const { signal, stderr } = await run(program, [...flags, '--eval', textFor(program)], env)
  expect(signal).toBe('SIGKILL')
  expect(stderr).toBe('explore: no sign of life for 500 ms, so the process is ended. No work had begun.\n')
})

/** Stands still without computing, as a process does on a machine whose processors others use. */
const waits = (milliseconds: number) =>
  `setTimeout(() => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${milliseconds}); console.log('end') }, 50)`

test.concurrent('a process that waits for ever is ended after thirty times as long', async () => {
  expect((await run(`startWatchdog(50); ${waits(25_000)}`)).signal).toBe('SIGKILL')
})

test.concurrent.each([
  ['a process that did not get to compute goes on', `startWatchdog(300); ${waits(1_500)}`],
  [
    'a process whose event loop turns goes on',
    'startWatchdog(500); setTimeout(() => console.log("end"), 1_500)',
  ],
  [
    'a watchdog that was stopped ends nothing',
    'startWatchdog(300)(); setTimeout(() => { const end = Date.now() + 1_000; while (Date.now() < end) {} console.log("end") }, 50)',
  ],
])('%s', async (_, program) => {
  expect(await run(program)).toMatchObject({ status: 0, stdout: 'end\n', stderr: '' })
})

test.concurrent('a process that waits beyond the deadline is ended, and what was found is told', async () => {
  const { signal, stderr } = await run(
    `startWatchdog(1_000, performance.now() + 500); noteKnown('leads: run 3 of 500'); noteWork('sync#2'); ${waits(25_000)}`,
  )
  expect(signal).toBe('SIGKILL')
  expect(stderr).toMatch(/sync#2 ran last\. leads: run 3 of 500\.\n$/)
})
