import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { deflateRawSync, gzipSync } from 'node:zlib'
import type { ElementHandle, Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { playgroundPage } from '../../.build/playground.ts'
import { registry } from '../../src/chapters/registry.ts'
import { replay } from '../../src/world/create-world.ts'
import { axeFindsEverywhere, clickText, openTab, shows, textOf, watchPage } from '../inspector/viewer.ts'
import { hasBrowser, openBrowser, type RunningBrowser } from '../server/node/browser.ts'
import { call } from '../service/scene.ts'
import { packed, unpacked } from './playground/address.ts'
import { type PlaygroundData, playgroundData } from './playground/data.ts'
import { toASCII } from './playground/host-names.ts'
import { withPlaygroundLinks } from './playground/links.ts'
import { addressOf, firstWorld, keptWorld, worldOfAddress, worldOfFile } from './playground/world.ts'

const root = join(import.meta.dirname, '../..')
let data: PlaygroundData
let html: string

beforeAll(async () => {
  data = playgroundData(root)
  html = await playgroundPage(data)
})

const WRONG = 'The address has no world that this page can read, so a new world has begun.'

describe('the requests', () => {
  test('are those of all endpoints, and each succeeds in the world of the page', () => {
    const world = firstWorld(data.beginning)
    const refused = data.requests.filter(
      ({ name, token, params }) => !call(world.fork(), token, name, params).ok,
    )
    expect(refused.map(({ name }) => name)).toEqual([])
    expect(data.requests.map(({ name }) => name)).toEqual([...registry.routes.byName.keys()])
  })

  test('have a link at their example in the reference, and at no other code', () => {
    const section = (id: string, code: string) => `<h3 id="${id}">${id}</h3><p>Text</p>${code}<p>After</p>`
    const example = '<pre><code class="js">world.as(userToken).me()\n</code></pre>'
    const other =
      section('record-page', example) + section('readPage', '<pre><code class="bash">x</code></pre>')
    const named = '<p><code>playground.html</code> runs a world.</p>'
    const { html: linked, linked: names } = withPlaygroundLinks(
      `${section('me', example)}${other}${named}`,
      ['me', 'readPage'],
      '../playground.html',
    )
    const link = '<p><a href="../playground.html#request=me">Run me in the playground</a></p>'
    const asLink = '<p><a href="../playground.html"><code>playground.html</code></a> runs a world.</p>'
    expect(linked).toBe(`${section('me', example + link)}${other}${asLink}`)
    expect(names).toEqual(['me'])
  })
})

describe('the page', () => {
  test('runs its own script alone, asks for nothing, and has under 500 KB compressed', () => {
    expect(html).toMatch(
      /content="default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'none';/,
    )
    expect(html).not.toContain('unsafe-')
    expect(html.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '')).not.toMatch(/(src|href|action)=/)
    expect(gzipSync(html).length).toBeLessThan(500_000)
  })

  test('names no file of the machine that made it', () => {
    expect(html.split(root)).toHaveLength(1)
  })

  test.each([
    ['example.test', 'example.test'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    // The parser of URLs refuses these afterwards.
    ['a b', 'a b'],
    ['a/b', 'a/b'],
    ['xn--a', null],
  ])('writes the host %s as %s, as the tables of Unicode do', (host, written) => {
    expect(toASCII(host)).toBe(written)
  })
})

describe('a world in an address', () => {
  const zeros = deflateRawSync(Buffer.alloc(2_000_000, 0x20)).toString('base64url')
  const deflated = (value: unknown) => deflateRawSync(JSON.stringify(value)).toString('base64url')

  test('is the same world again, with the steps that it had', async () => {
    const world = firstWorld(data.beginning)
    expect(keptWorld(world, data.beginning)).toBeUndefined()
    const { token, params } = data.requests.find(({ name }) => name === 'publishPost') ?? {}
    call(world, token ?? '', 'publishPost', params ?? {}).unwrap()
    world.faults.add({ match: { operation: 'readPage' }, fault: { kind: 'error', code: 2 } })
    world.clock.advance('3d')
    await world.webhooks.flush()
    const text = await packed(keptWorld(world, data.beginning))
    const { world: again, notice } = worldOfAddress(await unpacked(text ?? ''), data.beginning)
    expect([again.hash(), again.history.length, notice]).toEqual([world.hash(), world.history.length, ''])
    const file = JSON.parse(JSON.stringify(world.history.recording()))
    expect(worldOfFile(file).world.hash()).toBe(world.hash())
    expect(worldOfFile(JSON.parse(JSON.stringify(world.snapshot()))).world.hash()).toBe(world.hash())
  })

  test('says that another version made it, if it came out differently', () => {
    const opened = worldOfAddress({ inputs: [{ type: 'tick' }], hash: 'other' }, data.beginning)
    expect(opened.notice).toMatch(/^This world was kept by another version of fauxgraph/)
  })

  test.each<[string, string]>([
    ['markup', '<img src=x onerror=alert(1)>'],
    ['no base64url', '%%%'],
    ['what is not compressed', 'AAAA'],
    ['two megabytes in a few letters', zeros],
    ['no JSON', deflateRawSync('hello').toString('base64url')],
    ['no object', deflated([1])],
    ['no inputs', deflated({ inputs: 7, hash: '' })],
    ['too many inputs', deflated({ inputs: Array.from({ length: 1_001 }, () => ({})), hash: '' })],
    ['a base that is none', deflated({ base: { snapshot: {} }, inputs: [], hash: '' })],
    ['too many letters', 'A'.repeat(16_001)],
  ])('of %s is refused', async (_, text) => {
    const reading = (async () => worldOfAddress(await unpacked(text), data.beginning))()
    await expect(reading).rejects.toThrow()
  })

  test.each([
    [1_000, true],
    [1_001, false],
  ])(
    'of %i equal inputs, which are short when packed, has one that is read again: %s',
    async (count, has) => {
      const world = firstWorld(data.beginning)
      for (let turn = 0; turn < count; turn++) world.clock.advance(1)
      const text = await addressOf(world, data.beginning)
      expect(text !== undefined).toBe(has)
      if (text === undefined) return
      const opened = worldOfAddress(await unpacked(text), data.beginning)
      expect([opened.world.hash(), opened.notice]).toEqual([world.hash(), ''])
    },
  )

  test('that is too long has no address', async () => {
    const noise = Array.from({ length: 20_000 }, (_, at) =>
      ((at * 2_654_435_761) % 4_294_967_296).toString(36),
    )
    expect(await packed({ inputs: noise, hash: '' })).toBeUndefined()
    expect(await packed({ inputs: ['x'.repeat(1_000_001)], hash: '' })).toBeUndefined()
  })
})

describe.runIf(hasBrowser)('in Chromium, from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-playground-'))
  const file = join(folder, 'playground.html')
  const { href } = pathToFileURL(file)
  let running: RunningBrowser
  let page: Page
  let problems: string[] = []

  /** Opens the page anew: a change of the fragment alone would not load it. */
  const open = async (fragment: string) => {
    await page.goto('about:blank')
    await page.goto(`${href}${fragment}`)
    await page.waitForSelector('.requests')
  }
  const hash = async () => {
    await openTab(page, 'World')
    await page.waitForSelector('#panel .facts code')
    return textOf(page, '#panel .facts code')
  }
  /** Waits until the address has a world other than this one, and returns it. */
  const addressAfter = async (last: string) => {
    const found = await page.waitForFunction(
      (known) => /world=/.test(location.hash) && location.hash !== known && location.hash,
      {},
      last,
    )
    return String(await found.jsonValue())
  }

  beforeAll(async () => {
    writeFileSync(file, html)
    running = await openBrowser()
    page = await running.browser.newPage()
    await page.evaluateOnNewDocument(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
        console.log(`violates ${violatedDirective}`)
      })
    })
    problems = watchPage(page, (url) => /^(about|blob):/.test(url) || url.replace(/#.*$/, '') === href)
    await page.setViewport({ width: 1_280, height: 900 })
  })
  afterAll(async () => {
    await running[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true })
  })

  test('a link of the reference fills in a request, which Enter runs', async () => {
    await open('#request=readPage')
    await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Run readPage')
    await page.keyboard.press('Enter')
    await shows(page, '"Starter Page"')
    await clickText(page, 'Why, and what it changed')
    await shows(page, 'Why: every check passed')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('tab-Calls')
  })

  test('faults and the clock are moved, and the address keeps the world', async () => {
    await clickText(page, 'Add a fault')
    await page.waitForSelector('#panel form')
    await page.keyboard.press('Tab')
    await page.keyboard.type('readPage')
    await clickText(page, 'Add the rule')
    await shows(page, 'The rule is added')
    await page.click('[aria-label="Run readPage"]')
    await shows(page, 'refused with code 2')
    await clickText(page, 'Move the clock')
    await clickText(page, 'Advance')
    await shows(page, 'Its clock shows 2026-01-15 10:00:02 UTC')
    const address = await addressAfter('')
    const before = await hash()
    await new Promise((resolve) => setTimeout(resolve, 400))
    await open(await page.evaluate(() => location.hash))
    expect(address.length).toBeLessThan(2_000)
    expect(await hash()).toBe(before)
    await openTab(page, 'Calls')
    await page.waitForSelector('.line')
    expect(
      await page.$$eval('.line .name', (found) => found.map((one) => one.firstChild?.textContent)),
    ).toEqual(['readPage', 'readPage'])
  })

  test('a world is saved to a file, which replays and opens again', async () => {
    const before = await hash()
    await page.evaluate(() => {
      const create = URL.createObjectURL
      URL.createObjectURL = (blob) => {
        if (blob instanceof Blob) blob.text().then((text) => Reflect.set(globalThis, 'saved', text))
        return create(blob)
      }
    })
    await clickText(page, 'Save to a file')
    const saved = String(
      await (await page.waitForFunction(() => Reflect.get(globalThis, 'saved'))).jsonValue(),
    )
    const { world, difference } = replay(JSON.parse(saved))
    expect([difference, world.hash().startsWith(before.slice(0, 16))]).toEqual([undefined, true])
    const path = join(folder, 'world.json')
    writeFileSync(path, saved)
    await clickText(page, 'Begin anew')
    await page.waitForSelector('.question')
    await page.$$eval('.question button', (buttons) =>
      buttons.find((one) => one.textContent === 'Begin anew')?.click(),
    )
    await shows(page, 'Its clock shows 2026-01-15 09:00:02 UTC')
    await page.waitForFunction(() => !/world=/.test(location.hash))
    const field = (await page.$('header input[type=file]')) as ElementHandle<HTMLInputElement>
    await field.uploadFile(path)
    await clickText(page, 'Load it')
    await shows(page, 'The world is opened')
    await shows(page, 'Its clock shows 2026-01-15 10:00:02 UTC')
    expect(await hash()).toBe(before)
    expect(readFileSync(path, 'utf8')).toContain('"readPage"')
  })

  test('a fork is shown, and gets the requests that are run', async () => {
    await openTab(page, 'Worlds')
    await page.waitForSelector('[placeholder=name]')
    await page.type('[placeholder=name]', 'twin')
    await clickText(page, 'Fork this world')
    await shows(page, 'The world twin is made')
    await page.waitForSelector('#panel a[href="#shown=twin"]')
    await page.click('#panel a[href="#shown=twin"]')
    await page.waitForFunction(() => document.getElementById('tab-Calls')?.ariaSelected === 'true')
    await page.type('[type=search][placeholder="Search requests"]', 'readUser')
    await page.click('[aria-label="Run readUser"]')
    await page.waitForFunction(() => document.querySelectorAll('.line').length === 3)
  })

  test('a hostile address shows one sentence and nothing of its own', async () => {
    const text = '<img src=x onerror="globalThis.broken = 1">'
    await open(`#request=${encodeURIComponent(text)}&world=${encodeURIComponent(text)}&shown=../x`)
    await shows(page, WRONG)
    const seen = await page.evaluate(() => `${document.body.innerText} ${location.hash}`)
    expect(seen).not.toMatch(/onerror|img src|\.\.\/x/)
    expect(await page.$$eval('[role=alert]', (found) => found.map((one) => one.textContent))).toEqual([WRONG])
    expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false)
  })

  test('the first paint comes before the world begins', async () => {
    await open('')
    const paints = await page.evaluate(() =>
      performance.getEntriesByType('paint').map(({ startTime }) => startTime),
    )
    const begun = await page.evaluate(() => performance.now())
    expect(paints).toHaveLength(2)
    expect(Math.max(...paints)).toBeLessThan(begun)
  })

  test('keys reach a request and run it', async () => {
    await page.focus('[type=search][placeholder="Search requests"]')
    await page.keyboard.type('debugToken')
    await page.waitForSelector('[aria-label="Run debugToken"]')
    for (let turns = 0; turns < 8; turns++) {
      await page.keyboard.press('Tab')
      if (await page.evaluate(() => document.activeElement?.ariaLabel === 'Run debugToken')) break
    }
    await page.keyboard.press('Space')
    await shows(page, 'succeeded')
    expect(await textOf(page, '.request.current .json')).toContain('"is_valid": true')
  })

  test('axe-core finds nothing, light and dark, wide and narrow', async () => {
    expect(await axeFindsEverywhere(page, 'playground')).toEqual([])
  })

  test('nothing was requested, and no rule of the content security policy was broken', () => {
    expect(problems).toEqual([])
  })
})
