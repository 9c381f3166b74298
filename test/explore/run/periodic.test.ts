import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { job, mark, play, post, start, wait } from '../play.ts'

const SECOND = 1_000
const DAY = 86_400_000

/** A read of the page, which does the same at each time. */
const look = ({ fetch, baseUrl, names }: ProcessContext) =>
  fetch(`${baseUrl}/${names.page}?access_token=${names.pageToken}`)

const shapes: [what: string, begin: (work: () => Promise<unknown>) => unknown][] = [
  ['setInterval', (work) => setInterval(work, 5 * SECOND)],
  [
    'a timeout that its callback sets again',
    (work) => {
      const turn = () => void work().then(() => setTimeout(turn, 5 * SECOND))
      setTimeout(turn, 5 * SECOND)
    },
  ],
  [
    'a loop that sleeps',
    (work) => {
      const loop = async () => {
        for (;;) {
          await work()
          await new Promise((resolve) => setTimeout(resolve, 5 * SECOND))
        }
      }
      void loop()
    },
  ],
  [
    'a loop that sleeps by node:timers/promises',
    (work) => {
      const loop = async () => {
        for (;;) {
          await work()
          await sleep(5 * SECOND)
        }
      }
      void loop()
    },
  ],
]

test.each(shapes)('61 days of %s take few turns', async (_, begin) => {
  const turns: number[] = []
  const { run } = await play(
    (context) => {
      begin(() => {
        turns.push(context.clock.now())
        return look(context)
      })
      return { jobs: { idle: { every: '1h', run() {} } } }
    },
    { steps: [wait(61 * DAY)] },
  )
  const first = turns[0] ?? 0
  const inWait = turns.filter((at) => at <= first + 61 * DAY)
  expect(run.stop).toBeUndefined()
  expect(inWait.length).toBeGreaterThan(15)
  expect(inWait.length).toBeLessThan(50)
  // Once more at the end: the last turn of the move.
  expect(first + 61 * DAY - (inWait.at(-1) ?? 0)).toBeLessThanOrEqual(5 * SECOND)
})

test('an interval that found something new takes its next turns on time again', async () => {
  const turns: number[] = []
  await play(
    (context) => {
      const { fetch, baseUrl, names, clock } = context
      setInterval(() => {
        turns.push(clock.now())
        return fetch(`${baseUrl}/${names.page}/feed?access_token=${names.pageToken}`)
      }, 5 * SECOND)
      return { jobs: { idle: { every: '1h', run() {} } } }
    },
    { steps: [wait(30 * DAY), post, wait(DAY)] },
  )
  const found = turns.findIndex((at) => at > start + 30 * DAY)
  const [first = 0, ...next] = turns.slice(found)
  // While nothing changes, each wait is twice the last: 5 s, 10 s, 20 s and so on.
  expect(next.slice(0, 4).map((at) => (at - first) / SECOND)).toEqual([5, 15, 35, 75])
})

test('intervals of one name have numbers, and new ones take those of intervals that ended', async () => {
  const begin = () => setInterval(function sync() {}, 5 * SECOND)
  const { run } = await play(
    (context) => {
      const [, second] = [begin(), begin(), begin()]
      clearInterval(second)
      begin()
      begin()
      return { jobs: { once: { every: '1h', run: () => look(context) } } }
    },
    { steps: [job('once'), wait(60 * SECOND)], marks: [mark('once#1/readPage/1', { do: 'dies after' })] },
  )
  expect(run.epoch).toBe(2)
  expect([...run.periodic.found.keys()]).toEqual(['sync', 'sync 2', 'sync 3', 'sync 4'])
})
