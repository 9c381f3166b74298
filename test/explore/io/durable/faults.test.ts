import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { explore } from '../../../../src/explore/explore.ts'
import type { Hostile } from '../../../../src/explore/run/options/options.ts'
import { isLong } from '../../../chance.ts'
import { writeProgram } from '../../program/scratch.ts'
import { copierOptions, type Order } from './copier.ts'

const nodeRequire = createRequire(import.meta.url)

test.each<[title: string, order: Order, hostile: Hostile, found: RegExp]>([
  [
    'errors that are ignored lose leads when the database is busy',
    'errors ignored',
    { conflicts: true },
    /leads lost/,
  ],
  ['errors that are ignored lose nothing otherwise', 'errors ignored', {}, /^$/],
  ['a transaction that is tried again loses none', 'transaction tried again', { conflicts: true }, /^$/],
])('%s', async (_title, order, hostile, found) => {
  const isRight = found.source === '^$'
  const options = copierOptions(() => nodeRequire('node-sqlite3-wasm').Database, writeProgram({}), order)
  const runs = isRight ? (isLong ? 200 : 20) : 60
  const report = await explore({ ...options, hostile, seed: 1, runs })
  expect(report.failures.map(({ title }) => title).join()).toMatch(found)
  if (!isRight) expect(report.failures[0]?.text).toContain('the database refuses it once')
  expect(report.nondeterminism).toBeUndefined()
  expect(report.notTried.includes('conflicts')).toBe(hostile.conflicts !== true)
})
