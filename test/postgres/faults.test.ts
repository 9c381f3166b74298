import { expect, test } from 'vitest'
import { explore } from '../../src/explore/explore.ts'
import type { Hostile } from '../../src/explore/run/options/options.ts'
import { byPg, copierOptions, type Order } from '../explore/io/durable/postgres-copier.ts'

const onlyDisconnects: Hostile = { restarts: false, delays: false, disconnects: true }
const both: Hostile = { conflicts: true, disconnects: true }

test.each<[title: string, order: Order, hostile: Hostile, found: RegExp]>([
  [
    'errors that are ignored lose leads after a conflict',
    'errors ignored',
    { conflicts: true },
    /leads lost/,
  ],
  ['errors that are ignored lose nothing otherwise', 'errors ignored', {}, /^$/],
  [
    'an insert that is tried again after a lost answer is there twice',
    'insert tried again',
    onlyDisconnects,
    /copies has twice/,
  ],
  [
    'an insert that is tried again is there once otherwise',
    'insert tried again',
    { ...onlyDisconnects, disconnects: false },
    /^$/,
  ],
  ['a transaction that is tried again is right', 'transaction tried again', both, /^$/],
])('%s', async (_title, order, hostile, found) => {
  const isRight = found.source === '^$'
  const report = await explore({ ...copierOptions(byPg, order), hostile, seed: 1, runs: isRight ? 200 : 100 })
  expect(report.failures.map(({ title }) => title).join()).toMatch(found)
  expect(report.nondeterminism).toBeUndefined()
})
