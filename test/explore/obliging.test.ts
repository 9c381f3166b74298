import { describe, expect, test } from 'vitest'
import { explore, replayStory } from '../../src/explore/index.ts'
import { createWorld, platformPolicy } from '../../src/index.ts'
import { isLong, sample } from '../chance.ts'
import { mark } from './play.ts'
import { job, mirror, type Sut } from './programs.ts'

/** A starter world of the live service, with an Instagram account of the page. */
function world() {
  const made = createWorld({ policy: platformPolicy })
  const { page } = made.starter({ publications: false })
  made.actions.createInstagramAccount({ page, username: 'bread' }).unwrap()
  return made
}

/** The id of the Instagram account: facts and names do not have it. */
const account = String(
  [...world().state.graph.rows.values()].find(({ kind }) => kind === 'instagramAccounts')?.id,
)

/** The ways in which a program publishes a container: at once, after a fixed time, or when it is ready. */
type Publishing = 'at once' | 'after 5 s' | 'when it is ready'

/** Publishes a picture at a command. `shows` says how the command shows an error. */
const publishes =
  (how: Publishing, shows: 'throws' | 'answers 502'): Sut =>
  ({ fetch, baseUrl, names, clock }) => {
    const send = async (method: string, path: string, params: Record<string, string> = {}) => {
      const query = new URLSearchParams({ ...params, access_token: names.pageToken })
      const answer = await fetch(`${baseUrl}/${path}?${query}`, { method })
      const body = (await answer.json()) as { id: string; status_code?: string; error?: { message: string } }
      if (!answer.ok) throw new Error(body.error?.message)
      return body
    }
    const statusOf = async (id: string) =>
      (await send('GET', id, { fields: 'status_code' })).status_code ?? ''
    async function publish(): Promise<void> {
      const { id } = await send('POST', `${account}/media`, { image_url: 'https://img.test/a.png' })
      if (how === 'after 5 s') await clock.sleep('5s')
      if (how === 'when it is ready')
        for (let status = ''; status !== 'FINISHED'; status = await statusOf(id)) {
          if (status === 'EXPIRED') return publish()
          await clock.sleep('10s')
        }
      await send('POST', `${account}/media_publish`, { creation_id: id })
    }
    const run = () =>
      shows === 'throws'
        ? publish()
        : publish().then(
            () => undefined,
            () => new Response(null, { status: 502 }),
          )
    return { commands: { publish: { run } } }
  }

const options = { name: 'publishing', world, stories: false, runs: isLong ? 60 : 20 } as const

describe('media that are processed for a time', () => {
  const early: [Publishing, 'throws' | 'answers 502', RegExp][] = [
    [
      'at once',
      'throws',
      /^publish#\d+ threw, although nothing went wrong: Error: Media ID is not available$/,
    ],
    ['at once', 'answers 502', /^publish#\d+ showed an error: it published media that were still processed$/],
    ['after 5 s', 'throws', /^publish#\d+ threw, although nothing went wrong: Error: Media ID is not/],
  ]
  test.each(isLong ? early : early.slice(0, 2))(
    'are published %s by a program that %s (exileum/meta-mcp#138)',
    async (how, shows, title) => {
      const { failures } = await explore({ ...options, kinds: 1, sut: publishes(how, shows) })
      expect(failures.map((failure) => failure.title)).toContainEqual(expect.stringMatching(title))
      const text = failures.find((failure) => title.test(failure.title))?.text
      expect(text).toContain(
        '✂ at call 1 of createMediaContainer by publish#1: what it uploads is processed for',
      )
    },
  )

  test('are published when they are ready, by a right program', async () => {
    const report = await explore({
      ...options,
      sut: publishes('when it is ready', 'throws'),
      // A person who repeats a command whose answer was lost publishes twice.
      hostile: { transport: false, restarts: false, errors: false, limits: false },
    })
    expect(report.failures.map(({ text }) => text)).toEqual([])
    expect(report.sometimes).toMatchObject({ 'media were processed for a time': true })
  })

  test('the baseline run publishes them at once', async () => {
    const story = { steps: [{ do: 'command', command: 'publish' }], marks: [] } as const
    const { text } = await replayStory({ ...options, sut: publishes('at once', 'throws') }, story)
    expect(text).toContain('✓ The story passes.')
  })

  test('a time that the user chose stays', async () => {
    const slow = () => world().fork({ policy: { mediaProcessing: { image: 60, video: 60 } } })
    const story = { steps: [{ do: 'command', command: 'publish' }], marks: [] } as const
    const { text } = await replayStory(
      { ...options, world: slow, sut: publishes('at once', 'throws') },
      story,
    )
    expect(text).toContain('threw, although nothing went wrong: Error: Media ID is not available')
  })
})

interface Listed {
  readonly data?: readonly { id: string }[]
  readonly paging?: { readonly next?: string }
  readonly error?: { readonly code: number }
}

/** Stores the ids of the leads, with pages of a size. A right program asks for less if the service says so. */
const lists =
  (size: number, asksForLess: boolean): Sut =>
  ({ fetch, baseUrl, names, store }) =>
    job(async () => {
      let limit = size
      let after: string | undefined = ''
      while (after !== undefined) {
        const query = new URLSearchParams({ limit: String(limit), after, access_token: names.pageToken })
        if (after === '') query.delete('after')
        const answer: Response | undefined = await fetch(`${baseUrl}/${names.form}/leads?${query}`).catch(
          () => undefined,
        )
        const text = (await answer?.text()) ?? ''
        const body: Listed = text.startsWith('{') && text.endsWith('}') ? JSON.parse(text) : {}
        if (asksForLess && body.error?.code === 1 && limit > 50) limit = 50
        else if (!body.data) return
        else {
          for (const { id } of body.data) await store.set(id, id)
          after = body.paging?.next && (new URL(body.paging.next).searchParams.get('after') ?? undefined)
        }
      }
    })

describe('a list that is too large for one page', () => {
  const listing = { ...options, name: 'listing', mirror, runs: isLong ? 120 : 40 }

  test.each(sample([15_000, 5_000], 1))('of %i is found (frappe/crm#2870)', async (size) => {
    const { failures } = await explore({ ...listing, kinds: 1, sut: lists(size, false) })
    expect(failures.map(({ title }) => title)).toContainEqual(expect.stringMatching(/^leads lost /))
    expect(failures[0]?.text).toContain('lists with a limit above 1000 are too large for one page')
  })

  test.each([
    ['asks for less then', 15_000, true],
    ['asks for as much as a list shows', 100, false],
    ['asks for more, and again later', 500, false],
  ])('a program that %s', async (_title, size, asksForLess) => {
    const report = await explore({ ...listing, sut: lists(size, asksForLess) })
    expect(report.failures.map(({ text }) => text)).toEqual([])
    expect(report.sometimes['a list was too large for one page'] ?? false).toBe(size > 100)
  })

  test('for a time is answered after it', async () => {
    const steps = Array.from({ length: 5 }, () => ({ do: 'job', job: 'sync' }) as const)
    const { text } = await replayStory(
      { ...listing, sut: lists(500, false) },
      { steps, marks: [mark('sync#1/listFormLeads/1', { do: 'too large', limit: 100, for: 3 })] },
    )
    expect(text).toContain('✓ The story passes.')
  })
})

/** When a walk through a list ends: without `next`, or by a sign that is none. */
type End = 'without next' | 'at an empty page' | 'at a short page'

/** Stores the ids of leads, page by page. `keeps` stores the cursor too, and goes on from it at the next start. */
const walks =
  (end: End, keeps: boolean): Sut =>
  ({ fetch, baseUrl, names, store }) =>
    job(async () => {
      let after = keeps ? await store.get('cursor') : undefined
      for (;;) {
        const query = new URLSearchParams({ limit: '3', access_token: names.pageToken })
        if (after !== undefined) query.set('after', String(after))
        const answer: Response | undefined = await fetch(`${baseUrl}/${names.form}/leads?${query}`).catch(
          () => undefined,
        )
        const text = (await answer?.text()) ?? ''
        const body: Listed = text.startsWith('{') && text.endsWith('}') ? JSON.parse(text) : {}
        const { data, paging } = body
        if (!data) return
        for (const { id } of data) await store.set(`lead ${id}`, id)
        if (end === 'at an empty page' && data.length === 0) return
        if (end === 'at a short page' && data.length < 3) return
        if (!paging?.next) return
        after = new URL(paging.next).searchParams.get('after') ?? ''
        if (keeps) await store.set('cursor', after)
      }
    })

describe('pages of a list', () => {
  const held = {
    leads: async ({ store }) => (await store.list('lead ')).map(([, id]) => id),
  } satisfies typeof mirror
  const walking = {
    ...options,
    name: 'walking',
    mirror: held,
    runs: isLong ? 150 : 60,
    environment: ['lead' as const],
    hostile: { pages: true },
  }

  test.each<[string, Sut, string]>([
    [
      'empty page',
      walks('at an empty page', false),
      'the first page of this list is empty, and its next leads on',
    ],
    ['short page', walks('at a short page', false), 'pages of this list have 2 rows at most'],
  ])('a program that ends at an %s is found', async (_title, sut, told) => {
    const { failures } = await explore({ ...walking, kinds: 1, sut })
    expect(failures.map(({ title }) => title)).toContainEqual(expect.stringMatching(/^leads lost /))
    expect(failures.map(({ text }) => text).join()).toContain(told)
  })

  test('a right program passes, and saw all three', async () => {
    const report = await explore({ ...walking, runs: 150, sut: walks('without next', false) })
    expect(report.failures.map(({ text }) => text)).toEqual([])
    expect(report.sometimes).toMatchObject({
      'a page was empty and had more after it': true,
      'a page was shorter than its limit': true,
      'a cursor had expired': true,
    })
  })

  test('a cursor that expired stays so, also when the faults have stopped', async () => {
    const steps = [
      { do: 'fact', kind: 'lead', count: 4 },
      ...Array.from({ length: 3 }, () => ({ do: 'job', job: 'sync' })),
    ]
    const { text } = await replayStory(
      { ...walking, sut: walks('without next', true) },
      {
        steps: steps as never,
        marks: [mark('sync#2/listFormLeads/1', { do: 'cursor expired' })],
      },
    )
    expect(text).toContain('its cursor has expired')
    const calm = text.slice(text.indexOf('The faults stop'))
    expect(calm.match(/sync#\d+ calls listFormLeads: .*/g)).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining('code 2642')),
    )
  })
})

/** Answers of the calls of a batch. */
type Answered = readonly ({ readonly code: number; readonly body: string } | null)[]

/** Sends calls as one batch. */
const batchOf =
  ({ fetch, baseUrl, names }: Parameters<Sut>[0]) =>
  async (...calls: readonly { method: string; relative_url: string; body?: string }[]): Promise<Answered> => {
    const body = new URLSearchParams({ batch: JSON.stringify(calls), access_token: names.pageToken })
    const answer = await fetch(`${baseUrl}/`, { method: 'POST', body }).catch(() => undefined)
    const text = (await answer?.text()) ?? ''
    return text.startsWith('[') && text.endsWith(']') ? JSON.parse(text) : []
  }

describe('calls of a batch', () => {
  test('media that a batch uploads are processed for a time too', async () => {
    const sut: Sut = (context) => {
      const send = batchOf(context)
      async function run() {
        const image_url = 'https://img.test/a.png'
        const form = { method: 'POST', body: new URLSearchParams({ image_url }).toString() }
        const [made] = await send({ ...form, relative_url: `${account}/media` })
        if (made?.code !== 200) return
        const body = `creation_id=${JSON.parse(made.body).id}`
        const [done] = await send({ method: 'POST', relative_url: `${account}/media_publish`, body })
        const { error } = JSON.parse(done?.body ?? '{}')
        if (error?.code === 9007) throw new Error(error.message)
      }
      return { commands: { publish: { run } } }
    }
    const { failures } = await explore({ ...options, runs: isLong ? 60 : 30, sut })
    const found = failures.find(({ title }) => title.includes('Media ID is not available'))
    expect(found?.text).toMatch(/✂ at call \d+ of batch by publish#\d+: what it uploads is processed for/)
  })

  const listsBy =
    (asksForLess: boolean): Sut =>
    (context) => {
      const send = batchOf(context)
      return job(async () => {
        let limit = 15_000
        for (let page = `${context.names.form}/leads?limit=${limit}`; page !== ''; ) {
          const [answer] = await send({ method: 'GET', relative_url: page })
          const body: Listed = JSON.parse(answer?.body ?? '{}')
          if (asksForLess && body.error?.code === 1 && limit > 50) {
            limit = 50
            page = `${context.names.form}/leads?limit=${limit}`
            continue
          }
          for (const { id } of body.data ?? []) await context.store.set(id, id)
          const next = body.paging?.next && new URL(body.paging.next)
          page = next ? `${context.names.form}/leads${next.search}` : ''
        }
      })
    }
  const listing = {
    ...options,
    name: 'batches',
    mirror,
    environment: ['lead' as const],
    runs: isLong ? 120 : 40,
  }

  test('a list of a batch is too large for one page, and found', async () => {
    const { failures } = await explore({ ...listing, kinds: 1, sut: listsBy(false) })
    expect(failures.map(({ title }) => title)).toContainEqual(expect.stringMatching(/^leads lost /))
    expect(failures.map(({ text }) => text).join()).toContain('lists with a limit above 1000 are too large')
  })

  test('a program that asks for less passes', async () => {
    const report = await explore({ ...listing, sut: listsBy(true) })
    expect(report.failures.map(({ text }) => text)).toEqual([])
    expect(report.sometimes).toMatchObject({ 'a list was too large for one page': true })
  })
})
