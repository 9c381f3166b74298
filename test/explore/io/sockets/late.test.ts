import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { existsSync, mkdtempSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { explore } from '../../../../src/explore/explore.ts'
import { files } from '../../../../src/explore/io/files/files.ts'
import { sqlite } from '../../../../src/explore/io/sqlite/sqlite.ts'
import { installHooks, type Opening } from '../../../../src/explore/run/late-code.ts'
import type { Scope } from '../../../../src/explore/run/run.ts'
import { scopes } from '../../../../src/explore/run/scope.ts'
import { createWorld } from '../../../../src/world/create-world.ts'
import { exploreFiles } from '../../program/scratch.ts'
import { arrived, clients, filled, listenForAll } from './hosts.ts'
import { type Late, share, waiting } from './late.ts'

// Code of a run that goes on after the whole exploration has ended: nothing that it does is real.

listenForAll()

const plain = { runs: 1, jobs: { work: { every: '1h', run() {} } } } as const

/** Explores a program, lets its code go on, and returns what it left for the test. */
async function goOnLate(imports: string, call: string, config: object = {}): Promise<Late> {
  const late = share()
  const report = await exploreFiles({ 'main.mjs': filled(waiting(imports, call)) }, { ...plain, ...config })
  expect(report.failures).toEqual([])
  for (const goOn of late.waiting) goOn()
  await Promise.resolve()
  expect(late.count).toBe(late.waiting.length)
  expect(late.count).toBeGreaterThan(0)
  return late
}

test.each(clients)('%s reaches nothing after the exploration', async (_, imports, call) => {
  await goOnLate(imports, call)
  expect(await arrived()).toBe(0)
})

const gzip = `import { gzip } from 'node:zlib'
const { late } = globalThis
late.begun = (late.begun ?? 0) + 1
gzip(Buffer.alloc(20_000_000), () => {
  late.count++
  fetch('http://HOST/')
})
`

test('code that waits for a thread reaches nothing after the exploration', async () => {
  const late = share()
  await exploreFiles({ 'main.mjs': filled(gzip) }, plain)
  expect(late.begun).toBeGreaterThan(0)
  await vi.waitFor(() => expect(late.count).toBe(late.begun), { timeout: 60_000 })
  expect(await arrived()).toBe(0)
}, 90_000)

/** Explores a factory whose job does this. */
const exploreFactory = (work: () => void) =>
  explore({
    name: 'late',
    runs: 1,
    stories: false,
    world: createWorld,
    eventually: { 'it ends': () => true },
    sut: () => ({ jobs: { work: { every: '1h', run: async () => work() } } }),
  })

test('code of a factory reaches nothing after the exploration', async () => {
  const late = share()
  await exploreFactory(() => {
    new Promise<void>((resolve) => late.waiting.push(resolve)).then(() => {
      late.count++
      return fetch(filled('http://HOST/'))
    })
  })
  for (const goOn of late.waiting) goOn()
  expect(await arrived()).toBe(0)
  expect(late.count).toBeGreaterThan(0)
})

const endedScope = { run: { ended: true }, invocation: { epoch: 1 } } as Scope

/** Opens and closes hooks, and returns late code that does this. */
function boundLate(
  hooks: readonly Opening[],
  ofCallbacks: readonly Opening[] = [],
  work: () => unknown = () => {},
): () => void {
  const close = installHooks(hooks, ofCallbacks)
  const late = scopes.run(endedScope, () => AsyncResource.bind(work))
  close()
  return late
}

/** A hook that writes down when it opens and closes. */
const written =
  (log: string[], name: string): Opening =>
  () => {
    log.push(`${name} opens`)
    return () => void log.push(`${name} closes`)
  }

test('the hooks close at the end of late code that other code calls', () => {
  const log: string[] = []
  const late = boundLate([written(log, 'one'), written(log, 'two')], [written(log, 'three')], () =>
    log.push('late'),
  )
  log.length = 0
  late()
  log.push('other')
  expect(log).toEqual([
    'one opens',
    'two opens',
    'three opens',
    'late',
    'three closes',
    'two closes',
    'one closes',
    'other',
  ])
})

test('between callbacks of late code, the hooks stay open until other code goes on', async () => {
  const log: string[] = []
  const late = boundLate([written(log, 'one')], [written(log, 'each')], async () => {
    for (let count = 0; count < 10; count++) await null
  })
  log.length = 0
  late()
  await new Promise(setImmediate)
  const times = (text: string) => log.filter((line) => line === text).length
  expect([times('each opens'), times('each closes')]).toEqual([11, 11])
  expect(times('one opens')).toBeLessThan(5)
  expect(log.at(-1)).toBe('one closes')
})

test('what the hooks set going as they open and close is no late code', async () => {
  let opened = 0
  // As an agent of undici does that closes. It would go on for ever.
  const going = () => {
    if (opened < 100) void Promise.resolve().then(() => queueMicrotask(() => {}))
  }
  const opening: Opening = () => {
    opened++
    going()
    return going
  }
  const late = boundLate([opening], [], () => queueMicrotask(() => {}))
  opened = 0
  late()
  await new Promise(setImmediate)
  expect(opened).toBe(2)
})

test('late code that calls other code, or more late code, finds the hooks after that', () => {
  const log: string[] = []
  const other = AsyncResource.bind(() => log.push('other'))
  const more = scopes.run(endedScope, () => AsyncResource.bind(() => log.push('more')))
  const late = boundLate([written(log, 'one')], [], () => {
    other()
    more()
    log.push('late')
  })
  log.length = 0
  late()
  expect(log).toEqual(['one opens', 'other', 'more', 'late', 'one closes'])
})

test('late code of an earlier exploration finds the hooks of the last one', () => {
  const log: string[] = []
  const late = boundLate([written(log, 'first')])
  installHooks([written(log, 'second')])()
  log.length = 0
  late()
  expect(log).toEqual(['second opens', 'second closes'])
})

test('late code goes on if a hook does not open again', () => {
  const log: string[] = []
  const once: Opening = () => {
    if (log.includes('once')) throw new TypeError('frozen meanwhile')
    log.push('once')
    return () => {}
  }
  const late = boundLate([once, written(log, 'one')], [], () => log.push('late'))
  log.length = 1
  late()
  expect(log).toEqual(['once', 'one opens', 'late', 'one closes'])
})

test('if a hook does not open, those before it are closed', () => {
  const log: string[] = []
  const frozen = () => {
    throw new TypeError('frozen')
  }
  expect(() => installHooks([written(log, 'one'), frozen, written(log, 'three')])).toThrow('frozen')
  expect(log).toEqual(['one opens', 'one closes'])
})

test('what other code replaces after late code, in the same turn, stays', async () => {
  const { fetch: real } = globalThis
  const late: (() => void)[] = []
  await exploreFactory(() => void late.push(AsyncResource.bind(() => {})))
  onTestFinished(() => void Object.assign(globalThis, { fetch: real }))
  const stub = () => {}
  expect(late.length).toBeGreaterThan(0)
  // Each call opens and closes all hooks, which takes milliseconds.
  for (const one of late.slice(-3)) one()
  Object.assign(globalThis, { fetch: stub })
  process.exitCode = 3
  await null
  const { exitCode } = process
  process.exitCode = undefined
  expect([globalThis.fetch, exitCode]).toEqual([stub, 3])
})

test('an exit code that other code sets while a factory is explored stays', async () => {
  const other = vi.fn(() => {
    process.exitCode = 3
  })
  setTimeout(other, 0)
  await exploreFactory(() => {})
  const { exitCode } = process
  process.exitCode = undefined
  expect([other.mock.calls.length, exitCode]).toEqual([1, 3])
})

test('late code finds the hooks after an await, and where other code calls it in its context', async () => {
  let isOpen = false
  const open = () => {
    isOpen = true
    return () => {
      isOpen = false
    }
  }
  const found: boolean[] = []
  const go = () => void found.push(isOpen)
  const goOn: (() => void)[] = []
  const awaiting = async () => {
    await new Promise<void>((resolve) => goOn.push(resolve))
    go()
  }
  const close = installHooks([open])
  // Node ends a hook of an earlier test at a later turn.
  await new Promise(setImmediate)
  scopes.run(endedScope, () => {
    goOn.push(AsyncResource.bind(go), AsyncLocalStorage.bind(go))
    void awaiting()
  })
  close()
  for (const one of goOn) {
    one()
    await null
  }
  expect([...found, isOpen]).toEqual([true, true, true, false])
})

test('late code of a program does nothing while a factory is explored, and after that', async () => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  onTestFinished(() => exit.mockRestore())
  const late = share()
  await exploreFiles({ 'main.mjs': waiting('', 'process.exit(1)') }, plain)
  const [first, ...others] = late.waiting
  await exploreFactory(() => first?.())
  for (const goOn of others) goOn()
  await Promise.resolve()
  expect([late.count, exit.mock.calls]).toEqual([late.waiting.length, []])
})

test.each<[what: string, call: string]>([
  ['ends', 'process.exit(1)'],
  ['throws an error that nobody handles', `process.nextTick(() => { throw new Error('late') })`],
  ['rejects a promise that nobody handles', `Promise.reject(new Error('late'))`],
  ['prints', `console.log('late')`],
  ['moves to another folder', `process.chdir('/')`],
  ['goes round a loop without an end', 'for (;;) {}'],
  ['sets its exit code', 'process.exitCode = 3'],
  ['calls the process that forked its own', `process.send?.('late')\nprocess.disconnect?.()`],
])('a process that %s after the exploration does nothing', async (_, call) => {
  const printed = vi.spyOn(console, 'log')
  onTestFinished(() => printed.mockRestore())
  const { exitCode, connected } = process
  const folder = process.cwd()
  const errors: unknown[] = []
  const note = (error: unknown) => void errors.push(error)
  process.on('unhandledRejection', note).on('uncaughtException', note)
  onTestFinished(() => void process.off('unhandledRejection', note).off('uncaughtException', note))
  await goOnLate('', call)
  await wait(5)
  expect({ folder: process.cwd(), errors, printed: printed.mock.calls }).toEqual({
    folder,
    errors: [],
    printed: [],
  })
  expect({ exitCode: process.exitCode, connected: process.connected }).toEqual({ exitCode, connected })
})

test('late code ends at the first turn of a loop that awaits', async () => {
  const late = await goOnLate('', 'for (;;) { late.seen = "a turn"; await null }')
  await wait(5)
  expect(late.seen).toBeUndefined()
})

test('late code writes no file of a folder that its runs owned, and sets no timer', async () => {
  const root = mkdtempSync(join(tmpdir(), 'fauxgraph-late-'))
  const target = join(root, 'state.json')
  const late = await goOnLate(
    `import fs from 'node:fs'\nimport { writeFile } from 'node:fs/promises'`,
    `setTimeout(() => { late.seen = 'a timer' }, 1)
    writeFile(${JSON.stringify(target)}, '1')
    fs.writeFile(${JSON.stringify(target)}, '1', () => { late.seen = 'a file' })
    fs.writeFileSync(${JSON.stringify(target)}, '1')
    late.seen = 'a file'`,
    { database: files(root) },
  )
  await wait(20)
  expect(late.seen).toBeUndefined()
  expect(existsSync(target)).toBe(false)
})

test('late code opens no database of its runs', async () => {
  const root = mkdtempSync(join(tmpdir(), 'fauxgraph-late-'))
  const target = join(root, 'app.db')
  const late = await goOnLate(
    `import driver from 'node-sqlite3-wasm'`,
    `const database = new driver.Database(${JSON.stringify(target)})
    late.seen = 'a database'
    database.exec('create table leads (id integer)')
    database.close()`,
    { database: sqlite(target) },
  )
  expect(late.seen).toBeUndefined()
  expect(existsSync(target)).toBe(false)
})

test('fake timers that other code turns on meanwhile stay until it turns them off', async () => {
  const { setTimeout: real } = globalThis
  await goOnLate('', '')
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { setTimeout: fake } = globalThis
  await wait(20)
  expect(setTimeout).toBe(fake)
  vi.useRealTimers()
  expect(setTimeout).toBe(real)
})

test('other code meanwhile finds what it finds at any time', async () => {
  const known = () => [
    fetch,
    setTimeout,
    Date,
    Math.random,
    http.request,
    net.connect,
    console.log,
    process.exit,
    process.listeners('unhandledRejection'),
  ]
  const before = known()
  await goOnLate('', '')
  expect(known()).toEqual(before)
  await fetch(filled('http://HOST/')).catch(() => {})
  expect(await arrived()).toBe(1)
})

test('an error of other code meanwhile reaches those who listen', async () => {
  const errors: unknown[] = []
  const note = (error: unknown) => void errors.push(error)
  process.on('unhandledRejection', note)
  const others = process.listeners('unhandledRejection').filter((listener) => listener !== note)
  for (const listener of others) process.off('unhandledRejection', listener)
  onTestFinished(() => {
    process.off('unhandledRejection', note)
    for (const listener of others) process.on('unhandledRejection', listener)
  })
  await goOnLate('', '')
  Promise.reject(new Error('of the test'))
  await wait(1)
  expect(errors).toEqual([new Error('of the test')])
})
