import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { explore } from '../../../../src/explore/explore.ts'
import { postgres } from '../../../../src/explore/io/postgres/postgres.ts'
import { PostgresBaseline } from '../../../../src/explore/io/postgres/postgres-baseline.ts'
import {
  answerOf,
  type PostgresEngine,
  startEngine,
} from '../../../../src/explore/io/postgres/postgres-engine.ts'
import { PostgresSession } from '../../../../src/explore/io/postgres/postgres-session.ts'
import { wireMessage } from '../../../../src/explore/io/postgres/postgres-wire.ts'
import { isLong, longTest, sample } from '../../../chance.ts'
import { collectGarbage } from '../../../garbage.ts'
import { byEncryptedPg, byPg, copierOptions, url } from './postgres-copier.ts'

// PGlite takes seconds to start: all else that needs it is in test/postgres.
const connections = [
  ['pg', byPg],
  ['pg over TLS', byEncryptedPg],
] as const
test.each(sample(connections, 1))(
  'by %s, a checkpoint before the leads loses leads at a death between',
  async (_, connect) => {
    const options = copierOptions(connect, 'checkpoint first')
    const report = await explore({ ...options, seed: 1, runs: isLong ? 20 : 8 })
    expect(report.failures.map(({ title }) => title).join()).toMatch(/leads lost/)
    expect(report.nondeterminism).toBeUndefined()
  },
)

test('rows of the schema are made at the instant at which runs begin', async () => {
  const part = postgres(url, {
    schema: (execute) => execute('create table posts as select now()::text as made'),
    mirror: { made: 'select made from posts' },
  })
  try {
    await part.prepare({ root: resolve('.'), now: Date.parse('2026-01-15T09:00:00Z') })
    expect(await part.mirrors?.()).toEqual({ made: ['2026-01-15 09:00:00+00'] })
  } finally {
    await part.close()
  }
})

test('a database needs PGlite, and says how to install it', async () => {
  const root = mkdtempSync(join(tmpdir(), 'fauxgraph-program-'))
  try {
    await expect(postgres(url).prepare({ root })).rejects.toThrow(
      `not installed in ${root}: npm install --save-dev @electric-sql/pglite`,
    )
  } finally {
    rmSync(root, { recursive: true })
  }
})

test.each(['localhost:5432/app', 'mysql://localhost/app', 'postgres:///app', ''])(
  'the address %j is refused',
  (address) => {
    expect(() => postgres(address)).toThrow(
      `postgres: expected a URL such as postgres://localhost:5432/app, got ${JSON.stringify(address)}`,
    )
  },
)

longTest('PostgreSQL removes the files of emptied tables, and its answers are not kept', async () => {
  const engine = await startEngine(resolve('.'))
  const session = new PostgresSession(engine)
  const schema = 'create table leads (id serial primary key, email text)'
  const baseline = new PostgresBaseline(session, {
    name: 'test',
    root: '.',
    schema: (execute) => execute(schema),
  })
  await baseline.begin()
  const files = () =>
    Number(session.query("select count(*)::int as files from pg_ls_dir('base/5')")[0]?.['files'])
  const filesBefore = files()
  for (let turn = 0; turn < 100; turn++) {
    session.query("insert into leads (email) values ('ada@example.com')")
    session.note('insert')
    await baseline.reset()
  }
  expect(files() - filesBefore).toBeLessThan(10)
  const query = wireMessage('Q', "select repeat('x', 1000000)\0")
  expect(answerOf(engine, query).length).toBeGreaterThan(1_000_000)
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  for (let turn = 0; turn < 20; turn++) answerOf(engine, query)
  collectGarbage()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000)
  await engine.close()
})

test('PostgreSQL of a run reaches no file and no program of the system', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-real-'))
  const engine = await startEngine(resolve('.'))
  const session = new PostgresSession(engine)
  try {
    for (const sql of [
      `copy (select 1) to '${folder}/copied'`,
      `copy (select 1) to program 'touch ${folder}/started'`,
      `select lo_export(lo_from_bytea(0, 'a'), '${folder}/exported')`,
    ]) {
      try {
        session.query(sql)
      } catch (error) {
        expect(String(error)).toMatch(/could not (?:open|create)|PGlite has ended/)
      }
    }
    expect(readdirSync(folder)).toEqual([])
  } finally {
    await engine.close()
    rmSync(folder, { recursive: true })
  }
})

test('a query that nothing answers throws', () => {
  const engine: PostgresEngine = {
    execProtocolRawStream: async () => {},
    dumpDataDir: async () => new Blob(),
    close: async () => {},
    Module: { FS: { unlink() {}, createDevice() {} } },
  }
  expect(() => new PostgresSession(engine)).toThrow('PGlite has ended')
})
