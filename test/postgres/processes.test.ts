import { expect, test } from 'vitest'
import { explore } from '../../src/explore/explore.ts'
import { byPg, copierOptions, type Order } from '../explore/io/durable/postgres-copier.ts'

test.each<[title: string, order: Order, processes: number, found: RegExp]>([
  [
    'two processes that look up a lead first store it twice',
    'looked up',
    2,
    /copies has .* twice|copies has twice/,
  ],
  ['one process that looks up a lead first stores it once', 'looked up', 1, /^$/],
  ['two processes with a unique key and transactions store each lead once', 'transaction', 2, /^$/],
])('%s', async (_title, order, processes, found) => {
  const report = await explore({ ...copierOptions(byPg, order), processes, seed: 1, runs: 40 })
  expect(report.failures.map(({ title }) => title).join()).toMatch(found)
  expect(report.nondeterminism).toBeUndefined()
})
