import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { globSync } from 'tinyglobby'
import { excludedMutations, fileOf, keyOf, mutantsOf, rangeOf, sampleOf } from './mutants.mjs'
import { isUndetected, reportOf, staleOf, survivorsOf, textOf } from './report.mjs'
import { testsFor } from './tests.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    once: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '2' },
    again: { type: 'string' },
    json: { type: 'string', default: 'test/mutants/report.json' },
  },
})

/** The source files under the folders, or the files, of the command line. */
function sourcesIn(paths) {
  const patterns = paths.map((path) => (path.endsWith('.ts') ? path : `${path.replace(/\/$/, '')}/**/*.ts`))
  const files = globSync(patterns, { ignore: 'src/generated/**' }).sort()
  if (files.length > 0) return files
  throw new Error(
    `No source files in "${paths.join(' ')}". Usage: npm run check -- mutants FOLDER_OR_FILE… ` +
      '[--sample COUNT] [--seed TEXT] [--once] [--concurrency COUNT] [--json FILE], or --again FILE',
  )
}

const work = mkdtempSync(join(tmpdir(), 'fauxgraph-mutants-'))

/** Tests the mutants of a sample. `perTest` runs the tests that reach a mutant; `off` runs them all. */
async function tested(keys, tests, { coverageAnalysis, worker, cases }) {
  const sample = join(work, 'sample.json')
  writeFileSync(sample, JSON.stringify(keys))
  process.env['FAUXGRAPH_MUTANTS_SAMPLE'] = sample
  process.env['FAUXGRAPH_MUTANTS_TESTS'] = JSON.stringify(tests)
  process.env['FAUXGRAPH_MUTANTS_WORKER'] = worker
  process.env['FAUXGRAPH_MUTANTS_CASES'] = String(cases)
  const results = await new Stryker({
    // Only the sample is instrumented: each mutant in a file slows every test that reaches it.
    mutate: keys.map(rangeOf),
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', './test/mutants/sample-checker.mjs'],
    checkers: ['sample'],
    coverageAnalysis,
    ignoreStatic: coverageAnalysis === 'perTest',
    concurrency: Number(options.concurrency),
    // A busy machine must not look like an endless loop; Stryker notices most of those by counting.
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 60,
    timeoutFactor: 6,
    vitest: { configFile: 'test/mutants/vitest.config.mjs', related: false },
    // Stryker cannot read the settings of TypeScript 7.
    tsconfigFile: 'none.json',
    mutator: { excludedMutations },
    tempDirName: join(work, 'sandbox'),
    ignorePatterns: ['/dist', '/docs/**', '!/docs/faults.md', '/test/bench', '/.report.json'],
    reporters: process.stdout.isTTY ? ['progress'] : [],
    logLevel: 'error',
    allowConsoleColors: false,
  }).runMutationTest()
  const wanted = new Set(keys)
  return results
    .map((result) => ({ ...result, key: keyOf(countedFromZero(result)) }))
    .filter(({ key }) => wanted.has(key))
}

/** Results count lines and columns from 1, mutants from 0. */
function countedFromZero({ location: { start, end }, ...result }) {
  const before = ({ line, column }) => ({ line: line - 1, column: column - 1 })
  return { ...result, location: { start: before(start), end: before(end) } }
}

/** A group whose tests fail without any mutant is reported and left out, so that the others keep their results. */
async function testedOrNone(keys, tests, how) {
  try {
    return await tested(keys, tests, how)
  } catch (error) {
    process.exitCode = 1
    console.error(`${keys.length} mutants are not tested: ${error.message} ${tests.join(' ')}`)
    return []
  }
}

/** Groups mutants by the tests to run, and by the worker to run them in. */
function groupsOf(keys, choose) {
  const groups = new Map()
  for (const key of keys) {
    const chosen = choose(testsFor(fileOf(key)))
    const name = JSON.stringify(chosen)
    const group = groups.get(name) ?? { ...chosen, keys: [] }
    groups.set(name, group)
    group.keys.push(key)
  }
  return [...groups.values()]
}

/**
 * Each pass tests the survivors of the one before: with the nearest tests, with the wider ones, and with the
 * nearest once more while the mutant is in force from the loading of modules on, since some tests build their
 * world there.
 */
const passes = [
  [({ tests, worker }) => ({ tests, worker }), { coverageAnalysis: 'perTest', cases: 5 }],
  [({ wider, worker }) => ({ tests: wider, worker }), { coverageAnalysis: 'perTest', cases: 50 }],
  [({ tests }) => ({ tests, worker: 'fresh' }), { coverageAnalysis: 'off', cases: 15 }],
]

/** Tests mutants in passes, and returns the last result of each. */
async function testedInPasses(keys) {
  const results = new Map()
  let left = keys
  for (const [choose, how] of options.once ? passes.slice(0, 1) : passes) {
    for (const { keys: some, tests, worker } of groupsOf(left, choose)) {
      const from = Date.now()
      const found = await testedOrNone(some, tests, { ...how, worker })
      for (const result of found) results.set(result.key, result)
      const alive = found.filter(isUndetected).length
      const seconds = Math.round((Date.now() - from) / 1000)
      console.log(`${some.length} mutants, ${tests.length} test files: ${alive} survive, ${seconds} s`)
    }
    left = left.filter((key) => results.has(key) && isUndetected(results.get(key)))
  }
  return [...results.values()]
}

/** The keys to test: of the survivors in a report, of a sample, or of all mutants. */
async function keysOf() {
  if (options.again !== undefined) {
    const { survivors } = JSON.parse(readFileSync(options.again, 'utf8'))
    const all = await mutantsOf([...new Set(survivors.map(({ file }) => file))])
    return { all, keys: survivorsOf(all, survivors) }
  }
  const all = await mutantsOf(sourcesIn(positionals))
  return {
    all,
    keys: options.sample === undefined ? all : sampleOf(all, Number(options.sample), options.seed),
  }
}

try {
  const { all, keys } = await keysOf()
  console.log(`${keys.length} of ${all.length} mutants`)
  const began = Date.now()
  const results = await testedInPasses(keys)
  const equivalents = JSON.parse(readFileSync('test/mutants/equivalent.json', 'utf8'))
  for (const { file, line } of staleOf(equivalents, globSync('src/**/*.ts'))) {
    process.exitCode = 1
    console.error(`test/mutants/equivalent.json: ${file} has no such mutant any more: ${line}`)
  }
  const report = reportOf(results, equivalents, (Date.now() - began) / 1000)
  writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`)
  console.log(textOf(report))
} finally {
  rmSync(work, { recursive: true, force: true })
}
