import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { hostileNames, optionNames } from '../src/explore/check-options.ts'
import { inFolder } from '../src/explore/define-exploration.ts'
import { type ExploreOptions, explore, replayStory } from '../src/explore/index.ts'
import { factKinds } from '../src/explore/run/calls/fact-names.ts'
import { isLong } from './chance.ts'
import { exampleText, pageOf, textBlock } from './docs/blocks.ts'
import { options as announcer } from './guide/announcer.explore.ts'
import { options } from './guide/lead-sync.explore.ts'
import { leadSync as mendedSync } from './guide/lead-sync-mended.ts'
import { copyProgram } from './programs/copy.ts'

/*
 * Each TypeScript block of docs/explore.md is a copy of a file in test/guide, and its reports are those that
 * the examples give. After a change, renew the page with
 *
 *   FAUXGRAPH_DOCS=renew npx vitest run test/guide.test.ts
 */
const path = 'docs/explore.md'
const root = join(import.meta.dirname, '..')
const { text, blocks } = pageOf(path)

/** The sides of the repairs on the page, in its order: the lines before, and those after. */
const repairs = [...text.matchAll(/```diff\n(.*?)```/gs)].map(([, diff = '']) => {
  const side = (sign: string) =>
    diff
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith(sign))
      .map((line) => `${line.slice(1)}\n`)
      .join('')
  return { before: side('+'), after: side('-') }
})

let copies = 0

/** The options of a program of the page: as it stands there, or with the repair. */
async function programOf(name: string, repair?: { before: string; after: string }): Promise<ExploreOptions> {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const program = join(folder, name)
  const bug = repair && { name: 'the repair', file: 'src/main.ts', from: repair.before, to: repair.after }
  copyProgram(join(root, 'test/programs'), `../guide/${name}`, program, bug)
  copies++
  const config = new URL(`guide/${name}/fauxgraph.config.ts?copy=${copies}`, import.meta.url)
  const { options } = await inFolder(program, () => import(config.href))
  return options
}

const leadWebhook = (repair?: { before: string; after: string }) => programOf('lead-webhook', repair)

test('every block of TypeScript comes from a file in test/guide', () => {
  expect(text.match(/^```(ts|js|typescript|javascript)\b/gm)).toHaveLength(blocks.length)
  expect(blocks.length).toBe(16)
})

test('every block of Python is a program of test/guide', () => {
  const programs = ['lead-cron/sync.py', 'flask-webhook/webhook.py']
  expect([...text.matchAll(/```python\n(.*?)```/gs)].map(([, code]) => code)).toEqual(
    programs.map((name) => readFileSync(join(root, 'test/guide', name), 'utf8')),
  )
})

test.each(blocks)('%s: the page has the same text', (file, code) => {
  expect(code, 'renew it with FAUXGRAPH_DOCS=renew').toBe(exampleText(file))
})

/** A short test ends with the first failure, the one that the page shows. */
const untilFound = isLong ? {} : { kinds: 1 }

test('the report and its replay are those of the example', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-guide-'))
  try {
    const { failures } = await explore({ ...options, stories: folder, ...untilFound })
    const [failure] = failures
    if (!failure) throw new Error('The example has no failure')
    expect(failures).toHaveLength(1)
    const report = failure.text.replaceAll(folder, 'test/__stories__')
    expect(textBlock(path, 'report of test/guide/lead-sync.explore.ts', report)).toBe(report)
    const { text: told } = await replayStory(options, failure.story)
    expect(textBlock(path, 'replay of test/guide/lead-sync.explore.ts', told)).toBe(told)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the report of the first program, and its passing run, are those of the page', {
  timeout: 240_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { failures } = await explore({ ...(await leadWebhook()), stories: folder, ...untilFound })
  expect(failures).toHaveLength(1)
  // The command names the file of the configuration.
  const report = String(failures[0]?.text)
    .replaceAll(folder, 'test/__stories__')
    .replace(/FILE \(.*\)$/, 'fauxgraph.config.ts')
  expect(textBlock(path, 'report of test/guide/lead-webhook', report)).toBe(report)

  const repaired = await leadWebhook(repairs[0])
  const passing = await explore({ ...repaired, stories: false, runs: isLong ? 60 : 10 })
  passing.throwIfFailed()
  const { notTried } = passing
  const line = { name: repaired.name, seed: 1, ok: true, runs: 500, failures: [], notTried }
  expect(text).toContain(`\`\`\`json\n${JSON.stringify(line)}\n`)
  if (!isLong) return
  const down = await explore({ ...repaired, stories: false, hostile: { down: true }, kinds: 1 })
  expect(down.failures.map(({ title }) => title).join()).toMatch(/^leads lost/)
})

test('the report of the program with commands is that of the page', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { failures } = await explore({ ...(await programOf('announcements')), stories: folder, kinds: 1 })
  expect(failures).toHaveLength(1)
  const report = String(failures[0]?.text)
    .replaceAll(folder, 'test/__stories__')
    .replace(/FILE \(.*\)$/, 'fauxgraph.config.ts')
  expect(textBlock(path, 'report of test/guide/announcements', report)).toBe(report)
  expect(report).toMatch(/\w+#1 showed an error, and \w+#2 is its repetition/)
})

test('the fix makes the mended program of the broken one', () => {
  const { before = '', after = '' } = repairs[1] ?? {}
  const broken = exampleText('test/guide/lead-sync.ts')
  expect(broken.replace(before, after)).toBe(exampleText('test/guide/lead-sync-mended.ts'))
})

const mended: ExploreOptions = {
  ...options,
  sut: (context) => ({ jobs: { sync: { every: '15m', run: mendedSync(context) } } }),
}

test.each([
  ['the mended lead sync', mended],
  ['the announcer', announcer],
])('%s passes', { timeout: 120_000 }, async (_, right) => {
  const report = await explore({ ...right, stories: false, runs: isLong ? 100 : 40 })
  report.throwIfFailed()
  expect(report.sometimes).toMatchObject({ 'the process died': true })
})

/** The distinct texts that a pattern finds in the sources of explore. */
const inSources = (pattern: RegExp): string[] => {
  const folder = join(root, 'src/explore')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
  return [...new Set(sources.flatMap((source) => [...source.matchAll(pattern)].map(([, name = '']) => name)))]
}

const storySource = readFileSync(join(root, 'src/explore/search/story/story.ts'), 'utf8')
const steps = ['fact', 'wait', 'job', 'command']
const harms = [...storySource.matchAll(/do: z\.literal\('([\w ]+)'\)/g)]
  .map(([, name = '']) => name)
  .filter((name) => !steps.includes(name))

describe('the page lists', () => {
  test.each([
    ['every option', optionNames, 16],
    ['every kind of hostile', hostileNames, 8],
    ['every kind of fact', [...factKinds], 11],
    ['every harm', harms, 14],
    ['every oracle', inSources(/oracle: '([\w ]+)'/g), 10],
  ])('%s', (_, names, atLeast) => {
    expect(names.length).toBeGreaterThanOrEqual(atLeast)
    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })
})

/** The fields of a Job of `batch/v1` that the page may use, with the values that an indexed Job needs. */
const IndexedJob = z.strictObject({
  apiVersion: z.literal('batch/v1'),
  kind: z.literal('Job'),
  metadata: z.strictObject({ name: z.string().regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/) }),
  spec: z.strictObject({
    completionMode: z.literal('Indexed'),
    completions: z.int().min(1),
    parallelism: z.int().min(1),
    // Both need completionMode Indexed, and backoffLimitPerIndex needs restartPolicy Never.
    backoffLimitPerIndex: z.int().min(0),
    maxFailedIndexes: z.int().min(0),
    template: z.strictObject({
      spec: z.strictObject({
        restartPolicy: z.literal('Never'),
        containers: z
          .array(
            z.strictObject({
              name: z.string(),
              image: z.string(),
              workingDir: z.string(),
              command: z.array(z.string()),
              args: z.array(z.string()),
              resources: z.strictObject({
                requests: z.strictObject({ cpu: z.string(), memory: z.string() }),
              }),
            }),
          )
          .length(1),
      }),
    }),
  }),
})

test('the manifest is an indexed Job that gives each pod a shard of its own', () => {
  const { spec } = IndexedJob.parse(parse(/```yaml\n(apiVersion: batch.*?)```/s.exec(text)?.[1] ?? ''))
  const script = spec.template.spec.containers[0]?.args.join(' ') ?? ''
  const [, count] = /--shard \$\(\(JOB_COMPLETION_INDEX \+ 1\)\)\/(\d+)/.exec(script) ?? []
  expect(Number(count)).toBe(spec.completions)
  expect(spec.parallelism).toBeLessThanOrEqual(spec.completions)
  expect(spec.maxFailedIndexes).toBe(spec.completions)
})
