import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseScenario } from '../../src/scenario/check/parse.ts'
import { runScenario } from '../../src/scenario/play/run-scenario.ts'
import { replay } from '../../src/world/create-world.ts'
import { isLong, longTest } from '../chance.ts'
import { builtCommand } from '../recording/served.ts'
import { hasBrowser, openBrowser, type RunningBrowser } from '../server/node/browser.ts'
import { runTest } from './run-copied.ts'
import { clickLine, clickText, openTab, picture, shows, textOf, watchPage, worldTabs } from './viewer.ts'

describe.runIf(hasBrowser)('the inspector of the command, in Chromium', () => {
  let running: RunningBrowser
  let built: Awaited<ReturnType<typeof builtCommand>>

  beforeAll(async () => {
    ;[built, running] = await Promise.all([builtCommand(), openBrowser()])
  }, 300_000)
  afterAll(async () => {
    await running[Symbol.asyncDispose]()
    built.remove()
  })

  /** Starts the command in a process of its own. */
  async function started(...args: readonly string[]) {
    const child = spawn(process.execPath, [built.program, ...args, '--port', '0', '--json'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(createInterface(child.stdout), 'line')
    const { url, starter } = JSON.parse(line)
    const call = async (method: string, path: string, token: string, form?: object) => {
      const headers = { authorization: `Bearer ${token}` }
      const body = form && new URLSearchParams(Object.entries(form))
      return (await fetch(`${url}${path}`, { method, headers, ...(body && { body }) })).status
    }
    return {
      url: String(url),
      starter,
      call,
      control: async (path: string) => (await fetch(`${url}/_sim/${path}`)).json(),
      /** Two calls before anybody opens the page: the second one is refused. */
      async makeCalls() {
        const feed = `/${starter.page}/feed`
        expect(await call('POST', feed, starter.pageToken, { message: 'Hello' })).toBe(200)
        expect(await call('POST', feed, starter.noPermissionToken, { message: 'Refused' })).toBeGreaterThan(
          399,
        )
      },
      async [Symbol.asyncDispose]() {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      },
    }
  }

  /** Opens the page of a server as a person does: by its printed address. */
  async function opened(url: string): Promise<{ page: Page; problems: readonly string[] }> {
    const page = await running.browser.newPage()
    const problems = watchPage(page, (asked) => asked.startsWith(`${url}/`) || asked.startsWith('blob:'))
    await page
      .browserContext()
      .overridePermissions(url, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write'])
    await page.setViewport({ width: 1_280, height: 900 })
    await page.goto(url)
    return { page, problems }
  }

  const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

  const authority = () => ['--authority', join(built.folder, 'authority')]
  const commands: [string, () => readonly string[]][] = [
    ['serve', () => ['serve']],
    ['proxy', () => ['proxy', ...authority()]],
  ]

  test.each(isLong ? commands : commands.slice(1))(
    'the tour of a person takes 12 clicks at most: fauxgraph %s',
    async (name, args) => {
      await using server = await started(...args())
      await server.makeCalls()
      const { page, problems } = await opened(server.url)
      let clicks = 0
      const click = async (text: string) => {
        clicks += 1
        await clickText(page, text)
      }
      const clickStep = async (text: string) => {
        await shows(page, 'publishPost')
        clicks += 1
        await clickLine(page, text)
      }

      // The call that was refused before the page was opened, with the check that decided.
      await clickStep('#')
      await shows(page, 'refused with code')
      expect(await textOf(page, '.checks .failed')).toMatch(/permission/)
      await picture(page, `served-${name}-refused`)

      // It leaves as a test that fails until the call is mended.
      await click('Tests expect a success')
      await click('Copy as Vitest test')
      await shows(page, 'copied')
      const failing = await copied(page)
      expect(() => runTest(failing)).toThrow(/refused with code/)

      // Played again with the right token it succeeds, and so does the test of it.
      await click('Play again in a fork')
      await page.$eval('.panel form input', (one) => (one as HTMLInputElement).select())
      clicks += 1
      await page.type('.panel form input', server.starter.pageToken)
      await click('Play')
      await shows(page, 'In the fork it succeeds with 200.')
      clicks += 1
      await page.click('.again .copies button')
      await page.waitForFunction(() => document.querySelector('.again .said')?.textContent === 'copied')
      expect(runTest(await copied(page))).toEqual(['publishPost succeeds'])

      // The call that succeeded, with the rows that it changed.
      await clickStep('200')
      await shows(page, 'Changed rows (')
      await page.waitForFunction(() =>
        /created posts/.test(document.querySelector('.panel')?.textContent ?? ''),
      )
      await picture(page, `served-${name}-rows`)

      // The world as it was before both, and a fork of it.
      clicks += 1
      await openTab(page, 'Time')
      clicks += 1
      await page.waitForSelector('.slider input')
      await page.focus('.slider input')
      await page.keyboard.press('Home')
      await shows(page, 'The world as it began')
      await picture(page, `served-${name}-time`)
      clicks += 1
      await page.type('.slider ~ .form input[placeholder=name]', 'early')
      await page.keyboard.press('Enter')
      await shows(page, 'The fork is made:')
      const { seq } = await server.control('world')
      const early = await (await fetch(`${server.url}/_sim/w/early/_sim/world`)).json()
      expect([early.counts.posts ?? 0, early.seq < seq]).toEqual([
        ((await server.control('world')).counts.posts ?? 0) - 1,
        true,
      ])
      expect(clicks).toBeLessThanOrEqual(12)
      expect(problems).toEqual([])
      await page.close()
    },
  )

  /** A text that each tab shows when it shows the world. */
  const shown: Readonly<Record<(typeof worldTabs)[number], string>> = {
    World: 'Run an action',
    Calls: 'publishPost',
    Time: 'The world after step',
    Webhooks: 'Drop the next notice',
    Faults: 'Add the rule',
    Worlds: 'Fork this world',
    Coverage: 'publishPost',
  }

  test.each(isLong ? commands : commands.slice(0, 1))(
    'every tab and every copy works: fauxgraph %s',
    async (name, args) => {
      await using server = await started(...args())
      await server.makeCalls()
      const { page, problems } = await opened(server.url)
      for (const tab of worldTabs) {
        await openTab(page, tab)
        await shows(page, shown[tab])
        expect(await page.$$eval('.problem', (all) => all.map(({ textContent }) => textContent))).toEqual([])
        await picture(page, `served-${name}-${tab}`)
      }
      await openTab(page, 'Calls')
      await clickLine(page, '200')
      await shows(page, 'Copy as curl')
      const texts = new Map<string, string>()
      const labels = await page.$$eval('.panel .copies button', (all) =>
        all.map((one) => one.textContent ?? ''),
      )
      for (const label of labels) {
        await page.evaluate(() => navigator.clipboard.writeText(''))
        await clickText(page, label)
        await expect.poll(() => copied(page), { timeout: 20_000 }).not.toBe('')
        texts.set(label, await copied(page))
      }
      expect(labels).toEqual([
        'Copy as Vitest test',
        'Copy as Jest test',
        'Copy as node:test test',
        'Copy as typed call',
        'Copy as curl',
        'Copy as fetch',
        'Copy up to here as scenario',
        'Copy up to here as recording',
      ])
      const step = Number(/Step\s*(\d+)/.exec(await textOf(page, '.panel'))?.[1])
      const after = replay(JSON.parse(texts.get('Copy up to here as recording') ?? '')).world
      expect(after.seq).toBe(step)
      const scenario = texts.get('Copy up to here as scenario') ?? ''
      expect(runScenario(parseScenario(scenario, { file: 'copied' })).difference).toBeUndefined()
      for (const label of ['Copy as curl', 'Copy as fetch']) expect(texts.get(label)).toContain(server.url)
      expect(runTest(texts.get('Copy as Vitest test') ?? '')).toEqual(['publishPost succeeds'])
      expect(problems).toEqual([])
      await page.close()
    },
  )

  test('a page says in words what was evicted, and its slider begins behind it', async () => {
    await using server = await started('serve', '--history', '4')
    for (let at = 0; at < 9; at++)
      await server.call('POST', `/${server.starter.page}/feed`, server.starter.pageToken, {
        message: `${at}`,
      })
    const { page } = await opened(server.url)
    const sentence =
      'Steps 1 to 5 were evicted: the server keeps the last 4 steps of each world, at most 128 MiB of steps in ' +
      'all worlds, and no step for longer than 7 days.'
    await shows(page, sentence)
    await shows(page, '4 of 4')
    await picture(page, 'served-evicted-Calls')
    await openTab(page, 'Time')
    await page.waitForSelector('.slider input')
    await page.focus('.slider input')
    await page.keyboard.press('Home')
    await shows(page, 'The world after step 5 of 9')
    expect(await textOf(page, '#panel .hint')).toBe(sentence)
    await picture(page, 'served-evicted-Time')
    // A step that is evicted while the page lists it.
    await openTab(page, 'Calls')
    await server.call('POST', `/${server.starter.page}/feed`, server.starter.pageToken, { message: 'more' })
    await shows(page, '5 of 5')
    await page.focus('.list')
    await page.keyboard.press('Home')
    await shows(page, 'Step 6 is not there. Steps 1 to 6 were evicted')
    await page.close()
  })

  longTest('a page of a server without a history says so, and lists what happens', async () => {
    await using server = await started('serve', '--history', 'off')
    await server.makeCalls()
    const { page } = await opened(server.url)
    await shows(page, 'This world keeps no history')
    await server.makeCalls()
    await shows(page, '2 of 2')
    await openTab(page, 'Time')
    await page.waitForFunction(() =>
      /Start the server without/.test(document.querySelector('#panel')?.textContent ?? ''),
    )
    expect(await page.$('.slider')).toBeNull()
    await picture(page, 'served-off-Time')
    await page.close()
  })
})
