import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { isLong } from '../chance.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules of axe-core that look at colors. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** What axe-core finds on the open page: its rules, and the elements that break them. */
export async function axeFinds(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  return page.evaluate(async (only) => {
    const { violations } = await Reflect.get(globalThis, 'axe').run(document, {
      resultTypes: ['violations'],
      ...(only && { runOnly: only }),
    })
    return violations.flatMap(
      ({ id, nodes }: { id: string; nodes: { html: string; failureSummary: string }[] }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    )
  }, rules)
}

/** The tabs of every page about a world. */
export const worldTabs = ['World', 'Calls', 'Time', 'Webhooks', 'Faults', 'Worlds', 'Coverage'] as const

/**
 * Returns what axe-core finds on the page, light and dark, wide and narrow, and the widths at which the page
 * scrolls sideways. `name` begins the names of the pictures. `tab` is opened each time, if it is given.
 */
export async function axeFindsEverywhere(page: Page, name: string, tab?: string): Promise<string[]> {
  const found: string[] = []
  for (const scheme of ['light', 'dark'])
    for (const width of [1_280, 390]) {
      // A short test takes two of the four, and each width once.
      if (!isLong && (scheme === 'light') !== (width === 1_280)) continue
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
      await page.setViewport({ width, height: 844 })
      if (tab !== undefined) await openTab(page, tab)
      // Elements and their names are the same in both schemes: only colors differ.
      const rules = scheme === 'dark' ? colorRules : undefined
      for (const finding of await axeFinds(page, rules)) found.push(`${scheme} ${width}: ${finding}`)
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
      if (scrolled !== width) found.push(`${scheme} ${width}: the page is ${scrolled} wide`)
      await picture(page, `${name}-${scheme}-${width}`)
    }
  await page.setViewport({ width: 1_280, height: 900 })
  await page.emulateMediaFeatures([])
  return found
}

/** The folder of pictures; none are made without it. */
const folder = process.env['FAUXGRAPH_PICTURES']

/** Makes a picture of the page, if pictures are wanted. */
export async function picture(page: Page, name: string): Promise<void> {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  // The entry of puppeteer-core for browsers writes no files.
  writeFileSync(join(folder, `${name}.png`), await page.screenshot())
}

/** Opens a tab by a click on its name. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.click(`#tab-${name}`)
  await page.waitForFunction(
    (tab) => document.getElementById(`tab-${tab}`)?.ariaSelected === 'true',
    {},
    name,
  )
}

/** The text of the first element of a selector. */
export const textOf = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (found) => (found as HTMLElement).innerText ?? found.textContent ?? '')

/** Clicks the button, link or summary with this text, or the first that begins with it. */
export async function clickText(page: Page, text: string): Promise<void> {
  const found = await page.waitForFunction(
    (wanted) => {
      const all = [...document.querySelectorAll<HTMLElement>('button, a, summary, label')].filter((one) =>
        one.checkVisibility(),
      )
      const exact = all.find((one) => one.textContent?.trim() === wanted)
      return exact ?? all.find((one) => one.textContent?.trim().startsWith(wanted))
    },
    {},
    text,
  )
  const element = found.asElement()
  if (!element) throw new Error(`There is no ${text}`)
  await (element as unknown as { click(): Promise<void> }).click()
}

/** Clicks the line of the list of calls that has a text: the first, or another one. */
export async function clickLine(page: Page, text: string, turn = 1): Promise<void> {
  const ids = await page.$$eval(
    '.line',
    (lines, wanted) => lines.filter((one) => one.textContent?.includes(wanted)).map(({ id }) => id),
    text,
  )
  await page.click(`#${ids[turn - 1]}`)
}

/** Waits until the page shows a text. */
export async function shows(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => document.body.innerText.includes(wanted), { timeout: 10_000 }, text)
}

/** Collects the requests, the errors and the messages of a page. */
export function watchPage(page: Page, isExpected: (url: string) => boolean): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => problems.push(message.text()))
  page.on('request', (request) => {
    if (!isExpected(request.url())) problems.push(request.url())
  })
  return problems
}
