import { expect, test } from 'vitest'
import { defineExploration } from '../../../src/explore/define-exploration.ts'
import { sqlite } from '../../../src/explore/io/sqlite/sqlite.ts'
import { replayStory } from '../../../src/explore/replay-story.ts'
import { isLong } from '../../chance.ts'
import { exploreFiles, type Files, writeProgram } from './scratch.ts'

// Programs of which two processes run side by side on one database.

const common = `
import { createRequire } from 'node:module'
import { createServer } from 'node:http'
const { Database } = createRequire(import.meta.url)('node-sqlite3-wasm')
const { FORM, TOKEN } = process.env
const database = new Database('app.db')

async function read(path) {
  const found = await (await fetch('https://graph.facebook.com/' + path + 'access_token=' + TOKEN)).json()
  if (found.error) throw new Error(found.error.message)
  return found
}

const has = (lead) => database.prepare('select 1 from leads where lead = ?').all(lead).length > 0

async function store(lead) {
  if (has(lead)) return
  const { id } = await read(lead + '?')
  database.prepare('insert or ignore into leads (lead) values (?)').run(id)
}
`

/** A job that takes a lock in a variable of its module. */
const poller = `${common}
let isBusy = false
setInterval(async function sync() {
  if (isBusy) return
  isBusy = true
  try {
    for (const { id } of (await read(FORM + '/leads?limit=500&')).data) await store(id)
  } catch {
  } finally {
    isBusy = false
  }
}, 900_000)
`

/** A server that remembers in a variable of its module which notices it has seen. */
const listener = `${common}
const seen = new Set()
createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  try {
    const { entry = [] } = text === '' ? {} : JSON.parse(text)
    for (const { changes } of entry)
      for (const { value: { leadgen_id: id } } of changes) {
        if (seen.has(id)) continue
        seen.add(id)
        try {
          await store(id)
        } finally {
          seen.delete(id)
        }
      }
    response.end(new URL(request.url, 'http://localhost').searchParams.get('hub.challenge') ?? '')
  } catch {
    response.writeHead(500).end()
  }
}).listen(3000)
`

const schemas = {
  'no key': 'create table leads (id integer primary key, lead text);',
  'a unique key': 'create table leads (id integer primary key, lead text unique);',
}

const filesOf = (main: string, schema: keyof typeof schemas): Files => ({
  'main.mjs': main,
  'schema.sql': schemas[schema],
})

const config = (webhook?: string) => ({
  processes: 2,
  database: sqlite('./app.db', { schema: './schema.sql' }),
  environment: ['lead'] as const,
  ...(webhook && { webhook }),
})

const address = 'http://localhost:3000/'

test.each<[program: string, main: string, webhook: string | undefined]>([
  ['a lock in a variable', poller, undefined],
  ['notes of notices in a variable', listener, address],
])('%s lets two processes store a lead twice', async (_program, main, webhook) => {
  const report = await exploreFiles(filesOf(main, 'no key'), { ...config(webhook), runs: 100, kinds: 1 })
  expect(report.failures.map(({ title }) => title)).toEqual([
    expect.stringMatching(/^leads has .* twice$|^leads has twice /),
  ])
  expect(report.failures[0]?.text).toContain('2 processes run side by side.')
})

test.each<[program: string, main: string, webhook: string | undefined]>([
  ['a poller', poller, undefined],
  ['a server', listener, address],
])('%s with a unique key survives two processes', async (_program, main, webhook) => {
  const runs = isLong ? 25 : 4
  const report = await exploreFiles(filesOf(main, 'a unique key'), { ...config(webhook), runs })
  expect(report.failures.map(({ text }) => text)).toEqual([])
  expect(report.nondeterminism).toBeUndefined()
  expect(report.ok).toBe(true)
})

test('the lock in a variable is enough for one process', async () => {
  const report = await exploreFiles(filesOf(poller, 'no key'), {
    ...config(),
    processes: 1,
    runs: isLong ? 25 : 4,
  })
  expect(report.failures.map(({ text }) => text)).toEqual([])
})

const two = {
  steps: [
    { do: 'fact', kind: 'lead' },
    { do: 'wait', milliseconds: 3_600_000 },
  ],
  marks: [],
} as const

test('each process dies on its own, and the notices go to the other one', async () => {
  const options = defineExploration({
    name: 'two',
    root: writeProgram(filesOf(listener, 'a unique key')),
    program: './main.mjs',
    ...config(address),
    env: ({ names }) => ({ FORM: names.form, TOKEN: names.pageToken }),
    stories: false,
  })
  const marks = [{ at: 'webhook#1/readLead/1', harm: { do: 'down', hours: 48 } }] as const
  const { text, ok } = await replayStory(options, { ...two, marks })
  expect(text).toContain('the process dies, and stays down (process 1)')
  expect(text).toContain('webhook#2 starts in process 2')
  expect(ok).toBe(true)
})
