/**
 * Measures `explore` on the programs of the gallery: `npm run test:gallery -- --seeds 1..5`.
 *
 * --part bugs          how soon each wrong program is found, and how small its story is (the default)
 * --part mirror        the same with the mirror alone, for programs to which the user adds laws
 * --part right         how often a right program is called wrong, and the cost of a run
 * --part approaches    the approaches side by side
 * --part mutants       mutants of the right programs, killed by each approach
 * --seeds 1..5         the seeds
 * --runs 500           the maximum number of runs of a program
 * --only sync          the programs whose name matches this regular expression
 * --approaches explore,arrays   the approaches of the parts `approaches` and `mutants`
 * --workers 2          the number of processes
 * --sample 300         the maximum number of mutants; the first seed chooses them
 * --json FILE          a line of JSON for each measurement
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { allApproaches, parts } from './measure/parts.mjs'
import { performAll } from './measure/pool.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'bugs' },
    seeds: { type: 'string', default: '1..5' },
    runs: { type: 'string' },
    sample: { type: 'string', default: '300' },
    only: { type: 'string', default: '' },
    workers: { type: 'string', default: String(availableParallelism()) },
    approaches: { type: 'string', default: allApproaches.join(',') },
    json: { type: 'string' },
  },
})

function seedsOf(text) {
  const [first, last = first] = text.split('..').map(Number)
  return Array.from({ length: last - first + 1 }, (_, place) => first + place)
}

/** Builds the measures and the programs into a folder of their own. */
function built() {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-gallery-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const config = join(root, 'test/gallery/measure/vite.config.ts')
  execFileSync('npx', ['vite', 'build', '--config', config, '--outDir', folder], { cwd: root })
  return folder
}

const part = parts[values.part]
if (!part) throw new TypeError(`--part is one of ${Object.keys(parts).join(', ')}, got ${values.part}`)
const folder = built()
try {
  const { tasks, limit, table } = await part({
    folder,
    root,
    tried: values.approaches.split(','),
    seeds: seedsOf(values.seeds),
    runs: values.runs === undefined ? undefined : Number(values.runs),
    only: values.only,
    sample: Number(values.sample),
  })
  const results = []
  await performAll(join(folder, 'measure/child.mjs'), tasks, {
    workers: Number(values.workers),
    limit,
    done(task, result) {
      results.push({ ...task, ...result })
      if (values.json) appendFileSync(values.json, `${JSON.stringify({ ...task, ...result })}\n`)
      if (process.stderr.isTTY) process.stderr.write(`\r${results.length} of ${tasks.length} `)
    },
  })
  console.log(table(results))
} finally {
  rmSync(folder, { recursive: true })
}
