import { EventEmitter } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { defineExploration } from '../../../src/explore/define-exploration.ts'
import { sqlite } from '../../../src/explore/io/sqlite/sqlite.ts'
import { replayStory } from '../../../src/explore/replay-story.ts'
import { replaceMembers } from '../../../src/explore/run/replace.ts'
import { isLong } from '../../chance.ts'
import { exploreFiles, type Files, writeProgram } from './scratch.ts'

// Programs that no exploration may hang on, or be harmed by.

const lead = `fetch('https://graph.facebook.com/' + process.env.FORM + '/leads?access_token=' + process.env.TOKEN)`

const server = (work: string): string => `
import { createServer } from 'node:http'
createServer((request, response) => {
  ${work}
}).listen(3000)
`

const shared = {
  Object,
  Array,
  String,
  Promise,
  Function,
  Math,
  JSON,
  Reflect,
  Date,
  EventEmitter,
  Headers,
  Response,
}
const owners = Object.entries(shared).flatMap(([name, owner]): [string, object][] =>
  'prototype' in owner
    ? [
        [name, owner],
        [`${name}.prototype`, owner.prototype],
      ]
    : [[name, owner]],
)

/** What of the process that explores a program could harm: globals, prototypes, listeners and handles. */
function surroundings() {
  const members = owners.flatMap(([name, owner]) =>
    Reflect.ownKeys(owner).map((key): [string, unknown] => {
      const { value, get } = Object.getOwnPropertyDescriptor(owner, key) ?? {}
      return [`${name}.${String(key)}`, value ?? get]
    }),
  )
  return {
    globals: Object.getOwnPropertyNames(globalThis).sort(),
    members: new Map(members),
    listeners: process
      .eventNames()
      .map((name) => `${String(name)} ${process.listenerCount(name)}`)
      .sort(),
    // The test runner has these open itself, and reads files meanwhile.
    handles: process
      .getActiveResourcesInfo()
      .filter((name) => !/^(?:Timeout|Immediate|PipeWrap|FSReq\w+)$/.test(name)),
    directory: process.cwd(),
    exitCode: process.exitCode,
  }
}

type Surroundings = ReturnType<typeof surroundings>

const changedMembers = (before: Surroundings, after: Surroundings): string[] =>
  [...new Set([...before.members.keys(), ...after.members.keys()])].filter(
    (name) => before.members.get(name) !== after.members.get(name),
  )

type Row = [what: string, files: Files, title: RegExp]

/** Programs whose timers fire thousands of times in each run, which takes seconds. */
const restless: Row[] = [
  [
    'sets a timer of 0 ms again and again',
    { 'main.mjs': `\nconst again = () => setTimeout(again, 0)\nagain()\n` },
    /^more than 5000 timers fired within a minute, the last at \S*main\.mjs:2$/,
  ],
  [
    'sleeps 0 ms in a loop',
    { 'main.mjs': `\nfor (;;)\n  await new Promise((resolve) => setTimeout(resolve, 0))\n` },
    /^more than 5000 timers fired within a minute, the last at \S*main\.mjs:3$/,
  ],
]

/** Programs whose kind another one of a short test shows too. */
const alike: Row[] = [
  [
    'goes round a loop without an end, in TypeScript',
    { 'main.ts': 'type Word = string\n\nlet word: Word = "a"\ndo word += ""\nwhile (word)\n' },
    /goes round a loop without an end at \S*main\.ts:4$/,
  ],
  [
    'makes calls without an end',
    { 'main.mjs': `for (;;) await ${lead}\n` },
    /^main#1 made \d+ calls while no time passed/,
  ],
  [
    'rejects in a timer that fires once',
    { 'main.mjs': `\nsetTimeout(async () => {\n  throw new RangeError('no row')\n}, 60_000)\n` },
    /RangeError: no row/,
  ],
]

/** Programs that set as many timers as they may in each run, which takes a second. */
const greedy: Row[] = [
  [
    'sets a million timers',
    { 'main.mjs': `\nfor (let count = 0; count < 1_000_000; count++) setTimeout(() => {}, 60_000)\n` },
    /^main#1 set a timer at \S*main\.mjs:2 while 10000 others waited$/,
  ],
  [
    'sets another interval in each turn of an interval',
    { 'main.mjs': `\nconst grow = () => setInterval(grow, 1_000)\ngrow()\n` },
    /^grow at \S*main\.mjs:2 is one of more than 1000 intervals at once: clear those that are over$/,
  ],
]

test.each<Row>([
  [
    'goes round a loop without an end at its start',
    { 'main.mjs': 'let round = 0\n\nwhile (true) {\n  try {\n    round++\n  } catch {}\n}\n' },
    /^main#1 goes round a loop without an end at \S*main\.mjs:3$/,
  ],
  [
    'goes round a loop of awaits without an end',
    { 'main.mjs': 'setTimeout(async () => {\n  for (;;) await null\n}, 1000)\n' },
    /goes round a loop without an end at \S*main\.mjs:2$/,
  ],
  [
    'goes round a loop without an end, in a CommonJS module',
    { 'main.cjs': `require('./loop.cjs')\n`, 'loop.cjs': '\nfor (let i = 0; i >= 0; ) i += 0\n' },
    /goes round a loop without an end at \S*loop\.cjs:2$/,
  ],
  [
    'exits in a handler of notices',
    { 'main.mjs': server(`if (request.method === 'POST') process.exit(3)\n  response.end()`) },
    /exits with code 3/,
  ],
  [
    'rejects in a timer',
    {
      'main.mjs': `\nsetInterval(async () => {\n  throw new RangeError('no row')\n}, 60_000)\n`,
    },
    /RangeError: no row last \(\S*main\.mjs:3\)/,
  ],
  [
    'throws in an interval',
    { 'main.mjs': `\nsetInterval(() => {\n  throw new RangeError('no row')\n}, 60_000)\n` },
    /RangeError: no row last \(\S*main\.mjs:3\)/,
  ],
  ...(isLong ? [...alike, ...restless, ...greedy] : []),
])('a program that %s fails, and harms nothing', async (_, files, title) => {
  const before = surroundings()
  const report = await exploreFiles(files, {
    runs: 1,
    webhook: 'http://localhost:3000/webhook',
    eventually: { 'the run ends': () => true },
  })
  expect(report.ok).toBe(false)
  expect(report.failures.map((failure) => failure.title).join('\n')).toMatch(title)
  await new Promise((resolve) => setTimeout(resolve, 20))
  const after = surroundings()
  expect(changedMembers(before, after)).toEqual([])
  expect({ ...after, members: undefined }).toEqual({ ...before, members: undefined })
})

test.each(greedy)('a run of a program that %s fails', async (_, files, title) => {
  const options = defineExploration({
    ...{ name: 'greedy', root: writeProgram(files), program: 'main.mjs', stories: false },
    eventually: { 'the run ends': () => true },
  })
  const replayed = await replayStory(options, { steps: [{ do: 'wait', milliseconds: 1_800_000 }], marks: [] })
  expect(replayed.ok).toBe(false)
  expect(replayed.title).toMatch(title)
})

test('a program that breaks what all code uses is named, and harms nothing', async () => {
  const main = `
Array.prototype.map = function map() { throw new Error('mine') }
Object.prototype.extra = 1
Promise.prototype.then = undefined`
  const before = surroundings()
  // What else goes on in this process, such as the test runner, throws meanwhile, and must not end it.
  const other = setInterval(() => void [1].map(String), 0)
  onTestFinished(() => clearInterval(other))
  await expect(exploreFiles({ 'main.mjs': main }, { runs: 2 })).rejects.toThrow(
    'explore failed after the program replaced Array.prototype.map, Promise.prototype.then, which it shares',
  )
  expect(changedMembers(before, surroundings())).toEqual([])
})

test('what a program replaces of the platform, opens and leaves is as before when it ends', async () => {
  const main = `
import { EventEmitter } from 'node:events'
import { watch, watchFile } from 'node:fs'
Date.prototype.getTime = () => 1
EventEmitter.prototype.emit = () => true
Headers.prototype.get = () => 'mine'
Response.prototype.json = () => 'mine'
watch('.', () => {})
watchFile('package.json', () => {})
new MessageChannel().port1.onmessage = () => {}
new BroadcastChannel('a channel').onmessage = () => {}
process.chdir('..')
process.chdir('..')`
  const before = surroundings()
  await exploreFiles(
    { 'main.mjs': main, 'package.json': '{}' },
    { runs: 2, eventually: { ends: () => true } },
  )
  await new Promise((resolve) => setTimeout(resolve, 20))
  const after = surroundings()
  expect(changedMembers(before, after)).toEqual([])
  const left = new Map<string, number>()
  for (const name of after.handles) left.set(name, (left.get(name) ?? 0) + 1)
  for (const name of before.handles) left.set(name, (left.get(name) ?? 0) - 1)
  expect([...left].filter(([, count]) => count > 0)).toEqual([])
  expect(after.directory).toBe(before.directory)
})

test('what a program freezes stays replaced, and everything else comes back', () => {
  const [first, frozen] = [{ log: 'real' }, { log: 'real' }]
  const replace = (owner: object) => ({ owner, name: 'log', make: () => 'replaced' })
  const restore = replaceMembers([replace(first), replace(frozen)])
  Object.freeze(frozen)
  restore()
  expect([first.log, frozen.log]).toEqual(['real', 'replaced'])
})

test('a database that a dead process had locked is free for the next one', async () => {
  const main = `
    import { createRequire } from 'node:module'
    const { Database } = createRequire(import.meta.url)('node-sqlite3-wasm')
    const database = new Database('app.db')
    setInterval(async function sync() {
      database.exec('begin immediate')
      try {
        const { data } = await (await ${lead}).json()
        for (const { id } of data) database.prepare('insert or ignore into leads values (?)').run(id)
        database.exec('commit')
      } catch {
        database.exec('rollback')
      }
    }, 900_000)`
  const root = writeProgram({ 'main.mjs': main, 'schema.sql': 'create table leads (id text unique);' })
  const options = defineExploration({
    ...{ name: 'locked', root, program: 'main.mjs', stories: false },
    database: sqlite('./app.db', { schema: './schema.sql' }),
    env: ({ names }) => ({ FORM: names.form, TOKEN: names.pageToken }),
  })
  const { text, ok } = await replayStory(options, {
    steps: [{ do: 'wait', milliseconds: 3_600_000 }],
    marks: [{ at: 'sync#1/listFormLeads/1', harm: { do: 'dies after' } }],
  })
  expect(text).toMatch(/the process dies[\s\S]*sync#2 writes to the database: transaction insert/)
  expect(ok).toBe(true)
})
