import { describe, expect, test } from 'vitest'
import { explore } from '../../src/explore/index.ts'
import { createWorld } from '../../src/index.ts'
import { isLong, longTest } from '../chance.ts'
import { world } from './play.ts'
import type { Sut } from './programs.ts'

interface Payload {
  readonly entry: readonly {
    readonly changes: readonly { readonly value: { readonly leadgen_id: number } }[]
  }[]
}

/** Greets each new lead by a post, whose text is the same for all: only the world shows it. */
const greets =
  (isWhole: boolean): Sut =>
  ({ fetch, baseUrl, names, store }) => ({
    async webhook(request) {
      if (request.method === 'GET')
        return new Response(new URL(request.url).searchParams.get('hub.challenge'))
      const { entry }: Payload = JSON.parse(await request.text())
      const changes = entry.flatMap((page) => page.changes)
      for (const { value } of isWhole ? changes : changes.slice(0, 1)) {
        if (await store.get(`greeted ${value.leadgen_id}`)) continue
        const body = new URLSearchParams({ message: 'Welcome', access_token: names.pageToken })
        const answer = await fetch(`${baseUrl}/${names.page}/feed`, { method: 'POST', body })
        if (!answer.ok) return new Response(null, { status: 500 })
        await store.set(`greeted ${value.leadgen_id}`, true)
      }
      return new Response()
    },
  })

let told: string[] = []
const mirror = { told: () => told }

/** Tells people of each new lead in a sentence of its own, which only a mirror shows. */
const tells =
  (isWhole: boolean): Sut =>
  ({ fetch, baseUrl, names }) => {
    told = []
    return {
      async webhook(request) {
        if (request.method === 'GET')
          return new Response(new URL(request.url).searchParams.get('hub.challenge'))
        const { entry }: Payload = JSON.parse(await request.text())
        const changes = entry.flatMap((page) => page.changes)
        for (const { value } of isWhole ? changes : changes.slice(0, 1)) {
          const query = new URLSearchParams({ access_token: names.pageToken })
          const answer = await fetch(`${baseUrl}/${value.leadgen_id}?${query}`)
          const { field_data } = (await answer.json()) as { field_data: { values: string[] }[] }
          told.push(`A new lead: ${field_data.flatMap(({ values }) => values).join(', ')}`)
        }
        return new Response()
      },
    }
  }

const options = {
  ...({ name: 'greeting', world, stories: false, runs: isLong ? 30 : 12 } as const),
  // These tests are not about programs that greet twice after a lost answer.
  hostile: {
    transport: false,
    restarts: false,
    errors: false,
    limits: false,
    tokens: false,
    notices: false,
    delays: false,
  },
} as const

describe('several changes in one notice', () => {
  test('a program that reads the first alone is found, although its baseline run is the same', async () => {
    const { failures } = await explore({ ...options, sut: greets(false) })
    expect(failures.map(({ title }) => title)).toEqual([
      'the post was never made, because one notice told of several changes',
    ])
    expect(failures[0]?.text).toContain("missing: the post 'Welcome'")
    expect(failures[0]?.text).toMatch(/Notice 1 tells of several changes at once: lead A, lead B/)
  })

  test('a program that reads all of them passes', async () => {
    const report = await explore({ ...options, sut: greets(true) })
    expect(report.failures.map(({ text }) => text)).toEqual([])
  })

  test('what only a mirror shows is found too, although no entry is about a lead alone', async () => {
    const { failures } = await explore({ ...options, mirror, sut: tells(false) })
    expect(failures.map(({ title }) => title)).toEqual([
      'told never got A new lead: lead B, lead-b@example.test, because one notice told of several changes',
    ])
    expect(failures[0]?.text).toMatch(/Notice 1 tells of several changes at once: lead A, lead B/)
  })

  test('a mirror that gets all of them passes', async () => {
    const report = await explore({ ...options, mirror, sut: tells(true) })
    expect(report.failures.map(({ text }) => text)).toEqual([])
  })
})

interface FeedPayload {
  readonly entry: readonly {
    readonly changes: readonly { readonly field: string; readonly value: FeedValue }[]
  }[]
}
interface FeedValue {
  readonly item: string
  readonly verb: string
  readonly comment_id: string
  readonly message: string
  readonly from: { readonly id: string }
}

/** Answers the comments of people on the page, or of all: those of all changes, or of the first alone. */
const answers =
  (isWhole: boolean, isLoop = false): Sut =>
  ({ fetch, baseUrl, names, store }) => ({
    async webhook(request) {
      const { entry }: FeedPayload = JSON.parse(await request.text())
      const changes = entry.flatMap((page) => page.changes)
      for (const { value } of isWhole ? changes : changes.slice(0, 1)) {
        const { item, verb, comment_id: comment, from } = value
        if (item !== 'comment' || verb !== 'add' || (from.id === names.page && !isLoop)) continue
        if (await store.get(comment)) continue
        const body = new URLSearchParams({ message: 'Thank you', access_token: names.pageToken })
        const answer = await fetch(`${baseUrl}/${comment}/comments`, { method: 'POST', body })
        if (!answer.ok) return new Response(null, { status: 500 })
        await store.set(comment, true)
      }
      return new Response()
    },
  })

/** Tells of all comments in a notice whose first change is a comment, and of none in others. */
const forwards: Sut = () => {
  told = []
  return {
    async webhook(request) {
      const { entry }: FeedPayload = JSON.parse(await request.text())
      const values = entry.flatMap((page) => page.changes).map(({ value }) => value)
      const isNew = ({ item, verb }: FeedValue) => item === 'comment' && verb === 'add'
      if (values[0] && isNew(values[0])) told.push(...values.filter(isNew).map(({ message }) => message))
      return new Response()
    },
  }
}

/** A world whose app gets the notices of the feed. */
function feedWorld() {
  const made = createWorld({ policy: 'platform', starter: true })
  made.actions.setWebhook({ app: made.names.app, fields: ['feed'] }).unwrap()
  return made
}

describe('several changes of a feed in one notice', () => {
  const feed = { ...options, name: 'answers', world: feedWorld } as const

  test('a bot that answers the first change alone is found', async () => {
    const { failures } = await explore({ ...feed, sut: answers(false) })
    expect(failures.map(({ title }) => title)).toEqual([
      'the comment was never made, because one notice told of several changes',
    ])
    expect(failures[0]?.text).toContain("missing: the comment 'Thank you'")
    expect(failures[0]?.text).toMatch(
      /Notice \d+ tells of several changes at once: .*(comment|post|reaction) A/,
    )
  })

  test('a program that reads a notice for its first change alone is found, whatever kind the others have', async () => {
    const report = await explore({ ...feed, mirror, sut: forwards })
    expect(report.failures.map(({ title }) => title)).toEqual([
      'told never got This is comment A, because one notice told of several changes',
    ])
    expect(report.failures[0]?.text).toContain(
      '  1. somebody writes a post on the page, and at the same instant\n  2. somebody comments on a post\n',
    )
  })

  longTest('a bot that answers its own answers never ends, and nothing else is said of it', async () => {
    const { failures, warnings } = await explore({ ...feed, runs: 2, sut: answers(true, true) })
    expect(failures.map(({ title }) => title)).toEqual([
      expect.stringMatching(/^webhook#\d+ made \d+ calls while no time passed$/),
    ])
    expect(warnings).toEqual([])
  })

  test('a bot that answers each comment passes', async () => {
    const report = await explore({ ...feed, sut: answers(true) })
    expect(report.failures.map(({ text }) => text)).toEqual([])
  })
})
