import { readFileSync } from 'node:fs'
import { compilerOptions, nodeTypes, projects, typescript } from './projects.mjs'

const recipe = (path) => readFileSync(new URL(`../clients/recipes/${path}`, import.meta.url), 'utf8')
const tsconfig = (options, include = 'test') =>
  JSON.stringify({ compilerOptions: { ...compilerOptions, ...options }, include: [include] })

const publishes = `const world = createWorld()
const { page, pageToken } = world.starter()
const outcome = world.as(pageToken).publishPost({ page, message: 'hello' })
`

/** A program that prints a line if a world answers, in process and as a server. */
const program = `import { createWorld } from 'fauxgraph'
import { listen } from 'fauxgraph/node'

${publishes}
const server = await listen(world)
const response = await fetch(\`\${server.url}/\${page}/feed?access_token=\${pageToken}\`)
const { data } = await response.json()
await server.close()
console.log(outcome.ok && data.some(({ message }: { message: string }) => message === 'hello') ? 'works' : 'fails')
`

/** A test with the imports of ES modules, which a compiler turns into CommonJS. */
const compiledTest = `import { createWorld } from 'fauxgraph'
import { useWorld } from 'fauxgraph/jest'

const given = useWorld()

test('a post is published', () => {
  ${publishes.replaceAll('\n', '\n  ')}expect(outcome).toSucceed()
  expect(given()).not.toHavePublished({ message: 'hello' })
  expect(world).toHavePublished({ message: 'hello' })
})
`

/** A page in a browser that a world answers. */
const browser = `import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createWorld } from 'fauxgraph'
import { listen } from 'fauxgraph/node'
import { launch } from 'puppeteer-core'

process.env.TMPDIR = mkdtempSync(tmpdir() + '/setup-')
process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x'
const { default: chromium } = await import('@sparticuz/chromium')
const executablePath = await chromium.executablePath()
process.env.LD_LIBRARY_PATH = process.env.TMPDIR + '/al2023/lib'

const world = createWorld()
const { campaign, userToken } = world.starter()
const server = await listen(world)
const browser = await launch({ executablePath, headless: 'shell', args: ['--no-sandbox', '--no-zygote', '--disable-gpu'] })
const page = await browser.newPage()
await page.goto(server.url + '/_sim/world')
const url = \`/v26.0/\${campaign}?fields=name&access_token=\${userToken}\`
const { name } = await page.evaluate(async (url) => (await fetch(url)).json(), url)
console.log(name === 'Starter Campaign' ? 'works' : 'fails')
await browser.close()
await server.close()
`

/** A consumer whose declarations name the types of fauxgraph. */
const consumer = `import { createWorld, GraphCallError, type Photo, type Post, type World } from 'fauxgraph'
import { intercept } from 'fauxgraph/intercept'
import { listen } from 'fauxgraph/node'

export const world: World = createWorld({ policy: { postTimes: 'iso' } })
export const names = world.starter()
export const client = world.as(names.userToken)
export const posts: Post[] = client.listPageFeed({ page: names.page, limit: 5 }).unwrap().data
export const photos: Photo[] = client.listPagePhotos({ page: names.page }).unwrap().data
export const server = listen(world)
export const running = intercept(world, { onUnhandled: 'error' })
export const isCallError = (error: unknown): error is GraphCallError => error instanceof GraphCallError
`

/** What the oldest compiler knows. */
const oldest = { target: 'ES2022', lib: ['ES2023', 'DOM', 'DOM.Iterable'] }

const module = { type: 'module' }
const node10 = { module: 'commonjs', moduleResolution: 'node', types: ['node', 'jest'] }
const jestTypes = '@types/jest@30'

/** A set-up of the project that `init` writes: its own commands run the tests. */
const initialized = projects.map(({ name, manifest, packages, files, environment, typed }) => ({
  name,
  manifest,
  packages,
  files,
  environment,
  commands: ['npx fauxgraph init', 'test', ...(typed ? ['npx tsc -p tsconfig.json'] : [])],
}))

/** The other projects of ts-jest and Babel. */
const compiled = [
  {
    name: 'jest 30 in CommonJS with Babel',
    packages: ['jest@30', '@babel/preset-env@7'],
    files: {
      'babel.config.js':
        "module.exports = { presets: [['@babel/preset-env', { targets: { node: 'current' } }]] }",
      'test/world.test.js': compiledTest,
    },
    commands: ['npx jest'],
  },
  {
    name: 'ts-jest with moduleResolution node',
    manifest: { jest: { preset: 'ts-jest', testEnvironment: 'node' } },
    packages: ['jest@30', 'ts-jest@29', jestTypes, 'expect@30', '@jest/globals@30', typescript, nodeTypes],
    files: {
      'tsconfig.json': tsconfig({ ...node10, skipLibCheck: true }),
      'test/world.test.ts': compiledTest,
    },
    commands: ['npx jest', 'npx tsc -p tsconfig.json'],
  },
]

/** Programs, in runtimes and with tools. */
const programs = [
  {
    name: 'tsx',
    packages: ['tsx@4'],
    files: { 'world.ts': program },
    commands: ['npx tsx world.ts'],
  },
  {
    name: 'msw 2',
    packages: ['msw@2'],
    files: { 'msw.mjs': recipe('msw/msw.mjs') },
    commands: ['node msw.mjs'],
    prints: 'Starter Campaign\nTypeError',
  },
  {
    name: 'puppeteer with Chromium',
    packages: ['puppeteer-core@24', '@sparticuz/chromium@143'],
    files: { 'page.mjs': browser },
    commands: ['node page.mjs'],
  },
  { name: 'Bun', packages: ['bun@1'], files: { 'world.ts': program }, commands: ['npx bun world.ts'] },
  {
    name: 'Deno',
    packages: ['deno@2', nodeTypes],
    files: { 'world.ts': program },
    commands: ['npx deno run --check --allow-all world.ts'],
  },
].map((setup) => ({ manifest: module, prints: 'works', ...setup }))

/** The tests of `init` in each version of Node. */
const versions = ['20', '22', '24'].map((major) => ({
  name: `Node ${major}`,
  manifest: { ...module, scripts: { test: 'node --test' } },
  packages: [`node@${major}`],
  commands: ['npx fauxgraph init', 'npx node --test'],
}))

/** Versions of the compiler, by the module settings that they know. The checker reads all declarations. */
const compilers = [
  ['TypeScript 5.4', ['typescript@5.4']],
  ['TypeScript 5.9', ['typescript@5.9']],
  ['TypeScript 6', ['typescript@6']],
  ['TypeScript 7', ['typescript@7']],
  ['TypeScript native preview', ['@typescript/native-preview'], 'tsgo'],
].map(([name, packages, command = 'tsc']) => ({
  name,
  manifest: module,
  packages: [...packages, nodeTypes],
  files: {
    'tsconfig.json': tsconfig({ ...oldest }, 'consumer.ts'),
    'tsconfig.bundler.json': tsconfig(
      { ...oldest, module: 'esnext', moduleResolution: 'bundler' },
      'consumer.ts',
    ),
    'consumer.ts': consumer,
  },
  commands: [`npx ${command} -p tsconfig.json`, `npx ${command} -p tsconfig.bundler.json`],
}))

/** Reads every entry that needs no other package. The compiler reads all declarations. */
const everyEntry = ['', '/area', '/explore', '/simulation', '/inspector', '/intercept', '/node', '/node-test']
  .map((entry, at) => `export * as entry${at} from 'fauxgraph${entry}'\n`)
  .join('')

/**
 * Projects without the types of Node: with those of the DOM, as the compiler has by default, and without. From
 * TypeScript 6 on, imports for their effect are checked by default.
 */
const bare = [['ES2024', 'DOM'], ['ES2024']].map((lib) => ({
  name: `TypeScript 5.9 without @types/node, with ${lib.join(' and ')}`,
  manifest: module,
  packages: [typescript],
  files: { 'tsconfig.json': tsconfig({ lib, types: [] }, 'all.ts'), 'all.ts': everyEntry },
  commands: ['npx tsc -p tsconfig.json'],
}))

/**
 * The set-ups: the manifest, the packages beside fauxgraph, files, the commands after the installation, and what
 * the last one must print. The command `test` is the one that `fauxgraph init` names.
 */
export const setups = [...initialized, ...compiled, ...programs, ...versions, ...compilers, ...bare]
