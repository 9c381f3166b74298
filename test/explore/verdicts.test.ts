import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { ClientRequestInterceptor } from '@mswjs/interceptors/ClientRequest'
import { FetchInterceptor } from '@mswjs/interceptors/fetch'
import { expect, test, vi } from 'vitest'
import { explore, replayStory } from '../../src/explore/index.ts'
import { legalOrders } from '../../src/explore/report/judge/legal-orders.ts'
import type { ExploreOptions } from '../../src/explore/run/options/options.ts'
import type { Story } from '../../src/explore/search/story/story.ts'
import { createWorld, platformPolicy } from '../../src/index.ts'
import { isLong, sample } from '../chance.ts'
import { world } from './play.ts'
import { job, leadIds, mirror, type Sut } from './programs.ts'

const quiet = {
  ...{ restarts: false, notices: false, tokens: false, limits: false },
  ...{ transport: false, errors: false, delays: false, people: false },
}

const tried = (sut: Sut, more: Partial<ExploreOptions> = {}) =>
  explore({ name: 'verdicts', world, sut, runs: 12, stories: false, hostile: quiet, ...more })

/** Stores each lead under as many keys as there are prefixes. */
const stores =
  (...prefixes: readonly string[]): Sut =>
  (context) =>
    job(async () => {
      for (const id of (await leadIds(context)) ?? [])
        for (const prefix of prefixes) await context.store.set(`${prefix}${id}`, id)
    })

test('a lead that is stored twice in every run is found', async () => {
  const { failures } = await tried(stores('a', 'b'), { mirror })
  expect(failures.map(({ oracle }) => oracle)).toEqual(['twice'])
})

test('two rows about one lead, which a database numbers, are found', async () => {
  const rows: ExploreOptions['mirror'] = {
    leads: async ({ store }) => (await store.list()).map(([, lead], place) => ({ id: place, lead })),
  }
  expect((await tried(stores('a', 'b'), { mirror: rows })).failures[0]?.oracle).toBe('twice')
  expect((await tried(stores('a'), { mirror: rows })).ok).toBe(true)
})

test('two rows of one lead that say different things are not one row twice', async () => {
  const steps: ExploreOptions['mirror'] = {
    steps: async ({ store }) => (await store.list()).map(([key, lead]) => ({ step: key.slice(0, 1), lead })),
  }
  expect((await tried(stores('a', 'b'), { mirror: steps })).ok).toBe(true)
})

test('two entries of a history, of events or of a log about one lead are two events', async () => {
  const events: ExploreOptions['mirror'] = Object.fromEntries(
    ['lead history', 'leadEvents', 'lead_log'].map((name) => [
      name,
      async ({ store }) => (await store.list()).map(([, id]) => id),
    ]),
  )
  expect((await tried(stores('a', 'b'), { mirror: events })).ok).toBe(true)
})

test.each(sample(['catalog', 'leads', 'lead status'], 1))(
  'two entries of %s about one lead are one twice',
  async (name) => {
    const things: ExploreOptions['mirror'] = {
      [name]: async ({ store }) => (await store.list()).map(([, id]) => id),
    }
    const { failures } = await tried(stores('a', 'b'), { mirror: things, kinds: 1 })
    expect(failures[0]?.oracle).toBe('twice')
    expect(failures[0]?.text).toContain('say so by its name')
  },
)

/** Stores a wish about the page at each command, and a wrong one stores it twice. */
const wishes =
  (times: number): Sut =>
  ({ fetch, baseUrl, names, store }) => ({
    commands: {
      wish: {
        async run() {
          const answer = await fetch(`${baseUrl}/${names.lead}?access_token=${names.pageToken}`)
          if (!answer.ok) throw new Error(`the service answered ${answer.status}`)
          for (let time = 0; time < times; time++) {
            const { length } = await store.list()
            await store.set(`${length}`, names.lead)
          }
        },
      },
    },
  })

test('two commands that ask for the same may have an entry each, and one command may not have two', async () => {
  const wished: ExploreOptions['mirror'] = {
    wishes: async ({ store }) => (await store.list()).map(([, lead]) => ({ lead: lead ?? null })),
  }
  const options = { mirror: wished, environment: [], runs: 20, hostile: quiet }
  expect((await tried(wishes(1), options)).failures.map(({ text }) => text)).toEqual([])
  expect((await tried(wishes(2), { ...options, kinds: 1 })).failures[0]?.oracle).toBe('twice')
})

/** Stores the lead of the first change of each notice. */
const readsFirstChange: Sut = ({ fetch, baseUrl, names, store }) => ({
  webhook: async (request) => {
    await fetch(`${baseUrl}/${names.form}?access_token=${names.pageToken}`)
    const notice = (await request.json()) as { entry: { changes: { value: { leadgen_id: number } }[] }[] }
    const id = String(notice.entry[0]?.changes[0]?.value.leadgen_id)
    await store.set(id, id)
  },
})

test('a story says which leads came in one notice', async () => {
  const { failures } = await tried(readsFirstChange, { mirror, runs: 30, kinds: 1 })
  expect(failures[0]?.title).toMatch(/^leads lost lead /)
  expect(failures[0]?.text).toMatch(/^ {2}Notice 1 tells of several changes at once: lead A, lead B/m)
})

/** Publishes a text at each command, and stores the ids of the posts. */
const announces: Sut = ({ fetch, baseUrl, names, store }) => ({
  commands: {
    announce: {
      async run() {
        const body = new URLSearchParams({ message: 'hello', access_token: names.pageToken })
        const answer = await fetch(`${baseUrl}/${names.page}/feed`, { method: 'POST', body })
        const { id } = (await answer.json()) as { id: string }
        await store.set(id, id)
      },
    },
  },
})

test('two posts with one text are two posts', async () => {
  const report = await tried(announces, { mirror })
  expect(report.failures.map(({ text }) => text)).toEqual([])
  expect(report.ok).toBe(true)
})

/** Publishes a text at each command, and shows an error if no answer comes. */
const announcesBlindly: Sut = ({ fetch, baseUrl, names }) => ({
  commands: {
    announce: {
      async run() {
        const body = new URLSearchParams({ message: 'hello', access_token: names.pageToken })
        const answer = await fetch(`${baseUrl}/${names.page}/feed`, { method: 'POST', body })
        await answer.json()
        if (!answer.ok) throw new Error('It failed')
      },
    },
  },
})

/** The same, but it publishes the text only if it is not on the page yet. */
const announcesOnce: Sut = (context) => {
  const { commands } = announcesBlindly(context)
  const { fetch, baseUrl, names } = context
  return {
    commands: {
      announce: {
        async run() {
          const feed = await fetch(`${baseUrl}/${names.page}/feed?access_token=${names.pageToken}`)
          const { data } = (await feed.json()) as { data: { message?: string }[] }
          if (!data.some(({ message }) => message === 'hello'))
            await commands?.['announce']?.run(undefined as never)
        },
      },
    },
  }
}

const said = (at: number, failed = false, command = 'announce', value?: string) => ({
  step: { do: 'command', command, ...(value !== undefined && { value }) } as const,
  at,
  ...(failed && { failed: true as const }),
})

test.each([
  ['no error', [said(1), said(2)], [[1, 2]]],
  ['an error that is not repeated', [said(1, true)], [[], [1]]],
  ['an error that is repeated', [said(1, true), said(2)], [[2]]],
  ['an error before another command', [said(1, true), said(2, false, 'other')], [[2], [1, 2]]],
  ['two errors', [said(1, true), said(2, true)], [[], [1], [2], [1, 2]]],
  [
    'an error that is repeated after another command',
    [said(1, true), said(2, false, 'other'), said(3)],
    [[2, 3]],
  ],
  [
    'an error, and the same again after another wish',
    [said(1, true, 'switch', 'on'), said(2, false, 'switch', 'off'), said(3, false, 'switch', 'on')],
    [
      [2, 3],
      [1, 2, 3],
    ],
  ],
] as const)('the legal ends after %s', (_, incidents, expected) => {
  expect(legalOrders(incidents).map((order) => order.map(({ at }) => at))).toEqual(expected)
})

/** Reads many pages at once, and then reads on or not although each is refused. */
const readsAtOnce =
  (rounds: number): Sut =>
  ({ fetch, baseUrl, names }) =>
    job(async () => {
      const read = (place: number) =>
        fetch(`${baseUrl}/${names.form}/leads?limit=${place + 1}&access_token=${names.pageToken}`)
      for (let round = 0; round < rounds; round++)
        await Promise.all(Array.from({ length: 8 }, (_, place) => read(place)))
    })

const insists = { eventually: { 'it ends': () => true }, environment: [], runs: isLong ? 60 : 20 }

const refusals = [
  ['limits', { limits: true }],
  ['after 190', { tokens: true }],
] as const

test.each(sample(refusals, 1))(
  '%s: calls that were sent before the refusal was answered are no insistence',
  async (oracle, harm) => {
    const options = { ...insists, hostile: { ...quiet, ...harm } }
    expect((await tried(readsAtOnce(1), options)).failures).toEqual([])
    const { failures } = await tried(readsAtOnce(2), options)
    expect(failures.map((failure) => failure.oracle)).toEqual([oracle])
  },
)

/** Tells of the newest post of the page at every start, as if each were the first. */
const tellsAgain: Sut = ({ fetch, baseUrl, names, store }) =>
  job(async () => {
    const answer = await fetch(`${baseUrl}/${names.page}/posts?limit=1&access_token=${names.pageToken}`)
    const [newest] = ((await answer.json()) as { data: { id: string; message: string }[] }).data
    const { length } = await store.list()
    await store.set(String(length).padStart(5, '0'), newest?.message ?? '')
  })

test('what every start adds once more is one report, and no difference between runs', async () => {
  const options = { world: liveWorld, mirror, runs: 30, environment: [] }
  const { failures } = await tried(tellsAgain, options)
  expect(failures.map(({ kind }) => kind)).toEqual(['again leads'])
})

/** Stores the texts of the posts of the page as they are, each once. */
const keepsTexts: Sut = ({ fetch, baseUrl, names, store }) =>
  job(async () => {
    const answer = await fetch(`${baseUrl}/${names.page}/feed?limit=100&access_token=${names.pageToken}`)
    const { data } = (await answer.json()) as { data: { message: string }[] }
    for (const { message } of data) await store.set(message, message)
  })

test('the text of a post that is gone before a start is not missed', async () => {
  const options = { name: 'verdicts', world: liveWorld, sut: keepsTexts, mirror, stories: false } as const
  const steps: Story['steps'] = [
    { do: 'fact', kind: 'post' },
    { do: 'fact', kind: 'deletedPost' },
  ]
  expect((await replayStory(options, { steps, marks: [] })).ok).toBe(true)
})

test('leads and posts that were there before have names, but not in addresses', async () => {
  const urls: ExploreOptions['mirror'] = {
    urls: async ({ store }) =>
      (await store.list()).map(([, id]) => ({ id: id ?? null, url: `https://crm.example/${id}` })),
  }
  const { failures } = await tried(stores('a', 'b'), { mirror: urls, kinds: 1 })
  expect(failures[0]?.title).toMatch(
    /^urls has {id:the lead 'Grace Example',url:https:\/\/crm\.example\/\d{15}} twice$/,
  )
})

test('a hot loop shows the calls that repeat', async () => {
  const { failures } = await tried((context) =>
    job(async () => {
      for (;;) await context.fetch(`${context.baseUrl}/${context.names.form}/leads?access_token=x`)
    }),
  )
  expect(failures[0]?.text).toMatch(
    /these calls repeat:\n {4}listFormLeads: GET \/\d+\/leads → 400, code 190$/m,
  )
})

/** Publishes one text; after a failure it records that it gave up, and that the post failed. */
const givesUp =
  (more: Record<string, string>, isBlind = false): Sut =>
  ({ fetch, baseUrl, names, store }) =>
    job(async () => {
      if (await store.get('post')) return
      const body = new URLSearchParams({ message: 'hello', access_token: names.pageToken })
      const url = `${baseUrl}/${names.page}/feed`
      const answer = await fetch(url, { method: 'POST', body }).catch(() => undefined)
      const done = answer?.ok || (isBlind && answer !== undefined)
      await store.set('post', done ? { text: 'hello', status: 'published' } : { text: 'hello', ...more })
    })

const posts: ExploreOptions['mirror'] = {
  posts: async ({ store }) => (await store.list()).map(([, row]) => row),
}
const refused = { ...quiet, errors: true }

test.each<[what: string, more: Record<string, string>, options: Partial<ExploreOptions>, oracles: string[]]>([
  ['a row that says failed is no loss', { status: 'failed' }, { hostile: refused }, []],
  [
    'a row that says failed in words of its own is no loss with gaveUp',
    { outcome: 'nope' },
    { hostile: refused, gaveUp: (entry) => JSON.stringify(entry).includes('nope') },
    [],
  ],
  ['a row that does not say that is one', { status: 'published' }, { hostile: refused }, ['world']],
  [
    'a row that says failed of a post that is live',
    { status: 'failed' },
    { hostile: { ...quiet, transport: true } },
    ['gave up'],
  ],
])('giving up: %s', async (_, more, options, oracles) => {
  const report = await tried(givesUp(more), { mirror: posts, environment: [], runs: 40, ...options })
  expect([...new Set(report.failures.map(({ oracle }) => oracle))]).toEqual(oracles)
})

/** Publishes a text with a first comment, or records that the post failed. */
const publishesWithComment: Sut = ({ fetch, baseUrl, names, store }) =>
  job(async () => {
    if (await store.get('post')) return
    const send = async (path: string, message: string): Promise<{ id: string } | undefined> => {
      const body = new URLSearchParams({ message, access_token: names.pageToken })
      const answer = await fetch(`${baseUrl}/${path}`, { method: 'POST', body })
      return answer.ok ? answer.json() : undefined
    }
    const post = await send(`${names.page}/feed`, 'hello')
    if (post) await send(`${post.id}/comments`, 'the first comment')
    await store.set('post', { text: 'hello', status: post ? 'published' : 'failed' })
  })

/** A world with operations beyond the description, such as comments. */
const liveWorld = () => {
  const live = createWorld({ policy: platformPolicy })
  live.starter()
  return live
}

test('the comment of a post that was given up is excused with it', async () => {
  const story = (at: string): Story => ({
    steps: [{ do: 'job', job: 'sync' }],
    marks: [{ at, harm: { do: 'error', code: 2 } }],
  })
  const options = {
    name: 'verdicts',
    sut: publishesWithComment,
    world: liveWorld,
    mirror: posts,
    stories: false,
  } as const
  expect((await replayStory(options, story('sync#1/publishPost/1'))).text).toContain('The story passes')
  const { ok, text } = await replayStory(options, story('sync#1/createComment/1'))
  expect([ok, text]).toEqual([false, expect.stringContaining('"message":"the first comment"')])
})

/** Publishes a text at a command, and records if it failed. */
const publishesOnCommand: Sut = (context) => {
  const { jobs } = givesUp({ status: 'failed' })(context)
  return {
    commands: {
      announce: {
        async run() {
          await jobs?.['sync']?.run()
          const row = await context.store.get('post')
          if (JSON.stringify(row).includes('failed')) throw new Error('The post failed')
        },
      },
    },
  }
}

test('a post that is live although its command failed is told as failed while live, not as unexpected', async () => {
  const options = { mirror: posts, environment: [], runs: 40, hostile: { ...quiet, transport: true } }
  const { failures } = await tried(publishesOnCommand, options)
  expect(failures.map(({ kind }) => kind)).toEqual(['posts failed but done'])
})

test.each(['Date', 'setInterval', 'setImmediate', 'queueMicrotask'] as const)(
  'fake timers of %s alone are refused with what to do',
  async (name) => {
    vi.useFakeTimers({ toFake: [name] })
    try {
      await expect(tried(announces)).rejects.toThrow(
        /fake timers are on already: call vi\.useRealTimers\(\) .*virtual/,
      )
    } finally {
      vi.useRealTimers()
    }
  },
)

test('a person who repeats a command after its error, and gets its effect twice, is found', async () => {
  const options = { hostile: { ...quiet, transport: true }, environment: [], runs: isLong ? 60 : 20 }
  const { failures } = await tried(announcesBlindly, options)
  expect(failures.map(({ oracle }) => oracle)).toEqual(['world'])
  expect(failures[0]?.story.steps.map((step) => step.do)).toEqual(['command', 'command'])
  expect(failures[0]?.text).toMatch(/^ {2}one too many: the post 'hello'$/m)
  expect(failures[0]?.text).toContain(
    '  announce#1 showed an error, and announce#2 is its repetition: the two count as one command.\n',
  )
  expect((await tried(announcesOnce, options)).failures.map(({ text }) => text)).toEqual([])
})

test.each([
  ['fetch', FetchInterceptor],
  ['node:http', ClientRequestInterceptor],
] as const)('a mock of %s that answers requests is refused with what to do', async (_, Interceptor) => {
  const interceptor = new Interceptor()
  interceptor.apply()
  try {
    await expect(tried(announces)).rejects.toThrow(/server\.close\(\) of msw or nock\.restore\(\) before/)
  } finally {
    interceptor.dispose()
  }
  expect((await tried(announces, { mirror })).ok).toBe(true)
})

test('nock up to version 13, which replaces a class of Node, is refused until it puts it back', async () => {
  const { ClientRequest } = http
  const passes = async () => (await tried(announces, { mirror })).ok
  http.ClientRequest = class OverriddenClientRequest extends ClientRequest {}
  try {
    syncBuiltinESMExports()
    await expect(passes()).rejects.toThrow(/nock\.restore\(\) before/)
    http.ClientRequest = ClientRequest
    expect(await passes()).toBe(true)
  } finally {
    http.ClientRequest = ClientRequest
    syncBuiltinESMExports()
  }
})

/** Notes that a text is wanted, and publishes it; a wrong one answers before it has done so. */
const announcesNoted =
  (isRight: boolean): Sut =>
  ({ fetch, baseUrl, names, store }) => ({
    commands: {
      announce: {
        async run() {
          await store.set('wanted', true)
          const body = new URLSearchParams({ message: 'hello', access_token: names.pageToken })
          const publishes = fetch(`${baseUrl}/${names.page}/feed`, { method: 'POST', body })
          if (isRight) await publishes
        },
      },
    },
  })

test.each<[what: string, isRight: boolean, at: string, says: string]>([
  ['may be undone if its process died in it', true, 'store', 'The story passes'],
  ['may be undone if its process died at its call', true, 'publishPost', 'The story passes'],
  ['must be done if it had answered', false, 'publishPost', 'the post was never made'],
])('a command %s', async (_, isRight, at, says) => {
  const options = { name: 'verdicts', world, sut: announcesNoted(isRight), stories: false } as const
  const harm = { do: at === 'store' ? 'dies after' : 'dies before' } as const
  const marks = [{ at: `announce#1/${at}/1`, harm }]
  const { text } = await replayStory(options, { steps: [{ do: 'command', command: 'announce' }], marks })
  expect(text).toContain(says)
})

/** Publishes a text, and answers whether that worked; a wrong one answers that it did. */
const answers =
  (isRight: boolean): Sut =>
  ({ fetch, baseUrl, names }) => ({
    commands: {
      announce: {
        async run() {
          const body = new URLSearchParams({ message: 'hello', access_token: names.pageToken })
          const { ok } = await fetch(`${baseUrl}/${names.page}/feed`, { method: 'POST', body })
          return new Response(null, { status: ok || !isRight ? 204 : 502 })
        },
      },
    },
  })

test.each<[what: string, isRight: boolean, says: string]>([
  ['an error status may be undone', true, 'The story passes'],
  ['success must be done', false, 'the post was never made'],
])('a command that answers with %s', async (_, isRight, says) => {
  const options = { name: 'verdicts', world, sut: answers(isRight), stories: false } as const
  const marks = [{ at: 'announce#1/publishPost/1', harm: { do: 'error', code: 2 } as const }]
  const { text } = await replayStory(options, { steps: [{ do: 'command', command: 'announce' }], marks })
  expect(text).toContain(says)
})

/** Reads two lists in a helper each, and catches nothing. */
const catchesNothing: Sut = ({ fetch, baseUrl, names }) => {
  const read = async (path: string, fail: (answer: Response) => void) => {
    const answer = await fetch(`${baseUrl}/${path}?access_token=${names.pageToken}`)
    if (!answer.ok) fail(answer)
  }
  const tooOften = () => {
    throw new Error('called too often')
  }
  const broken = () => {
    throw new Error('broken')
  }
  const poll = async () => {
    await read(`${names.form}/leads`, ({ status }) => (status === 400 ? tooOften() : broken()))
  }
  return job(() => void poll())
}

test('errors that one missing catch lets pass are one report, which names all places', async () => {
  const hostile = { ...quiet, errors: true, limits: true }
  const options = { eventually: { 'it ends': () => true }, environment: [], runs: 60, hostile }
  const { failures } = await tried(catchesNothing, options)
  expect(failures.map(({ kind }) => kind)).toEqual([
    expect.stringMatching(/^unhandled verdicts\.test\.ts:\d+$/),
  ])
  expect(failures[0]?.text).toMatch(/^ {2}verdicts\.test\.ts:\d+, not caught at verdicts\.test\.ts:\d+$/m)
  expect(failures[0]?.text).toMatch(
    /^ {2}errors that nothing catches there also come from verdicts\.test\.ts:\d+/m,
  )
})

/** Loses a lead at a death after its checkpoint, and stores a lead that is not there after a lost answer. */
const hasTwoBugs: Sut = (context) =>
  job(async () => {
    const { store } = context
    const ids = (await leadIds(context)) ?? ['unknown']
    for (const id of ids) {
      if (await store.get(`seen:${id}`)) continue
      await store.set(`seen:${id}`, true)
      await store.set(`lead:${id}`, id)
    }
  })

test('a loss by a death and an entry too many by a lost answer are two causes', async () => {
  const own: ExploreOptions['mirror'] = {
    leads: async ({ store }) => (await store.list('lead:')).map(([, id]) => id),
  }
  const hostile = { ...quiet, restarts: true, transport: true }
  const { failures } = await tried(hasTwoBugs, { mirror: own, environment: [], hostile, runs: 60 })
  expect(failures.map(({ kind }) => kind).sort()).toEqual(['leads lost', 'leads unexpected'])
})

/** Publishes what was scheduled, and again after a lost answer. */
const publishesAgain: Sut = ({ fetch, baseUrl, names, store }) => ({
  commands: { schedule: { run: () => store.set('task', 'open') } },
  jobs: {
    publish: {
      every: '15m',
      async run() {
        if ((await store.get('task')) !== 'open') return
        const url = `${baseUrl}/${names.page}/feed?access_token=${names.pageToken}`
        const answer = await fetch(url, {
          method: 'POST',
          body: new URLSearchParams({ message: 'We are open' }),
        })
        if (answer.ok) await store.set('task', 'done')
      },
    },
  },
})

test('what was made twice is told, and not that a command with an error was carried out', async () => {
  const tasks: ExploreOptions['mirror'] = { tasks: ({ store }) => store.list() }
  const options = { name: 'verdicts', world, sut: publishesAgain, mirror: tasks, stories: false } as const
  const { kind } = await replayStory(options, {
    steps: [
      { do: 'command', command: 'schedule' },
      { do: 'job', job: 'publish' },
    ],
    marks: [
      { at: 'schedule#1/store/1', harm: { do: 'dies after' } },
      { at: 'publish#1/publishPost/1', harm: { do: 'answer lost' } },
    ],
  })
  expect(kind).toBe('posts twice')
})
