import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { explore } from '../../src/explore/explore.ts'
import { type PostgresOptions, postgres } from '../../src/explore/io/postgres/postgres.ts'
import { startEngine } from '../../src/explore/io/postgres/postgres-engine.ts'
import { PostgresSession } from '../../src/explore/io/postgres/postgres-session.ts'
import { byPg, copierOptions, url } from '../explore/io/durable/postgres-copier.ts'
import { writeProgram } from '../explore/program/scratch.ts'

/** Connects to a database in each run, and returns what `look` finds in it. */
async function lookIn(
  look: (connect: () => Promise<pg.Client>) => Promise<unknown>,
  { at = url, ...options }: PostgresOptions & { at?: string } = {},
) {
  const seen: unknown[] = []
  const connect = async () => {
    const client = new pg.Client(at)
    await client.connect()
    return client
  }
  const report = await explore({
    ...copierOptions(byPg, 'leads first'),
    database: [postgres(url, options)],
    mirror: { none: () => ['nothing'] },
    hostile: { restarts: false },
    runs: 1,
    sut: () => ({
      jobs: { look: { every: '1h', run: async () => void seen.push(await look(connect)) } },
    }),
  })
  return { seen, report }
}

test('time and chance are those of the run, and the same when it is replayed', async () => {
  const sql = `select now() as n, clock_timestamp() as c, random() as r, gen_random_uuid() as u,
    extract(epoch from current_timestamp) * 1000 as e`
  const { seen, report } = await lookIn(async (connect) => {
    const client = await connect()
    const { rows } = await client.query(sql)
    await client.end()
    return rows[0]
  })
  const { n, c, e } = seen[0] as { n: Date; c: Date; e: string }
  expect(Number(e)).toBe(n.getTime())
  expect(c).toEqual(n)
  expect(Math.abs(Date.now() - n.getTime())).toBeGreaterThan(86_400_000)
  const texts = seen.map((one) => JSON.stringify(one))
  expect(texts.filter((text) => text === texts[0]).length).toBeGreaterThan(1)
  expect(new Set(texts).size).toBeGreaterThan(1)
  expect(report.nondeterminism).toBeUndefined()
})

test('an address that nobody serves stops the run', async () => {
  const { report } = await lookIn((connect) => connect(), { at: 'postgres://localhost:5433/app' })
  expect(report.failures[0]?.title).toMatch(/connected to localhost:5433/)
})

test('a statement that waits for a transaction without end is refused with a message', async () => {
  const { seen } = await lookIn(
    async (connect) => {
      const [first, second] = [await connect(), await connect()]
      await first.query('begin')
      await first.query('insert into notes values (1)')
      const from = Date.now()
      const error = await second.query('select * from notes').catch((thrown: unknown) => thrown)
      await first.query('commit')
      const { rows } = await second.query('select count(*) as n from notes')
      return { error: String(error), seconds: (Date.now() - from) / 1_000, rows }
    },
    { schema: (execute) => execute('create table notes (n int)') },
  )
  expect(seen[0]).toMatchObject({
    error: expect.stringMatching(/for 60 s, another connection .* last statement was insert into notes/),
    seconds: 60,
    rows: [{ n: '1' }],
  })
})

test('what a transaction has not committed is in no mirror', async () => {
  const held: unknown[] = []
  await explore({
    ...copierOptions(byPg, 'leads first'),
    database: [
      postgres(url, {
        schema: (execute) => execute("create table notes (text text); insert into notes values ('kept')"),
        mirror: { notes: 'select text from notes' },
      }),
    ],
    eventually: { look: ({ mirror }) => held.push(mirror['notes']) },
    sut: () => ({
      jobs: {
        look: {
          every: '1h',
          async run() {
            const client = new pg.Client(url)
            await client.connect()
            await client.query("begin; insert into notes values ('more')")
          },
        },
      },
    }),
    runs: 3,
  })
  expect(new Set(held.map((entries) => JSON.stringify(entries)))).toEqual(new Set(['["kept"]']))
})

describe('a schema or mirror that does not load', () => {
  test.each<[title: string, sql: string, options: PostgresOptions, message: RegExp]>([
    [
      'an unknown table',
      'create table a (id int);\n\n-- rows\ninsert into b values (1);\n',
      {},
      /schema\.sql:4: .*"b" does not exist/,
    ],
    [
      'an error of syntax',
      "create table a (id int);\n/* ; */ creat table 'b;' (id);",
      {},
      /schema\.sql:2: syntax error/,
    ],
    [
      'a broken rule of a row',
      'create table a (id int check (id > 0));\ninsert into a values (1);\ninsert into a values (0);',
      {},
      /schema\.sql:3: .*violates check/,
    ],
    ['no file', '', { schema: 'absent.sql' }, /absent\.sql: there is no such file/],
    [
      'a function that throws',
      '',
      { schema: (execute) => execute('drop table a') },
      /its function threw table "a" does not exist/,
    ],
    [
      'a mirror without its table',
      '',
      { mirror: { leads: 'select id from leads' } },
      /the mirror leads cannot be read: relation "leads" does not exist/,
    ],
  ])('%s', async (_title, sql, options, message) => {
    const root = writeProgram({ 'schema.sql': sql })
    const part = postgres(url, { schema: 'schema.sql', ...options })
    await expect(part.prepare({ root })).rejects.toThrow(message)
    await part.close()
  })
})

test('values of columns are those of JSON, and no digit is lost', async () => {
  const session = new PostgresSession(await startEngine(process.cwd()))
  const sql = `select 0.1::float8 + 0.2 as f, 'NaN'::float8 as n, 12345678901234567::int8 as i, 42::int8 as s,
    1.50::numeric as d, true as t, '{"a":[1]}'::jsonb as j, null as z, '2026-01-02'::date as y`
  expect(session.query(sql)).toEqual([
    {
      f: 0.30000000000000004,
      n: 'NaN',
      i: '12345678901234567',
      s: 42,
      d: 1.5,
      t: true,
      j: { a: [1] },
      z: null,
      y: '2026-01-02',
    },
  ])
  await session.close()
})

test('each run begins with the rows and the counts of the schema', async () => {
  const schema = `create table parents (id serial primary key, name text);
    create table children (id int generated always as identity, parent int references parents (id));
    insert into parents (name) values ('kept'); insert into children (parent) values (1);
    create sequence unused;`
  const { seen } = await lookIn(
    async (connect) => {
      const client = await connect()
      const { rows } = await client.query(`select (select count(*)::int from parents) as parents,
        (select count(*)::int from children) as children, nextval('parents_id_seq')::int as next,
        nextval('unused')::int as unused`)
      await client.query(
        "delete from children; delete from parents; insert into parents (name) values ('new')",
      )
      await client.query('alter table parents add column more int; create table others (id int)')
      await client.end()
      return rows[0]
    },
    { schema: (execute) => execute(schema) },
  )
  expect(seen[0]).toEqual({ parents: 1, children: 1, next: 2, unused: 1 })
  expect(seen.filter((one) => JSON.stringify(one) === JSON.stringify(seen[0])).length).toBeGreaterThan(1)
})
