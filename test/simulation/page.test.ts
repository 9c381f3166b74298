import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { empirical, seriesCsv, simulate, timelinePage } from '../../src/simulation/index.ts'
import { isLong } from '../chance.ts'
import { axeFindsEverywhere } from '../inspector/viewer.ts'
import { hasBrowser, openBrowser, type RunningBrowser, startBrowser } from '../server/node/browser.ts'
import { office, submit } from './office.ts'

const hostile = '</script><script>globalThis.broken = 1</script><img src=x onerror="globalThis.broken = 1">'

function simulated() {
  const { world, page, pageToken, noPermissionToken } = office()
  return simulate({
    world,
    for: '10h',
    actors: {
      *reader(sim) {
        for (;;) {
          yield '1h'
          sim.world.as(pageToken).readPage({ page })
        }
      },
      *intruder(sim) {
        yield '90m'
        sim.world.as(noPermissionToken).publishPost({ page, message: hostile })
        sim.note(hostile)
      },
    },
    arrivals: { leads: { process: empirical(['1m']), run: () => void submit(world, hostile) } },
    sample: { every: '30m' },
  })
}

describe('the page', () => {
  const html = timelinePage(simulated(), { title: `A & B ${hostile}` })

  test('has no text that could end its script', () => {
    expect(html.match(/<script/g)).toHaveLength(2)
    expect(html.match(/<\/script/g)).toHaveLength(2)
    expect(html).toContain('<title>A &amp; B &lt;/script&gt;')
  })

  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'got nothing'],
    ['a text', 'result', 'got "result"'],
    ['an empty object', {}, 'got {}: it has no member counters'],
    [
      'a result whose timeline is another',
      { counters: {}, histograms: {}, resources: {}, series: { at: [], values: {} }, timeline: [] },
      ': its member timeline has another form',
    ],
  ])('is not made of %s', (_what, value, words) => {
    expect(() => timelinePage(value as never)).toThrow(TypeError)
    expect(() => timelinePage(value as never)).toThrow(/^timelinePage takes the result of simulate\(…\), /)
    expect(() => timelinePage(value as never)).toThrow(words)
  })

  test.each([[undefined], [{}], [{ series: {} }], [{ series: { at: [Number.NaN], values: {} } }]])(
    'nor is CSV made of %j',
    (value) => {
      expect(() => seriesCsv(value as never)).toThrow(/^seriesCsv takes the result of simulate\(…\), got /)
    },
  )

  test('names no other resource', () => {
    expect(html.match(/<(link|img|iframe|object|embed|base)\b/g)).toBeNull()
    expect(html.match(/@import|url\(/g)).toBeNull()
    expect(html).toMatch(/content="default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/)
  })

  test('stays small, whatever happens', () => {
    const { world } = office({ history: 'off' })
    const text = 'x'.repeat(2_000)
    const result = simulate({
      world,
      for: '1d',
      actors: {
        note: {
          count: 300,
          *run(sim) {
            for (;;) {
              yield '1h'
              sim.note(text)
            }
          },
        },
      },
      arrivals: { often: { process: empirical(['2s']), run: (sim) => sim.note(text) } },
    })
    expect(result.timeline.lanes.length).toBeLessThanOrEqual(204)
    // 4,000 marks of at most 600 characters, 200 lanes of 1,024 bins, and the code of the page.
    expect(timelinePage(result).length).toBeLessThan(8_000_000)
  })

  test('unknown options are refused', () => {
    expect(() => timelinePage(simulated(), { titel: 'x' } as never)).toThrow(/did you mean title\?/)
  })
})

describe.runIf(hasBrowser)('in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-timeline-'))
  const file = join(folder, 'timeline.html')
  let running: RunningBrowser
  let page: Page
  const problems: string[] = []

  beforeAll(async () => {
    writeFileSync(file, timelinePage(simulated(), { title: hostile }))
    running = await openBrowser()
    page = await running.browser.newPage()
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (message) => problems.push(message.text()))
    page.on('request', (request) => {
      if (request.url() !== pathToFileURL(file).href) problems.push(request.url())
    })
    await page.setViewport({ width: 1_280, height: 900 })
    await page.goto(pathToFileURL(file).href)
    await page.waitForSelector('.plot canvas')
  }, 60_000)
  afterAll(async () => {
    await running[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true })
  })

  const textOf = (selector: string) => page.$eval(selector, (found) => found.textContent ?? '')
  const details = async () =>
    (await page.$eval('.details', (panel) => panel.hasAttribute('hidden'))) ? '' : textOf('.details')
  const axis = () => page.$eval('.lanes canvas', (canvas) => (canvas as HTMLCanvasElement).toDataURL())
  /** Returns the drawing when it has been the same for 100 milliseconds: a new layout draws it again. */
  const settledAxis = async (): Promise<string> => {
    const drawn = await axis()
    await new Promise((resolve) => setTimeout(resolve, 100))
    return drawn === (await axis()) ? drawn : settledAxis()
  }
  /** Waits for a drawing that differs. */
  const redrawn = async (before: string) => {
    for (let tries = 0; tries < 100 && (await axis()) === before; tries++)
      await new Promise((resolve) => setTimeout(resolve, 20))
    return (await axis()) !== before
  }
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key as never)
  }

  test('the heading, the totals and a plot of each series', async () => {
    expect(await textOf('h1')).toBe(hostile)
    expect(await textOf('.totals')).toMatch(/599arrivals\.leads|600arrivals\.leads/)
    expect(
      await page.$$eval('.plot h3 span', (found) => found.map(({ textContent }) => textContent)),
    ).toEqual(['arrivals.leads', 'calls', 'calls.refused', 'tasks'])
  })

  test('keys select marks, and Escape closes the details', async () => {
    await page.focus('.lanes canvas')
    await press('ArrowRight')
    const first = await details()
    expect(first).toMatch(/readPage.*Lanereader/s)
    await press('ArrowRight')
    expect(await details()).not.toBe(first)
    await press('ArrowDown')
    expect(await details()).toContain('Laneintruder')
    await press('Escape')
    expect(await details()).toBe('')
  })

  test('zoom by key, by button and by wheel; 0 shows all again', async () => {
    await press('0')
    const whole = await settledAxis()
    await press('+')
    expect(await redrawn(whole)).toBe(true)
    const closer = await axis()
    await page.click('button[aria-label="Zoom in"]')
    expect(await redrawn(closer)).toBe(true)
    const before = await axis()
    await page.hover('.lanes canvas')
    await page.keyboard.down('Control')
    await page.mouse.wheel({ deltaY: -100 })
    await page.keyboard.up('Control')
    expect(await redrawn(before)).toBe(true)
    await page.focus('.lanes canvas')
    await press('Home')
    for (let tries = 0; tries < 100 && (await axis()) !== whole; tries++)
      await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await axis()).toBe(whole)
  })

  test('a drag moves the visible time', async () => {
    await press('+', '+')
    await new Promise((resolve) => setTimeout(resolve, 100))
    const before = await axis()
    const box = await (await page.$('.lanes canvas'))?.boundingBox()
    if (!box) throw new Error('The canvas has no box')
    await page.mouse.move(box.x + 700, box.y + 60)
    await page.mouse.down()
    await page.mouse.move(box.x + 500, box.y + 60, { steps: 4 })
    await page.mouse.up()
    expect(await redrawn(before)).toBe(true)
    await press('Home')
  })

  test('a search finds a refused call, and its details tell why it was refused', async () => {
    await press('/')
    await page.keyboard.type('publishpost')
    expect(await textOf('.found')).toBe('1 found')
    await press('Enter')
    expect(await textOf('.found')).toBe('1 of 1')
    const text = await details()
    expect(text).toContain(JSON.stringify(hostile))
    expect(text).toMatch(/Code(10|200)/)
    expect(
      await page.$$eval('.checks .failed', (found) => found.map(({ textContent }) => textContent)),
    ).toEqual([expect.stringContaining('permission: failed')])
    expect(await page.$$eval('.checks .skipped', (found) => found.length)).toBeGreaterThan(0)
  })

  test('Escape leaves the search with its text, and n goes to the next mark that it found', async () => {
    await press('Escape')
    expect(await page.$eval('input[type=search]', (one) => (one as HTMLInputElement).value)).toBe(
      'publishpost',
    )
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('CANVAS')
    await press('Escape')
    expect(await textOf('.found')).toBe('1 found')
    await press('n')
    expect(await textOf('.found')).toBe('1 of 1')
  })

  test('a click on a mark shows it', async () => {
    await press('Escape', 'Escape')
    await page.click('input[type=search]', { count: 3 })
    await press('Backspace', 'Escape', 'Escape', 'Home')
    const box = await (await page.$('.lanes canvas'))?.boundingBox()
    if (!box) throw new Error('The canvas has no box')
    // The simulation has ten hours: the read of the fifth stands in the middle of the first lane.
    await page.mouse.click(box.x + 204 + (box.width - 10 - 204) / 2, box.y + 30 + 14)
    expect(await details()).toMatch(/readPage.*2026-01-15 14:00:00 UTC.*reader/s)
  })

  test('a kind of marks can be hidden', async () => {
    await page.click('.kinds .action')
    expect(await page.$eval('.kinds .action', (one) => one.getAttribute('aria-pressed'))).toBe('false')
    await page.click('.kinds .action')
  })

  test('a narrow page does not scroll sideways', async () => {
    await page.setViewport({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.setViewport({ width: 1_280, height: 900 })
  })

  test('axe-core finds nothing, light and dark, wide and narrow, with a mark open and without one', async () => {
    const found: string[] = []
    // A page with an open mark shows all of one without.
    for (const opens of isLong ? [false, true] : [true]) {
      await page.focus('.lanes canvas')
      await press(opens ? 'ArrowRight' : 'Escape')
      for (const finding of await axeFindsEverywhere(page, `simulation-${opens ? 'mark' : 'all'}`))
        found.push(finding)
    }
    expect(found).toEqual([])
  })

  test('hostile texts ran no code, and nothing was requested', async () => {
    expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false)
    expect(problems).toEqual([])
  })
})

describe.runIf(hasBrowser)('in a browser whose language is no language tag', () => {
  test('the page shows the same plots, with the numbers of English', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-timeline-'))
    const file = join(folder, 'timeline.html')
    writeFileSync(file, timelinePage(simulated()))
    // A short test gives the shared browser the name that such a system gives it.
    await using running = await (isLong ? startBrowser('C') : openBrowser())
    const page = await running.browser.newPage()
    if (!isLong)
      await page.evaluateOnNewDocument(() =>
        Object.defineProperty(navigator, 'language', { value: 'en-US@posix' }),
      )
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    await page.goto(pathToFileURL(file).href)
    expect(await page.evaluate(() => navigator.language)).toBe('en-US@posix')
    // The page draws its plots after the load event.
    await page.waitForFunction(() => document.querySelectorAll('.plot canvas').length === 4)
    expect(problems).toEqual([])
    rmSync(folder, { recursive: true })
  }, 60_000)
})
