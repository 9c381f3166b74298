import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tables } from '../../../src/chapters/tables.ts'
import { tracePage } from '../../../src/inspector/index.ts'
import { type Listening, listen } from '../../../src/server/node/index.ts'
import { type Trace, traceSchema } from '../../../src/world/history/trace-schema.ts'
import { isLong } from '../../chance.ts'
import { hasBrowser, openBrowser, type RunningBrowser } from '../../server/node/browser.ts'
import { openTab, shows, textOf, worldTabs } from '../viewer.ts'
import { hostileText, hostileValue } from './hostile-values.ts'
import { hostileScene } from './hostile-world.ts'

/**
 * In the page: elements that no part of the viewer makes, and attributes and addresses that do something; in the
 * whole page, or in a part of it.
 */
function injected(part = 'body'): string[] {
  const root = document.querySelector(part)
  if (!root) return [`There is no ${part}`]
  const loads = 'img, svg, iframe, object, embed, link, base, audio, video, form[action], [class*=injected]'
  const found = [...(part === 'body' ? document : root).querySelectorAll(loads)].map((one) =>
    one.outerHTML.slice(0, 100),
  )
  for (const one of root.querySelectorAll('*'))
    for (const { name, value } of one.attributes) {
      const isAddress = name === 'href' || name === 'src' || name === 'action'
      if (name.startsWith('on') || (isAddress && !value.startsWith('/_sim')))
        found.push(`${one.tagName} ${name}=${value.slice(0, 100)}`)
    }
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let one = texts.nextNode(); one; one = texts.nextNode()) {
    const { parentElement: parent, data } = one as Text
    if (!parent || !data.includes('\u202e') || parent.id === 'data') continue
    const { display, unicodeBidi } = getComputedStyle(parent)
    const isAlone = [...parent.childNodes].filter(({ textContent }) => textContent?.trim()).length === 1
    if (!isAlone || (display === 'inline' && unicodeBidi !== 'isolate'))
      found.push(`reordered in ${parent.tagName} ${parent.className}: ${parent.textContent?.slice(0, 80)}`)
  }
  return found
}

/** In the page: opens rows of the table, or lines of the list. Returns what was injected and shown. */
async function visitAll(find: string, every: number): Promise<{ found: string[]; shown: string[] }> {
  const look: (part?: string) => string[] = Reflect.get(globalThis, 'injected')
  const frame = () => new Promise(requestAnimationFrame)
  const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector)
  const list = find === '.line' ? document.querySelector('.list') : null
  const count = list ? Number(list.querySelector('.line')?.ariaSetSize) : all(find).length
  const [found, shown]: [string[], string[]] = [[], []]
  for (let at = 0; at < count; at += every) {
    if (list) list.scrollTop = (at / count) * list.scrollHeight - 100
    await frame()
    const one = list ? all(`#line-${at}`)[0] : all(find)[at]
    one?.click()
    await frame()
    for (let tries = 0; tries < 300 && !document.querySelector('.panel pre'); tries++) await frame()
    for (const part of all('.panel details')) part.toggleAttribute('open', true)
    await frame()
    // The rest of the page stays as it is.
    found.push(...look('.panel'))
    shown.push(document.querySelector<HTMLElement>('.panel')?.innerText ?? '')
  }
  found.push(...look())
  return { found, shown }
}

/** The beginning of the hostile text, as a page that is not harmed shows it. */
const start = '<img src='

describe.runIf(hasBrowser)('a world whose every text is hostile, in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-attack-'))
  const asked: string[] = []
  let beacon: Server
  let text: string
  let scene: Awaited<ReturnType<typeof hostileScene>>
  let server: Listening
  let running: RunningBrowser

  beforeAll(async () => {
    beacon = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((resolve) => beacon.listen(0, '127.0.0.1', resolve))
    text = hostileText(`http://evil.test:${(beacon.address() as AddressInfo).port}`)
    scene = await hostileScene(text)
    server = await listen(scene.world)
    running = await openBrowser()
  })
  afterAll(async () => {
    await running[Symbol.asyncDispose]()
    await server.close()
    beacon.close()
    rmSync(folder, { recursive: true })
  })

  const broken = (page: Page) => page.evaluate(() => 'broken' in globalThis)

  const save = (name: string, html: string): string => {
    const file = join(folder, `${name}.html`)
    writeFileSync(file, html)
    return pathToFileURL(file).href
  }

  /** Goes through tabs, all hostile rows and some steps of a page, and opens all that can be opened. */
  const tour = async (href: string, tabs: readonly string[], everyStep: number, everyRow = 1) => {
    const hostileRows = [...scene.world.state.graph.rows.values()].filter((row) =>
      JSON.stringify(row).includes('onerror'),
    )
    const page = await running.browser.newPage()
    await page.evaluateOnNewDocument(`globalThis.injected = ${injected}`)
    await page.goto(href)
    const found: string[] = []
    const shown: Record<string, string> = {}
    for (const tab of tabs) {
      await openTab(page, tab)
      await page.waitForFunction(() => !document.getElementById('panel')?.textContent?.includes('Reading'))
      await page.evaluate(() => {
        for (const one of document.querySelectorAll('details')) one.open = true
      })
      shown[tab] = await textOf(page, '#panel')
      found.push(...(await page.evaluate(injected)))
    }
    await openTab(page, 'World')
    await page.type('.tools input[type=search]', 'onerror')
    // The rows of the search before stay until those of this one have come.
    await page.waitForFunction(
      (count) => document.querySelector('.found')?.textContent === `${count} rows`,
      {},
      hostileRows.length,
    )
    const rows = await page.evaluate(visitAll, '.rows .link', everyRow)
    await openTab(page, 'Calls')
    const steps = await page.evaluate(visitAll, '.line', everyStep)
    found.push(...rows.found, ...steps.found)
    const isBroken = await broken(page)
    await page.close()
    return {
      harm: [...found, ...asked, ...(isBroken ? ['code ran'] : [])],
      shown,
      rows: rows.shown,
      steps: steps.shown,
    }
  }

  /** Counts the texts that show the hostile one. */
  const showing = (shown: readonly string[]): number => shown.filter((one) => one.includes(start)).length

  test('the world has a row of every table', () => {
    const kinds = new Set([...scene.world.state.graph.rows.values()].map(({ kind }) => kind))
    expect(Object.keys(tables).filter((kind) => !kinds.has(kind as never))).toEqual([])
  })

  test('the text runs and asks on a page that reads it as HTML: this check can fail', async () => {
    const page = await running.browser.newPage()
    await page.goto(save('unsafe', `<!doctype html><main id="app">${text}</main>`))
    await page.waitForFunction(() => 'broken' in globalThis)
    expect(await broken(page)).toBe(true)
    expect((await page.evaluate(injected)).length).toBeGreaterThan(3)
    await expect.poll(() => asked).toContain('/image')
    await page.close()
    asked.length = 0
  })

  test('the page of a server shows it all, and runs and asks nothing', { timeout: 60_000 }, async () => {
    const { harm, shown, rows, steps } = await tour(`${server.url}/_sim/`, worldTabs, isLong ? 40 : 120)
    expect(harm).toEqual([])
    for (const tab of ['World', 'Calls', 'Webhooks', 'Faults']) expect(shown[tab]).toContain(start)
    expect(showing(rows)).toBeGreaterThanOrEqual(Object.keys(tables).length)
    // A few operations take ids and numbers alone.
    expect(showing(steps)).toBeGreaterThan(0.8 * steps.length)
  })

  test('so does the page of a file', { timeout: 60_000 }, async () => {
    const story = hostileValue(traceSchema.shape.story, text) as Trace['story']
    const html = tracePage({ ...scene.world.trace({ title: text }), story })
    const { harm, shown, rows, steps } = await tour(
      save('file', html),
      ['Story', ...worldTabs],
      isLong ? 20 : 120,
      // The page of a server shows the same rows.
      isLong ? 1 : 12,
    )
    expect(harm).toEqual([])
    for (const tab of ['Story', 'World', 'Calls', 'Webhooks', 'Faults']) expect(shown[tab]).toContain(start)
    if (isLong) expect(showing(rows)).toBeGreaterThanOrEqual(Object.keys(tables).length)
    else expect(showing(rows)).toBeGreaterThan(0)
    // A few operations take ids and numbers alone.
    expect(showing(steps)).toBeGreaterThan(0.8 * steps.length)
  })

  test('a hostile name of a world is refused, and stays text where it comes back', async () => {
    const page = await running.browser.newPage()
    await page.goto(`${server.url}/_sim/w/${encodeURIComponent(text)}/_sim/`)
    await shows(page, 'There is no world <img src=')
    expect([await page.evaluate(injected), asked]).toEqual([[], []])
    await page.goto(`${server.url}/_sim/#Worlds`)
    await page.type('input[placeholder=name]', text.slice(0, 60))
    await page.keyboard.press('Enter')
    await shows(page, 'The name of a world must have 1 to 64 letters')
    expect([await page.evaluate(injected), asked]).toEqual([[], []])
    await page.close()
  })
})
