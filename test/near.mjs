/**
 * Runs the tests near the changed files, for at most some ten seconds: `npm run test:near`, or
 * `npm run test:near -- src/engine/store/ring.ts` for files of your choice. Changed are the files that differ from the
 * last commit, or if none does, those of the last commit.
 *
 * Near are the tests whose path mirrors that of a file, those that import it, and those of its folder. The times
 * of earlier runs on this machine say how many of them fit; it names those that it left out.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { globSync } from 'tinyglobby'
import { nearTests } from './near-tests.mjs'

/** Seconds for the tests. Vitest takes a second or two to start. */
const LIMIT = 7

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

/** The files that differ from the last commit, and new ones; if there are none, those of the last commit. */
function changedFiles() {
  const changed = [
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  return changed.length > 0 ? changed : git('diff', '--name-only', 'HEAD~1', 'HEAD')
}

/** The seconds that test files took in the last run of each, as Vitest keeps them. */
function knownSeconds() {
  const [cache] = globSync('node_modules/.vite/vitest/*/results.json', { dot: true })
  if (!cache) return new Map()
  const { results } = JSON.parse(readFileSync(cache, 'utf8'))
  return new Map(results.map(([name, { duration }]) => [name.replace(/^[^:]*:\/?/, ''), duration / 1_000]))
}

const named = process.argv.slice(2)
const changed = (named.length > 0 ? named : changedFiles()).map((path) => path.replace(/^\.\//, ''))
const missing = named.filter((path) => !existsSync(path))
if (missing.length > 0) throw new Error(`There is no file ${missing.join(', ')}: name files from the root`)
const ignored = ['test/{bench,clients,gallery,postgres,redis,sqlite}/**', 'test/hostile/long/**']
const files = globSync('test/**/*.test.ts', { ignore: [...ignored, '**/node_modules/**'] })
const tests = files.map((path) => [path, readFileSync(path, 'utf8')])
const { chosen, left } = nearTests(changed, tests, knownSeconds(), LIMIT)
if (left.length > 0) console.info(`Left out, because they take longer: ${left.join(' ')}`)
if (chosen.length === 0) {
  console.info(`No quick test is near ${changed.join(' ')}: run npm test`)
  process.exit(left.length > 0 ? 1 : 0)
}
// Most of the time goes into the transformation of tests, which seldom change.
const command = ['node_modules/vitest/vitest.mjs', 'run', '--experimental.fsModuleCache', ...chosen]
process.exit(spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1)
