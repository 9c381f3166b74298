import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sqlite } from '../../../src/check/durable/sqlite.ts'
import { explore } from '../../../src/check/explore.ts'
import type { ExploreOptions, ProcessContext } from '../../../src/check/options.ts'
import { programFolder, type WithLifecycle } from '../../../src/check/run/lifecycle.ts'
import { starterWorld } from '../../gallery/program.ts'

const require = createRequire(join(process.env['FAUXGRAPH_SQLITE'] ?? process.cwd(), 'package.json'))

interface Database {
  exec(sql: string): unknown
  prepare(sql: string): { run(...values: unknown[]): unknown; all(): unknown[]; get(): unknown }
}

/** The drivers that this machine has. */
const drivers = [
  ['better-sqlite3', () => require('better-sqlite3')],
  ['node:sqlite', () => require('node:sqlite').DatabaseSync],
] as const
const installed = drivers.filter(([, load]) => {
  try {
    ;new (load())(':memory:').close()
    return true
  } catch {
    return false
  }
})

const schema = `create table leads (id integer primary key, lead text unique, created_at text default current_timestamp);
create table state (name text primary key, value integer);`

const root = process.env['FAUXGRAPH_SQLITE'] ?? process.cwd()

type Save = (database: Database, ids: readonly string[], checkpoint: number) => void

const insert = 'insert or ignore into leads (lead) values (?)'
const checkpointed = 'insert or replace into state values (?, ?)'

const right: Save = (database, ids, checkpoint) => {
  for (const id of ids) database.prepare(insert).run(id)
  database.prepare(checkpointed).run('since', checkpoint)
}
const wrong: Save = (database, ids, checkpoint) => {
  database.prepare(checkpointed).run('since', checkpoint)
  for (const id of ids) database.prepare(insert).run(id)
}
const inTransaction: Save = (database, ids, checkpoint) => {
  database.exec('begin')
  wrong(database, ids, checkpoint)
  database.exec('commit')
}

/** A copier of leads to a database, by the order in which it saves. */
function optionsOf(
  load: () => new (path: string) => Database,
  save: Save,
  runs: number,
): ExploreOptions & WithLifecycle {
  const sut = ({ fetch, baseUrl, names }: ProcessContext) => {
    const database = new (load())(join(root, 'app.db'))
    async function sync(): Promise<void> {
      const [row] = database.prepare("select value from state where name = 'since'").all() as {
        value: number
      }[]
      const since = row?.value ?? 0
      const query = { access_token: names.pageToken, limit: '25' }
      const leads: { id: string; created_time: string }[] = []
      let next: string | undefined = `${baseUrl}/${names.form}/leads?${new URLSearchParams(query)}`
      while (next !== undefined) {
        const response: Response = await fetch(next)
        const page = await response.json()
        if (!response.ok) throw new Error(page.error?.message)
        leads.push(...page.data)
        next = page.paging?.next
      }
      const times = leads.map(({ created_time }) => Date.parse(created_time))
      const fresh = leads.filter((_, place) => (times[place] ?? 0) >= since)
      save(
        database,
        fresh.map(({ id }) => id),
        Math.max(since, ...times),
      )
    }
    return { jobs: { sync: { every: '15m', run: sync } } }
  }
  const file = (path: string) => {
    const database = new (load())(path) as Database & { close(): void }
    database.exec(schema)
    database.close()
  }
  return {
    [programFolder]: root,
    name: 'copier',
    world: starterWorld,
    sut: sut as ExploreOptions['sut'],
    durable: [sqlite(join(root, 'app.db'), { schema: file })],
    environment: ['lead'],
    stories: false,
    kinds: 1,
    runs,
  }
}

const leftBehind = () =>
  [existsSync('/dev/shm') ? '/dev/shm' : tmpdir()]
    .flatMap((folder) => readdirSync(folder))
    .filter((name) => name.startsWith('fauxgraph-') && !name.startsWith('fauxgraph-setups'))

describe.skipIf(installed.length === 0).each(installed)('a program on %s', (_, load) => {
  test.each([
    ['a checkpoint before the leads loses leads at a death between', wrong, false],
    ['a checkpoint after the leads loses none', right, true],
    ['both in a transaction lose none, whatever their order', inTransaction, true],
  ])('%s', { timeout: 60_000 }, async (_title, save, isRight) => {
    const before = leftBehind()
    const report = await explore(optionsOf(load, save, 40))
    expect(report.failures.map(({ title }) => title).join()).toMatch(isRight ? /^$/ : /leads lost/)
    expect(report.ok).toBe(isRight)
    expect(report.nondeterminism).toBeUndefined()
    expect(leftBehind()).toEqual(before)
    expect(existsSync(join(root, 'app.db'))).toBe(false)
  })
})
