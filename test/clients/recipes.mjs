/**
 * Runs the recipes of docs/recipes.md: `npm run check -- recipes`, or `npm run check -- recipes axios php` for some.
 * Each is a folder of `recipes/`, and prints the lines that its comments `→` promise.
 *
 * It installs the clients into this folder, and builds the project. It ends with status 1 if a recipe fails.
 * Recipes whose program is not installed, such as php, are skipped and named. Those of SDKs that no registry of Node has
 * run if the folder FAUXGRAPH_SOURCES has a clone of them as `owner+name`; else their syntax is checked.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { prepareClients } from './install.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-recipes-'))
const words = process.argv.slice(2)

/** The command of each recipe. The commands of languages run beside a server, whose address they read. */
const commands = {
  axios: ['node', 'axios.mjs'],
  curl: ['sh', 'expiry.sh'],
  express: ['node', 'express.mjs'],
  feed: ['node', 'feed.mjs'],
  go: ['go', 'run', 'expiry.go'],
  intercept: ['node', 'intercept.mjs'],
  java: ['java', 'Expiry.java'],
  jest: ['jest'],
  msw: ['node', 'msw.mjs'],
  next: ['vitest', 'run'],
  'node-sdk': ['node', 'node-sdk.mjs'],
  'node-test': ['node', '--test'],
  perl: ['perl', 'expiry.pl'],
  php: ['php', 'expiry.php'],
  'php-business-sdk': ['php', 'campaign.php'],
  'php-graph-sdk': ['php', 'page.php'],
  playwright: ['playwright', 'test', '--output', join(folder, 'playwright')],
  python: ['python3', 'expiry.py'],
  ruby: ['ruby', 'expiry.rb'],
  signatures: ['node', 'signatures.mjs'],
  undici: ['node', 'undici.mjs'],
  vitest: ['vitest', 'run'],
}

/** SDKs with a list of certificates of their own: their sources, and the namespace of their classes. */
const proxied = {
  'php-business-sdk': { source: 'facebook+facebook-php-business-sdk', namespace: 'FacebookAds' },
  'php-graph-sdk': { source: 'facebookarchive+php-graph-sdk', namespace: 'Facebook' },
}

/** What test runners print when every test of their recipe passed. */
const passed = {
  jest: /Tests: +1 passed, 1 total/,
  next: /Tests {2}1 passed \(1\)/,
  'node-test': /# pass 1\n(.*\n)*# fail 0\n/,
  playwright: /2 passed/,
  vitest: /Tests {2}4 passed \(4\)/,
}

const path = [join(here, 'node_modules/.bin'), join(root, 'node_modules/.bin'), process.env.PATH].join(
  delimiter,
)
const environment = {
  ...process.env,
  PATH: path,
  NO_COLOR: '1',
  GOCACHE: join(folder, 'go'),
  TMPDIR: folder,
}

const run = (name, [program, ...args], env = environment) =>
  spawnSync(program, args, {
    cwd: join(here, 'recipes', name),
    env,
    encoding: 'utf8',
    timeout: 180_000,
    killSignal: 'SIGKILL',
  })

const isInstalled = (program) => run('curl', ['sh', '-c', `command -v ${program}`]).status === 0

let failures = 0

function check(title, isRight, text = '') {
  if (!isRight) failures += 1
  console.log(`${isRight ? 'ok  ' : 'FAIL'} ${title}`)
  if (!isRight) console.log(text.slice(0, 4000))
}

/** The lines that the files of a recipe promise, in comments of their languages. */
function promisedLines(name) {
  const entries = readdirSync(join(here, 'recipes', name), { withFileTypes: true })
  const texts = entries
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(here, 'recipes', name, entry.name), 'utf8'))
  return texts.flatMap((text) => [...text.matchAll(/^\s*(?:\/\/|#) → (.*)$/gm)].map(([, line]) => line))
}

/** Starts a server with the options of a recipe; its address. `stop` ends it. */
async function startServer(options) {
  const server = spawn(
    process.execPath,
    [join(root, 'dist/cli.js'), 'serve', '--port', '0', '--json', ...options],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const [line] = await Promise.race([once(createInterface(server.stdout), 'line'), once(server, 'exit')])
  return { ...JSON.parse(line), stop: () => server.kill() }
}

/** Unpacks the browser of the project's own tests, which needs no download; the variables that start it. */
async function browserVariables() {
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' })
  const { default: chromium } = await import('@sparticuz/chromium')
  return {
    CHROMIUM: await chromium.executablePath(),
    LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
    LANG: 'en_US.UTF-8',
    LC_ALL: 'en_US.UTF-8',
    HOME: folder,
  }
}

/** A file as Composer makes it, which loads the classes of an SDK from its sources. */
function autoloaderOf(sources, namespace) {
  const root = join(folder, namespace)
  mkdirSync(join(root, 'vendor'), { recursive: true })
  const load = [
    '<?php',
    'spl_autoload_register(function (string $class) {',
    `    $path = '${sources}/src/' . str_replace('\\\\', '/', $class) . '.php';`,
    `    if (str_starts_with($class, '${namespace}\\\\') && is_file($path)) require $path;`,
    '});',
  ]
  writeFileSync(join(root, 'vendor/autoload.php'), load.join('\n'))
  return root
}

/** Runs a recipe by `fauxgraph proxy -- COMMAND`, if the sources of its SDK are there. */
function checkProxied(name, [program, file]) {
  const { source, namespace } = proxied[name]
  const path = join(here, 'recipes', name, file)
  const sources = join(process.env.FAUXGRAPH_SOURCES ?? '', source)
  if (!process.env.FAUXGRAPH_SOURCES || !existsSync(join(sources, 'src'))) {
    const { status, stdout } = run(name, [program, '-l', file])
    return check(`${name} (syntax alone: FAUXGRAPH_SOURCES has no ${source})`, status === 0, stdout)
  }
  const cli = join(root, 'dist/cli.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'proxy', '--', program, path], {
    ...{ cwd: autoloaderOf(sources, namespace), env: environment, encoding: 'utf8', timeout: 180_000 },
  })
  check(
    name,
    status === 0 && stdout.trim() === promisedLines(name).join('\n'),
    `${status}\n${stdout}\n${stderr}`,
  )
}

const hasModules = (name) =>
  name !== 'perl' || run(name, ['perl', '-MLWP::UserAgent', '-e', '1']).status === 0

async function checkRecipe(name, url) {
  const command = commands[name]
  if (!isInstalled(command[0])) return console.log(`skip ${name}: ${command[0]} is not installed`)
  if (name in proxied) return checkProxied(name, command)
  if (!hasModules(name)) return console.log(`skip ${name}: LWP is not installed`)
  const browser = name === 'playwright' ? await browserVariables() : {}
  const { status, stdout, stderr } = run(name, command, { ...environment, FAUXGRAPH_URL: url, ...browser })
  const promised = promisedLines(name)
  const says =
    passed[name]?.test(`${stdout}${stderr}`) ?? (promised.length > 0 && stdout.trim() === promised.join('\n'))
  check(name, status === 0 && says, `  status ${status}\n${stdout}\n${stderr}`)
}

/** Runs what the containers of the compose file run: the server, its health check, and a call by its name. */
async function checkCompose() {
  const text = (file) => readFileSync(join(here, 'recipes/docker-compose', file), 'utf8')
  const { graph } = parse(text('compose.yaml')).services
  const [, ...serve] = JSON.parse(/^CMD (.*)$/m.exec(text('Dockerfile'))[1])
  const options = serve.slice(serve.indexOf('--allow-host'))
  const { url, stop } = await startServer(['--host', '127.0.0.1', ...options])
  const port = new URL(url).port
  const [, program, ...args] = graph.healthcheck.test
  const health = run('curl', [program, ...args.map((word) => word.replace('8080', port))])
  const call = run('curl', ['curl', '-sS', '--fail', '-H', 'Host: graph:8080', `${url}/_sim/world`])
  stop()
  check('docker-compose: the health check passes', health.status === 0, health.stderr)
  check('docker-compose: the server answers by its name', call.status === 0, call.stderr)
}

/** A folder without a command is an error: nothing would run its recipe. */
function checkCommands() {
  const known = [...Object.keys(commands), 'docker-compose'].sort()
  const folders = readdirSync(join(here, 'recipes')).sort()
  check('every recipe has a command', String(folders) === String(known), `  ${folders}`)
}

const isAsked = (name) => words.length === 0 || words.includes(name)

prepareClients()
const server = await startServer([])
try {
  checkCommands()
  for (const name of Object.keys(commands)) if (isAsked(name)) await checkRecipe(name, server.url)
  if (isAsked('docker-compose')) await checkCompose()
} finally {
  server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failures === 0 ? 0 : 1
