import { expect, test } from 'vitest'
import { explore } from '../../../src/explore/index.ts'
import { nextTurn, type Turn } from '../../../src/explore/time/calendar.ts'
import { job, play, start, wait, world } from '../play.ts'

test.each<[turn: Turn, zone: string, now: string, next: string]>([
  ['hour', 'UTC', '2026-01-15T09:05:00Z', '2026-01-15T10:00:00Z'],
  ['hour', 'UTC', '2026-01-15T10:00:00Z', '2026-01-15T11:00:00Z'],
  ['hour', 'Asia/Kolkata', '2026-01-15T09:05:00Z', '2026-01-15T09:30:00Z'],
  ['day', 'UTC', '2026-01-15T09:05:00Z', '2026-01-16T00:00:00Z'],
  ['day', 'America/New_York', '2026-01-15T03:00:00Z', '2026-01-15T05:00:00Z'],
  ['day', 'Europe/Berlin', '2026-03-29T00:00:00Z', '2026-03-29T22:00:00Z'],
  ['day', 'Europe/Berlin', '2026-10-25T00:00:00Z', '2026-10-25T23:00:00Z'],
  ['month', 'UTC', '2026-02-03T00:00:00Z', '2026-03-01T00:00:00Z'],
  ['month', 'UTC', '2026-12-31T23:59:59Z', '2027-01-01T00:00:00Z'],
  ['month', 'Europe/Berlin', '2026-03-10T00:00:00Z', '2026-03-31T22:00:00Z'],
  ['clock change', 'Europe/Berlin', '2026-01-15T09:05:00Z', '2026-03-29T01:00:00Z'],
  ['clock change', 'Europe/Berlin', '2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'],
  ['clock change', 'America/New_York', '2026-01-15T09:05:00Z', '2026-03-08T07:00:00Z'],
  ['clock change', 'Australia/Lord_Howe', '2026-01-15T09:05:00Z', '2026-04-04T15:00:00Z'],
  ['clock change', 'Asia/Kolkata', '2026-01-15T09:05:00Z', '2026-01-31T18:30:00Z'],
])('the next turn (%s) in %s after %s is %s', (turn, zone, now, next) => {
  expect(new Date(nextTurn(Date.parse(now), turn, zone)).toISOString()).toBe(next.replace('Z', '.000Z'))
})

test('a step lets time pass until the last second before the turn', async () => {
  const seen: string[] = []
  const sut = () => ({
    jobs: { look: { every: '7d' as const, run: () => seen.push(new Date().toISOString()) } },
  })
  const steps = [{ do: 'wait for', endOf: 'month' } as const, job('look'), wait(1_000), job('look')]
  await play(sut, { steps })
  expect(new Date(start).toISOString()).toMatch(/^2026-01-15/)
  expect(seen.slice(0, 2)).toEqual(['2026-01-31T23:59:59.000Z', '2026-02-01T00:00:00.000Z'])
})

test('explore finds a program that takes the day after the end of January for one of February', async () => {
  const report = await explore({
    name: 'invoices',
    world,
    sut: ({ store }) => ({
      jobs: {
        plan: {
          every: '1d',
          async run() {
            const due = new Date()
            due.setUTCMonth(due.getUTCMonth() + 1)
            await store.set('plan', [Date.now(), due.getTime()])
          },
        },
      },
    }),
    invariants: {
      'an invoice is due in the next month': async ({ store }) => {
        const plan = await store.get('plan')
        const [from, to] = (Array.isArray(plan) ? plan : [0, 0]).map((at) =>
          new Date(Number(at)).getUTCMonth(),
        )
        return plan === undefined || to === ((from ?? 0) + 1) % 12
      },
    },
    kinds: 1,
    runs: 300,
    stories: false,
  })
  expect(report.failures[0]?.text).toContain(
    '  1. time passes until the last second of the month\n  2. plan#1 starts',
  )
})
