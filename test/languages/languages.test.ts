import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CommandConfig,
  defineExploration,
  explore,
  jsonFile,
  replayStory,
  type ServerConfig,
  sqliteFile,
} from '../../src/explore/index.ts'
import type { Harm, Story, StoryStep } from '../../src/explore/search/story/story.ts'
import type { FixedDuration } from '../../src/world/time/durations.ts'

/** The folder whose packages the programs use: `npm run check -- sqlite` builds better-sqlite3 in its own. */
const sqlite = fileURLToPath(new URL('../sqlite/', import.meta.url))
const home = existsSync(`${sqlite}node_modules`) ? sqlite : fileURLToPath(new URL('../../', import.meta.url))

const isLong = process.env['FAUXGRAPH_LONG'] !== undefined
/** The time of one exploration, such as `2m`: if left out, it plays its whole order. */
const within = process.env['FAUXGRAPH_WITHIN'] as FixedDuration | undefined
let root = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'languages-'))
  cpSync(fileURLToPath(new URL('./programs/', import.meta.url)), root, { recursive: true })
  symlinkSync(join(home, 'node_modules'), join(root, 'node_modules'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const lead = { do: 'fact', kind: 'lead' } as const

/** Two leads, and the time in which notices are sent again. */
const noticed = (at: string, harm: Harm): Story => ({
  steps: [lead, lead, { do: 'wait', milliseconds: 3_600_000 }],
  marks: [{ at, harm }],
})

/** One start, after facts, with a harm. */
const started = (job: string, at: string, harm: Harm, facts: readonly StoryStep[] = []): Story => ({
  steps: [...facts, { do: 'job', job }],
  marks: [{ at, harm }],
})

interface Example {
  readonly language: string
  /** A command that succeeds if the language and the packages are there, and one that builds the program. */
  readonly check: readonly string[]
  readonly build?: readonly string[]
  readonly config: Partial<CommandConfig & ServerConfig>
  /** For each wrong variant: a story that shows it, and the failure. */
  readonly mistakes: readonly (readonly [variant: string, story: Story, kind: string])[]
}

const leads = { leads: jsonFile('leads.json') }
const posts = { done: jsonFile('done.json') }
const postTwice = (job: string): Story =>
  started(job, `${job}#1/publishPost We are open/1`, { do: 'answer lost' })
const burst: StoryStep = { ...lead, count: 30 }
const loses = (job: string): Story =>
  started(job, `${job}#1/publishPost We are open/1`, { do: 'dies before' })
/** A lead that arrives when a call took effect, and before its answer arrives. */
const meanwhile: Harm = { do: 'meanwhile', fact: lead, after: true }
/** Mistakes of a sync that reads more than a page. */
const ofSync = (job: string): Example['mistakes'] => [
  ['reads one page', { steps: [burst, { do: 'job', job }], marks: [] }, 'leads lost'],
  [
    'stops at what it knows',
    started(job, `${job}#1/listFormLeads/2`, { do: 'dies before' }, [burst]),
    'leads lost',
  ],
  [
    'begins again',
    started(job, `${job}#1/listFormLeads/2`, { do: 'status', status: 503 }, [burst]),
    'leads twice',
  ],
  ['marks its own time', started(job, `${job}#1/listFormLeads/1`, meanwhile), 'leads lost'],
]

const examples: readonly Example[] = [
  {
    language: 'Python, a webhook in Flask with requests and sqlite3',
    check: ['python3', '-c', 'import flask, requests, sqlite3'],
    config: {
      server: { command: ['python3', 'webhook.py'], ready: '/health', webhook: '/webhook' },
      mirror: { leads: sqliteFile('leads.db', 'select id from leads') },
    },
    mistakes: [
      ['keeps all', noticed('notice 1', { do: 'twice' }), 'leads twice'],
      ['takes one', { steps: [{ ...lead, count: 2 }], marks: [] }, 'leads lost'],
      ['marks first', noticed('webhook#1/readLead/1', { do: 'refused' }), 'leads lost'],
      ['swallows errors', noticed('webhook#1/readLead/1', { do: 'answer lost' }), 'leads lost'],
    ],
  },
  {
    language: 'PHP, a job with curl',
    check: ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
    config: { command: ['php', 'job.php'], mirror: posts },
    mistakes: [
      ['posts blindly', postTwice('job'), 'posts twice'],
      ['marks first', loses('job'), 'posts lost'],
      ['forgets errors', started('job', 'job#1/publishPost We are open/1', { do: 'refused' }), ''],
      ['retries at once', postTwice('job'), 'posts twice'],
    ],
  },
  {
    language: 'Ruby, a sync with net/http',
    check: ['ruby', '-ropenssl', '-rjson', '-e', ''],
    config: { command: ['ruby', 'job.rb'], mirror: leads },
    mistakes: ofSync('job'),
  },
  {
    language: 'Go, a poller with net/http',
    check: ['go', 'version'],
    build: ['go', 'build', '-o', 'poller', 'poller.go'],
    config: { command: ['./poller'], mirror: leads },
    mistakes: ofSync('poller'),
  },
  {
    language: 'Node, a sync with better-sqlite3',
    check: ['node', '-e', "new (require('better-sqlite3'))(':memory:')"],
    config: {
      command: [process.execPath, 'sync.mjs'],
      mirror: { leads: sqliteFile('leads.db', 'select id from leads') },
    },
    mistakes: ofSync('sync'),
  },
  {
    language: 'Java, a poster with java.net.http',
    check: ['javac', '-version'],
    build: ['javac', 'Poster.java'],
    config: {
      command: ['java', '-Xshare:auto', '-XX:TieredStopAtLevel=1', '-cp', '.', 'Poster'],
      mirror: posts,
    },
    mistakes: [
      ['posts blindly', postTwice('java'), 'posts twice'],
      ['marks first', loses('java'), 'posts lost'],
      ['forgets errors', started('java', 'java#1/publishPost We are open/1', { do: 'refused' }), ''],
      ['retries at once', postTwice('java'), 'posts twice'],
    ],
  },
]

for (const { language, check, build, config, mistakes } of examples) {
  const [name = '', ...words] = check
  const isThere = spawnSync(name, words, { cwd: home }).status === 0
  const title = isThere ? language : `${language}: skipped, because ${check.join(' ')} fails`
  describe.skipIf(!isThere)(title, { timeout: 3_600_000 }, () => {
    const program = (variant: string) =>
      defineExploration({
        name,
        root,
        env: ({ names, baseUrl }) => ({
          ...{
            FB_API: baseUrl,
            FB_TOKEN: names.pageToken,
            FB_FORM: names.form,
            FB_PAGE: names.page,
            VARIANT: variant,
          },
        }),
        stories: false,
        kinds: 1,
        ...(within && { within }),
        ...config,
      } as CommandConfig)

    beforeAll(() => {
      const [compiler, ...rest] = build ?? []
      if (compiler !== undefined) expect(spawnSync(compiler, rest, { cwd: root }).status).toBe(0)
    }, 300_000)

    test.each(mistakes)('%s', async (variant, story, kind) => {
      const replayed = await replayStory(program(variant), story)
      expect({ ok: replayed.ok, kind: kind === '' ? '' : replayed.kind }).toEqual({ ok: false, kind })
      expect((await replayStory(program('right'), story)).ok).toBe(true)
    })

    const explored = async (variant: string) => {
      const { failures, runs, tried } = await explore(program(variant))
      const found = failures.map(({ run }) => `found in run ${run}`)
      console.log([`${language}: ${variant}: ${runs} runs`, ...found, ...(tried ?? [])].join('\n  '))
      return failures.length
    }

    test.skipIf(!isLong).each(mistakes)('%s is found by the systematic order', async (variant) => {
      expect(await explored(variant)).toBe(1)
    })

    test.skipIf(!isLong)('what is right is silent through the systematic order', async () => {
      expect(await explored('right')).toBe(0)
    })
  })
}
