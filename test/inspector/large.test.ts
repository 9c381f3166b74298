import type { Page } from 'puppeteer-core'
import { expect, test } from 'vitest'
import { listen } from '../../src/server/node/index.ts'
import { createWorld } from '../../src/world/create-world.ts'
import { hasBrowser, openBrowser } from '../server/node/browser.ts'

const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)

// `FAUXGRAPH_LONG=1` plays the whole size, which takes half a minute.
const count = process.env['FAUXGRAPH_LONG'] === undefined ? 3_000 : 100_000

test.runIf(hasBrowser)(`a world with ${count} calls is shown at once, with few nodes`, async () => {
  const world = createWorld()
  const { page: id, pageToken } = world.starter()
  const client = world.as(pageToken)
  for (let at = 0; at < count; at++) client.readPage({ page: id, fields: ['name'] })
  await using server = await listen(world)
  await using running = await openBrowser()
  // The tests bundle the viewer when it is first asked for; a package has it bundled.
  await (await fetch(`${server.url}/_sim/`, { headers: { accept: 'text/html' } })).text()
  const page = await running.browser.newPage()
  await page.evaluateOnNewDocument(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('.line')) return
      watch.disconnect()
      requestAnimationFrame(() => Reflect.set(globalThis, 'firstLines', performance.now()))
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  const from = performance.now()
  await page.goto(`${server.url}/_sim/`)
  await page.waitForSelector('.line')
  expect(await nodes(page)).toBeLessThan(5_000)
  await page.waitForFunction(
    (all) => document.querySelector('.found')?.textContent?.endsWith(`of ${all}`),
    { timeout: 60_000 },
    count.toLocaleString('en-US'),
  )
  const all = performance.now() - from
  const firstLines = await page.evaluate(() => Number(Reflect.get(globalThis, 'firstLines')))
  await page.focus('.list')
  await page.keyboard.press('End')
  await page.waitForSelector(`#line-${count - 1}[aria-selected=true]`)
  expect(await nodes(page)).toBeLessThan(5_000)
  await page.tracing.start({ categories: ['disabled-by-default-devtools.timeline.frame'] })
  await page.evaluate(async () => {
    const list = document.querySelector('.list')
    for (let turn = 0; turn < 60; turn++) {
      if (list) list.scrollTop = (list.scrollHeight * turn) / 60
      await new Promise(requestAnimationFrame)
    }
  })
  const { traceEvents } = JSON.parse(new TextDecoder().decode(await page.tracing.stop()))
  const drawn = (traceEvents as { name: string; ts: number }[])
    .filter(({ name }) => name === 'DrawFrame')
    .map(({ ts }) => ts / 1_000)
    .sort((one, other) => one - other)
  expect(drawn.length).toBeGreaterThan(2)
  const milliseconds = ((drawn.at(-1) ?? 0) - (drawn[0] ?? 0)) / (drawn.length - 1)
  // Times are printed, and not asserted, because machines differ.
  process.stdout.write(
    `first lines after ${Math.round(firstLines)} ms, all after ${Math.round(all)} ms, ` +
      `${await nodes(page)} nodes, ${drawn.length} frames of a scroll, ${(1_000 / milliseconds).toFixed(1)} a second\n`,
  )
})
