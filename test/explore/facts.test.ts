import { expect, test } from 'vitest'
import { explore } from '../../src/explore/index.ts'
import type { ProcessContext, RunView } from '../../src/explore/run/options/options.ts'
import { createWorld, platformPolicy } from '../../src/index.ts'
import { isLong } from '../chance.ts'
import { job as jobStep, mark, play } from './play.ts'
import { exploreFiles, keeper } from './program/scratch.ts'
import { job, mirror, type Sut } from './programs.ts'

function world() {
  const made = createWorld({ policy: platformPolicy })
  made.starter()
  return made
}

type Listed = { data: { id: string }[]; paging?: { next?: string } }

/** Stores the ids of a list, from all its pages; a wrong program reads the first alone. */
const lists =
  ({ path, token }: Row, isWhole: boolean): Sut =>
  ({ fetch, baseUrl, names, store }) =>
    job(async () => {
      let url: string | undefined = `${baseUrl}/${path(names)}?limit=2&access_token=${names[token]}`
      while (url !== undefined) {
        const answer: Response | undefined = await fetch(url).catch(() => undefined)
        const text = answer?.ok ? await answer.text() : ''
        if (!text.endsWith('}')) return
        const { data, paging }: Listed = JSON.parse(text)
        for (const { id } of data) await store.set(id, id)
        url = isWhole ? paging?.next : undefined
      }
    })

interface Row {
  readonly path: (names: ProcessContext['names']) => string
  readonly token: 'pageToken' | 'userToken'
  readonly title: RegExp
  readonly told: string
}

const rows: Readonly<Record<string, Row>> = {
  'posts of the page itself': {
    path: ({ page }) => `${page}/posts`,
    token: 'pageToken',
    title: /^leads lost the post 'The harbour'$/,
    told: 'the page publishes a post',
  },
  'comments on a post': {
    path: ({ post }) => `${post}/comments`,
    token: 'pageToken',
    title: /^leads lost comment [A-Z]/,
    told: 'comments are written on a post',
  },
  'pages of a person': {
    path: () => 'me/accounts',
    token: 'userToken',
    title: /^leads lost /,
    told: 'the person gets one more page',
  },
}

test.each(Object.entries(rows))('facts for a program that reads %s', async (_, row) => {
  const options = { name: 'facts', world, mirror, stories: false, runs: 40 } as const
  const quiet = { transport: false, errors: false, delays: false, people: false, restarts: false }
  const wrong = await explore({ ...options, kinds: 1, hostile: quiet, sut: lists(row, false) })
  expect(wrong.failures[0]?.title).toMatch(row.title)
  expect(wrong.failures[0]?.text).toContain(row.told)
  const right = await explore({ ...options, runs: isLong ? 40 : 15, sut: lists(row, true) })
  expect(right.failures.map(({ text }) => text)).toEqual([])
  expect(right.ok).toBe(true)
})

const pagesIn = ({ state }: RunView['world']): number =>
  [...state.graph.rows.values()].filter(({ kind }) => kind === 'pages').length

test.each([
  ['stores the pages', (name: string) => name, true],
  ['lists them for their tokens', () => 'a token', false],
])('a program that %s', async (_, entryOf, isAdded) => {
  const sut: Sut = ({ fetch, baseUrl, names, store }) =>
    job(async () => {
      const answer = await fetch(`${baseUrl}/me/accounts?access_token=${names.userToken}`)
      const { data } = (await answer.json()) as { data: { name: string }[] }
      for (const { name } of data) await store.set(name, { entry: entryOf(name) })
    })
  const held = {
    held: async ({ store }) => (await store.list()).map(([, row]) => row),
  } satisfies typeof mirror
  const before = pagesIn(world())
  const more = (view: RunView) => pagesIn(view.world) > before
  const { sometimes } = await explore({
    name: 'pages',
    world,
    sut,
    mirror: held,
    stories: false,
    runs: 10,
    sometimes: { more },
  })
  expect(sometimes).toMatchObject({ more: isAdded })
})

/** Keeps the phone numbers of leads, of all forms of the page, and the ad sets of the account. */
const readsAll = `
const read = async (path, token = process.env.TOKEN) => {
  const answer = await fetch('https://graph.facebook.com/' + path + '?limit=500&access_token=' + token)
  const { data = [] } = await answer.json()
  return data
}
const sent = new Set()
setInterval(async () => {
  const found = (await read(process.env.ACCOUNT + '/adsets', process.env.USER_TOKEN)).map(({ id }) => 'ad set ' + id)
  for (const { id } of await read(process.env.PAGE + '/leadgen_forms'))
    for (const { field_data } of await read(id + '/leads'))
      found.push(field_data.find(({ name }) => name === 'phone_number').values[0])
  for (const body of found) {
    if (!sent.has(body)) await fetch('https://kept.example', { method: 'POST', body })
    sent.add(body)
  }
}, 900_000)`

test('programs read the fields of leads that they need, and the forms and ad sets that they list', async () => {
  const kept = keeper()
  const report = await exploreFiles(
    { 'main.mjs': readsAll },
    {
      ...{
        runs: 5,
        leadFields: ['phone_number'],
        hostile: { transport: false, errors: false, limits: false },
      },
      ...{ others: kept.others, mirror: kept.mirror },
      env: ({ names }) => ({
        PAGE: names.page,
        ACCOUNT: `act_${names.adAccount}`,
        TOKEN: names.pageToken,
        USER_TOKEN: names.userToken,
      }),
    },
  )
  expect(report.failures.map(({ text }) => text)).toEqual([])
  expect(kept.ever()).toContain('+15550100')
  expect(kept.ever()).toContain('A phone_number')
  expect(kept.ever().join()).toMatch(/ad set \d+/)
})

test.each([
  ['before a call is in its answer', undefined, [4, 4]],
  ['after a call took effect is in the next answer alone', true, [3, 4]],
] as const)('a fact just %s', async (_, after, counts) => {
  const seen: number[] = []
  const fact = { do: 'fact', kind: 'lead' } as const
  await play(
    ({ fetch, baseUrl, names }) => ({
      jobs: {
        sync: {
          every: '1d',
          async run() {
            for (let time = 0; time < 2 && seen.length < 2; time++) {
              const answer = await fetch(`${baseUrl}/${names.form}/leads?access_token=${names.pageToken}`)
              seen.push((await answer.json()).data.length)
            }
          },
        },
      },
    }),
    {
      steps: [jobStep('sync')],
      marks: [mark('sync#1/listFormLeads/1', { do: 'meanwhile', fact, ...(after && { after }) })],
    },
  )
  expect(seen).toEqual(counts)
})
