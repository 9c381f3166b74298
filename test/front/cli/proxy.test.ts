import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { shellWord } from '../../../src/inspector/shell-word.ts'
import { startCommand } from './start-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-cli-proxy-'))
const authority = join(folder, 'authority')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const proxy = (...args: string[]) => startCommand(['proxy', '--authority', authority, ...args])

/** Runs a program of Node through the proxy. */
const node = (script: string, ...options: string[]) =>
  proxy(...options, '--', process.execPath, '-e', script, join(folder, 'out.json'))

const variables = [
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE'],
  ...['CURL_CA_BUNDLE', 'NODE_USE_ENV_PROXY', 'NO_PROXY', 'FAUXGRAPH_URL', 'PHP_INI_SCAN_DIR'],
]

describe('fauxgraph proxy', () => {
  test('prints one line of JSON, and exits with 0 when it is stopped', async () => {
    const run = proxy('--json', '--host-name', 'graph.test')
    await run.started
    const { url, hosts, environment, starter, certificatePath } = JSON.parse(run.written.out)
    expect(hosts).toEqual(expect.arrayContaining(['graph.facebook.com', 'www.facebook.com', 'graph.test']))
    expect(environment).toMatchObject({
      HTTPS_PROXY: url,
      HTTP_PROXY: url,
      NODE_EXTRA_CA_CERTS: certificatePath,
    })
    expect((await (await fetch(`${url}/_sim/world`)).json()).starter).toEqual(starter)
    run.stop()
    expect(await run.code).toBe(0)
    expect(run.written.err).toBe('')
    await expect(fetch(url)).rejects.toThrow()
  })

  test('gives the program the ids and tokens of its world', async () => {
    const script = `
      const { FAUXGRAPH_PAGE: page, FAUXGRAPH_PAGE_TOKEN: token, ...env } = process.env
      const names = Object.keys(env).filter((name) => name.startsWith('FAUXGRAPH_'))
      fetch(env.FAUXGRAPH_URL + '/v24.0/' + page + '?access_token=' + token)
        .then((answer) => answer.json())
        .then(({ id }) => require('node:fs').writeFileSync(process.argv[1], JSON.stringify({ page, id, names })))`
    const run = node(script)
    expect(await run.code).toBe(0)
    const { page, id, names } = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8'))
    expect(id).toBe(page)
    expect(names).toEqual(
      expect.arrayContaining(
        ['APP', 'APP_SECRET', 'APP_TOKEN', 'USER', 'USER_TOKEN', 'AD_ACCOUNT'].map(
          (name) => `FAUXGRAPH_${name}`,
        ),
      ),
    )
  })

  test('prints the variables as a shell reads them', async () => {
    const run = proxy()
    await run.started
    for (const name of variables) expect(run.written.out).toMatch(new RegExp(`^export ${name}=\\S+$`, 'm'))
    run.stop()
    expect(await run.code).toBe(0)
  })

  test.each([
    [[], 'It behaves like the live service (--policy platform). Its clock runs in real time (--time real).'],
    [
      ['--policy', 'contract', '--time', 'manual'],
      'It follows the description (--policy contract). Its clock stands still until a test moves it (--time manual).',
    ],
    [
      ['--time', '60'],
      'It behaves like the live service (--policy platform). Its clock runs 60 times as fast as real time (--time 60).',
    ],
  ])('says with %j how the world behaves, and what its clock does', async (options, expected) => {
    const run = proxy(...options)
    await run.started
    expect(run.written.out.split('\n')[1]).toBe(expected)
    run.stop()
    await run.code
  })

  test('begins with the policy of the platform, at the time of this machine', async () => {
    const before = Date.now()
    const run = proxy('--json')
    await run.started
    const { url, starter } = JSON.parse(run.written.out)
    const accounts = await (await fetch(`${url}/v24.0/me/accounts?access_token=${starter.userToken}`)).json()
    expect(Object.keys(accounts.data[0]).toSorted()).toEqual([
      ...['access_token', 'category', 'category_list', 'id', 'name', 'tasks'],
    ])
    const { now } = await (await fetch(`${url}/_sim/world`)).json()
    expect(Date.parse(now) || now).toBeGreaterThanOrEqual(before - 60_000)
    run.stop()
    await run.code
  })

  test('has the policy of a scenario', async () => {
    const file = join(folder, 'contract.yaml')
    writeFileSync(
      file,
      'fauxgraph: 1\ntitle: A person\nsteps:\n  - action: createUser\n    with: { name: A }\n',
    )
    const run = proxy('--scenario', file)
    await run.started
    expect(run.written.out.split('\n')[1]).toMatch(/^It has the policy of the scenario\./)
    run.stop()
    await run.code
  })

  test('runs a command with the variables, prints nothing, and exits with its code', async () => {
    const script =
      'require("fs").writeFileSync(process.argv[1], JSON.stringify(process.env)); process.exit(7)'
    // Those of the user would lead some clients elsewhere.
    for (const name of ['ALL_PROXY', 'all_proxy']) vi.stubEnv(name, 'http://proxy.example:3128')
    const run = node(script)
    expect(await run.code).toBe(7)
    vi.unstubAllEnvs()
    expect(run.written).toEqual({ out: '', err: '' })
    const environment = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8'))
    expect(Object.keys(environment)).toEqual(expect.arrayContaining([...variables, 'PATH']))
    expect(existsSync(environment.SSL_CERT_FILE)).toBe(true)
    expect(environment).toMatchObject({
      ALL_PROXY: environment.HTTPS_PROXY,
      all_proxy: environment.HTTPS_PROXY,
    })
    // PHP reads its own settings first, and then those with the certificates.
    const [own, added] = environment.PHP_INI_SCAN_DIR.split(delimiter)
    expect(own).toBe(process.env['PHP_INI_SCAN_DIR'] ?? '')
    expect(readFileSync(join(added, 'fauxgraph.ini'), 'utf8')).toBe(
      `curl.cainfo="${environment.SSL_CERT_FILE}"\nopenssl.cafile="${environment.SSL_CERT_FILE}"\n` +
        `auto_prepend_file="${join(added, 'fauxgraph.php')}"\n`,
    )
    await expect(fetch(environment.FAUXGRAPH_URL)).rejects.toThrow()
  })

  test('ends the command when it is stopped, and exits as a shell does', async () => {
    rmSync(join(folder, 'out.json'))
    const run = node('require("fs").writeFileSync(process.argv[1], ""); setInterval(() => {}, 1000)')
    await vi.waitFor(() => expect(existsSync(join(folder, 'out.json'))).toBe(true), 20_000)
    run.stop('SIGTERM')
    expect(await run.code).toBe(128 + 15)
  })

  test.each([
    ['does not exist', 'no-such-command', 127, 'the command no-such-command was not found'],
    ['may not be run', folder, 126, 'permission denied'],
  ])('says that a command %s', async (_, command, code, message) => {
    const run = proxy('--', command)
    expect(await run.code).toBe(code)
    expect(run.written.err).toContain(message)
  })

  test('says that its port is in use', async () => {
    const first = proxy('--json')
    await first.started
    const { port } = new URL(JSON.parse(first.written.out).url)
    const second = proxy('--port', port)
    expect(await second.code).toBe(1)
    expect(second.written.err).toContain(
      `error: The port ${port} of 127.0.0.1 is in use: choose another one with --port, or take a free one with --port 0\n`,
    )
    first.stop()
    await first.code
  })

  test('names a folder in which it cannot keep the authority', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const run = startCommand(['proxy', '--authority', file])
    expect(await run.code).toBe(1)
    expect(run.written.err).toContain(`got ${file}`)
  })

  test.each([
    ['another choice for other hosts', ['--others', 'all'], '--others'],
    ['a host name with a port', ['--host-name', 'graph.test:443'], '--host-name'],
    ['a port that does not exist', ['--port', '65536'], '--port'],
  ])('refuses %s', async (_, options, message) => {
    const run = proxy(...options)
    expect(await run.code).toBe(2)
    expect(run.written.err).toContain(message)
  })
})

describe('a program of Node that knows no proxy', () => {
  const program = join(folder, 'dist', 'cli.js')
  const url = 'https://graph.facebook.com/v26.0/me'

  beforeAll(() =>
    build({
      configFile: false,
      logLevel: 'silent',
      build: {
        ssr: true,
        outDir: join(folder, 'dist'),
        emptyOutDir: false,
        rollupOptions: { input: { redirect: 'src/front/cli/parts/redirect.ts' } },
      },
    }),
  )

  /** Keeps the first answer of each way, and ends with the last. */
  const keep = `const keep = (name) => (text) => {
    answers[name] ??= String(text)
    if (Object.keys(answers).length < 5) return
    writeFileSync(process.argv.at(-1), JSON.stringify(answers))
    process.exit(0)
  }`
  const ways = [
    ['node:https', `https.get('${url}', r => r.on('data', print))`],
    ['an agent of its own', `https.get('${url}', { agent: new https.Agent() }, r => r.on('data', print))`],
    [
      'a client that begins TLS with the proxy itself',
      `const { hostname, port } = new URL(process.env.HTTPS_PROXY); https.get({ hostname, port, path: '${url}', headers: { host: 'graph.facebook.com' } }, r => r.on('data', print))`,
    ],
    ['fetch', `fetch('${url}').then(r => r.text()).then(print)`],
    [
      'node:tls',
      `const s = tls.connect(443, 'graph.facebook.com', () => s.end('GET /me HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n')).on('data', print)`,
    ],
  ] as const

  test('reaches the world in each way', async () => {
    const file = join(folder, 'answers.txt')
    const head = `const [https, tls, { writeFileSync }] = ['https', 'tls', 'fs'].map(require); const answers = {};`
    const scripts = ways.map(([name, script]) => `{ const print = keep('${name}'); ${script} }`)
    const command = ['--', process.execPath, '-e', [head, keep, ...scripts].join('\n'), file]
    const run = startCommand(['proxy', '--authority', authority, ...command], { program })
    expect(await run.code).toBe(0)
    const answers = JSON.parse(readFileSync(file, 'utf8'))
    const answer = expect.stringContaining('An access token is required')
    expect(answers).toEqual(Object.fromEntries(ways.map(([name]) => [name, answer])))
  })

  // A Node with `--use-env-proxy` asks the proxy itself, which refuses other hosts.
  const asksProxy = process.allowedNodeEnvironmentFlags.has('--use-env-proxy')
  test('leads connections to other hosts nowhere else', async () => {
    const code = asksProxy ? 'ERR_PROXY_TUNNEL' : 'ENOTFOUND'
    const script = `require('https').get('https://nowhere.invalid').on('error', e => process.exit(e.code === '${code}' ? 3 : 4))`
    const command = ['--', process.execPath, '-e', script]
    const run = startCommand(['proxy', '--authority', authority, ...command], { program })
    expect(await run.code).toBe(3)
  })
})

describe('fauxgraph serve --https', () => {
  test('names the certificate that clients must trust', async () => {
    const run = startCommand(['serve', '--port', '0', '--https', '--authority', authority])
    await run.started
    expect(run.written.out).toMatch(/base_url, web_url +https:\/\/127\.0\.0\.1:\d+/)
    expect(run.written.out).toContain(`curl --cacert ${join(authority, 'authority.pem')} 'https://127.0.0.1`)
    run.stop()
    expect(await run.code).toBe(0)
  })
})

test.each([
  ['a plain word', '/home/me/a.pem', '/home/me/a.pem'],
  ['spaces and bars', 'a|b c', "'a|b c'"],
  ['a quote', "it's", "'it'\\''s'"],
  ['nothing', '', "''"],
])('quotes %s for a shell', (_, text, word) => {
  expect(shellWord(text)).toBe(word)
})
