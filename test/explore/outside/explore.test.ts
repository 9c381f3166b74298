import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exploreWatched } from '../../../src/explore/explore.ts'
import {
  type CommandConfig,
  type CommandMirror,
  defineExploration,
  explore,
  jsonFile,
  replayStory,
} from '../../../src/explore/index.ts'
import { parseStory } from '../../../src/explore/search/story/saved.ts'
import type { Mark, Story } from '../../../src/explore/search/story/story.ts'
import { isLong, longTest, sample } from '../../chance.ts'
import { ownTemporaryFolder } from './working-folders.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const workingFolders = ownTemporaryFolder()
let fixture = ''
beforeAll(() => {
  fixture = mkdtempSync(join(tmpdir(), 'outside-test-'))
  writeFileSync(join(fixture, 'queue.json'), '["We are open"]')
})
afterAll(() => rmSync(fixture, { recursive: true, force: true }))

const program = (file: string, variant: string, more: Partial<CommandConfig> = {}) =>
  defineExploration({
    name: file,
    root,
    command: [process.execPath, `${file}.mjs`],
    every: '15m',
    env: ({ names, baseUrl }) => ({
      API: baseUrl,
      FORM: names.form,
      PAGE: names.page,
      TOKEN: names.pageToken,
      VARIANT: variant,
    }),
    stories: false,
    ...more,
  })

const sync = (variant: string, more: Partial<CommandConfig> = {}) =>
  program('sync', variant, { mirror: { leads: jsonFile('leads.json') }, ...more })

const post = (variant: string, more: Partial<CommandConfig> = {}) =>
  program('post', variant, { folder: fixture, mirror: { done: jsonFile('done.json') }, ...more })

/** One start of a command that reads a page once, and what goes wrong with that. */
const once = (harm: Mark['harm']): Story => ({
  steps: [{ do: 'job', job: 'node' }],
  marks: [{ at: 'node#1/readPage/1', harm }],
})

/** Nothing goes wrong but that facts happen. */
const factsAlone = {
  ...{ restarts: false, stops: false, transport: false, errors: false, limits: false, tokens: false },
  ...{ delays: false },
}

test('times of the machine in a mirror are no difference', async () => {
  const marks: CommandMirror = ({ folder }) => [
    { since: JSON.parse(readFileSync(join(folder, 'since.json'), 'utf8')), at: new Date().toISOString() },
  ]
  const report = await explore(sync('right', { runs: 1, hostile: factsAlone, mirror: { marks } }))
  expect(report.failures).toEqual([])
  expect(report.warnings.join()).not.toContain('two baseline runs differ')
})

// Each call has a connection of its own: those that were sent at once arrive one after another.
test.each([
  ['at once', 'await Promise.all(Array.from({ length: 8 }, read))', ''],
  ['one after another', 'for (let call = 0; call < 8; call++) await read()', 'went on calling readPage'],
])('calls with a refused token: %s', async (_, calls, title) => {
  const ask = pathToFileURL(join(root, 'ask.mjs')).href
  const code = `import { ask } from '${ask}'
const { API, PAGE, TOKEN } = process.env
const read = () => ask('GET', API + '/v24.0/' + PAGE + '?access_token=' + TOKEN).catch(() => {})
${calls}`
  const command = [process.execPath, '--input-type=module', '-e', code]
  const { ok, text } = await replayStory(
    program('node', '', { command }),
    once({ do: 'error', code: 190, times: 8 }),
  )
  expect(ok).toBe(title === '')
  expect(text).toContain(title)
})

describe('a lead sync that runs as a process', () => {
  const options = (more: Partial<CommandConfig> = {}) =>
    sync('marks late', { kinds: 1, hostile: factsAlone, ...more })
  const marks: Mark[] = [
    {
      at: 'sync#1/listFormLeads/1',
      harm: { do: 'meanwhile', fact: { do: 'fact', kind: 'lead' }, after: true },
    },
  ]
  const steps: Story['steps'] = [{ do: 'job', job: 'sync' }]

  longTest(
    'that marks the time after it has read the list loses a lead that arrives in between',
    async () => {
      const before = workingFolders()
      const replayed = await replayStory(options(), { steps, marks })
      expect(replayed.kind).toBe('leads lost')
      expect(replayed.text).toContain(
        '✂ at call 1 of listFormLeads by sync#1: just after it took effect, a lead is submitted',
      )
      expect((await replayStory(sync('right'), { steps, marks })).ok).toBe(true)
      expect(workingFolders()).toEqual(before)
    },
  )

  test.runIf(isLong)('is found by the systematic order, and its story is saved', async () => {
    const { ok, failures, tried } = await explore(options({ stories: join(fixture, 'stories') }))
    expect(ok).toBe(false)
    const [failure] = failures
    expect(failure).toMatchObject({ kind: 'leads lost', story: { marks } })
    expect(failure?.text).toContain('Then the faults stop and sync starts 2 times more.')
    expect(tried?.[0]).toBe('facts between starts: 3 of 3 stories')
    const saved = failure?.saved ?? ''
    expect(existsSync(failure?.page ?? '')).toBe(true)
    const { story } = parseStory(readFileSync(saved, 'utf8'), saved)
    expect((await replayStory(options(), story)).kind).toBe('leads lost')
  })
})

describe('a poster that runs as a process', () => {
  test('that posts blindly posts twice after a lost answer', async () => {
    const marks: Mark[] = [{ at: 'post#1/publishPost We are open/1', harm: { do: 'answer lost' } }]
    const replayed = await replayStory(post('posts blindly'), { steps: [{ do: 'job', job: 'post' }], marks })
    expect(replayed.kind).toBe('posts twice')
    expect(replayed.text).toContain("one too many: the post 'We are open'")
    if (!isLong) return
    const report = await explore(post('posts blindly', { kinds: 1 }))
    expect(report.failures[0]).toMatchObject({ kind: 'posts twice', story: { marks } })
  })
})

describe('a right program is silent', () => {
  test.runIf(isLong)(
    'a sync whose mark is the time before it read, whatever happens around its calls',
    async () => {
      const report = await explore(sync('right', { hostile: factsAlone, runs: 9 }))
      expect(report.failures).toEqual([])
      expect(report.ok).toBe(true)
      expect(report.tried?.slice(0, 3)).toEqual([
        'facts between starts: 3 of 3 stories',
        'many facts at once: 1 of 1 stories',
        'one fact at each point (2): 2 of 2 stories',
      ])
    },
  )

  test('a poster that looks before it posts, after a lost answer', async () => {
    const marks: Mark[] = [{ at: 'post#1/publishPost We are open/1', harm: { do: 'answer lost' } }]
    const replayed = await replayStory(post('right', { environment: [] }), {
      steps: [{ do: 'job', job: 'post' }],
      marks,
    })
    expect(replayed).toMatchObject({ ok: true, text: expect.stringContaining('✂') })
  })

  longTest('a poster that looks before it posts, after lost answers and deaths', async () => {
    const report = await explore(post('right', { runs: 9 }))
    expect(report.failures).toEqual([])
    expect(report.warnings).toEqual([])
    expect(report.coverage).toMatchObject({ 'publishPost We are open': { ok: expect.any(Number) } })
  })
})

test('a failure is reported as not confirmed, and saved, if the time ends before its story is played again', async () => {
  const stories = mkdtempSync(join(tmpdir(), 'outside-stories-'))
  const eventually = { 'what never holds': () => false }
  let before = 0
  const { ok, failures } = await exploreWatched(
    post('posts blindly', { eventually, stories }),
    ({ runs, setup }) => {
      // The second look at one run is that before its story is played again.
      if (runs > 0 && runs === before) setup.deadline = performance.now()
      before = runs
    },
  )
  expect(ok).toBe(false)
  expect(failures).toMatchObject([{ oracle: 'invariant', saved: expect.stringContaining(stories) }])
  expect(failures[0]?.text).toContain('not confirmed: no time was left to play its story again')
  expect(existsSync(failures[0]?.saved ?? '')).toBe(true)
  rmSync(stories, { recursive: true })
})

test('a program that never ends after a lost answer is ended, and reported', async () => {
  const code = `
    const http = require('node:http')
    const url = process.env.API + '/v24.0/' + process.env.PAGE + '?access_token=' + process.env.TOKEN
    http.get(url, (response) => response.resume()).on('error', () => setInterval(() => {}, 1000))`
  const command = [process.execPath, '-e', code]
  const options = program('post', '', { command, name: 'hangs', endsWithin: '2s', kinds: 1 })
  const replayed = await replayStory(options, once({ do: 'answer lost' }))
  expect(replayed.title).toMatch(/did not end within 2 s$/)
})

longTest('a program is told to stop at each kind of call', async () => {
  const hostile = { ...factsAlone, people: false, stops: true }
  const { tried, failures } = await explore(post('right', { hostile, runs: 6 }))
  expect(tried?.[1]).toMatch(/^one harm at each kind of call \(2\): [12] of 2 stories$/)
  expect(failures).toEqual([])
})

longTest('a mirror that can be read no more after a fault is a failure, and not wrong input', async () => {
  const code = `
    const http = require('node:http')
    const { existsSync, writeFileSync } = require('node:fs')
    const url = process.env.API + '/v24.0/' + process.env.PAGE + '?access_token=' + process.env.TOKEN
    const keep = (text) => () => existsSync('kept.json') || writeFileSync('kept.json', text)
    http.get(url, (response) => response.resume().on('end', keep('["read"]'))).on('error', keep('['))`
  const command = [process.execPath, '-e', code]
  const options = program('post', '', { command, name: 'cuts', mirror: { kept: jsonFile('kept.json') } })
  const replayed = await replayStory(options, once({ do: 'answer lost' }))
  expect(replayed.title).toContain('a mirror needs JSON, but kept.json has')
})

longTest(
  'a program that fails at every start after a death in the middle of a write is reported',
  async () => {
    const code = `
    const http = require('node:http')
    const { existsSync, rmSync, writeFileSync } = require('node:fs')
    if (existsSync('lock')) throw new Error('another process runs')
    writeFileSync('lock', '')
    const url = process.env.API + '/v24.0/' + process.env.PAGE + '?access_token=' + process.env.TOKEN
    const end = () => rmSync('lock')
    http.get(url, (response) => response.resume().on('end', end)).on('error', end)`
    const command = [process.execPath, '-e', code]
    const options = program('post', '', { command, name: 'locks', kinds: 1 })
    const replayed = await replayStory(options, once({ do: 'dies after' }))
    expect(replayed.title).toMatch(/#2 ended with exit code 1: .*, although nothing went wrong in it$/)
  },
)

test('calls to other hosts are refused and named, and processes that leave their group are ended', async () => {
  const code = `
    const http = require('node:http')
    const { spawn } = require('node:child_process')
    spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' }).unref()
    const proxy = new URL(process.env.HTTP_PROXY)
    const other = { host: proxy.hostname, port: proxy.port, path: 'http://example.com/', agent: false }
    http.get(other, (response) => response.resume()).on('error', () => {})
    const url = process.env.API + '/v24.0/' + process.env.PAGE + '?access_token=' + process.env.TOKEN
    http.get(url, { agent: false }, (response) => response.resume()).on('error', () => {})`
  const command = [process.execPath, '-e', code]
  const report = await explore(program('post', '', { command, name: 'wanders', runs: 1 }))
  expect(report.warnings).toContain('the program called example.com, which was refused')
  if (existsSync('/proc/self/environ'))
    expect(report.warnings).toContain('node left processes behind that had left its group: they were ended')
})

test('two baseline runs whose mirrors end in another order do not differ', async () => {
  const code = `
    const url = process.env.API + '/v24.0/' + process.env.PAGE + '?access_token=' + process.env.TOKEN
    require('node:http').get(url, (response) => response.resume())`
  let turn = 0
  const mirror = { entries: () => (turn++ % 2 === 0 ? ['a', 'b'] : ['b', 'a']) }
  const command = [process.execPath, '-e', code]
  const report = await explore(program('post', '', { command, name: 'turns', mirror, runs: 1 }))
  expect(report.warnings.join()).not.toContain('differ')
})

test('a program that has called is not told to trust the authority, because a connection of it ended early', async () => {
  const code = `
    const http = require('node:http')
    const tls = require('node:tls')
    const { hostname: host, port } = new URL(process.env.HTTPS_PROXY)
    const end = () =>
      http.request({ host, port, method: 'CONNECT', path: 'graph.facebook.com:443' })
        .on('connect', (_, socket) => {
          const options = { socket, servername: 'graph.facebook.com', rejectUnauthorized: false }
          tls.connect(options, () => setTimeout(() => process.exit(), 50))
        })
        .end()
    const url = process.env.API + '/v24.0/' + process.env.PAGE + '?access_token=' + process.env.TOKEN
    http.get(url, (response) => response.resume().on('end', end)).on('error', end)`
  const command = [process.execPath, '-e', code]
  const report = await explore(program('post', '', { command, name: 'leaves', runs: 1 }))
  expect(report.warnings.filter((text) => text.includes('TLS'))).toEqual([])
})

/** A program that reads the page twice over one connection, which it keeps. */
const keeps = `
  const http = require('node:http')
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const url = process.env.API + '/v24.0/' + process.env.PAGE + '?access_token=' + process.env.TOKEN
  const read = () => new Promise((resolve, reject) =>
    http.get(url, { agent }, (response) => response.resume().on('end', resolve)).on('error', reject))
  read().catch(() => {}).then(read).catch(() => process.exit(1)).then(() => process.exit(0))`

const cutting: readonly Mark['harm'][] = [{ do: 'dies after' }, { do: 'answer lost' }, { do: 'refused' }]

test.each(sample(cutting, 1))(
  'a connection that is kept does not outlive the harm %j: the next call arrives over another one',
  async (harm) => {
    const options = program('post', '', { command: [process.execPath, '-e', keeps], name: 'keeps' })
    const { ok, text } = await replayStory(options, once(harm))
    expect({ ok, text }).toEqual({ ok: true, text: expect.stringMatching(/node#3/) })
  },
)

test('a program that takes its proxy away reaches nothing, and one message says what to do', async () => {
  const code = `
    for (const name of Object.keys(process.env)) if (/proxy|node_/i.test(name)) delete process.env[name]
    const call = "require('node:https').get('https://graph.invalid/v24.0/me').on('error', () => {})"
    require('node:child_process').spawnSync(process.execPath, ['-e', call])`
  const options = program('post', '', { command: [process.execPath, '-e', code], name: 'strays' })
  await expect(explore(options)).rejects.toThrow(/never called the world: let it call .* follows HTTPS_PROXY/)
})
