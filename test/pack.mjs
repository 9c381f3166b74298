// Packs the project, installs the package in an empty folder, and runs the examples of the README there:
// compiled under strict against the types of the package, then executed. It also starts the installed command.
// It needs a package registry, so `npm test` does not run it: npm run check -- pack
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkRunners } from './pack-runners.mjs'
import { typesChecks } from './release/types-check.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-pack-'))
const run = (command, args, cwd = folder) => execFileSync(command, args, { cwd, encoding: 'utf8' })
let failures = 0

function check(title, actual, expected) {
  const isSame = actual === expected
  if (!isSame) failures += 1
  console.log(`${isSame ? 'ok  ' : 'FAIL'} ${title}`)
  if (!isSame) console.log(`  expected ${JSON.stringify(expected)}\n  actual   ${JSON.stringify(actual)}`)
}

const compilerOptions = {
  target: 'ES2023',
  lib: ['ES2024', 'DOM', 'DOM.Iterable'],
  module: 'nodenext',
  strict: true,
  skipLibCheck: true,
  types: ['node'],
}

/** Compiles files under options, and returns the messages of the compiler. */
function compile(include = 'example-*.ts', options = {}) {
  const settings = { compilerOptions: { ...compilerOptions, ...options }, include: [include] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  try {
    return run('npx', ['tsc'])
  } catch (error) {
    return error.stdout
  }
}

/** A library of a user, whose declarations name the types of fauxgraph. */
const consumer = `import { createWorld, GraphCallError, type Photo, type Post, type World } from 'fauxgraph'
import { explore, replayStory } from 'fauxgraph/explore'
import { arbitraries, invariants, worldCommands } from 'fauxgraph/fast-check'
import { intercept } from 'fauxgraph/intercept'
import { listen, listenAsProxy } from 'fauxgraph/node'
import { calendar, type SimulationResult, simulate, timelinePage } from 'fauxgraph/simulation'
import { reportCoverage, test } from 'fauxgraph/vitest'
import { coverageReporter } from 'fauxgraph/vitest-reporter'

export const tools = [arbitraries, explore, replayStory, invariants, worldCommands, coverageReporter, reportCoverage, test]
export const world: World = createWorld({ policy: { postTimes: 'iso' } })
export const names = world.starter()
export const client = world.as(names.userToken)
export const feed = client.listPageFeed({ page: names.page, limit: 5 })
export const posts: Post[] = feed.unwrap().data
export const photos: Photo[] = client.listPagePhotos({ page: names.page }).unwrap().data
export const server = listen(world)
export const proxy = listenAsProxy(world, { others: 'refuse' })
export const running = intercept(world, { onUnhandled: 'error' })
export const simulated: SimulationResult = simulate({ world, for: '1d', actors: { *one() { yield calendar({ at: '12:00' }) } } })
export const page: string = timelinePage(simulated)
export function setUp() {
  const { history, request, webhooks, faults, state, why, clock, calls, events, coverage, snapshot } = world
  return { client, history, request, webhooks, faults, state, why, clock, calls, events, coverage, snapshot }
}
export const isCallError = (error: unknown): error is GraphCallError => error instanceof GraphCallError
`

/** Compares errors of the CommonJS copy with the class of the other copy, and a world of one in the other. */
const copies = `import { createRequire } from 'node:module'
import { GraphCallError, toFetchHandler } from 'fauxgraph'
const { createWorld } = createRequire(process.cwd() + '/')('fauxgraph')
const world = createWorld()
let thrown
try { world.as('wrong').me().unwrap() } catch (error) { thrown = error }
const answer = await toFetchHandler(world)(new Request('https://graph.test/me'))
console.log(thrown instanceof GraphCallError, answer.status === 400)`

/** Asks for what the fetch handler of the CommonJS build loads at first use: the document, and a scenario. */
const lateParts = `const { createWorld, toFetchHandler } = require('fauxgraph')
const world = createWorld()
world.starter()
const answer = (path) => toFetchHandler(world)(new Request('http://localhost/_sim/' + path)).then((got) => got.json())
Promise.all([answer('openapi.json'), answer('scenario')])
  .then(([{ openapi }, { text }]) => console.log(openapi, text.startsWith('fauxgraph: 1')))`

/** Options of an exploration whose code only reads. */
const idle = `import { createWorld } from 'fauxgraph'

export const options = {
  name: 'idle',
  world: () => createWorld(),
  sut: ({ fetch, baseUrl }) => ({ jobs: { look: { every: '1h', run: () => fetch(baseUrl + '/me') } } }),
  eventually: { 'the run ends': () => true },
}
`

/** The kinds of harms that are off by themselves, as a line of an exploration names them. */
const tried = '"notTried":["down","pages"],"coverage":{"me":{"190":28}}'

/** The settings under which users compile. */
const consumers = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
}

/** Starts the server of the installed command, and resolves when it has printed its address. */
function startServer() {
  const server = spawn('npx', ['fauxgraph', 'serve', '--port', '0', '--json'], {
    cwd: folder,
    detached: true,
  })
  return new Promise((resolve, reject) => {
    let text = ''
    server.stdout.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) resolve({ ...JSON.parse(text), stop: () => process.kill(-server.pid) })
    })
    server.on('exit', (code) => reject(new Error(`The server ended with code ${code}`)))
  })
}

try {
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], root))
  console.log(`${packed.filename}: ${packed.entryCount} files, ${Math.round(packed.size / 1024)} KB packed`)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  const others = ['fast-check', 'typescript', '@types/node', 'vitest'].map(
    (name) => `${name}@${devDependencies[name]}`,
  )
  run('npm', ['install', '--no-audit', '--no-fund', join(folder, packed.filename), ...others])

  const installed = JSON.parse(readFileSync(join(folder, 'node_modules/fauxgraph/package.json'), 'utf8'))
  const lifecycle = ['preinstall', 'install', 'postinstall', 'prepare']
  check(
    'the package has no script that npm runs or lists at an install',
    lifecycle.filter((name) => name in installed.scripts).join(),
    '',
  )

  const bare = join(folder, 'bare')
  mkdirSync(bare)
  writeFileSync(join(bare, 'package.json'), '{ "type": "module" }\n')
  run('npm', ['install', '--no-audit', '--no-fund', '--omit=peer', join(folder, packed.filename)], bare)
  writeFileSync(join(bare, 'idle.mjs'), idle)
  const script = "import { explore } from 'fauxgraph/explore'; console.log(typeof explore)"
  check(
    'explore needs no other package',
    run(process.execPath, ['--input-type=module', '-e', script], bare),
    'function\n',
  )
  // The name of the chart library stands in its license.
  const simulation = `import { createWorld } from 'fauxgraph'
    import { simulate, timelinePage } from 'fauxgraph/simulation'
    const result = simulate({ world: createWorld(), for: '1d', actors: { *one(sim) { yield '1h'; sim.note('here') } } })
    console.log(result.timeline.items.length, timelinePage(result).includes('uplot'))`
  check(
    'simulate needs no other package',
    run(process.execPath, ['--input-type=module', '-e', simulation], bare),
    '1 true\n',
  )
  check(
    'the command explores a module',
    run(
      'npx',
      ['fauxgraph', 'explore', 'idle.mjs', '--seeds', '1..2', '--runs', '5', '--workers', '1'],
      bare,
    ),
    [1, 2]
      .map((seed) => `{"name":"idle","seed":${seed},"ok":true,"runs":5,"failures":[],${tried}}\n`)
      .join(''),
  )

  const readme = readFileSync(join(folder, 'node_modules/fauxgraph/README.md'), 'utf8')
  // The first example is a test of Vitest: the projects of the test runners have their own.
  const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)]
    .map(([, code]) => code)
    .filter((code) => !code.includes(`from 'vitest'`))
  for (const [at, code] of examples.entries()) writeFileSync(join(folder, `example-${at}.ts`), code)
  check('the README has examples', examples.length > 0, true)
  check('the examples compile under strict', compile(), '')
  writeFileSync(join(folder, 'consumer.ts'), consumer)
  for (const [name, options] of Object.entries(consumers)) {
    const strict = {
      skipLibCheck: false,
      noUncheckedSideEffectImports: true,
      exactOptionalPropertyTypes: true,
      declaration: true,
      noEmit: false,
    }
    const outDir = { outDir: join(folder, 'out') }
    check(`a library compiles: ${name}`, compile('consumer.ts', { ...options, ...strict, ...outDir }), '')
  }
  const dist = join(folder, 'node_modules/fauxgraph/dist')
  const declared = readdirSync(dist)
    .filter((file) => /\.d\.c?ts$/.test(file))
    .map((file) => readFileSync(join(dist, file), 'utf8'))
  const bytes = declared.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  // More than half of them are the comments that editors show: their size follows that of the service.
  const operations = declared.join().match(/\): CallOutcome</g)?.length ?? 0
  console.log(`${Math.round(bytes / 1024)} KB of declarations, ${operations} operations`)
  check('the declarations have at most 3 KB for each operation', bytes <= 3 * 1024 * operations, true)
  check('publint finds nothing', /All good/.test(run('npx', ['--yes', 'publint@0.3'], root)), true)
  for (const command of typesChecks(join(folder, packed.filename))) run('sh', ['-c', command], root)
  for (const entry of [
    'fauxgraph',
    'fauxgraph/node',
    'fauxgraph/intercept',
    'fauxgraph/explore',
    'fauxgraph/fast-check',
    'fauxgraph/scenario',
    'fauxgraph/openapi',
    'fauxgraph/node-test',
  ]) {
    const script = `require('${entry}')`
    const flags = ['--no-experimental-require-module', '--input-type=commonjs', '-e']
    check(`${script} works`, run(process.execPath, [...flags, script]), '')
  }
  check(
    'instanceof works across copies',
    run(process.execPath, ['--input-type=module', '-e', copies]),
    'true true\n',
  )
  check(
    'the fetch handler of CommonJS loads the document and the recorder at first use',
    run(process.execPath, ['--no-experimental-require-module', '--input-type=commonjs', '-e', lateParts]),
    '3.1.1 true\n',
  )
  for (const [at, code] of examples.entries()) {
    const promised = [...code.matchAll(/^\/\/ → (.*)$/gm)].map(([, line]) => `${line}\n`).join('')
    check(`example ${at + 1} of the README`, run(process.execPath, [`example-${at}.js`]), promised)
  }

  for (const [title, isRight, text] of checkRunners(join(folder, packed.filename))) {
    check(title, isRight, true)
    if (!isRight) console.log(text)
  }

  const { url, starter, stop } = await startServer()
  const response = await fetch(
    `${url}/v26.0/${starter.campaign}?fields=name&access_token=${starter.userToken}`,
  )
  check(
    'the server answers a read of the starter campaign',
    JSON.stringify(await response.json()),
    JSON.stringify({ id: starter.campaign, name: 'Starter Campaign' }),
  )
  stop()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failures > 0 ? 1 : 0
