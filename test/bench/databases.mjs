import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { built } from './build.mjs'
import { median, quick } from './measure.mjs'

const { createWorld } = await built('index.js')
const { explore } = await built('explore/explore.js')
const { sqlite } = await built('explore/io/sqlite/sqlite.js')
const { files } = await built('explore/io/files/files.js')
const { postgres } = await built('explore/io/postgres/postgres.js')

const runs = quick ? 200 : 500
const rounds = quick ? 1 : 3
const require = createRequire(import.meta.url)
const { default: pg } = await import('pg')
const url = 'postgres://localhost:5432/app'

/** Where a copier keeps its leads. `open` returns how to read what is known, and how to save the rest at once. */
const places = {
  store: {
    open: ({ store }) => ({
      known: async () => (await store.list('lead:')).map(([key]) => key.slice(5)),
      save: (ids) =>
        store.transaction(async (inside) => {
          for (const id of ids) await inside.set(`lead:${id}`, true)
        }),
    }),
    mirror: { leads: async ({ store }) => (await store.list('lead:')).map(([key]) => key.slice(5)) },
  },
  sqlite: {
    open(_, folder) {
      const database = new (require('node-sqlite3-wasm').Database)(join(folder, 'app.db'))
      return {
        known: async () => database.all('select lead from leads').map(({ lead }) => lead),
        async save(ids) {
          database.exec('begin')
          for (const id of ids) database.run('insert or ignore into leads values (?)', [id])
          database.exec('commit')
        },
      }
    },
    part: (folder) =>
      sqlite(join(folder, 'app.db'), {
        schema: 'schema.sql',
        mirror: { leads: 'select lead from leads' },
      }),
  },
  postgres: {
    open() {
      const pool = new pg.Pool({ connectionString: url })
      return {
        known: async () => (await pool.query('select lead from leads')).rows.map(({ lead }) => lead),
        async save(ids) {
          const client = await pool.connect()
          try {
            await client.query('begin')
            for (const id of ids)
              await client.query('insert into leads values ($1) on conflict do nothing', [id])
            await client.query('commit')
          } finally {
            client.release()
          }
        },
      }
    },
    part: () => postgres(url, { schema: 'schema.sql', mirror: { leads: 'select lead from leads' } }),
  },
  files: {
    open(_, folder) {
      const path = join(folder, 'data/leads.json')
      return {
        known: async () => JSON.parse(readFileSync(path, 'utf8')),
        save: async (ids) =>
          writeFileSync(
            path,
            JSON.stringify([...new Set([...JSON.parse(readFileSync(path, 'utf8')), ...ids])]),
          ),
      }
    },
    part: () =>
      files('data', {
        contents: { 'leads.json': '[]' },
        mirror: { leads: (read) => JSON.parse(read('leads.json') ?? '[]') },
      }),
  },
}

/** Every lead of the form, by all pages; undefined if one of them was refused or lost. */
async function readLeads({ fetch, baseUrl, names }) {
  const ids = []
  let next = `${baseUrl}/${names.form}/leads?limit=10&access_token=${names.pageToken}`
  while (next !== undefined) {
    const answer = await fetch(next).catch(() => undefined)
    const page = answer?.ok ? await answer.json().catch(() => undefined) : undefined
    if (page === undefined) return undefined
    ids.push(...page.data.map(({ id }) => id))
    next = page.paging?.next
  }
  return ids
}

/** The options of a right copier of leads that keeps them in one of the places. */
function copier({ open, part, mirror }, folder) {
  return {
    name: 'copier',
    world() {
      const world = createWorld()
      world.starter()
      return world
    },
    sut(context) {
      const kept = open(context, folder)
      async function sync() {
        const ids = await readLeads(context)
        if (ids === undefined) return
        const known = new Set(await kept.known())
        const fresh = ids.filter((id) => !known.has(id))
        if (fresh.length > 0) await kept.save(fresh)
      }
      return { jobs: { sync: { every: '15m', run: sync } } }
    },
    ...(part && { database: [part(folder)] }),
    ...(mirror && { mirror }),
    stories: false,
    runs,
  }
}

/** Explores once, and returns the milliseconds of the processor: others on the machine do not count. */
async function explored(place) {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-bench-'))
  const home = process.cwd()
  process.chdir(folder)
  try {
    symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), 'node_modules')
    writeFileSync('schema.sql', 'create table leads (lead text primary key);')
    const before = process.cpuUsage()
    const report = await explore(copier(place, folder))
    const { user, system } = process.cpuUsage(before)
    const spent = (user + system) / 1_000
    if (!report.ok || report.runs !== runs)
      throw new Error(`${report.runs} of ${runs} runs: ${report.failures[0]?.text ?? report.warnings}`)
    return spent
  } finally {
    process.chdir(home)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Explorations of one right copier of leads that keeps them in a database or a file, against the store. */
export async function rows() {
  const names = Object.keys(places)
  const spent = Object.fromEntries(names.map((name) => [name, []]))
  for (const name of names) await explored(places[name])
  for (let round = 0; round < rounds; round++) {
    names.push(names.shift())
    for (const name of names) spent[name].push(await explored(places[name]))
  }
  const time = (name) => (median(spent[name]) * 1_000) / runs
  const against = 'the same on the store'
  return [
    { row: 'a run on the store', size: runs, micros: time('store') },
    {
      row: 'a run on SQLite',
      size: runs,
      micros: time('sqlite'),
      ratio: time('sqlite') / time('store'),
      against,
      goal: '≤ 3',
    },
    {
      row: 'a run on PostgreSQL',
      size: runs,
      micros: time('postgres'),
      ratio: time('postgres') / time('store'),
      against,
    },
    {
      row: 'a run on files',
      size: runs,
      micros: time('files'),
      ratio: time('files') / time('store'),
      against,
      goal: '≤ 3',
    },
    { row: `${runs} runs on SQLite`, size: runs, milliseconds: median(spent.sqlite), goal: '≤ 10 s' },
    { row: `${runs} runs on PostgreSQL`, size: runs, milliseconds: median(spent.postgres), goal: '≤ 30 s' },
  ]
}
