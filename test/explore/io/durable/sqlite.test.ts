import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { explore } from '../../../../src/explore/explore.ts'
import { type SqliteOptions, sqlite } from '../../../../src/explore/io/sqlite/sqlite.ts'
import { isLong } from '../../../chance.ts'
import { writeProgram } from '../../program/scratch.ts'
import { copierOptions, type Order } from './copier.ts'

const nodeRequire = createRequire(import.meta.url)
// A release build of better-sqlite3 takes minutes: it is tested where a folder of this name has one.
const nativeRequire = createRequire(join(process.env['FAUXGRAPH_SQLITE'] ?? process.cwd(), 'package.json'))

/** What is hooked when it is loaded in a run: a program finds the class there. */
const loadWasm = () => nodeRequire('node-sqlite3-wasm').Database

/** The drivers that this machine has, and how a program loads each. */
const drivers = (
  [
    ['node-sqlite3-wasm', loadWasm],
    ['node:sqlite', () => nodeRequire('node:sqlite').DatabaseSync],
    ['better-sqlite3', () => nativeRequire('better-sqlite3')],
  ] as const
).filter(([, load]) => {
  try {
    ;new (load())(':memory:').close()
    return true
  } catch {
    return false
  }
})

const leftBehind = () =>
  [existsSync('/dev/shm') ? '/dev/shm' : tmpdir()]
    .flatMap((folder) => readdirSync(folder))
    .filter((name) => name.startsWith(`fauxgraph-${process.pid}-`))

describe.each(drivers)('a program on %s', (driver, load) => {
  const root = () =>
    (driver === 'better-sqlite3' ? process.env['FAUXGRAPH_SQLITE'] : undefined) ?? writeProgram({})

  test.each<[title: string, order: Order, found: RegExp]>([
    ['a checkpoint before the leads loses leads at a death between', 'checkpoint first', /leads lost/],
    ['a checkpoint after the leads loses none', 'leads first', /^$/],
    ['both in a transaction lose none, whatever their order', 'transaction', /^$/],
    ['a lead that is looked up and then inserted is stored twice', 'looked up', /copies has twice/],
  ])('%s', { timeout: 60_000 }, async (_title, order, found) => {
    const folder = root()
    const before = leftBehind()
    const isRight = found.source === '^$'
    for (const seed of isRight || !isLong ? [1] : [1, 2, 3]) {
      const report = await explore({
        ...copierOptions(load, folder, order),
        seed,
        runs: isRight ? (isLong ? 150 : 20) : 40,
      })
      expect(report.failures.map(({ title }) => title).join()).toMatch(found)
      expect(report.nondeterminism).toBeUndefined()
    }
    expect(leftBehind()).toEqual(before)
    expect(existsSync(join(folder, 'app.db'))).toBe(false)
  })
})

/** Opens a database of a driver in one run, and returns what `look` finds in it. */
async function lookIn(
  look: (database: { all(sql: string): Record<string, unknown>[] }) => unknown,
  { path = 'app.db', ...options }: SqliteOptions & { path?: string } = {},
) {
  const root = writeProgram({})
  const seen: unknown[] = []
  const report = await explore({
    ...copierOptions(loadWasm, root, 'leads first'),
    database: [sqlite(join(root, 'app.db'), options)],
    mirror: { none: () => ['nothing'] },
    runs: 1,
    sut: () => ({
      jobs: {
        look: {
          every: '1h',
          run() {
            const database = new (loadWasm())(join(root, path))
            seen.push(look(database))
            database.close()
          },
        },
      },
    }),
  })
  return { seen, report, root }
}

test('functions of time and chance have the types of SQLite, virtual time, and the same values in each run', async () => {
  const sql = `select typeof(random()) r, typeof(unixepoch()) u, typeof(julianday()) j, typeof(strftime('%s')) s,
    length(randomblob(4)) b, current_timestamp c, datetime('now', '+1 day') d, unixepoch() n`
  const { seen, report } = await lookIn((database) => database.all(sql)[0])
  expect(seen[0]).toMatchObject({ r: 'integer', u: 'integer', j: 'real', s: 'text', b: 4 })
  const { c, d, n } = seen[0] as { c: string; d: string; n: number }
  expect(Date.parse(`${c}Z`)).toBe(n * 1_000)
  expect(Date.parse(`${d}Z`) - Date.parse(`${c}Z`)).toBe(86_400_000)
  expect(Math.abs(Date.now() - n * 1_000)).toBeGreaterThan(86_400_000)
  expect(report.nondeterminism).toBeUndefined()
})

test('a database that nobody listed stops the run before a file is made', async () => {
  const { report, root } = await lookIn(() => 'opened', { path: 'other.db' })
  expect(report.failures[0]?.title).toMatch(
    /opened the database .*other\.db at .*sqlite\.test\.ts:\d+, .*list it/,
  )
  expect(existsSync(join(root, 'other.db'))).toBe(false)
})

test('a database in memory belongs to the program, also one that is attached or older than the run', async () => {
  const older = new (loadWasm())(':memory:')
  older.exec('create table notes (text)')
  const { seen, report } = await lookIn((database) => {
    const own = new (loadWasm())(':memory:')
    own.exec("attach ':memory:' as more; attach database '' as temporary")
    own.exec('create table more.notes (text); create table main.attach (vacuum text)')
    own.exec("insert into main.attach values ('; attach ''other.db'' as other')")
    older.exec("insert into notes values ('kept')")
    return [
      database.all('select 1 as one'),
      own.all('select vacuum from attach'),
      older.all('select * from notes'),
    ]
  })
  expect(report.failures).toEqual([])
  expect(seen[0]).toEqual([[{ one: 1 }], [{ vacuum: "; attach 'other.db' as other" }], [{ text: 'kept' }]])
})

test.each([
  ['./app.db', 'app.db'],
  ['data/../app.db', 'app.db'],
])('%s and %s are one database', async (one, other) => {
  const options = copierOptions(loadWasm, writeProgram({}), 'leads first')
  await expect(explore({ ...options, database: [sqlite(one), sqlite(other)] })).rejects.toThrow(
    /two databases have the name sqlite app\.db \(.*sqlite\.test\.ts:\d+\) \(.*sqlite\.test\.ts:\d+\)/,
  )
})

test.each<[title: string, sql: string, message: RegExp]>([
  [
    'an unknown table',
    'create table a (id);\n\n-- rows\ninsert into b values (1);\n',
    /schema\.sql:4: .*no such table: b/,
  ],
  [
    'an error of syntax',
    "create table a (id);\n/* ; */ creat table 'b;' (id);",
    /schema\.sql:2: .*syntax error/,
  ],
  [
    'a statement after a trigger',
    'create table a (id);\ncreate trigger t after insert on a begin\n delete from a;\n delete from a;\nend;\ndrop table c;',
    /schema\.sql:6: .*no such table: c/,
  ],
])('a schema with %s is refused with its line, and leaves nothing', async (_title, sql, message) => {
  const root = writeProgram({ 'schema.sql': sql })
  const before = leftBehind()
  const options = copierOptions(loadWasm, root, 'leads first')
  const database = [sqlite(join(root, 'app.db'), { schema: join(root, 'schema.sql') })]
  await expect(explore({ ...options, database })).rejects.toThrow(message)
  expect(leftBehind()).toEqual(before)
})

test.each<[title: string, options: SqliteOptions, message: string]>([
  ['a schema that is not there', { schema: 'absent.sql' }, 'absent.sql: there is no such file'],
  [
    'a mirror without its table',
    { mirror: { leads: 'select id from leads' } },
    'the mirror leads cannot be read',
  ],
])('%s is refused', async (_title, more, message) => {
  await expect(lookIn(() => 1, more)).rejects.toThrow(message)
})

test('without a schema, every run begins with a copy of the database that is there', async () => {
  const Database = loadWasm()
  const root = writeProgram({})
  const own = new Database(join(root, 'app.db'))
  own.exec("create table notes (text); insert into notes values ('kept')")
  own.close()
  const seen: unknown[] = []
  const report = await explore({
    ...copierOptions(loadWasm, root, 'leads first'),
    database: [sqlite(join(root, 'app.db'))],
    hostile: { restarts: false },
    runs: 3,
    sut: () => {
      const database = new (loadWasm())(join(root, 'app.db'))
      seen.push(database.all('select text from notes').length)
      database.run("insert into notes values ('more')")
      return { jobs: { idle: { every: '1h', run() {} } } }
    },
  })
  expect(new Set(seen)).toEqual(new Set([1]))
  // A program that never calls the world is no pass, but it fails in nothing.
  expect(report.failures).toEqual([])
  const after = new Database(join(root, 'app.db'))
  expect(after.all('select text from notes')).toEqual([{ text: 'kept' }])
  after.close()
})

test('what a process had not committed at its death is rolled back', async () => {
  const Database = loadWasm()
  const root = writeProgram({})
  const own = new Database(join(root, 'app.db'))
  own.exec('create table notes (text)')
  own.close()
  const seen: number[] = []
  let isOpen = false
  let deaths = 0
  await explore({
    ...copierOptions(loadWasm, root, 'leads first'),
    database: [sqlite(join(root, 'app.db'))],
    mirror: { none: () => ['nothing'] },
    runs: 20,
    sut: ({ fetch, baseUrl, names }) => {
      if (isOpen) deaths++
      isOpen = false
      const database = new (loadWasm())(join(root, 'app.db'))
      seen.push(database.all('select text from notes').length)
      return {
        jobs: {
          write: {
            every: '1h',
            // It never commits, and may die at the call, after its write.
            async run() {
              isOpen = true
              database.exec('begin')
              database.run("insert into notes values ('half')")
              await fetch(`${baseUrl}/${names.page}?access_token=${names.pageToken}`).catch(() => {})
              database.exec('rollback')
              isOpen = false
            },
          },
        },
      }
    },
  })
  expect(deaths).toBeGreaterThan(0)
  expect(new Set(seen)).toEqual(new Set([0]))
})
