import { describe, expect, test } from 'vitest'
import { explore } from '../../src/explore/explore.ts'
import { copierOptions, type Order } from '../explore/io/durable/postgres-copier.ts'
import { clients } from './clients.ts'

describe.each(Object.entries(clients))('a program on PostgreSQL by %s', (_, connect) => {
  test.each<[title: string, order: Order, found: RegExp]>([
    ['a checkpoint before the leads loses leads at a death between', 'checkpoint first', /leads lost/],
    ['both in a transaction lose none, whatever their order', 'transaction', /^$/],
  ])('%s', { timeout: 120_000 }, async (_title, order, found) => {
    const report = await explore({ ...copierOptions(connect, order), seed: 1 })
    expect(report.failures.map(({ title }) => title).join()).toMatch(found)
    expect(report.nondeterminism).toBeUndefined()
  })
})
