/**
 * Explores the programs of this folder: the right version of each, and five wrong ones. `npm run check -- programs`
 *
 * --program NAME   the programs whose name matches this regular expression
 * --seeds 1..20    the seeds on which wrong versions are explored
 * --runs 500       the maximum number of runs of a wrong version on one seed
 * --right 10000    the number of runs of a right version; 0 leaves them out
 * --workers 2      the number of processes
 * --text           prints the first report of each wrong version
 * --json FILE      a line of JSON for each exploration
 *
 * It prints a table, and ends with status 1 if a bug was not found on a seed, or a right version failed.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { performAll } from '../gallery/measure/pool.mjs'
import { seedsOf, tableOf } from './measure/table.mjs'

const programs = fileURLToPath(new URL('.', import.meta.url))
const root = join(programs, '../..')

const { values } = parseArgs({
  options: {
    program: { type: 'string', default: '' },
    seeds: { type: 'string', default: '1..20' },
    runs: { type: 'string', default: '500' },
    right: { type: 'string', default: '10000' },
    workers: { type: 'string', default: String(availableParallelism()) },
    text: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})

/** The longest exploration, in milliseconds: a right version plays many runs. */
const LIMIT = 3 * 3_600_000

/** Builds the configurations, and what explores them, into a folder of their own. */
function build() {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-programs-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const config = join(programs, 'measure/vite.config.ts')
  execFileSync('npx', ['vite', 'build', '--config', config, '--outDir', folder], { cwd: root })
  return folder
}

const names = readdirSync(programs, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(programs, entry.name, 'bugs.ts')))
  .map(({ name }) => name)
  .filter((name) => new RegExp(values.program).test(name))

async function tasksOf(built) {
  const tasks = []
  for (const program of names) {
    const { bugs } = await import(pathToFileURL(join(built, program, 'bugs.mjs')).href)
    const task = { programs, built, program }
    if (Number(values.right) > 0) tasks.push({ ...task, name: 'right', seed: 1, runs: Number(values.right) })
    for (const [bug, { name }] of bugs.entries())
      for (const seed of seedsOf(values.seeds))
        tasks.push({ ...task, bug, name, seed, runs: Number(values.runs) })
  }
  return tasks
}

const built = build()
try {
  const results = []
  await performAll(join(built, 'measure/child.mjs'), await tasksOf(built), {
    workers: Number(values.workers),
    limit: LIMIT,
    // What a package keeps must not reach the next copy.
    once: true,
    done(task, result) {
      results.push({ ...task, ...result })
      if (values.json) appendFileSync(values.json, `${JSON.stringify({ ...task, ...result })}\n`)
      if (process.stderr.isTTY) process.stderr.write(`\r${results.length} `)
    },
  })
  const { text, isFine } = tableOf(results, values.text)
  console.log(text)
  if (!isFine) process.exitCode = 1
} finally {
  rmSync(built, { recursive: true })
}
