import { spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import {
  type CommandMirror,
  defineExploration,
  explore,
  jsonFile,
  replayStory,
  type ServerConfig,
  url,
} from '../../../src/explore/index.ts'
import { beginLife } from '../../../src/explore/run/lifecycle.ts'
import { setupOf } from '../../../src/explore/search/play/create-run.ts'
import { playerOf, playStory } from '../../../src/explore/search/play/play.ts'
import type { Mark, Story, StoryStep } from '../../../src/explore/search/story/story.ts'
import { isLong, longTest, sample } from '../../chance.ts'
import { ownTemporaryFolder } from './working-folders.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const workingFolders = ownTemporaryFolder()

const server = { command: [process.execPath, 'serve.mjs'], ready: '/health', webhook: '/webhook' }

/** The server of a variant, and with it what is wrong with it. */
const serve = (variant: string, more: Partial<ServerConfig> = {}) =>
  defineExploration({
    name: 'serve',
    root,
    server,
    env: ({ names, baseUrl }) => ({ API: baseUrl, TOKEN: names.pageToken, VARIANT: variant }),
    mirror: { leads: jsonFile('leads.json') },
    stories: false,
    kinds: 1,
    ...more,
  })

const lead: StoryStep = { do: 'fact', kind: 'lead' }
const hour: StoryStep = { do: 'wait', milliseconds: 3_600_000 }

/** Two leads, and the time in which the platform sends again what was not taken. */
const marked = (...marks: readonly Mark[]): Story => ({ steps: [lead, lead, hour], marks })

/** A server that looks for leads each 200 ms, and gets no notices. */
const polls = (variant: string, quiet?: '700ms', more: Partial<ServerConfig> = {}) =>
  serve(variant, {
    server: { command: server.command, ready: '/health', ...(quiet && { quiet }) },
    env: ({ names, baseUrl }) => ({
      ...{ API: baseUrl, TOKEN: names.pageToken, FORM: names.form, PAGE: names.page, VARIANT: variant },
    }),
    ...more,
  })

/** Plays stories one after another. Returns how many leads the mirror of each has, and the warnings. */
async function play(options: ReturnType<typeof serve>, ...stories: readonly Story[]) {
  const end = await beginLife(options)
  const setup = setupOf(options, options.world())
  const leads: number[] = []
  for (const story of stories) {
    const { ending } = await playStory(setup, story)
    leads.push(ending?.mirrors['leads']?.length ?? -1)
  }
  const warnings = [...(playerOf(options)?.warnings() ?? [])]
  await end()
  return { leads, warnings }
}

/** For each mistake: a story that shows it, and what it then says. */
const mistakes: readonly (readonly [variant: string, story: Story, kind: string])[] = [
  ['keeps all', marked({ at: 'notice 1', harm: { do: 'twice' } }), 'leads twice'],
  ['takes one', { steps: [{ ...lead, count: 2 }], marks: [] }, 'leads lost'],
  ['answers first', marked({ at: 'webhook#1/readLead/1', harm: { do: 'answer lost' } }), 'leads lost'],
]

describe('a webhook that runs as a process', () => {
  test.each(sample(mistakes, 1))('that %s fails in its story', async (variant, story, kind) => {
    const before = workingFolders()
    expect(await replayStory(serve(variant), story)).toMatchObject({ ok: false, kind })
    expect(workingFolders()).toEqual(before)
  })

  test('is told again of a notice in a later second, so that one which knows leads by it keeps two', async () => {
    const story = marked({ at: 'notice 1', harm: { do: 'again later', steps: 1 } })
    const ids: CommandMirror = async (view) =>
      (await jsonFile('leads.json')(view)).map((lead) => (lead as { id: string }).id)
    const server = serve('knows a lead by its second', { mirror: { leads: ids } })
    expect(await replayStory(server, story)).toMatchObject({ ok: false, kind: 'leads twice' })
  })

  test('that is right passes: it is told again of what it did not take', async () => {
    const story = marked(
      { at: 'notice 1', harm: { do: 'twice' } },
      { at: 'webhook#1/readLead/1', harm: { do: 'dies after' } },
      { at: 'notice 2', harm: { do: 'after the next' } },
      { at: 'webhook#3/readLead/1', harm: { do: 'answer lost' } },
    )
    const { text, ...replayed } = await replayStory(serve('right'), story)
    expect(replayed).toMatchObject({ ok: true })
    expect(text).toContain('the process dies')
  })

  test.each(sample(['takes one', 'right'], 1))(
    'is told of several changes at once, and of one by one: %s',
    async (variant) => {
      // Only the number of leads is told: no entry is about a lead, so that both leads of one notice are compared.
      const told: CommandMirror = async (view) =>
        (await jsonFile('leads.json')(view)).map((_, at) => `lead ${at + 1}`)
      const story: Story = { steps: [{ ...lead, count: 2 }], marks: [] }
      const { ok, text } = await replayStory(serve(variant, { mirror: { told } }), story)
      expect(ok).toBe(variant === 'right')
      if (!ok) expect(text).toContain('told never got lead 2, because one notice told of several changes')
    },
  )

  test.each(sample(['700ms', undefined] as const, 1))(
    'that polls rests when nothing new has come for a time: %s',
    async (quiet) => {
      // The new lead cannot be read until the faults stop.
      const fails: Mark = { at: 'start#1/readLead/4', harm: { do: 'error', code: 2, for: 3 } }
      const story: Story = { steps: [lead], marks: [fails] }
      const options = polls('right', quiet)
      const { leads, warnings } = await play(options, { steps: [lead], marks: [] }, story)
      // The form has three leads before.
      expect(leads).toEqual([4, 4])
      expect(warnings).toEqual(quiet ? [] : [expect.stringContaining('after it had seemed at rest')])
    },
  )

  longTest('that polls, and marks leads before it reads them, loses one that it cannot read', async () => {
    const story = marked({ at: 'start#1/readLead/1', harm: { do: 'answer lost' } })
    expect(await replayStory(polls('marks first', '700ms'), story)).toMatchObject({ kind: 'leads lost' })
    expect(await replayStory(polls('right', '700ms'), story)).toMatchObject({ ok: true })
  })

  longTest('that posts at an interval never rests: a warning names the call', async () => {
    const options = polls('never rests', '700ms', { endsWithin: '2s' })
    expect(await play(options, { steps: [], marks: [] })).toMatchObject({
      warnings: [
        expect.stringMatching(
          /^serve never rests: .*\. 0\.7 s \(server\.quiet\) never passed .*, such as POST \/v24\.0\/page\/feed: let it/,
        ),
      ],
    })
  })

  test.each([
    ['keeps its queue', 1],
    ['works by a queue', 0],
  ])('that %s gets the time for it once it was seen at work', async (variant, kept) => {
    const dies: Mark = { at: 'webhook#1/readLead/1', harm: { do: 'dies after' } }
    const { leads, warnings } = await play(
      serve(variant),
      { steps: [lead], marks: [] },
      { steps: [lead], marks: [dies] },
    )
    expect(leads).toEqual([1, kept])
    expect(warnings).toEqual([
      expect.stringMatching(
        /wrote to the world, or changed a mirror, after it had seemed at rest: from then on it had twice that time in each step; if .* set server\.quiet .* quiet: '2s'$/,
      ),
    ])
  })

  longTest('that works by a queue is right, if it says when it is at rest', async () => {
    const queued = serve('works by a queue', { server: { ...server, quiet: '700ms' } })
    const story = marked({ at: 'webhook#1/readLead/1', harm: { do: 'answer lost' } })
    expect(await replayStory(queued, story)).toMatchObject({ ok: true })
  })

  longTest('that ignores SIGTERM is killed, and starts again', async () => {
    const story = marked({ at: 'webhook#2/readLead/1', harm: { do: 'stops' } })
    const { ok, text } = await replayStory(serve('ignores SIGTERM'), story)
    expect({ ok, text }).toMatchObject({ ok: true, text: expect.stringContaining('start#2') })
  })

  longTest('has its mirror at an address, and a line of output that says that it listens', async () => {
    const options = serve('right', {
      server: { ...server, ready: 'It listens' },
      mirror: { leads: url('/leads') },
      runs: 1,
      hostile: { people: false },
    })
    const report = await explore(options)
    expect(report.failures).toEqual([])
    expect(report.coverage).toEqual({ readLead: { ok: 1 } })
  })
})

test.skipIf(!isLong).each([...mistakes.map(([variant]) => variant), 'right'])(
  'the systematic order finds what is wrong with a webhook that %s',
  { timeout: 3_600_000 },
  async (variant) => {
    const report = await explore(serve(variant))
    const kind = mistakes.find(([name]) => name === variant)?.[2]
    expect(report.failures.map((failure) => failure.kind)).toEqual(kind === undefined ? [] : [kind])
  },
)

describe('wrong input of a server ends with one message', () => {
  type Case = readonly [title: string, more: Partial<ServerConfig['server']>, message: RegExp]
  const node = (code: string) => [process.execPath, '-e', code]
  const listens = (answer: string) =>
    node(`require('node:http').createServer((a, b) => { ${answer} }).listen(process.env.PORT)`)
  const cases: readonly Case[] = [
    [
      'that ends at its start',
      { command: node("throw new Error('no')") },
      /ended with exit code 1: .* \/ Error: no$/,
    ],
    [
      'that goes to the background',
      { command: ['sh', '-c', 'sleep 5 & exit'] },
      /it must stay in the foreground|did not listen/,
    ],
    [
      'that listens at no port',
      { command: node('setInterval(() => {}, 1000)') },
      /did not listen at port \d+ within 1 s: let it use the variable PORT/,
    ],
    [
      'that never says that it listens',
      { command: listens('b.end()'), ready: 'Ready' },
      /did not print Ready within 1 s/,
    ],
    [
      'whose webhook is elsewhere',
      { command: listens('b.statusCode = 404; b.end()') },
      /answered a notice with 404 although nothing went wrong: check server\.webhook, which is \/webhook/,
    ],
    [
      'whose webhook closes each connection',
      { command: listens('b.destroy()') },
      /answered a notice with 503, or did not answer it, although nothing went wrong: check server\.webhook/,
    ],
  ]
  test.each(sample(cases, 2))('%s', async (_, more, message) => {
    const options = serve('right', {
      server: { command: server.command, webhook: '/webhook', ...more },
      endsWithin: '1s',
    })
    await expect(explore(options)).rejects.toThrow(message)
  })

  test.each([
    [
      'answers that with 500',
      listens('b.statusCode = 500; b.end()'),
      /still answered \/health at port \d+ with 500 after 1 s: it has started when that is below 500/,
    ],
    [
      'does not answer it',
      listens('b.destroy()'),
      /did not answer \/health at all at port \d+ within 1 s: let it use the variable PORT/,
    ],
  ])('that names a path at which it is ready, and %s', async (_, command, message) => {
    const options = serve('right', { server: { command, ready: '/health' }, endsWithin: '1s' })
    await expect(explore(options)).rejects.toThrow(message)
  })

  longTest('whose webhook never answers: it waits for its first request alone', async () => {
    const began = Date.now()
    await expect(explore(serve('never answers'))).rejects.toThrow(
      /called nothing, and did not answer the first request to its webhook within 20 s: check server\.webhook/,
    )
    expect(Date.now() - began).toBeLessThan(60_000)
  })

  test('that takes every notice, and never calls the world, has a warning that says what to do', async () => {
    const { ok, warnings } = await explore(
      serve('right', { server: { command: listens('b.end()'), webhook: '/webhook' }, runs: 1 }),
    )
    expect(ok).toBe(false)
    expect(warnings).toContainEqual(
      expect.stringMatching(
        /^nothing was compared: .*The program never called the world: let it call .* follows HTTPS_PROXY, or .*; if it works after .*set server.quiet/,
      ),
    )
  })

  test('that names no webhook', async () => {
    const named = serve('right', { server: { command: server.command, ready: '/health' } })
    await expect(explore(named)).rejects.toThrow(
      /never called the world: it got no notices, because server\.webhook is not named: set it to its path, or let/,
    )
  })

  longTest('whose webhook answers once alone: it is named, although no run ends', async () => {
    const { warnings } = await explore(serve('answers once', { within: '1m' }))
    expect(warnings).toContain(
      'serve did not answer notices at its webhook /webhook within 20 s, although nothing went wrong',
    )
  })

  test('whose port is in use', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, resolve))
    const { port } = other.address() as { port: number }
    const options = serve('right', { server: { ...server, port } })
    await expect(explore(options)).rejects.toThrow(
      `cannot listen at port ${port}, which is in use: end what listens there, or leave out port`,
    )
    await new Promise((resolve) => other.close(resolve))
  })

  test.each([
    [{ server: { command: [] } }, /server.command must be a list of texts/],
    [{ server: { command: ['a'], ports: 1 } }, /defineExploration: server has no option "ports"/],
    [{ server: { command: ['a'], port: 0 } }, /server.port must be a number from 1 to 65535, got 0/],
    [{ server: { command: ['a'], webhook: 'webhook' } }, /server.webhook must be a path such as \/webhook/],
    [
      { server: { command: ['a'], quiet: 'soon' } },
      /server.quiet must be a length of time such as '15m', got "soon"/,
    ],
    [{ server: { command: ['a'] }, command: ['b'] }, /server must be left out beside command and every/],
  ])('the configuration %j', (config, message) => {
    expect(() => defineExploration(config as never)).toThrow(message)
  })
})

test('no server is left behind', () => {
  // With its environment: servers of other tests have another temporary folder.
  const { stdout } = spawnSync('ps', ['axeww', '-o', 'args='], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  const own = `TMPDIR=${process.env['TMPDIR']}`
  expect(stdout).toContain(own)
  expect(stdout.split('\n').filter((line) => line.includes('serve.mjs') && line.includes(own))).toEqual([])
})
