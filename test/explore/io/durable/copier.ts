import { join } from 'node:path'
import { sqlite } from '../../../../src/explore/io/sqlite/sqlite.ts'
import { programFolder, type WithLifecycle } from '../../../../src/explore/run/lifecycle.ts'
import type { ExploreOptions, ProcessContext } from '../../../../src/explore/run/options/options.ts'
import { starterWorld } from '../../../gallery/program.ts'
import { readLeads } from './read-leads.ts'

interface Database {
  exec(sql: string): unknown
  // Some drivers take a list of values only: all of them take one value, or a list with one.
  prepare(sql: string): { run(value?: unknown): unknown; all(value?: unknown): unknown[] }
}

/** The order in which a copier of leads saves what it read, which decides whether it is right. */
export type Order =
  | 'checkpoint first'
  | 'leads first'
  | 'transaction'
  | 'looked up'
  | 'errors ignored'
  | 'transaction tried again'

const schema = `create table leads (id integer primary key, lead text unique, created_at text default current_timestamp);
create table copies (lead text);
create table seen (lead text);
create table state (name text primary key, value integer);`

function saveLeads(database: Database, ids: readonly string[]): void {
  for (const id of ids) database.prepare('insert or ignore into leads (lead) values (?)').run(id)
}

const saveCheckpoint = (database: Database, at: number) =>
  database.prepare("insert or replace into state values ('since', ?)").run(at)

/** Performs work again until it succeeds, but not for ever. */
function tryAgain(database: Database, work: () => void): void {
  for (let tries = 1; ; tries++) {
    try {
      work()
      return
    } catch (error) {
      try {
        database.exec('rollback')
      } catch {
        // It had not begun.
      }
      if (tries === 5) throw error
    }
  }
}

/** Saves in two writes: what was looked up before may have changed, and a death may come between them. */
const saveTo: Record<Order, (database: Database, ids: readonly string[], at: number) => void> = {
  'leads first'(database, ids, at) {
    saveLeads(database, ids)
    saveCheckpoint(database, at)
  },
  'checkpoint first'(database, ids, at) {
    saveCheckpoint(database, at)
    saveLeads(database, ids)
  },
  transaction(database, ids, at) {
    database.exec('begin')
    saveCheckpoint(database, at)
    saveLeads(database, ids)
    database.exec('commit')
  },
  'errors ignored'(database, ids, at) {
    try {
      saveLeads(database, ids)
    } catch {
      // A mistake: the leads are not there.
    }
    saveCheckpoint(database, at)
  },
  'transaction tried again'(database, ids, at) {
    tryAgain(database, () => saveTo.transaction(database, ids, at))
  },
  'looked up'(database, ids) {
    for (const id of ids) {
      database.prepare('insert into copies (lead) values (?)').run(id)
      database.prepare('insert into seen (lead) values (?)').run(id)
    }
  },
}

/** Explores a copier of leads to a database in a folder, by the order in which it saves. */
export function copierOptions(
  load: () => new (path: string) => Database,
  root: string,
  order: Order,
): ExploreOptions & WithLifecycle {
  const file = join(root, 'app.db')
  const sut = (context: ProcessContext) => {
    const database = new (load())(file)
    async function sync(): Promise<void> {
      const [row] = database.prepare("select value from state where name = 'since'").all() as {
        value: number
      }[]
      const since = row?.value ?? 0
      const known = new Set(
        (database.prepare('select lead from seen').all() as { lead: string }[]).map(({ lead }) => lead),
      )
      const leads = await readLeads(context)
      const times = leads.map(({ created_time }) => Date.parse(created_time))
      const fresh = leads.filter(({ id }, place) => (times[place] ?? 0) >= since && !known.has(id))
      saveTo[order](
        database,
        fresh.map(({ id }) => id),
        Math.max(since, ...times),
      )
    }
    return { jobs: { sync: { every: '15m' as const, run: sync } } }
  }
  return {
    [programFolder]: root,
    name: 'copier',
    world: starterWorld,
    sut,
    database: [
      sqlite(file, {
        schema(path) {
          const database = new (load())(path) as Database & { close(): void }
          database.exec(schema)
          database.close()
        },
      }),
    ],
    environment: ['lead'],
    stories: false,
    kinds: 1,
    runs: 40,
  }
}
