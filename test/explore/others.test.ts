import { expect, test } from 'vitest'
import { defineExploration } from '../../src/explore/define-exploration.ts'
import { type ExploreOptions, replayStory } from '../../src/explore/index.ts'
import { longTest } from '../chance.ts'
import { inJob, job, play, start, wait } from './play.ts'
import { writeProgram } from './program/scratch.ts'

type Service = (request: Request) => Response | Promise<Response>

/** Asks a service outside the world, and returns what it answers as JSON. */
const asking = (service: Service) =>
  inJob(async ({ fetch }) => (await fetch('https://crm.example/')).json(), {
    others: { 'https://crm.example': service },
  })

/** A start of a job that asks the service once. */
const played = (service: Service, more: Partial<ExploreOptions> = {}) =>
  play(
    ({ fetch }) => ({
      jobs: {
        ask: { every: '1d', run: () => fetch('https://crm.example/').then((answer) => answer.text()) },
      },
    }),
    { steps: [job('ask'), wait(3_600_000)] },
    { others: { 'https://crm.example': service }, ...more },
  )

test.each<[what: string, now: () => unknown, expected: unknown]>([
  ['Date.now()', () => Date.now(), start],
  ['new Date()', () => new Date().toISOString(), new Date(start).toISOString()],
  ['Math.random(), which each run draws alike', () => Math.random(), undefined],
])('a function of others has %s of the run', async (_, now, expected) => {
  const first = await asking(() => Response.json(now()))
  const second = await asking(() => Response.json(now()))
  expect(second).toBe(first)
  if (expected !== undefined) expect(first).toBe(expected)
})

test('a function of others that waits answers later in virtual time, and at once in real time', async () => {
  const before = performance.now()
  const answered = await asking(async () => {
    await new Promise((resolve) => setTimeout(resolve, 600_000))
    return Response.json(Date.now())
  })
  expect(answered).toBe(start + 600_000)
  expect(performance.now() - before).toBeLessThan(60_000)
})

test('a factory of others has the time of the run', async () => {
  const made: number[] = []
  await played(() => new Response(), {
    others: () => {
      made.push(Date.now())
      return { 'https://crm.example': () => new Response() }
    },
  })
  expect(made).toEqual([start])
})

test('a function of others reaches the world of the run, and that is no call of the code under test', async () => {
  const answered: unknown[] = []
  const { run } = await played(async () => {
    const answer = await fetch('https://graph.facebook.com/v24.0/me')
    answered.push(await answer.json())
    return new Response()
  })
  expect(run.stop).toBeUndefined()
  expect(answered[0]).toMatchObject({ error: { message: expect.stringContaining('access token') } })
  expect(new Set(run.calls.map(({ operation }) => operation))).toEqual(new Set(['crm.example']))
})

test('a function of others reaches another one', async () => {
  const answered = await inJob(async ({ fetch }) => (await fetch('https://crm.example/')).text(), {
    others: {
      'https://crm.example': () => fetch('https://mail.example/'),
      'https://mail.example': () => new Response('sent'),
    },
  })
  expect(answered).toBe('sent')
})

test('a function of others that asks an address where nothing answers leaves the world', async () => {
  const { run } = await played(() => fetch('https://nowhere.example/'))
  expect(run.stop).toMatchObject({ oracle: 'left the world' })
  expect(run.stop?.message).toMatch(/^https:\/\/crm\.example#1 fetched https:\/\/nowhere\.example\/, /)
})

longTest('a function of others that never answers stops the run', { timeout: 60_000 }, async () => {
  const { run } = await played(() => new Promise(() => {}))
  expect(run.stop?.message).toBe('others: https://crm.example did not answer within 10 s of real time')
})

test('a function of others whose timer throws stops the run', async () => {
  const { run } = await played(() => {
    setTimeout(() => {
      throw new Error('no such customer')
    }, 1_000)
    return new Response()
  })
  expect(run.stop).toMatchObject({
    oracle: 'start',
    message: 'others: https://crm.example threw Error: no such customer',
  })
})

test('a function of others calls a server of the program, whose work has a name', async () => {
  const root = writeProgram({
    'main.mjs': `import { createServer } from 'node:http'
const { FORM, TOKEN } = process.env
createServer(async (request, response) => {
  const leads = await fetch('https://graph.facebook.com/' + FORM + '/leads?access_token=' + TOKEN)
  response.end(String(leads.status))
}).listen(3000)
export const ask = async () => (await fetch('https://crm.example/')).text()`,
  })
  const answers: string[] = []
  const options = defineExploration<{ ask(): Promise<string> }>({
    ...{ name: 'called', root, program: 'main.mjs', stories: false },
    env: ({ names }) => ({ FORM: names.form, TOKEN: names.pageToken }),
    commands: { ask: { run: (_: undefined, { exports }) => exports.ask() } },
    others: {
      'https://crm.example': async () => {
        const answer = await fetch('http://localhost:3000/back')
        answers.push(await answer.text())
        return new Response('done')
      },
    },
  })
  const { text } = await replayStory(options, { steps: [{ do: 'command', command: 'ask' }], marks: [] })
  expect(new Set(answers)).toEqual(new Set(['200']))
  expect(text).toContain('crm.example#1 calls listFormLeads: GET /form/leads → 200')
})
