import { expect, test } from 'vitest'
import { defineExploration } from '../../../src/explore/define-exploration.ts'
import { explore } from '../../../src/explore/explore.ts'
import { sqlite } from '../../../src/explore/io/sqlite/sqlite.ts'
import { replayStory } from '../../../src/explore/replay-story.ts'
import { isLong, sample } from '../../chance.ts'
import { type Files, writeProgram } from './scratch.ts'

/*
 * A program that copies leads to a database and tells a CRM of each. Its second version adds a column to the
 * table when it starts, and remembers in another table which leads it told of.
 */

const common = `
import { createRequire } from 'node:module'
const { Database } = createRequire(import.meta.url)('node-sqlite3-wasm')
const { FORM, TOKEN } = process.env
const url = 'https://graph.facebook.com/' + FORM + '/leads?limit=500&access_token=' + TOKEN
export const database = new Database('app.db')
export const has = (sql) => database.prepare(sql).all().length > 0

async function tellOf(table, save) {
  const found = await (await fetch(url)).json()
  if (found.error) throw new Error(found.error.message)
  const known = new Set(database.prepare('select lead from ' + table).all().map(({ lead }) => lead))
  for (const { id } of found.data.filter(({ id }) => !known.has(id))) {
    await fetch('https://crm.example/', { method: 'POST', body: id })
    database.exec('begin')
    save(id)
    database.prepare('insert into ' + table + ' values (?)').run(id)
    database.exec('commit')
  }
}

export const start = (table, save) =>
  setInterval(function sync() {
    return tellOf(table, save).catch(() => {})
  }, 900_000)
`

const first = `import { database, start } from '../common.mjs'
start('told', (id) => database.prepare('insert into leads (lead) values (?)').run(id))`

const second = (migration: string) => `import { database, has, start } from '../common.mjs'
${migration}
start('reports', (id) => database.prepare("insert into leads (lead, note) values (?, 'new')").run(id))`

const isDone = `has("select 1 from pragma_table_info('leads') where name = 'note'")`
const tables =
  'create table next (id integer primary key, lead text, note text); create table reports (lead text)'
const move = 'insert into next (lead) select lead from leads'
const keep = 'insert into reports select lead from told'
const rename = 'drop table leads; alter table next rename to leads'

const migrations = {
  right: `if (!${isDone}) database.exec('begin; ${tables}; ${move}; ${keep}; ${rename}; commit')`,
  'loses what is there': `if (!${isDone}) database.exec('begin; ${tables}; ${keep}; ${rename}; commit')`,
  'forgets whom it told': `if (!${isDone}) database.exec('begin; ${tables}; ${move}; ${rename}; commit')`,
  'begins anew after a death': `
if (!${isDone}) {
  if (!has("select 1 from sqlite_master where name = 'next'")) database.exec('begin; ${tables}; ${keep}; commit')
  database.exec('${move}')
  database.exec('begin; ${rename}; commit')
}`,
}

const filesOf = (migration: keyof typeof migrations): Files => ({
  'v1/main.mjs': first,
  'v2/main.mjs': second(migrations[migration]),
  'common.mjs': common,
  'schema.sql': 'create table leads (id integer primary key, lead text); create table told (lead text);',
})

const quiet = Object.fromEntries(
  ['transport', 'errors', 'limits', 'tokens', 'delays', 'people', 'notices'].map((name) => [name, false]),
)

/** The options of an exploration of both versions. */
function optionsOf(migration: keyof typeof migrations, config = {}) {
  let told: string[] = []
  return defineExploration({
    name: 'announcer',
    root: writeProgram(filesOf(migration)),
    program: ['./v1/main.mjs', './v2/main.mjs'],
    database: sqlite('./app.db', { schema: './schema.sql' }),
    env: ({ names }) => ({ FORM: names.form, TOKEN: names.pageToken }),
    environment: ['lead'],
    others: () => {
      told = []
      return {
        'https://crm.example': async (request) => {
          told.push(await request.text())
          return new Response('{}')
        },
      }
    },
    mirror: { crm: () => told },
    hostile: { ...quiet, restarts: false },
    stories: false,
    runs: 300,
    kinds: 1,
    ...config,
  })
}

const failing: readonly [
  migration: keyof typeof migrations,
  hostile: object,
  title: RegExp,
  marks: number,
][] = [
  ['loses what is there', {}, /^leads lost /, 1],
  ['forgets whom it told', {}, /^(?:crm|leads) has twice /, 1],
  ['begins anew after a death', { restarts: true }, /^leads has twice /, 2],
]

test.each(sample(failing, 1))('a version that %s fails', async (migration, hostile, title, marks) => {
  // The CRM hears twice of a lead whose row is not written: only the leads are looked at.
  const mirror = migration === 'begins anew after a death' ? { mirror: {} } : {}
  const options = optionsOf(migration, { hostile: { ...quiet, restarts: false, ...hostile }, ...mirror })
  const report = await explore(options)
  const [failure] = report.failures
  expect(failure?.title).toMatch(title)
  expect(failure?.text).toContain('told to stop before it, and the next version of the program starts')
  expect(failure?.story.marks).toHaveLength(marks)
})

test('a version that keeps everything passes, and what only it has is named', async () => {
  const report = await explore(optionsOf('right', { kinds: 5, runs: isLong ? 30 : 6 }))
  expect(report.failures.map(({ text }) => text)).toEqual([])
  expect(report.sometimes['another version was deployed']).toBe(true)
  expect(report.notTried).not.toContain('deploys')
  expect(report.warnings).toEqual([
    'only a later version of the program has leads.note, reports, which is therefore not compared: ' +
      'a mirror that reads it can be',
  ])
})

test('a deployment that is switched off does not happen, and the report says so', async () => {
  const report = await explore(
    optionsOf('loses what is there', { hostile: { ...quiet, restarts: false, deploys: false }, runs: 3 }),
  )
  expect(report.failures).toEqual([])
  expect(report.notTried).toContain('deploys')
})

const deployment = {
  steps: [
    { do: 'fact', kind: 'lead' },
    { do: 'wait', milliseconds: 3_600_000 },
  ],
  marks: [{ at: 'sync#2/listFormLeads/1', harm: { do: 'deploy' } }],
} as const

test('the replay of a deployment names the version', async () => {
  const { text } = await replayStory(optionsOf('right'), deployment)
  expect(text).toContain('./v2/main.mjs is deployed')
})

test('a story of a deployment needs two versions', async () => {
  const options = optionsOf('right', { program: './v1/main.mjs' })
  const { ok, text } = await replayStory(options, deployment)
  expect(ok).toBe(false)
  expect(text).toContain(
    'the story is stale and cannot be played: mark 1: the code under test has no other version to deploy: ' +
      "list both, as in program: ['./v1.ts', './v2.ts']",
  )
})
