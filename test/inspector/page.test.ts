import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tracePage } from '../../src/inspector/index.ts'
import { createWorld, replay } from '../../src/world/create-world.ts'
import type { Trace } from '../../src/world/history/trace-schema.ts'
import { isLong, longTest, sample } from '../chance.ts'
import { hasBrowser, openBrowser, type RunningBrowser } from '../server/node/browser.ts'
import {
  axeFindsEverywhere,
  clickLine,
  clickText,
  openTab,
  shows,
  textOf,
  watchPage,
  worldTabs,
} from './viewer.ts'

const hostile = '</script><script>globalThis.broken = 1</script><img src=x onerror="globalThis.broken = 1">'

async function played(text: string, title: string): Promise<Trace> {
  const world = createWorld()
  const names = world.starter()
  const { page, app, form, pageToken, noPermissionToken, userToken, campaign } = names
  world.actions.installApp({ app, page }).unwrap()
  world.webhooks.connect(app, () => new Response(text, { status: 500 }))
  world.faults.add({
    match: { operation: 'readCampaign' },
    fault: { kind: 'http', status: 503, body: text.slice(0, 80) },
  })
  world.as(pageToken).publishPost({ page, message: text }).unwrap()
  world.as(noPermissionToken).publishPost({ page, message: text })
  world
    .as(userToken)
    .updateCampaign({ campaign, name: text.slice(0, 80) })
    .unwrap()
  world.actions.submitLead({ form, answers: { full_name: text, email: 'ann@example.test' } }).unwrap()
  await world.webhooks.flush()
  world.actions.createUser({ name: text.slice(0, 60) }).unwrap()
  world.request({
    method: 'GET',
    url: `/v26.0/${page}?fields=name&access_token=${pageToken}&x=${encodeURIComponent(text)}`,
    headers: { 'x-text': 'hostile' },
  })
  const tomorrow = Math.floor(world.clock.now / 1_000) + 86_400
  world
    .as(pageToken)
    .publishPost({
      page,
      message: text,
      published: false,
      scheduled_publish_time: tomorrow,
      unpublished_content_type: 'SCHEDULED',
    })
    .unwrap()
  world.clock.advance('2h')
  return world.trace({ title })
}

/** A story of 40 steps, whose mark is at the last one. */
const steps = Array.from({ length: 40 }, (_, place) => ({
  text: place === 39 ? 'the job starts' : 'a lead is submitted',
  mark: place === 39 ? `the process dies ${hostile}` : null,
}))
const headings = steps.map(({ text }, place) => `${place + 1}. ${text}`)
const call = 'calls listFormLeads: GET /form/leads → 200'
const story = {
  title: `A lead is lost ${hostile}`,
  failure: `expected 1 lead, got 0 ${hostile}`,
  steps,
  timeline: [
    'The process starts.',
    ...headings,
    `  2026-01-15 09:15:00  sync#1 ${call}`,
    '  2026-01-15 09:15:00  the process dies',
  ],
  baseline: [
    'The process starts.',
    headings[0] ?? '',
    `  2026-01-15 09:00:01  sync#2 ${call}`,
    '  2026-01-15 09:00:01  sync#2 writes to the store: lead 1',
  ],
}

describe('the page of a trace', () => {
  test('has no text that could end its script, and asks for nothing', async () => {
    const html = tracePage({ ...(await played(hostile, hostile)), story })
    expect(html.match(/<script/g)).toHaveLength(2)
    expect(html.match(/<\/script/g)).toHaveLength(2)
    expect(html.match(/<(link|img|iframe|object|embed|base)\b/g)).toBeNull()
    expect(html).toMatch(
      /content="default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'none';/,
    )
    expect(html).not.toContain('unsafe-inline')
  })

  test('is small: the viewer is under 120 KB compressed, and a story of 50 calls under 400 KB', () => {
    const world = createWorld()
    const { page, pageToken } = world.starter()
    const empty = tracePage(createWorld().trace())
    for (let at = 0; at < 50; at++)
      world
        .as(pageToken)
        .publishPost({ page, message: `post ${at}` })
        .unwrap()
    expect(gzipSync(empty).length).toBeLessThan(120 * 1_024)
    expect(tracePage(world.trace()).length).toBeLessThan(400 * 1_024)
  })

  test.each<[string, (trace: Trace) => unknown, string]>([
    ['nothing', () => undefined, 'got nothing'],
    ['another object', () => ({}), 'its format must be fauxgraph-trace, got nothing'],
    [
      'a newer version',
      (trace) => ({ ...trace, version: 2 }),
      'its version must be 1, got 2: use the fauxgraph',
    ],
    ['no steps', ({ steps: _, ...trace }) => trace, 'steps '],
    ['a damaged step', (trace) => ({ ...trace, steps: [{ sequence: 1 }] }), 'steps.0.at '],
  ])('is not made of %s', (_, change, words) => {
    const trace = createWorld().trace()
    expect(() => tracePage(change(trace) as never)).toThrow(TypeError)
    expect(() => tracePage(change(trace) as never)).toThrow(/^tracePage takes a trace of world\.trace\(\): /)
    expect(() => tracePage(change(trace) as never)).toThrow(words)
  })

  longTest('is not made of a trace that is too large', () => {
    const trace = { ...createWorld().trace(), title: 'x'.repeat(135_000_000) }
    expect(() => tracePage(trace)).toThrow(/at most 134217728 characters.*: make a trace with fewer steps/)
  })
})

/** In the page: opens each tab. Returns the names of those that are blank; undefined for a page without tabs. */
async function visitTabs(): Promise<string[] | undefined> {
  const tabs = document.querySelectorAll<HTMLElement>('[role=tab]')
  if (tabs.length === 0) return undefined
  const blank: string[] = []
  for (const tab of tabs) {
    tab.click()
    for (let turns = 0; turns < 600 && tab.ariaSelected !== 'true'; turns++)
      await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    if (tab.ariaSelected !== 'true' || document.getElementById('panel')?.innerText.trim() === '')
      blank.push(`${tab.textContent} is blank`)
  }
  return blank
}

describe.runIf(hasBrowser)('in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-inspector-'))
  let running: RunningBrowser
  let page: Page
  let problems: string[] = []

  const open = async (name: string, html: string): Promise<Page> => {
    const file = join(folder, `${name}.html`)
    writeFileSync(file, html)
    const opened = await running.browser.newPage()
    const { href } = pathToFileURL(file)
    problems = watchPage(opened, (url) => url.replace(/#.*$/, '') === href || url.startsWith('blob:'))
    await opened.setViewport({ width: 1_280, height: 900 })
    await opened.goto(href)
    return opened
  }

  beforeAll(async () => {
    running = await openBrowser()
    page = await open('hostile', tracePage({ ...(await played(hostile, hostile)), story }))
  })
  afterAll(async () => {
    await running[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true })
  })

  test('a refused call tells the check that refused it, and what it changed', async () => {
    await openTab(page, 'Calls')
    await clickLine(page, 'publishPost', 2)
    await shows(page, 'refused it')
    const panel = await textOf(page, '.panel')
    expect(panel).toContain('refused with code 200')
    expect(panel).toContain('because the token lacks the permission pages_manage_posts')
    expect(await page.$$eval('.checks .failed', (found) => found.map((one) => one.textContent))).toEqual([
      expect.stringContaining('permission: failed'),
    ])
    expect(panel).toContain('Changed rows (0)')
    await clickLine(page, 'updateCampaign')
    await shows(page, 'changed campaigns')
    expect(await textOf(page, '.panel table')).toMatch(/name/)
  })

  test('filters by text, by result and by token', async () => {
    await openTab(page, 'Calls')
    const found = () => textOf(page, '.found')
    const all = await found()
    await page.type('.tools input[type=search]', 'publishpost')
    expect(await found()).toMatch(/^3 of /)
    await page.select('.tools label:nth-of-type(3) select', 'refused')
    expect(await found()).toMatch(/^1 of /)
    await page.select('.tools label:nth-of-type(3) select', 'all')
    await page.click('.tools input[type=search]', { count: 3 })
    await page.keyboard.press('Backspace')
    expect(await found()).toBe(all)
  })

  test('the slider shows the world after each step, and the difference of two', async () => {
    await openTab(page, 'Time')
    await page.waitForSelector('.slider input')
    await page.focus('.slider input')
    await page.keyboard.press('Home')
    await shows(page, 'The world after step 0')
    await clickText(page, 'Show this world')
    await shows(page, 'The world as it was after step 0')
    await clickText(page, 'Show it as it is now')
    await openTab(page, 'Time')
    await clickText(page, 'Difference between two steps')
    await shows(page, 'created posts')
  })

  test('deliveries have their attempts and signatures, and faults what they matched', async () => {
    await openTab(page, 'Webhooks')
    await shows(page, 'in the process of the world')
    expect(await page.$('[aria-labelledby=subscriptions] button')).toBeNull()
    expect(await page.$eval('.card summary span', (one) => [one.textContent, one.className])).toEqual([
      'attempted',
      'bad',
    ])
    await page.click('.card summary')
    const shown = await textOf(page, '.card')
    expect(shown).toContain('the endpoint answered 500')
    expect(shown).toContain('X-Hub-Signature-256')
    await openTab(page, 'Faults')
    expect(await textOf(page, '.card')).toContain('matched 0 calls')
  })

  test('coverage leads to the calls', async () => {
    await openTab(page, 'Coverage')
    await shows(page, 'operations were reached')
    const checks = await page.$$eval('[aria-label="Checks of calls"] tbody tr', (rows) =>
      rows.map((row) => [0, 2, 3].map((cell) => row.children[cell]?.textContent)),
    )
    expect(checks.length).toBeGreaterThan(10)
    const refusing = checks.findIndex(([, , refused]) => refused !== 'none')
    const [name, reached, refusals] = checks[refusing] ?? []
    expect([name, refusals]).toEqual(['permission', '1'])
    // Each call reached the checks up to the one that refused it.
    expect(checks.map(([, count]) => Number(count))).toEqual(
      checks.map((_, place) => Number(reached) - (place > refusing ? 1 : 0)),
    )
    const led = async (label: string) => {
      await openTab(page, 'Coverage')
      await page.waitForSelector(`[aria-label="${label}"]`)
      await page.click(`[aria-label="${label}"]`)
      await shows(page, 'Show all steps')
      return page.$$eval('.line', (lines) =>
        lines.map((line) =>
          ['.status', '.kind', '.name'].map((part) => line.querySelector(part)?.firstChild?.textContent),
        ),
      )
    }
    const refused = ['#200', 'POST', 'publishPost']
    const succeeded = ['200', 'POST', 'publishPost']
    expect(await led('1: show the calls that permission refused')).toEqual([refused])
    expect(await led('200 × 1: show the calls of publishPost that were refused with code 200')).toEqual([
      refused,
    ])
    expect(await led('ok × 2: show the calls of publishPost that succeeded')).toEqual([succeeded, succeeded])
    expect(await led('post.created × 2: show the calls of publishPost that caused post.created')).toEqual([
      succeeded,
      succeeded,
    ])
    await clickText(page, 'Show all steps')
    await shows(page, 'createUser')
  })

  test('the recording of a file can be downloaded, and replays', async () => {
    await openTab(page, 'Worlds')
    await page.evaluate(() => {
      const create = URL.createObjectURL
      URL.createObjectURL = (blob) => {
        if (blob instanceof Blob) blob.text().then((text) => Reflect.set(globalThis, 'saved', text))
        return create(blob)
      }
    })
    await clickText(page, 'Download the recording')
    await shows(page, 'The recording is downloaded')
    const saved = await page.waitForFunction(() => Reflect.get(globalThis, 'saved'))
    const { world, difference } = replay(JSON.parse(String(await saved.jsonValue())))
    expect([difference, world.seq]).toEqual([undefined, 15])
  })

  /** The texts of elements, and whether each is visible, which parts that scroll may prevent. */
  const seen = (selector: string) =>
    page.$$eval(selector, (found) =>
      found.map((one) => {
        const { left, top, bottom } = one.getBoundingClientRect()
        const inside = (y: number) => one.contains(document.elementFromPoint(left + 8, y))
        return { text: one.textContent ?? '', top, isSeen: inside(top + 3) && inside(bottom - 3) }
      }),
    )

  test('a story stands beside its baseline run, and both are joined at the first difference', async () => {
    await openTab(page, 'Story')
    const joined = await seen('.joined li')
    expect(joined).toEqual([
      { text: expect.stringContaining('the process dies'), top: expect.any(Number), isSeen: true },
      { text: expect.stringContaining('writes to the store: lead 1'), top: joined[0]?.top, isSeen: true },
    ])
  })

  test('a story is stepped through: the step and its lines are visible, and the ends lead nowhere', async () => {
    const step = async () => (await seen('.steps [aria-selected=true]'))[0]
    const lines = () => seen('[aria-label="What happened"] .current')
    const disabled = () =>
      page.$$eval('[role=toolbar] button', (all) => all.map((one) => one.getAttribute('aria-disabled')))
    expect(await disabled()).toEqual(['true', 'false', null])
    await clickText(page, '← Back')
    await expect.poll(step).toMatchObject({ text: '1 a lead is submitted' })
    await clickText(page, 'Forward →')
    await expect.poll(step).toMatchObject({ text: '2 a lead is submitted', isSeen: true })
    await expect.poll(lines).toMatchObject([{ text: '2. a lead is submitted', isSeen: true }])
    await clickText(page, 'To the mark')
    await expect.poll(step).toMatchObject({ text: expect.stringMatching(/^40 the job starts/), isSeen: true })
    await expect
      .poll(lines)
      .toMatchObject([
        { text: '40. the job starts', isSeen: true },
        { text: expect.stringContaining('sync#1 calls listFormLeads') },
        { text: expect.stringContaining('the process dies') },
      ])
    expect(await disabled()).toEqual(['false', 'true', null])
    await page.focus('.steps')
    await page.keyboard.press('ArrowDown')
    await expect.poll(step).toMatchObject({ text: expect.stringMatching(/^40 /) })
    await page.keyboard.press('ArrowUp')
    await expect.poll(step).toMatchObject({ text: '39 a lead is submitted', isSeen: true })
    await page.keyboard.press('Home')
    await expect.poll(step).toMatchObject({ text: '1 a lead is submitted', isSeen: true })
    await clickText(page, 'To the first difference')
    expect((await seen('.joined li'))[0]?.isSeen).toBe(true)
  })

  test('arrow keys move through the tabs and through the steps', async () => {
    await page.focus('#tab-Story')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('tab-Calls')
    await page.waitForSelector('#panel[aria-labelledby=tab-Calls] .list')
    await page.focus('.list')
    await page.keyboard.press('Home')
    await page.waitForSelector('#line-0[aria-selected=true]')
    await page.keyboard.press('ArrowDown')
    await page.waitForSelector('#line-1[aria-selected=true]')
    expect(await page.$eval('[aria-selected=true][role=option]', (one) => one.id)).toBe('line-1')
  })

  // The page of a server shows the other tabs.
  test.each(isLong ? ['Story', ...worldTabs] : ['Story', 'Calls', 'Webhooks', 'Worlds'])(
    'axe-core finds nothing in %s, light and dark, wide and narrow',
    async (name) => {
      expect(await axeFindsEverywhere(page, `file-${name}`, name)).toEqual([])
    },
  )

  test('hostile texts ran no code, and nothing was requested', async () => {
    expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false)
    expect(problems).toEqual([])
  })

  test('every other damage leaves a sentence in the tabs that it reaches, and blanks no tab', async () => {
    const whole = await played('hi', 'A trace')
    const members = Object.keys(whole).filter((name) => !['format', 'version', 'steps'].includes(name))
    const ofSteps = Object.keys(whole.steps[0] ?? {}).filter((name) => name !== 'sequence' && name !== 'rows')
    const damaged = [
      ...members.map((name) => ({ ...whole, [name]: null })),
      {
        ...whole,
        steps: whole.steps.map((step, at) => ({ ...step, [ofSteps[at % ofSteps.length] ?? '']: null })),
      },
    ]
    const html = tracePage(whole)
    const [start = '', rest = ''] = html.split('id="data">')
    const end = rest.slice(rest.indexOf('</script>'))
    const opened = await open('damaged', html)
    const problem: string[] = []
    for (const trace of sample(damaged, 3)) {
      writeFileSync(join(folder, 'damaged.html'), `${start}id="data">${JSON.stringify({ trace })}${end}`)
      await opened.reload()
      const blank = await opened.evaluate(visitTabs)
      if (!blank) await shows(opened, 'This trace is damaged')
      else problem.push(...blank)
    }
    expect(problem).toEqual([])
    await opened.close()
  })

  test.each<[string, (json: string) => string, string]>([
    ['a newer version', (json) => json.replace('"version":1', '"version":2'), 'This trace has version 2'],
    [
      'a damaged trace',
      (json) => json.replace('"steps":', '"stops":'),
      'This trace is damaged: its member steps',
    ],
    ['data that is no JSON', (json) => json.slice(0, -10), 'This trace is damaged: its data is no JSON'],
  ])('%s is a sentence on the page', async (_, change, words) => {
    const html = tracePage(createWorld().trace())
    const [start = '', rest = ''] = html.split('id="data">')
    const end = rest.indexOf('</script>')
    const opened = await open('bad', `${start}id="data">${change(rest.slice(0, end))}${rest.slice(end)}`)
    await shows(opened, words)
    await opened.close()
  })
})
