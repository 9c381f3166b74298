import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElementHandle, Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseScenario } from '../../src/scenario/check/parse.ts'
import { runScenario } from '../../src/scenario/play/run-scenario.ts'
import { type Listening, listen } from '../../src/server/node/index.ts'
import { createWorld } from '../../src/world/create-world.ts'
import { ENGINE } from '../../src/world/handle/version.ts'
import type { World } from '../../src/world/world.ts'
import { isLong, longTest } from '../chance.ts'
import { startCommand } from '../front/cli/start-command.ts'
import { hasBrowser, openBrowser, type RunningBrowser } from '../server/node/browser.ts'
import { runTest } from './run-copied.ts'
import {
  axeFindsEverywhere,
  clickLine,
  clickText,
  openTab,
  picture,
  shows,
  textOf,
  watchPage,
  worldTabs,
} from './viewer.ts'

describe.runIf(hasBrowser)('the inspector of a server, in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-live-'))
  let running: RunningBrowser
  let server: Listening
  let world: World
  let page: Page
  let problems: string[]
  const started = (made: World) => {
    const names = made.starter()
    return names
  }
  let names: ReturnType<typeof started>

  beforeAll(async () => {
    world = createWorld()
    names = started(world)
    server = await listen(world)
    running = await openBrowser()
    page = await running.browser.newPage()
    problems = watchPage(page, (url) => url.startsWith(`${server.url}/`) || url.startsWith('blob:'))
    await page
      .browserContext()
      .overridePermissions(server.url, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write'])
    await page.setViewport({ width: 1_280, height: 900 })
    await page.goto(server.url)
    await shows(page, 'Nothing has happened in this world yet.')
  })
  afterAll(async () => {
    await running[Symbol.asyncDispose]()
    await server.close()
    rmSync(folder, { recursive: true })
  })

  /** Fills the field with this label in the open tab. */
  const fill = async (label: string, text: string, within = 'body') => {
    const found = await page.waitForFunction(
      (wanted, scope) =>
        [...document.querySelectorAll<HTMLElement>(`${scope} label`)]
          .find((one) => one.textContent?.trim().startsWith(wanted) && one.checkVisibility())
          ?.querySelector('input, select'),
      {},
      label,
      within,
    )
    const element = found.asElement()
    if (!element) throw new Error(`There is no field ${label}`)
    const field = element as unknown as Awaited<ReturnType<Page['waitForSelector']>>
    const isSelect = await page.evaluate((one) => one instanceof HTMLSelectElement, found)
    if (isSelect) await field?.select(text)
    else {
      await field?.click({ count: 3 })
      await field?.type(text)
    }
  }

  test('the address leads to it, and a call appears while it is open', async () => {
    expect(page.url()).toBe(`${server.url}/_sim/#Calls`)
    world.as(names.noPermissionToken).publishPost({ page: names.page, message: 'Hello' })
    await shows(page, '#200')
    expect(await textOf(page, '.found')).toBe('1 of 1')
  })

  test('the tour of a person: a test that fails, why the post is refused, and the same test mended', async () => {
    const began = performance.now()
    let clicks = 0
    const click = async (text: string) => {
      clicks += 1
      await clickText(page, text)
    }
    clicks += 1
    await clickLine(page, 'publishPost')
    await shows(page, 'because the token lacks the permission pages_manage_posts')
    await click('Tests expect a success')
    await click('Copy as Vitest test')
    await shows(page, 'copied')
    const failing = await page.evaluate(() => navigator.clipboard.readText())
    expect(() => runTest(failing)).toThrow(/refused with code 200/)
    await click('Play again in a fork')
    clicks += 1
    await fill('Token', names.pageToken, '.panel')
    await click('Play')
    await fill('Version', 'v99.0', '.panel')
    await click('Play')
    await shows(page, 'In the fork it is refused with code 100')
    await fill('Version', 'v25.0', '.panel')
    await click('Play')
    await shows(page, 'In the fork it succeeds with 200.')
    await page.click('.again .copies button')
    clicks += 1
    await page.waitForFunction(() => document.querySelector('.again .said')?.textContent === 'copied')
    const mended = await page.evaluate(() => navigator.clipboard.readText())
    expect(runTest(mended)).toEqual(['publishPost succeeds'])
    // The test is the same, but for the token and the version with which the call was played.
    expect(mended).toBe(
      failing.replace(
        `world.as("${names.noPermissionToken}")`,
        `world.as("${names.pageToken}", { version: "v25.0" })`,
      ),
    )
    expect(world.seq).toBe(1)
    expect(clicks).toBeLessThanOrEqual(12)
    expect(performance.now() - began).toBeLessThan(120_000)
    await picture(page, 'live-Calls')
  })

  test('an action runs by a form that is made from its schema', async () => {
    await openTab(page, 'World')
    await clickText(page, 'Run an action')
    await fill('Action', 'createUser')
    await fill('name', 'Grace Example', '.card')
    await clickText(page, 'Run')
    await shows(page, 'The action succeeded.')
    expect(
      [...world.state.graph.rows.values()].some((row) => Reflect.get(row, 'name') === 'Grace Example'),
    ).toBe(true)
    await picture(page, 'live-World')
  })

  test('a row is shown as stored, and as a token sees it', async () => {
    await openTab(page, 'World')
    await fill('Search rows', 'Starter Page')
    await fill('Kind of row', 'pages')
    await page.waitForFunction(() => document.querySelectorAll('.rows tbody tr').length === 1)
    await page.click('.rows .link')
    await clickText(page, 'Read')
    await shows(page, 'The answer has status 200.')
    expect(await textOf(page, '.panel')).toContain('"name": "Starter Page"')
    const named = () => page.$$eval('.relations li', (all) => all.map((one) => one.textContent ?? ''))
    await page.waitForSelector('details .relations')
    // The page is named by its token, by its form and by what was published there.
    expect(await named()).toContainEqual(expect.stringMatching(/^page of tokens /))
    expect(await named()).toContainEqual(expect.stringMatching(/^page of leadForms form /))
    await fill('As seen by', 'no token', '.panel')
    await clickText(page, 'Read')
    await shows(page, 'The answer has status 400.')
    expect(
      await page.$$eval('.panel datalist option', (all) => all.map(({ textContent }) => textContent)),
    ).toEqual(expect.arrayContaining(['userToken', 'pageToken']))
  })

  test('a world without starter names: a row is read as any token of the world sees it', async () => {
    const plain = createWorld()
    const { id: user } = plain.actions.createUser({ name: 'Ann' }).unwrap()
    const { id: app } = plain.actions.createApp({ name: 'Shop' }).unwrap()
    const { token } = plain.actions.issueToken({ kind: 'user', app, user, scopes: ['user_profile'] }).unwrap()
    await using other = await listen(plain)
    const opened = await running.browser.newPage()
    await opened.goto(`${other.url}/_sim/#World`)
    await clickText(opened, user)
    await opened.waitForSelector('.panel datalist option')
    expect(
      await opened.$$eval('.panel datalist option', (all) => all.map((one) => [one.value, one.textContent])),
    ).toEqual([[token, `user token of ${user}`]])
    await opened.type('.panel input', token)
    await clickText(opened, 'Read')
    await shows(opened, 'The answer has status 200.')
    expect(await textOf(opened, '.panel form')).toContain('"name": "Ann"')
    expect(await textOf(opened, 'header.top')).toBe(`fauxgraph ${ENGINE}`)
    await opened.close()
  })

  test('the clock moves, and a fork of an earlier step gets a name', async () => {
    await openTab(page, 'Time')
    const { now } = world.clock
    const said = await page.$('form.form [role=status]')
    await clickText(page, 'Advance')
    await shows(page, 'the clock shows')
    // A screen reader says what is new in an element that it knows, not what comes with a new one.
    expect(await said?.evaluate((one) => [one.isConnected, one.textContent])).toEqual([
      true,
      expect.stringContaining('the clock shows'),
    ])
    expect(world.clock.now).toBe(now + 3_600_000)
    await page.waitForSelector('.slider input')
    await page.focus('.slider input')
    await page.keyboard.press('Home')
    await shows(page, 'Fork after step 0 as')
    await fill('Fork after step 0 as', 'early')
    await page.keyboard.press('Enter')
    await shows(page, 'The fork is made:')
    const early = await fetch(`${server.url}/_sim/w/early/_sim/world`)
    expect((await early.json()).now).toBe(now)
    await picture(page, 'live-Time')
  })

  test('a fault is added and removed', async () => {
    await openTab(page, 'Faults')
    await fill('Operation', 'readPage')
    await fill('Token', names.pageToken)
    await fill('Fault', 'HTTP 503')
    await clickText(page, 'Add the rule')
    await shows(page, 'matched 0 calls')
    expect(world.faults.rules).toHaveLength(1)
    const statusFor = (token: string) =>
      fetch(`${server.url}/${names.page}?access_token=${token}`).then(({ status }) => status)
    expect(await statusFor(names.userToken)).toBe(200)
    expect(await statusFor(names.pageToken)).toBe(503)
    await shows(page, 'matched 1 call')
    await picture(page, 'live-Faults')
    await clickText(page, 'Show its calls')
    await shows(page, 'the calls on which the fault rule')
    await page.waitForSelector('.line')
    expect(await page.$$eval('.line', (lines) => lines.map(({ textContent }) => textContent))).toEqual([
      expect.stringContaining('readPage'),
    ])
    await openTab(page, 'Faults')
    await clickText(page, 'Remove')
    await shows(page, 'No fault rule.')
    expect(world.faults.rules).toEqual([])
  })

  test('what is due is sent, and the next notices are dropped, repeated, delayed and swapped', async () => {
    const { app, form } = names
    world.actions.installApp({ app, page: names.page }).unwrap()
    using _connected = world.webhooks.connect(app, () => new Response('ok'))
    const submit = (name: string) =>
      world.actions.submitLead({ form, answers: { full_name: name, email: `${name}@example.test` } }).unwrap()
    submit('ann')
    await openTab(page, 'Webhooks')
    await shows(page, 'in the process of the world')
    expect(await textOf(page, '[aria-labelledby=subscriptions] tbody')).toMatch(
      /^Starter App \(app\)\s+active\s+Send a test notice\s+in the process of the world\s+leadgen\s+page/,
    )
    await clickText(page, 'Send what is due')
    await shows(page, 'deliveries were attempted.')
    await shows(page, 'delivered delivery-1: notices to Starter App (app)')
    await clickText(page, 'delivered delivery-1: notices')
    await clickText(page, 'Send it again')
    await shows(page, 'delivery-1 was sent.')
    await shows(page, 'delivered delivery-2: notices to Starter App (app)')
    await openTab(page, 'Calls')
    await clickText(page, 'Show all')
    await shows(page, 'submitLead')
    const isLead = (lines: Element[]) => lines.filter((one) => one.textContent?.includes('submitLead')).length
    await clickLine(page, 'submitLead', await page.$$eval('.line', isLead))
    await shows(page, 'Deliveries (1)')
    await clickText(page, 'Copy up to here as scenario')
    await shows(page, 'copied')
    const scenario = await page.evaluate(() => navigator.clipboard.readText())
    expect(scenario).toMatch(/^fauxgraph: 1\ntitle: A recorded scenario\ngiven:\n {2}starter: true\nsteps:\n/)
    expect(runScenario(parseScenario(scenario, { file: 'copied' })).world.hash()).toBe(
      world.history.at(Number(/Step\s*(\d+)/.exec(await textOf(page, '.panel'))?.[1])).hash(),
    )
    await openTab(page, 'Webhooks')
    await clickText(page, 'Send a test notice')
    await shows(page, 'The test notice is delivered.')
    expect(world.webhooks.outbox.at(-1)?.request.body).toContain('"leadgen_id":444444444444')
    await clickText(page, 'Drop the next notice')
    await shows(page, 'the rule is under Faults')
    expect(world.faults.rules).toMatchObject([{ rule: { fault: { kind: 'notice', how: 'drop' } } }])
    await picture(page, 'live-Webhooks')
    submit('dropped')
    expect(world.webhooks.outbox.at(-1)).toMatchObject({ status: 'dropped' })
    const queued = () => world.webhooks.outbox.filter(({ status }) => status === 'queued')
    let rules = 1
    const disturb = async (how: string) => {
      await clickText(page, how)
      rules += 1
      await expect.poll(() => world.faults.rules.length).toBe(rules)
      await world.webhooks.flush()
    }
    await disturb('Send the next notice twice')
    submit('twice')
    expect(queued()).toMatchObject([{ notices: 2 }])
    await disturb('Send the next notice late')
    submit('late')
    expect(queued()).toMatchObject([{ notices: 1, due: world.clock.now + 60_000 }])
    world.clock.advance('1m')
    // A rule acts once: the first one finds no notice to swap with.
    await disturb('Swap the next notice')
    await disturb('Swap the next notice')
    submit('first')
    submit('second')
    const [body = ''] = queued().map(({ request }) => request.body)
    const ids = [...body.matchAll(/"leadgen_id":(\d+)/g)].map(([, id]) => Number(id))
    expect(ids).toHaveLength(2)
    expect(ids[0]).toBeGreaterThan(ids[1] ?? 0)
    await world.webhooks.flush()
    world.faults.clear()
  })

  test('worlds are forked, compared and deleted', async () => {
    await openTab(page, 'Worlds')
    await fill('Name of a new world', 'second')
    await page.keyboard.press('Enter')
    await shows(page, 'The world second is made.')
    await fill('Name of a new world', 'fresh')
    await clickText(page, 'Make one from the beginning')
    await shows(page, 'The world fresh is made.')
    const ofFresh = async () => (await fetch(`${server.url}/_sim/w/fresh/_sim/world`)).json()
    expect(await ofFresh()).toMatchObject({ seq: 0, starter: { page: names.page } })
    await shows(page, 'early')
    await shows(page, `${world.hash().slice(0, 12)}…`)
    await clickText(page, 'Compare')
    await shows(page, 'From this world to early')
    await shows(page, 'removed leads')
    await picture(page, 'live-Worlds')
    const namesOf = async () => (await (await fetch(`${server.url}/_sim/worlds`)).json()).worlds
    await clickText(page, 'Delete')
    await clickText(page, 'Keep it')
    expect(await namesOf()).toEqual(['early', 'second', 'fresh'])
    await clickText(page, 'Delete')
    await clickText(page, 'Delete it')
    await shows(page, 'is deleted.')
    expect(await namesOf()).toEqual(['second', 'fresh'])
    await fetch(`${server.url}/_sim/w/fresh/${names.page}?access_token=${names.pageToken}`)
    expect((await ofFresh()).seq).toBe(1)
    // A click of the mouse would miss a button that moves when the row above leaves.
    const press = (button: string) =>
      page.$eval(`[aria-label=Worlds] tbody tr:last-child button${button}`, (one) =>
        (one as HTMLElement).click(),
      )
    await press(':nth-of-type(2)')
    await clickText(page, 'Reset it')
    await shows(page, 'fresh is at its beginning again.')
    expect((await ofFresh()).seq).toBe(0)
    await press(':last-child')
    await clickText(page, 'Delete it')
    await shows(page, 'The world fresh is deleted.')
  })

  test('a world that was dropped is a sentence on its page', async () => {
    const other = await running.browser.newPage()
    await other.goto(`${server.url}/_sim/w/early/_sim/`)
    await shows(other, 'There is no world early: it was deleted, or never made.')
    await other.close()
    const { worlds } = await (await fetch(`${server.url}/_sim/worlds`)).json()
    expect(worlds).toEqual(['second'])
  })

  test.each<[string, (file: string) => void, string]>([
    [
      'of 200 MB',
      (file) => truncateSync(file, 200_000_000),
      'this page loads at most 33,554,432: load it with',
    ],
    ['that is no JSON', (file) => writeFileSync(file, '{"format'), 'The file is no JSON: choose one that'],
    ['of another kind', (file) => writeFileSync(file, '{"format":1}'), 'The body is not a snapshot'],
    [
      'that was changed',
      (file) => writeFileSync(file, JSON.stringify({ ...world.snapshot(), hash: 'other' })),
      'The snapshot does not have the hash that it names',
    ],
  ])('a snapshot %s is a sentence, and the world stays', async (_, write, words) => {
    const file = join(folder, 'bad.json')
    writeFileSync(file, '')
    write(file)
    const before = world.hash('full')
    await openTab(page, 'Worlds')
    const field = await page.waitForSelector('input[type=file]')
    await (field as ElementHandle<HTMLInputElement>).uploadFile(file)
    await shows(page, 'Load bad.json in place of this world?')
    await clickText(page, 'Load it')
    await shows(page, words)
    expect(world.hash('full')).toBe(before)
  })

  test('the page of a named world shows that world, and a fork of it after it was dropped is refused', async () => {
    const other = await running.browser.newPage()
    await other.goto(`${server.url}/_sim/w/second/_sim/`)
    await fetch(`${server.url}/_sim/w/second/${names.page}?access_token=${names.pageToken}`)
    await shows(other, 'readPage')
    await clickLine(other, 'readPage')
    await shows(other, 'succeeded')
    await other.bringToFront()
    await clickText(other, 'Copy as curl')
    await shows(other, 'copied')
    const copied = await other.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/^curl '[^']+access_token=\w+'$/)
    expect(copied).toContain(`'${server.url}/_sim/w/second/${names.page}?`)
    await clickText(other, 'Copy up to here as scenario')
    await expect
      .poll(() => other.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^given:\n {2}starter: true\nsteps:\n/m)
    const before = world.seq
    await openTab(other, 'Time')
    await clickText(other, 'Advance')
    await shows(other, 'the clock shows')
    expect(world.seq).toBe(before)
    const headers = { 'content-type': 'application/json' }
    await fetch(`${server.url}/_sim/worlds/second`, { method: 'DELETE', headers })
    await openTab(other, 'Worlds')
    await other.type('input[placeholder=name]', 'third')
    // The page may tell of the lost world before the answer is there.
    const answered = other.waitForResponse((response) => response.request().method() === 'POST')
    await other.keyboard.press('Enter')
    expect((await answered).status()).toBe(404)
    await shows(other, 'There is no world second: it was deleted, or never made. The main world is at /_sim/')
    await fetch(`${server.url}/_sim/w/second/_sim/world`)
    await other.close()
  })

  test('a page of a world that keeps no history says which steps are gone', async () => {
    const forgetful = createWorld({ history: 'off' })
    forgetful.actions.createUser({ name: 'Ann' }).unwrap()
    await using other = await listen(forgetful)
    const opened = await running.browser.newPage()
    await opened.goto(`${other.url}/_sim/`)
    await shows(opened, 'are gone')
    forgetful.actions.createUser({ name: 'Ben' }).unwrap()
    await shows(opened, 'createUser')
    await opened.close()
  })

  longTest('the proxy of the command line serves it too', async () => {
    const run = startCommand(['proxy', '--json', '--authority', join(folder, 'authority')])
    await run.started
    const opened = await running.browser.newPage()
    await opened.goto(`${JSON.parse(run.written.out).url}/_sim/`)
    // The clock of the proxy follows that of the machine: its world may have steps already.
    await shows(opened, `fauxgraph ${ENGINE}`)
    await opened.waitForFunction(() => /Nothing has happened|No step fits/.test(document.body.innerText))
    await opened.close()
    run.stop()
    expect(await run.code).toBe(0)
  })

  // The page of a file shows the other tabs.
  test.each(isLong ? worldTabs : (['World', 'Time', 'Faults', 'Coverage'] as const))(
    'axe-core finds nothing in %s, light and dark, wide and narrow',
    async (name) => {
      expect(await axeFindsEverywhere(page, `live-${name}`, name)).toEqual([])
    },
  )

  test('another origin can neither frame nor read it, nor write, and a foreign host is refused', async () => {
    const evil = createServer((_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<iframe src="${server.url}/_sim/"></iframe>`),
    )
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
    const { port } = evil.address() as AddressInfo
    const other = await running.browser.newPage()
    await other.goto(`http://evil.test:${port}/`)
    const framed = other.frames().find((frame) => frame !== other.mainFrame())
    expect(await framed?.evaluate(() => document.getElementById('app')).catch(() => null)).toBeNull()
    const read = await other.evaluate(
      (url) =>
        fetch(`${url}/_sim/around`).then(
          () => 'read',
          () => 'refused',
        ),
      server.url,
    )
    expect(read).toBe('refused')
    const stream = await other.evaluate(
      (url) =>
        new Promise((resolve) => {
          const events = new EventSource(`${url}/_sim/stream`)
          events.onerror = () => resolve('refused')
          events.addEventListener('steps', () => resolve('read'))
        }),
      server.url,
    )
    expect(stream).toBe('refused')
    const before = world.hash('full')
    await other.evaluate(async (url) => {
      const init = { method: 'POST', body: '{"drain":true}' }
      const headers = { 'content-type': 'application/json' }
      await fetch(`${url}/_sim/clock`, { ...init, headers }).catch(() => {})
      await fetch(`${url}/_sim/clock`, { ...init, mode: 'no-cors' })
      await fetch(`${url}/_sim/forks`, { method: 'POST', body: '{"name":"stolen"}', mode: 'no-cors' })
      const form = Object.assign(document.createElement('form'), {
        method: 'post',
        action: `${url}/_sim/reset`,
        enctype: 'text/plain',
      })
      document.body.append(form)
      form.submit()
    }, server.url)
    await other.waitForNavigation()
    expect(await textOf(other, 'body')).toContain('may not send requests here')
    expect(world.hash('full')).toBe(before)
    const { worlds } = await (await fetch(`${server.url}/_sim/worlds`)).json()
    expect(worlds).toEqual(['second'])
    const rebound = await running.browser.newPage()
    const { port: own } = new URL(server.url)
    const answer = await rebound.goto(`http://evil.test:${own}/_sim/`)
    expect(answer?.status()).toBe(403)
    await other.close()
    await rebound.close()
    evil.close()
  })

  test('a step is drawn on virtual time, and a click on it shows it', async () => {
    await openTab(page, 'Time')
    const drawnColors = () =>
      page.$eval('canvas.time', (element) => {
        const canvas = element as HTMLCanvasElement
        const { width, height } = canvas
        // A copy is read, because Chromium warns of a canvas of the page that is read more than once.
        const copy = new OffscreenCanvas(width, height).getContext('2d')
        copy?.drawImage(canvas, 0, 0)
        const { data } = copy?.getImageData(0, 0, width, height) ?? { data: [] }
        const seen = new Set<string>()
        for (let at = 0; at < data.length; at += 4)
          if (data[at + 3] === 255) seen.add(data.slice(at, at + 3).join())
        return seen.size
      })
    // The canvas is drawn in a frame after that of the tab.
    await expect.poll(drawnColors, { timeout: 10_000 }).toBeGreaterThan(4)
    const width = await page.$eval('canvas.time', ({ clientWidth }) => clientWidth)
    const first = world.trace().steps[0]
    expect(first?.name).toBe('publishPost')
    // The first step is the leftmost mark of the lane of calls, which is the first one.
    const from = await page.$eval('canvas.time', (element) => {
      element.scrollIntoView()
      const { x, y } = element.getBoundingClientRect()
      return { x, y }
    })
    for (let x = 92; x < width && page.url().endsWith('#Time'); x += 6)
      await page.mouse.click(from.x + x, from.y + 24 + 15)
    await shows(page, 'because the token lacks the permission pages_manage_posts')
  })

  test('the history follows the world, and leaves a person what he types', async () => {
    await openTab(page, 'Time')
    await fill('Fork after step', 'mine')
    world.actions.createUser({ name: 'Late' }).unwrap()
    await shows(page, ` of ${world.seq}`)
    expect(
      await page.$eval('.slider ~ .form input[placeholder=name]', (one) => (one as HTMLInputElement).value),
    ).toBe('mine')
  })

  test('a reset begins the page again, with a sentence, and drops what was chosen', async () => {
    await openTab(page, 'Time')
    await page.waitForSelector('.slider input')
    await page.focus('.slider input')
    await page.keyboard.press('Home')
    await shows(page, 'The world after step 0 of')
    await openTab(page, 'Calls')
    await page.focus('.list')
    await page.keyboard.press('Home')
    await page.waitForSelector('.panel')
    world.reset()
    await shows(page, 'The world was reset, loaded or served anew: its steps begin again.')
    await shows(page, 'Nothing has happened in this world yet.')
    expect(await page.$('.panel')).toBeNull()
    await openTab(page, 'World')
    await page.waitForSelector('td .link')
    expect(await page.$('.problem')).toBeNull()
  })

  test('the page ran no other code, and asked nobody else', () => {
    // Chromium reports refused requests, such as that for a step which a reset has taken away.
    expect(problems.filter((one) => !/status of 40[04]/.test(one))).toEqual([])
  })
})
