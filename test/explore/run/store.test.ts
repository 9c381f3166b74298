import { expect, test } from 'vitest'
import type { Store } from '../../../src/explore/run/options/options.ts'
import { inJob, job, mark, play, wait } from '../play.ts'

const withStore = <T>(work: (store: Store) => Promise<T>) => inJob(({ store }) => work(store))

test.each<[rule: string, work: (store: Store) => Promise<unknown>, expected: unknown]>([
  ['an unknown key is undefined', (store) => store.get('a'), undefined],
  [
    'a list is in the order of its keys, by code unit',
    async (store) => {
      for (const key of ['b', 'a10', 'a9', 'B', 'ä']) await store.set(key, 1)
      return (await store.list()).map(([key]) => key)
    },
    ['B', 'a10', 'a9', 'b', 'ä'],
  ],
  [
    'a list has the keys with a prefix',
    async (store) => {
      for (const key of ['lead:1', 'leads', 'x:lead:', 'lead:']) await store.set(key, key)
      return store.list('lead:')
    },
    [
      ['lead:', 'lead:'],
      ['lead:1', 'lead:1'],
    ],
  ],
  [
    'a later change of what was set is not stored',
    async (store) => {
      const value = { list: [1] }
      await store.set('a', value)
      value.list.push(2)
      return store.get('a')
    },
    { list: [1] },
  ],
  [
    'a change of what was read is not stored',
    async (store) => {
      await store.set('a', { list: [1] })
      const value = (await store.get('a')) as { list: number[] }
      value.list.push(2)
      const [[, listed] = []] = (await store.list()) as [string, { list: number[] }][]
      listed?.list.push(3)
      return store.get('a')
    },
    { list: [1] },
  ],
  [
    'a deleted key is gone, and deleting it again is no error',
    async (store) => {
      await store.set('a', 1)
      await store.delete('a')
      await store.delete('a')
      return [await store.get('a'), await store.list()]
    },
    [undefined, []],
  ],
  [
    'a member that is undefined counts as left out',
    async (store) => {
      await store.set('a', { b: undefined, c: null } as never)
      return store.get('a')
    },
    { c: null },
  ],
  [
    'a transaction returns what its function returns, and sees its own writes',
    async (store) => {
      await store.set('a', 1)
      return store.transaction(async (within) => {
        await within.set('b', 2)
        await within.delete('a')
        return within.list()
      })
    },
    [['b', 2]],
  ],
  [
    'a transaction that throws stores nothing',
    async (store) => {
      const work = store.transaction(async (within) => {
        await within.set('a', 1)
        throw new Error('no')
      })
      const message = await work.catch((error: Error) => error.message)
      await store.set('b', 2)
      return [message, await store.list()]
    },
    ['no', [['b', 2]]],
  ],
  [
    'a transaction shows nothing before its end',
    async (store) => {
      const seen = await store.transaction(async (within) => {
        await within.set('a', 1)
        return store.get('a')
      })
      return [seen ?? 'nothing', await store.get('a')]
    },
    ['nothing', 1],
  ],
  [
    'transactions of one invocation run one after the other',
    async (store) => {
      const increase = () =>
        store.transaction(async (within) => {
          await within.set('count', Number((await within.get('count')) ?? 0) + 1)
        })
      await Promise.all([increase(), increase(), increase()])
      return store.get('count')
    },
    3,
  ],
])('%s', async (_, work, expected) => {
  expect(await withStore(work)).toEqual(expected)
})

const cyclic: { self?: unknown } = {}
cyclic.self = cyclic

test.each<[what: string, value: unknown, message: string]>([
  ['undefined', undefined, 'the value is undefined'],
  ['a function', () => 1, 'the value is function'],
  ['a bigint', 1n, 'the value is bigint'],
  ['NaN', Number.NaN, 'the value is NaN'],
  ['infinity in a list', [1, Number.POSITIVE_INFINITY], 'the value[1] is Infinity'],
  ['a date in an object', { at: new Date(0) }, 'the value.at is a Date'],
  ['a map', new Map(), 'the value is a Map'],
  ['bytes', { list: [new Uint8Array(1)] }, 'the value.list[0] is a Uint8Array'],
  ['undefined in a list', [undefined], 'the value[0] is undefined'],
  ['a cycle', cyclic, 'the value.self contains itself'],
])('the store refuses %s', async (_, value, message) => {
  const full = `The store takes JSON, but at the key "k" ${message}`
  await expect(withStore((store) => store.set('k', value as never))).rejects.toThrow(new TypeError(full))
  const inTransaction = withStore((store) => store.transaction((within) => within.set('k', value as never)))
  await expect(inTransaction).rejects.toThrow(new TypeError(full))
})

test.each<[what: string, work: (store: Store) => Promise<unknown>, message: string]>([
  ['get', (store) => store.get(1 as never), 'A key of the store must be a text, got number'],
  ['set', (store) => store.set(null as never, 1), 'A key of the store must be a text, got null'],
  ['delete', (store) => store.delete({} as never), 'A key of the store must be a text, got object'],
  ['list', (store) => store.list(1 as never), 'A prefix of the store must be a text, got number'],
  [
    'set past its own transaction',
    (store) => store.transaction(() => store.set('a', 1)),
    'store.set() waits for the transaction that it is called in: use the store that the transaction is given',
  ],
  [
    'a transaction past its own transaction',
    (store) => store.transaction(() => store.transaction(async () => 1)),
    'store.transaction() waits for the transaction that it is called in: use the store that the transaction is given',
  ],
])('the store refuses a wrong %s', async (_, work, message) => {
  await expect(withStore(work)).rejects.toThrow(new TypeError(message))
})

test('a transaction that sleeps holds the writes of others back, but not their reads', async () => {
  const order: string[] = []
  await play(
    ({ store, clock }) => ({
      jobs: {
        slow: {
          every: '1d',
          run: () =>
            store.transaction(async (within) => {
              await within.set('a', 'slow')
              await clock.sleep('10s')
              order.push('slow ends')
            }),
        },
        quick: {
          every: '1d',
          async run() {
            order.push(`quick reads ${await store.get('a')}`)
            await store.set('a', 'quick')
            order.push('quick wrote')
          },
        },
      },
    }),
    { steps: [job('slow'), job('quick'), wait(20_000)] },
  )
  expect(order.slice(0, 3)).toEqual(['quick reads undefined', 'slow ends', 'quick wrote'])
})

test('a dead process no longer writes, and its transaction holds nothing', async () => {
  const { run } = await play(
    ({ store, clock, fetch, baseUrl, names }) => ({
      jobs: {
        sync: {
          every: '1d',
          async run() {
            if (await store.get('begun')) return store.transaction((within) => within.set('after', 'restart'))
            await store.set('begun', true)
            const held = store.transaction(async (within) => {
              await within.set('late', 'never stored')
              await clock.sleep('1h')
            })
            await Promise.all([held, fetch(`${baseUrl}/${names.page}/feed?access_token=${names.pageToken}`)])
          },
        },
      },
    }),
    { steps: [job('sync')], marks: [mark('sync#1/listPageFeed/1', { do: 'dies after' })] },
  )
  expect([...run.stored]).toEqual([
    ['begun', 'true'],
    ['after', '"restart"'],
  ])
})
