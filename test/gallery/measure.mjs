/**
 * Measures `explore` on the programs of the gallery: `npm run check -- gallery --seeds 1..5`.
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
import { appendFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import './make-bugs.mjs'
import { buildGallery, root } from './measure/build.mjs'
import { allApproaches, parts } from './measure/parts.mjs'
import { performAll } from './measure/pool.mjs'

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

const part = parts[values.part]
if (!part) throw new TypeError(`--part is one of ${Object.keys(parts).join(', ')}, got ${values.part}`)
const folder = buildGallery()
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
