import type { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import { explore } from '../../src/explore/explore.ts'
import { redis } from '../../src/explore/io/redis/redis.ts'
import type { ExploreOptions } from '../../src/explore/run/options/options.ts'
import {
  byIoredis,
  connect,
  copierOptions,
  lookOptions,
  type Order,
  url,
} from '../explore/io/durable/redis-copier.ts'
import { clients } from './clients.ts'

describe.each(Object.entries(clients))('a program on Redis by %s', (_, client) => {
  test.each<[title: string, order: Order, found: RegExp]>([
    ['a checkpoint before the leads loses leads at a death between', 'checkpoint first', /leads lost/],
    ['both in a transaction lose none, whatever their order', 'transaction', /^$/],
    ['a count before its mark counts twice after a death between', 'counted', /count differs/],
  ])('%s', async (_title, order, found) => {
    const report = await explore({ ...copierOptions(client, order), seed: 1, runs: 60 })
    expect(report.failures.map(({ title }) => title).join()).toMatch(found)
    expect(report.nondeterminism).toBeUndefined()
    expect(report.notTried).toContain('disconnects')
  })
})

describe('a worker that waits for jobs', () => {
  /** A process that queues each lead once, and a worker that takes them off the queue. */
  const workerOptions = (take: (client: Redis) => Promise<string | null>): ExploreOptions => ({
    ...copierOptions(byIoredis, 'leads first'),
    database: [redis(url, { mirror: { stored: 'smembers stored' } })],
    runs: 60,
    sut: () => {
      const [client, blocked] = [connect(), connect()]
      async function work(): Promise<void> {
        // What a process left that died is taken again.
        for (let left = await client.lpop('taken'); left !== null; left = await client.lpop('taken'))
          await client.rpush('queue', left)
        for (;;) {
          const job = await take(blocked)
          if (job === null) continue
          await client.multi().sadd('stored', job).lrem('taken', 0, job).exec()
        }
      }
      void work()
      return {
        commands: {
          order: { with: ['one', 'two'], run: (name) => client.rpush('queue', name) },
        },
      }
    },
  })

  test.each<[title: string, take: (client: Redis) => Promise<string | null>, found: RegExp]>([
    [
      'BLPOP loses the job at a death after it',
      async (client) => (await client.blpop('queue', 5))?.[1] ?? null,
      /stored/,
    ],
    [
      'BLMOVE to a list of those under way loses none',
      (client) => client.blmove('queue', 'taken', 'LEFT', 'LEFT', 5),
      /^$/,
    ],
  ])('%s', async (_title, take, found) => {
    const report = await explore(workerOptions(take))
    expect(report.failures.map(({ title }) => title).join()).toMatch(found)
    expect(report.nondeterminism).toBeUndefined()
  })
})

test('each run begins with the keys of the seed', async () => {
  const { seen, explored } = lookOptions(
    async () => {
      const client = connect()
      const found = [await client.hgetall('form:1'), await client.incr('count'), await client.ttl('soon')]
      await client.del('form:1')
      client.disconnect()
      return found
    },
    { seed: ['set count 4', ['hset', 'form:1', 'name', 'a form'], 'set soon 1 ex 864000'] },
  )
  await explore(explored)
  const first = JSON.stringify(seen[0])
  expect(seen[0]).toEqual([{ name: 'a form' }, 5, expect.any(Number)])
  expect(seen.filter((one) => JSON.stringify(one) === first).length).toBeGreaterThan(1)
})

test('a count that is sent again after a lost answer counts twice', async () => {
  const options = copierOptions(byIoredis, 'counted')
  const hostile = { restarts: false, delays: false, disconnects: true }
  const report = await explore({ ...options, hostile, runs: 100 })
  expect(report.failures.map(({ title }) => title).join()).toMatch(/count differs/)
  const without = await explore({ ...options, hostile: { ...hostile, disconnects: false }, runs: 60 })
  expect(without.failures).toEqual([])
})

test.each<[title: string, order: Order, processes: number, found: RegExp]>([
  ['two processes that look up a lead first count it twice', 'counted', 2, /count differs/],
  ['one process that looks up a lead first counts it once', 'counted', 1, /^$/],
  ['two processes of which one claims a lead count it once', 'claimed', 2, /^$/],
])('%s', async (_title, order, processes, found) => {
  const options = { ...copierOptions(byIoredis, order), hostile: { restarts: false }, processes }
  const report = await explore({ ...options, seed: 1, runs: 100 })
  expect(report.failures.map(({ title }) => title).join()).toMatch(found)
  expect(report.nondeterminism).toBeUndefined()
})
