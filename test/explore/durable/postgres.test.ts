import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { postgres } from '../../../src/explore/durable/postgres/postgres.ts'
import type { PostgresEngine } from '../../../src/explore/durable/postgres/postgres-engine.ts'
import { PostgresSession } from '../../../src/explore/durable/postgres/postgres-session.ts'
import { explore } from '../../../src/explore/explore.ts'
import { byPg, copierOptions, url } from './postgres-copier.ts'

// PGlite takes seconds to start: all else that needs it is in test/postgres.
test('a checkpoint before the leads loses leads at a death between', async () => {
  const report = await explore({ ...copierOptions(byPg, 'checkpoint first'), seed: 1, runs: 20 })
  expect(report.failures.map(({ title }) => title).join()).toMatch(/leads lost/)
  expect(report.nondeterminism).toBeUndefined()
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

test('a query that nothing answers throws', () => {
  const engine: PostgresEngine = {
    execProtocolRawSync: () => new Uint8Array(0),
    dumpDataDir: async () => new Blob(),
    close: async () => {},
    Module: { FS: { unlink() {}, createDevice() {} } },
  }
  expect(() => new PostgresSession(engine)).toThrow('PGlite has ended')
})
