import { expect, test } from 'vitest'
import { defineExploration } from '../../../src/explore/define-exploration.ts'
import type { RunningProgram } from '../../../src/explore/program/config.ts'
import { replayStory } from '../../../src/explore/replay-story.ts'
import type { Story } from '../../../src/explore/search/story/story.ts'
import { exploreFiles, type Files, keeper, writeProgram } from './scratch.ts'

/** Calls an export of the program once an hour. */
const hourly = (name: string) => ({
  [name]: { every: '1h', run: ({ exports }: RunningProgram) => exports[name]?.() } as const,
})

const keep = `export const keep = (text) => fetch('https://kept.example/', { method: 'POST', body: String(text) })`

/** Replays a story of a program whose job is `work`, and returns what it sent to the keeper. */
async function played(files: Files, story: Story, config = {}) {
  const { others, mirror, ever } = keeper()
  const root = writeProgram({ ...files, 'keep.mjs': keep })
  const [program = ''] = Object.keys(files)
  const options = defineExploration({
    name: 'program',
    root,
    program,
    stories: false,
    jobs: hourly('work'),
    env: { SECRET: 'given', REMOVED: undefined },
    argv: ['--once'],
    others,
    mirror,
    ...config,
  })
  const replayed = await replayStory(options, story)
  return { sent: ever(), text: replayed.text, ok: replayed.ok }
}

const plain: Story = { steps: [{ do: 'job', job: 'work' }], marks: [] }

const esm = (body: string): Files => ({
  'main.mjs': `import { keep } from './keep.mjs'\nexport async function work() { ${body} }`,
})

test.each<[name: string, files: Files, sent: string[]]>([
  ['its own environment', esm('await keep(process.env.SECRET)'), ['given']],
  ['no variable that the configuration removes', esm('await keep(process.env.REMOVED)'), ['undefined']],
  [
    'the variables of a file that it loads, beside those that it has',
    {
      ...esm(`process.loadEnvFile('own.env'); await keep([process.env.LOADED, process.env.SECRET])`),
      'own.env': 'LOADED=from a file\nSECRET=another',
    },
    ['from a file,given'],
  ],
  ['its own arguments', esm('await keep(process.argv.slice(2).join())'), ['--once']],
  [
    'its own folder as that in which it runs',
    esm(`const { basename, dirname } = await import('node:path')
      await keep(basename(process.cwd()) === basename(dirname(new URL(import.meta.url).pathname)))`),
    ['true'],
  ],
  [
    'TypeScript, and paths without an extension',
    {
      'main.ts': `import { word } from './words'\nimport { keep } from './keep.mjs'
        export async function work(): Promise<void> { await keep(word satisfies string) }`,
      'words.ts': `export const word: string = 'typed'`,
    },
    ['typed'],
  ],
  [
    'CommonJS by Node itself',
    {
      'main.cjs': `const { word } = require('./word.cjs')
        exports.work = async () => fetch('https://kept.example/', { method: 'POST', body: word + __dirname.length })`,
      'word.cjs': `exports.word = 'length '`,
    },
    [expect.stringMatching(/^length \d+$/)],
  ],
  [
    'all that Node gives to a CommonJS module',
    {
      'main.cjs': `const own = [this === exports, module.exports === exports, module.filename === __filename]
        const found = [require.resolve('./word.cjs') in require.cache, '.json' in require.extensions]
        const { word } = require('./word.cjs')
        const children = module.children.map(({ exports }) => exports.word)
        exports.work = async () => {
          const { basename } = await import('node:path')
          const { keep } = await import('./keep.mjs')
          await keep([...own, ...found, ...children, basename(__filename), typeof require.main].join())
        }`,
      'word.cjs': `exports.word = require('./word.json')[0]`,
      'word.json': '["read"]',
    },
    [expect.stringMatching(/^true,true,true,false,true,read,main\.cjs,/)],
  ],
  [
    'names of CommonJS in TypeScript',
    {
      'main.ts': `import { keep } from './keep.mjs'
        const { basename } = require('node:path')
        export const work = () => keep(basename(__filename))`,
    },
    ['main.ts'],
  ],
  [
    'packages that read the environment when they are loaded',
    {
      'main.mjs': `import 'dotenv/config'\nimport { keep } from './keep.mjs'
        export const work = () => keep(process.env.FROM_FILE + process.env.SECRET)`,
      'node_modules/dotenv/package.json': '{ "name": "dotenv", "exports": { "./config": "./config.js" } }',
      'node_modules/dotenv/config.js': `process.env.FROM_FILE = 'file '`,
    },
    ['file given'],
  ],
])('a program gets %s', async (_, files, sent) => {
  expect((await played(files, plain)).sent).toEqual(sent)
})

test('nothing that a program sets reaches the process that explores', async () => {
  const listeners = process.listenerCount('SIGTERM')
  const globals = Object.keys(globalThis)
  const { exitCode } = process
  const { sent } = await played(
    esm(`
      process.env.LEAKED = 'yes'
      process.exitCode = 3
      globalThis.leaked = { at: 1 }
      Array.prototype.leaked = () => 1
      String.prototype.trim = () => 'trimmed'
      process.on('SIGTERM', () => {})
      console.log('leaked')
      await keep(process.env.LEAKED)`),
    plain,
  )
  expect(sent).toEqual(['yes'])
  expect(process.env['LEAKED']).toBeUndefined()
  expect(process.env['LOADED']).toBeUndefined()
  expect(process.exitCode).toBe(exitCode)
  expect(Object.keys(globalThis)).toEqual(globals)
  expect('leaked' in []).toBe(false)
  expect(' a '.trim()).toBe('a')
  expect(process.listenerCount('SIGTERM')).toBe(listeners)
})

test('what a program prints after the end of its run is dropped', async () => {
  const printed: unknown[] = []
  const { log } = console
  console.log = (...values: unknown[]) => void printed.push(...values)
  try {
    // Each run leaves work behind that goes on while the next one runs.
    const main = `import { keep } from './keep.mjs'
      let turns = 0
      const late = () => {
        console.log('too late')
        if (++turns < 500) setImmediate(late)
      }
      export async function work() { await keep('done'); late() }`
    await played({ 'main.mjs': main }, plain)
  } finally {
    console.log = log
  }
  expect(printed).toEqual([])
})

test('state in variables of modules and in globals ends with its process', async () => {
  const files = {
    'main.mjs': `import { keep } from './keep.mjs'
      import { counter } from './counter.mjs'
      globalThis.count ??= { value: 0 }
      export async function work() {
        await keep(++counter.value + ' and ' + ++globalThis.count.value)
      }`,
    'counter.mjs': `export const counter = { value: 0 }`,
  }
  const story: Story = {
    steps: [...plain.steps, ...plain.steps],
    marks: [{ at: 'work#1/kept.example/1', harm: { do: 'dies after' } }],
  }
  const { sent, text } = await played(files, story)
  expect(text).toContain('the process dies')
  expect(sent[0]).toBe('1 and 1')
  // Each process counts on from 1, as far as it lives: no count is missing, and none is global.
  expect(sent).toEqual(sent.map((_, place) => `${place + 1} and ${place + 1}`))
})

test.each<[name: string, main: string, message: RegExp]>([
  [
    'throws while it is loaded',
    `import './keep.mjs'\n\nthrow new Error('no database')`,
    /the program throws Error: no database at its start \(main\.mjs:3\)/,
  ],
  [
    'exits with an error at its start',
    `console.error('PORT is missing'); process.exit(1)`,
    /the program exits with code 1 at its start\. It printed last:\s+PORT is missing/,
  ],
  ['imports what is not there', `import './nowhere.mjs'`, /nowhere\.mjs/],
  [
    'cannot be parsed',
    `const right = 1\nconst wrong = {{`,
    /the program throws SyntaxError: Unexpected token at its start \(main\.mjs:2\)/,
  ],
  [
    'rejects without a handler at its start',
    `Promise.reject(new Error('nobody listens'))`,
    /the program throws Error: nobody listens at its start \(main\.mjs:1\)/,
  ],
])('a program that %s is refused', async (_, main, message) => {
  const { others, mirror } = keeper()
  const files = { 'main.mjs': main, 'keep.mjs': keep }
  await expect(exploreFiles(files, { runs: 3, others, mirror })).rejects.toThrow(message)
})

test('a program that exits is started again, and what it began after the exit has no effect', async () => {
  const { sent, text } = await played(
    esm(`
      await keep('before')
      if (Date.now() < 1768467700000) process.exit(0)
      await keep('after')`),
    plain,
  )
  expect(sent).toEqual(['before', 'after'])
  expect(text).toContain('the process exits with code 0')
})

test.each<[name: string, listener: string, line: string]>([
  ['ends at once without a listener', '', 'the process is stopped'],
  [
    'may end its work before it exits',
    `process.on('SIGTERM', async () => { await keep('last words'); process.exit(0) })`,
    'the process exits with code 0',
  ],
  [
    'is killed if it does not end',
    `process.on('SIGTERM', () => {})`,
    'the process is killed, because it did not end within 30000 ms',
  ],
])('a process that is told to stop %s', async (_, listener, line) => {
  const files = {
    'main.mjs': `import { keep } from './keep.mjs'\n${listener}
      export async function work() {
        const form = process.env.FORM
        await fetch('https://graph.facebook.com/' + form + '?access_token=' + process.env.TOKEN)
        await new Promise((resolve) => setTimeout(resolve, 60_000))
      }`,
  }
  const story: Story = {
    steps: [...plain.steps, { do: 'wait', milliseconds: 3_600_000 }],
    marks: [{ at: 'work#1/readLeadForm/1', harm: { do: 'stops' } }],
  }
  const env = ({ names }: { names: { form: string; pageToken: string } }) => ({
    FORM: names.form,
    TOKEN: names.pageToken,
  })
  const { text, sent } = await played(files, story, { env })
  expect(text).toContain(line)
  if (listener.includes('last words')) expect(sent).toEqual(['last words'])
})

test('an exploration tells a program to stop if it listens', async () => {
  const { others, mirror, ever } = keeper()
  const main = `import { keep } from './keep.mjs'
process.on('SIGTERM', async () => { await keep('last words'); process.exit(0) })
const { FORM, TOKEN } = process.env
export const work = () => fetch('https://graph.facebook.com/' + FORM + '?access_token=' + TOKEN)`
  const files = { 'main.mjs': main, 'keep.mjs': keep }
  const kinds = ['transport', 'limits', 'tokens', 'errors', 'delays', 'people', 'restarts', 'notices']
  const hostile = Object.fromEntries(kinds.map((kind) => [kind, false]))
  await exploreFiles(files, { jobs: hourly('work'), hostile, others, mirror })
  expect(ever()).toContain('last words')
})

test('a script is a job: each start is a process that ends with its work', async () => {
  const files = {
    'main.mjs': `import { keep } from './keep.mjs'
      let count = 0
      async function main() {
        await new Promise((resolve) => setTimeout(resolve, 1_000))
        await keep('run ' + ++count)
      }
      main()`,
  }
  const story: Story = {
    steps: [
      { do: 'job', job: 'main' },
      { do: 'job', job: 'main' },
    ],
    marks: [],
  }
  const { sent, text } = await played(files, story, { every: '1h', jobs: {} })
  expect(sent).toEqual(['run 1'])
  expect(text).toContain('main#2 ends')
})

test('what a package does at its first use alone is no difference between runs', async () => {
  const used = `
let isSetUp = false
export async function use() {
  if (!isSetUp) await fetch('https://kept.example', { method: 'POST', body: 'set up' })
  isSetUp = true
}`
  const main = `
import http from 'node:http'
import { use } from 'first-use'
http.createServer(async (request, response) => {
  request.resume()
  await use()
  await fetch('https://graph.facebook.com/me?access_token=' + process.env.TOKEN)
  response.end()
}).listen(3000)`
  const { others } = keeper()
  const report = await exploreFiles(
    {
      'app/main.ts': main,
      'app/node_modules/first-use/package.json':
        '{"name":"first-use","type":"module","exports":"./index.js"}',
      'app/node_modules/first-use/index.js': used,
    },
    { others, webhook: 'http://localhost:3000/' },
  )
  expect(report.nondeterminism).toBeUndefined()
})

test('a program with a token as a constant finds it in its world', async () => {
  const files = esm(
    "await keep(await (await fetch('https://graph.facebook.com/me?fields=name&access_token=EAAB123')).text())",
  )
  const { sent } = await played(files, plain, { tokens: { pageToken: 'EAAB123' } })
  expect(sent.map((text) => JSON.parse(text))).toMatchObject([{ name: 'Starter Page' }])
  expect(() => defineExploration({ program: 'x', tokens: 'EAAB123' as never })).toThrow(
    'defineExploration: tokens must be an object of texts, got "EAAB123"',
  )
})
