import { expect, onTestFinished, test } from 'vitest'
import { isLong, sample } from '../../chance.ts'
import { collectGarbage } from '../../garbage.ts'
import { runNatively } from '../../native/run-natively.ts'
import { exploreFiles, writeProgram } from './scratch.ts'

/*
 * Programs that leave something open in each process. What a process loaded is freed with it: an exploration
 * of thousands of runs needs the memory of a few.
 */

/** The main module of a program. `mark` stays for as long as the modules of its process. */
const program = (imports: string, work: string, mark = '{}'): string => `${imports}
export const mark = ${mark}
globalThis.marks.push(new WeakRef(mark))
export const work = async () => {
  ${work}
  return mark
}
`

const host = 'https://graph.facebook.com/'
const silent = `createServer(() => mark).listen(3000)`

/** Enough that a process which stays shows: as many would stay as there are runs. */
const RUNS = isLong ? 30 : 12

const programs: readonly [open: string, main: string][] = [
  ['nothing', program('', '')],
  [
    'a request of node:http to its own server, which does not answer',
    program(
      `import { createServer, get } from 'node:http'\n${silent}`,
      `get('http://localhost:3000/', () => mark).on('error', () => mark)`,
    ),
  ],
  [
    'a request of undici to its own server',
    program(
      `import { createServer } from 'node:http'\nimport { request } from 'undici'\n${silent}`,
      `void request('http://localhost:3000/').catch(() => mark)`,
    ),
  ],
  [
    'requests of undici to the service',
    program(
      `import { Agent, fetch } from 'undici'`,
      `await Promise.all([1, 2, 3].map((id) => fetch('${host}' + id).then(() => mark)))`,
      'Agent',
    ),
  ],
  ['an interval', program('', 'setInterval(() => mark, 60_000)')],
]

test.each(isLong ? programs : programs.slice(-1))(
  'a process that leaves open %s is freed',
  async (_, main) => {
    const marks: WeakRef<object>[] = []
    Object.assign(globalThis, { marks })
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'marks'))
    await exploreFiles(
      { 'main.mjs': main },
      {
        runs: RUNS,
        fresh: ['undici'],
        jobs: { work: { every: '12h', run: ({ exports }) => void exports['work']?.() } },
      },
    )
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((resolve) => setImmediate(resolve))
      collectGarbage()
    }
    expect(marks.length).toBeGreaterThan(RUNS)
    // The last runs may be kept, by what Node remembers of the last work.
    expect(marks.filter((mark) => mark.deref() !== undefined).length).toBeLessThan(5)
  },
)

/** Listeners of a process, by the line that adds them. */
const listeners: readonly [what: string, line: string][] = [
  ['SIGTERM', `process.on('SIGTERM', () => mark)`],
  ['SIGINT, once', `process.once('SIGINT', () => mark)`],
  ['uncaught errors', `process.on('uncaughtException', () => mark)`],
  ['its exit', `process.on('exit', () => mark)`],
]

/** The listeners of the process that explores, by the names of their events. */
const ofThisProcess = () =>
  Object.fromEntries(process.eventNames().map((name) => [String(name), process.listenerCount(name)]))

test.each(sample(listeners, 1))(
  'a process that listens for %s is freed, with the baseline runs',
  async (_, line) => {
    const marks: WeakRef<object>[] = []
    Object.assign(globalThis, { marks })
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'marks'))
    const before = ofThisProcess()
    // Facts at other instants have a baseline run each, and these are kept.
    await exploreFiles(
      { 'main.mjs': `${program('', '')}\n${line}\nsetInterval(() => {}, 60_000)` },
      { runs: RUNS, environment: ['lead'] },
    )
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((resolve) => setImmediate(resolve))
      collectGarbage()
    }
    expect(marks.length).toBeGreaterThan(RUNS)
    expect(marks.filter((mark) => mark.deref() !== undefined).length).toBeLessThan(5)
    expect(ofThisProcess()).toEqual(before)
  },
)

/** The value that each turn of a chain of timers keeps: in the heap, or outside of it. */
const kept: readonly (readonly [where: string, value: string])[] = [
  ['in the heap', 'new Array(100_000).fill(kept.length)'],
  ['outside of the heap', 'Buffer.alloc(800_000, 1)'],
]

const chain = (value: string): string => `const kept = []
const turn = () => {
  kept.push(${value})
  setTimeout(turn, 20)
}
turn()
`

// A process that loads explore takes seconds.
test.skipIf(!isLong).each(kept)(
  'a chain of timers that keeps 800 KB a turn %s ends with a message',
  (_, value) => {
    const root = writeProgram({ 'main.mjs': chain(value) })
    const config = { name: 'chain', root, program: 'main.mjs', runs: 1, stories: false }
    const text = `import { defineExploration, explore } from './src/explore/index.ts'
const options = defineExploration(${JSON.stringify(config)})
await explore(options).catch(({ message }) => console.log(message))`
    const message = runNatively(text, ['--max-old-space-size=300'])
    expect(message).toMatch(
      /^explore: \S+#\d+ ran last, and \d+ MB are kept \(\d+ MB when its run began\): more than 60 % of the \d+ MB/,
    )
  },
)
