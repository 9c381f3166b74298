import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'
import { readSources } from '../.build/declarations/source.ts'
import project from '../package.json' with { type: 'json' }
import equivalents from './mutants/equivalent.json' with { type: 'json' }

// The scripts in test/bench and test/mutants run seldom. These tests notice when a file that they name moves.
const root = fileURLToPath(new URL('..', import.meta.url))

interface MutantTests {
  readonly testsFor: (source: string) => {
    readonly tests: readonly string[]
    readonly wider: readonly string[]
  }
}

interface MutantReport {
  readonly staleOf: (entries: typeof equivalents, files: readonly string[]) => typeof equivalents
}

const covered = ['engine', 'service', 'chapters', 'machine', 'world']

test('every source file of the core has tests for its mutants', async () => {
  const { testsFor }: MutantTests = await import(`${root}test/mutants/tests.mjs`)
  const sources = covered.flatMap((folder) => readSources(root, `src/${folder}`))
  expect(sources.length).toBeGreaterThan(200)
  for (const { path } of sources) {
    const { tests, wider } = testsFor(path)
    expect(tests.length, path).toBeGreaterThan(0)
    expect(wider.length, path).toBeGreaterThan(0)
  }
})

test('the line and the code of every equivalent mutant are in its file', async () => {
  const { staleOf }: MutantReport = await import(`${root}test/mutants/report.mjs`)
  const files = readSources(root, 'src').map(({ path }) => `${root}${path}`)
  expect(staleOf(equivalents, files)).toEqual([])
  const [first = expect.unreachable('there are entries')] = equivalents
  const stale = [
    { ...first, line: 'no such line' },
    { ...first, code: 'no such code' },
    { ...first, file: 'none.ts' },
  ]
  expect(staleOf(stale, files)).toEqual(stale)
})

test('every script that builds explore also builds the viewer of its pages', () => {
  const configs = globSync('test/**/vite.config.ts', { cwd: root, ignore: '**/node_modules/**' })
  expect(configs.length).toBeGreaterThan(3)
  const without = configs.filter(
    (path) => !readFileSync(`${root}${path}`, 'utf8').includes('plugins: [viewer()'),
  )
  expect(without).toEqual([])
})

test('the bench loads only modules and exports that exist', async () => {
  const scripts = readdirSync(`${root}test/bench`).filter((name) => name.endsWith('.mjs'))
  const loads = scripts.flatMap((name) => [
    ...readFileSync(`${root}test/bench/${name}`, 'utf8').matchAll(
      /\{([^{}]*)\} = await built\('([\w/-]+)\.js'\)/g,
    ),
  ])
  expect(loads.length).toBeGreaterThan(10)
  for (const [, names = '', module = ''] of loads) {
    const exported = Object.keys(await import(`${root}src/${module}.ts`))
    expect(exported, module).toEqual(expect.arrayContaining(names.split(',').map((name) => name.trim())))
  }
})

interface NearTests {
  readonly nearTests: (
    changed: readonly string[],
    tests: readonly (readonly [path: string, text: string])[],
    seconds: ReadonlyMap<string, number>,
    limit: number,
  ) => { readonly chosen: readonly string[]; readonly left: readonly string[] }
}

const ring = 'src/engine/store/ring.ts'
const ringTests: readonly (readonly [string, string])[] = [
  ['test/engine/ring.test.ts', ''],
  ['test/world/log.test.ts', "import { ring } from '../../src/engine/store/ring.ts'"],
  ['test/engine/store/other.test.ts', ''],
  ['test/machine/wire/ring.test.ts', "import { other } from '../../src/engine/store/other.ts'"],
]

test.each<[string, string, Record<string, number>, string[], string[]]>([
  [
    'that mirrors a source, that imports it, that of its folder, and no other',
    ring,
    {},
    ['test/engine/ring.test.ts', 'test/world/log.test.ts', 'test/engine/store/other.test.ts'],
    [],
  ],
  ['itself, if a test changed', 'test/machine/wire/ring.test.ts', {}, ['test/machine/wire/ring.test.ts'], []],
  [
    'that is quick: a slow one is left out and named',
    ring,
    { 'test/world/log.test.ts': 30 },
    ['test/engine/ring.test.ts', 'test/engine/store/other.test.ts'],
    ['test/world/log.test.ts'],
  ],
  [
    'that is nearest, if not all fit',
    ring,
    { 'test/engine/ring.test.ts': 8, 'test/engine/store/other.test.ts': 3 },
    ['test/engine/ring.test.ts', 'test/world/log.test.ts'],
    ['test/engine/store/other.test.ts'],
  ],
  ['of none, if a page changed', 'docs/limits.md', {}, [], []],
])('test:near runs the test %s', async (_, changed, seconds, chosen, left) => {
  const { nearTests }: NearTests = await import(`${root}test/near-tests.mjs`)
  const known = new Map(Object.entries(seconds))
  expect(nearTests([changed], ringTests, known, 10)).toEqual({ chosen, left })
})

interface NodePlatforms {
  readonly platforms: readonly { readonly name: string }[]
  readonly missingFor: (
    platform: object,
    has: { program: (name: string) => boolean; file: (path: string) => boolean },
  ) => string | undefined
}

test.each<[what: string, hasEmulator: boolean, hasLibraries: boolean, missing: string | undefined]>([
  ['nothing', true, true, undefined],
  ['the emulator', false, true, 'qemu-s390x missing: apt-get install qemu-user'],
  [
    'the libraries',
    true,
    false,
    'the libraries in /usr/s390x-linux-gnu missing: apt-get install libc6-s390x-cross libstdc++6-s390x-cross',
  ],
])(
  'check -- nodes --platforms names what is missing for s390x: %s',
  async (_, hasEmulator, hasLibraries, expected) => {
    const { platforms, missingFor }: NodePlatforms = await import(`${root}test/node-platforms.mjs`)
    const platform = platforms.find(({ name }) => name === 's390x') ?? expect.unreachable()
    expect(missingFor(platform, { program: () => hasEmulator, file: () => hasLibraries })).toBe(expected)
  },
)

interface Check {
  readonly does: string
  readonly steps: readonly (readonly string[])[]
  readonly install?: { readonly folder: string }
}

const { checks }: { checks: Readonly<Record<string, Check>> } = await import(`${root}test/checks.mjs`)
const checkList = Object.entries(checks)

test('every file and folder that a check names exists', () => {
  expect(checkList.length).toBeGreaterThan(20)
  const named = checkList.flatMap(([, { steps, install }]) => [...steps.flat(), install?.folder ?? 'test'])
  const paths = named.filter(
    (word) => /^(test|node_modules|\.build)\//.test(word) && word !== 'test/.modules',
  )
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.filter((path) => !existsSync(`${root}${path}`))).toEqual([])
})

test('every npm command that a text names exists', () => {
  const texts = globSync(
    ['*.md', 'docs/**/*.md', 'src/**/*.ts', 'test/**/*.{ts,mjs,md}', '.ci/*', '.github/**'],
    {
      cwd: root,
      ignore: ['**/node_modules/**', 'CHANGELOG.md', '**/checks.mjs'],
      dot: true,
    },
  )
  const wrong = texts.flatMap((path) =>
    [...readFileSync(`${root}${path}`, 'utf8').matchAll(/`npm run ([\w:]+)(?: -- ([a-z]+))?/g)]
      .filter(([, script = '', check = '']) =>
        script === 'check'
          ? check !== '' && !Object.hasOwn(checks, check)
          : !Object.hasOwn(project.scripts, script),
      )
      .map(([command]) => `${path}: ${command}`),
  )
  expect(wrong).toEqual([])
})

test('every function by which the profile tells the parts of a call is in the sources', () => {
  const script = readFileSync(`${root}test/bench/profile.mjs`, 'utf8')
  const [, parts = ''] = /^const parts = \{$([\s\S]*?)^\}$/m.exec(script) ?? []
  const names = [...parts.matchAll(/'(\w+)'[,\]]/g)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(20)
  const words = new Set(readSources(root, 'src').flatMap(({ text }) => text.match(/\w+/g) ?? []))
  expect(names.filter((name) => !words.has(name))).toEqual([])
})

test('CONTRIBUTING has every script and every check', () => {
  const page = readFileSync(`${root}CONTRIBUTING.md`, 'utf8')
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .join('\n')
  const users = Object.keys(project.scripts).filter(
    (name) => !['prepack', 'dependencies', 'test'].includes(name),
  )
  expect(users.filter((name) => !rows.includes(`\`${name}`))).toEqual([])
  expect(checkList.map(([name]) => name).filter((name) => !rows.includes(`\`${name}`))).toEqual([])
})

test.each<[what: string, given: string[], status: number, printed: RegExp]>([
  ['lists the checks without a name', [], 0, /^hostile +plays [\s\S]*\nknip +lists/],
  ['refuses a name that no check has', ['nothing'], 2, /^There is no check "nothing"/],
])('check %s', (_, given, status, printed) => {
  const ran = spawnSync(process.execPath, ['test/check.mjs', ...given], { cwd: root, encoding: 'utf8' })
  expect(ran.status).toBe(status)
  expect(ran.stderr + ran.stdout).toMatch(printed)
})
