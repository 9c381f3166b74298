import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { explore, replayStory } from '../../src/explore/index.ts'
import type { ExploreOptions } from '../../src/explore/run/options/options.ts'
import { traceSchema } from '../../src/inspector/index.ts'
import { job, lead, mark, world } from './play.ts'
import { appended, appends } from './programs.ts'

/** A program that stores a lead and notes that in a second write: a death in between stores it twice. */
const options = (more: Partial<ExploreOptions>): ExploreOptions => ({
  name: 'lead sync',
  world,
  sut: appends(false),
  mirror: appended,
  stories: false,
  ...more,
})

const twice = {
  steps: [lead, job('sync')],
  marks: [mark('sync#1/store/1', { do: 'dies after' })],
}

test('the trace of a failed story has its steps with their marks, its calls, and the baseline run', async () => {
  const replayed = await replayStory(options({}), twice)
  expect(replayed.ok).toBe(false)
  const trace = replayed.trace()
  expect(traceSchema.parse(trace)).toEqual(trace)
  expect(trace.title).toBe(replayed.title)
  expect(trace.story).toMatchObject({ title: replayed.title, failure: expect.stringMatching(/^✗ /) })
  expect(trace.story?.steps).toEqual([
    { text: 'a lead is submitted', mark: null },
    {
      text: 'sync#1 starts',
      mark: '✂ at write 1 of sync#1 to the store: the process dies right after it, and starts again',
    },
  ])
  const died = trace.story?.timeline.findIndex((line) => line.includes('✂ at write 1 of sync#1'))
  expect(died).toBeGreaterThan(trace.story?.timeline.indexOf('2. sync#1 starts.') ?? -1)
  // Its only step is the fact: jobs start by themselves, and no mark stands in it.
  expect(trace.story?.baseline.filter((line) => /^\d/.test(line))).toEqual(['1. a lead is submitted'])
  expect(trace.story?.baseline.join()).not.toContain('✂')
  expect(trace.story?.baseline.join()).toContain('calls listFormLeads')
  expect(trace.steps.filter(({ name }) => name === 'listFormLeads').length).toBeGreaterThan(1)
})

test('the trace of a story that passes says so', async () => {
  const { trace } = await replayStory(options({}), { steps: [lead, job('sync')], marks: [] })
  expect(trace().story?.failure).toBe('✓ The story passes.')
  expect(trace().title).toBe('A story of an exploration')
})

test('explore writes a page beside each saved story, and names it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-pages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { failures, warnings } = await explore(options({ stories: folder, runs: 60 }))
  expect(failures.length).toBeGreaterThan(0)
  expect(warnings.filter((line) => line.includes('page'))).toEqual([])
  const saved = failures.map((failure) => failure.saved?.replace('.yaml', '.html'))
  expect(failures.map(({ page }) => page)).toEqual(saved)
  const found = readdirSync(folder).map((name) => join(folder, name))
  expect(found.filter((path) => path.endsWith('.html')).sort()).toEqual([...saved].sort())
  for (const { page = '', title, text } of failures) {
    expect(text).toContain(`  see it in a browser: ${page}\n`)
    expect(readFileSync(page, 'utf8')).toContain(`<title>${title.replaceAll('"', '&quot;')}</title>`)
  }
})

test('explore writes no page without a saved story', async () => {
  const { failures } = await explore(options({ runs: 60, kinds: 1 }))
  expect(failures.length).toBeGreaterThan(0)
  expect(failures.map(({ page, saved }) => [page, saved])).toEqual(failures.map(() => [undefined, undefined]))
  expect(failures.every(({ text }) => !text.includes('browser'))).toBe(true)
  expect(failures[0]?.trace().story?.title).toBe(failures[0]?.title)
})

test('a page that cannot be written hides no failure', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-pages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const first = await explore(options({ stories: folder, runs: 60, kinds: 1 }))
  const [{ page = '' } = {}] = first.failures
  rmSync(page)
  // A folder stands where the page should be.
  mkdirSync(page)
  const { failures, warnings } = await explore(options({ stories: folder, runs: 60, kinds: 1 }))
  expect(failures.map(({ kind }) => kind)).toEqual(first.failures.map(({ kind }) => kind))
  expect(warnings).toContainEqual(expect.stringContaining(`the page ${page} was not written: EISDIR`))
  expect(existsSync(failures[0]?.saved ?? '')).toBe(true)
})

test('what goes wrong before the first step stands at the start of the process', async () => {
  const sut: ExploreOptions['sut'] = async (context) => {
    await context.fetch(`${context.baseUrl}/me?access_token=${context.names.userToken}`).catch(() => {})
    return appends(true)(context)
  }
  const marks = [mark('start#1/readUser/1', { do: 'refused' })]
  const { trace } = await replayStory(options({ sut }), { steps: [lead], marks })
  expect(trace().story?.steps).toEqual([
    { text: 'the process starts', mark: '✂ at call 1 of readUser by start#1: the connection is refused' },
    { text: 'a lead is submitted', mark: null },
  ])
})
