import { expect, test } from 'vitest'
import { explore } from '../../src/explore/index.ts'
import type { ExploreOptions } from '../../src/explore/run/options/options.ts'
import { reaching, world } from './play.ts'
import { appended, appends, job, leadIds, leadsPath, mirror, publishes, type Sut, syncs } from './programs.ts'

/** Reads the leads, and tries again after `wait` as often as it is refused. */
const insists =
  (wait: number, mostTries: number): Sut =>
  (context) =>
    job(async () => {
      for (let tries = 0; tries < mostTries; tries++) {
        if (await leadIds(context, 1)) return
        await context.clock.sleep(wait)
      }
    })

/** Deletes what people write on the page; a wrong one notes each post before it deletes it. */
const deletes =
  (isRight: boolean): Sut =>
  ({ fetch, baseUrl, names, store }) => {
    const access = `access_token=${names.pageToken}`
    return job(async () => {
      try {
        const feed = await fetch(`${baseUrl}/${names.page}/feed?limit=100&${access}`)
        if (!feed.ok) return
        const { data } = (await feed.json()) as { data: { id: string }[] }
        for (const { id } of data) {
          if (await store.get(id)) continue
          if (!isRight) await store.set(id, true)
          const deleted = await fetch(`${baseUrl}/${id}?${access}`, { method: 'DELETE' })
          if (!deleted.ok) return
        }
      } catch {
        // The connection broke: the next start tries again.
      }
    })
  }

interface Row {
  readonly oracle: string
  readonly wrong: Sut
  readonly right: Sut
  readonly options?: Partial<ExploreOptions>
  readonly title: RegExp
}

const never = {
  transport: false,
  restarts: false,
  errors: false,
  delays: false,
  notices: false,
  people: false,
}

const rows: Row[] = [
  {
    oracle: 'lost',
    wrong: syncs((id) => id, 1),
    right: syncs((id) => id),
    options: { mirror, steps: 3, runs: 8, kinds: 5 },
    title: /^leads lost lead [A-Z]/,
  },
  {
    oracle: 'baseline',
    wrong: appends(false),
    right: appends(true),
    options: { mirror: appended },
    title: /^leads has twice /,
  },
  {
    oracle: 'world',
    wrong: publishes(false),
    right: publishes(true),
    options: { environment: [], hostile: { people: false } },
    title: /^the post was made twice$/,
  },
  {
    oracle: 'world',
    wrong: deletes(false),
    right: deletes(true),
    options: { environment: ['post'], hostile: { limits: false, people: false } },
    title: /^the post of post A was never deleted$/,
  },
  {
    oracle: 'hot loop',
    wrong: (context) =>
      job(async () => {
        while (!(await leadIds(context, 1))) {}
      }),
    right: insists(3_600_000, 3),
    options: { runs: 12, hostile: { ...never, errors: true, tokens: false, limits: false } },
    title: /^sync#\d made 401 calls while no time passed$/,
  },
  {
    oracle: 'limits',
    wrong: insists(1_000, 8),
    right: insists(60_000, 8),
    options: { hostile: { ...never, tokens: false } },
    title: /^sync went on calling listFormLeads although its limit was reached$/,
  },
  {
    oracle: 'after 190',
    wrong: insists(1_000, 8),
    right: insists(60_000, 8),
    options: { hostile: { ...never, limits: false } },
    title: /^sync went on calling listFormLeads with a token that was refused$/,
  },
  {
    oracle: 'unhandled',
    wrong: (context) =>
      job(() => {
        void context.fetch(leadsPath(context)).then(() => {
          throw new RangeError('nobody listens')
        })
      }),
    right: (context) => job(() => void context.fetch(leadsPath(context)).catch(() => {})),
    title: /^a rejection was not handled: RangeError: nobody listens$/,
  },
  {
    oracle: 'unhandled',
    wrong: () =>
      job(() => {
        setTimeout(() => {
          throw new RangeError('in a timer')
        }, 10)
      }),
    right: () => job(() => void setTimeout(() => {}, 10)),
    title: /^a rejection was not handled: RangeError: in a timer$/,
  },
  {
    oracle: 'unhandled',
    wrong: () => job(() => Promise.reject(new RangeError('at once'))),
    right: () => job(() => Promise.resolve()),
    title: /^sync#1 threw, although nothing went wrong: RangeError: at once$/,
  },
  {
    oracle: 'again',
    // The additional start follows after a minute; the jobs start every 15 minutes.
    wrong: ({ store, clock }) =>
      job(async () => {
        const last = Number((await store.get('last')) ?? 0)
        await store.set('last', clock.now())
        await store.set('pace', clock.now() - last > 60_000 ? 'calm' : 'hurried')
      }),
    right: ({ store }) => job(() => store.set('pace', 'calm')),
    options: {
      environment: [],
      hostile: { restarts: false },
      mirror: { pace: async ({ store }) => [(await store.get('pace')) ?? 'none'] },
    },
    title: /^one more start of the jobs, with nothing to do, changed pace$/,
  },
  {
    oracle: 'invariant',
    wrong: ({ store }) => job(() => store.set('count', 3)),
    right: ({ store }) => job(() => store.set('count', 2)),
    options: {
      invariants: { 'at most two': async ({ store }) => Number((await store.get('count')) ?? 0) <= 2 },
    },
    title: /^"at most two" does not hold: it returned false$/,
  },
  {
    oracle: 'invariant',
    wrong: () => job(() => {}),
    right: ({ store }) => job(() => store.set('done', true)),
    options: {
      eventually: {
        'the work is done': async ({ store }) => {
          if (!(await store.get('done'))) throw new Error('it is not')
        },
      },
    },
    title: /^"the work is done" does not hold: it is not$/,
  },
]

/** A title is its pattern without what only a pattern needs. */
const titled = rows.map((row) => ({ ...row, about: row.title.source.replaceAll(/[\^$\\]/g, '') }))

test.each(titled)('$oracle: $about', async ({ oracle, wrong, right: twin, options, title }) => {
  // A right program that holds nothing keeps a law at least.
  const eventually = { 'the run ends': () => true }
  const common = {
    name: 'oracle',
    world,
    eventually,
    runs: 30,
    steps: 6,
    stories: false,
    kinds: 1,
    ...options,
  } as const
  const report = await explore({ ...common, sut: wrong })
  const found = report.failures.find((failure) => failure.oracle === oracle)
  expect(report.failures.map((failure) => `${failure.oracle}: ${failure.title}`)).toEqual(
    expect.arrayContaining([expect.stringMatching(new RegExp(`^${oracle}: `))]),
  )
  expect(found?.title).toMatch(title)
  const passed = await explore({ ...common, sut: reaching(twin), runs: 6 })
  expect(passed.failures.map(({ text }) => text)).toEqual([])
  expect(passed.ok).toBe(true)
})
