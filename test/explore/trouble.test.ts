import { expect, test } from 'vitest'
import { explore, type ProcessContext } from '../../src/explore/index.ts'
import { job, lead, mark, play, wait, world } from './play.ts'

const mirror = {
  leads: async ({ store }: Pick<ProcessContext, 'store'>) => (await store.list('lead:')).map(([key]) => key),
}

type Leads = { data: { id: string }[]; paging: { next?: string } }

/** Copies the leads of the form. After a failed call, it throws for an hour without calling. */
const breaker = ({ fetch, baseUrl, clock, store, names }: ProcessContext) => {
  let openUntil = 0
  return {
    jobs: {
      sync: {
        every: '15m' as const,
        async run() {
          if (clock.now() < openUntil) throw new Error('circuit open')
          let next: string | undefined = `${baseUrl}/${names.form}/leads?access_token=${names.pageToken}`
          while (next !== undefined) {
            const response: Response = await fetch(next)
            if (!response.ok) {
              openUntil = clock.now() + 3_600_000
              throw new Error(`HTTP ${response.status}`)
            }
            const { data, paging }: Leads = await response.json()
            for (const { id } of data) await store.set(`lead:${id}`, true)
            next = paging.next
          }
        },
      },
    },
  }
}

test('a job may throw after something went wrong earlier in its process', async () => {
  const options = { name: 'breaker', world, mirror, environment: ['lead'] as const, stories: false as const }
  const report = await explore({ ...options, sut: breaker, runs: 80, hostile: { transport: false } })
  expect(report.failures.map(({ text }) => text)).toEqual([])
  expect(report.coverage['listFormLeads']?.['2']).toBeGreaterThan(0)
})

test('a job that throws although nothing went wrong in its process is a failure', async () => {
  const options = { name: 'breaker', world, mirror, environment: [], stories: false as const }
  const sut = () => ({
    jobs: { sync: { every: '15m' as const, run: () => Promise.reject(new Error('no')) } },
  })
  const report = await explore({ ...options, sut, runs: 4 })
  expect(report.failures.map(({ oracle }) => oracle)).toEqual(['unhandled'])
})

test('an outage ends after 12 hours, however long its steps are', async () => {
  const seen: number[] = []
  const sut = ({ fetch, baseUrl, names }: ProcessContext) => ({
    jobs: {
      sync: {
        every: '15m' as const,
        async run() {
          seen.push((await fetch(`${baseUrl}/${names.form}/leads?access_token=${names.pageToken}`)).status)
        },
      },
    },
  })
  const outage = mark('sync#1/listFormLeads/1', { do: 'error', code: 2, for: 6 })
  const hours = (count: number) => wait(count * 3_600_000)
  await play(sut, {
    steps: [job('sync'), hours(11), job('sync'), hours(1), job('sync'), lead],
    marks: [outage],
  })
  expect(seen.slice(0, 3)).toEqual([500, 500, 200])
})
