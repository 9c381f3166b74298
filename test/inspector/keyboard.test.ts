import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElementHandle, KeyInput, Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listening, listen } from '../../src/server/node/index.ts'
import { createWorld } from '../../src/world/create-world.ts'
import type { World } from '../../src/world/world.ts'
import { sample } from '../chance.ts'
import { hasBrowser, openBrowser, type RunningBrowser } from '../server/node/browser.ts'
import { shows, worldTabs } from './viewer.ts'

/** The element that has the focus: its name on the page, and whether a person sees the focus. */
interface Focused {
  readonly name: string
  readonly isVisible: boolean
}

/** In the page: finds the element that has the focus. */
function focused(): Focused {
  const one = document.activeElement as HTMLElement
  const label = one.closest('label')?.textContent?.trim()
  const { outlineStyle, outlineWidth } = getComputedStyle(one)
  const { width, height, top, bottom } = one.getBoundingClientRect()
  const isInView = width > 0 && height > 0 && bottom > 0 && top < window.innerHeight
  const name = one.ariaLabel || label || one.textContent?.trim() || one.tagName
  return {
    name: one === document.body ? '' : one.role === 'tab' ? `The tab ${name}` : name,
    isVisible: one === document.body || (outlineStyle !== 'none' && outlineWidth !== '0px' && isInView),
  }
}

/** The elements of a tab that can have the focus are fewer. */
const STOPS_MAX = 200

describe.runIf(hasBrowser)('a session by keyboard alone, in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-keyboard-'))
  let running: RunningBrowser
  let server: Listening
  let world: World
  let page: Page
  let names: ReturnType<World['starter']>
  /** The names of elements whose focus nobody could see. */
  const unseen = new Set<string>()

  beforeAll(async () => {
    world = createWorld()
    names = world.starter()
    world.as(names.noPermissionToken).publishPost({ page: names.page, message: 'Hello' })
    server = await listen(world)
    running = await openBrowser()
    page = await running.browser.newPage()
    await page.setViewport({ width: 1_280, height: 900 })
    await page.goto(`${server.url}/_sim/`)
    await shows(page, '#200')
  })
  afterAll(async () => {
    await running[Symbol.asyncDispose]()
    await server.close()
    rmSync(folder, { recursive: true })
  })

  const press = async (...keys: KeyInput[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }

  /** Presses Tab. Returns the name of what has the focus then. */
  const nextStop = async () => {
    await press('Tab')
    const { name, isVisible } = await page.evaluate(focused)
    if (!isVisible) unseen.add(name)
    return name
  }
  /** Presses Tab until something has the focus whose name begins with a text. */
  const to = async (text: string, back = false) => {
    const stops: string[] = []
    if (back) await page.keyboard.down('Shift')
    try {
      while (stops.length < STOPS_MAX) {
        const name = await nextStop()
        if (name.startsWith(text)) return
        stops.push(name)
        // Behind the last element, what an answer of the server adds may still be missing.
        if (name === '') await new Promise((resolve) => setTimeout(resolve, 100))
      }
    } finally {
      if (back) await page.keyboard.up('Shift')
    }
    throw new Error(`Tab never came to ${text}, but to ${[...new Set(stops)].join(' | ').slice(0, 2_000)}`)
  }
  const activate = async (text: string) => {
    await to(text)
    await press('Enter')
  }
  /** Writes into a field in place of what it has. */
  const write = async (label: string, text: string) => {
    await to(label)
    await page.keyboard.down('Control')
    await press('a')
    await page.keyboard.up('Control')
    await page.keyboard.type(text)
  }
  /** Opens a tab by the arrow keys. */
  const open = async (tab: string) => {
    await to('The tab ')
    for (let turns = 0; turns < 10; turns++) {
      if ((await page.evaluate(focused)).name === `The tab ${tab}`) return
      await press('ArrowRight')
    }
    throw new Error(`The arrow keys never came to ${tab}`)
  }

  test('World: an action is run, a row is found, and read as a token sees it', async () => {
    await open('World')
    await activate('Run an action')
    await page.waitForFunction(() => document.body.textContent?.includes('createUser'))
    await to('Action')
    await page.keyboard.type('createUser')
    await write('name', 'Grace Example')
    await press('Enter')
    await shows(page, 'The action succeeded.')
    await write('Search rows', 'Starter Page')
    await to('Kind of row')
    await page.keyboard.type('pages')
    await page.waitForFunction(() => document.querySelectorAll('.rows tbody tr').length === 1)
    await activate(names.page)
    await activate('Read')
    await shows(page, 'The answer has status 200.')
  })

  test('Calls: a refused call is found, played again with another token, forked and copied', async () => {
    await open('Calls')
    await write('Filter by text', 'publishPost')
    await to('Result')
    await page.keyboard.type('refused')
    await to('Steps of the world')
    await press('ArrowDown')
    await shows(page, 'because the token lacks the permission pages_manage_posts')
    for (const copy of ['Vitest test', 'Jest test', 'node:test test', 'typed call', 'curl', 'fetch']) {
      await activate(`Copy as ${copy}`)
      await page.waitForFunction(
        (label) =>
          document.activeElement?.textContent === label &&
          document.activeElement.nextElementSibling?.textContent === 'copied',
        {},
        `Copy as ${copy}`,
      )
    }
    await activate('Play again in a fork')
    await write('Token', names.pageToken)
    await press('Enter')
    await shows(page, 'In the fork it succeeds with 200.')
    await write('Fork after step 1 as', 'by-key')
    await press('Enter')
    await shows(page, 'The fork is made:')
    await to('Close the step', true)
    await press('Enter')
    expect((await page.evaluate(focused)).name).toBe('Steps of the world')
  })

  test('Time: the clock moves, the slider shows a moment, a step and a difference', async () => {
    await open('Time')
    const { now } = world.clock
    await write('Advance by', '2h')
    await press('Enter')
    await shows(page, 'the clock shows')
    expect(world.clock.now).toBe(now + 7_200_000)
    await activate('To the next due task')
    await activate('Run all due work')
    await to('The world after step')
    await press('Home', 'ArrowRight')
    await shows(page, 'The world after step 1 of')
    await activate('Difference between two steps')
    await shows(page, 'created users')
    await to('Show this step', true)
    await press('Enter')
    await shows(page, 'refused with code 200')
    expect((await page.evaluate(focused)).name).toBe('The tab Calls')
    await open('Time')
    await activate('Show this world')
    await shows(page, 'The world as it was after step 1.')
    expect((await page.evaluate(focused)).name).toBe('The tab World')
    await activate('Show it as it is now')
  })

  test('Webhooks: a notice is sent, sent again, and the next ones are disturbed', async () => {
    const { app, form } = names
    world.actions.installApp({ app, page: names.page }).unwrap()
    using _connected = world.webhooks.connect(app, () => new Response('ok'))
    world.actions.submitLead({ form, answers: { full_name: 'Ann', email: 'ann@example.test' } }).unwrap()
    await open('Webhooks')
    await activate('Send a test notice')
    await shows(page, 'The test notice is delivered.')
    await activate('Send what is due')
    await shows(page, 'delivered delivery-1: notices to Starter App (app)')
    await activate('delivered delivery-1')
    await activate('Send it again')
    await shows(page, 'delivery-1 was sent.')
    await to('Send what is due', true)
    for (const way of [
      'Drop the',
      'Send the next notice late',
      'Send the next notice twice',
      'Swap the next notice',
    ])
      await activate(way)
    await expect.poll(() => world.faults.rules.length).toBe(4)
  })

  test('Faults: a rule is added and removed', async () => {
    await open('Faults')
    await write('Operation', 'readPage')
    await press('Enter')
    await page.waitForFunction(() => document.querySelectorAll('.card h2').length === 5)
    for (let left = 4; left >= 0; left--) {
      await activate('Remove')
      await expect.poll(() => world.faults.rules.length).toBe(left)
      await page.waitForFunction((count) => document.querySelectorAll('.card h2').length === count, {}, left)
    }
  })

  test('Coverage: a result leads to its calls', async () => {
    await open('Coverage')
    await to('also those')
    await press('Space')
    await page.waitForFunction(() => document.querySelectorAll('.result.never').length > 50)
    await to('also those', true)
    await press('Space')
    await activate('200 × 1: show the calls of publishPost that were refused')
    await shows(page, '1 of')
    expect((await page.evaluate(focused)).name).toBe('The tab Calls')
  })

  test('Worlds: a snapshot is downloaded and loaded; worlds are forked, compared and deleted', async () => {
    const session = await page.createCDPSession()
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      downloadPath: folder,
      browserContextId: String(page.browserContext().id),
    })
    await open('Worlds')
    await activate('Download a snapshot')
    await shows(page, 'The snapshot is downloaded.')
    const file = join(folder, 'snapshot.json')
    await expect.poll(() => readFileSync(file, 'utf8')).toContain(world.hash('full'))
    const before = world.hash()
    world.actions.createUser({ name: 'Later' }).unwrap()
    await to('Load a snapshot')
    // The dialog that a key opens here belongs to the system: the file is given to the field with the focus.
    const field = await page.waitForSelector('input[type=file]:focus')
    await (field as ElementHandle<HTMLInputElement>).uploadFile(file)
    await shows(page, 'in place of this world?')
    await activate('Load it')
    await shows(page, 'The snapshot is loaded.')
    expect(world.hash()).toBe(before)
    await activate('Copy as scenario')
    await write('Name of a new world', 'second')
    await press('Enter')
    await shows(page, 'The world second is made.')
    await activate('Compare')
    await shows(page, 'From this world to')
    await to('Delete', true)
    await press('Enter')
    // The question takes the focus, at the answer that keeps the world; it gives the focus back.
    const focusOn = (text: string) =>
      page.waitForFunction((name) => document.activeElement?.textContent === name, {}, text)
    await focusOn('Keep it')
    await press('Escape')
    await focusOn('Delete')
    await press('Enter')
    await activate('Delete it')
    await shows(page, 'is deleted.')
    await open('Worlds')
    await to('Copy as scenario')
    await to('Reset')
    await press('Enter')
    await activate('Reset it')
    await shows(page, 'The world is at its beginning again.')
  })

  // The sessions above leave each tab, too.
  test.each(sample(worldTabs, 2))(
    'Tab leaves %s at its end, and comes back to its beginning',
    async (tab) => {
      await open(tab)
      const stops: string[] = []
      for (;;) {
        const name = await nextStop()
        if (name === `The tab ${tab}`) break
        stops.push(name)
        if (stops.length > STOPS_MAX) throw new Error(`Tab does not leave ${[...new Set(stops)].join(' | ')}`)
      }
      expect(stops.length).toBeGreaterThan(0)
    },
  )

  test('a person always saw what had the focus', () => {
    expect([...unseen]).toEqual([])
  })
})
