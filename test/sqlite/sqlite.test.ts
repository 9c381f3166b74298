import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { explore } from '../../src/explore/explore.ts'
import { sqlite } from '../../src/explore/io/sqlite/sqlite.ts'
import { programFolder } from '../../src/explore/run/lifecycle.ts'
import { copierOptions, type Order } from '../explore/io/durable/postgres-copier.ts'
import { clients } from './clients.ts'

const path = join(import.meta.dirname, 'app.db')
const schema = join(import.meta.dirname, 'schema.sql')

describe.each(Object.entries(clients))('a program on better-sqlite3 by %s', (_, connect) => {
  test.each<[title: string, order: Order, found: RegExp]>([
    ['a checkpoint before the leads loses leads at a death between', 'checkpoint first', /leads lost/],
    ['both in a transaction lose none, whatever their order', 'transaction', /^$/],
  ])('%s', { timeout: 120_000 }, async (_title, order, found) => {
    const options = copierOptions(() => connect(path), order, [sqlite(path, { schema })])
    const report = await explore({
      ...options,
      [programFolder]: import.meta.dirname,
      seed: 1,
    } as typeof options)
    expect(report.failures.map(({ title }) => title).join()).toMatch(found)
    expect(report.nondeterminism).toBeUndefined()
  })
})
