import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { replicationCommand } from '../../src/inspector/viewer/study/rows.ts'
import type { RandomSource } from '../../src/simulation/index.ts'
import { type StudyResult, studyPage } from '../../src/simulation/index.ts'
import { randomSource } from '../../src/simulation/load/random-source.ts'
import { addReplication, createStudyCollection } from '../../src/simulation/study/collection.ts'
import { resultOfStudy } from '../../src/simulation/study/study-result.ts'
import { axeFindsEverywhere, picture, textOf, watchPage } from '../inspector/viewer.ts'
import { hasBrowser, openBrowser, type RunningBrowser } from '../server/node/browser.ts'

const hostile = '</script><script>globalThis.broken = 1</script><img src=x onerror="globalThis.broken = 1">'
const day = 86_400_000

/** A study whose values are drawn: the wait of variant n is about 20 / (n + 1) minutes. */
function answered(names: readonly string[], replications: number): StudyResult {
  const collection = createStudyCollection({
    ...{ study: `agents ${hostile}`, engine: '1.0.0', variants: names.map((name) => [name, '{}'] as const) },
    ...{
      measures: ['mean wait, minutes', 'lost leads'],
      confidence: 0.95,
      goals: [],
      series: null,
      seeds: [1, replications],
    },
  })
  const random: RandomSource = randomSource('page', 'values')
  const drawn = (mean: number) => random.gamma({ shape: 6, mean: Math.round(mean * 1_000) }) / 1_000
  for (let seed = 1; seed <= replications; seed++)
    for (const [place, variant] of names.entries()) {
      const measures = { 'mean wait, minutes': drawn(20 / (place + 1)), 'lost leads': Math.round(drawn(40)) }
      const queue = Array.from({ length: 48 }, (_, hour) => Math.round(drawn(2 + (hour % 24) / (place + 1))))
      const series = {
        from: 20_000 * day,
        every: day / 24,
        samples: 48,
        counters: [],
        values: { 'agents waiting': queue },
      }
      addReplication(collection, { variant, seed, measures, series })
    }
  return resultOfStudy(collection)
}

const variants = Array.from({ length: 12 }, (_, index) => `agents ${index + 1}, patience ${index % 3}h`)
let large: StudyResult | undefined

/** A study of 12 variants with 1,000 replications, which takes a second to draw. */
function largeStudy(): StudyResult {
  large ??= answered(variants, 1_000)
  return large
}

const small = answered(['two agents', "three agents, O'Neill"], 10)

test.each([
  [
    ['a b', 'a-b', 'c'],
    ['1-a-b-7.html', '2-a-b-7.html', '3-c-7.html'],
  ],
  [
    ['A', 'a'],
    ['1-a-7.html', '2-a-7.html'],
  ],
  [
    ['a b', 'c'],
    ['a-b-7.html', 'c-7.html'],
  ],
])('the pages of the variants %j have names of their own', (names, files) => {
  const data = {
    ...small,
    variants: names.flatMap((name) => small.variants.slice(0, 1).map((one) => ({ ...one, name }))),
  }
  const pages = names.map((name) =>
    replicationCommand({ ...data, file: 'a.mjs' }, name, 7).replace(/^.*--page /, ''),
  )
  expect(pages).toEqual(files)
})

describe('the page of a study', () => {
  const html = studyPage(small, { file: 'agents.study.ts' })

  test('has no text that could end its script, and names no other resource', () => {
    expect(html.match(/<\/?script/g)).toHaveLength(4)
    expect(html.match(/<(link|img|iframe|object|embed|base)\b/g)).toBeNull()
    expect(html).toContain('<title>agents &lt;/script&gt;')
  })

  test('of 12 variants with 1,000 replications is below 4 MB', () => {
    expect(studyPage(largeStudy()).length).toBeLessThan(4_000_000)
  })

  test.each<[string, unknown, unknown, RegExp]>([
    ['nothing', undefined, {}, /^studyPage takes the result of study\(…\), got nothing/],
    ['a simulation', { counters: {} }, {}, /takes the result of study.*it has no member variants/],
    ['an unknown option', small, { files: 'x' }, /did you mean file\?/],
    ['a file that is no text', small, { file: 5 }, /The option file must be text, got 5/],
  ])('is not made of %s', (_, result, options, message) => {
    expect(() => studyPage(result as never, options as never)).toThrow(message)
    expect(() => studyPage(result as never, options as never)).toThrow(TypeError)
  })
})

describe.runIf(hasBrowser)('in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-study-'))
  let running: RunningBrowser
  let page: Page
  let problems: string[] = []

  const open = async (result: StudyResult) => {
    const file = join(folder, 'study.html')
    writeFileSync(file, studyPage(result, { file: 'my studies/agents.study.ts' }))
    await page.goto(pathToFileURL(file).href)
    await page.waitForSelector('.dots canvas')
  }
  beforeAll(async () => {
    running = await openBrowser()
    page = await running.browser.newPage()
    problems = watchPage(page, (url) => url.startsWith('file:'))
    await page.setViewport({ width: 1_280, height: 900 })
    await open(small)
  }, 60_000)
  afterAll(async () => {
    await running[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true })
  })

  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key as never)
  }
  /** The two replications of a point of a difference have the same seed, and pages of their own. */
  const command = (seed: number) =>
    "npx fauxgraph simulate 'my studies/agents.study.ts' --variant 'two agents' " +
    `--seed ${seed} --page two-agents-${seed}.html`
  const first = small.variants[0]
  const waits = first?.values['mean wait, minutes'] ?? []

  test('has a chart of each measure and difference, a sentence for each, bands and a table', async () => {
    expect(await page.$$eval('.dots h3', (all) => all.map(({ textContent }) => textContent))).toEqual([
      ...['mean wait, minutes', 'lost leads', 'mean wait, minutes', 'lost leads'],
    ])
    expect(await textOf(page, 'ul.plain')).toMatch(
      /^three agents, O'Neill: "mean wait, minutes" is \d+(\.\d)? ± \d+(\.\d)? lower than with two agents \(10 pairs\)/,
    )
    expect(await page.$$eval('.plots .plot h3', (all) => all.map(({ textContent }) => textContent))).toEqual([
      'agents waiting',
    ])
    expect(await page.$$eval('tbody tr', (rows) => rows.length)).toBe(4)
    expect(await textOf(page, 'h1')).toBe(`agents ${hostile}`)
  })

  test('keys select a replication by its value, and Enter shows its command', async () => {
    await page.focus('.dots [role=application]')
    const least = waits.indexOf(Math.min(...waits)) + 1
    const greatest = waits.indexOf(Math.max(...waits)) + 1
    await press('End')
    expect(await textOf(page, '.dots [role=status]')).toMatch(
      new RegExp(`^two agents, seed ${greatest}: [\\d.]+ · Enter shows its command$`),
    )
    await press('Home', 'Enter')
    expect(await textOf(page, '.dots .command code')).toBe(command(least))
    await press('ArrowDown')
    expect(await textOf(page, '.dots .command code')).toContain(`--variant 'three agents, O'\\''Neill'`)
    await press('Escape')
    expect(await page.$('.dots .command')).toBeNull()
  })

  /** Where a value of the first row is on the screen: the middle of its scatter is hit from ten pixels away. */
  const placeOf = async (value: number) => {
    const box = await (await page.$('.dots .u-over'))?.boundingBox()
    if (!box) throw new Error('The chart has no box')
    const all = small.variants.flatMap(({ values }) => values['mean wait, minutes'] ?? [])
    const [low, high] = [Math.min(...all), Math.max(...all)]
    const room = (high - low) * 0.04
    return { box, x: box.x + ((value - low + room) / (high - low + 2 * room)) * box.width }
  }

  test('a click on a point shows its command, and one beside points shows none', async () => {
    const greatest = Math.max(...waits)
    const { box, x } = await placeOf(greatest)
    const seed = waits.indexOf(greatest) + 1
    // Seeds are scattered over 22 pixels by the golden ratio.
    const y = box.y + box.height / 4 - 14 + ((seed * 0.618_033_988_75) % 1) * 22
    await page.mouse.click(x, y)
    expect(await textOf(page, '.dots .command code')).toBe(command(seed))
    await page.mouse.click(box.x + box.width - 3, box.y + box.height - 3)
    expect(await page.$('.dots .command')).toBeNull()
  })

  test('a point of a difference shows both of its replications', async () => {
    const charts = await page.$$('.dots [role=application]')
    await charts[2]?.focus()
    await press('m', 'Enter')
    const shown = await page.$$eval('.dots .command code', (all) => all.map(({ textContent }) => textContent))
    expect(shown).toHaveLength(2)
    expect(shown[1]).toContain("--variant 'two agents'")
    await press('Escape')
  })

  test('intervals can be seen closer, and another variant beside the first', async () => {
    const drawn = (selector: string) =>
      page.$eval(selector, (canvas) => (canvas as HTMLCanvasElement).toDataURL())
    // A chart is drawn in a later turn than the click.
    const draws = (selector: string, isExpected: (data: string) => boolean) =>
      vi.waitFor(async () => expect(isExpected(await drawn(selector))).toBe(true), 5_000)
    const before = await drawn('.dots canvas')
    await page.click('button[aria-pressed=false]')
    await draws('.dots canvas', (data) => data !== before)
    await page.click('button[aria-pressed=true]')
    await draws('.dots canvas', (data) => data === before)
    const bands = await drawn('.plots canvas')
    await page.select('.tools label:nth-of-type(2) select', '')
    await draws('.plots canvas', (data) => data !== bands)
  })

  test('axe-core finds nothing, light and dark, wide and narrow', async () => {
    await page.focus('.dots [role=application]')
    await press('m', 'Enter')
    expect(await axeFindsEverywhere(page, 'study-small')).toEqual([])
  })

  test('of 12 variants with 1,000 replications opens, and follows keys', async () => {
    await open(largeStudy())
    await picture(page, 'study-large')
    await page.focus('.dots [role=application]')
    await press('ArrowRight', 'ArrowDown', 'Enter')
    await page.waitForSelector('.command')
    await page.click('button[aria-pressed=false]')
    await picture(page, 'study-large-open')
  }, 60_000)

  test('hostile texts ran no code, and nothing was requested', async () => {
    expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false)
    expect(problems).toEqual([])
  })
})
