import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { explore } from '../../../../src/explore/explore.ts'
import { type RedisOptions, redis } from '../../../../src/explore/io/redis/redis.ts'
import { replayStory } from '../../../../src/explore/replay-story.ts'
import { byIoredis, connect, copierOptions, lookOptions, url } from './redis-copier.ts'

test('a checkpoint before the leads loses leads at a death between', async () => {
  const report = await explore({ ...copierOptions(byIoredis, 'checkpoint first'), seed: 1, runs: 20 })
  expect(report.failures.map(({ title }) => title).join()).toMatch(/leads lost/)
  expect(report.nondeterminism).toBeUndefined()
  expect(report.notTried).toContain('disconnects')
})

test('a client that loses its connection connects again within the run, and sends the command again', async () => {
  const marks = [{ at: 'sync#1/redis/1', harm: { do: 'disconnect' } }] as const
  const story = { steps: [{ do: 'job', job: 'sync' }], marks } as const
  const { ok, text } = await replayStory(copierOptions(byIoredis, 'counted'), story)
  expect(ok).toBe(false)
  expect(text).toMatch(/count differs/)
})

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

// The values are those of the documentation of each command.
test('keys expire, commands wait and transactions fail in virtual time', async () => {
  const { seen, explored } = lookOptions(
    async () => {
      const [client, other] = [connect(), connect()]
      const from = Date.now()
      const elapsed = () => Date.now() - from
      await client.set('lock', 'mine', 'PX', 5_000, 'NX')
      const second = await client.set('lock', 'other', 'PX', 5_000, 'NX')
      await after(4_999)
      const before = await client.get('lock')
      await after(1)
      const expired = [await client.get('lock'), await client.pttl('lock')]
      const popping = other.blpop('queue', 10)
      await after(3_000)
      await client.rpush('queue', 'one', 'two')
      const popped = [await popping, elapsed()]
      const moved = [await other.brpoplpush('queue', 'done', 0), await client.lrange('done', 0, -1)]
      const late = [await other.blpop('queue', 2), elapsed()]
      await client.watch('balance')
      await other.set('balance', 1)
      const dirty = await client.multi().incr('balance').exec()
      const clean = await client.multi().incr('balance').incr('balance').exec()
      const script = await client.eval('return redis.call("incrby", KEYS[1], ARGV[1])', 1, 'balance', 7)
      const [seconds] = await client.time()
      const messages: string[] = []
      other.on('message', (_channel, message) => void messages.push(message))
      await other.subscribe('news')
      await client.publish('news', 'hello')
      await after(10)
      client.disconnect()
      other.disconnect()
      const kept = Number(seconds) === Math.floor((from + 10_000) / 1_000)
      return { second, before, expired, popped, moved, late, dirty, clean, script, kept, messages }
    },
    { seed: [] },
  )
  const report = await explore(explored)
  expect(report.failures).toEqual([])
  expect(report.nondeterminism).toBeUndefined()
  expect(seen[0]).toEqual({
    second: null,
    before: 'mine',
    expired: [null, -2],
    popped: [['queue', 'one'], 8_000],
    moved: ['two', ['two']],
    late: [null, 10_000],
    dirty: null,
    clean: [
      [null, 2],
      [null, 3],
    ],
    script: 10,
    kept: true,
    messages: ['hello'],
  })
})

test('a command that is not simulated stops the run, and is named', async () => {
  const { explored } = lookOptions(() => connect().call('debug', 'sleep', '1'))
  const report = await explore(explored)
  expect(report.failures[0]?.title).toContain(
    'look#1 sent the command DEBUG, which is outside the world: js-redis-server, which stands for Redis, ' +
      'does not have it',
  )
})

test.each(['localhost:6379', 'http://localhost:6379', 'redis://', ''])(
  'the address %j is refused',
  (address) => {
    expect(() => redis(address)).toThrow(
      `redis: expected a URL such as redis://localhost:6379, got ${JSON.stringify(address)}`,
    )
  },
)

test('Redis in memory needs js-redis-server, and says how to install it', async () => {
  const root = mkdtempSync(join(tmpdir(), 'fauxgraph-program-'))
  try {
    await expect(redis(url).prepare({ root })).rejects.toThrow(
      `not installed in ${root}: npm install --save-dev js-redis-server`,
    )
  } finally {
    rmSync(root, { recursive: true })
  }
})

test.each<[title: string, options: RedisOptions, message: RegExp]>([
  ['an unknown command', { seed: ['sett a 1'] }, /the seed "sett a 1" is refused: ERR unknown command/],
  ['a command without its parameters', { seed: [['set', 'a']] }, /is refused: ERR wrong number of arguments/],
  [
    'a mirror of another type',
    { seed: ['set leads 1'], mirror: { leads: 'smembers leads' } },
    /redis localhost:6379: the mirror leads cannot be read: WRONGTYPE/,
  ],
])('%s is refused before the first run', async (_title, options, message) => {
  const part = redis(url, options)
  await expect(part.prepare({ root: process.cwd() })).rejects.toThrow(message)
  await part.close()
})
